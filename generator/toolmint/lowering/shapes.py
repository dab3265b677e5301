"""A schema in a few words, as a type: `{street: string, zip?: string}`, `"open" | "paid"`, `string[]`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from toolmint.ir.schema import (
    PRIVATE_KEYWORDS,
    Json,
    JsonObject,
    Schema,
    definition_name,
    subschemas,
    types_of,
)
from toolmint.lowering.losses import UNCONSTRAINING

__all__ = ["Shapes"]

_LONGEST = 400
_DEEPEST = 3
_VALUES = 20
_SAID = frozenset({"type", "properties", "required", "items", "enum", "const", "anyOf", "oneOf", "$ref"})


class Shapes:
    """Says what schemas that share definitions are.

    Args:
        definitions: what `$ref` leads to.
    """

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self._definitions = definitions

    def say(self, schema: Json) -> str | None:
        """Write a schema as a type, as deep as is short; None where even its first level is long."""
        for depth in range(_DEEPEST, 0, -1):
            text = self._type(schema, depth)
            if len(text) <= _LONGEST:
                return text
        return None

    def unsaid(self, schema: Schema) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Yield what the type of a schema does not tell: reference tokens and keyword, of constraints alone.

        References are followed once; what they lead to is placed below the reference.
        """
        yield from self._unsaid(schema, (), _DEEPEST, frozenset())

    def _unsaid(
        self, schema: Schema, path: tuple[str | int, ...], depth: int, seen: frozenset[str]
    ) -> Iterator[tuple[tuple[str | int, ...], str]]:
        if isinstance(schema, bool):
            return
        for keyword in schema:
            # That there are no other keys needs no words.
            plain = keyword in _SAID or keyword in UNCONSTRAINING or keyword in PRIVATE_KEYWORDS
            if not plain and schema[keyword] is not False:
                yield path, keyword
        if "$ref" in schema:
            name = definition_name(schema["$ref"])
            if name not in seen:
                yield from self._unsaid(self._definitions[name], path, depth, seen | {name})
        for tokens, child in subschemas(schema):
            if tokens[0] not in _SAID:
                continue
            if depth == 0:
                yield path, str(tokens[0])
                return
            yield from self._unsaid(child, (*path, *tokens), depth - 1, seen)

    def _type(self, schema: Json, depth: int) -> str:
        if not isinstance(schema, Mapping):
            return "nothing" if schema is False else "any"
        if "$ref" in schema:
            name = definition_name(schema["$ref"])
            return self._type(self._definitions[name], depth) if depth > 0 else name
        values = [schema["const"]] if "const" in schema else schema.get("enum")
        if isinstance(values, Sequence):
            shown = [json.dumps(value, ensure_ascii=False) for value in values[:_VALUES]]
            return " | ".join(shown if len(values) <= _VALUES else [*shown, "…"])
        for keyword, sign in (("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")):
            branches = schema.get(keyword)
            if isinstance(branches, Sequence) and branches:
                said = [self._type(branch, depth - 1) for branch in branches] if depth > 0 else []
                return sign.join(dict.fromkeys(said)) or "any"
        names = types_of(schema) or (("object",) if "properties" in schema else ())
        return " | ".join(dict.fromkeys(self._one(name, schema, depth) for name in names)) or "any"

    def _one(self, name: str, schema: JsonObject, depth: int) -> str:
        if name == "array":
            prefix = schema.get("prefixItems")
            if isinstance(prefix, Sequence) and prefix:
                said = [self._type(part, depth - 1) for part in prefix] if depth > 0 else []
                return f"[{', '.join(said)}]" if said else "any[]"
            below = self._type(schema.get("items", True), depth - 1) if depth > 0 else "any"
            return f"({below})[]" if " " in below and not below.startswith("{") else f"{below}[]"
        if name != "object":
            return name
        properties = schema.get("properties")
        if depth <= 0:
            return "object"
        if not isinstance(properties, Mapping) or not properties:
            extra = schema.get("additionalProperties")
            return f"{{[key]: {self._type(extra, depth - 1)}}}" if isinstance(extra, Mapping) and extra else "object"
        required = schema.get("required", ())
        needed = required if isinstance(required, Sequence) else ()
        fields = (
            f"{key}{'' if key in needed else '?'}: {self._type(below, depth - 1)}" for key, below in properties.items()
        )
        return "{" + ", ".join(fields) + "}"
