"""Whether the branches of a `oneOf` exclude each other, so that `anyOf` says the same.

What cannot be shown in a few steps counts as overlapping.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from toolmint.ir.schema import Json, JsonObject, Schema, definition_name, types_of

__all__ = ["Exclusion"]

_DEEPEST = 3
_OBJECT = frozenset({"object"})


@dataclass(slots=True)
class _Facts:
    """What all parts of a schema say together."""

    types: frozenset[str] | None = None
    values: dict[str, Json] | None = None
    """JSON text to value, where the values are listed."""
    required: set[str] = field(default_factory=set)
    properties: dict[str, list[Schema]] = field(default_factory=dict)
    closed: list[frozenset[str]] = field(default_factory=list)
    """For each part that is closed, the keys that it takes."""


class Exclusion:
    """Compares schemas that share definitions.

    Args:
        definitions: what `$ref` leads to.
    """

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self._definitions = definitions

    def holds(self, branches: Sequence[Json]) -> bool:
        """Say whether no value can satisfy two of the branches."""
        schemas = [branch for branch in branches if isinstance(branch, bool | Mapping)]
        return all(self._apart(one, other, 0) for index, one in enumerate(schemas) for other in schemas[index + 1 :])

    def is_of(self, schema: Schema, types: Sequence[str]) -> bool:
        """Say whether a schema takes values of these types alone."""
        found = self._facts(schema).types
        return found is not None and found <= set(types)

    def _apart(self, one: Schema, other: Schema, depth: int) -> bool:
        if one is False or other is False:
            return True
        if depth > _DEEPEST:
            return False
        mine, theirs = self._facts(one), self._facts(other)
        if mine.types is not None and theirs.types is not None and not _shared(mine.types, theirs.types):
            return True
        if mine.values is not None and theirs.values is not None:
            return mine.values.keys().isdisjoint(theirs.values)
        if mine.types != _OBJECT or theirs.types != _OBJECT:
            return False
        if _misses(mine, theirs) or _misses(theirs, mine):
            return True
        return any(
            self._apart(left, right, depth + 1)
            for key in mine.required & theirs.required
            for left in mine.properties.get(key, ())
            for right in theirs.properties.get(key, ())
        )

    def _facts(self, schema: Schema) -> _Facts:
        facts = _Facts()
        pending, seen = [schema], set[str]()
        while pending:
            part = pending.pop()
            if not isinstance(part, Mapping):
                continue
            _add(part, facts)
            declared = part.get("allOf")
            if isinstance(declared, Sequence):
                pending += [member for member in declared if isinstance(member, bool | Mapping)]
            if "$ref" in part and (name := definition_name(part["$ref"])) not in seen:
                seen.add(name)
                pending.append(self._definitions[name])
        if facts.values is not None:
            kinds = frozenset(_kind(value) for value in facts.values.values())
            facts.types = kinds if facts.types is None else frozenset(k for k in kinds if _shared({k}, facts.types))
        return facts


def _add(part: JsonObject, facts: _Facts) -> None:
    if "type" in part:
        types = frozenset(types_of(part))
        facts.types = types if facts.types is None else _shared(facts.types, types)
    listed = [part["const"]] if "const" in part else part.get("enum")
    if isinstance(listed, Sequence):
        values = {json.dumps(value, sort_keys=True): value for value in listed}
        known = facts.values
        facts.values = values if known is None else {text: v for text, v in values.items() if text in known}
    required = part.get("required")
    if isinstance(required, Sequence):
        facts.required |= {str(key) for key in required}
    properties = part.get("properties")
    declared = properties if isinstance(properties, Mapping) else {}
    for key, schema in declared.items():
        if isinstance(schema, bool | Mapping):
            facts.properties.setdefault(key, []).append(schema)
    if part.get("additionalProperties") is False and "patternProperties" not in part:
        facts.closed.append(frozenset(declared))


def _misses(one: _Facts, other: _Facts) -> bool:
    """Whether a key that one needs is none that the other takes."""
    return any(not one.required <= taken for taken in other.closed)


def _shared(one: frozenset[str] | set[str], other: frozenset[str]) -> frozenset[str]:
    # Every integer is a number.
    left = one | ({"integer"} if "number" in one else set())
    right = other | ({"integer"} if "number" in other else set())
    return frozenset(left & right)


def _kind(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case int() | float():
            # 1.0 is an integer too; `number` shares with both.
            return "number"
        case Mapping():
            return "object"
        case _:
            return "array"
