"""What a file of prompts holds: texts, each with what stands above it, and calls that are written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from toolmint.ir.schema import Json
from toolmint.location import Location
from toolmint.prose.texts import Text

__all__ = ["Call", "Keys", "Locate", "Prompt", "PromptText"]

Keys: TypeAlias = tuple[str | int, ...]
"""Keys and indexes down from the arguments of a call."""
Locate: TypeAlias = Callable[[int, str], Location]
"""Returns the place of a piece of a text, by its offset and its words."""


@dataclass(slots=True, kw_only=True)
class PromptText(Text):
    """A paragraph, a list, a heading, or a string of a data file."""

    locate: Locate = field(compare=False, repr=False)
    above: tuple[PromptText, ...] = field(default=(), compare=False, repr=False)
    """What says what the text is about where it names no tool itself: a line that introduces it, headings; the nearest
    first."""

    def at(self, needle: str, offset: int = 0) -> Location:
        """Return the place of a piece of the text, which begins at an offset."""
        return self.locate(offset, needle)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call that is written down: in JSON, in whichever provider's shape, or as `tool(argument=value)`."""

    tool: str
    """The name as it is written."""
    arguments: Mapping[str, Json]
    """What is passed, as far as it is a value."""
    others: frozenset[str] = frozenset()
    """Arguments that are passed something that is no value: a variable, a type."""
    form: Literal["json", "expression"]
    whole: bool
    """Whether everything that is passed is written down, so that what is not there is left out."""
    in_code: bool = False
    """Whether it stands in a block of program code."""
    place: Callable[[Keys], Location] = field(compare=False, repr=False)
    """Returns the place of an argument, or of something inside one; of the tool's name where there are no keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One file."""

    path: str
    """As shown to people."""
    texts: tuple[PromptText, ...]
    calls: tuple[Call, ...]
