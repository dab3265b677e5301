"""Scalars of plain schemas: the bounds and values that are the same in JSON Schema and in a pydantic model."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache

from toolmint.ir.schema import Json, JsonObject

__all__ = ["enumeration", "scalar"]

_MOST_VALUES = 500
_LARGEST_NUMBER = 2**53
_LARGEST_COUNT = 2**31
_LENGTHS = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems")}
_RANGE = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")


def scalar(name: str, schema: JsonObject) -> dict[str, Json] | None:
    """Write one type of a schema with the bounds that hold in both worlds.

    Args:
        name: a JSON Schema type other than `object` and `null`.
        schema: where the bounds stand.

    Returns:
        None for an unknown type.
    """
    if name == "boolean":
        return {"type": name}
    if name in _LENGTHS:
        bounds = {k: schema[k] for k in _LENGTHS[name] if k in schema and _is_count(schema[k])}
        pattern = schema.get("pattern")
        if name == "string" and isinstance(pattern, str) and _compiles_everywhere(pattern):
            bounds["pattern"] = pattern
        return {"type": name, **bounds}
    if name in ("integer", "number"):
        return {"type": name, **_range(schema, whole=name == "integer")}
    return None


def enumeration(values: Sequence[Json]) -> dict[str, Json] | None:
    """Write values as an enumeration, or as their type where Python's `Literal` cannot hold them.

    Args:
        values: without null.

    Returns:
        None where the values have no single type either.
    """
    unique = list({(type(value), value): value for value in values if isinstance(value, str | int)}.values())
    literal = all(isinstance(value, str | int) and _is_literal(value) for value in values)
    if literal and 0 < len(unique) <= _MOST_VALUES:
        return {"enum": unique}
    types = {type(value) for value in values}
    if types == {str}:
        return {"type": "string"}
    if types and types <= {int, float}:
        return {"type": "integer" if types == {int} else "number"}
    return None


def _is_literal(value: str | int) -> bool:
    # A lone surrogate is text that no file can hold.
    return not isinstance(value, str) or not any(0xD800 <= ord(c) <= 0xDFFF for c in value)


def _is_count(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < _LARGEST_COUNT


def _range(schema: JsonObject, *, whole: bool) -> dict[str, Json]:
    bounds: dict[str, Json] = {}
    for keyword in (*_RANGE, "multipleOf"):
        value = schema.get(keyword)
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        # Beyond, a float no longer is the number that the document says.
        if not math.isfinite(value) or abs(value) > _LARGEST_NUMBER:
            continue
        if keyword == "multipleOf" and (value <= 0 or not whole):
            # 0.3 is no multiple of 0.1 to pydantic, which reckons in binary.
            continue
        if whole and value != int(value):
            continue
        bounds[keyword] = int(value) if whole else value
    return bounds


@lru_cache(maxsize=4096)
def _compiles_everywhere(pattern: str) -> bool:
    """Say whether a pattern compiles in pydantic's own engine, which knows no lookaround, and in Python's."""
    from pydantic_core import SchemaError, SchemaValidator, core_schema

    try:
        re.compile(pattern)
        SchemaValidator(core_schema.str_schema(pattern=pattern))
    except (re.error, SchemaError, OverflowError, RecursionError, UnicodeEncodeError):
        return False
    return True
