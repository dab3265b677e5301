"""Changes of a source, as data: what stands where, and what is to stand there.

A rule or a command says what to change; `editing` finds it in the text of the file and changes nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from toolmint.location import Location

if TYPE_CHECKING:
    Value: TypeAlias = bool | int | float | str | Sequence["Value"] | Mapping[str, "Value"] | None
else:
    Value: TypeAlias = object

__all__ = [
    "AppendElement",
    "Edit",
    "Fix",
    "PutEntry",
    "RenameKey",
    "ReplaceText",
    "SetValue",
    "StateKeyword",
    "Value",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceText:
    """Replaces a piece of a text; the rest of it stays as it is, line breaks too."""

    place: Location
    """The piece: its `needle`, and `within` and `offset` where an equal one may stand before it."""
    new: str
    """What takes its place; no white space."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameKey:
    """Gives a key of a mapping another name."""

    place: Location
    """The value that stands under the key."""
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetValue:
    """Replaces a single value, neither a mapping nor a list, by any other."""

    place: Location
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class PutEntry:
    """Adds a key to a mapping, behind those that it has."""

    place: Location
    """The mapping."""
    key: str
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class AppendElement:
    """Adds an element to a list, behind those that it has."""

    place: Location
    """The list."""
    value: Value


Edit: TypeAlias = ReplaceText | RenameKey | SetValue | PutEntry | AppendElement
"""A closed union; `match` it and end in `assert_never`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateKeyword:
    """Adds a keyword to the schema of an argument."""

    place: Location
    """What stands in the schema, or beside it: a text of the argument's, or the argument itself."""
    key: str
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """What mends a finding and harms nothing; places are those of findings, such as a text below an argument."""

    edits: tuple[ReplaceText | StateKeyword, ...]
