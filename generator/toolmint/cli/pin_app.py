"""What can be typed below `toolmint pin`. The work is in one module a command, imported when it runs."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from toolmint.cli.console import ColorMode, Console
from toolmint.cli.options import Color, ProjectFolder, Quiet, Verbose
from toolmint.errors import UsageError

__all__ = ["pin_app"]

pin_app = typer.Typer(
    name="pin",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)

_PinFormat = Annotated[
    Literal["text", "json"], typer.Option("--format", metavar="text|json", help="How it is written.")
]


@pin_app.callback()
def _root() -> None:
    """Pin third-party tools: see every change of them, and refuse what nobody accepted.

    What a server lists is stored as `specs/NAME.mcp.json` and compiled as a source; `toolmint.lock` holds its digests
    and who accepted what. `toolmint check` compares the two without the network.
    """


@pin_app.command(short_help="Pin the tools of a server, or of a file.")
def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", hidden=True)],
    command: Annotated[list[str] | None, typer.Argument(metavar="[-- COMMAND ...]", hidden=True)] = None,
    url: Annotated[
        str | None, typer.Option("--url", metavar="URL", help="Where an MCP server answers over HTTP.")
    ] = None,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="FILE", help="A tool list, as MCP or a provider writes it."),
    ] = None,
    openapi: Annotated[
        str | None,
        typer.Option("--openapi", metavar="URL|FILE", help="An OpenAPI document that somebody else writes."),
    ] = None,
    env: Annotated[
        list[str] | None,
        typer.Option("--env", metavar="NAME", help="An environment variable that the command is given."),
    ] = None,
    header: Annotated[
        list[str] | None,
        typer.Option("--header", metavar="NAME=ENV", help="A header, and the environment variable that holds it."),
    ] = None,
    project: ProjectFolder = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Pin what a server lists, or what a file holds.

    NAME is what the pin and its source are called. What follows `--` starts an MCP server that speaks on stdin and
    stdout: `toolmint pin add files -- npx -y server-files .`; its environment is what any program needs, and the
    variables that --env names.

    Writes `specs/NAME.mcp.json` (`specs/NAME.openapi.json` for --openapi), `toolmint.lock`, and where it comes from
    into the project file: names of variables and headers, never their values.
    """
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.cli.pin_add import AddOptions, run

    options = AddOptions(
        name=name,
        command=command or (),
        url=url,
        file=file,
        openapi=openapi,
        env=env or (),
        headers=header or (),
    )
    return run(console, project, options)


@pin_app.command(short_help="Fail on anything that nobody accepted.")
def check(
    context: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", hidden=True)] = None,
    fail_on: Annotated[
        Literal["BREAKING", "LOOSENED", "BEHAVIOUR", "EXPANDED", "NOTATION"],
        typer.Option(
            "--fail-on",
            metavar="GRADE",
            case_sensitive=False,
            help="The least grade that gives exit code 1. By default NOTATION: any change.",
        ),
    ] = "NOTATION",
    project: ProjectFolder = None,
    format_: _PinFormat = "text",
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Ask every origin what it lists now, and compare with what was accepted.

    NAME is a pin's name; without any, all are checked. What changed is told graded, as by `toolmint diff`.

    `toolmint check` makes the part of it that needs no network.
    """
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.changes import Grade
    from toolmint.cli.pin_check import run

    return run(console, project, names or (), fail_on=Grade(fail_on), report_format=format_)


@pin_app.command(short_help="Show what changed since it was accepted.")
def review(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", hidden=True)],
    project: ProjectFolder = None,
    format_: Annotated[
        Literal["text", "json", "markdown"],
        typer.Option("--format", metavar="text|json|markdown", help="How it is written; markdown is a changelog."),
    ] = "text",
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Show what changed since a pin was accepted, and keep it for `pin accept`.

    NAME is a pin's name. Each change is graded, with the reason; prose is compared word by word, schemas by what they
    take. Said as well: prose or a schema that changed alone, safety that was loosened, hidden characters, and what
    the rules say of the new state that they did not say of the old one.
    """
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.cli.pin_review import run

    return run(console, project, name, report_format=format_)


@pin_app.command(short_help="Accept what was reviewed.")
def accept(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", hidden=True)],
    tools: Annotated[list[str] | None, typer.Argument(metavar="TOOL", hidden=True)] = None,
    reason: Annotated[
        str | None, typer.Option("--reason", metavar="TEXT", help="Why it is accepted. Required.")
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="WHO", help="Who accepts. By default the person that git knows.")
    ] = None,
    project: ProjectFolder = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Accept what `pin review` showed, write who did and why, and compile it.

    NAME is a pin's name, TOOL a tool's; without any, everything that was reviewed is accepted.

    The origin is asked again, and nothing is accepted if it says something else than what was reviewed.
    """
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.cli.pin_accept import run

    return run(console, project, name, tools or (), reason=reason, by=by)


@pin_app.command("list", short_help="Show what is pinned.")
def list_pins(
    context: typer.Context,
    project: ProjectFolder = None,
    format_: _PinFormat = "text",
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Show what is pinned, where it comes from, and whether it is as it was accepted."""
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.cli.pin_list import run

    return run(console, project, report_format=format_)


def _configured(context: typer.Context, *, color: ColorMode, quiet: bool, verbose: bool) -> Console:
    if quiet and verbose:
        raise UsageError("`--quiet` and `--verbose` contradict each other")
    console: Console = context.obj
    console.configure(color=color, quiet=quiet, verbose=verbose)
    return console
