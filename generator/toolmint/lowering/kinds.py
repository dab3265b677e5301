"""Types as a dialect wants them: stated, one a schema, or with `nullable`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolmint.ir.schema import ANNOTATIONS, Json, JsonObject, Schema, definition_name, types_of

__all__ = ["any_value", "fits", "implied_types", "kind", "split", "takes_null", "with_fitting_values"]

_KEYWORDS_OF: Mapping[str, frozenset[str]] = {
    "string": frozenset({"minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType", "contentSchema"}),
    "number": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}),
    "array": frozenset(
        {"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains"}
        | {"unevaluatedItems"}
    ),
    "object": frozenset(
        {"properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties"}
        | {"maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "discriminator"}
    ),
}
"""Type to the keywords that speak of its values alone (JSON Schema validation section 6, core section 10.3)."""
_SCALARS: tuple[Json, ...] = tuple({"type": name} for name in ("string", "number", "boolean", "object"))


def kind(value: Json) -> str:
    """Return the JSON type of a value; `integer` for a number without a fraction part as it is written."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case int():
            return "integer"
        case float():
            return "number"
        case Mapping():
            return "object"
        case _:
            return "array"


def implied_types(schema: JsonObject) -> tuple[tuple[str, ...], bool]:
    """Return the types that a schema without `type` speaks of, and whether no others are valid.

    Returns:
        No type where it speaks of none.
    """
    values = [schema["const"]] if "const" in schema else schema.get("enum")
    if isinstance(values, Sequence):
        return tuple(dict.fromkeys(kind(value) for value in values)), True
    return tuple(name for name, keywords in _KEYWORDS_OF.items() if not keywords.isdisjoint(schema)), False


def with_fitting_values(schema: JsonObject) -> JsonObject | None:
    """Leave of the listed values those that the stated type lets be.

    Returns:
        The schema; None where no value is left, so that nothing satisfies it.
    """
    types, values = types_of(schema), schema.get("enum")
    if "const" in schema:
        return None if types and not any(fits(kind(schema["const"]), name) for name in types) else schema
    if not isinstance(values, Sequence):
        return schema
    left = [one for one in values if not types or any(fits(kind(one), name) for name in types)]
    if not left:
        return None
    return schema if len(left) == len(values) else {**schema, "enum": left}


def any_value() -> dict[str, Json]:
    """Write "any value" as a union of types; an array inside an array it cannot hold, as that would have no end."""
    return {"anyOf": [*_SCALARS, {"type": "array", "items": {"anyOf": list(_SCALARS)}}]}


def split(schema: JsonObject, types: Sequence[str]) -> JsonObject:
    """Write a schema of several types as a union, each branch with the keywords that speak of it.

    Args:
        schema: has no `type`, or a list.
        types: those that the branches are of.
    """
    outside = {keyword: value for keyword, value in schema.items() if keyword in ANNOTATIONS}
    branches: list[Json] = []
    for name in types:
        branch: dict[str, Json] = {"type": name}
        for keyword, value in schema.items():
            if keyword in ANNOTATIONS or keyword == "type" or not _speaks_of(keyword, name):
                continue
            if keyword == "enum" and isinstance(value, Sequence):
                branch[keyword] = [one for one in value if fits(kind(one), name)]
            else:
                branch[keyword] = value
        if branch.get("enum") == [] or ("const" in branch and not fits(kind(branch["const"]), name)):
            continue
        if name == "null":
            branch = {"type": "null"}
        branches.append(branch)
    return {"anyOf": branches, **outside}


def takes_null(schema: Json, definitions: Mapping[str, Schema], seen: frozenset[str] = frozenset()) -> bool:
    """Say whether null may be valid; where that is not plain it may."""
    if not isinstance(schema, Mapping):
        return schema is not False
    if "type" in schema and "null" not in types_of(schema):
        return False
    if "const" in schema and schema["const"] is not None:
        return False
    values = schema.get("enum")
    if isinstance(values, Sequence) and None not in values:
        return False
    if "$ref" in schema:
        name = definition_name(schema["$ref"])
        if name not in seen and not takes_null(definitions[name], definitions, seen | {name}):
            return False
    for keyword, judge in (("anyOf", any), ("oneOf", any), ("allOf", all)):
        branches = schema.get(keyword)
        if isinstance(branches, Sequence) and not judge(takes_null(b, definitions, seen) for b in branches):
            return False
    return True


def _speaks_of(keyword: str, name: str) -> bool:
    family = "number" if name == "integer" else name
    owners = [owner for owner, keywords in _KEYWORDS_OF.items() if keyword in keywords]
    return not owners or family in owners


def fits(found: str, name: str) -> bool:
    """Say whether a value of one kind may be of a type; a number may be without a fraction part."""
    return found == name or (found == "integer" and name == "number") or (found == "number" and name == "integer")
