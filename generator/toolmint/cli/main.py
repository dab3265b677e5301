"""The entry point. Failures are translated into messages and exit codes here, once."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from toolmint.cli.console import Console

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
        return _run(arguments, console)
    except KeyboardInterrupt:
        console.tell("interrupted")
        return 130


def _run(arguments: Sequence[str], console: Console) -> int:
    import typer

    from toolmint.cli.app import app
    from toolmint.errors import ExitCode, InternalError, ToolmintError

    try:
        code: int | None = app(args=list(arguments), prog_name="toolmint", standalone_mode=False, obj=console)
        if code == ExitCode.INTERRUPTED:  # typer takes the interrupt itself
            console.tell("interrupted")
    except typer.TyperException as error:
        _report_usage(error, console)
        return ExitCode.UNUSABLE
    except typer.Abort:
        console.tell("interrupted")
        return ExitCode.INTERRUPTED
    except Exception as error:
        from toolmint.cli.failures import report_bug, report_failure

        if isinstance(error, ToolmintError) and not isinstance(error, InternalError):
            report_failure(error, console)
            return error.exit_code
        report_bug(error, arguments, console)
        return ExitCode.BUG
    return code or ExitCode.CLEAN


def _report_usage(error: Exception, console: Console) -> None:
    """Tell what typer says about wrong arguments; without any, it says the help."""
    import typer

    context = getattr(error, "ctx", None)
    text = error.format_message() if isinstance(error, typer.TyperException) else str(error)
    if text.startswith("Usage:"):
        console.tell(text)
        return
    command = context.command_path if context is not None else "toolmint"
    console.fail(text[:1].lower() + text[1:].rstrip("."), hint=f"`{command} --help` lists what it takes")
