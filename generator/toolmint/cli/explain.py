"""`toolmint explain`: what a code means, offline."""

from __future__ import annotations

import json

from toolmint.cli.console import Console
from toolmint.diagnostics import CODES
from toolmint.errors import ExitCode, UsageError
from toolmint.text import comma_list, nearest, visible

__all__ = ["run"]


def run(console: Console, asked: str, *, report_format: str) -> ExitCode:
    """Print the page of a code.

    Args:
        console: prints.
        asked: a code in any case, or the name of one.
        report_format: `text` or `json`.

    Raises:
        UsageError: there is no such code.
    """
    codes = CODES
    by_name = {entry.name: code for code, entry in codes.items()}
    code = by_name.get(asked.lower(), asked.upper())
    if code not in codes:
        near = nearest(asked, by_name) or nearest(asked.upper(), codes)
        hint = f"did you mean {comma_list(near)}?" if near else f"codes: {comma_list(list(codes), limit=len(codes))}"
        raise UsageError(f"there is no code `{visible(asked)}`", hint=hint)
    entry = codes[code]
    if report_format == "json":
        console.data(json.dumps({"code": code, "name": entry.name, "meaning": entry.meaning}, indent=2) + "\n")
    else:
        console.data(f"{code} {entry.name}\n\n{entry.meaning}\n")
    return ExitCode.CLEAN
