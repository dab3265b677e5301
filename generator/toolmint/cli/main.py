"""The entry point. Failures are translated into messages and exit codes here, once."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from toolmint.cli.console import Console
from toolmint.cli.garbage import collected_seldom

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        argv: what was typed after the program's name; None: what the process was started with.

    Returns:
        The exit code, as docs/cli.md lists them.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    console = Console()
    if arguments == ["--version"]:  # asked by scripts and editors again and again: nothing else is imported
        from toolmint.cli.version import version_line

        console.data(version_line())
        return 0
    try:
        with collected_seldom():
            return _run(arguments, console)
    except KeyboardInterrupt:
        console.tell("interrupted")
        return 130


def _run(arguments: Sequence[str], console: Console) -> int:
    import typer

    from toolmint.cli.app import app
    from toolmint.errors import ExitCode

    try:
        code: int | None = app(args=list(arguments), prog_name="toolmint", standalone_mode=False, obj=console)
        if code == ExitCode.INTERRUPTED:  # typer takes the interrupt itself
            console.tell("interrupted")
    except typer.Abort:
        console.tell("interrupted")
        return ExitCode.INTERRUPTED
    except Exception as error:
        return _fail(error, arguments, console)
    return code or ExitCode.CLEAN


def _fail(error: Exception, arguments: Sequence[str], console: Console) -> int:
    """Tell why a run could not take place, in the format that was asked for."""
    import typer
    from typer.main import get_command

    from toolmint.cli.app import app
    from toolmint.cli.failures import refused_by_system, report_bug, report_failure
    from toolmint.cli.usage import asked_format, translated
    from toolmint.errors import ExitCode, InternalError, ToolmintError

    report_format = asked_format(arguments)
    if isinstance(error, typer.TyperException):
        if error.format_message().startswith("Usage:"):  # nothing was typed
            console.tell(error.format_message())
            return ExitCode.UNUSABLE
        error = translated(error, getattr(get_command(app), "commands", {}), arguments)
    error = refused_by_system(error) or error
    if isinstance(error, ToolmintError) and not isinstance(error, InternalError):
        report_failure(error, console, report_format)
        return error.exit_code
    report_bug(error, arguments, console, report_format)
    return ExitCode.BUG
