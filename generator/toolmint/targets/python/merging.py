"""One schema out of several that all apply: `$ref` with siblings, `allOf`.

The result says no more than its parts do together, and may say less: models are for people who write Python, while
a call is validated against the contract's own schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from toolmint.ir.schema import ANNOTATIONS, PRIVATE_KEYWORDS, Json, JsonObject, Schema, definition_name, types_of

__all__ = ["applied_parts", "is_bare_reference", "merge"]

_UNREAD = ANNOTATIONS | PRIVATE_KEYWORDS | {"discriminator"}


def is_bare_reference(schema: JsonObject) -> bool:
    """Say whether a schema is a `$ref` with nothing beside it that changes what validates."""
    return "$ref" in schema and schema.keys() - _UNREAD == {"$ref"}


def applied_parts(schema: Schema, definitions: Mapping[str, Schema], opened: frozenset[str]) -> Iterator[JsonObject]:
    """Yield what applies to a value: the schema without `$ref` and `allOf`, then what those lead to.

    Args:
        schema: where to start.
        definitions: what references lead to.
        opened: definitions that are being read already; a circle of references alone says nothing.
    """
    if not isinstance(schema, Mapping):
        return
    yield {key: value for key, value in schema.items() if key not in ("$ref", "allOf")}
    if "$ref" in schema:
        name = definition_name(schema["$ref"])
        if name not in opened and name in definitions:
            yield from applied_parts(definitions[name], definitions, opened | {name})
    for part in _sequence(schema.get("allOf")):
        if isinstance(part, bool | Mapping):
            yield from applied_parts(part, definitions, opened)


def merge(parts: Sequence[JsonObject]) -> JsonObject:
    """Put parts that all apply into one schema; of keywords that cannot be joined the first stays.

    Args:
        parts: schemas without `$ref` and `allOf` at their root, the nearest first.
    """
    if len(parts) == 1:
        return parts[0]
    merged: dict[str, Json] = {}
    properties: dict[str, Json] = {}
    required: dict[str, None] = {}
    for part in parts:
        for key, value in _properties(part).items():
            known = properties.get(key)
            properties[key] = value if known is None or known == value else {"allOf": [known, value]}
        required.update((name, None) for name in _sequence(part.get("required")) if isinstance(name, str))
        for keyword, value in part.items():
            if keyword not in ("properties", "required", "type", "additionalProperties"):
                merged.setdefault(keyword, value)
    if properties:
        merged["properties"] = properties
    if required:
        merged["required"] = list(required)
    merged |= _joined_type(parts) | _joined_rest(parts)
    return merged


def _properties(part: JsonObject) -> JsonObject:
    properties = part.get("properties")
    return properties if isinstance(properties, Mapping) else {}


def _joined_type(parts: Sequence[JsonObject]) -> dict[str, Json]:
    joined: tuple[str, ...] = ()
    for part in parts:
        types = types_of(part)
        both = tuple(name for name in joined if name in types)
        joined = both or joined or types
    return {"type": list(joined)} if joined else {}


def _joined_rest(parts: Sequence[JsonObject]) -> dict[str, Json]:
    # Where one part is closed against another's properties, nothing would validate: the author meant both.
    stated = [part["additionalProperties"] for part in parts if "additionalProperties" in part]
    if not stated:
        return {}
    closed = all(value is False for value in stated) and len(stated) == sum(1 for part in parts if _properties(part))
    if closed:
        return {"additionalProperties": False}
    return {"additionalProperties": next((value for value in stated if value is not False), True)}


def _sequence(value: Json) -> Sequence[Json]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()
