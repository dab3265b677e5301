"""The root of a tool's input: an object without anything that a dialect refuses there.

A union at the root is written below one property; what a model then sends as `{"arguments": ...}` has to be taken out
of it before it is validated (`LoweredSchema.wrapper`).
"""

from __future__ import annotations

from collections.abc import Mapping

from toolmint.ir.schema import Json, JsonObject, Schema, walk
from toolmint.lowering.merge import merge_all_of
from toolmint.profiles import Profile

__all__ = ["plain_root", "root_wrapper", "wrapped"]

_WRAPPER = "arguments"


def plain_root(schema: Schema, profile: Profile, definitions: Mapping[str, Schema]) -> JsonObject:
    """Write a reference or `allOf` at the root in place where the dialect wants neither there, and state its type.

    That it is an object takes no value away: arguments are always one.
    """
    refused = {"$ref", "allOf"} & profile.root_refused
    while isinstance(schema, Mapping) and not refused.isdisjoint(schema):
        merged = merge_all_of(schema, definitions.__getitem__)
        if merged is None:
            break
        schema = merged
    stated: JsonObject = schema if isinstance(schema, Mapping) else {} if schema else {"not": {}}
    return {"type": "object", **{keyword: value for keyword, value in stated.items() if keyword != "type"}}


def root_wrapper(schema: JsonObject, profile: Profile) -> str | None:
    """Return the property that a root is to be written below, None where it can stand as it is.

    Args:
        schema: as `plain_root` returns it.
        profile: the dialect.
    """
    if profile.root_refused.isdisjoint(schema):
        return None
    taken: set[str] = set()
    for _, part in walk(schema):
        properties = part.get("properties") if isinstance(part, Mapping) else None
        taken |= set(properties) if isinstance(properties, Mapping) else set()
    name = _WRAPPER
    while name in taken:
        name += "_"
    return name


def wrapped(schema: JsonObject, name: str) -> dict[str, Json]:
    """Write a root below one property."""
    return {"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": False}
