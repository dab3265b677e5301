"""Random JSON values that a schema allows, drawn through hypothesis.

For the schemas that toolmint makes: JSON Schema 2020-12 whose references lead to `#/$defs/NAME`. What comes out is
valid, or the example is rejected; so a test may rely on it.
"""

from __future__ import annotations

import math
import string
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeVar

import jsonschema_rs
from hypothesis import assume, reject
from hypothesis import strategies as st

__all__ = ["Fill", "Values", "reachable"]

T = TypeVar("T")
Fill = Literal["required", "all", "random"]
"""Which optional properties an object gets."""

DEEPEST = 4
"""Below this no optional property and no element is added, so that recursive schemas end."""
_VALIDATORS: dict[int, tuple[Mapping[str, Any], jsonschema_rs.Draft202012Validator]] = {}
"""By the identity of the schema, which is held so that no other takes its place."""
_MERGED = ("properties", "patternProperties")
_FORMATS: Mapping[str, st.SearchStrategy[str]] = {
    "date": st.dates().map(lambda day: day.isoformat()),
    "date-time": st.datetimes().map(lambda time: time.replace(microsecond=0).isoformat() + "Z"),
    "time": st.times().map(lambda time: time.replace(microsecond=0).isoformat() + "Z"),
    "uuid": st.uuids().map(str),
    "email": st.integers(0, 999).map(lambda number: f"reader{number}@example.com"),
    "uri": st.integers(0, 999).map(lambda number: f"https://example.com/{number}?a=b&c=%20#d"),
    "url": st.integers(0, 999).map(lambda number: f"https://example.com/{number}"),
    "hostname": st.integers(0, 999).map(lambda number: f"host{number}.example.com"),
    "ipv4": st.ip_addresses(v=4).map(str),
    "ipv6": st.ip_addresses(v=6).map(str),
    "byte": st.sampled_from(["", "AAEC", "aGVsbG8="]),
    "base64": st.sampled_from(["", "AAEC", "aGVsbG8="]),
    "binary": st.sampled_from(
        [
            "plain text",
            "zwölf\r\n--x--\r\n",
            "data:image/png;base64,AAECDQo=",
            "data:;base64,/w==",
            "data:text/a;base64,QQ==",
        ]
    ),
    "int64": st.just("7"),
}


@dataclass(frozen=True, kw_only=True)
class Values:
    """Draws values.

    Args:
        data: hypothesis's source of choices.
        definitions: what `#/$defs/NAME` leads to.
        fill: which optional properties are given.
        text: what unconstrained text is made of.
        keys: what the free keys of an open object are made of.
    """

    data: st.DataObject
    definitions: Mapping[str, Any]
    fill: Fill = "random"
    text: st.SearchStrategy[str] = field(default_factory=lambda: st.text(st.characters(codec="utf-8"), max_size=8))
    keys: st.SearchStrategy[str] = field(
        default_factory=lambda: st.text(string.ascii_lowercase, min_size=1, max_size=4)
    )

    def arguments(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """Draw one object that a tool's input schema allows."""
        value = self._draw(schema, 0)
        assume(self._validator(schema).is_valid(value))
        assert isinstance(value, dict)
        return value

    def _validator(self, schema: Mapping[str, Any]) -> jsonschema_rs.Draft202012Validator:
        if id(schema) not in _VALIDATORS:
            whole = {**schema, "$defs": reachable(schema, self.definitions)}
            _VALIDATORS[id(schema)] = (schema, jsonschema_rs.Draft202012Validator(whole))
        return _VALIDATORS[id(schema)][1]

    def _one_of(self, options: Any) -> Any:
        return self.data.draw(st.sampled_from(list(options)))

    def _draw(self, schema: Any, depth: int) -> Any:
        if schema is False:
            reject()
        merged = self._merged({} if schema is True else schema, depth)
        if "const" in merged:
            return merged["const"]
        if "enum" in merged:
            return self._one_of(merged["enum"])
        match self._type(merged, depth):
            case "null":
                return None
            case "boolean":
                return self.data.draw(st.booleans())
            case "integer":
                return self._number(merged, whole=True)
            case "number":
                return self._number(merged, whole=False)
            case "array":
                return self._array(merged, depth)
            case "object":
                return self._object(merged, depth)
            case _:
                return self._text(merged)

    def _merged(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        """Lay references, `allOf`, and one branch of each union over each other."""
        merged = {key: value for key, value in schema.items() if key not in ("$ref", "allOf", "anyOf", "oneOf")}
        parts = list(schema.get("allOf", ()))
        if "$ref" in schema:
            parts.append(self.definitions[schema["$ref"].removeprefix("#/$defs/")])
        for union in ("anyOf", "oneOf"):
            if union in schema:
                branches = schema[union]
                if depth > DEEPEST:
                    branches = sorted(branches, key=lambda branch: branch.get("type") != "null")[:1]
                parts.append(self._one_of(branches))
        for part in parts:
            merged = self._both(merged, self._merged({} if part is True else part, depth))
        return merged

    def _both(self, first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
        both = {**second, **first}
        for key in _MERGED:
            if key in first and key in second:
                shared = {
                    name: {"allOf": [first[key][name], second[key][name]]} for name in first[key] if name in second[key]
                }
                both[key] = {**second[key], **first[key], **shared}
        if "required" in first and "required" in second:
            both["required"] = list(dict.fromkeys([*first["required"], *second["required"]]))
        if "enum" in first and "enum" in second:
            both["enum"] = [value for value in first["enum"] if value in second["enum"]]
        if "type" in first and "type" in second:
            types = [one for one in _types(first) if one in _types(second)]
            both["type"] = types or ["integer"]  # `number` and `integer`
        for key, choose in (("minimum", max), ("maximum", min), ("minLength", max), ("maxLength", min)):
            if key in first and key in second:
                both[key] = choose(first[key], second[key])
        return both

    def _type(self, schema: Mapping[str, Any], depth: int) -> str:
        types = _types(schema)
        if depth > DEEPEST and "null" in types:
            return "null"
        if types:
            return str(self._one_of(types))
        if any(key in schema for key in ("properties", "required", "additionalProperties", "minProperties")):
            return "object"
        if "items" in schema:
            return "array"
        return "string"

    def _number(self, schema: Mapping[str, Any], *, whole: bool) -> Any:
        step = schema.get("multipleOf", 1 if whole else None)
        low, high = schema.get("minimum"), schema.get("maximum")
        bits = {"int32": 31, "int64": 63}.get(schema.get("format", ""))
        if bits is not None:
            low = max(-(2**bits), low if low is not None else -(2**bits))
            high = min(2**bits - 1, high if high is not None else 2**bits)
        least, most = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
        if step is not None:
            unit = step if not whole or float(step).is_integer() else 1
            bottom = None if low is None else math.ceil(-(-low // unit))
            top = None if high is None else math.floor(high // unit)
            if least is not None:
                bottom = max(math.floor(least / unit) + 1, bottom if bottom is not None else -(2**63))
            if most is not None:
                top = min(math.ceil(most / unit) - 1, top if top is not None else 2**63)
            return self.data.draw(st.integers(bottom, top)) * unit
        bottom, top = low if least is None else least, high if most is None else most
        drawn = st.floats(
            bottom,
            top,
            exclude_min=least is not None,
            exclude_max=most is not None,
            allow_nan=False,
            allow_infinity=False,
        )
        return self.data.draw(drawn)

    def _text(self, schema: Mapping[str, Any]) -> str:
        low, high = schema.get("minLength", 0), schema.get("maxLength")
        encoded = "contentMediaType" in schema and "contentEncoding" not in schema
        known = _FORMATS.get("binary" if encoded else schema.get("format", ""))
        if "pattern" in schema:
            drawn = self.data.draw(st.from_regex(schema["pattern"], alphabet=st.characters(codec="ascii")))
            assume(len(drawn) >= low and (high is None or len(drawn) <= high))
            return drawn
        drawn = self.data.draw(known if known is not None else self.text)
        if len(drawn) < low:
            drawn += "x" * (low - len(drawn))
        return drawn if high is None else drawn[:high]

    def _array(self, schema: Mapping[str, Any], depth: int) -> list[Any]:
        low, high = schema.get("minItems", 0), schema.get("maxItems", schema.get("minItems", 0) + 3)
        count = low if depth > DEEPEST else self.data.draw(st.integers(low, max(low, min(high, low + 3))))
        if self.fill == "all" and depth <= DEEPEST:
            count = max(count, min(1, high))
        first = schema.get("prefixItems", [])
        made = [self._draw(one, depth + 1) for one in first]
        items = schema.get("items", True)
        while len(made) < count and items is not False:
            made.append(self._draw(items, depth + 1))
        if schema.get("uniqueItems"):
            made = [value for index, value in enumerate(made) if value not in made[:index]]
            assume(len(made) >= low)
        return made

    def _object(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        properties, required = schema.get("properties", {}), schema.get("required", [])
        made = {}
        for name, below in properties.items():
            if name in required or self._given(depth):
                made[name] = self._draw(below, depth + 1)
        free = schema.get("additionalProperties", not properties)
        for name in required:
            if name not in made:
                made[name] = self._draw(free, depth + 1)
        if free is not False and depth <= DEEPEST:
            low = schema.get("minProperties", 0) - len(made)
            wanted = max(low, self.data.draw(st.integers(0, 2)) if self.fill != "required" else 0)
            for name in self.data.draw(
                st.lists(self.keys, min_size=max(0, wanted), max_size=max(0, wanted), unique=True)
            ):
                if name not in properties:
                    made[name] = self._draw(free, depth + 1)
        return made

    def _given(self, depth: int) -> bool:
        if depth > DEEPEST or self.fill == "required":
            return False
        return self.fill == "all" or self.data.draw(st.booleans())

    def filling(self, fill: Fill) -> Values:
        """Return one that fills objects otherwise."""
        return replace(self, fill=fill)


def _types(schema: Mapping[str, Any]) -> list[str]:
    declared = schema.get("type", [])
    return [declared] if isinstance(declared, str) else list(declared)


def reachable(schema: Any, definitions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the definitions that a schema leads to."""
    found: dict[str, Any] = {}
    pending = [schema]
    while pending:
        here = pending.pop()
        if isinstance(here, Mapping):
            name = str(here.get("$ref", "")).removeprefix("#/$defs/")
            if name in definitions and name not in found:
                found[name] = definitions[name]
                pending.append(definitions[name])
            pending.extend(here.values())
        elif isinstance(here, list):
            pending.extend(here)
    return found
