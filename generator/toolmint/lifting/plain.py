"""Lift schemas that say nothing out of the ordinary straight from their values, which most schemas are.

What is plain: known keywords whose values are of the right kind, no reference, no `allOf`, no property that one
direction hides, an author renames or a provider refuses. Such a schema is lifted without a word to anybody, so neither
its place nor a frame is needed. The handlers of `keywords` stay what defines the lifted form: here is only told apart
where they would keep a value, or drop it in silence.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeAlias

from toolmint.ir.schema import MCP_HEADER, Schema
from toolmint.lifting.keys import KEY, says_wire_key
from toolmint.lifting.keyword import is_pattern
from toolmint.lifting.keywords import LIFTED_KEYWORDS, SILENT_KEYWORDS

__all__ = ["PlainSchemas"]

_NUMBER = {keyword: number for number, keyword in enumerate(LIFTED_KEYWORDS)}
_TYPES = frozenset({"string", "integer", "number", "boolean", "array", "object", "null"})
_DROPPED: Final = object()
"""The keyword is left out, and nothing is said."""
_SPECIAL: Final = object()
"""The handler has something to say, to change, or to look up."""

_Value: TypeAlias = Any
"""A JSON value. It is told apart by its class, which checkers of types do not follow, and not by `isinstance`: parsers
give nothing but the plain classes, and what is asked of every value must be quick."""
_Keep: TypeAlias = Callable[[_Value], _Value]


class PlainSchemas:
    """Lifts plain schemas, and remembers which are not."""

    def __init__(self) -> None:
        # By identity, and without the value: one that goes and whose number another gets costs time and is no mistake.
        self._special: set[int] = set()
        self._rules: dict[str, tuple[int, _Keep]] = {
            keyword: (_NUMBER[keyword], keep) for keyword, keep in self._kept().items()
        }

    def lifted(self, schema: _Value) -> Schema | None:
        """Return what becomes of a schema; None where it is not plain.

        Args:
            schema: any value. It comes back itself where lifting changes nothing.
        """
        if schema.__class__ is bool:
            return bool(schema)
        if schema.__class__ is not dict or id(schema) in self._special:
            return None
        lifted = self._mapping(schema)
        if lifted is None:
            self._special.add(id(schema))
        return lifted

    def _mapping(self, schema: dict[str, _Value]) -> dict[str, _Value] | None:
        rules = self._rules
        lifted: dict[str, _Value] = {}
        is_same = is_ordered = True
        last = -1
        for keyword, value in schema.items():
            rule = rules.get(keyword)
            if rule is None:
                if not _is_silent(keyword):
                    return None
                is_same = False
                continue
            number, keep = rule
            kept = keep(value)
            if kept is not value:
                if kept is _SPECIAL:
                    return None
                is_same = False
                if kept is _DROPPED:
                    continue
                if keyword == "example":
                    if "examples" in schema:
                        return None
                    keyword = "examples"
            lifted[keyword] = kept
            if number < last:
                is_ordered = False
            last = number
        if not is_ordered:
            return {keyword: lifted[keyword] for keyword in sorted(lifted, key=_NUMBER.__getitem__)}
        return schema if is_same else lifted

    def _kept(self) -> dict[str, _Keep]:
        """Return the keywords that a plain schema may hold, each with what is kept of its value."""
        texts = ("title", "description", "format", "contentEncoding", "contentMediaType")
        bounds = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
        counts = ("Length", "Contains", "Items", "Properties")
        singles = ("not", "if", "then", "else", "contentSchema", "items", "contains", "unevaluatedItems")
        closings = ("additionalProperties", "unevaluatedProperties", "propertyNames")
        return {
            "type": _type,
            "enum": _enum,
            "required": _required,
            "multipleOf": _multiple,
            "pattern": _pattern,
            "example": lambda value: [value],
            "examples": _examples,
            "nullable": _unless_true,
            "readOnly": _unless_true,
            "writeOnly": _unless_true,
            "properties": self._properties,
            "patternProperties": self._pattern_properties,
            **dict.fromkeys(("const", "default", MCP_HEADER), lambda value: value),
            **dict.fromkeys(("deprecated", "uniqueItems"), _flag),
            **dict.fromkeys(texts, _text),
            **dict.fromkeys(bounds, _bound),
            **dict.fromkeys([end + count for count in counts for end in ("min", "max")], _count),
            **dict.fromkeys((*singles, *closings), self._single),
            **dict.fromkeys(("prefixItems", "anyOf", "oneOf"), self._list),
        }

    def _single(self, value: _Value) -> _Value:
        lifted = self.lifted(value)
        return _SPECIAL if lifted is None else lifted

    def _list(self, value: _Value) -> _Value:
        if value.__class__ is not list or not value:
            return _SPECIAL
        schemas: list[Schema] = []
        for one in value:
            lifted = self.lifted(one)
            if lifted is None:
                return _SPECIAL
            schemas.append(lifted)
        return schemas

    def _properties(self, value: _Value) -> _Value:
        if value.__class__ is not dict:
            return _SPECIAL
        return self._by_name(value, _stays) if value else _DROPPED

    def _pattern_properties(self, value: _Value) -> _Value:
        if value.__class__ is not dict:
            return _SPECIAL
        return self._by_name(value, is_pattern) if value else _DROPPED

    def _by_name(self, value: dict[str, _Value], is_plain: Callable[[str], bool]) -> _Value:
        schemas: dict[str, Schema] = {}
        is_same = True
        for name, schema in value.items():
            lifted = self.lifted(schema) if is_plain(name) else None
            if lifted is None:
                return _SPECIAL
            schemas[name] = lifted
            is_same = is_same and lifted is schema
        return value if is_same else schemas


def _is_silent(keyword: str) -> bool:
    if keyword.startswith("x-"):
        return keyword != "x-tool"
    return keyword in SILENT_KEYWORDS and keyword != "$ref"


@lru_cache(maxsize=4096)
def _stays(name: str) -> bool:
    """Say whether a property keeps its name towards the model, and its schema need not say the name."""
    return KEY.fullmatch(name) is not None and says_wire_key({}, name, name) == {}


def _type(value: _Value) -> _Value:
    if value.__class__ is str:
        return value if value in _TYPES else _SPECIAL
    if value.__class__ is not list or not all(one.__class__ is str and one in _TYPES for one in value):
        return _SPECIAL
    return value if len(value) > 1 and _are_distinct(value) else _SPECIAL


def _enum(value: _Value) -> _Value:
    if value.__class__ is not list or not value or not _are_texts(value):
        return _SPECIAL
    return value if _are_distinct(value) else _SPECIAL


def _required(value: _Value) -> _Value:
    if value.__class__ is not list or not _are_texts(value) or not all(map(_stays, value)):
        return _SPECIAL
    if not value:
        return _DROPPED
    return value if _are_distinct(value) else _SPECIAL


def _text(value: _Value) -> _Value:
    if value.__class__ is str:
        return value if value.strip() else _DROPPED
    return _DROPPED if value is None else _SPECIAL


def _flag(value: _Value) -> _Value:
    if value is True:
        return value
    return _DROPPED if value is False else _SPECIAL


def _unless_true(value: _Value) -> _Value:
    return _SPECIAL if value is True else _DROPPED


def _bound(value: _Value) -> _Value:
    if value.__class__ is int or (value.__class__ is float and math.isfinite(value)):
        return value
    return _SPECIAL


def _multiple(value: _Value) -> _Value:
    return value if (value.__class__ is int or value.__class__ is float) and value > 0 else _SPECIAL


def _count(value: _Value) -> _Value:
    return value if value.__class__ is int and value >= 0 else _SPECIAL


def _pattern(value: _Value) -> _Value:
    return value if value.__class__ is str and is_pattern(value) else _SPECIAL


def _examples(value: _Value) -> _Value:
    if value.__class__ is not list:
        return _SPECIAL
    return value if value else _DROPPED


def _are_texts(values: list[_Value]) -> bool:
    return all(one.__class__ is str for one in values)


def _are_distinct(values: list[_Value]) -> bool:
    return len(values) == 1 or len(set(values)) == len(values)
