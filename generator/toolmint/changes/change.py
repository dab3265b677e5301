"""One change and how much it matters."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from toolmint.ir.schema import Json

__all__ = ["Change", "Grade", "Side", "verdict"]

Side = Literal["tool", "input", "output", "annotations", "server"]


class Grade(enum.Enum):
    """How much a change matters to who calls, from most to least; docs/grades.md argues each."""

    BREAKING = "BREAKING"
    """A call that was right fails now, or an answer that was relied on is gone."""
    LOOSENED = "LOOSENED"
    """What held calls back, or told a host to ask, holds back less."""
    BEHAVIOUR = "BEHAVIOUR"
    """The same calls are valid; what the model reads of them is another text."""
    EXPANDED = "EXPANDED"
    """More can be done; what could be done is as it was."""
    NOTATION = "NOTATION"
    """Written in another way, the same in meaning."""

    @property
    def rank(self) -> int:
        """0 for NOTATION up to 4 for BREAKING."""
        return len(Grade) - 1 - list(Grade).index(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference."""

    tool: str | None
    """None: of the whole list, such as the server's instructions."""
    side: Side
    path: tuple[str, ...]
    """Where on that side, such as `("items", "[]", "sku", "maximum")`; empty: the tool itself."""
    kind: str
    """A short name of what happened, such as `argument-removed`."""
    grade: Grade
    reason: str
    """What happened and why it has this grade; lower case, no full stop, backticks round literals."""
    before: Json = None
    after: Json = None
    prose: bool = False
    """Whether it is a text that changed, so that a word-level comparison helps."""
    safety: bool = False
    """Whether something that protected is weaker (LK-04)."""
    texts: tuple[tuple[str, str], ...] = ()
    """What comes with something new and a model reads, each with its place: no comparison shows it."""

    @property
    def place(self) -> str:
        """Where, for people: `input items[].sku`, `description`."""
        dotted = ".".join(self.path).replace(".[]", "[]")
        if self.side in ("tool", "server"):
            return dotted or self.side
        return f"{self.side} {dotted}".rstrip()


def verdict(changes: Iterable[Change]) -> Literal["major", "minor", "patch", "none"]:
    """Return what the changes make of a version number (Semantic Versioning 2.0.0, items 6 to 8)."""
    grades = {one.grade for one in changes}
    if Grade.BREAKING in grades:
        return "major"
    if grades & {Grade.LOOSENED, Grade.BEHAVIOUR, Grade.EXPANDED}:
        return "minor"
    return "patch" if grades else "none"
