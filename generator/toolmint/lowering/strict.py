"""Whether a provider can enforce a schema as it is, so that asking for it loses nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from toolmint.ir.schema import (
    PRIVATE_KEYWORDS,
    Json,
    JsonObject,
    Schema,
    definition_name,
    reachable_definitions,
    subschemas,
    types_of,
    walk,
)
from toolmint.location import join_pointer
from toolmint.profiles import Profile, StrictRules

__all__ = ["StrictCheck", "optional_count", "strict_obstacle", "strict_ready", "union_count"]

_TYPED = frozenset({"type", "$ref", "anyOf", "enum", "const"})
_Found = Iterator[tuple[tuple[str | int, ...], str]]


def strict_ready(schema: Schema, definitions: Mapping[str, Schema], profile: Profile) -> bool:
    """Say whether the dialect's strict mode takes a schema without any loss.

    Args:
        schema: the root of a tool's input.
        definitions: what its references lead to.
        profile: the dialect; one without strict mode takes nothing.
    """
    return strict_obstacle(schema, definitions, profile) is None


def strict_obstacle(schema: Schema, definitions: Mapping[str, Schema], profile: Profile) -> str | None:
    """Return the first reason why strict mode would change or refuse a schema, None when there is none.

    Returns:
        A phrase with its place, such as "`limit` is optional at `/properties/limit`".
    """
    return StrictCheck(definitions, profile).obstacle(schema)


@dataclass(slots=True)
class _Size:
    properties: int = 0
    values: int = 0
    text: int = 0


@dataclass(slots=True)
class StrictCheck:
    """Checks schemas that share definitions; each definition is judged once."""

    definitions: Mapping[str, Schema]
    profile: Profile
    _judged: dict[str, str | None] = field(default_factory=dict)
    _recursive: dict[str, bool] = field(default_factory=dict)

    def obstacle(self, schema: Schema) -> str | None:
        """Return the first reason against strict mode, as `strict_obstacle` does."""
        rules = self.profile.strict
        if rules is None:
            return "the dialect has no strict mode"
        if not isinstance(schema, Mapping) or types_of(schema) != ("object",):
            return "the root is no object"
        found = self._first(schema, (), rules)
        if found is not None:
            return found
        reached = reachable_definitions(schema, self.definitions)
        for name, target in reached.items():
            if name not in self._judged:
                self._judged[name] = self._first(target, ("$defs", name), rules)
            if self._judged[name] is not None:
                return self._judged[name]
        if not rules.recursion:
            for name in reached:
                if self._leads_back(name):
                    return f"`{name}` holds itself"
        return _oversized([schema, *reached.values()], [*reached], rules)

    def _first(self, schema: Schema, path: tuple[str | int, ...], rules: StrictRules) -> str | None:
        for place, reason in self._walk(schema, path, 1, rules):
            return f"{reason} at `{join_pointer(place) or '/'}`"
        return None

    def _walk(self, schema: Schema, path: tuple[str | int, ...], depth: int, rules: StrictRules) -> _Found:
        if isinstance(schema, bool):
            yield path, "any value is allowed" if schema else "no value is allowed"
            return
        if rules.max_depth is not None and depth > rules.max_depth:
            yield path, f"over {rules.max_depth} levels of nesting"
            return
        for reason in self._node(schema, rules):
            yield path, reason
        for tokens, child in subschemas(schema):
            if tokens != ("additionalProperties",):
                deeper = depth + (tokens[0] in ("properties", "items"))
                yield from self._walk(child, (*path, *tokens), deeper, rules)

    def _node(self, schema: JsonObject, rules: StrictRules) -> Iterator[str]:
        for keyword in schema:
            if keyword not in rules.keywords and keyword not in PRIVATE_KEYWORDS:
                yield f"`{keyword}` is not taken"
        if _TYPED.isdisjoint(schema):
            yield "any value is allowed"
        stated = schema.keys() - PRIVATE_KEYWORDS
        if "$ref" in schema and len(stated) > 1:
            yield "a reference has siblings"
        yield from _values(schema, rules)
        if "object" in types_of(schema) or "properties" in schema:
            yield from self._object(schema, rules)
        if "array" in types_of(schema) and not isinstance(schema.get("items"), Mapping):
            yield "an array has no `items`"

    def _object(self, schema: JsonObject, rules: StrictRules) -> Iterator[str]:
        if schema.get("additionalProperties") is not False:
            yield "an object is open"
        properties = schema.get("properties", {})
        required = schema.get("required", [])
        if not isinstance(properties, Mapping) or not isinstance(required, Sequence):
            return
        for key in required:
            if key not in properties:
                yield f"`{key}` is required but not declared"
        for key, declared in properties.items():
            if key in required:
                continue
            if rules.all_required:
                yield f"`{key}` is optional"
            # A model would write null for absent, and the two could not be told apart again.
            elif isinstance(declared, bool | Mapping) and self._takes_null(declared, set()):
                yield f"`{key}` is both optional and nullable"

    def _takes_null(self, schema: Schema, seen: set[str]) -> bool:
        if isinstance(schema, bool):
            return schema
        if "$ref" in schema:
            name = definition_name(schema["$ref"])
            if name in seen:
                return False
            seen.add(name)
            return self._takes_null(self.definitions[name], seen)
        branches = schema.get("anyOf")
        if isinstance(branches, Sequence):
            return any(self._takes_null(b, seen) for b in branches if isinstance(b, bool | Mapping))
        values = schema.get("enum")
        if isinstance(values, Sequence):
            return None in values
        if "const" in schema:
            return schema["const"] is None
        return "null" in types_of(schema)

    def _leads_back(self, name: str) -> bool:
        if name not in self._recursive:
            below: dict[str, Schema] = {}
            for _, part in walk(self.definitions[name]):
                if isinstance(part, Mapping) and "$ref" in part:
                    below |= reachable_definitions(part, self.definitions)
            self._recursive[name] = name in below
        return self._recursive[name]


def optional_count(schema: Schema) -> int:
    """Count the properties of a schema that need not be there; references are not followed."""
    count = 0
    for _, part in walk(schema):
        properties = part.get("properties") if isinstance(part, Mapping) else None
        required = part.get("required", []) if isinstance(part, Mapping) else []
        if isinstance(properties, Mapping) and isinstance(required, Sequence):
            count += sum(1 for key in properties if key not in required)
    return count


def union_count(schema: Schema) -> int:
    """Count the places of a schema that take one of several types; references are not followed."""
    return sum(
        1 for _, part in walk(schema) if isinstance(part, Mapping) and ("anyOf" in part or len(types_of(part)) > 1)
    )


def _values(schema: JsonObject, rules: StrictRules) -> Iterator[str]:
    """Judge `enum`, `const`, `format`, `pattern` and `minItems`."""
    held = schema.get("enum", [])
    values: list[Json] = [*held] if isinstance(held, Sequence) else []
    if "const" in schema:
        values.append(schema["const"])
    if any(isinstance(value, list | Mapping) for value in values) and "object" not in rules.enum_values:
        yield "a listed value is no primitive"
    if "format" in schema and schema["format"] not in rules.formats:
        yield f"format `{schema['format']}` is not taken"
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and re.search(rules.pattern_refused, pattern):
        yield "`pattern` holds a construct that is not taken"
    if rules.item_minima is not None and schema.get("minItems", 0) not in rules.item_minima:
        yield "`minItems` is over what is taken"


def _oversized(schemas: Sequence[Schema], names: Sequence[str], rules: StrictRules) -> str | None:
    size = _Size(text=sum(len(name) for name in names))
    for schema in schemas:
        for _, part in walk(schema):
            if isinstance(part, Mapping):
                _measure(part, size)
    for amount, limit, what in (
        (size.properties, rules.max_properties, "properties"),
        (size.values, rules.max_enum_values, "listed values"),
        (size.text, rules.max_text, "characters of names and listed values"),
    ):
        if limit is not None and amount > limit:
            return f"over {limit:,} {what}"
    return None


def _measure(schema: JsonObject, size: _Size) -> None:
    properties = schema.get("properties")
    if isinstance(properties, Mapping):
        size.properties += len(properties)
        size.text += sum(len(key) for key in properties)
    held = schema.get("enum")
    values: list[Json] = [*held] if isinstance(held, Sequence) else []
    size.values += len(values)
    if "const" in schema:
        values.append(schema["const"])
    size.text += sum(len(value if isinstance(value, str) else json.dumps(value)) for value in values)
