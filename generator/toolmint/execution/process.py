"""A process that runs the user's code: bounded in time and output, and gone with its children when it is over."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

__all__ = ["ANSWER_LIMIT", "Outcome", "run_child"]

ANSWER_LIMIT = 64 * 1024 * 1024
"""Bytes of an answer; the largest documents that are known have 13 MB."""
_OUTPUT_KEPT = 32 * 1024
"""Bytes kept of the end of what the code prints."""
_CHUNK = 65_536
_POLL_SECONDS = 0.02
_STACK_SECONDS = 0.5
"""How long a process that is out of time gets to say where it is."""
_CHILD = Path(__file__).parent / "child" / "main.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a process."""

    ended: Literal["exited", "late", "flooded"]
    """By itself, by its time limit, or by the limit of an answer."""
    status: int
    """As `subprocess` gives it: below 0 for a signal."""
    answer: bytes
    """What came through the descriptor: the answer; of a late process, where it was."""
    output: str
    """The end of what was printed."""


def run_child(interpreter: Path, request: Mapping[str, Any], *, folder: Path, seconds: int) -> Outcome:
    """Run `child/main.py` and wait for its answer.

    Args:
        interpreter: the Python to run.
        request: what is asked for.
        folder: the working directory.
        seconds: how long it may take.

    Raises:
        OSError: the interpreter cannot be started.
    """
    answer_end, child_answer = os.pipe()
    output_end, child_output = os.pipe()
    try:
        asked = {**request, "descriptor": child_answer, "limit": ANSWER_LIMIT, "seconds": seconds}
        process = subprocess.Popen(
            [str(interpreter), "-u", str(_CHILD), json.dumps(asked)],
            stdin=subprocess.DEVNULL,
            stdout=child_output,
            stderr=child_output,
            cwd=folder,
            env=_environment(),
            pass_fds=(child_answer,),
            start_new_session=True,
        )
    except BaseException:
        os.close(answer_end)
        os.close(output_end)
        raise
    finally:
        os.close(child_answer)
        os.close(child_output)
    try:
        return _Watch(process, answer_end, output_end).until(time.monotonic() + seconds)
    finally:
        _end(process)
        os.close(answer_end)
        os.close(output_end)


def _environment() -> dict[str, str]:
    # Sets have the same order in every run, as the same code is to give the same document.
    chosen = {"PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8:backslashreplace"}
    return {**os.environ, **chosen}


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and the children that it has left behind."""
    with suppress(ProcessLookupError, PermissionError):  # macOS refuses for a group of which only a zombie is left
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@dataclass(slots=True)
class _Watch:
    """Reads what a process writes until it has ended."""

    process: subprocess.Popen[bytes]
    answer_end: int
    output_end: int
    answer: bytearray = field(default_factory=bytearray)
    output: bytearray = field(default_factory=bytearray)

    def until(self, deadline: float) -> Outcome:
        """Wait for the end of the process, at most until the deadline."""
        with selectors.DefaultSelector() as selector:
            for end in (self.answer_end, self.output_end):
                os.set_blocking(end, False)
                selector.register(end, selectors.EVENT_READ)
            while self.process.poll() is None:
                if len(self.answer) > ANSWER_LIMIT:
                    return self._outcome("flooded")
                if time.monotonic() >= deadline:
                    return self._late(selector)
                self._read(selector, _POLL_SECONDS)
            while self._read(selector, 0) and len(self.answer) <= ANSWER_LIMIT:
                pass
        return self._outcome("exited")

    def _late(self, selector: selectors.BaseSelector) -> Outcome:
        """Ask a process that is out of time where it is."""
        self.answer.clear()
        self.process.send_signal(signal.SIGUSR1)
        patience = time.monotonic() + _STACK_SECONDS
        while time.monotonic() < patience and self.process.poll() is None:
            if not self._read(selector, _POLL_SECONDS) and self.answer:
                break
        return self._outcome("late")

    def _read(self, selector: selectors.BaseSelector, patience: float) -> bool:
        """Read what is there; False where nothing is."""
        found = False
        for key, _ in selector.select(patience):
            try:
                chunk = os.read(key.fd, _CHUNK)
            except BlockingIOError:
                continue
            if not chunk:
                selector.unregister(key.fd)
                continue
            found = True
            if key.fd == self.answer_end:
                self.answer += chunk
            else:
                self.output += chunk
                del self.output[:-_OUTPUT_KEPT]
        if not found and not selector.get_map():
            time.sleep(patience)  # both ends are closed, and the process is still there
        return found

    def _outcome(self, ended: Literal["exited", "late", "flooded"]) -> Outcome:
        return Outcome(
            ended=ended,
            status=self.process.returncode if self.process.returncode is not None else 0,
            answer=bytes(self.answer),
            output=self.output.decode("utf-8", "replace"),
        )
