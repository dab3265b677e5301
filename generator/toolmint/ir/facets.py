"""What a schema says of one value, in the shape that statements in prose are compared with.

Of a composition everything that any branch states is kept, so that a statement counts as wrong only where no branch
agrees with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from toolmint.ir.paths import alternatives, element_schemas
from toolmint.ir.schema import SCHEMA_TYPES, Json, Schema, definition_name, types_of

__all__ = ["BOUNDS", "Facets", "closed_values", "facets"]

Number: TypeAlias = int | float

BOUNDS = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
)
_WIDTHS = frozenset({2**31 - 1, -(2**31), 2**32 - 1, 2**53 - 1, 1 - 2**53, 2**63 - 1, -(2**63), 2**63, 2**64 - 1})
"""Numbers that say how wide a number is in memory, and no author's limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """What a schema says of one value."""

    types: frozenset[str]
    """JSON types that it may have, null left out; empty: any."""
    values: tuple[Json, ...] | None
    """Every value that is allowed, null left out, or that elements of an array may have; None: no list closes it."""
    defaults: tuple[Json, ...]
    """Stated defaults, null left out: in a tool's arguments it means that nothing was passed."""
    states_default: bool
    """Whether there is a default, be it null."""
    bounds: Mapping[str, frozenset[Number]] = field(default_factory=dict)
    """Keyword of `BOUNDS` to the numbers that the schema states for it."""
    formats: frozenset[str] = frozenset()
    patterns: tuple[str, ...] = ()


def facets(schema: Schema, definitions: Mapping[str, Schema]) -> Facets:
    """Gather what a schema says of its value.

    Args:
        schema: the schema of an argument.
        definitions: what its references lead to.
    """
    types: set[str] = set()
    defaults: list[Json] = []
    bounds: dict[str, set[Number]] = {}
    formats: set[str] = set()
    patterns: list[str] = []
    states_default = False
    for part in alternatives(schema, definitions):
        types.update(types_of(part))
        states_default = states_default or "default" in part
        if part.get("default") is not None:
            defaults.append(part["default"])
        for keyword in BOUNDS:
            number = part.get(keyword)
            if isinstance(number, int | float) and not isinstance(number, bool) and number not in _WIDTHS:
                bounds.setdefault(keyword, set()).add(number)
        for keyword, found in (("format", formats.add), ("pattern", patterns.append)):
            text = part.get(keyword)
            if isinstance(text, str):
                found(text)
    return Facets(
        types=frozenset(types - {"null"}),
        values=_values(schema, definitions),
        defaults=tuple(defaults),
        states_default=states_default,
        bounds={keyword: frozenset(numbers) for keyword, numbers in bounds.items()},
        formats=frozenset(formats),
        patterns=tuple(patterns),
    )


def _values(schema: Schema, definitions: Mapping[str, Schema]) -> tuple[Json, ...] | None:
    own = closed_values(schema, definitions)
    if own is not None:
        return own or None
    elements = element_schemas(schema, definitions)
    if len(elements) != 1:
        return None
    return closed_values(elements[0], definitions) or None


def closed_values(schema: Schema, definitions: Mapping[str, Schema]) -> tuple[Json, ...] | None:
    """Return every value that a schema allows, null left out; None where some branch allows others."""
    return _closed(schema, definitions, frozenset())


def _closed(schema: Schema, definitions: Mapping[str, Schema], within: frozenset[str]) -> tuple[Json, ...] | None:
    if isinstance(schema, bool):
        return None
    enum = schema.get("enum")
    if isinstance(enum, Sequence) and not isinstance(enum, str):
        return tuple(value for value in enum if value is not None)
    if "const" in schema:
        return () if schema["const"] is None else (schema["const"],)
    if types_of(schema) == ("null",):
        return ()
    if "$ref" in schema:
        name = definition_name(schema["$ref"])
        if name in definitions and name not in within:
            found = _closed(definitions[name], definitions, within | {name})
            if found is not None:
                return found
    every = schema.get("allOf")
    for branch in every if isinstance(every, Sequence) else ():
        found = _closed(branch, definitions, within) if isinstance(branch, SCHEMA_TYPES) else None
        if found is not None:
            return found
    for keyword in ("anyOf", "oneOf"):
        branches = schema.get(keyword)
        if isinstance(branches, Sequence) and branches:
            listed = [_closed(one, definitions, within) for one in branches if isinstance(one, SCHEMA_TYPES)]
            if all(one is not None for one in listed):
                return tuple(value for one in listed if one is not None for value in one)
    return None
