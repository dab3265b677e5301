"""`allOf` as one schema, for dialects that do not take it.

Merging is exact or does not happen: a conjunction that no single schema can say gives None. Where both sides
constrain one property, the property becomes an `allOf` again, which is merged when the walk reaches it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from toolmint.ir.schema import ANNOTATIONS, Json, JsonObject, Schema, definition_name, types_of

__all__ = ["merge_all_of", "merged_references"]

_GREATEST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains")
_LEAST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains")
_NESTED = ("items", "propertyNames", "contentSchema")
_OF_OBJECTS = ("properties", "additionalProperties", "patternProperties")


class _ConflictError(Exception):
    """No single schema says what both sides say."""


def merge_all_of(schema: JsonObject, definition: Callable[[str], Schema]) -> Schema | None:
    """Merge a schema's `allOf`, and its `$ref` if it has one, into one schema.

    Args:
        schema: holds `allOf`, or `$ref` with siblings.
        definition: finds a definition by name.

    Returns:
        A schema of the same values without `allOf` at its root; None where there is no single such schema.
    """
    try:
        return _merged(schema, definition)
    except _ConflictError:
        return None


def _merged(schema: JsonObject, definition: Callable[[str], Schema]) -> JsonObject:
    merged: JsonObject = {keyword: value for keyword, value in schema.items() if keyword not in ("allOf", "$ref")}
    members = _members(schema)
    if len(members) == 1 and "allOf" in schema and set(members[0]) == {"$ref"} and ANNOTATIONS.issuperset(merged):
        return {**members[0], **merged}
    seen: set[str] = set()
    while members:
        member = members.pop(0)
        if "$ref" in member:
            name = definition_name(member["$ref"])
            # A definition that leads back to itself says nothing new: X and X is X.
            target = {} if name in seen else definition(name)
            seen.add(name)
            if isinstance(target, bool):
                target = {} if target else {"not": {}}
            rest = {keyword: value for keyword, value in member.items() if keyword != "$ref"}
            members[:0] = [part for part in (rest, target) if part]
            continue
        if "allOf" in member:
            members[:0] = _members(member)
            member = {keyword: value for keyword, value in member.items() if keyword != "allOf"}
        merged = _both(merged, member)
    return merged


def merged_references(schema: JsonObject) -> frozenset[str]:
    """Return the definitions that merging a schema would write in place."""
    return frozenset(definition_name(member["$ref"]) for member in _members(schema) if "$ref" in member)


def _members(schema: JsonObject) -> list[JsonObject]:
    declared = schema.get("allOf")
    parts: list[Json] = list(declared) if isinstance(declared, Sequence) else []
    members: list[JsonObject] = [{"$ref": schema["$ref"]}] if "$ref" in schema else []
    for part in parts:
        if isinstance(part, Mapping):
            members.append(part)
        elif part is False:
            members.append({"not": {}})
    return members


def _both(one: JsonObject, other: JsonObject) -> JsonObject:
    """Conjoin two schemas that hold neither `allOf` nor `$ref`.

    Raises:
        _ConflictError: no single schema says both.
    """
    result: dict[str, Json] = {}
    for keyword in dict.fromkeys([*one, *other]):
        if keyword in _OF_OBJECTS:
            continue
        if keyword not in other or keyword not in one:
            result[keyword] = one[keyword] if keyword in one else other[keyword]
            continue
        result[keyword] = _combined(keyword, one[keyword], other[keyword])
    if result.get("type") == [] or result.get("enum") == []:
        raise _ConflictError
    return result | _objects(one, other)


def _combined(keyword: str, one: Json, other: Json) -> Json:
    if keyword == "type":
        return _types(one, other)
    if keyword == "enum" and isinstance(one, Sequence) and isinstance(other, Sequence):
        known = {_key(value) for value in other}
        return [value for value in one if _key(value) in known]
    if keyword in _GREATEST and isinstance(one, int | float) and isinstance(other, int | float):
        return max(one, other)
    if keyword in _LEAST and isinstance(one, int | float) and isinstance(other, int | float):
        return min(one, other)
    if keyword == "required" and isinstance(one, Sequence) and isinstance(other, Sequence):
        return list(dict.fromkeys(str(name) for name in [*one, *other]))
    if keyword == "uniqueItems":
        return bool(one) or bool(other)
    if keyword in _NESTED:
        return _nested(one, other)
    if keyword in ANNOTATIONS or keyword == "discriminator" or _key(one) == _key(other):
        return one
    raise _ConflictError


def _types(one: Json, other: Json) -> Json:
    mine = types_of({"type": one})
    theirs = types_of({"type": other})
    shared = [name for name in mine if name in theirs or (name == "integer" and "number" in theirs)]
    shared += [name for name in theirs if name == "integer" and "number" in mine and name not in shared]
    return shared[0] if len(shared) == 1 else list(shared)


def _objects(one: JsonObject, other: JsonObject) -> dict[str, Json]:
    """Conjoin `properties`, `patternProperties` and `additionalProperties`, which depend on each other."""
    if "patternProperties" in one or "patternProperties" in other:
        written = [part for part in (one, other) if any(keyword in part for keyword in _OF_OBJECTS)]
        if len(written) > 1:
            raise _ConflictError
        return {keyword: written[0][keyword] for keyword in _OF_OBJECTS if keyword in written[0]}
    mine, theirs = _properties(one), _properties(other)
    result: dict[str, Json] = {}
    properties: dict[str, Json] = {}
    extra = _nested(one.get("additionalProperties", True), other.get("additionalProperties", True))
    for key in dict.fromkeys([*mine, *theirs]):
        left = mine.get(key, one.get("additionalProperties", True))
        right = theirs.get(key, other.get("additionalProperties", True))
        nested = _nested(left, right)
        # A closed object refuses the key without its being listed.
        if nested is not False or extra is not False:
            properties[key] = nested
    if properties or "properties" in one or "properties" in other:
        result["properties"] = properties
    if extra is not True:
        result["additionalProperties"] = extra
    return result


def _properties(schema: JsonObject) -> JsonObject:
    declared = schema.get("properties")
    return declared if isinstance(declared, Mapping) else {}


def _nested(one: Json, other: Json) -> Json:
    if one is False or other is False:
        return False
    if one is True:
        return other
    if other is True or other == {} or _key(one) == _key(other):
        return one
    if one == {}:
        return other
    return {"allOf": [one, other]}


def _key(value: Json) -> str:
    # `1 == True` in Python, not in JSON.
    return json.dumps(value, sort_keys=True)
