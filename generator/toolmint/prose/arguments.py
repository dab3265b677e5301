"""A tool's arguments as rows for people: name, type in a few words, whether required, the model-facing text.

Properties of objects follow the argument that holds them, down to a bounded depth; a definition that leads back to
itself is named and not opened again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolmint.ir.schema import Json, JsonObject, Schema, definition_name, types_of

__all__ = ["ArgumentRow", "ArgumentTable", "argument_table", "type_words"]

_DEEPEST = 3
_NESTED_ROWS = 40
_VALUES_SHOWN = 20
_BRANCHES_SHOWN = 4
_CONDITIONAL = ("anyOf", "oneOf")


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentRow:
    """One argument, or one property inside an argument."""

    path: str
    """Model-facing: `order_id`, `items[].sku`."""
    type: str
    required: str
    """`yes`, `no`, or `sometimes` for a property that only some variants have."""
    text: str
    """The description; empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentTable:
    """The arguments of a tool."""

    rows: tuple[ArgumentRow, ...]
    cut: bool
    """Whether properties further down are not listed."""


def argument_table(schema: JsonObject, definitions: Mapping[str, Schema]) -> ArgumentTable:
    """List the arguments of a tool: all of them, and the first properties inside them.

    Args:
        schema: the tool's input.
        definitions: what its references lead to.
    """
    return _Listing(definitions).table(schema)


def type_words(schema: Schema, definitions: Mapping[str, Schema]) -> str:
    """Say a schema's type in a few words: `integer 1..50`, `array of string`, `one of "a", "b"`, `Order`."""
    if isinstance(schema, bool) or not schema:
        return "nothing" if schema is False else "any value"
    if "$ref" in schema:
        return definition_name(schema["$ref"])
    values = schema.get("enum")
    if isinstance(values, Sequence):
        return f"one of {_values(values)}"
    if "const" in schema:
        return f"always {json.dumps(schema['const'], ensure_ascii=False)}"
    for keyword, word in (("anyOf", " or "), ("oneOf", " or "), ("allOf", " and ")):
        branches = schema.get(keyword)
        if isinstance(branches, Sequence) and branches:
            return _joined(branches, word, definitions)
    names = types_of(schema)
    if not names:
        return "object" if "properties" in schema else "any value"
    return " or ".join(_one_type(name, schema, definitions) for name in names)


@dataclass(slots=True)
class _Listing:
    definitions: Mapping[str, Schema]
    nested: int = 0
    cut: bool = False

    def table(self, schema: JsonObject) -> ArgumentTable:
        rows = tuple(self._rows(schema, "", 0, frozenset()))
        return ArgumentTable(rows=rows, cut=self.cut)

    def _rows(self, schema: Schema, prefix: str, depth: int, opened: frozenset[str]) -> Iterator[ArgumentRow]:
        listed: set[str] = set()
        for part, conditional, names in self._parts(schema, opened, conditional=False):
            properties = part.get("properties")
            required = part.get("required", ())
            if not isinstance(properties, Mapping) or not isinstance(required, Sequence):
                continue
            for key, declared in properties.items():
                if key in listed or not isinstance(declared, bool | Mapping):
                    continue
                if depth > 0 and not self._room(depth):
                    return
                listed.add(key)
                needed = "sometimes" if conditional else "yes" if key in required else "no"
                yield self._row(f"{prefix}{key}", declared, needed)
                yield from self._below(declared, f"{prefix}{key}", depth + 1, names)

    def _room(self, depth: int) -> bool:
        if depth > _DEEPEST or self.nested >= _NESTED_ROWS:
            self.cut = True
            return False
        self.nested += 1
        return True

    def _below(self, schema: Schema, path: str, depth: int, opened: frozenset[str]) -> Iterator[ArgumentRow]:
        yield from self._rows(schema, f"{path}.", depth, opened)
        for part, _, names in self._parts(schema, opened, conditional=False):
            items = part.get("items")
            if isinstance(items, Mapping):
                yield from self._below(items, f"{path}[]", depth, names)
                return

    def _parts(
        self, schema: Schema, opened: frozenset[str], *, conditional: bool
    ) -> Iterator[tuple[JsonObject, bool, frozenset[str]]]:
        """Yield the schemas that apply to one value, whether only to some values, and the definitions opened."""
        if isinstance(schema, bool):
            return
        yield schema, conditional, opened
        if "$ref" in schema:
            name = definition_name(schema["$ref"])
            if name not in opened and name in self.definitions:
                yield from self._parts(self.definitions[name], opened | {name}, conditional=conditional)
        for keyword in ("allOf", *_CONDITIONAL):
            held = schema.get(keyword)
            branches = [b for b in held if isinstance(b, Mapping)] if isinstance(held, Sequence) else []
            # `X or null` has one variant that can have properties.
            variants = [branch for branch in branches if types_of(branch) != ("null",)]
            varies = conditional or (keyword in _CONDITIONAL and len(variants) > 1)
            for branch in branches:
                yield from self._parts(branch, opened, conditional=varies)

    def _row(self, path: str, schema: Schema, required: str) -> ArgumentRow:
        words = type_words(schema, self.definitions)
        text = ""
        if isinstance(schema, Mapping):
            if "default" in schema:
                words += f", default {json.dumps(schema['default'], ensure_ascii=False)}"
            if schema.get("deprecated") is True:
                words += ", deprecated"
            described = schema.get("description")
            text = described if isinstance(described, str) else ""
        return ArgumentRow(path=path, type=words, required=required, text=text)


def _one_type(name: str, schema: JsonObject, definitions: Mapping[str, Schema]) -> str:
    match name:
        case "array":
            return _with_range(_array(schema, definitions), _range(schema, "minItems", "maxItems"), " item")
        case "string":
            form = schema.get("format")
            words = f"string ({form})" if isinstance(form, str) else "string"
            words = _with_range(words, _range(schema, "minLength", "maxLength"), " character")
            pattern = schema.get("pattern")
            return f"{words} matching {pattern}" if isinstance(pattern, str) else words
        case "integer" | "number":
            words = _with_range(name, _range(schema, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"))
            return f"{words}, a multiple of {schema['multipleOf']}" if "multipleOf" in schema else words
        case "object":
            extra = schema.get("additionalProperties")
            if not schema.get("properties") and isinstance(extra, Mapping):
                return f"map of {type_words(extra, definitions)}"
            return name
        case _:
            return name


def _array(schema: JsonObject, definitions: Mapping[str, Schema]) -> str:
    """Say what an array holds: `array of string`, `array of string, then integer, then nothing more`."""
    items = schema.get("items", True)
    rest = type_words(items, definitions) if isinstance(items, bool | Mapping) else "any value"
    listed = schema.get("prefixItems")
    first = [
        type_words(one, definitions)
        for one in (listed if isinstance(listed, list) else ())
        if isinstance(one, bool | Mapping)
    ]
    if not first:
        return "empty array" if items is False else f"array of {rest}"
    shown = first[:_BRANCHES_SHOWN]
    more = [f"{len(first) - len(shown)} more"] if len(first) > len(shown) else []
    return f"array of {', then '.join([*shown, *more, 'nothing more' if items is False else rest])}"


def _range(schema: JsonObject, low: str, high: str, above: str = "", below: str = "") -> str:
    if low in schema and high in schema:
        return f"{schema[low]}..{schema[high]}"
    signs = {low: ">=", above: ">", high: "<=", below: "<"}
    return " and ".join(f"{sign} {schema[keyword]}" for keyword, sign in signs.items() if keyword in schema)


def _with_range(words: str, span: str, unit: str = "") -> str:
    if not span:
        return words
    plural = "" if not unit or span.endswith(" 1") else "s"
    return f"{words} {span}{unit}{plural}"


def _values(values: Sequence[Json]) -> str:
    shown = ", ".join(json.dumps(value, ensure_ascii=False) for value in values[:_VALUES_SHOWN])
    rest = len(values) - _VALUES_SHOWN
    return f"{shown} and {rest} more" if rest > 0 else shown


def _joined(branches: Sequence[Json], word: str, definitions: Mapping[str, Schema]) -> str:
    said = [type_words(branch, definitions) for branch in branches if isinstance(branch, bool | Mapping)]
    said = list(dict.fromkeys(said))
    rest = len(said) - _BRANCHES_SHOWN
    return word.join(said[:_BRANCHES_SHOWN]) + (f"{word}{rest} more" if rest > 0 else "")
