"""What one walk over one schema gathers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from toolmint.ir.schema import SUBSCHEMA_LISTS, SUBSCHEMA_MAPS, SUBSCHEMA_SINGLES
from toolmint.location import join_pointer
from toolmint.lowering.losses import Effect, Loss

__all__ = ["HELD", "Path", "Walk"]

HELD: Mapping[str, str] = {
    **dict.fromkeys(SUBSCHEMA_SINGLES, "one"),
    **dict.fromkeys(SUBSCHEMA_LISTS, "list"),
    **dict.fromkeys(SUBSCHEMA_MAPS, "map"),
}
"""Keyword to how it holds schemas."""
Path: TypeAlias = tuple[str | int, ...]
"""Reference tokens from the root of what is walked."""


@dataclass(slots=True)
class Walk:
    """The state of a walk."""

    left: int
    """How many more definitions that lead back to themselves may be written in place here."""
    losses: list[Loss] = field(default_factory=list)
    references: dict[str, None] = field(default_factory=dict)
    obstacles: list[str] = field(default_factory=list)
    """Why strict mode could not tell an omitted property from one that is null, with the place."""

    def lose(self, keyword: str, effect: Effect, path: Path) -> None:
        """Note what the dialect cannot hold."""
        self.losses.append(Loss(keyword=keyword, effect=effect, pointer=join_pointer(path)))

    def object_to(self, reason: str, path: Path) -> None:
        """Note what stands against strict mode."""
        self.obstacles.append(f"{reason} at `{join_pointer(path) or '/'}`")
