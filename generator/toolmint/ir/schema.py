"""The schema language of the IR: JSON Schema 2020-12 values, read and rewritten with the walkers here.

A schema is a plain JSON value that nobody mutates; mypy sees read-only types. `$ref` is always
`#/$defs/NAME`, and NAME is a key of the definitions that go with the schema. Keywords of our own are annotations
that no target shows to a model: `x-wire-name` (the key on the wire, where the model-facing key differs) and `x-was`
(former names of a property). `x-context` and `x-constant` mark a property that the host supplies or that is fixed,
`x-prose` holds a text whose references are not resolved yet; extraction takes these out, so no finished contract
holds them. `x-mcp-header` is MCP's (2026-07-28): the header that a client repeats an argument in, kept for the rules.

Why values and not a class a keyword: docs/decisions/0002-schemas-are-json-schema-values.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

__all__ = [
    "ANNOTATIONS",
    "COMBINATORS",
    "CONSTANT",
    "CONTEXT",
    "KEYWORDS",
    "MCP_HEADER",
    "OBJECT_TYPES",
    "PRIVATE_KEYWORDS",
    "PROSE",
    "SCHEMA_TYPES",
    "SUBSCHEMA_LISTS",
    "SUBSCHEMA_MAPS",
    "SUBSCHEMA_SINGLES",
    "WAS",
    "WIRE_NAME",
    "Json",
    "JsonObject",
    "Schema",
    "definition_name",
    "definition_ref",
    "map_subschemas",
    "reachable_definitions",
    "subschemas",
    "types_of",
    "walk",
    "without_private",
]

if TYPE_CHECKING:
    Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None
else:
    # Run-time annotations are read by `ir.codec`, which takes `object` as "a JSON value, written as it is".
    Json: TypeAlias = object
"""A JSON value; sequences are lists, mappings are dicts with keys in document order."""
JsonObject: TypeAlias = Mapping[str, Json]
Schema: TypeAlias = bool | JsonObject
"""A JSON Schema 2020-12 schema (core section 4.3)."""

WIRE_NAME = "x-wire-name"
WAS = "x-was"
CONTEXT = "x-context"
CONSTANT = "x-constant"
PROSE = "x-prose"
MCP_HEADER = "x-mcp-header"
PRIVATE_KEYWORDS = frozenset({WIRE_NAME, WAS, CONTEXT, CONSTANT, PROSE, MCP_HEADER})
"""Annotations of the IR that no model-facing file carries."""

SUBSCHEMA_SINGLES = (
    "items",
    "additionalProperties",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "contentSchema",
)
SUBSCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
SUBSCHEMA_MAPS = ("properties", "patternProperties", "dependentSchemas")

_HOLDERS: Mapping[str, str] = {
    **dict.fromkeys(SUBSCHEMA_SINGLES, "single"),
    **dict.fromkeys(SUBSCHEMA_LISTS, "list"),
    **dict.fromkeys(SUBSCHEMA_MAPS, "map"),
}
SCHEMA_TYPES = (bool, dict, Mapping)
"""What a schema is; `dict` says nothing that `Mapping` does not, and is told at once."""
OBJECT_TYPES = (dict, Mapping)
"""What a JSON object is, likewise."""

COMBINATORS = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else"})
ANNOTATIONS = frozenset(
    {"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment"}
)
"""JSON Schema validation section 9: keywords that change nothing about what validates."""

KEYWORDS = frozenset(
    {
        "$ref",
        "type",
        "enum",
        "const",
        "multipleOf",
        "maximum",
        "exclusiveMaximum",
        "minimum",
        "exclusiveMinimum",
        "maxLength",
        "minLength",
        "pattern",
        "maxItems",
        "minItems",
        "uniqueItems",
        "maxContains",
        "minContains",
        "maxProperties",
        "minProperties",
        "required",
        "dependentRequired",
        "format",
        "contentEncoding",
        "contentMediaType",
        "discriminator",
        *SUBSCHEMA_SINGLES,
        *SUBSCHEMA_LISTS,
        *SUBSCHEMA_MAPS,
        *ANNOTATIONS,
        *PRIVATE_KEYWORDS,
    }
)
"""Every keyword that an IR schema may hold; `discriminator` is OpenAPI's, kept for its mapping."""

_DEFS = "#/$defs/"


def definition_ref(name: str) -> str:
    """Return the `$ref` value that leads to a definition."""
    return _DEFS + name


def definition_name(ref: Json) -> str:
    """Return the definition that a `$ref` of an IR schema leads to.

    Raises:
        ValueError: the reference is not of the one form that the IR allows.
    """
    if not isinstance(ref, str) or not ref.startswith(_DEFS):
        raise ValueError(f"not a reference to a definition: {ref!r}")
    return ref[len(_DEFS) :]


def subschemas(schema: Schema) -> Iterator[tuple[tuple[str | int, ...], Schema]]:
    """Yield each direct subschema with its reference tokens below `schema`, in keyword order."""
    # Every rule walks every schema: looks that rule most keywords out come first.
    if isinstance(schema, bool) or _HOLDERS.keys().isdisjoint(schema):
        return
    for keyword, value in schema.items():
        shape = _HOLDERS.get(keyword)
        if shape is None:
            continue
        if shape == "single":
            if isinstance(value, SCHEMA_TYPES):
                yield (keyword,), value
        elif shape == "list":
            for index, element in enumerate(value if isinstance(value, Sequence) else ()):
                if isinstance(element, SCHEMA_TYPES):
                    yield (keyword, index), element
        elif isinstance(value, Mapping):
            for key, element in value.items():
                if isinstance(element, SCHEMA_TYPES):
                    yield (keyword, key), element


def walk(schema: Schema) -> Iterator[tuple[tuple[str | int, ...], Schema]]:
    """Yield `schema` and everything below it, parents first, with reference tokens from the root.

    References are not followed.
    """
    stack: list[tuple[tuple[str | int, ...], Schema]] = [((), schema)]
    while stack:
        tokens, current = stack.pop()
        yield tokens, current
        below = [(tokens + more, child) for more, child in subschemas(current)]
        stack.extend(reversed(below))


def map_subschemas(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """Return `schema` with `change` applied to each direct subschema; keyword order is kept."""
    if isinstance(schema, bool):
        return schema
    changed: dict[str, Json] = {}
    for keyword, value in schema.items():
        if keyword in SUBSCHEMA_SINGLES and isinstance(value, bool | Mapping):
            changed[keyword] = change(value)
        elif keyword in SUBSCHEMA_LISTS and isinstance(value, Sequence):
            changed[keyword] = [change(e) if isinstance(e, bool | Mapping) else e for e in value]
        elif keyword in SUBSCHEMA_MAPS and isinstance(value, Mapping):
            changed[keyword] = {k: change(e) if isinstance(e, bool | Mapping) else e for k, e in value.items()}
        else:
            changed[keyword] = value
    return changed


def reachable_definitions(schema: Schema, definitions: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the definitions that a schema needs, directly or through others, sorted by name.

    Raises:
        KeyError: a reference leads to no definition.
    """
    found: dict[str, Schema] = {}
    pending = [schema]
    while pending:
        for _, part in walk(pending.pop()):
            if isinstance(part, Mapping) and "$ref" in part:
                name = definition_name(part["$ref"])
                if name not in found:
                    found[name] = definitions[name]
                    pending.append(found[name])
    return dict(sorted(found.items()))


def types_of(schema: Schema) -> tuple[str, ...]:
    """Return the `type` keyword as a tuple; empty when any type is allowed by it."""
    if isinstance(schema, bool):
        return ()
    declared = schema.get("type")
    if declared is None:
        return ()
    if isinstance(declared, str):
        return (declared,)
    if isinstance(declared, Sequence):
        return tuple(str(name) for name in declared)
    return ()


def without_private(schema: Schema) -> Schema:
    """Return the schema as a model or another program may see it, our own annotations removed."""
    if isinstance(schema, bool):
        return schema
    cleaned = map_subschemas(schema, without_private)
    if isinstance(cleaned, Mapping) and not PRIVATE_KEYWORDS.isdisjoint(cleaned):
        return {keyword: value for keyword, value in cleaned.items() if keyword not in PRIVATE_KEYWORDS}
    return cleaned
