"""Whether a body is one plain object, and which: what can be flattened into arguments without a loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolmint.ir.schema import ANNOTATIONS, PRIVATE_KEYWORDS, Json, Schema, definition_name, types_of

__all__ = ["ObjectShape", "object_shape", "possible_types"]

_MERGEABLE = ANNOTATIONS | PRIVATE_KEYWORDS | {"type", "properties", "required", "allOf", "$ref", "discriminator"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectShape:
    """The properties of one plain object, `allOf` merged and references followed."""

    properties: Mapping[str, Schema]
    """Model-facing key -> schema; declared twice means that both schemas apply."""
    required: tuple[str, ...]
    undeclared: tuple[str, ...]
    """Required keys that no part declares as a property."""
    description: str | None
    """The first description met, from the outside in."""
    examples: tuple[Json, ...] = ()


def object_shape(schema: Schema, definitions: Mapping[str, Schema]) -> ObjectShape | None:
    """Read a schema as one plain object.

    Returns:
        The shape; None where the schema is something else or says more than properties can carry: a union, bounds on
        the number of properties, open `additionalProperties`, conditions, a value that may be null.
    """
    parts: list[Mapping[str, Json]] = []
    if not _collect(schema, definitions, parts, set()):
        return None
    properties: dict[str, Schema] = {}
    required: dict[str, None] = {}
    closed = [part for part in parts if part.get("additionalProperties") is False]
    for part in parts:
        declared = part.get("properties")
        if isinstance(declared, Mapping):
            for key, value in declared.items():
                if isinstance(value, bool | Mapping):
                    properties[key] = _both(properties[key], value) if key in properties else value
        names = part.get("required")
        if isinstance(names, Sequence):
            required.update(dict.fromkeys(str(name) for name in names))
    for part in closed:
        own = part.get("properties")
        # A closed branch forbids what its siblings declare: no flat object says the same.
        if set(properties) - set(own if isinstance(own, Mapping) else ()):
            return None
    if not properties:
        return None  # an object that declares nothing takes anything: one free-form argument
    descriptions = [part["description"] for part in parts if isinstance(part.get("description"), str)]
    examples = [example for part in parts for example in _examples(part)]
    return ObjectShape(
        properties=properties,
        required=tuple(name for name in required if name in properties),
        undeclared=tuple(name for name in required if name not in properties),
        description=str(descriptions[0]) if descriptions else None,
        examples=tuple(examples),
    )


def _examples(part: Mapping[str, Json]) -> list[Json]:
    examples = part.get("examples")
    return list(examples) if isinstance(examples, list) else []


def _collect(
    schema: Schema, definitions: Mapping[str, Schema], parts: list[Mapping[str, Json]], seen: set[str]
) -> bool:
    if isinstance(schema, bool):
        return False
    extra = set(schema) - _MERGEABLE
    extra.discard("additionalProperties" if schema.get("additionalProperties") is False else "")
    extra.discard("unevaluatedProperties" if schema.get("unevaluatedProperties") is False else "")
    if extra or schema.get("type", "object") != "object":
        return False
    parts.append(schema)
    if "$ref" in schema:
        name = definition_name(schema["$ref"])
        if name not in seen and not _collect(definitions[name], definitions, parts, seen | {name}):
            return False
    branches = schema.get("allOf")
    if isinstance(branches, Sequence):
        return all(
            _collect(branch, definitions, parts, seen) for branch in branches if isinstance(branch, bool | Mapping)
        )
    return "type" in schema or "properties" in schema or "$ref" in schema or "required" in schema


_TYPES = frozenset({"string", "integer", "number", "boolean", "array", "object", "null"})


def possible_types(schema: Schema, definitions: Mapping[str, Schema]) -> frozenset[str]:
    """Return the types that a schema leaves open: all seven where it names none."""
    return _possible(schema, definitions, frozenset())


def _possible(schema: Schema, definitions: Mapping[str, Schema], seen: frozenset[str]) -> frozenset[str]:
    if isinstance(schema, bool):
        return _TYPES if schema else frozenset()
    found = frozenset(types_of(schema)) or _TYPES
    if "number" in found:
        found |= {"integer"}
    if "$ref" in schema:
        name = definition_name(schema["$ref"])
        if name not in seen:
            found &= _possible(definitions[name], definitions, seen | {name})
    for branch in _branches(schema, "allOf"):
        found &= _possible(branch, definitions, seen)
    for union in ("anyOf", "oneOf"):
        branches = _branches(schema, union)
        if branches:
            found &= frozenset().union(*(_possible(branch, definitions, seen) for branch in branches))
    return found


def _branches(schema: Mapping[str, Json], keyword: str) -> list[Schema]:
    branches = schema.get(keyword)
    return [one for one in branches if isinstance(one, bool | Mapping)] if isinstance(branches, Sequence) else []


def _both(first: Schema, second: Schema) -> Schema:
    if first == second or second is True:
        return first
    if first is True:
        return second
    return {"allOf": [first, second]}
