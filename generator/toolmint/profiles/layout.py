"""How a tool and a list of tools look in a dialect: JSON values with slots."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["Layout", "Slot", "Template"]


class Slot(enum.Enum):
    """What is filled in; a key whose slot has nothing to hold is left out."""

    NAME = "name"
    TITLE = "title"
    DESCRIPTION = "description"
    SCHEMA = "schema"
    OUTPUT = "output"
    """The schema of the result."""
    STRICT = "strict"
    """`true`; absent where strict mode is not asked for."""
    STRICT_STATED = "strict-stated"
    """`true` or `false`."""
    EXAMPLES = "examples"
    """Argument objects."""
    HINTS = "hints"
    """MCP's annotations."""
    TOOLS = "tools"
    """All tools of the list, each in its own layout."""


Template: TypeAlias = "Slot | str | Mapping[str, Template] | Sequence[Template]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The form of one tool, and of the list that holds them."""

    tool: Template
    document: Template
    """Holds `Slot.TOOLS` once."""
