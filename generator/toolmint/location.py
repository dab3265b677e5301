"""Where something stands in a source, before anyone has asked for its line.

A `Location` names a file and a JSON pointer (RFC 6901). Line and column are looked up only when something is
reported (`documents.positions`), since reading values with marks is several times slower.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

__all__ = ["Location", "join_pointer", "split_pointer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """A place in a source file."""

    path: str
    """The file as shown to people: relative to the project with `/`, else as it was given."""
    pointer: str = ""
    """JSON pointer (RFC 6901) of the value; empty for the whole document."""
    at: Literal["key", "value"] = "value"
    """Whether to point at the value or at the key that holds it."""
    needle: str | None = None
    """Text inside the value to point at; None points at the start."""
    within: str | None = None
    """The whole text that holds the needle, since a value may hold several texts; None: whatever the value says."""
    offset: int = 0
    """Where the needle begins in `within`, as an equal one may stand before it."""
    line: int = 0
    """1-based line; 0 while nobody has looked it up."""
    column: int = 0
    """1-based column, counted in characters; 0 while nobody has looked it up."""
    width: int = 0
    """How many characters to underline; 0 when unknown."""

    @property
    def resolved(self) -> bool:
        """Whether line and column are known."""
        return self.line > 0

    def child(self, *tokens: str | int, at: Literal["key", "value"] = "value") -> Location:
        """Return the location of a value below this one."""
        return Location(path=self.path, pointer=self.pointer + join_pointer(tokens), at=at)

    def located(self, line: int, column: int, width: int) -> Location:
        """Return the same place with its line and column, and how many characters to underline."""
        # Every finding is looked up, and `replace` takes three times as long.
        return Location(
            path=self.path,
            pointer=self.pointer,
            at=self.at,
            needle=self.needle,
            within=self.within,
            offset=self.offset,
            line=line,
            column=column,
            width=width,
        )

    def of_key(self) -> Location:
        """Return the same place, pointing at the key."""
        return replace(self, at="key", line=0, column=0, width=0)

    def of_text(self, needle: str, *, within: str | None = None, offset: int = 0) -> Location:
        """Return the place of a piece of text inside this value.

        Args:
            needle: the piece.
            within: the whole text that holds it.
            offset: where it begins there.
        """
        return replace(self, needle=needle, within=within, offset=offset, line=0, column=0, width=0)


def join_pointer(tokens: Iterable[str | int]) -> str:
    """Write reference tokens as a JSON pointer, escaping `~` and `/` (RFC 6901 section 3)."""
    joined = ""
    for token in tokens:
        text = str(token)
        if "~" in text or "/" in text:
            text = text.replace("~", "~0").replace("/", "~1")
        joined += "/" + text
    return joined


def split_pointer(pointer: str) -> list[str]:
    """Split a JSON pointer into its reference tokens, escapes undone.

    Raises:
        ValueError: the pointer is neither empty nor begins with `/`.
    """
    if pointer == "":
        return []
    if not pointer.startswith("/"):
        raise ValueError(f"a JSON pointer begins with `/`: {pointer!r}")
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/")]
