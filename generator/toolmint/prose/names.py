"""Every name that a schema holds, at any depth: properties, former names, values.

What a shared schema holds is gathered once a catalog and not once a tool.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from toolmint.ir.schema import (
    SUBSCHEMA_LISTS,
    SUBSCHEMA_MAPS,
    SUBSCHEMA_SINGLES,
    WAS,
    WIRE_NAME,
    Json,
    Schema,
    definition_name,
)

__all__ = ["Holding", "SchemaNames"]

_T = TypeVar("_T")

_VALUE_LISTS = frozenset({"enum", "examples"})
_VALUES = _VALUE_LISTS | {"const", "default", "example", "discriminator"}
_PLAIN = frozenset({"type", "description", "title", "format", "required", "nullable"})
"""Keywords that hold no names, and are in nearly every schema."""
_NOTHING: frozenset[Any] = frozenset()
_LONGEST = 200
"""Characters of a value that might be a name."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a schema holds, with everything that it refers to."""

    properties: frozenset[str]
    """Model-facing keys."""
    wire: frozenset[tuple[str, str]]
    """Key on the wire and model-facing key, where the two differ."""
    former: frozenset[tuple[str, str]]
    """Former name and name now."""
    values: frozenset[str]
    """Strings that `enum`, `const`, `default` or an example states, and keys of those that are objects."""


class SchemaNames:
    """Gathers names below the schemas of one direction.

    Args:
        definitions: what their references lead to.
    """

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self._definitions = definitions
        self._direct: dict[str, tuple[Holding, frozenset[str]]] = {}
        self._below: dict[str, Holding] = {}
        # The schema is kept beside what it holds, so that no other takes its identity.
        self._inline: dict[int, tuple[Schema, Holding, frozenset[str]]] = {}
        self._seen: dict[int, tuple[Schema, Holding]] = {}

    def of(self, schema: Schema) -> Holding:
        """Return what a schema holds; the same object is looked at once."""
        known = self._seen.get(id(schema))
        if known is None:
            inline, references = self._own(schema)
            below = [self.of_definition(name) for name in references]
            known = (schema, _union([inline, *below]) if below else inline)
            self._seen[id(schema)] = known
        return known[1]

    def inline(self, schema: Schema) -> Holding:
        """Return what stands in a schema itself, without what it refers to."""
        return self._own(schema)[0]

    def _own(self, schema: Schema) -> tuple[Holding, frozenset[str]]:
        known = self._inline.get(id(schema))
        if known is None:
            known = self._inline[id(schema)] = (schema, *_inline(schema))
        return known[1], known[2]

    def of_definition(self, name: str) -> Holding:
        """Return what a shared schema holds."""
        known = self._below.get(name)
        if known is None:
            reached = self._reach(name)
            known = _union([self._direct[one][0] for one in reached])
            self._below[name] = known
        return known

    def _reach(self, name: str) -> list[str]:
        """Return the shared schemas that one leads to, itself first."""
        seen: dict[str, None] = {}
        pending = [name]
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen[current] = None
            if current not in self._direct:
                self._direct[current] = self._own(self._definitions.get(current, True))
            pending += self._direct[current][1] - seen.keys()
        return list(seen)


def _inline(schema: Schema) -> tuple[Holding, frozenset[str]]:
    """Gather what stands in a schema itself, and the shared schemas that it refers to.

    The walk is written out, as `schema.walk` also builds the way to each part, which costs more than all the rest.
    """
    properties: set[str] = set()
    wire: set[tuple[str, str]] = set()
    former: set[tuple[str, str]] = set()
    values: set[str] = set()
    references: set[str] = set()
    pending: list[tuple[str | None, Json]] = [(None, schema)]
    while pending:
        key, part = pending.pop()
        if not isinstance(part, dict):
            continue
        if key is not None:
            properties.add(key)
        for keyword, value in part.items():
            if keyword in _PLAIN:
                continue
            if keyword == "$ref":
                references.add(definition_name(value))
            elif keyword in SUBSCHEMA_MAPS and isinstance(value, dict):
                named = keyword == "properties"
                for name, below in value.items():
                    if not (isinstance(below, dict) and _PLAIN.issuperset(below)):
                        pending.append((name if named else None, below))
                    elif named:
                        properties.add(name)  # nothing inside it has a name, as in most properties
            elif keyword in SUBSCHEMA_LISTS and isinstance(value, list):
                pending += [(None, below) for below in value]
            elif keyword in SUBSCHEMA_SINGLES:
                pending.append((None, value))
            elif keyword in _VALUES:
                _take_values(value if keyword in _VALUE_LISTS and isinstance(value, list) else [value], values)
            elif key is not None and keyword == WIRE_NAME:
                wire.add((str(value), key))
            elif key is not None and keyword == WAS and isinstance(value, list):
                former.update((str(name), key) for name in value)
    holding = Holding(_kept(properties), _kept(wire), _kept(former), _kept(values))
    return holding, _kept(references)


def _kept(found: set[_T]) -> frozenset[_T]:
    # Most are empty, and an empty set takes as much as one of four names.
    return frozenset(found) if found else _NOTHING


def _take_values(listed: Iterable[Json], values: set[str]) -> None:
    for value in listed:
        if isinstance(value, str):
            if len(value) <= _LONGEST:
                values.add(value)
                if "," in value or " " in value:
                    values.update(value.replace(",", " ").split())
        elif isinstance(value, dict):
            values.update(value)
            _take_values(value.values(), values)
        elif isinstance(value, list):
            _take_values(value, values)


def _union(holdings: Sequence[Holding]) -> Holding:
    return Holding(
        frozenset[str]().union(*(one.properties for one in holdings)),
        frozenset[tuple[str, str]]().union(*(one.wire for one in holdings)),
        frozenset[tuple[str, str]]().union(*(one.former for one in holdings)),
        frozenset[str]().union(*(one.values for one in holdings)),
    )
