"""The form of one lowered schema: floors of arrays and enums, unions, null, closed objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolmint.ir.schema import Json, JsonObject, Schema, types_of
from toolmint.lowering.kinds import kind, takes_null
from toolmint.lowering.losses import Effect
from toolmint.lowering.walk import Path, Walk
from toolmint.profiles import Profile

__all__ = ["ambiguous_key", "apart", "closed", "completed", "enum_said", "folded_null"]

_NULL: Mapping[str, Json] = {"type": "null"}


def enum_said(lowered: dict[str, Json], profile: Profile) -> bool:
    """Take values out of `enum` that the dialect does not hold there: null by a type, any other by words.

    Returns:
        Whether words have to say the values; `enum` is gone then.
    """
    values = lowered.get("enum")
    allowed = profile.values.enum
    if not isinstance(values, Sequence) or all(kind(value) in allowed for value in values):
        return False
    rest = [value for value in values if value is not None]
    if any(kind(value) not in allowed for value in rest):
        del lowered["enum"]
        both = types_of(lowered) == ("boolean",) and len(rest) == 2
        return not both
    nullable = not types_of(lowered) or "null" in types_of(lowered)
    if not rest:
        del lowered["enum"]
        lowered["type"] = "null"
        return False
    lowered["enum"] = rest
    types = [name for name in types_of(lowered) if name != "null"]
    if profile.types == "nullable" and types:
        return False
    if types:
        lowered["type"] = types[0] if len(types) == 1 else types
    if nullable:
        outside: dict[str, Json] = {k: lowered.pop(k) for k in ("title", "description") if k in lowered}
        inside = dict(lowered)
        lowered.clear()
        lowered.update({"anyOf": [inside, dict(_NULL)], **outside})
    return False


def folded_null(lowered: dict[str, Json]) -> dict[str, Json]:
    """Say null by `nullable`, where `type` is no list and a union has no branch for it."""
    types = types_of(lowered)
    if len(types) > 1 and "null" in types:
        (name,) = (one for one in types if one != "null")
        folded: dict[str, Json] = {**lowered, "type": name, "nullable": True}
        values = lowered.get("enum")
        if isinstance(values, Sequence):
            folded["enum"] = [value for value in values if value is not None]
        return folded
    branches = lowered.get("anyOf")
    if not isinstance(branches, Sequence):
        return lowered
    rest = [branch for branch in branches if branch != _NULL]
    if len(rest) == len(branches) or not rest:
        return lowered
    return {**lowered, "anyOf": [_nullable(rest[0]), *rest[1:]]}


def _nullable(schema: Json) -> Json:
    """Let a branch take null; one that is a union itself by its first branch."""
    if not isinstance(schema, Mapping):
        return schema
    inner = schema.get("anyOf")
    if isinstance(inner, Sequence) and inner:
        return {**schema, "anyOf": [_nullable(inner[0]), *inner[1:]]}
    return {**schema, "nullable": True}


def apart(lowered: dict[str, Json]) -> dict[str, Json]:
    """Leave nothing beside a union: its text goes to the first branch, a union of one is that one.

    A branch that is a union itself gives its branches to the outer one.
    """
    held = lowered.get("anyOf")
    if not isinstance(held, Sequence):
        return lowered
    branches: list[dict[str, Json]] = []
    for branch in held:
        inner = branch.get("anyOf") if isinstance(branch, Mapping) else None
        branches += [
            dict(one) for one in (inner if isinstance(inner, Sequence) else [branch]) if isinstance(one, Mapping)
        ]
    text = lowered.get("description")
    if isinstance(text, str) and branches:
        own = branches[0].get("description")
        branches[0]["description"] = f"{text} {own}" if isinstance(own, str) else text
    return branches[0] if len(branches) == 1 else {"anyOf": list(branches)}


def closed(lowered: dict[str, Json], source: JsonObject, path: Path, walk: Walk) -> None:
    """Close an object that declares properties and says nothing of others."""
    if lowered.get("properties") and "additionalProperties" not in source and "patternProperties" not in source:
        lowered["additionalProperties"] = False
        walk.lose("additionalProperties", Effect.NARROWED, path)


def completed(lowered: dict[str, Json], source: JsonObject, definitions: Mapping[str, Schema]) -> None:
    """Require every property; one that was optional takes null, which means omitted.

    A property that is both optional and nullable stays optional: null would mean two things.
    """
    written, declared = lowered.get("properties"), source.get("properties")
    required = lowered.get("required", [])
    if not isinstance(written, Mapping) or not isinstance(declared, Mapping) or not isinstance(required, Sequence):
        return
    needed = set(required)
    properties: dict[str, Json] = {}
    for key, schema in written.items():
        optional = key not in needed
        if optional and isinstance(schema, Mapping) and not takes_null(declared[key], definitions):
            properties[key] = _with_null(schema)
            needed.add(key)
        else:
            properties[key] = schema
    lowered["properties"] = properties
    lowered["required"] = [key for key in properties if key in needed] + [k for k in required if k not in properties]


def ambiguous_key(branches: Sequence[JsonObject], definitions: Mapping[str, Schema]) -> str | None:
    """Find a property that may be omitted in one variant of a union, and must be there or may be null in another.

    A null for it could not be told from its absence.

    Args:
        branches: the variants, references written in place.
        definitions: what references further down lead to.
    """
    optional: dict[str, set[int]] = {}
    other: dict[str, set[int]] = {}
    for index, branch in enumerate(branches):
        properties, required = branch.get("properties", {}), branch.get("required", ())
        if not isinstance(properties, Mapping) or not isinstance(required, Sequence):
            continue
        for key in required:
            other.setdefault(str(key), set()).add(index)
        for key, schema in properties.items():
            if key not in required:
                side = other if takes_null(schema, definitions) else optional
                side.setdefault(key, set()).add(index)
    return next((key for key, places in optional.items() if other.get(key, set()) - places), None)


def _with_null(schema: Mapping[str, Json]) -> dict[str, Json]:
    if "$ref" in schema:
        return {"anyOf": [{"$ref": schema["$ref"]}, dict(_NULL)]}
    branches = schema.get("anyOf")
    if isinstance(branches, Sequence):
        return {**schema, "anyOf": [*branches, dict(_NULL)]}
    widened = dict(schema)
    if "const" in schema:
        widened = {("enum" if k == "const" else k): ([v, None] if k == "const" else v) for k, v in schema.items()}
    elif isinstance(values := schema.get("enum"), Sequence):
        widened["enum"] = [*values, None]
    if (types := types_of(schema)) and "null" not in types:
        widened["type"] = [*types, "null"]
    return widened
