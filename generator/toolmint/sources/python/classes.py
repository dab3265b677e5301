"""Classes to shared schemas: enumerations, models, dataclasses, typed dictionaries, named tuples."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolmint.sources.python.canonical import canonical
from toolmint.sources.python.constants import NotConstant
from toolmint.sources.python.contexts import REFERENCE, Env, Types, UnknownType
from toolmint.sources.python.fields import Field, FieldReader
from toolmint.sources.python.lineage import ClassKind, Lineage
from toolmint.sources.python.metadata import REQUIRED
from toolmint.sources.python.modules import ClassSymbol, PythonModule, ValueSymbol

__all__ = ["ClassReader", "listed_schema"]

_TYPE_NAMES: Mapping[type, str] = {str: "string", bool: "boolean", int: "integer", float: "number", type(None): "null"}


@dataclass(slots=True)
class _Definition:
    """One shared schema."""

    name: str
    """As people would call it."""
    module: PythonModule
    node: ast.AST
    """Where it stands."""
    schema: dict[str, Any] = field(default_factory=dict)
    wires: dict[str, str] = field(default_factory=dict)
    """Name of a field -> its key in JSON."""
    failure: Exception | None = None


class ClassReader:
    """Makes shared schemas of classes; each once, also where it leads back to itself.

    Args:
        types: reads the types of fields.
    """

    def __init__(self, types: Types) -> None:
        self._types = types
        self._lineage = Lineage(types)
        self._fields = FieldReader(types, self._lineage)
        self._definitions: dict[str, _Definition] = {}
        self._keys: dict[tuple[int, str], str] = {}

    @property
    def definitions(self) -> Mapping[str, dict[str, Any]]:
        """Provisional name -> schema, of those that could be read."""
        return {key: one.schema for key, one in self._definitions.items() if one.failure is None}

    def places(self) -> dict[str, tuple[PythonModule, ast.AST, tuple[str, ...]]]:
        """Return where each shared schema stands, and words that name the place."""
        return {key: (one.module, one.node, (one.name,)) for key, one in self._definitions.items()}

    def final_names(self) -> dict[str, str]:
        """Return provisional name -> name; those that would be equal are told apart by their modules."""
        wanted: dict[str, list[str]] = {}
        for key in self.definitions:
            wanted.setdefault(self._definitions[key].name, []).append(key)
        names: dict[str, str] = {}
        for name, keys in wanted.items():
            for key in keys:
                longer = f"{self._definitions[key].module.name.replace('.', '_')}_{name}"
                names[key] = name if len(keys) == 1 else longer
        taken: dict[str, int] = {}
        for key, name in names.items():
            taken[name] = taken.get(name, 0) + 1
            names[key] = name if taken[name] == 1 else f"{name}_{taken[name]}"
        return names

    def reference(self, symbol: ClassSymbol, node: ast.expr, env: Env, arguments: Sequence[ast.expr]) -> dict[str, Any]:
        """Return a reference to the schema of a class.

        Raises:
            UnknownType: it cannot be told.
        """
        kind = self._lineage.kind(symbol)
        if kind is None:
            raise UnknownType(node, env.scope, self._lineage.why_unknown(symbol))
        bound = self._lineage.bound(symbol, arguments, env)
        label = ", ".join(self._types.identity(*one) for one in bound.values())
        name = f"{symbol.node.name}[{label}]" if label else symbol.node.name
        entry = _Definition(_legal(name), symbol.scope.module, symbol.node)
        return self._shared((id(symbol.node), label), entry, lambda: self._make(symbol, kind, bound, entry))

    def named_alias(self, symbol: ValueSymbol, value: ast.expr, env: Env, depth: int) -> dict[str, Any]:
        """Return a reference to the schema of a `type` statement, which may lead back to itself.

        Raises:
            UnknownType: it cannot be told.
        """
        label = ", ".join(self._types.identity(*one) for one in env.bound.values())
        entry = _Definition(_legal(f"{symbol.name}[{label}]" if label else symbol.name), symbol.scope.module, value)
        return self._shared((id(symbol.statement), label), entry, lambda: self._types.schema(value, env, depth + 1))

    def functional(self, symbol: ValueSymbol, call: ast.Call, name: str) -> dict[str, Any]:
        """Read a class that a call makes: `TypedDict("X", {...})`, `namedtuple("X", "a b")`, `Enum("X", "A B")`.

        Raises:
            UnknownType: it cannot be told.
        """

        def make() -> dict[str, Any]:
            kind, found = self._fields.functional(symbol, call, name)
            if kind == "enum":
                return listed_schema(found, single="enum")
            return _tuple_schema(found) if kind == "named-tuple" else _object_schema(found)

        return self._shared((id(call), ""), _Definition(symbol.name, symbol.scope.module, call), make)

    def _shared(self, place: tuple[int, str], entry: _Definition, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        key = self._keys.get(place)
        if key is None:
            key = self._keys[place] = f".{len(self._keys)}"
            self._definitions[key] = entry
            try:
                entry.schema.update(make())
            except Exception as problem:
                entry.failure = problem
                raise
        known = self._definitions[key]
        if known.failure is not None:
            raise known.failure
        return {"$ref": REFERENCE + key}

    def _make(
        self, symbol: ClassSymbol, kind: ClassKind, bound: Mapping[str, tuple[ast.expr, Env]], entry: _Definition
    ) -> dict[str, Any]:
        env = Env(symbol.scope, bound, symbol)
        text = ast.get_docstring(symbol.node)
        described = {"description": text} if text else {}
        try:
            match kind:
                case "enum":
                    members = self._types.constants.enum_members(symbol) or {}
                    return {**described, **listed_schema(members.values(), single="enum")}
                case "root":
                    return {**self._root(symbol, env), **described}
                case "named-tuple":
                    return _tuple_schema(self._fields.of(symbol, kind, env))  # its docstring is not told
                case _:
                    return {**described, **self._object(symbol, kind, env, entry)}
        except NotConstant as problem:
            raise UnknownType(problem.node, problem.scope, problem.message) from None

    def _root(self, symbol: ClassSymbol, env: Env) -> dict[str, Any]:
        for one in self._fields.of(symbol, "root", env):
            if one.name == "root":
                return one.schema
        for owner, inner in self._lineage.line(symbol, env):
            for base in owner.node.bases:
                if isinstance(base, ast.Subscript):
                    name = canonical(self._types.program.dotted(base.value, owner.scope) or "")
                    if name == "pydantic.RootModel":
                        return self._types.schema(base.slice, inner)
        raise UnknownType(symbol.node, symbol.scope, f"`{symbol.node.name}` has no type for its `root`")

    def _object(self, symbol: ClassSymbol, kind: ClassKind, env: Env, entry: _Definition) -> dict[str, Any]:
        fields = self._fields.of(symbol, kind, env)
        entry.wires = {one.name: one.wire for one in fields}
        schema = _object_schema(fields)
        config = self._fields.config(symbol, env) if kind in ("model", "dataclass") else {}
        if isinstance(config.get("title"), str):
            schema["title"] = config["title"]
        extra = config.get("extra")
        if extra == "forbid":
            schema["additionalProperties"] = False
        elif extra == "allow":
            schema["additionalProperties"] = self._fields.extra_values(symbol, env) or True
        others = self._fields.other_items(symbol, env) if kind == "typed-dict" else None
        if others is not None:
            schema["additionalProperties"] = others
        more = config.get("json_schema_extra")
        return {**schema, **more} if isinstance(more, Mapping) else schema

    def discriminated(self, schema: dict[str, Any], name: str) -> dict[str, Any]:
        """Return a choice whose branches one property tells apart, as `oneOf` with the property's values."""
        branches = schema.get("anyOf")
        if not isinstance(branches, list):
            return schema
        chosen = [one for one in branches if one != {"type": "null"}]
        mapping: dict[str, str] = {}
        wire = name
        for branch in chosen:
            target = self._definitions.get(str(branch.get("$ref", "")).removeprefix(REFERENCE))
            if target is None:
                continue
            wire = target.wires.get(name, wire)
            declared = target.schema.get("properties", {}).get(wire, {})
            for value in declared.get("enum", [declared["const"]] if "const" in declared else []):
                mapping[str(value)] = branch["$ref"]
        told: dict[str, Any] = {"propertyName": wire}
        if mapping:
            told["mapping"] = mapping
        choice = {"oneOf": chosen, "discriminator": told}
        return {"anyOf": [choice, {"type": "null"}]} if len(chosen) < len(branches) else choice


def listed_schema(values: Iterable[Any], *, single: str = "const") -> dict[str, Any]:
    """Return the schema of listed values; their type where they have one in common.

    Args:
        values: what is allowed.
        single: the keyword for one value alone.
    """
    listed = list(values)
    kinds = {_TYPE_NAMES.get(type(value)) for value in listed}
    schema: dict[str, Any] = {"const": listed[0]} if len(listed) == 1 and single == "const" else {"enum": listed}
    kind = kinds.pop() if len(kinds) == 1 else None
    return {**schema, "type": kind} if kind is not None else schema


def _object_schema(fields: Sequence[Field]) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object", "properties": {one.wire: one.schema for one in fields}}
    required = [one.wire for one in fields if one.default is REQUIRED]
    return {**schema, "required": required} if required else schema


def _tuple_schema(fields: Sequence[Field]) -> dict[str, Any]:
    parts = [one.schema for one in fields]
    least = sum(one.default is REQUIRED for one in fields)
    return {"type": "array", "prefixItems": parts, "minItems": least, "maxItems": len(parts)}


def _legal(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter == "_" else "_" for letter in name.replace(", ", "_"))
