"""What clients make of a tool's name before a model sees it: the server's name in front, and the whole cut."""

from __future__ import annotations

from typing import assert_never

from toolmint.ir.binding import HttpBinding, JavaBinding, McpBinding, PythonBinding
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.profiles import PROFILES

__all__ = ["client_prefix", "listed_name", "longest_name", "server_id"]

_LIST = ".mcp.json"


def server_id(catalog: Catalog) -> str | None:
    """Return what a client's configuration calls the server whose tools a catalog holds; None where nothing says so.

    A list is kept as `specs/NAME.mcp.json`, after the server that gave it.
    """
    file = catalog.origin.path.rpartition("/")[2]
    return file[: -len(_LIST)] if file.endswith(_LIST) and len(file) > len(_LIST) else None


def listed_name(contract: ToolContract) -> str:
    """Return the name that a client meets: of a tool that a server lists, the server's; else our own."""
    match contract.binding:
        case McpBinding(tool=name):
            return name
        case HttpBinding() | JavaBinding() | PythonBinding():
            return contract.name
        case _:
            assert_never(contract.binding)


def client_prefix(server: str) -> str:
    """Return what clients set before the names of a server's tools (Claude Code, and those that follow it)."""
    return f"mcp__{server}__"


def longest_name() -> int:
    """Return how many characters every provider takes that has a limit at all."""
    return min(rule.maximum for profile in PROFILES.values() for rule in profile.tool_names)
