"""A pinned list and its package: every kind of answer that `sdk_server` gives."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from toolmint import sources
from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog
from toolmint.source import SourceInput

__all__ = ["TOOLS", "changed_tool", "list_catalog"]

_RECORD = {
    "type": "object",
    "properties": {"order-id": {"type": "string"}, "lines": {"type": "integer"}},
    "required": ["lines"],
}
_QUERY = {
    "type": "object",
    "properties": {
        "q": {"type": "string", "description": "What to look for."},
        "max n": {"type": "number", "minimum": 1, "maximum": 10.5},
        "filter": {"type": "object", "properties": {"made by": {"type": "string"}}},
    },
    "required": ["q"],
}
_NAMES = ("fails", "picture", "several", "nothing", "long", "wait", "die", "refuse", "touch")
TOOLS: list[dict[str, Any]] = [
    {
        "description": "Search orders.",
        "inputSchema": _QUERY,
        "name": "search.orders",
        "annotations": {"readOnlyHint": True},
    },
    {
        "description": "Delete every order.",
        "inputSchema": {"type": "object"},
        "name": "wipe",
        "annotations": {"destructiveHint": True},
    },
    {"inputSchema": {"type": "object"}, "name": "record", "outputSchema": _RECORD},
    {"inputSchema": {"type": "object"}, "name": "misfit", "outputSchema": _RECORD},
    *({"inputSchema": {"type": "object"}, "name": name} for name in _NAMES),
]


def list_catalog(tools: Sequence[Any] = TOOLS, name: str = "desk") -> Catalog:
    """Read a list as the source of a pin.

    Args:
        tools: as a server sends them, in the order of keys that the SDK has.
        name: the source's.
    """
    content = json.dumps({"tools": list(tools)}).encode()
    store = DocumentStore(Path("/"), read=lambda _: content)
    source = SourceInput(name=name, kind="tool-list", file=Path(f"{name}.mcp.json"))
    return sources.load_source("tool-list").extract(source, store).catalog


def changed_tool(tools: Sequence[Any], name: str, **changes: Any) -> list[Any]:
    """Return a list in which one tool has other keys."""
    return [{**tool, **changes} if tool["name"] == name else tool for tool in tools]
