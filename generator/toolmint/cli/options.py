"""Options that commands share, or that are many for one command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import typer

from toolmint.cli.console import ColorMode
from toolmint.reporters import REPORTERS

__all__ = [
    "Against",
    "BaselineFile",
    "Color",
    "FailOn",
    "Fix",
    "Format",
    "FormatOption",
    "Ignore",
    "Out",
    "ProjectFolder",
    "Quiet",
    "Select",
    "Sources",
    "UpdateBaseline",
    "Verbose",
]

Format: TypeAlias = Literal["text", "json", "github", "sarif", "junit", "gitlab"]
"""The keys of `reporters.REPORTERS`; typer wants them written down, and a test compares the two."""

# Hidden, since typer would list it with its Python type; the commands' texts say what it is.
Sources: TypeAlias = Annotated[list[str] | None, typer.Argument(metavar="SOURCE", hidden=True)]
Out: TypeAlias = Annotated[
    Path | None, typer.Option("--out", metavar="DIR", help="Output folder, in place of the project's.")
]
ProjectFolder: TypeAlias = Annotated[
    Path | None,
    typer.Option("--project", metavar="DIR", help="The project's folder. By default the nearest one upwards."),
]
FormatOption: TypeAlias = Annotated[
    Format,
    typer.Option("--format", metavar="FORMAT", help=f"How findings are written: {', '.join(REPORTERS)}."),
]
Against: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="EARLIER",
        help="What the sources were: a git revision, a file or a folder. By default the checked-in contract.json.",
    ),
]
Quiet: TypeAlias = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing on success.")]
Verbose: TypeAlias = Annotated[bool, typer.Option("--verbose", "-v", help="Leave nothing out for brevity.")]
Color: TypeAlias = Annotated[
    ColorMode, typer.Option("--color", metavar="auto|always|never", help="Colours; NO_COLOR is honoured by `auto`.")
]
FailOn: TypeAlias = Annotated[
    Literal["error", "warning", "info"],
    typer.Option("--fail-on", metavar="error|warning|info", help="The least severity that gives exit code 1."),
]
Select: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--select", metavar="CODES", help="Only rules whose code begins so, such as ID or CT-01,SEC."),
]
Ignore: TypeAlias = Annotated[
    list[str] | None, typer.Option("--ignore", metavar="CODES", help="No rules whose code begins so.")
]
BaselineFile: TypeAlias = Annotated[
    Path | None,
    typer.Option("--baseline", metavar="FILE", help="Findings that were there before, in place of the project's."),
]
UpdateBaseline: TypeAlias = Annotated[
    bool, typer.Option("--update-baseline", help="Write the findings of today as the baseline.")
]
Fix: TypeAlias = Annotated[
    bool, typer.Option("--fix", help="Mend in the sources what is safe, show the diff, and judge what is left.")
]
