"""Values that can be told without running anything: literals, and names of literals."""

from __future__ import annotations

import ast
import math
from typing import Any

from toolmint.sources.python.modules import ClassSymbol, External, Scope, ValueSymbol
from toolmint.sources.python.program import Program, UnknownName

__all__ = ["Constants", "NotConstant", "is_json"]

_LONGEST = 200_000
"""Characters that a text may grow to by `*`."""
_DEEPEST = 60
_ENUMS = frozenset({"enum.Enum", "enum.IntEnum", "enum.StrEnum", "enum.Flag", "enum.IntFlag", "enum.ReprEnum"})


_WRITTEN_OUT = "toolmint reads the code and never runs it: write the value out, or name a constant that is"


class NotConstant(Exception):
    """A value cannot be told without running the code, or is none that may stand there."""

    def __init__(self, node: ast.AST, scope: Scope, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint or _WRITTEN_OUT
        """What to write in its place."""
        self.node = node
        self.scope = scope
        self.message = message


class Constants:
    """Evaluates expressions.

    Args:
        program: says what names mean.
    """

    def __init__(self, program: Program) -> None:
        self._program = program

    def value(self, node: ast.expr, scope: Scope, depth: int = 0) -> Any:
        """Return the value of an expression: what JSON can hold, and tuples, sets and bytes.

        Raises:
            NotConstant: it cannot be told.
        """
        if depth > _DEEPEST:
            raise NotConstant(node, scope, "the expression is nested too deep, or leads back to itself")
        match node:
            case ast.Constant(value=value) if value is not Ellipsis:
                return value
            case ast.JoinedStr(values=parts) if all(isinstance(part, ast.Constant) for part in parts):
                return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))
            case ast.List(elts=elements):
                return [self.value(one, scope, depth + 1) for one in elements]
            case ast.Tuple(elts=elements):
                return tuple(self.value(one, scope, depth + 1) for one in elements)
            case ast.Set(elts=elements):
                return [self.value(one, scope, depth + 1) for one in elements]
            case ast.Dict():
                return self._dict(node, scope, depth)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Not(), operand=operand):
                return self._signed(node, self.value(operand, scope, depth + 1), scope)
            case ast.BinOp():
                return self._joined(node, scope, depth)
            case ast.Name() | ast.Attribute():
                return self._named(node, scope, depth)
            case ast.Call():
                return self._called(node, scope, depth)
            case _:
                raise NotConstant(node, scope, self._not_literal(node, scope))

    def text(self, node: ast.expr, scope: Scope) -> str:
        """Return a text.

        Raises:
            NotConstant: it is none, or cannot be told.
        """
        found = self.value(node, scope)
        if not isinstance(found, str):
            raise NotConstant(node, scope, f"found `{scope.module.tree.source(node)}`, wanted a text")
        return found

    def enum_members(self, symbol: ClassSymbol) -> dict[str, Any] | None:
        """Return the members of an enumeration with their values; None where a class is none.

        Raises:
            NotConstant: a value cannot be told.
        """
        kind = self.enum_kind(symbol)
        if kind is None:
            return None
        members: dict[str, Any] = {}
        body = self._program.body_of(symbol)
        for name, found in body.names.items():
            if not isinstance(found, ValueSymbol) or found.value is None or name.startswith("_"):
                continue
            if isinstance(found.value, ast.Lambda) or found.annotation is not None:
                continue
            members[name] = self._member_value(found, body, members, kind)
        return members

    def enum_kind(self, symbol: ClassSymbol, depth: int = 0) -> str | None:
        """Return what an enumeration derives from, such as `enum.StrEnum`; None where a class is none."""
        for base in symbol.node.bases if depth < _DEEPEST else ():
            try:
                above = self._program.resolve(base, symbol.scope)
            except UnknownName:
                continue
            if isinstance(above, External) and above.name in _ENUMS:
                return above.name
            if isinstance(above, ClassSymbol) and (found := self.enum_kind(above, depth + 1)):
                return found
        return None

    def _member_value(self, symbol: ValueSymbol, body: Scope, before: dict[str, Any], kind: str) -> Any:
        assert symbol.value is not None
        called = symbol.value.func if isinstance(symbol.value, ast.Call) else None
        if called is not None and self._program.dotted(called, body) == "enum.auto":
            if kind == "enum.StrEnum":
                return symbol.name.lower()
            last = next((value for value in reversed(before.values()) if isinstance(value, int)), 0)
            return (1 << last.bit_length()) if "Flag" in kind else last + 1
        value = self.value(symbol.value, body)
        return list(value) if isinstance(value, tuple) else value

    def _named(self, node: ast.Name | ast.Attribute, scope: Scope, depth: int) -> Any:
        if isinstance(node, ast.Attribute) and node.attr in ("value", "name") and isinstance(node.value, ast.Attribute):
            try:
                holder = self._program.resolve(node.value.value, scope)
            except UnknownName:
                holder = External("")
            if isinstance(holder, ClassSymbol) and self.enum_kind(holder) is not None:
                return self.value(node.value, scope, depth + 1) if node.attr == "value" else node.value.attr
        try:
            found = self._program.resolve(node, scope)
        except UnknownName as unknown:
            raise NotConstant(node, scope, f"`{unknown.name}` is not known: {unknown.reason}") from None
        if isinstance(found, External) and found.name == "math.inf":
            return math.inf
        if not isinstance(found, ValueSymbol) or found.value is None:
            raise NotConstant(node, scope, self._not_literal(node, scope))
        owner = self._holder(node, scope)
        members = self.enum_members(owner) if owner is not None else None
        if members is not None and found.name in members:
            return members[found.name]
        return self.value(found.value, found.scope, depth + 1)

    def _holder(self, node: ast.Name | ast.Attribute, scope: Scope) -> ClassSymbol | None:
        if not isinstance(node, ast.Attribute):
            return None
        try:
            found = self._program.resolve(node.value, scope)
        except UnknownName:
            return None
        return found if isinstance(found, ClassSymbol) else None

    def _dict(self, node: ast.Dict, scope: Scope, depth: int) -> dict[Any, Any]:
        made: dict[Any, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            found = self.value(value, scope, depth + 1)
            if key is not None:
                name = self.value(key, scope, depth + 1)
                if isinstance(name, list | dict):
                    raise NotConstant(key, scope, "a key of a mapping is a text or a number")
                made[name] = found
            elif isinstance(found, dict):
                made |= found
        return made

    def _signed(self, node: ast.UnaryOp, value: Any, scope: Scope) -> Any:
        if isinstance(node.op, ast.Not):
            return not value
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise NotConstant(node, scope, self._not_literal(node, scope))
        return -value if isinstance(node.op, ast.USub) else value

    def _joined(self, node: ast.BinOp, scope: Scope, depth: int) -> Any:
        terms = [node.right]
        left: ast.expr = node.left
        # A long sum of texts is a tree as deep as it is long.
        while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add) and isinstance(node.op, ast.Add):
            terms.append(left.right)
            left = left.left
        value = self.value(left, scope, depth + 1)
        for term in reversed(terms):
            value = self._combined(node, value, self.value(term, scope, depth + 1), scope)
        return value

    def _combined(self, node: ast.BinOp, left: Any, right: Any, scope: Scope) -> Any:
        numbers = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (left, right))
        try:
            match node.op:
                case ast.Add() if numbers or (type(left) is type(right) and isinstance(left, str | list | tuple)):
                    return left + right
                case ast.Sub() if numbers:
                    return left - right
                case ast.Mult() if numbers and abs(left) < 10**30 and abs(right) < 10**30:
                    return left * right
                case ast.Mult() if isinstance(left, str) and isinstance(right, int) and len(left) * right < _LONGEST:
                    return left * right
                case ast.Div() if numbers:
                    return left / right
                case ast.FloorDiv() if numbers:
                    return left // right
                case ast.Pow() if numbers and abs(left) <= 1024 and 0 <= right <= 64:
                    return left**right
        except ArithmeticError:
            pass
        raise NotConstant(node, scope, self._not_literal(node, scope))

    def _called(self, node: ast.Call, scope: Scope, depth: int) -> Any:
        called = self._program.dotted(node.func, scope)
        arguments = [self.value(one, scope, depth + 1) for one in node.args] if not node.keywords else []
        if called in ("builtins.frozenset", "builtins.set", "builtins.tuple", "builtins.list") and len(arguments) <= 1:
            return list(arguments[0]) if arguments else []
        if called == "builtins.dict" and not node.args:
            return {one.arg: self.value(one.value, scope, depth + 1) for one in node.keywords if one.arg}
        if called in ("textwrap.dedent", "inspect.cleandoc") and len(arguments) == 1 and isinstance(arguments[0], str):
            import inspect
            import textwrap

            return (textwrap.dedent if called == "textwrap.dedent" else inspect.cleandoc)(arguments[0])
        if called == "decimal.Decimal" and len(arguments) == 1 and isinstance(arguments[0], str | int):
            return str(arguments[0])
        if called in ("pathlib.Path", "uuid.UUID") and len(arguments) == 1 and isinstance(arguments[0], str):
            return arguments[0]
        if called == "datetime.date" and len(arguments) == 3 and all(isinstance(one, int) for one in arguments):
            return "{:04}-{:02}-{:02}".format(*arguments)
        raise NotConstant(node, scope, self._not_literal(node, scope))

    def _not_literal(self, node: ast.AST, scope: Scope) -> str:
        shown = scope.module.tree.source(node)
        return f"found `{shown if len(shown) <= 60 else shown[:59] + '…'}`, wanted a value that is written out"


def is_json(value: Any) -> bool:
    """Whether JSON can hold a value as it is, tuples as lists."""
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, list | tuple):
        return all(map(is_json, value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_json(part) for key, part in value.items())
    return value is None or isinstance(value, str | int | bool)
