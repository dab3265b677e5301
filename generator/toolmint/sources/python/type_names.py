"""What the name of a type means, and a type without what stands round it."""

from __future__ import annotations

import ast

from toolmint.sources.python.canonical import canonical
from toolmint.sources.python.contexts import Env, Peeled, UnknownType
from toolmint.sources.python.modules import External, FunctionSymbol, Scope, Symbol, ValueSymbol
from toolmint.sources.python.program import Program, UnknownName
from toolmint.sources.python.syntax import parse_expression

__all__ = ["QUALIFIERS", "TypeNames"]

QUALIFIERS = frozenset(
    {
        "typing.Required",
        "typing.NotRequired",
        "typing.ReadOnly",
        "typing.Final",
        "typing.ClassVar",
        "dataclasses.InitVar",
    }
)
"""What may stand round a type and is none."""
_DEEPEST = 60


class TypeNames:
    """Finds what types are called.

    Args:
        program: says what names mean.
    """

    def __init__(self, program: Program) -> None:
        self._program = program

    def peel(self, node: ast.expr, env: Env) -> Peeled:
        """Take `Annotated`, qualifiers and quotes away, also those behind an alias."""
        outer: list[list[tuple[ast.expr, Scope]]] = []
        peeled = Peeled(node, env)
        for _ in range(_DEEPEST):
            inner = self._step(peeled, outer)
            if inner is None:
                break
            peeled.node, peeled.env = inner
        peeled.metadata = [one for group in reversed(outer) for one in group]
        return peeled

    def _step(self, peeled: Peeled, outer: list[list[tuple[ast.expr, Scope]]]) -> tuple[ast.expr, Env] | None:
        node, env = peeled.node, peeled.env
        match node:
            case ast.Constant(value=str(text)):
                return _quoted(node, text, env), env
            case ast.Subscript(value=base, slice=inner):
                name = self.name_of(base, env)
                if name == "typing.Annotated" and isinstance(inner, ast.Tuple) and inner.elts:
                    outer.append([(one, env.scope) for one in inner.elts[1:]])
                    return inner.elts[0], env
                if name in QUALIFIERS:
                    peeled.qualifiers.add(name.rpartition(".")[2])
                    return inner, env
            case ast.Name() | ast.Attribute():
                return self._behind_alias(peeled, node, env)
            case _:
                pass
        return None

    def _behind_alias(self, peeled: Peeled, node: ast.Name | ast.Attribute, env: Env) -> tuple[ast.expr, Env] | None:
        if isinstance(node, ast.Name) and node.id in env.bound:
            return env.bound[node.id]
        try:
            symbol = self.find(node, env)
        except UnknownType:
            return None
        if isinstance(symbol, External) and canonical(symbol.name) in QUALIFIERS:
            peeled.qualifiers.add(symbol.name.rpartition(".")[2])
        if isinstance(symbol, ValueSymbol) and isinstance(symbol.value, ast.Subscript) and not symbol.is_alias:
            behind = Env(symbol.scope)
            if self.name_of(symbol.value.value, behind) == "typing.Annotated":
                return symbol.value, behind
        return None

    def find(self, node: ast.expr, env: Env) -> Symbol:
        """Say what the name of a type means; a field or method of the same name does not hide it.

        Raises:
            UnknownType: nothing that can be found.
        """
        scope = env.scope
        try:
            root = node
            while isinstance(root, ast.Attribute):
                root = root.value
            own = scope.own(root.id) if isinstance(root, ast.Name) and scope.outer is not None else None
            is_field = isinstance(own, ValueSymbol) and own.annotation is not None
            if scope.outer is not None and (is_field or isinstance(own, FunctionSymbol)):
                return self._program.resolve(node, scope.outer)
            return self._program.resolve(node, scope)
        except UnknownName as unknown:
            message = f"the type `{unknown.name}` is not known: {unknown.reason}"
            raise UnknownType(node, scope, message) from None

    def name_of(self, node: ast.expr, env: Env) -> str:
        """Return the full name of a type that no file of the source declares; empty for anything else."""
        if not isinstance(node, ast.Name | ast.Attribute):
            return ""
        try:
            symbol = self.find(node, env)
        except UnknownType:
            return ""
        return canonical(symbol.name) if isinstance(symbol, External) else ""


def _quoted(node: ast.expr, text: str, env: Env) -> ast.expr:
    """Read a type in quotes.

    Raises:
        UnknownType: it is no expression.
    """
    inner = parse_expression(text, node)
    if inner is None or (isinstance(inner, ast.Constant) and isinstance(inner.value, str)):
        raise UnknownType(node, env.scope, f"`{text}` is no type")
    return inner
