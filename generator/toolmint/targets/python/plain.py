"""JSON Schema to the plain part of it that becomes readable models.

What comes out are classes (objects with named properties) and, inside them, only: scalars with bounds, enumerations
of scalars, arrays, maps, references to classes, and unions of these. Where the plain part cannot say what a schema
says, it says less, never something else; a call is validated against the contract's own schema anyway. `format` is
left out, as it would turn text into objects that come back altered (`http://a.com` with a slash more, `P1M` as 30
days), and so is `default`, as it would be sent though nobody gave it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from toolmint.ir.schema import Json, JsonObject, Schema, definition_name, definition_ref, types_of
from toolmint.targets.python.merging import applied_parts, is_bare_reference, merge
from toolmint.targets.python.names import DEFINITION, ITEM, OPTION, TOOL, VALUE, ClassKey
from toolmint.targets.python.scalars import enumeration, scalar

__all__ = ["PlainClass", "PlainSchemas", "class_reference"]

_DEEPEST = 24
_WIDEST_UNION = 32
_STEPS_A_PROPERTY = 2_000
_ADDS_NOTHING = frozenset(
    {"required", "not", "if", "then", "else", "minProperties", "maxProperties", "title", "description"}
)
_STRUCTURE = frozenset({"type", "properties", "items", "additionalProperties", "patternProperties", "prefixItems"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainClass:
    """One object with named properties."""

    properties: Mapping[str, JsonObject]
    """Model-facing key to plain schema; a `$ref` leads to a `class_reference`."""
    required: tuple[str, ...]
    closed: bool
    description: str | None


@dataclass(slots=True)
class _Union:
    """What a value may be."""

    options: list[JsonObject] = field(default_factory=list)
    anything: bool = False
    null: bool = False

    def add(self, option: JsonObject) -> None:
        if option not in self.options:
            self.options.append(option)

    def join(self, other: _Union) -> None:
        self.anything |= other.anything
        self.null |= other.null
        for option in other.options:
            self.add(option)

    def schema(self, *, bounds: bool) -> JsonObject:
        """Write the union; bounds stay only where they need no class of their own."""
        if self.anything or not (self.options or self.null) or len(self.options) > _WIDEST_UNION:
            return {}
        if not self.options:
            return {"enum": [None]}
        if len(self.options) == 1:
            option = self.options[0] if bounds else _unbounded(self.options[0])
            return _nullable(option) if self.null else option
        bare: list[Json] = []
        for option in map(_unbounded, self.options):
            if option not in bare:
                bare.append(option)
        if self.null:
            bare.append({"type": "null"})
        return {"anyOf": bare} if len(bare) > 1 else _unbounded(self.options[0])


class PlainSchemas:
    """Collects the classes that a catalog's inputs need.

    Args:
        definitions: what references lead to.
    """

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self._definitions = definitions
        self._is_class: dict[str, bool] = {}
        self._pending: list[str] = []
        self._steps = 0
        self.classes: dict[ClassKey, PlainClass] = {}
        """Every class; complete when the last tool is added."""

    def add_tool(self, name: str, input_schema: JsonObject) -> ClassKey:
        """Add a tool's arguments and every class that they reach, and return the key of the former."""
        key = (TOOL, name)
        self._make_class(merge(list(applied_parts(input_schema, self._definitions, frozenset()))), key, frozenset())
        # A list instead of recursion: definitions may hang on each other in chains of any length.
        while self._pending:
            definition = self._pending.pop()
            place = (DEFINITION, definition)
            if place not in self.classes:
                opened = frozenset({definition})
                parts = list(applied_parts(self._definitions[definition], self._definitions, opened))
                self._make_class(merge(parts), place, opened)
        return key

    def _make_class(self, schema: JsonObject, key: ClassKey, opened: frozenset[str]) -> None:
        if key in self.classes:
            return
        declared = schema.get("properties")
        properties = declared if isinstance(declared, Mapping) else {}
        needed = schema.get("required")
        text = schema.get("description")
        branched = bool(schema.keys() & {"anyOf", "oneOf", "patternProperties"})
        # Set before its properties are read: one of them may lead back here.
        self.classes[key] = PlainClass(properties={}, required=(), closed=False, description=None)
        made: dict[str, JsonObject] = {}
        for name, below in properties.items():
            if key[0] in (TOOL, DEFINITION) and len(key) == 2:
                self._steps = 0
            made[name] = self._property(below, (*key, name), opened)
        self.classes[key] = PlainClass(
            properties=made,
            required=tuple(n for n in needed if n in made) if isinstance(needed, Sequence) else (),
            closed=schema.get("additionalProperties") is False and not branched,
            description=text if isinstance(text, str) else None,
        )

    def _property(self, schema: Json, key: ClassKey, opened: frozenset[str]) -> JsonObject:
        plain = self._union(schema, key, opened).schema(bounds=True)
        text = schema.get("description") if isinstance(schema, Mapping) else None
        return {**plain, "description": text} if isinstance(text, str) and text.strip() else plain

    def _union(self, schema: Json, key: ClassKey, opened: frozenset[str]) -> _Union:
        self._steps += 1
        deep = len(key) > _DEEPEST or len(opened) > _DEEPEST or self._steps > _STEPS_A_PROPERTY
        if not isinstance(schema, Mapping) or deep:
            return _Union(anything=True)
        if is_bare_reference(schema):
            return self._referenced(definition_name(schema["$ref"]), opened)
        merged = merge(list(applied_parts(schema, self._definitions, opened)))
        values = [merged["const"]] if "const" in merged else merged.get("enum")
        if isinstance(values, Sequence) and not isinstance(values, str):
            return _of_values(values)
        for keyword in ("anyOf", "oneOf"):
            branches = merged.get(keyword)
            if isinstance(branches, Sequence) and branches:
                return self._branches(merged, branches, key, opened)
        return self._typed(merged, key, opened)

    def _referenced(self, name: str, opened: frozenset[str]) -> _Union:
        if name in opened and not self._names_class(name):
            return _Union(anything=True)
        if name not in self._definitions:
            return _Union(anything=True)
        if self._names_class(name):
            self._pending.append(name)
            return _Union(options=[_class_ref((DEFINITION, name))])
        return self._union(self._definitions[name], (DEFINITION, name), opened | {name})

    def _names_class(self, name: str) -> bool:
        """Say whether a definition becomes a class; any other is written out where it is used."""
        if name not in self._is_class:
            merged = merge([{}, *applied_parts(self._definitions[name], self._definitions, frozenset({name}))])
            self._is_class[name] = (
                bool(merged.get("properties"))
                and types_of(merged) in ((), ("object",))
                and not merged.keys() & {"anyOf", "oneOf", "enum", "const"}
            )
        return self._is_class[name]

    def _branches(self, merged: JsonObject, branches: Sequence[Json], key: ClassKey, opened: frozenset[str]) -> _Union:
        root = {keyword: value for keyword, value in merged.items() if keyword not in ("anyOf", "oneOf", "description")}
        structured = not root.keys().isdisjoint(_STRUCTURE)
        if structured and not any(self._adds(branch, root, opened) for branch in branches):
            return self._typed(root, key, opened)
        if len(branches) > _WIDEST_UNION:
            return _Union(anything=True)
        union = _Union()
        for number, branch in enumerate(branches, 1):
            both: Json = {"allOf": [root, branch]} if structured else branch
            union.join(self._union(both, (*key, f"{OPTION}{number}"), opened))
        return union

    def _adds(self, branch: Json, root: JsonObject, opened: frozenset[str]) -> bool:
        """Say whether a branch has more than conditions on what the root declares."""
        known = root.get("properties")
        names = known.keys() if isinstance(known, Mapping) else frozenset[str]()
        for part in applied_parts(branch, self._definitions, opened) if isinstance(branch, bool | Mapping) else ():
            more = part.get("properties")
            if isinstance(more, Mapping) and more.keys() - names:
                return True
            if part.keys() - _ADDS_NOTHING - {"properties"} - ({"type"} if types_of(part) == types_of(root) else set()):
                return True
        return False

    def _typed(self, schema: JsonObject, key: ClassKey, opened: frozenset[str]) -> _Union:
        union = _Union()
        for name in types_of(schema) or _implied_types(schema):
            if name == "null":
                union.null = True
            elif name == "array":
                union.add(self._array(schema, key, opened))
            elif name == "object":
                union.add(self._object(schema, key, opened))
            elif (option := scalar(name, schema)) is not None:
                union.add(option)
            else:
                union.anything = True
        return union if union.options or union.null else _Union(anything=True)

    def _array(self, schema: JsonObject, key: ClassKey, opened: frozenset[str]) -> JsonObject:
        items = {} if "prefixItems" in schema else schema.get("items")
        bounds = scalar("array", schema) or {}
        return {**bounds, "items": self._union(items, (*key, ITEM), opened).schema(bounds=False)}

    def _object(self, schema: JsonObject, key: ClassKey, opened: frozenset[str]) -> JsonObject:
        if schema.get("properties"):
            self._make_class(schema, key, opened)
            return _class_ref(key)
        rest = schema.get("additionalProperties")
        if not isinstance(rest, Mapping) or "patternProperties" in schema:
            return {"type": "object", "additionalProperties": True}
        values = self._union(rest, (*key, VALUE), opened).schema(bounds=False)
        return {"type": "object", "additionalProperties": values or True}


def _of_values(values: Sequence[Json]) -> _Union:
    null = any(value is None for value in values)
    option = enumeration([value for value in values if value is not None])
    if option is None:
        return _Union(null=True) if null and len(values) == 1 else _Union(anything=True)
    return _Union(options=[option], null=null)


def _implied_types(schema: JsonObject) -> tuple[str, ...]:
    """Guess the type of a schema that states none, as people write them."""
    if not schema.keys().isdisjoint({"properties", "patternProperties"}):
        return ("object",)
    if isinstance(schema.get("additionalProperties"), Mapping):
        return ("object",)
    return ("array",) if not schema.keys().isdisjoint({"items", "prefixItems"}) else ()


def class_reference(key: ClassKey) -> str:
    """Return what a `$ref` calls a class as long as it has no name."""
    return "\0".join(key)


def _class_ref(key: ClassKey) -> JsonObject:
    return {"$ref": definition_ref(class_reference(key))}


def _unbounded(option: JsonObject) -> JsonObject:
    kept = ("type", "enum", "$ref", "items", "additionalProperties")
    return {keyword: value for keyword, value in option.items() if keyword in kept}


def _nullable(option: JsonObject) -> JsonObject:
    if "enum" in option and isinstance(option["enum"], Sequence):
        return {"enum": [*option["enum"], None]}
    if "$ref" in option or option["type"] == "object":
        return {"anyOf": [option, {"type": "null"}]}
    return {**option, "type": [option["type"], "null"]}
