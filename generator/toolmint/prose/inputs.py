"""The inputs of a tool as rules judge them: each with its text, and with what its schema says already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from toolmint.ir.contract import Catalog, ToolContract
from toolmint.ir.paths import alternatives
from toolmint.ir.schema import OBJECT_TYPES, SCHEMA_TYPES, Json, Schema, types_of
from toolmint.location import Location
from toolmint.text import name_words, word_set

__all__ = ["Input", "inputs_of"]

_FORM = frozenset({"pattern", "format", "examples", "example", "enum", "const", "default"})
"""Keywords that show what a value looks like."""
_COMPOSED = frozenset({"$ref", "allOf", "anyOf", "oneOf", "then", "else"})
_PLAIN_FORMATS = frozenset({"int32", "int64", "float", "double", "string"})
"""Formats that say no more than a type does."""
_ID_WORDS = frozenset({"id", "ids", "gid", "gids", "sid", "sids", "uid", "uids", "guid", "uuid"})
_TOKEN_WORDS = frozenset({"token", "tokens"})
_PAGING = word_set("page next sync continuation continue cursor max min total prompt output input pagination paging")


@dataclass(slots=True, kw_only=True)  # not frozen, for speed; see `Text`
class Input:
    """One argument; nobody changes it."""

    name: str
    required: bool
    schemas: tuple[Mapping[str, Json], ...]
    """Its schema and each one that applies to the same value, references followed."""
    elements: tuple[Mapping[str, Json], ...] = ()
    """The schemas of an array's elements, references followed."""
    text: str
    """Its own description, or the first of a schema that it refers to; empty where there is none."""
    contract: ToolContract = field(repr=False, compare=False)

    @property
    def place(self) -> Location:
        """Where it is made."""
        return self.contract.place_of(self.name)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of its name, lower case."""
        return _words(self.name)

    @property
    def types(self) -> frozenset[str]:
        """The types that its schema names."""
        if len(self.schemas) == 1 and isinstance(kind := self.schemas[0].get("type"), str):
            return _alone(kind)
        return frozenset(kind for schema in self.schemas for kind in types_of(schema))

    @property
    def values(self) -> tuple[Json, ...]:
        """The values that its schema lists, for itself or for its elements."""
        found: list[Json] = []
        for schema in (*self.schemas, *self.elements):
            enum = schema.get("enum")
            if isinstance(enum, Sequence) and not isinstance(enum, str):
                found += enum
        return tuple(found)

    @property
    def is_id(self) -> bool:
        """Whether its name is that of an id or of a token that stands for something: `order_id`, `userId`, `token`."""
        return _is_name_of_id(self.name) and not self.values and self.types != frozenset({"boolean"})

    @property
    def states_form(self) -> bool:
        """Whether its schema shows what a value looks like: a pattern, a format, an example."""
        return any(
            keyword != "format" or schema[keyword] not in _PLAIN_FORMATS
            for schema in self.schemas
            for keyword in _FORM & schema.keys()
        )


def inputs_of(contract: ToolContract, catalog: Catalog) -> tuple[Input, ...]:
    """Return the arguments of a tool in order."""
    properties = contract.input_schema.get("properties")
    required = contract.input_schema.get("required")
    needed = frozenset(required) if isinstance(required, Sequence) and not isinstance(required, str) else frozenset()
    definitions = catalog.definitions.input
    found = []
    for name, schema in properties.items() if isinstance(properties, OBJECT_TYPES) else ():
        if isinstance(schema, SCHEMA_TYPES):
            schemas = _schemas(schema, definitions)
            found.append(
                Input(
                    name=name,
                    required=name in needed,
                    schemas=schemas,
                    elements=_elements(schemas, definitions),
                    text=_text(schemas[0]) if len(schemas) == 1 else next(filter(None, map(_text, schemas)), ""),
                    contract=contract,
                )
            )
    return tuple(found)


def _schemas(schema: Schema, definitions: Mapping[str, Schema]) -> tuple[Mapping[str, Json], ...]:
    if isinstance(schema, OBJECT_TYPES) and _COMPOSED.isdisjoint(schema):
        return (schema,)
    return tuple(alternatives(schema, definitions))


def _elements(
    schemas: tuple[Mapping[str, Json], ...], definitions: Mapping[str, Schema]
) -> tuple[Mapping[str, Json], ...]:
    listed = [items for schema in schemas if isinstance(items := schema.get("items"), dict)]
    return tuple([part for items in listed for part in _schemas(items, definitions)])


@lru_cache(maxsize=64)
def _alone(kind: str) -> frozenset[str]:
    return frozenset((kind,))


@lru_cache(maxsize=16384)
def _is_name_of_id(name: str) -> bool:
    words = _words(name)
    return bool(words) and words[-1] in _ID_WORDS | _TOKEN_WORDS and _PAGING.isdisjoint(words[:-1])


@lru_cache(maxsize=16384)
def _words(name: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in name_words(name))


def _text(schema: Mapping[str, Json]) -> str:
    text = schema.get("description")
    return text.strip() if isinstance(text, str) else ""
