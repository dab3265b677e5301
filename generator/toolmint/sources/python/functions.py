"""Functions that may be tools: where they stand, what they are called on, and their parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolmint.ir.binding import PythonOwner
from toolmint.sources.python.modules import ClassSymbol, FunctionSymbol, PythonModule, Scope, ValueSymbol, statements
from toolmint.sources.python.program import Program, UnknownName

__all__ = [
    "Decoration",
    "Function",
    "Parameter",
    "ParameterKind",
    "called_name",
    "decorations",
    "function_of",
    "functions_of",
    "nested_functions",
]

ParameterKind: TypeAlias = Literal["positional", "plain", "keyword", "variadic", "keywords"]
_Node: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter."""

    name: str
    kind: ParameterKind
    """Before `/`; anything in between; after `*`; `*args`; `**kwargs`."""
    node: ast.arg
    default: ast.expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Function:
    """A function or method."""

    scope: Scope
    """The names that its head is read with: of its class, of its module."""
    node: _Node
    qualname: str
    owner: PythonOwner = "function"

    @property
    def module(self) -> PythonModule:
        """Where it stands."""
        return self.scope.module

    @property
    def name(self) -> str:
        """Its own name."""
        return self.node.name

    @property
    def is_async(self) -> bool:
        """Whether it is awaited."""
        return isinstance(self.node, ast.AsyncFunctionDef)

    def parameters(self) -> list[Parameter]:
        """Return its parameters in order, `self` and `cls` left out."""
        arguments = self.node.args
        plain = [*arguments.posonlyargs, *arguments.args]
        first = len(plain) - len(arguments.defaults)
        found: list[Parameter] = []
        for index, one in enumerate(plain):
            default = arguments.defaults[index - first] if index >= first else None
            kind: ParameterKind = "positional" if index < len(arguments.posonlyargs) else "plain"
            found.append(Parameter(one.arg, kind, one, default))
        if self.owner in ("instance", "class"):
            del found[:1]
        if arguments.vararg is not None:
            found.append(Parameter(arguments.vararg.arg, "variadic", arguments.vararg))
        for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            found.append(Parameter(one.arg, "keyword", one, value))
        if arguments.kwarg is not None:
            found.append(Parameter(arguments.kwarg.arg, "keywords", arguments.kwarg))
        return found


@dataclass(frozen=True, slots=True)
class Decoration:
    """A decorator, or a call that a function is handed to."""

    name: str
    """Its full name: `toolmint.annotations.tool`, or `fastmcp.FastMCP().tool` for a method of an object."""
    node: ast.expr
    call: ast.Call | None = None
    """With its arguments, where it has any."""


def functions_of(module: PythonModule, program: Program) -> Iterator[Function]:
    """Yield the functions and methods of a module, in order; those inside of functions are left out."""
    yield from _functions(module.tree.module.body, module.scope, program, None)


def _functions(body: list[ast.stmt], scope: Scope, program: Program, holder: ClassSymbol | None) -> Iterator[Function]:
    for statement, _ in statements(body):
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            owner: PythonOwner = "function" if holder is None else _owner(statement, scope, program)
            yield Function(scope, statement, scope.qualified(statement.name), owner)
        elif isinstance(statement, ast.ClassDef):
            symbol = scope.own(statement.name)
            if not (isinstance(symbol, ClassSymbol) and symbol.node is statement):
                symbol = ClassSymbol(scope, statement)
            yield from _functions(statement.body, program.body_of(symbol), program, symbol)


def function_of(symbol: FunctionSymbol, program: Program) -> Function:
    """Return the function that a name means."""
    scope = symbol.scope
    owner: PythonOwner = "function" if not scope.qualname else _owner(symbol.node, scope, program)
    return Function(scope, symbol.node, symbol.qualname, owner)


def _owner(node: _Node, scope: Scope, program: Program) -> PythonOwner:
    for decorator in node.decorator_list:
        name = program.dotted(decorator, scope)
        if name == "builtins.staticmethod":
            return "static"
        if name == "builtins.classmethod":
            return "class"
    return "instance"


def decorations(function: Function, program: Program) -> Iterator[Decoration]:
    """Yield what decorates a function, the nearest last; what cannot be resolved is left out."""
    for node in function.node.decorator_list:
        call = node if isinstance(node, ast.Call) else None
        name = called_name(call.func if call is not None else node, function.scope, program)
        if name is not None:
            yield Decoration(name, node, call)


def called_name(node: ast.expr, scope: Scope, program: Program) -> str | None:
    """Return the full name of what is called; of an object's method, the object's class, `()` and the method."""
    name = program.dotted(node, scope)
    if name is not None:
        return name
    if isinstance(node, ast.Attribute):
        made = _class_of(node.value, scope, program)
        return f"{made}().{node.attr}" if made is not None else None
    return None


def _class_of(node: ast.expr, scope: Scope, program: Program) -> str | None:
    """Return the class of the object that a name holds, by the call that makes it or by its annotation."""
    try:
        symbol = program.resolve(node, scope)
    except UnknownName:
        return None
    if not isinstance(symbol, ValueSymbol):
        return None
    if isinstance(symbol.value, ast.Call):
        called = symbol.value.func
        if isinstance(called, ast.Subscript):
            called = called.value
        return program.dotted(called, symbol.scope)
    kind = symbol.annotation
    if isinstance(kind, ast.Subscript):
        kind = kind.value
    return program.dotted(kind, symbol.scope) if kind is not None else None


def nested_functions(module: PythonModule) -> Iterator[_Node]:
    """Yield the decorated functions that stand inside of functions."""
    pending: list[tuple[ast.AST, bool]] = [(one, False) for one in reversed(module.tree.module.body)]
    while pending:
        node, inside = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if inside and node.decorator_list:
                yield node
            inside = True
        elif isinstance(node, ast.expr):
            continue
        pending += [(one, inside) for one in reversed(list(ast.iter_child_nodes(node)))]
