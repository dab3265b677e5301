"""A tool's result as an MCP server declares it: always an object.

The handshake-era revisions take no other root, and one tool that breaks this breaks the whole list. A result whose
schema does not say that it is an object is wrapped: `{"result": ...}`. A server must wrap the value likewise, by the
same rule: `is_wrapped`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from toolmint.ir.schema import Json, Schema, definition_name, types_of
from toolmint.lowering.schema import SchemaLowering

__all__ = ["RESULT", "is_wrapped", "lower_output"]

RESULT = "result"
"""The key of a wrapped result."""


def is_wrapped(schema: Schema, definitions: Mapping[str, Schema]) -> bool:
    """Say whether a result is wrapped, since its schema lets other values than objects pass.

    Args:
        schema: a contract's output schema.
        definitions: the output definitions of its catalog.
    """
    return not _is_object(schema, definitions, frozenset())


def lower_output(schema: Schema, definitions: Mapping[str, Schema], lowering: SchemaLowering) -> dict[str, Json]:
    """Lower an output schema so that its root says `"type": "object"`.

    Args:
        schema: a contract's output schema.
        definitions: the output definitions of its catalog.
        lowering: made of the same definitions.
    """
    if is_wrapped(schema, definitions):
        return lowering.lower(
            {"type": "object", "properties": {RESULT: schema}, "required": [RESULT], "additionalProperties": False}
        ).schema
    while isinstance(schema, Mapping) and set(schema) == {"$ref"}:
        schema = definitions[definition_name(schema["$ref"])]
    lowered = lowering.lower(schema).schema
    return lowered if lowered.get("type") == "object" else {"type": "object"} | lowered


def _is_object(schema: Schema, definitions: Mapping[str, Schema], seen: frozenset[str]) -> bool:
    if isinstance(schema, bool):
        return False
    if types_of(schema) == ("object",):
        return True
    if "type" in schema:
        return False
    if "$ref" in schema:
        name = definition_name(schema["$ref"])
        if name not in seen and _is_object(definitions[name], definitions, seen | {name}):
            return True
    return any(_is_object(branch, definitions, seen) for branch in _branches(schema, "allOf")) or any(
        branches and all(_is_object(branch, definitions, seen) for branch in branches)
        for branches in (_branches(schema, "anyOf"), _branches(schema, "oneOf"))
    )


def _branches(schema: Mapping[str, Json], keyword: str) -> list[Schema]:
    held = schema.get(keyword)
    return [branch for branch in held if isinstance(branch, bool | Mapping)] if isinstance(held, Sequence) else []
