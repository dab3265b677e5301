"""The places of a document's values, as a tree that is walked by reference tokens."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Entry", "Span"]


class Span:
    """A value's place in the text: offsets in characters, without the byte-order mark."""

    __slots__ = ("_children", "_end", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self._end = end
        self._children: dict[str, Entry] | None = None

    @property
    def end(self) -> int:
        """Where the value ends."""
        return self._end

    @property
    def children(self) -> dict[str, Entry]:
        """What the value holds, by reference token; a list's elements by their index. Empty for scalars."""
        return self._children or {}

    def child(self, token: str) -> Entry | None:
        """Return one of the children; None where there is none of that token."""
        return self.children.get(token)

    def close(self, end: int, children: dict[str, Entry]) -> None:
        """Set what was unknown when the value began."""
        self._end = end
        self._children = children


class Entry(NamedTuple):
    """One child of a mapping or list."""

    key: tuple[int, int] | None
    """Where the key stands, start and end; None in a list."""
    span: Span
    """Where the value stands. What an alias repeats stands at its anchor."""
