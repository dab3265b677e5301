"""A server that is a process: started with a bounded environment, spoken to line by line, ended with its children.

The SDK's own transport keeps a line of any length in memory and the reason of an exit to itself; everything above the
lines is the SDK's.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections import deque
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import anyio
import anyio.abc
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.client.stdio import get_default_environment
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCRequest, jsonrpc_message_adapter
from pydantic import ValidationError

from toolmint.errors import ServerError, system_reason
from toolmint.live.wire import Wire

__all__ = ["command_transport", "passed_environment"]

_Streams = tuple[MemoryObjectReceiveStream[SessionMessage | Exception], MemoryObjectSendStream[SessionMessage]]

_GRACE = 1.0
"""Seconds for each step of an ending: after its input is closed, and after it is asked to terminate."""
_POLL = 0.01
_LAST_LINES = 8
_NOISE = 1000
_TAIL_BYTES = 8 * 1024
_GONE = (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream, OSError)


def passed_environment(values: Mapping[str, str]) -> dict[str, str]:
    """Return what a server's process finds in its environment.

    Args:
        values: the variables that the pin names.

    Returns:
        These, and the few without which no program runs: `PATH`, `HOME`, `SHELL`, `TERM`, `USER`, `LOGNAME`.
    """
    return {**get_default_environment(), **values}


@asynccontextmanager
async def command_transport(
    command: Sequence[str], env: Mapping[str, str], cwd: Path | None, wire: Wire
) -> AsyncGenerator[_Streams]:
    """Start a server and hand its messages to the SDK.

    Args:
        command: the program and its arguments.
        env: its whole environment.
        cwd: the folder that it starts in.
        wire: notes its messages and its end.

    Raises:
        ServerError: it cannot be started.
    """
    process = await _start(command, env, cwd, wire)
    talk = _Conversation(process, wire)
    ended = False
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(talk.read_errors)
            tasks.start_soon(talk.read_messages)
            tasks.start_soon(talk.write_messages)
            try:
                yield talk.incoming, talk.outgoing
            finally:
                talk.closing = True
                # a server must be gone before the caller is, even when the caller has been cancelled
                with anyio.CancelScope(shield=True):
                    await _end(process)
                    ended = True
                tasks.cancel_scope.cancel()
    finally:
        if not ended:
            _kill_group(process)  # an interrupt cut the ending short
        talk.close()
        with anyio.move_on_after(_GRACE, shield=True):
            await process.aclose()


async def _start(command: Sequence[str], env: Mapping[str, str], cwd: Path | None, wire: Wire) -> anyio.abc.Process:
    program = command[0]
    try:
        return await anyio.open_process(
            list(command),
            env=env,
            cwd=cwd,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # its own process group, which can be ended as a whole
        )
    except OSError as error:
        folder = cwd or Path.cwd()
        missing = shutil.which(program, path=env.get("PATH")) is None and not (folder / program).exists()
        reason = "no such program" if missing else system_reason(error)
        raise wire.fail(
            f"cannot be started: `{wire.mask(program)}`: {reason}",
            hint="install it, or correct the command of the pin" if missing else None,
        ) from None
    except ValueError:
        raise wire.fail("cannot be started: its command holds a null character") from None


class _Conversation:
    """The three streams of a process, and what was heard on them."""

    def __init__(self, process: anyio.abc.Process, wire: Wire) -> None:
        self._process = process
        self._wire = wire
        self._to_session, self.incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        self.outgoing, self._from_session = anyio.create_memory_object_stream[SessionMessage](0)
        self.closing = False
        self._errors = deque[bytes]()
        self._errors_read = anyio.Event()
        self._noise = 0

    def close(self) -> None:
        for stream in (self._to_session, self.incoming, self.outgoing, self._from_session):
            stream.close()

    async def read_errors(self) -> None:
        """Keep the end of what the process says on stderr."""
        assert self._process.stderr is not None
        with suppress(*_GONE):
            while True:
                self._errors.append(await self._process.stderr.receive())
                while sum(map(len, self._errors)) - len(self._errors[0]) > _TAIL_BYTES:
                    self._errors.popleft()
        self._errors_read.set()

    async def write_messages(self) -> None:
        assert self._process.stdin is not None
        with suppress(*_GONE):
            async for message in self._from_session:
                if isinstance(message.message, JSONRPCRequest):
                    self._wire.sent(message.message.method, message.message.id)
                line = message.message.model_dump_json(by_alias=True, exclude_unset=True) + "\n"
                await self._process.stdin.send(line.encode())

    async def read_messages(self) -> None:
        """Hand on each line that is a message, until the process or the session ends."""
        assert self._process.stdout is not None
        parts: list[bytes] = []
        size = 0
        try:
            while not self.closing:
                chunk = await self._process.stdout.receive()
                *lines, rest = chunk.split(b"\n")
                for line in lines:
                    self._wire.count(len(line), message=size + len(line))
                    await self._take_line(b"".join((*parts, line)))
                    parts, size = [], 0
                size += len(rest)
                parts.append(rest)
                self._wire.count(len(rest), message=size)
        except ServerError:
            pass  # noted; what follows is the end of the connection
        except _GONE:
            if not self.closing:
                await self._note_end(rest=b"".join(parts))
        self._to_session.close()

    async def _take_line(self, line: bytes) -> None:
        line = line.strip()
        if line[:1] not in (b"{", b"["):
            if line:
                self._pass_over(line)
            return
        try:
            text = line.decode()
            message = jsonrpc_message_adapter.validate_json(text, by_name=False)
        except UnicodeDecodeError as error:
            raise self._wire.fail(f"sent bytes that are not UTF-8: {error.reason}") from None
        except ValidationError as error:
            if error.errors(include_input=False)[0]["type"] != "json_invalid":
                self._pass_over(line)
                return
            self._wire.received(text)
            self._wire.check_readable()
            raise self._wire.fail(f"sent JSON that cannot be used while `{self._wire.request}` was awaited") from None
        self._wire.received(text)
        try:
            await self._to_session.send(SessionMessage(message))
        except _GONE:
            self.closing = True  # the session is over

    def _pass_over(self, line: bytes) -> None:
        """Count a banner or a line of a log, which many servers print where only messages belong."""
        self._noise += 1
        if self._noise > _NOISE:
            words = self._wire.mask(line[:_TAIL_BYTES].decode("utf-8", "replace"), shown=60)
            raise self._wire.fail(
                f"printed more than {_NOISE} lines that are no messages to its stdout, the last `{words}`",
                hint="a server logs to stderr; stdout belongs to the protocol",
            )

    async def _note_end(self, *, rest: bytes) -> None:
        """Say how the process ended, with its last words."""
        await _exited(self._process, _GRACE)
        with anyio.move_on_after(_GRACE / 2):
            await self._errors_read.wait()
        code = self._process.returncode
        if code is None:
            what = "closed its stdout"
        elif code < 0:
            what = f"was ended by {_signal_name(-code)}"
        else:
            what = f"ended with exit code {code}"
        self._wire.ended = code is not None
        where = " in the middle of a message" if rest.strip() else ""
        noise = f"; {self._noise} of its lines were no messages" if self._noise else ""
        self._wire.fail(f"{what}{where} while `{self._wire.request}` was awaited{noise}{self._last_words()}")

    def _last_words(self) -> str:
        text = b"".join(self._errors)[-_TAIL_BYTES:].decode("utf-8", "replace")
        lines = [self._wire.mask(line.rstrip()) for line in text.splitlines() if line.strip()][-_LAST_LINES:]
        if not lines:
            return "; it said nothing on stderr"
        return "; its last words on stderr:\n" + "\n".join(f"    {line}" for line in lines)


async def _end(process: anyio.abc.Process) -> None:
    """End a process and its children: close its input, then ask, then kill; each step within a second."""
    assert process.stdin is not None
    with suppress(*_GONE):
        await process.stdin.aclose()
    await _exited(process, _GRACE)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGTERM)  # the process, or children that outlived it
        await _group_gone(process)
        os.killpg(process.pid, signal.SIGKILL)
        await _group_gone(process)


async def _group_gone(process: anyio.abc.Process) -> None:
    """Wait until no process of the group is left, which raises `ProcessLookupError`, or the grace is over."""
    with anyio.move_on_after(_GRACE):
        while True:
            os.killpg(process.pid, 0)
            await anyio.sleep(_POLL)


def _kill_group(process: anyio.abc.Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


async def _exited(process: anyio.abc.Process, seconds: float) -> None:
    # not `wait()`, which also waits for pipes that a child may hold open
    with anyio.move_on_after(seconds):
        while process.returncode is None:
            await anyio.sleep(_POLL)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
