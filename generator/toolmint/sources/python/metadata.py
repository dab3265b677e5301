"""What stands beside a type: `Annotated[T, ...]` and `Field(...)`."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from toolmint.sources.python.canonical import canonical
from toolmint.sources.python.constants import Constants, NotConstant, is_json
from toolmint.sources.python.modules import Scope, ValueSymbol
from toolmint.sources.python.program import Program, UnknownName
from toolmint.text import nearest

__all__ = ["REQUIRED", "UNSTATED", "Metadata", "MetadataReader", "constrained"]

REQUIRED: Any = object()
"""In place of a default: there is none."""
UNSTATED: Any = object()
"""In place of a default: there is one, and it is not written out."""
_LIMITS = ("gt", "ge", "lt", "le", "multiple_of", "min_length", "max_length", "pattern", "min_items", "max_items")
_ANNOTATED_TYPES = {
    "Gt": ("gt",),
    "Ge": ("ge",),
    "Lt": ("lt",),
    "Le": ("le",),
    "MultipleOf": ("multiple_of",),
    "MinLen": ("min_length",),
    "MaxLen": ("max_length",),
    "Len": ("min_length", "max_length"),
    "Interval": (),
}
_NUMBERS = {"gt": "exclusiveMinimum", "ge": "minimum", "lt": "exclusiveMaximum", "le": "maximum"}
_SIZES = {"string": "Length", "array": "Items", "object": "Properties"}


@dataclass(slots=True)
class Metadata:
    """Everything that is said beside one type."""

    limits: dict[str, Any] = field(default_factory=dict)
    keywords: dict[str, Any] = field(default_factory=dict)
    """JSON Schema keywords: description, title, examples, deprecated, what `json_schema_extra` holds."""
    default: Any = REQUIRED
    alias: str | None = None
    validation_alias: str | None = None
    serialization_alias: str | None = None
    discriminator: str | None = None
    exclude: bool = False
    init: bool = True
    replacement: Mapping[str, Any] | None = None
    """A whole schema (`WithJsonSchema`)."""
    tool: dict[str, Any] = field(default_factory=dict)
    """What `Param` says, by the keys of `x-tool`."""
    tool_text: tuple[ast.expr, Scope] | None = None
    """Where the text of `Param` stands."""
    context: tuple[str, ast.expr] | None = None
    """What `FromContext` says."""
    described_at: tuple[ast.expr, Scope] | None = None
    has_plain_text: bool = False
    """Whether the description is a plain string in `Annotated`."""
    others: list[str] = field(default_factory=list)
    """Full names of marks that are not read here."""


class MetadataReader:
    """Reads metadata.

    Args:
        program: says what names mean.
        constants: evaluates arguments.
    """

    def __init__(self, program: Program, constants: Constants) -> None:
        self._program = program
        self._constants = constants

    def read(self, node: ast.expr, scope: Scope, found: Metadata) -> None:
        """Read one element of an `Annotated`; of two that say the same, the last counts.

        Raises:
            NotConstant: a value that must be known is not written out.
        """
        self._read(node, scope, found, 0)

    def field(self, node: ast.expr, scope: Scope, found: Metadata) -> bool:
        """Read a `Field(...)` that stands as a default; say whether it is one."""
        if not isinstance(node, ast.Call) or self._called(node, scope) != "pydantic.Field":
            return False
        self.field_arguments(node, scope, found)
        return True

    def default(self, node: ast.expr, scope: Scope) -> Any:
        """Return a default as JSON holds it; `UNSTATED` where it is not written out."""
        if isinstance(node, ast.Constant) and node.value is Ellipsis:
            return REQUIRED
        try:
            value = self._constants.value(node, scope)
        except (NotConstant, UnknownName):
            return UNSTATED
        return value if is_json(value) else UNSTATED

    def _called(self, node: ast.expr, scope: Scope) -> str:
        called = node.func if isinstance(node, ast.Call) else node
        return canonical(self._program.dotted(called, scope) or "")

    def _read(self, node: ast.expr, scope: Scope, found: Metadata, depth: int) -> None:
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                found.keywords["description"] = node.value
                found.described_at = (node, scope)
                found.has_plain_text = True
            return
        if isinstance(node, ast.Name | ast.Attribute) and depth < 10:
            try:
                symbol = self._program.resolve(node, scope)
            except UnknownName as unknown:
                raise NotConstant(node, scope, f"`{unknown.name}` is not known: {unknown.reason}") from None
            if isinstance(symbol, ValueSymbol) and symbol.value is not None:
                self._read(symbol.value, symbol.scope, found, depth + 1)
                return
        if isinstance(node, ast.BinOp | ast.JoinedStr):
            self._read(ast.copy_location(ast.Constant(self._constants.text(node, scope)), node), scope, found, depth)
            return
        self._mark(node, scope, found, self._called(node, scope))

    def _mark(self, node: ast.expr, scope: Scope, found: Metadata, name: str) -> None:
        module, _, last = name.rpartition(".")
        if name == "pydantic.Field":
            self.field_arguments(node, scope, found)
        elif module == "annotated_types" and last in _ANNOTATED_TYPES:
            self._limits(node, scope, found, _ANNOTATED_TYPES[last])
        elif name == "pydantic.StringConstraints":
            self._limits(node, scope, found, ())
        elif name == "typing.Doc" and isinstance(node, ast.Call) and node.args:
            found.keywords["description"] = self._constants.text(node.args[0], scope)
            found.described_at = (node.args[0], scope)
        elif name == "toolmint.annotations.Param":
            self._param(node, scope, found)
        elif name == "toolmint.annotations.FromContext":
            key = _argument(node, 0, "key")
            if key is None:
                hint = 'write `FromContext("tenant.id")`'
                raise NotConstant(node, scope, "`FromContext` names no key of the host's values", hint)
            found.context = (self._constants.text(key, scope), key)
        elif name == "pydantic.WithJsonSchema" and isinstance(node, ast.Call) and node.args:
            value = self._constants.value(node.args[0], scope)
            found.replacement = value if isinstance(value, dict) else None
        elif name == "pydantic.Discriminator" and isinstance(node, ast.Call) and node.args:
            self._discriminate(node.args[0], scope, found)
        elif name == "pydantic.PlainValidator":
            found.replacement = {}
        elif name:
            found.others.append(name)

    def _discriminate(self, node: ast.expr, scope: Scope, found: Metadata) -> None:
        try:
            found.discriminator = self._constants.text(node, scope)
        except NotConstant:
            found.discriminator = None  # a function tells the members apart: the model sees a plain choice

    def field_arguments(self, node: ast.expr, scope: Scope, found: Metadata) -> None:
        """Read the arguments of a call of `Field`, or of what takes some of them.

        Raises:
            NotConstant: a value that must be known is not written out.
        """
        if not isinstance(node, ast.Call):
            return
        if node.args:
            found.default = self.default(node.args[0], scope)
        self._limits(node, scope, found, ())
        for keyword in node.keywords:
            name, value = keyword.arg, keyword.value
            if name == "default":
                found.default = self.default(value, scope)
            elif name == "default_factory":
                found.default = UNSTATED
            elif name in ("description", "title"):
                self._text_keyword(name, value, scope, found)
            elif name == "examples":
                found.keywords[name] = _listed(self._constants.value(value, scope))
            elif name == "deprecated" and not (isinstance(value, ast.Constant) and value.value in (False, None)):
                found.keywords[name] = True
            elif name == "json_schema_extra":
                self._extra(value, scope, found)
            elif name in ("alias", "validation_alias", "serialization_alias"):
                setattr(found, name, self._alias(value, scope))
            elif name == "discriminator":
                self._discriminate(value, scope, found)
            elif name in ("exclude", "init"):
                setattr(found, name, self._constants.value(value, scope) is True)

    def _text_keyword(self, name: str, node: ast.expr, scope: Scope, found: Metadata) -> None:
        value = self._constants.value(node, scope)
        if isinstance(value, str):
            found.keywords[name] = value
            if name == "description":
                found.described_at = (node, scope)
                found.has_plain_text = False

    def _extra(self, node: ast.expr, scope: Scope, found: Metadata) -> None:
        try:
            value = self._constants.value(node, scope)
        except NotConstant:
            return  # a function, or what the schema cannot hold: nothing that a type depends on
        if isinstance(value, dict) and is_json(value):
            found.keywords |= value

    def _alias(self, node: ast.expr, scope: Scope) -> str | None:
        """Return an alias; of several choices pydantic shows the first."""
        if isinstance(node, ast.Call):
            name = self._called(node, scope)
            if name in ("pydantic.AliasChoices", "pydantic.aliases.AliasChoices"):
                texts = [one for one in node.args if not isinstance(one, ast.Call)]
                return self._constants.text(texts[0], scope) if texts else None
            return None
        value = self._constants.value(node, scope)
        return value if isinstance(value, str) else None

    def _limits(self, node: ast.expr, scope: Scope, found: Metadata, order: tuple[str, ...]) -> None:
        if not isinstance(node, ast.Call):
            return
        given = dict(zip(order, node.args, strict=False)) | {one.arg: one.value for one in node.keywords if one.arg}
        for name in _LIMITS:
            if name in given:
                value = self._constants.value(given[name], scope)
                if value is not None:
                    found.limits[name.replace("_items", "_length")] = value

    def _param(self, node: ast.expr, scope: Scope, found: Metadata) -> None:
        if not isinstance(node, ast.Call):
            raise NotConstant(node, scope, "found `Param`, wanted `Param(...)`", _PARAM)
        for surplus in node.args[1:]:
            raise NotConstant(surplus, scope, "`Param` takes one text, and its keywords", _PARAM)
        given = {one.arg: one.value for one in node.keywords if one.arg}
        if node.args:
            given["description"] = node.args[0]
        for name, value in given.items():
            if name not in _OF_PARAM:
                near = nearest(name, _OF_PARAM, limit=1)
                hint = f"did you mean `{near[0]}`?" if near else _PARAM
                raise NotConstant(value, scope, f"`Param` has no keyword `{name}`", hint)
            said = self._constants.value(value, scope)
            if said is None:
                continue
            texts = _listed(said) if name == "was" else [said]
            if name != "examples" and not all(isinstance(one, str) for one in texts):
                message = f"found `{scope.module.tree.source(value)}` for `{name}` of `Param`, wanted a text"
                raise NotConstant(value, scope, message, _PARAM)
            if name == "examples":
                found.keywords[name] = _listed(said)
            else:
                found.tool[name] = texts if name == "was" else said
            if name == "description":
                found.tool_text = (value, scope)


_OF_PARAM = ("description", "name", "was", "examples")
_PARAM = 'write `Param("The order id, such as A10086")`; its keywords are `name`, `was` and `examples`'


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _argument(node: ast.expr, position: int, name: str) -> ast.expr | None:
    if not isinstance(node, ast.Call):
        return None
    if len(node.args) > position:
        return node.args[position]
    return next((one.value for one in node.keywords if one.arg == name), None)


def constrained(schema: dict[str, Any], limits: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema with limits, each where the type takes it; of an `anyOf`, in each branch."""
    if not limits:
        return schema
    branches = schema.get("anyOf")
    if isinstance(branches, list):
        return {**schema, "anyOf": [constrained(one, limits) for one in branches]}
    kind = schema.get("type")
    said: dict[str, Any] = {}
    for name, value in limits.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if name in _NUMBERS and kind in ("integer", "number") and is_number:
            said[_NUMBERS[name]] = value
        elif name == "multiple_of" and kind in ("integer", "number") and is_number:
            said["multipleOf"] = value
        elif name == "pattern" and kind == "string" and isinstance(value, str):
            said["pattern"] = value
        elif name in ("min_length", "max_length") and kind in _SIZES and is_number:
            said[f"{name[:3]}{_SIZES[str(kind)]}"] = value
    return {**schema, **said}
