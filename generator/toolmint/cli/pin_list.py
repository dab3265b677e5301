"""`toolmint pin list`: what is pinned, where it comes from, and whether it is whole."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import assert_never

from toolmint.cli.console import Console
from toolmint.cli.pins import Pins, broken, open_pins
from toolmint.config import DocumentAt, FileAt, PinOrigin
from toolmint.errors import ExitCode
from toolmint.ir.schema import Json
from toolmint.listing import CommandServer, UrlServer
from toolmint.lock import PinLock
from toolmint.text import plural, visible

__all__ = ["run"]


def run(console: Console, folder: Path | None, *, report_format: str) -> ExitCode:
    """List the pins.

    Args:
        console: prints.
        folder: the project's folder, where it is given.
        report_format: `text` or `json`.

    Raises:
        ToolmintError: the project file or the lock is wrong.
    """
    pins = open_pins(folder)
    names = sorted({*pins.lock.pins, *(one.name for one in pins.project.pins)})
    rows = [_row(name, pins) for name in names]
    if report_format == "json":
        console.data(json.dumps({"pins": rows}, indent=2, ensure_ascii=False) + "\n")
        return ExitCode.CLEAN
    if not rows:
        console.say("nothing is pinned")
        return ExitCode.CLEAN
    console.data("\n".join(line for row in rows for line in _lines(row)) + "\n")
    return ExitCode.CLEAN


def _row(name: str, pins: Pins) -> dict[str, Json]:
    locked = pins.lock.pins.get(name)
    settings = next((one for one in pins.project.pins if one.name == name), None)
    approvals = 0
    if locked is not None:
        entries = [*locked.tools.values(), *locked.prompts.values(), *locked.templates.values()]
        entries += [one for one in (locked.instructions, locked.document) if one is not None]
        approvals = sum(len(one.approvals) for one in entries) + sum(map(len, locked.removed.values()))
    return {
        "name": name,
        "kind": locked.kind if locked is not None else None,
        "tools": len(locked.tools) if locked is not None else 0,
        "prompts": len(locked.prompts) if locked is not None else 0,
        "resourceTemplates": len(locked.templates) if locked is not None else 0,
        "instructions": locked is not None and locked.instructions is not None,
        "approvals": approvals,
        "origin": shown_origin(settings.origin) if settings is not None else None,
        "state": _state(locked, name, pins),
    }


def _state(locked: PinLock | None, name: str, pins: Pins) -> str:
    if locked is None:
        return "not accepted"
    return "broken" if broken(pins, [name]) else "whole"


def _lines(row: dict[str, Json]) -> Iterator[str]:
    if row["kind"] == "openapi":
        what = "an OpenAPI document"
    else:
        counts = [(row["tools"], "tool"), (row["prompts"], "prompt"), (row["resourceTemplates"], "resource template")]
        told = [plural(count, noun) for count, noun in counts if isinstance(count, int) and (count or noun == "tool")]
        what = ", ".join(told) + (", instructions" if row["instructions"] else "")
    approvals = row["approvals"]
    assert isinstance(approvals, int)
    agreed = f", {plural(approvals, 'approval')}" if approvals else ""
    state = "" if row["state"] == "whole" else f": {row['state']}"
    yield f"{row['name']}{state}"
    yield f"  {what}{agreed}"
    yield f"  from {row['origin'] or 'nowhere that the project file names'}"


def shown_origin(origin: PinOrigin) -> str:
    """Write where a pin comes from, for people."""
    match origin:
        case CommandServer(command=command, env=env):
            return f"`{visible(shlex.join(command))}`" + (f" with {', '.join(env)}" if env else "")
        case UrlServer(url=url, headers=headers):
            return visible(url) + (f" with {', '.join(headers)}" if headers else "")
        case FileAt(file=file):
            return visible(file)
        case DocumentAt(place=place):
            return visible(place)
        case _:
            assert_never(origin)
