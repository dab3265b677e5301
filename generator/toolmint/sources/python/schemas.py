"""Annotations to JSON Schema: what pydantic would say of the same type, without running anything."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from toolmint.lifting.dialect import Direction
from toolmint.sources.python.canonical import canonical
from toolmint.sources.python.classes import ClassReader, listed_schema
from toolmint.sources.python.constants import Constants, NotConstant
from toolmint.sources.python.contexts import Env, Peeled, UnknownType, shown
from toolmint.sources.python.fixed_types import fixed_schema
from toolmint.sources.python.metadata import Metadata, MetadataReader, constrained
from toolmint.sources.python.modules import ClassSymbol, External, Symbol, ValueSymbol
from toolmint.sources.python.program import Program, UnknownName
from toolmint.sources.python.type_names import QUALIFIERS, TypeNames

__all__ = ["TypeReader", "with_keywords"]

_DEEPEST = 60
_ARRAYS = frozenset(
    {"builtins.list", "typing.Sequence", "typing.Iterable", "typing.MutableSequence", "collections.deque"}
    | {"typing.Generator", "typing.Collection", "typing.Iterator", "typing.Container"}
)
_SETS = frozenset({"builtins.set", "builtins.frozenset", "typing.AbstractSet", "typing.MutableSet"})
_MAPPINGS = frozenset(
    {"builtins.dict", "typing.Mapping", "typing.MutableMapping", "collections.OrderedDict", "collections.defaultdict"}
)
_TRANSPARENT = frozenset(
    {"pydantic.OnErrorOmit", "pydantic.SerializeAsAny", "pydantic.Secret", "pydantic.SkipValidation"}
)
_CONSTRAINED: Mapping[str, str] = {
    "pydantic.conint": "builtins.int",
    "pydantic.confloat": "builtins.float",
    "pydantic.constr": "builtins.str",
    "pydantic.conbytes": "builtins.bytes",
    "pydantic.condecimal": "decimal.Decimal",
    "pydantic.condate": "datetime.date",
    "pydantic.conlist": "builtins.list",
    "pydantic.conset": "builtins.set",
    "pydantic.confrozenset": "builtins.frozenset",
}


class TypeReader:
    """Reads types of one direction.

    Args:
        program: says what names mean.
        constants: evaluates values.
        direction: whether the model writes the value or reads it.
    """

    def __init__(self, program: Program, constants: Constants, direction: Direction) -> None:
        self.program = program
        self.constants = constants
        self.direction = direction
        self.metadata = MetadataReader(program, constants)
        self._names = TypeNames(program)
        self.classes = ClassReader(self)

    def schema(self, node: ast.expr, env: Env, depth: int = 0) -> dict[str, Any]:
        """Return the schema of a type.

        Raises:
            UnknownType: it cannot be told.
        """
        schema, metadata = self.typed(node, env, depth)
        return with_keywords(schema, metadata)

    def typed(self, node: ast.expr, env: Env, depth: int = 0) -> tuple[dict[str, Any], Metadata]:
        """Return the schema of a type without its descriptions, and what stands beside the type.

        Raises:
            UnknownType: it cannot be told.
        """
        peeled = self.peel(node, env)
        metadata = self.metadata_of(peeled)
        if metadata.replacement is not None:
            return dict(metadata.replacement), metadata
        schema = constrained(self._bare(peeled.node, peeled.env, depth), metadata.limits)
        if metadata.discriminator is not None:
            schema = self.discriminated(schema, metadata.discriminator)
        return schema, metadata

    def discriminated(self, schema: dict[str, Any], name: str) -> dict[str, Any]:
        """Return a choice whose branches one field tells apart."""
        return self.classes.discriminated(schema, name)

    def metadata_of(self, peeled: Peeled) -> Metadata:
        """Read what stands beside a type.

        Raises:
            UnknownType: a value that must be known is not written out.
        """
        merged = Metadata()
        try:
            for node, scope in peeled.metadata:
                self.metadata.read(node, scope, merged)
        except NotConstant as problem:
            raise UnknownType(problem.node, problem.scope, problem.message, problem.hint) from None
        return merged

    def peel(self, node: ast.expr, env: Env) -> Peeled:
        """Take `Annotated`, qualifiers and quotes away, also those behind an alias."""
        return self._names.peel(node, env)

    def _bare(self, node: ast.expr, env: Env, depth: int) -> dict[str, Any]:
        if depth > _DEEPEST:
            raise UnknownType(node, env.scope, "the type is nested too deep, or leads back to itself")
        match node:
            case ast.Constant(value=None):
                return {"type": "null"}
            case ast.BinOp(op=ast.BitOr()):
                return self._union(_alternatives(node), env, depth)
            case ast.Name() | ast.Attribute():
                return self._named(node, env, (), depth)
            case ast.Subscript(value=base, slice=inner):
                arguments = tuple(inner.elts) if isinstance(inner, ast.Tuple) and inner.elts else (inner,)
                return self._named(base, env, arguments, depth)
            case ast.Call():
                return self._called(node, env, depth)
            case _:
                raise UnknownType(node, env.scope, f"found `{shown(node, env.scope)}`, wanted a type")

    def _named(self, node: ast.expr, env: Env, arguments: Sequence[ast.expr], depth: int) -> dict[str, Any]:
        return self._meant(self._names.find(node, env), node, env, arguments, depth)

    def _meant(
        self, symbol: Symbol, node: ast.expr, env: Env, arguments: Sequence[ast.expr], depth: int
    ) -> dict[str, Any]:
        match symbol:
            case External(name=name):
                return self._external(canonical(name), node, env, arguments, depth)
            case ClassSymbol():
                return self.classes.reference(symbol, node, env, arguments)
            case ValueSymbol():
                return self._alias(symbol, node, env, arguments, depth)
            case _:
                raise UnknownType(node, env.scope, f"`{shown(node, env.scope)}` is no type")

    def _external(
        self, name: str, node: ast.expr, env: Env, arguments: Sequence[ast.expr], depth: int
    ) -> dict[str, Any]:
        def inner(index: int) -> dict[str, Any]:
            return self.schema(arguments[index], env, depth + 1) if index < len(arguments) else {}

        if name == "typing.Union":
            return self._union(arguments, env, depth)
        if name == "typing.Optional":
            return self._union([*arguments, ast.copy_location(ast.Constant(None), node)], env, depth)
        if name == "typing.Literal":
            return self._literal(arguments, env)
        if name in _ARRAYS:
            return {"type": "array", "items": inner(0)}
        if name in _SETS:
            return {"type": "array", "items": inner(0), "uniqueItems": True}
        if name == "builtins.tuple":
            return self._tuple(arguments, env, depth)
        if name in _MAPPINGS:
            return _mapping(inner(0) if arguments else {}, inner(1))
        if name == "collections.Counter":
            return {"type": "object", "additionalProperties": {"type": "integer"}}
        if (name in _TRANSPARENT and arguments) or (name in ("typing.Annotated", *QUALIFIERS) and arguments):
            return inner(0)
        if name == "typing.Self" and env.owner is not None:
            return self.classes.reference(env.owner, node, env, ())
        if name == "builtins.type" and arguments:
            return {}
        if name == "pydantic.Json" and arguments and self.direction is Direction.OUTPUT:
            return inner(0)
        if name == "pydantic.Json" and arguments:
            return {"type": "string", "contentMediaType": "application/json", "contentSchema": inner(0)}
        fixed = fixed_schema(name, self.direction)
        if fixed is None:
            plain = name.removeprefix("builtins.")
            raise UnknownType(node, env.scope, f"the type `{plain}` is declared in no file of the source")
        return fixed

    def _union(self, nodes: Iterable[ast.expr], env: Env, depth: int) -> dict[str, Any]:
        """Join alternatives as pydantic does: each once, those of a union inside beside the others, null last."""
        branches: list[dict[str, Any]] = []
        seen: set[str] = set()
        nullable = False
        for node in nodes:
            found = self.schema(node, env, depth + 1)
            inner = found["anyOf"] if set(found) == {"anyOf"} else [found]
            for branch in inner:
                if branch == {"type": "null"}:
                    nullable = True
                elif (text := json.dumps(branch, sort_keys=True, default=str)) not in seen:
                    seen.add(text)
                    branches.append(branch)
        if nullable:
            branches.append({"type": "null"})
        return branches[0] if len(branches) == 1 else {"anyOf": branches}

    def _literal(self, arguments: Iterable[ast.expr], env: Env) -> dict[str, Any]:
        values: list[Any] = []
        for node in arguments:
            values += self._literal_values(node, env)
        unique: list[Any] = []
        for value in values:
            if not any(type(one) is type(value) and one == value for one in unique):
                unique.append(value)
        return listed_schema(unique)

    def _literal_values(self, node: ast.expr, env: Env) -> list[Any]:
        if isinstance(node, ast.Subscript) and self._names.name_of(node.value, env) == "typing.Literal":
            inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return [value for one in inner for value in self._literal_values(one, env)]
        if isinstance(node, ast.Name | ast.Attribute):
            try:
                symbol = self.program.resolve(node, env.scope)
            except UnknownName:
                symbol = External("")
            if isinstance(symbol, ValueSymbol) and isinstance(symbol.value, ast.Subscript):
                return self._literal_values(symbol.value, Env(symbol.scope))
        try:
            value = self.constants.value(node, env.scope)
        except NotConstant as problem:
            raise UnknownType(problem.node, problem.scope, problem.message) from None
        return [value.decode("utf-8", "replace") if isinstance(value, bytes) else value]

    def _tuple(self, arguments: Sequence[ast.expr], env: Env, depth: int) -> dict[str, Any]:
        if not arguments:
            return {"type": "array", "items": {}}
        if len(arguments) == 2 and isinstance(arguments[1], ast.Constant) and arguments[1].value is Ellipsis:
            return {"type": "array", "items": self.schema(arguments[0], env, depth + 1)}
        if len(arguments) == 1 and isinstance(arguments[0], ast.Tuple) and not arguments[0].elts:
            return {"type": "array", "minItems": 0, "maxItems": 0}
        parts = [self.schema(one, env, depth + 1) for one in arguments]
        return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}

    def _alias(
        self, symbol: ValueSymbol, node: ast.expr, env: Env, arguments: Sequence[ast.expr], depth: int
    ) -> dict[str, Any]:
        value = symbol.value
        if value is None:
            raise UnknownType(node, env.scope, f"`{shown(node, env.scope)}` is a variable, wanted a type")
        if isinstance(value, ast.Call):
            return self._made(symbol, value, node, env, depth)
        if arguments and isinstance(value, ast.Name | ast.Attribute) and depth < _DEEPEST:
            # Another name of a generic type, which takes the arguments itself.
            return self._meant(self._names.find(value, Env(symbol.scope)), node, env, arguments, depth + 1)
        bound = dict(zip(self.parameters(symbol), ((one, env) for one in arguments), strict=False))
        behind = Env(symbol.scope, bound)
        if symbol.is_alias:
            return self.classes.named_alias(symbol, value, behind, depth)
        return self.schema(value, behind, depth + 1)

    def parameters(self, symbol: ValueSymbol) -> list[str]:
        """Return the type variables of an alias, in the order in which they are met."""
        declared = [one.name for one in getattr(symbol.statement, "type_params", ())]
        if declared or symbol.value is None:
            return declared
        found: dict[str, None] = {}
        for one in ast.walk(symbol.value):
            if isinstance(one, ast.Name) and self.is_variable(one, Env(symbol.scope)):
                found[one.id] = None
        return list(found)

    def is_variable(self, node: ast.expr, env: Env) -> bool:
        """Whether a name is a type variable."""
        try:
            symbol = self.program.resolve(node, env.scope)
        except UnknownName:
            return False
        called = symbol.value.func if isinstance(symbol, ValueSymbol) and isinstance(symbol.value, ast.Call) else None
        return called is not None and self._names.name_of(called, Env(symbol.scope)) == "typing.TypeVar"  # type: ignore[union-attr]

    def _made(self, symbol: ValueSymbol, call: ast.Call, node: ast.expr, env: Env, depth: int) -> dict[str, Any]:
        """Read a type that a call makes: a type variable, a new type, a class without a `class` statement."""
        behind = Env(symbol.scope)
        name = self._names.name_of(call.func, behind)
        if name == "typing.TypeVar":
            return self._variable(call, behind, depth)
        if name == "typing.NewType" and len(call.args) == 2:
            return self.schema(call.args[1], behind, depth + 1)
        if name == "typing.TypeAliasType" and len(call.args) == 2:
            return self.classes.named_alias(symbol, call.args[1], behind, depth)
        if name in ("typing.TypedDict", "typing.NamedTuple", "collections.namedtuple", "enum.Enum", "enum.StrEnum"):
            return self.classes.functional(symbol, call, name)
        if name in _CONSTRAINED:
            return self._called(call, behind, depth)
        message = f"`{shown(node, env.scope)}` is made by a call, so what it is shows at run time alone"
        raise UnknownType(node, env.scope, message)

    def _variable(self, call: ast.Call, env: Env, depth: int) -> dict[str, Any]:
        choices = [one for one in call.args[1:] if not isinstance(one, ast.Starred)]
        if choices:
            return self._union(choices, env, depth)
        bound = next((one.value for one in call.keywords if one.arg in ("bound", "default")), None)
        return self.schema(bound, env, depth + 1) if bound is not None else {}

    def _called(self, node: ast.Call, env: Env, depth: int) -> dict[str, Any]:
        """Read a constrained type of pydantic's, such as `conint(ge=1)`."""
        name = self._names.name_of(node.func, env)
        if name not in _CONSTRAINED:
            raise UnknownType(node, env.scope, f"found `{shown(node, env.scope)}`, wanted a type")
        found = Metadata()
        try:
            self.metadata.field_arguments(node, env.scope, found)
        except NotConstant as problem:
            raise UnknownType(problem.node, problem.scope, problem.message) from None
        named = {one.arg: one.value for one in node.keywords}
        inner = node.args[0] if node.args else named.get("item_type")
        arguments = (inner,) if inner is not None and name in ("pydantic.conlist", "pydantic.conset") else ()
        return constrained(self._external(_CONSTRAINED[name], node, env, arguments, depth), found.limits)

    def identity(self, node: ast.expr, env: Env) -> str:
        """Return what tells a type apart from others: the full names that it is made of."""
        match node:
            case ast.Name(id=name) if name in env.bound:
                return self.identity(*env.bound[name])
            case ast.Name() | ast.Attribute():
                try:
                    symbol = self._names.find(node, env)
                except UnknownType:
                    return env.scope.module.tree.source(node)
                if isinstance(symbol, External):
                    return canonical(symbol.name).removeprefix("builtins.").removeprefix("typing.")
                return str(getattr(symbol, "qualname", None) or getattr(symbol, "name", "")) or "?"
            case ast.Subscript(value=base, slice=inner):
                return f"{self.identity(base, env)}[{self.identity(inner, env)}]"
            case ast.Tuple(elts=elements):
                return ", ".join(self.identity(one, env) for one in elements)
            case _:
                return env.scope.module.tree.source(node)


def with_keywords(schema: dict[str, Any], metadata: Metadata) -> dict[str, Any]:
    """Return a schema with what is said beside its type."""
    said = dict(metadata.keywords)
    if "description" in metadata.tool:
        said["description"] = metadata.tool["description"]
    return {**schema, **said} if said else schema


def _alternatives(node: ast.expr) -> list[ast.expr]:
    """Return the parts of `A | B | C`, however long."""
    parts: list[ast.expr] = []
    while isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        parts.append(node.right)
        node = node.left
    return [node, *reversed(parts)]


def _mapping(keys: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a mapping, its keys told of where they are more than text."""
    schema: dict[str, Any] = {"type": "object"}
    pattern = keys.get("pattern")
    if pattern is not None and set(keys) <= {"pattern", "type"}:
        return {**schema, "patternProperties": {pattern: values}}
    schema["additionalProperties"] = values or True
    names = {key: part for key, part in keys.items() if key not in ("type", "title", "description")}
    if names and keys.get("type", "string") == "string":
        schema["propertyNames"] = names
    return schema
