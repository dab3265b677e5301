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

from toolmint.ir.schema import Json, JsonObject, Schema, definition_ref, types_of
from toolmint.targets.python.merging import direct_references, merged_parts, sole_reference
from toolmint.targets.python.names import DEFINITION, ITEM, OPTION, TOOL, VALUE, ClassKey
from toolmint.targets.python.scalars import enumeration, scalar

__all__ = ["PlainClass", "PlainSchemas", "class_reference"]

_DEEPEST = 24
_WIDEST_UNION = 32
_STEPS_A_PROPERTY = 2_000
_MOST_BASES = 4
_CONDITIONS = frozenset(
    {"required", "properties", "not", "if", "then", "else", "minProperties", "maxProperties", "title", "description"}
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
        self._pending: dict[ClassKey, JsonObject] = {}
        self._bases: dict[ClassKey, frozenset[str]] = {}
        """Where several schemas were merged: the definitions among them."""
        self._steps = 0
        self.classes: dict[ClassKey, PlainClass] = {}
        """Every class so far."""

    def add_tool(self, name: str, input_schema: JsonObject) -> ClassKey:
        """Add a tool's arguments and every class that they reach, and return the key of the former."""
        key = (TOOL, name)
        self._class(key, merged_parts(input_schema, self._definitions))
        # A list instead of recursion: classes may hang on each other in chains of any length. It also makes what
        # is in a class depend on its own schema alone, not on who came to it first.
        while self._pending:
            place, schema = self._pending.popitem()
            self.classes[place] = self._filled(place, schema)
        return key

    def _class(self, key: ClassKey, schema: JsonObject) -> JsonObject:
        if key not in self.classes:
            self._pending[key] = schema
        return {"$ref": definition_ref(class_reference(key))}

    def _filled(self, key: ClassKey, schema: JsonObject) -> PlainClass:
        declared, needed, text = (schema.get(keyword) for keyword in ("properties", "required", "description"))
        properties: dict[str, JsonObject] = {}
        for name, below in declared.items() if isinstance(declared, Mapping) else ():
            self._steps = 0
            properties[name] = self._property(below, (*key, name))
        conditional = bool(schema.keys() & {"anyOf", "oneOf", "patternProperties"})
        return PlainClass(
            properties=properties,
            required=tuple(n for n in needed if n in properties) if isinstance(needed, Sequence) else (),
            closed=schema.get("additionalProperties") is False and not conditional,
            description=text if isinstance(text, str) else None,
        )

    def _property(self, schema: Json, key: ClassKey) -> JsonObject:
        plain = self._union(schema, key, frozenset()).schema(bounds=True)
        text = schema.get("description") if isinstance(schema, Mapping) else None
        return {**plain, "description": text} if isinstance(text, str) and text.strip() else plain

    def _union(self, schema: Json, key: ClassKey, opened: frozenset[str]) -> _Union:
        """Say what a value may be.

        Args:
            schema: of the value.
            key: of the class that the value would be.
            opened: definitions without a class that are being written out.
        """
        self._steps += 1
        deep = len(key) > _DEEPEST or len(opened) > _DEEPEST or self._steps > _STEPS_A_PROPERTY
        if not isinstance(schema, Mapping) or deep:
            return _Union(anything=True)
        reference = sole_reference(schema)
        if reference is not None:
            return self._referenced(reference, opened)
        if not self._may_merge(schema, key):
            return _Union(anything=True)
        merged = merged_parts(schema, self._definitions)
        values = [merged["const"]] if "const" in merged else merged.get("enum")
        if isinstance(values, Sequence) and not isinstance(values, str):
            return _of_values(values)
        for keyword in ("anyOf", "oneOf"):
            branches = merged.get(keyword)
            if isinstance(branches, Sequence) and branches:
                return self._branches(merged, branches, key, opened)
        return self._typed(merged, key, opened)

    def _may_merge(self, schema: JsonObject, key: ClassKey) -> bool:
        """Say whether a merge is a new one: definitions inside each other's extensions would go on for ever."""
        bases = direct_references(schema)
        if bases:
            above = frozenset[str]().union(*(self._bases.get(key[:end], ()) for end in range(2, len(key))))
            if not bases.isdisjoint(above) or len(above) >= _MOST_BASES:
                return False
            self._bases[key] = bases
        return True

    def _referenced(self, name: str, opened: frozenset[str]) -> _Union:
        if name not in self._definitions:
            return _Union(anything=True)
        key = (DEFINITION, name)
        if self._names_class(name):
            return _Union(options=[self._class(key, merged_parts(self._definitions[name], self._definitions))])
        if name in opened:
            return _Union(anything=True)
        return self._union(self._definitions[name], key, opened | {name})

    def _names_class(self, name: str) -> bool:
        """Say whether a definition becomes a class; any other is written out where it is used."""
        if name not in self._is_class:
            merged = merged_parts(self._definitions[name], self._definitions)
            self._is_class[name] = (
                bool(merged.get("properties"))
                and types_of(merged) in ((), ("object",))
                and merged.keys().isdisjoint({"anyOf", "oneOf", "enum", "const"})
            )
        return self._is_class[name]

    def _branches(self, merged: JsonObject, branches: Sequence[Json], key: ClassKey, opened: frozenset[str]) -> _Union:
        root = {keyword: value for keyword, value in merged.items() if keyword not in ("anyOf", "oneOf", "description")}
        structured = not root.keys().isdisjoint(_STRUCTURE)
        if structured and not any(self._adds(branch, root) for branch in branches):
            return self._typed(root, key, opened)
        if len(branches) > _WIDEST_UNION:
            return _Union(anything=True)
        union = _Union()
        for number, branch in enumerate(branches, 1):
            both: Json = {"allOf": [root, branch]} if structured else branch
            union.join(self._union(both, (*key, f"{OPTION}{number}"), opened))
        return union

    def _adds(self, branch: Json, root: JsonObject) -> bool:
        """Say whether a branch has more than conditions on what the root declares."""
        part = merged_parts(branch, self._definitions)
        known, more = root.get("properties"), part.get("properties")
        if isinstance(more, Mapping) and more.keys() - (known.keys() if isinstance(known, Mapping) else set()):
            return True
        same_type = {"type"} if types_of(part) == types_of(root) else set()
        return bool(part.keys() - _CONDITIONS - same_type)

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
            return self._class(key, schema)
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


def _unbounded(option: JsonObject) -> JsonObject:
    kept = ("type", "enum", "$ref", "items", "additionalProperties")
    return {keyword: value for keyword, value in option.items() if keyword in kept}


def _nullable(option: JsonObject) -> JsonObject:
    if "enum" in option and isinstance(option["enum"], Sequence):
        return {"enum": [*option["enum"], None]}
    if "$ref" in option or option["type"] == "object":
        return {"anyOf": [option, {"type": "null"}]}
    return {**option, "type": [option["type"], "null"]}
