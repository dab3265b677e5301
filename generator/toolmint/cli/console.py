"""The terminal: the only place that prints, and the only one that knows of colours and widths.

Data goes to stdout, everything else to stderr. Importing this module costs nothing; rich is imported only for a
progress bar that is shown.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, TextIO, TypeAlias

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

    from toolmint.reporters.report import Style

__all__ = ["ColorMode", "Console"]

ColorMode: TypeAlias = Literal["auto", "always", "never"]

_DEFAULT_WIDTH = 100
_PATIENCE_SECONDS = 1.0
_CODES: Mapping[Style, str] = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;34",
    "place": "36",
    "quiet": "2",
    "added": "32",
    "removed": "31",
    "hint": "36",
}


class Console:
    """Prints for one run, as its options say."""

    def __init__(self) -> None:
        self.quiet = False
        """Whether nothing is said about a success."""
        self.verbose = False
        """Whether nothing is left out for brevity."""
        self._color: ColorMode = "auto"
        self._data_printed = False

    def configure(self, *, color: ColorMode = "auto", quiet: bool = False, verbose: bool = False) -> None:
        """Take the options of a command."""
        self._color, self.quiet, self.verbose = color, quiet, verbose

    @property
    def width(self) -> int:
        """Columns to lay text out for: `COLUMNS`, else the terminal's, else 100."""
        return shutil.get_terminal_size((_DEFAULT_WIDTH, 24)).columns

    def data(self, text: str) -> None:
        """Print what the command is asked for, as it is, to stdout."""
        if text:
            self._data_printed = True
            _write(sys.stdout, text)

    def say(self, text: str) -> None:
        """Print a line about the run to stderr; `--quiet` drops it."""
        if not self.quiet:
            self.tell(text)

    def tell(self, text: str) -> None:
        """Print a line about the run to stderr, apart from data that came before."""
        gap = "\n" if self._data_printed else ""
        self._data_printed = False
        _write(sys.stderr, f"{gap}{text}\n")

    def warn(self, text: str) -> None:
        """Print a warning to stderr."""
        self.tell(f"{self.paint_error_stream('warning', 'warning')}: {text}")

    def fail(self, text: str, *, hint: str | None = None) -> None:
        """Print why a run cannot go on to stderr."""
        self.tell(f"{self.paint_error_stream('error', 'error')}: {text}")
        if hint:
            self.hint(hint)

    def hint(self, text: str) -> None:
        """Print what to do, after a blank line, to stderr."""
        self.tell(f"\n{self.paint_error_stream('hint', 'hint')}: {text}")

    def ask(self, question: str) -> bool | None:
        """Ask on the terminal; no answer means no.

        Returns:
            Whether somebody agreed; None where there is no terminal.
        """
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            return None
        _write(sys.stderr, f"{question} [y/N] ")
        return sys.stdin.readline().strip().lower() in ("y", "yes")

    def paint(self, text: str, style: Style) -> str:
        """Colour text for stdout, where stdout wants colours."""
        return self._painted(text, style, sys.stdout)

    def paint_error_stream(self, text: str, style: Style) -> str:
        """Colour text for stderr, where stderr wants colours."""
        return self._painted(text, style, sys.stderr)

    @contextmanager
    def progress(self) -> Iterator[Callable[[str, int, int], None] | None]:
        """Show a bar on a terminal when a run takes longer than a second.

        Yields:
            What to call with the step that begins, how many are done and how many there are; None where nobody
            would see it.
        """
        if self.quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
            yield None
            return
        bar = _DelayedBar()
        try:
            yield bar.step
        finally:
            bar.stop()

    def _painted(self, text: str, style: Style, stream: TextIO) -> str:
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if text and self._wants_color(stream) else text

    def _wants_color(self, stream: TextIO) -> bool:
        if self._color != "auto":
            return self._color == "always"
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR"):
            return True
        return stream.isatty() and os.environ.get("TERM") != "dumb"


class _DelayedBar:
    """A progress bar that appears after a second, from a thread of its own, and leaves nothing behind."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._step = ("", 0, 0)
        self._bar: Bar | None = None
        self._stopped = False
        self._timer = threading.Timer(_PATIENCE_SECONDS, self._start)
        self._timer.daemon = True
        self._timer.start()

    def step(self, what: str, done: int, total: int) -> None:
        with self._lock:
            self._step = (what, done, total)
            if self._bar is not None:
                self._show(self._bar)

    def stop(self) -> None:
        self._timer.cancel()
        with self._lock:
            self._stopped = True
            if self._bar is not None:
                self._bar.stop()

    def _start(self) -> None:
        from rich.console import Console as Terminal
        from rich.progress import BarColumn, Progress, TextColumn

        with self._lock:
            if self._stopped:
                return
            columns = (TextColumn("{task.description}", markup=False), BarColumn(bar_width=20))
            self._bar = Progress(*columns, console=Terminal(stderr=True), transient=True)
            self._bar.add_task("", total=1)
            self._show(self._bar)
            self._bar.start()

    def _show(self, bar: Bar) -> None:
        what, done, total = self._step
        bar.update(bar.task_ids[0], description=what, completed=done, total=total)


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
    except UnicodeEncodeError:
        # A terminal of another encoding, or half of a surrogate pair out of a source.
        encoding = stream.encoding or "ascii"
        stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()
