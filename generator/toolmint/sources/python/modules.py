"""Modules and the names in them: what a name means, across the files of a source and its imports."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from toolmint.sources.python.syntax import SyntaxTree

__all__ = [
    "ClassSymbol",
    "External",
    "FunctionSymbol",
    "Imported",
    "ModuleSymbol",
    "PythonModule",
    "Scope",
    "Symbol",
    "ValueSymbol",
    "builtin",
    "statements",
]

_BUILTINS = frozenset(dir(builtins))


@dataclass(slots=True, eq=False)
class PythonModule:
    """One file."""

    path: str
    """As shown to people."""
    name: str
    """Dotted, as it is imported."""
    is_package: bool
    tree: SyntaxTree
    scope: Scope = field(init=False)

    def __post_init__(self) -> None:
        self.scope = Scope(self, None, "")
        self.scope.add(self.tree.module.body)

    @property
    def package(self) -> str:
        """What relative imports count from."""
        return self.name if self.is_package else self.name.rpartition(".")[0]


@dataclass(slots=True, eq=False)
class Scope:
    """The names of a module's or a class's body."""

    module: PythonModule
    outer: Scope | None
    qualname: str
    names: dict[str, Symbol] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    """Modules whose names are all imported."""

    def own(self, name: str) -> Symbol | None:
        """Return what a name means in this body alone."""
        return self.names.get(name)

    def qualified(self, name: str) -> str:
        """Return a name with what holds it: `Warehouse.find`."""
        return f"{self.qualname}.{name}" if self.qualname else name

    def add(self, body: Iterable[ast.stmt]) -> None:
        """Take the names that a body defines; what stands in a branch does not take the place of what stands before."""
        for statement, certain in statements(body):
            for name, symbol in self._defined(statement):
                if certain or name not in self.names:
                    self.names[name] = symbol

    def _defined(self, statement: ast.stmt) -> Iterator[tuple[str, Symbol]]:
        match statement:
            case ast.ClassDef(name=name):
                yield name, ClassSymbol(self, statement)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name, FunctionSymbol(self, statement)
            case ast.Import(names=names):
                for one in names:
                    top = one.name.partition(".")[0]
                    yield (one.asname, Imported(self, one.name)) if one.asname else (top, Imported(self, top))
            case ast.ImportFrom(names=names):
                yield from self._imported(statement, names)
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    if isinstance(target, ast.Name):
                        alias = statement.lineno in self.module.tree.aliases
                        yield target.id, ValueSymbol(self, target.id, statement, value, None, alias)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                yield name, ValueSymbol(self, name, statement, value, annotation)
            case _ if type(statement).__name__ == "TypeAlias":  # Python 3.12
                name = statement.name.id  # type: ignore[attr-defined]
                yield name, ValueSymbol(self, name, statement, statement.value, None, True)  # type: ignore[attr-defined]

    def _imported(self, statement: ast.ImportFrom, names: Iterable[ast.alias]) -> Iterator[tuple[str, Symbol]]:
        origin = _absolute(statement, self.module)
        for one in names:
            if one.name == "*":
                self.stars.append(origin)
            else:
                yield one.asname or one.name, Imported(self, origin, one.name)


@dataclass(frozen=True, slots=True, eq=False)
class ClassSymbol:
    """A class that a file declares."""

    scope: Scope
    """What it stands in."""
    node: ast.ClassDef

    @property
    def qualname(self) -> str:
        """Its name with the classes round it."""
        return self.scope.qualified(self.node.name)

    def body(self) -> Scope:
        """Return the names of its body."""
        inner = Scope(self.scope.module, self.scope, self.qualname)
        inner.add(self.node.body)
        return inner


@dataclass(frozen=True, slots=True, eq=False)
class FunctionSymbol:
    """A function or method that a file declares."""

    scope: Scope
    node: ast.FunctionDef | ast.AsyncFunctionDef

    @property
    def qualname(self) -> str:
        """Its name with the classes round it."""
        return self.scope.qualified(self.node.name)


@dataclass(frozen=True, slots=True, eq=False)
class ValueSymbol:
    """A name that is assigned, or only annotated."""

    scope: Scope
    name: str
    statement: ast.stmt
    value: ast.expr | None
    annotation: ast.expr | None
    is_alias: bool = False
    """Whether it is a `type` statement."""


@dataclass(frozen=True, slots=True, eq=False)
class Imported:
    """A name that comes from another module, not looked up yet."""

    scope: Scope
    module: str
    """Dotted, absolute."""
    name: str | None = None
    """None where the module itself is meant."""


@dataclass(frozen=True, slots=True)
class External:
    """Something that no file of the source declares."""

    name: str
    """Dotted: `typing.Annotated`, `builtins.int`."""


@dataclass(frozen=True, slots=True, eq=False)
class ModuleSymbol:
    """A module of the source."""

    module: PythonModule


Symbol: TypeAlias = ClassSymbol | FunctionSymbol | ValueSymbol | Imported | External | ModuleSymbol


def builtin(name: str) -> External | None:
    """Return a name that Python itself has; None where it has none."""
    return External(f"builtins.{name}") if name in _BUILTINS else None


def statements(body: Iterable[ast.stmt], *, certain: bool = True) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield the statements that run when a body is run, those of branches among them, and whether each surely runs."""
    for statement in body:
        match statement:
            case ast.If(test=test, body=first, orelse=second) if _is_type_checking(test):
                # What runs is the other branch; the names of this one are all that a reader has of the rest.
                yield from statements(second, certain=certain)
                yield from statements(first, certain=False)
            case ast.If(body=first, orelse=second):
                yield from statements(first, certain=False)
                yield from statements(second, certain=False)
            case ast.Try(body=first, handlers=handlers, orelse=second, finalbody=last):
                yield from statements(first, certain=certain)
                yield from statements(second, certain=certain)
                for handler in handlers:
                    yield from statements(handler.body, certain=False)
                yield from statements(last, certain=certain)
            case ast.With(body=inner) | ast.AsyncWith(body=inner):
                yield from statements(inner, certain=certain)
            case _:
                yield statement, certain


def _is_type_checking(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", None)
    return bool(name == "TYPE_CHECKING")


def _absolute(statement: ast.ImportFrom, module: PythonModule) -> str:
    """Return the module that a statement imports from (PEP 328)."""
    name = statement.module or ""
    if not statement.level:
        return name
    package = module.package.split(".") if module.package else []
    kept = package[: len(package) - statement.level + 1] if statement.level > 1 else package
    return ".".join([*kept, name] if name else kept)
