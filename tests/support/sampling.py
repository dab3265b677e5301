"""Values that a schema probably accepts, made by chance."""

from __future__ import annotations

import random
from typing import Any

__all__ = ["sample"]

Json = Any
_DEEPEST = 6


def sample(schema: Json, chance: random.Random) -> Json:
    """Make a value for a schema whose references lead into its own `$defs`; it need not be valid."""
    return _value(schema, schema.get("$defs", {}), chance, 0)


def _value(schema: Json, definitions: Json, chance: random.Random, depth: int) -> Json:
    if not isinstance(schema, dict):
        return chance.choice([None, True, 1, "x", [], {}])
    if schema.get("nullable") is True and chance.random() < 0.3:
        return None
    if "$ref" in schema:
        target = definitions[schema["$ref"].removeprefix("#/$defs/")]
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        return _value({**target, **beside} if isinstance(target, dict) else target, definitions, chance, depth + 1)
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return chance.choice(schema["enum"])
    for keyword in ("anyOf", "oneOf"):
        if schema.get(keyword):
            rest = {key: value for key, value in schema.items() if key != keyword}
            branch = chance.choice(schema[keyword])
            return _value(_both(rest, branch, definitions), definitions, chance, depth + 1)
    if schema.get("allOf"):
        merged = {key: value for key, value in schema.items() if key != "allOf"}
        for member in schema["allOf"]:
            merged = _both(merged, member, definitions)
        return _value(merged, definitions, chance, depth + 1)
    return _typed(schema, definitions, chance, depth)


def _both(one: Json, other: Json, definitions: Json) -> Json:
    while isinstance(other, dict) and "$ref" in other:
        other = definitions[other["$ref"].removeprefix("#/$defs/")]
    if not isinstance(other, dict):
        return one
    both = {**one, **other}
    if "properties" in one and "properties" in other:
        both["properties"] = {**one["properties"], **other["properties"]}
    if "required" in one and "required" in other:
        both["required"] = [*one["required"], *other["required"]]
    return both


def _typed(schema: Json, definitions: Json, chance: random.Random, depth: int) -> Json:
    declared = schema.get("type", "object" if "properties" in schema else "string")
    match chance.choice(declared) if isinstance(declared, list) else declared:
        case "object":
            return _object(schema, definitions, chance, depth)
        case "array":
            least = schema.get("minItems", 0)
            count = least if depth > _DEEPEST else max(least, chance.randint(0, 2))
            count = min(count, schema.get("maxItems", count))
            return [_value(schema.get("items", True), definitions, chance, depth + 1) for _ in range(count)]
        case "integer" | "number":
            least, most = schema.get("minimum", 0), schema.get("maximum", 100)
            return chance.choice([least, most, chance.randint(-3, 200)])
        case "boolean":
            return chance.random() < 0.5
        case "null":
            return None
        case _:
            text = chance.choice(["", "a", "2026-01-01", "some longer text", "x" * schema.get("minLength", 1)])
            return text[: schema.get("maxLength", 99)]


def _object(schema: Json, definitions: Json, chance: random.Random, depth: int) -> Json:
    properties, required = schema.get("properties", {}), schema.get("required", [])
    made = {}
    for key in dict.fromkeys([*properties, *required]):
        wanted = chance.random() < (0.5 if depth < _DEEPEST else 0.0)
        if key in required or wanted:
            made[key] = _value(properties.get(key, True), definitions, chance, depth + 1)
    extra = schema.get("additionalProperties", True)
    if extra is not False and chance.random() < 0.2 and depth < _DEEPEST:
        made["surplus"] = _value(extra, definitions, chance, depth + 1)
    return made
