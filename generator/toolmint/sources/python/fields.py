"""The fields of a class: names, types, defaults, and what stands beside them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolmint.lifting.dialect import Direction
from toolmint.sources.python.canonical import canonical
from toolmint.sources.python.constants import NotConstant, is_json
from toolmint.sources.python.contexts import Env, Types, UnknownType, shown
from toolmint.sources.python.lineage import ClassKind, Lineage
from toolmint.sources.python.metadata import REQUIRED, UNSTATED, Metadata, constrained
from toolmint.sources.python.modules import ClassSymbol, FunctionSymbol, ValueSymbol, statements

__all__ = ["Field", "FieldReader", "property_schema"]


@dataclass(frozen=True, slots=True)
class Field:
    """One field."""

    name: str
    """As Python knows it."""
    wire: str
    """As JSON has it."""
    schema: dict[str, Any]
    default: Any
    """`REQUIRED`, `UNSTATED` or a value."""


class FieldReader:
    """Reads fields.

    Args:
        types: reads their types.
        lineage: says what a class derives from.
    """

    def __init__(self, types: Types, lineage: Lineage) -> None:
        self._types = types
        self._lineage = lineage

    def of(self, symbol: ClassSymbol, kind: ClassKind, env: Env) -> list[Field]:
        """Return the fields of a class, those that it derives first; one that is declared again stays in its place.

        Raises:
            UnknownType: a type cannot be told.
            NotConstant: a value that must be known is not written out.
        """
        fields: dict[str, Field | None] = {}
        config = self.config(symbol, env) if kind == "model" else {}
        alias_of = self._alias_generator(symbol, config)
        for owner, inner in self._lineage.line(symbol, env):
            if kind == "dataclass" and self._lineage.decorated(owner) is None and owner is not symbol:
                continue
            total = _flag(owner.node, "total", default=True)
            for statement, name in _annotated(owner.node):
                fields[name] = self._field(statement, name, kind, inner, total=total, alias_of=alias_of)
                if config.get("use_attribute_docstrings") is True and (made := fields[name]) is not None:
                    _describe(made.schema, owner.node, statement)
        found = [one for one in fields.values() if one is not None]
        return found + (self._computed(symbol, env) if kind in ("model", "dataclass") else [])

    def config(self, symbol: ClassSymbol, env: Env) -> dict[str, Any]:
        """Return the configuration of a pydantic model, that of its bases below."""
        found: dict[str, Any] = {}
        for owner, inner in self._lineage.line(symbol, env):
            for statement, _ in statements(owner.node.body):
                target = _assigned(statement)
                if target == "model_config" and isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value:
                    found |= self._settings(statement.value, inner)
                elif isinstance(statement, ast.ClassDef) and statement.name == "Config":
                    for one, _ in statements(statement.body):
                        if isinstance(one, ast.Assign) and (name := _assigned(one)):
                            found |= self._setting(name, one.value, inner)
            for keyword in owner.node.keywords:
                if keyword.arg is not None:
                    found |= self._setting(keyword.arg, keyword.value, inner)
            decorator = self._lineage.decorated(owner)
            for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
                if keyword.arg == "config":
                    found |= self._settings(keyword.value, inner)
        return found

    def extra_values(self, symbol: ClassSymbol, env: Env) -> dict[str, Any] | None:
        """Return the schema of properties that a model does not declare, where it says what they hold."""
        for owner, inner in self._lineage.line(symbol, env):
            for statement, _ in statements(owner.node.body):
                if isinstance(statement, ast.AnnAssign) and _assigned(statement) == "__pydantic_extra__":
                    held = self._types.schema(statement.annotation, inner).get("additionalProperties")
                    return held if isinstance(held, dict) else None
        return None

    def other_items(self, symbol: ClassSymbol, env: Env) -> dict[str, Any] | bool | None:
        """Return what further keys of a typed dictionary hold (PEP 728); None where it does not say."""
        found: dict[str, Any] | bool | None = None
        for owner, inner in self._lineage.line(symbol, env):
            for keyword in owner.node.keywords:
                if keyword.arg == "extra_items":
                    found = self._types.schema(keyword.value, inner) or True
                elif keyword.arg == "closed" and isinstance(keyword.value, ast.Constant):
                    found = False if keyword.value.value is True else found
        return found

    def _settings(self, node: ast.expr, env: Env) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg is not None:
                    found |= self._setting(keyword.arg, keyword.value, env)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found |= self._setting(key.value, value, env)
        return found

    def _setting(self, name: str, node: ast.expr, env: Env) -> dict[str, Any]:
        if name == "alias_generator":
            return {name: node}
        try:
            value = self._types.constants.value(node, env.scope)
        except NotConstant:
            dotted = self._types.program.dotted(node, env.scope) or ""
            return {name: dotted.rpartition(".")[2]} if name == "extra" else {}
        return {name: value} if is_json(value) else {}

    def _alias_generator(self, symbol: ClassSymbol, config: Mapping[str, Any]) -> Callable[[str], str] | None:
        node = config.get("alias_generator")
        if not isinstance(node, ast.expr) or isinstance(node, ast.Constant):
            return None
        name = self._types.program.dotted(node, symbol.scope) or ""
        for last, generator in _GENERATORS.items():
            if name == f"pydantic.alias_generators.{last}":
                return generator
        raise UnknownType(
            node, symbol.scope, f"`{symbol.node.name}` makes its aliases by `{shown(node, symbol.scope)}`"
        )

    def _field(
        self,
        statement: ast.AnnAssign,
        name: str,
        kind: ClassKind,
        env: Env,
        *,
        total: bool,
        alias_of: Callable[[str], str] | None,
    ) -> Field | None:
        peeled = self._types.peel(statement.annotation, env)
        if "ClassVar" in peeled.qualifiers or (kind == "model" and name.startswith("_")):
            return None
        if self._types.program.dotted(peeled.node, env.scope) == "dataclasses.KW_ONLY":
            return None
        if "InitVar" in peeled.qualifiers and self._types.direction is Direction.OUTPUT:
            return None
        schema, metadata = self._types.typed(statement.annotation, env)
        beside = Metadata()
        if kind == "typed-dict":
            optional = "NotRequired" in peeled.qualifiers or (not total and "Required" not in peeled.qualifiers)
            beside.default = UNSTATED if optional else REQUIRED
        elif statement.value is not None and not self._types.metadata.field(statement.value, env.scope, beside):
            self._dataclass_field(statement.value, env, beside)
        merged = _merged(metadata, beside)
        if merged.exclude and self._types.direction is Direction.OUTPUT:
            return None
        if merged.context is not None:
            message = "`FromContext` stands on a parameter of the tool; a field inside of an argument is the model's"
            raise UnknownType(merged.context[1], env.scope, message)
        schema = constrained(schema, beside.limits)
        if beside.discriminator is not None:
            schema = self._types.discriminated(schema, beside.discriminator)
        wire = self._wire(name, merged, alias_of) if kind != "named-tuple" else name
        return Field(name, wire, property_schema(schema, merged, env), merged.default)

    def _dataclass_field(self, node: ast.expr, env: Env, found: Metadata) -> None:
        called = self._types.program.dotted(node.func, env.scope) if isinstance(node, ast.Call) else None
        if called != "dataclasses.field" or not isinstance(node, ast.Call):
            found.default = self._types.metadata.default(node, env.scope)
            return
        for keyword in node.keywords:
            if keyword.arg == "default":
                found.default = self._types.metadata.default(keyword.value, env.scope)
            elif keyword.arg == "default_factory":
                found.default = UNSTATED
            elif keyword.arg == "metadata":
                said = self._types.constants.value(keyword.value, env.scope)
                text = said.get("description") if isinstance(said, dict) else None
                if isinstance(text, str):
                    found.keywords["description"] = text

    def _wire(self, name: str, metadata: Metadata, alias_of: Callable[[str], str] | None) -> str:
        own = metadata.validation_alias if self._types.direction is Direction.INPUT else metadata.serialization_alias
        return own or metadata.alias or (alias_of(name) if alias_of is not None else name)

    def _computed(self, symbol: ClassSymbol, env: Env) -> list[Field]:
        """Return the computed fields of a model: a result has them, and nobody writes them."""
        if self._types.direction is Direction.INPUT:
            return []
        found: dict[str, Field] = {}
        for owner, inner in self._lineage.line(symbol, env):
            for name, member in self._types.program.body_of(owner).names.items():
                if not isinstance(member, FunctionSymbol) or member.node.returns is None:
                    continue
                for decorator in member.node.decorator_list:
                    called = decorator.func if isinstance(decorator, ast.Call) else decorator
                    if canonical(self._types.program.dotted(called, inner.scope) or "") != "pydantic.computed_field":
                        continue
                    schema = self._types.schema(member.node.returns, inner)
                    beside = Metadata()
                    if isinstance(decorator, ast.Call):
                        self._types.metadata.field_arguments(decorator, inner.scope, beside)
                    text = beside.keywords.get("description") or ast.get_docstring(member.node)
                    described = {"description": text} if text else {}
                    found[name] = Field(name, beside.alias or name, {**schema, **described, "readOnly": True}, REQUIRED)
        return list(found.values())

    def functional(self, symbol: ValueSymbol, call: ast.Call, name: str) -> tuple[ClassKind, list[Any]]:
        """Read a class that a call makes.

        Returns:
            What it is, and its fields, or the values of an enumeration.

        Raises:
            UnknownType: the call is not written out.
        """
        second = call.args[1] if len(call.args) > 1 else None
        try:
            if name == "typing.TypedDict" and isinstance(second, ast.Dict):
                return "typed-dict", self._dict_fields(call, second, Env(symbol.scope))
            if name == "typing.NamedTuple" and isinstance(second, ast.List | ast.Tuple):
                return "named-tuple", self._tuple_fields(second, Env(symbol.scope))
            if second is not None and name == "collections.namedtuple":
                names = _names(self._types.constants.value(second, symbol.scope))
                return "named-tuple", [Field(one, one, {}, REQUIRED) for one in names]
            if second is not None and name.startswith("enum."):
                return "enum", _members(self._types.constants.value(second, symbol.scope), name)
        except NotConstant as problem:
            raise UnknownType(problem.node, problem.scope, problem.message) from None
        raise UnknownType(call, symbol.scope, f"`{symbol.name}` is not written out")

    def _dict_fields(self, call: ast.Call, fields: ast.Dict, env: Env) -> list[Field]:
        total = _flag(call, "total", default=True)
        made = []
        for key, value in zip(fields.keys, fields.values, strict=True):
            if key is not None:
                name = self._types.constants.text(key, env.scope)
                made.append(self._field(_annotation(name, value), name, "typed-dict", env, total=total, alias_of=None))
        return [one for one in made if one is not None]

    def _tuple_fields(self, fields: ast.List | ast.Tuple, env: Env) -> list[Field]:
        made = []
        for one in fields.elts:
            if isinstance(one, ast.Tuple) and len(one.elts) == 2:
                name = self._types.constants.text(one.elts[0], env.scope)
                made.append(Field(name, name, self._types.schema(one.elts[1], env), REQUIRED))
        return made


def property_schema(schema: dict[str, Any], metadata: Metadata, env: Env) -> dict[str, Any]:
    """Return the schema of a property: with its texts, its default, and what `Param` says, under `x-tool`."""
    made = {**schema, **metadata.keywords}
    if metadata.default is not REQUIRED and metadata.default is not UNSTATED:
        made["default"] = _plain(metadata.default)
    if metadata.tool:
        made["x-tool"] = {**metadata.tool, "at": metadata.tool_text}
    return made


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return {key: _plain(one) for key, one in value.items()} if isinstance(value, dict) else value


def _merged(inner: Metadata, outer: Metadata) -> Metadata:
    """Return what is said of a field as a whole; what stands outside of the type wins."""
    inner.keywords |= outer.keywords
    if outer.default is not REQUIRED:
        inner.default = outer.default
    for name in ("alias", "validation_alias", "serialization_alias"):
        setattr(inner, name, getattr(outer, name) or getattr(inner, name))
    inner.exclude = inner.exclude or outer.exclude
    return inner


def _annotated(node: ast.ClassDef) -> Iterator[tuple[ast.AnnAssign, str]]:
    for statement, _ in statements(node.body):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            if not (name.startswith("__") or name == "model_config"):
                yield statement, name


def _describe(schema: dict[str, Any], owner: ast.ClassDef, statement: ast.AnnAssign) -> None:
    """Take the string below a field as its description (`use_attribute_docstrings`)."""
    body = owner.body
    if statement not in body or "description" in schema:
        return
    following = body[body.index(statement) + 1 :][:1]
    for one in following:
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
            import inspect

            schema["description"] = inspect.cleandoc(one.value.value)


def _assigned(statement: ast.stmt) -> str | None:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case _:
            return None


def _flag(node: ast.ClassDef | ast.Call, name: str, *, default: bool) -> bool:
    for keyword in node.keywords:
        if keyword.arg == name and isinstance(keyword.value, ast.Constant):
            return bool(keyword.value.value)
    return default


def _members(value: Any, name: str) -> list[Any]:
    """Return the values of an enumeration that a call makes (the `enum` module's functional form)."""
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, list | tuple) and all(isinstance(one, list | tuple) and len(one) == 2 for one in value):
        return [one[1] for one in value]
    names = _names(value)
    return [one.lower() for one in names] if name == "enum.StrEnum" else [*range(1, len(names) + 1)]


def _annotation(name: str, node: ast.expr) -> ast.AnnAssign:
    target = ast.copy_location(ast.Name(name, ast.Store()), node)
    return ast.copy_location(ast.AnnAssign(target, node, None, 1), node)


def _names(value: Any) -> list[str]:
    if isinstance(value, str):
        return value.replace(",", " ").split()
    return [str(one) for one in value] if isinstance(value, Iterable) else []


def _to_pascal(snake: str) -> str:
    return re.sub("([0-9A-Za-z])_(?=[0-9A-Z])", lambda found: found[1], snake.title())


def _to_camel(snake: str) -> str:
    if re.match("^[a-z]+[A-Za-z0-9]*$", snake) and not re.search(r"\d[a-z]+", snake):
        return snake
    return re.sub("(^_*[A-Z])", lambda found: found[1].lower(), _to_pascal(snake))


def _to_snake(camel: str) -> str:
    snake = re.sub(r"([A-Z]+)([A-Z][a-z])", lambda found: f"{found[1]}_{found[2]}", camel)
    snake = re.sub(r"([a-z])([A-Z])", lambda found: f"{found[1]}_{found[2]}", snake)
    snake = re.sub(r"([0-9])([A-Z])", lambda found: f"{found[1]}_{found[2]}", snake)
    snake = re.sub(r"([a-z])([0-9])", lambda found: f"{found[1]}_{found[2]}", snake)
    return snake.replace("-", "_").lower()


_GENERATORS: Mapping[str, Callable[[str], str]] = {
    "to_camel": _to_camel,
    "to_pascal": _to_pascal,
    "to_snake": _to_snake,
}
"""As pydantic writes them (`pydantic.alias_generators`)."""
