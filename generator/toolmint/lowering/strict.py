"""Whether a provider can enforce a schema, judged on what lowering into its strict mode made of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from toolmint.ir.schema import (
    Json,
    JsonObject,
    Schema,
    reachable_definitions,
    subschemas,
    types_of,
    walk,
)
from toolmint.location import join_pointer
from toolmint.lowering.kinds import takes_null
from toolmint.lowering.losses import Effect
from toolmint.lowering.schema import LoweredSchema, SchemaLowering
from toolmint.profiles import Profile, StrictRules, strict_row

__all__ = ["StrictLowering", "constraint_lost", "optional_count", "strict_obstacle", "strict_ready", "union_count"]

_TYPED = frozenset({"type", "$ref", "anyOf", "enum", "const"})
_Found = Iterator[tuple[tuple[str | int, ...], str]]


def strict_ready(schema: Schema, definitions: Mapping[str, Schema], profile: Profile) -> bool:
    """Say whether the dialect's strict mode loses nothing of a schema.

    Args:
        schema: the root of a tool's input.
        definitions: what its references lead to.
        profile: the dialect; one without strict mode takes nothing.
    """
    return strict_obstacle(schema, definitions, profile) is None


def strict_obstacle(schema: Schema, definitions: Mapping[str, Schema], profile: Profile) -> str | None:
    """Return the first reason against strict mode, None when there is none.

    Returns:
        A phrase with its place, such as "`minLength` is not taken at `/properties/limit`".
    """
    if profile.strict is None:
        return "the dialect has no strict mode"
    lowered, obstacle = StrictLowering(definitions, profile, "en").lower(schema)
    if obstacle is None and profile.strict.asked != "always":
        obstacle = constraint_lost(lowered)
    return obstacle


@dataclass(slots=True)
class _Size:
    properties: int = 0
    values: int = 0
    text: int = 0


class StrictLowering:
    """Lowers roots of inputs into a dialect's strict mode, and judges what came out.

    Args:
        definitions: what references lead to.
        profile: a dialect with strict rules.
        language: of the phrases.

    Raises:
        ValueError: the dialect has no strict mode.
    """

    def __init__(self, definitions: Mapping[str, Schema], profile: Profile, language: str) -> None:
        rules = profile.strict
        if rules is None:
            raise ValueError(f"{profile.dialect} has no strict mode")
        self._schemas = SchemaLowering(definitions, strict_row(profile), language)
        self._check = _Check(rules=rules)

    def lower(self, schema: Schema) -> tuple[LoweredSchema, str | None]:
        """Lower the root of a tool's input.

        Returns:
            What it becomes, and the first reason why the provider would refuse it, or why a null could not be told
            from an omitted property.
        """
        lowered = self._schemas.lower(schema, root=True)
        return lowered, self._obstacle(lowered)

    def _obstacle(self, lowered: LoweredSchema) -> str | None:
        if lowered.obstacles:
            return lowered.obstacles[0]
        return self._check.obstacle(lowered.schema)


def constraint_lost(lowered: LoweredSchema) -> str | None:
    """Return the first constraint that a lowered schema does not hold, as a reason against strict mode.

    What constrains nothing may stand in words, and closing what the source does not describe loses nothing it says.
    """
    for loss in lowered.losses:
        if loss.constrains and loss.effect is not Effect.NARROWED:
            return f"`{loss.keyword}` is not taken at `{loss.pointer or '/'}`"
    return None


@dataclass(slots=True)
class _Check:
    """Judges lowered schemas that share definitions; each definition is judged once."""

    rules: StrictRules
    _judged: dict[int, tuple[Schema, str | None, _Size]] = field(default_factory=dict)
    """By identity, with the schema, so that it lives as long."""

    def obstacle(self, schema: JsonObject) -> str | None:
        definitions = schema.get("$defs", {})
        named: dict[str, Schema] = {}
        if isinstance(definitions, Mapping):
            named = {name: target for name, target in definitions.items() if isinstance(target, Mapping)}
        own = {keyword: value for keyword, value in schema.items() if keyword != "$defs"}
        found = self._first(own, (), named)
        if found is not None:
            return found
        for name, target in named.items():
            if id(target) not in self._judged:
                self._judged[id(target)] = (target, self._first(target, ("$defs", name), named), _measured(target))
            reason = self._judged[id(target)][1]
            if reason is not None:
                return reason
        if not self.rules.recursion:
            for name in named:
                if _leads_back(name, named):
                    return f"`{name}` holds itself"
        sizes = [_measured(own), *(self._judged[id(target)][2] for target in named.values())]
        return _oversized(sizes, sum(map(len, named)), self.rules)

    def _first(self, schema: Schema, path: tuple[str | int, ...], definitions: Mapping[str, Schema]) -> str | None:
        for place, reason in self._walk(schema, path, 1, definitions):
            return f"{reason} at `{join_pointer(place) or '/'}`"
        return None

    def _walk(
        self, schema: Schema, path: tuple[str | int, ...], depth: int, definitions: Mapping[str, Schema]
    ) -> _Found:
        if isinstance(schema, bool):
            yield path, "any value is allowed" if schema else "no value is allowed"
            return
        if self.rules.max_depth is not None and depth > self.rules.max_depth:
            yield path, f"over {self.rules.max_depth} levels of nesting"
            return
        for reason in self._node(schema, definitions):
            yield path, reason
        for tokens, child in subschemas(schema):
            if tokens != ("additionalProperties",):
                deeper = depth + (tokens[0] in ("properties", "items"))
                yield from self._walk(child, (*path, *tokens), deeper, definitions)

    def _node(self, schema: JsonObject, definitions: Mapping[str, Schema]) -> Iterator[str]:
        if _TYPED.isdisjoint(schema):
            yield "any value is allowed"
        if "object" in types_of(schema) or "properties" in schema:
            yield from self._object(schema, definitions)

    def _object(self, schema: JsonObject, definitions: Mapping[str, Schema]) -> Iterator[str]:
        if schema.get("additionalProperties") is not False:
            yield "an object is open"
        properties, required = schema.get("properties", {}), schema.get("required", [])
        if not isinstance(properties, Mapping) or not isinstance(required, Sequence):
            return
        for key in required:
            if key not in properties:
                yield f"`{key}` is required but not declared"
        for key, declared in properties.items():
            # A model would write null for absent, and the two could not be told apart again.
            if key not in required and takes_null(declared, definitions):
                yield f"`{key}` is both optional and nullable"


def _leads_back(name: str, definitions: Mapping[str, Schema]) -> bool:
    below: dict[str, Schema] = {}
    for _, part in walk(definitions[name]):
        if isinstance(part, Mapping) and "$ref" in part:
            below |= reachable_definitions({"$ref": part["$ref"]}, definitions)
    return name in below


def optional_count(schema: Schema) -> int:
    """Count the properties of a lowered schema that need not be there; references are not followed."""
    count = 0
    for _, part in walk(schema):
        properties = part.get("properties") if isinstance(part, Mapping) else None
        required = part.get("required", []) if isinstance(part, Mapping) else []
        if isinstance(properties, Mapping) and isinstance(required, Sequence):
            count += sum(1 for key in properties if key not in required)
    return count


def union_count(schema: Schema) -> int:
    """Count the places of a lowered schema that take one of several types; references are not followed."""
    return sum(
        1 for _, part in walk(schema) if isinstance(part, Mapping) and ("anyOf" in part or len(types_of(part)) > 1)
    )


def _oversized(sizes: Sequence[_Size], names: int, rules: StrictRules) -> str | None:
    for amount, limit, what in (
        (sum(size.properties for size in sizes), rules.max_properties, "properties"),
        (sum(size.values for size in sizes), rules.max_enum_values, "listed values"),
        (sum(size.text for size in sizes) + names, rules.max_text, "characters of names and listed values"),
    ):
        if limit is not None and amount > limit:
            return f"over {limit:,} {what}"
    return None


def _measured(schema: Schema) -> _Size:
    size = _Size()
    for _, part in walk(schema):
        if isinstance(part, Mapping):
            _measure(part, size)
    return size


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
