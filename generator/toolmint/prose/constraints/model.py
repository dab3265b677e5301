"""What prose can state of an argument: a default, a limit, a list of values, whether it must be passed, a form.

Each kind is a class of its own. Rules compare them with the schema, and fixes write them into it.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolmint.ir.schema import Json

__all__ = [
    "Amount",
    "Constraint",
    "Form",
    "StatedChoices",
    "StatedDefault",
    "StatedForm",
    "StatedLimit",
    "StatedPresence",
    "StatedValue",
]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as prose writes it."""

    value: int | float
    unit: str = ""
    """A unit that `amounts.UNITS` knows; empty for none."""
    noun: str = ""
    """The word behind it, in lower case, where it is no unit: `results`, `characters`."""
    also: tuple[Amount, ...] = ()
    """The same amount in other words: `24 hours (86,400 seconds)`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stated:
    start: int
    """Offset in the text."""
    end: int
    sentence: tuple[int, int]
    """Where the sentence begins and ends that says it."""
    hedged: bool = False
    """Whether the sentence says it under a condition, of something else as well, or as advice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedDefault(_Stated):
    """Such as `defaults to 20`."""

    value: Json
    said: str
    """As the text writes it, without quotes: `NONE` may be a value of its own."""
    at: tuple[int, int]
    """Where that stands in the text."""
    amount: Amount | None = None
    """Where the value is a number."""
    bare: bool = False
    """Whether it is a word of the sentence and not set off as a value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedLimit(_Stated):
    """Such as `at most 50 characters`; a range is two of them."""

    bound: Literal["minimum", "maximum"]
    amount: Amount
    exclusive: bool = False
    """`less than 50`."""
    of_length: bool = False
    """Whether the words say that it limits a length."""


@dataclass(frozen=True, slots=True)
class StatedValue:
    """One value of a list."""

    text: str
    start: int
    end: int
    marked: bool
    """Whether it is set off from the sentence, in code, quotes or bold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedChoices(_Stated):
    """Such as ``one of `asc`, `desc` ``."""

    values: tuple[StatedValue, ...]
    explicit: bool
    """Whether the words before it say outright that these are the values: `one of`, `must be`, `取值`."""
    complete: bool
    """Whether they say so without a condition, and the list ends with its last value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedPresence(_Stated):
    """Such as `(optional)` and `Required.` alone."""

    required: bool
    outright: bool
    """Whether the text begins with it, or it stands alone, so that it can mean nothing but the argument itself."""


class Form(enum.Enum):
    """How a value is written, by a closed list of phrases."""

    DATE = "a date"
    DATE_TIME = "a date and time"
    EPOCH = "a Unix timestamp"
    SEPARATED = "a separated list in one string"
    JSON_TEXT = "a string of JSON"
    LIST = "a list"
    BOOLEAN = "a boolean"
    INTEGER = "an integer"
    UUID = "a UUID"
    SECONDS = "seconds"
    MILLISECONDS = "milliseconds"
    MICROSECONDS = "microseconds"
    MINUTES = "minutes"
    HOURS = "hours"
    DAYS = "days"
    BYTES = "bytes"
    KILOBYTES = "kilobytes"
    MEGABYTES = "megabytes"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedForm(_Stated):
    """Such as `ISO 8601`, `epoch seconds`, `comma-separated`."""

    form: Form
    words: str
    """As the text says it."""


Constraint: TypeAlias = StatedDefault | StatedLimit | StatedChoices | StatedPresence | StatedForm
