"""One schema out of several that all apply: `$ref` with siblings, `allOf`.

The result says no more than its parts do together, and may say less: models are for people who write Python, while
a call is validated against the contract's own schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from toolmint.ir.schema import ANNOTATIONS, PRIVATE_KEYWORDS, Json, JsonObject, Schema, definition_name, types_of

__all__ = ["direct_references", "merged_parts", "sole_reference"]

_SAYS_NOTHING = ANNOTATIONS | PRIVATE_KEYWORDS | {"discriminator"}
_MOST_PARTS = 200
_LONGEST_CHAIN = 50


def sole_reference(schema: Json) -> str | None:
    """Return the definition that is all that a schema says, be it in an `allOf`; None where it says more."""
    if not isinstance(schema, Mapping):
        return None
    said = schema.keys() - _SAYS_NOTHING
    if said == {"$ref"}:
        return definition_name(schema["$ref"])
    if said != {"allOf"}:
        return None
    telling = [part for part in _sequence(schema["allOf"]) if not _is_silent(part)]
    return sole_reference(telling[0]) if len(telling) == 1 else None


def direct_references(schema: Json) -> frozenset[str]:
    """Return the definitions that a schema itself builds on, without those that they build on."""
    if not isinstance(schema, Mapping):
        return frozenset()
    own = frozenset({definition_name(schema["$ref"])}) if "$ref" in schema else frozenset[str]()
    return own.union(*(direct_references(part) for part in _sequence(schema.get("allOf"))))


def merged_parts(schema: Json, definitions: Mapping[str, Schema]) -> JsonObject:
    """Put everything that applies to a value into one schema, without `$ref` and `allOf` at its root.

    Of keywords that cannot be joined the nearest one stays. A circle of references adds nothing.
    """
    # Each of many parts may lead to the same ones again: what lies further off than this is left out.
    return _merge(list(islice(_parts(schema, definitions, ()), _MOST_PARTS)))


def _is_silent(part: Json) -> bool:
    return part is True or (isinstance(part, Mapping) and part.keys() <= _SAYS_NOTHING)


def _parts(schema: Json, definitions: Mapping[str, Schema], opened: tuple[str, ...]) -> Iterator[JsonObject]:
    if not isinstance(schema, Mapping) or len(opened) > _LONGEST_CHAIN:
        return
    yield {key: value for key, value in schema.items() if key not in ("$ref", "allOf")}
    if "$ref" in schema:
        name = definition_name(schema["$ref"])
        if name not in opened and name in definitions:
            yield from _parts(definitions[name], definitions, (*opened, name))
    for part in _sequence(schema.get("allOf")):
        yield from _parts(part, definitions, opened)


def _merge(parts: Sequence[JsonObject]) -> JsonObject:
    if len(parts) <= 1:
        return parts[0] if parts else {}
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
