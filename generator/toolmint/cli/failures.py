"""What is said when a run cannot go on, and what a bug leaves behind for its report."""

from __future__ import annotations

import errno
import os
import platform
import shlex
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path

from toolmint.cli.console import Console
from toolmint.cli.version import version_line
from toolmint.diagnostics import CODES, Diagnostic
from toolmint.documents import SpecialFileError, read_file
from toolmint.errors import ToolmintError, system_reason
from toolmint.reporters import load_reporter
from toolmint.reporters.report import CodeText, Failure, Layout, Report

__all__ = ["explained", "file_line", "refused_by_system", "report_bug", "report_failure"]

_NO_BUGS = frozenset(
    {
        *(errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT, errno.EIO),
        *(errno.ELOOP, errno.ENAMETOOLONG, errno.EMFILE, errno.ENFILE),
    }
)
"""What the operating system refuses for reasons of its own."""


def refused_by_system(error: Exception) -> ToolmintError | None:
    """Return the failure of a file that the operating system does not let be read or written; None for a bug."""
    if not isinstance(error, OSError) or error.filename is None:
        return None
    if error.errno not in _NO_BUGS and not isinstance(error, SpecialFileError):
        return None
    return ToolmintError(f"cannot read or write `{os.fsdecode(error.filename)}`: {system_reason(error)}")


def report_failure(error: ToolmintError, console: Console, report_format: str = "text") -> None:
    """Print a failure: as a finding where it has a place, else its message and hint.

    Args:
        error: why the run could not take place.
        console: prints; to stderr for people, to stdout for programs.
        report_format: a key of `reporters.REPORTERS`.
    """
    if error.diagnostic is None:
        _print(Failure(message=error.message, hint=error.hint), (), console, report_format)
    else:
        _print(None, (error.diagnostic,), console, report_format)


def report_bug(error: Exception, arguments: Sequence[str], console: Console, report_format: str = "text") -> None:
    """Print that this is a bug of toolmint, and write a file that can be pasted into a report."""
    said = f"{type(error).__name__}: {error}".split("\n")[0]
    try:
        hint = f"report it with the file `{_write_log(error, arguments)}`, after a look at what it tells"
    except OSError as problem:
        hint = f"report it with what `--verbose` shows; no log could be written: {system_reason(problem)}"
    _print(Failure(message=f"this is a bug in toolmint: {said}", hint=hint), (), console, report_format)
    if console.verbose:
        console.tell("".join(traceback.format_exception(error)).rstrip("\n"))


def _print(failure: Failure | None, findings: tuple[Diagnostic, ...], console: Console, report_format: str) -> None:
    names = {code: entry.name for code, entry in CODES.items()}
    report = Report(failure=failure, findings=findings, names=names, lines=file_line, explain=explained)
    people = report_format == "text"
    layout = Layout(paint=console.paint_error_stream if people else console.paint, width=console.width)
    text = load_reporter(report_format)(report, layout)
    if people:
        console.tell(text.rstrip("\n"))
    else:
        console.data(text)


def explained(code: str) -> CodeText | None:
    """Return what `toolmint explain` says of a code; its pages are read when one is asked for."""
    from toolmint.cli.code_pages import code_text

    return code_text(code)


def file_line(path: str, line: int) -> str | None:
    """Return a line of a file by its path from the current folder; None where it cannot be read."""
    try:
        lines = read_file(Path(path)).decode("utf-8-sig", "replace").split("\n")
    except (OSError, ValueError):
        return None
    return lines[line - 1].rstrip("\r") if 0 < line <= len(lines) else None


def _write_log(error: Exception, arguments: Sequence[str]) -> str:
    lines = [
        "### What happened",
        "",
        f"- {version_line().strip()}",
        f"- Python {platform.python_version()} on {platform.platform()}",
        f"- command: `{shlex.join(['toolmint', *arguments])}`",
        "",
        "```",
        "".join(traceback.format_exception(error)).rstrip("\n"),
        "```",
        "",
        "### What I expected",
        "",
    ]
    with tempfile.NamedTemporaryFile(
        "w", prefix="toolmint-bug-", suffix=".md", delete=False, encoding="utf-8", errors="backslashreplace"
    ) as log:
        log.write("\n".join(lines))
    return log.name
