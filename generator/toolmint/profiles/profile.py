"""The shape of a dialect's row.

Every entry carries where it comes from and the day it was recorded. A limit is `enforced` only where the provider is
known to refuse what is over it; everything else is advice.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from toolmint.profiles.layout import Layout

__all__ = [
    "Evidence",
    "Handling",
    "KeywordRule",
    "Limit",
    "NameRule",
    "Profile",
    "RequestLimits",
    "StrictRules",
    "ValueRules",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Where an entry comes from."""

    kind: Literal["sdk", "documentation", "wire", "probe", "inference"]
    """Read in an SDK; documented; errors quoted in public; a dated live probe by others; concluded from these."""
    text: str
    recorded: str
    """ISO date on which the entry was recorded or last confirmed."""


class Handling(enum.Enum):
    """What becomes of a keyword."""

    KEPT = "kept"
    PROSE = "prose"
    """Said in words in the description of its schema."""
    REWRITTEN = "rewritten"
    """Said by another keyword: `const` by `enum`, `oneOf` by `anyOf`, `allOf` by one merged schema."""
    DROPPED = "dropped"
    """Lost, and reported as such."""
    OMITTED = "omitted"
    """Left out, as it tells a model nothing about what to write: no loss."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordRule:
    """How a dialect treats one keyword."""

    handling: Handling
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class NameRule:
    """What a name must look like."""

    pattern: str
    """Regular expression for the whole name, without its length."""
    maximum: int
    """Characters."""
    enforced: bool
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A greatest size."""

    maximum: int
    enforced: bool
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueRules:
    """Values that a keyword may hold although it is kept; others are said in words."""

    enum: frozenset[str]
    """JSON types that an `enum` may hold."""
    formats: frozenset[str] | None
    """None: any."""
    item_minima: frozenset[int] | None
    """Values of `minItems`; None: any."""
    pattern_refused: str
    """Regular expression that finds constructs which `pattern` may not hold; empty: none are refused."""
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestLimits:
    """What all strict tools of one request may hold together; None where no limit is known."""

    tools: int | None = None
    optional: int | None = None
    """Optional properties."""
    unions: int | None = None
    """Properties whose type is a union."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrictRules:
    """What a schema must be for the provider to enforce it while the model writes."""

    asked: Literal["lossless", "on request", "always"]
    """Whether strict mode is used wherever it loses nothing; there too, but only where the contract asks; or
    wherever every legal value can still be written, constraints that it does not take being said in words."""
    keywords: frozenset[str]
    """Everything else is said in words or lost."""
    values: ValueRules
    all_required: bool
    """Whether every property must be listed in `required`."""
    recursion: bool
    max_properties: int | None
    max_depth: int | None
    max_enum_values: int | None
    max_text: int | None
    """Characters of property names, definition names, enum and const values."""
    request: RequestLimits
    evidence: Evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One dialect."""

    dialect: str
    """The name on the command line and of the target."""
    title: str
    layout: Layout
    """How a tool and a list are written."""
    layout_evidence: Evidence
    tool_names: tuple[NameRule, ...]
    property_keys: tuple[NameRule, ...]
    descriptions: tuple[Limit, ...]
    """Characters of a tool's description."""
    tools: tuple[Limit, ...]
    """Tools in one list. Never enforced here: a list on disk need not be sent whole."""
    fields: tuple[Limit, ...]
    """Properties of all tools of one list together; likewise."""
    root_refused: frozenset[str]
    """Keywords that the root of an input schema may not hold; its type is always `object`."""
    root_evidence: Evidence
    no_arguments: Literal["closed", "properties", "omitted"]
    """Schema of a tool without arguments: without `properties`, with an empty one, or none at all."""
    keywords: Mapping[str, KeywordRule]
    unlisted: KeywordRule
    """For keywords that the table does not name."""
    values: ValueRules
    shallow: frozenset[str] | None
    """All that the schema of an argument may hold, where that is less than what `items` below it may; None: as much."""
    types: Literal["listed", "nullable", "single"]
    """Whether `type` may be a list; is one name and `nullable`; or is one name, other types being variants."""
    typed: Literal["as written", "where described", "everywhere"]
    """Where a schema states its type although the source leaves it to its other keywords, or open."""
    union_siblings: Literal["any", "annotations", "none"]
    """What may stand beside `anyOf`."""
    references: bool
    """Whether `$ref` into `$defs` is taken; otherwise definitions are written in place."""
    reference_siblings: bool
    """Whether keywords may stand beside `$ref`."""
    recursion: Literal["any", "optional", "none"]
    """Where a schema may lead back to itself: anywhere, or only through properties that are not required."""
    unrolled: int
    """How often a definition that leads back to itself is written inside itself where it must be written in place."""
    closes: bool
    """Whether every object must be closed: those that declare properties and are silent on others are."""
    completes: bool
    """Whether every property must be required: those that are optional take null, which means omitted."""
    form_evidence: Evidence
    """For the entries from `shallow` to `completes`."""
    outputs: Literal["none", "object", "any"]
    """Whether a list holds output schemas, and what their roots may be."""
    strict: StrictRules | None

    def handling(self, keyword: str) -> Handling:
        """Say what becomes of a keyword."""
        return self.keywords.get(keyword, self.unlisted).handling
