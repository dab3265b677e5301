"""The files of a source and what they import: found, read once, and asked what a name means."""

from __future__ import annotations

import ast
import importlib
import os
from dataclasses import dataclass, field
from pathlib import Path

from toolmint.documents import DocumentStore, TextIndex
from toolmint.errors import SourceError
from toolmint.location import Location, join_pointer
from toolmint.sources.python.modules import (
    ClassSymbol,
    External,
    Imported,
    ModuleSymbol,
    PythonModule,
    Scope,
    Symbol,
    builtin,
)
from toolmint.sources.python.syntax import Span, parse_file

__all__ = ["Program", "UnknownName"]

_GAP = r"""(?:\s|\\[ntr]|\\\r?\n|["']\s*\+?\s*["'])+"""
"""What may stand between two words of a text: blanks, escapes, the borders of literals that stand side by side."""
_STARRED = frozenset({"typing", "enum", "dataclasses", "collections.abc"})
"""Modules of the standard library that people import `*` from."""
_LIBRARIES = frozenset(
    {"annotated_types", "collections", "dataclasses", "datetime", "decimal", "enum", "pathlib", "pydantic"}
    | {"pydantic_core", "pydantic_settings", "toolmint", "typing", "typing_extensions", "uuid"}
)
"""What is known by its names alone, also where its files lie beside the source."""
_DEEPEST = 40
"""Imports and aliases that a name is followed through."""


class UnknownName(Exception):
    """A name means nothing that can be found."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(name)
        self.name = name
        self.reason = reason


@dataclass(slots=True)
class Program:
    """Modules by name.

    Files are read through the store alone. What a file of the source imports from beside it is read too, so that its
    types are known; only the files of the source are looked through for tools.
    """

    store: DocumentStore
    modules: dict[str, PythonModule | None] = field(default_factory=dict)
    _roots: list[Path] = field(default_factory=list)
    _spans: dict[str, dict[str, Span]] = field(default_factory=dict)
    _bodies: dict[ClassSymbol, Scope] = field(default_factory=dict)

    def add_file(self, file: Path, name: str | None) -> PythonModule:
        """Read a file of the source.

        Args:
            file: what to read.
            name: its dotted name where the project file states one.

        Raises:
            SourceError: it cannot be read or decoded.
        """
        file = Path(os.path.normpath(self.store.root / file))
        found, root = self._place_of(file)
        name = name or found
        if name != found and (name == found.rpartition(".")[2] or name.endswith(f".{found}")):
            root = _above(root, name.count(".") - found.count("."))
        for folder in (root, *root.parents):
            if folder not in self._roots:
                self._roots.append(folder)
            if folder == self.store.root or not folder.is_relative_to(self.store.root):
                break
        known = self.modules.get(name)
        return known if known is not None else self._read(file, name)

    def body_of(self, symbol: ClassSymbol) -> Scope:
        """Return the names of a class's body."""
        found = self._bodies.get(symbol)
        if found is None:
            found = self._bodies[symbol] = symbol.body()
        return found

    def place(self, module: PythonModule, node: ast.AST, *tokens: str) -> Location:
        """Return the place of a node, under a name that a moved line does not change."""
        return self.place_of_span(module, module.tree.span(node), *tokens)

    def place_of_span(self, module: PythonModule, span: Span, *tokens: str) -> Location:
        """Return the place of a span; the first to use a name says what it means."""
        spans = self._spans[module.path]
        pointer = join_pointer(tokens)
        index = 2
        while spans.setdefault(pointer, span) != span:
            pointer = join_pointer([*tokens[:-1], f"{tokens[-1]}~{index}"])
            index += 1
        return Location(path=module.path, pointer=pointer)

    def of_file(self, module: PythonModule) -> Location:
        """Return the beginning of a file."""
        return Location(path=module.path)

    def resolve(self, node: ast.expr, scope: Scope) -> Symbol:
        """Say what a name, or a dotted name, means.

        Raises:
            UnknownName: nothing that can be found; or the node is no name.
        """
        match node:
            case ast.Name(id=name):
                return self.lookup(name, scope)
            case ast.Attribute(value=value, attr=name):
                return self.member(self.resolve(value, scope), name)
            case _:
                raise UnknownName(scope.module.tree.source(node), "it is no name")

    def dotted(self, node: ast.expr, scope: Scope) -> str | None:
        """Return the full name of something that no file of the source declares; None for anything else."""
        try:
            found = self.resolve(node, scope)
        except UnknownName:
            return None
        return found.name if isinstance(found, External) else None

    def lookup(self, name: str, scope: Scope) -> Symbol:
        """Say what a name means in a body.

        Raises:
            UnknownName: nothing that can be found.
        """
        current: Scope | None = scope
        while current is not None:
            found = self._own(current, name, ())
            if found is not None:
                return found
            current = current.outer
        known = builtin(name)
        if known is None:
            raise UnknownName(name, "nothing in the file defines or imports it")
        return known

    def member(self, holder: Symbol, name: str) -> Symbol:
        """Say what a name means on a module or a class.

        Raises:
            UnknownName: nothing that can be found.
        """
        match holder:
            case External(name=prefix):
                return External(f"{prefix}.{name}")
            case ModuleSymbol(module=module):
                found = self._own(module.scope, name, ()) or self._submodule(module, name)
            case ClassSymbol():
                found = self._inherited(holder, name, 0)
            case _:
                found = None
        if found is None:
            raise UnknownName(name, "its holder does not define it")
        return found

    def _inherited(self, symbol: ClassSymbol, name: str, depth: int) -> Symbol | None:
        found = self._own(self.body_of(symbol), name, ())
        if found is not None or depth > _DEEPEST:
            return found
        for base in symbol.node.bases:
            try:
                above = self.resolve(base, symbol.scope)
            except UnknownName:
                continue
            if isinstance(above, ClassSymbol) and (found := self._inherited(above, name, depth + 1)):
                return found
        return None

    def _own(self, scope: Scope, name: str, trail: tuple[tuple[str, str], ...]) -> Symbol | None:
        found = scope.own(name)
        if isinstance(found, Imported):
            return self._follow(found, trail)
        if found is not None:
            return found
        for star in scope.stars:
            module = self.module(star)
            if module is not None and (star, name) not in trail and not name.startswith("_"):
                found = self._own(module.scope, name, (*trail, (star, name)))
                if found is not None:
                    return found
            elif module is None and name in _exported(star, name):
                return External(f"{star}.{name}")
        return None

    def _follow(self, imported: Imported, trail: tuple[tuple[str, str], ...]) -> Symbol | None:
        step = (imported.module, imported.name or "")
        if step in trail or len(trail) > _DEEPEST:
            raise UnknownName(imported.name or imported.module, "imports lead in a circle")
        module = self.module(imported.module)
        if imported.name is None:
            return ModuleSymbol(module) if module is not None else External(imported.module)
        if module is None:
            return External(f"{imported.module}.{imported.name}")
        return self._own(module.scope, imported.name, (*trail, step)) or self._submodule(module, imported.name)

    def _submodule(self, module: PythonModule, name: str) -> Symbol | None:
        found = self.module(f"{module.name}.{name}") if module.is_package else None
        return ModuleSymbol(found) if found is not None else None

    def module(self, name: str) -> PythonModule | None:
        """Return a module of the source or beside it; None where no file is it."""
        parts = name.split(".")
        if parts[0] in _LIBRARIES:
            return None
        if name in self.modules or not name:
            return self.modules.get(name)
        self.modules[name] = None
        for root in self._roots:
            base = root.joinpath(*parts)
            for file in (base / "__init__.py", base.with_name(f"{base.name}.py")):
                if self._exists(file):
                    try:
                        return self._read(file, name)
                    except SourceError:
                        return None  # where it is a file of the source, that is told there
        return None

    def _read(self, file: Path, name: str) -> PythonModule:
        path, text = self.store.text(file)
        tree = parse_file(text)
        module = PythonModule(path=path, name=name, is_package=file.name == "__init__.py", tree=tree)
        self.modules[name] = module
        spans = self._spans.setdefault(path, {"": (0, 0)})
        self.store.add_places(path, TextIndex(text, spans, gap=_GAP))
        return module

    def _place_of(self, file: Path) -> tuple[str, Path]:
        """Return the dotted name of a file, and the folder that imports count from (the packaging guide's rule)."""
        parts = [] if file.name == "__init__.py" else [file.stem]
        folder = file.parent
        while folder != folder.parent and self._exists(folder / "__init__.py"):
            parts.insert(0, folder.name)
            folder = folder.parent
        return ".".join(parts or [file.parent.name]), folder

    def _exists(self, file: Path) -> bool:
        try:
            self.store.text(file)
        except SourceError as error:
            return "does not exist" not in error.message and "folder" not in error.message
        return True


def _above(folder: Path, steps: int) -> Path:
    for _ in range(max(0, steps)):
        folder = folder.parent
    return folder


def _exported(module: str, name: str) -> tuple[str, ...]:
    """Return what `import *` takes from a module that annotations are often made of."""
    if module in _STARRED:
        return tuple(getattr(importlib.import_module(module), "__all__", ()))
    return (name,) if module == "pydantic" and builtin(name) is None else ()
