"""Live servers for tests: commands that start them, and a reading with the short limits that a test has time for."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from toolmint.listing import CommandServer, Listing, UrlServer
from toolmint.live import Limits, read_listing

__all__ = ["TOKEN", "TOOL", "alive", "raw_command", "read", "sdk_command", "write_plan"]

TOKEN = "s3cr3t-value-0815"
TOOL = (
    '{"name": "search", "zz": 1e2,  "description": "Search \\u00e9é.", "inputSchema": {"type": "object",'
    ' "properties": {"n": {"maximum": 10.0, "minimum":1, "type":"number"}}}}'
)
_HERE = Path(__file__).parent
_LIMITS = Limits(request_seconds=5, total_seconds=20)


def write_plan(folder: Path, plan: Mapping[str, Any]) -> Path:
    """Write what a server of `raw_server` or `sdk_server` is to serve, and return the file."""
    path = folder / "plan.json"
    path.write_text(json.dumps(plan))
    return path


def raw_command(plan: Path) -> tuple[str, ...]:
    """Return the command of a server that sends the texts of a plan as they are."""
    return (sys.executable, str(_HERE / "raw_server.py"), str(plan))


def sdk_command(plan: Path) -> tuple[str, ...]:
    """Return the command of a server of both eras that is written with the SDK."""
    return (sys.executable, str(_HERE / "sdk_server.py"), str(plan))


def read(
    server: tuple[str, ...] | str, *, limits: Limits = _LIMITS, progress: Callable[[str], None] | None = None
) -> Listing:
    """Read a server, which gets `RAW_TOKEN` passed on as a variable or as a header."""
    reached = (
        UrlServer(url=server, headers={"Authorization": "RAW_TOKEN"})
        if isinstance(server, str)
        else CommandServer(command=server, env=("RAW_TOKEN",))
    )
    environ = {**os.environ, "RAW_TOKEN": TOKEN}
    return read_listing("desk", reached, environ=environ, limits=limits, progress=progress)


def alive(process: int) -> bool:
    """Tell whether a process runs; one that has ended and waits for its parent does not."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"
