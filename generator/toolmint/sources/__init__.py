"""The kinds of sources, by the key that a project file uses. A source is imported when it is first used."""

from __future__ import annotations

import importlib
from typing import cast

from toolmint.source import Source

__all__ = ["SOURCES", "load_source"]

SOURCES: dict[str, str] = {
    "openapi": "toolmint.sources.openapi.source:SOURCE",
    "tool-list": "toolmint.sources.tool_list.source:SOURCE",
    "java": "toolmint.sources.java.source:SOURCE",
    "python": "toolmint.sources.python.source:SOURCE",
}
"""Kind -> `module:object`."""


def load_source(kind: str) -> Source:
    """Import and return the source of a kind.

    Raises:
        KeyError: there is no such kind.
    """
    module, _, name = SOURCES[kind].partition(":")
    return cast(Source, getattr(importlib.import_module(module), name))
