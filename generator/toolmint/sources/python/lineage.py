"""What a class is, and what it derives from."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from toolmint.sources.python.canonical import canonical
from toolmint.sources.python.contexts import Env, Types
from toolmint.sources.python.modules import ClassSymbol, External
from toolmint.sources.python.program import UnknownName

__all__ = ["ClassKind", "Lineage"]

ClassKind: TypeAlias = Literal["enum", "model", "root", "dataclass", "typed-dict", "named-tuple"]
_KINDS: Mapping[str, ClassKind] = {
    "pydantic.BaseModel": "model",
    "pydantic_settings.BaseSettings": "model",
    "sqlmodel.SQLModel": "model",
    "pydantic.RootModel": "root",
    "typing.TypedDict": "typed-dict",
    "typing.NamedTuple": "named-tuple",
}
_DATACLASSES = frozenset({"dataclasses.dataclass", "pydantic.dataclasses.dataclass"})
_OWN_SCHEMA = ("__get_pydantic_core_schema__", "__get_pydantic_json_schema__", "__modify_schema__")
_DEEPEST = 40


class Lineage:
    """Looks at classes.

    Args:
        types: says what names of types mean.
    """

    def __init__(self, types: Types) -> None:
        self._types = types
        self._kinds: dict[ClassSymbol, ClassKind | None] = {}

    def kind(self, symbol: ClassSymbol, depth: int = 0) -> ClassKind | None:
        """Say how a class becomes a schema; None where it does not."""
        if symbol not in self._kinds:
            self._kinds[symbol] = None  # while it is looked at: a class that derives from itself
            self._kinds[symbol] = self._kind(symbol, depth)
        return self._kinds[symbol]

    def _kind(self, symbol: ClassSymbol, depth: int) -> ClassKind | None:
        if self._types.constants.enum_kind(symbol) is not None:
            return "enum"
        if self._own_schema(symbol) is not None:
            return None
        if self.decorated(symbol) is not None:
            return "dataclass"
        for base in symbol.node.bases if depth < _DEEPEST else ():
            above = self._above(base, symbol)
            if isinstance(above, External) and canonical(above.name) in _KINDS:
                return _KINDS[canonical(above.name)]
            if isinstance(above, ClassSymbol) and (found := self.kind(above, depth + 1)) is not None:
                return found
        return None

    def why_unknown(self, symbol: ClassSymbol) -> str:
        """Say why a class has no schema."""
        name = symbol.node.name
        own = self._own_schema(symbol)
        if own is not None:
            return f"`{name}` makes its own schema (`{own}`)"
        foreign = next(
            (above.name for base in symbol.node.bases if isinstance(above := self._above(base, symbol), External)), None
        )
        if foreign is not None and not foreign.startswith(("builtins.", "typing.", "abc.")):
            return f"`{name}` derives from `{foreign}`, which no file of the source declares"
        return f"`{name}` is no model, dataclass, `TypedDict`, `NamedTuple` or `Enum`"

    def decorated(self, symbol: ClassSymbol) -> ast.expr | None:
        """Return the decorator that makes a class a dataclass; None where there is none."""
        for decorator in symbol.node.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if self._types.program.dotted(called, symbol.scope) in _DATACLASSES:
                return decorator
        return None

    def line(self, symbol: ClassSymbol, env: Env, depth: int = 0) -> Iterator[tuple[ClassSymbol, Env]]:
        """Yield a class behind those that it derives from, each with what its type variables stand for."""
        for base in reversed(symbol.node.bases) if depth < _DEEPEST else ():
            above = self._above(base, symbol)
            if isinstance(above, ClassSymbol):
                arguments: Sequence[ast.expr] = ()
                if isinstance(base, ast.Subscript):
                    arguments = base.slice.elts if isinstance(base.slice, ast.Tuple) else [base.slice]
                bound = self.bound(above, arguments, Env(symbol.scope, env.bound, env.owner))
                yield from self.line(above, Env(above.scope, bound, env.owner), depth + 1)
        yield symbol, Env(self._types.program.body_of(symbol), env.bound, env.owner)

    def bound(self, symbol: ClassSymbol, arguments: Sequence[ast.expr], env: Env) -> dict[str, tuple[ast.expr, Env]]:
        """Return what the type variables of a class stand for."""
        names = [one.name for one in getattr(symbol.node, "type_params", ())]
        if not names and arguments:
            names = list(dict.fromkeys(self._variables(symbol)))
        pairs = zip(names, arguments, strict=False)
        return {name: (one, env) for name, one in pairs if not self._is_open(one, env)}

    def _is_open(self, node: ast.expr, env: Env) -> bool:
        """Whether an argument is a type variable that nothing is known of."""
        return isinstance(node, ast.Name) and node.id not in env.bound and self._types.is_variable(node, env)

    def _variables(self, symbol: ClassSymbol) -> Iterator[str]:
        env = Env(symbol.scope)
        generic = [one for one in symbol.node.bases if isinstance(one, ast.Subscript)]
        names = {id(one): canonical(self._types.program.dotted(one.value, symbol.scope) or "") for one in generic}
        declared = [one for one in generic if names[id(one)] in ("typing.Generic", "typing.Protocol")]
        for base in declared or generic:
            for node in ast.walk(base.slice):
                if isinstance(node, ast.Name) and self._types.is_variable(node, env):
                    yield node.id

    def _own_schema(self, symbol: ClassSymbol) -> str | None:
        body = self._types.program.body_of(symbol)
        return next((name for name in _OWN_SCHEMA if body.own(name) is not None), None)

    def _above(self, base: ast.expr, symbol: ClassSymbol) -> object:
        target = base.value if isinstance(base, ast.Subscript) else base
        try:
            return self._types.program.resolve(target, symbol.scope)
        except UnknownName:
            return None
