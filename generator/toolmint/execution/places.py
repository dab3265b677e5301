"""Where the parts of an app's OpenAPI document are written: routes are functions, schemas are classes.

The code is parsed and not run a second time. What cannot be found leads to the app itself.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from toolmint.documents import DocumentStore, Origins, TextIndex
from toolmint.documents.lines import LineTable
from toolmint.errors import SourceError
from toolmint.location import join_pointer

__all__ = ["app_origins"]

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_Span: TypeAlias = tuple[int, int]
_GAP = r"""["']?\s*(?:[rRbBfFuU]?["'])?"""
"""What may stand between two words of a text: white space, a string that ends and another that begins."""
_KEYWORDS = {
    "summary": "summary",
    "description": "description",
    "operationId": "operation_id",
    "tags": "tags",
    "x-tool": "openapi_extra",
}
"""Keys of an operation that arguments of a route's decorator stand for."""


def app_origins(answer: Mapping[str, Any], app: str, store: DocumentStore) -> Origins:
    """Find where an app's document is written.

    Args:
        answer: what `child.main.describe_app` gave.
        app: as the source names it.
        store: reads the files of the code, and finds places in them from now on.
    """
    files = _Files(store)
    module = files.of(answer.get("module"))
    root = Origins(app)
    if module is not None:
        root = Origins(module.path)
        module.spans[""] = module.assignment(app.partition(":")[2].removesuffix("()").partition(".")[0])
    document = answer["document"]
    for route in answer.get("routes", ()):
        file = files.of(route["file"])
        function = file.function(route["line"]) if file is not None else None
        path = _child(document, "paths", route["path"])
        if file is None or function is None or not isinstance(path, dict):
            continue
        for method in (name.lower() for name in route["methods"]):
            if isinstance(path.get(method), dict):
                operation = root.grown("paths").grown(route["path"])
                operation.children[method] = Origins(file.path, file.add_route(function, path[method]))
    for key, model in answer.get("models", {}).items():
        file = files.of(model["file"])
        declared = file.find_class(model["name"]) if file is not None else None
        if file is not None and declared is not None:
            root.grown("components").grown("schemas").children[key] = Origins(file.path, file.add_model(declared))
    files.finish()
    return root


def _child(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


@dataclass(slots=True)
class _Files:
    """The files of the project's code that were asked for."""

    store: DocumentStore
    _known: dict[str, _File | None] = field(default_factory=dict)

    def of(self, name: object) -> _File | None:
        """Return a file by its absolute path; None for one outside of the project, or that is no Python here."""
        if not isinstance(name, str):
            return None
        if name not in self._known:
            self._known[name] = self._read(Path(name))
        return self._known[name]

    def _read(self, file: Path) -> _File | None:
        root = Path(os.path.realpath(self.store.root))
        real = Path(os.path.realpath(file))
        if not real.is_relative_to(root) or real.suffix != ".py":
            return None
        try:
            path, text = self.store.text(real.relative_to(root))
            return _File(path, LineTable(text), ast.parse(text))
        except (SourceError, SyntaxError, ValueError, RecursionError):
            return None

    def finish(self) -> None:
        for file in self._known.values():
            if file is not None:
                self.store.add_places(file.path, TextIndex(file.lines.text, file.spans, gap=_GAP))


@dataclass(slots=True)
class _File:
    """One file of code, and the spans of what is written in it."""

    path: str
    lines: LineTable
    tree: ast.Module
    spans: dict[str, _Span] = field(default_factory=dict)

    def function(self, line: int) -> _Function | None:
        """Return the function whose code begins in a line; with decorators, that is the first one's."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
                if line in (first, node.lineno):
                    return node
        return None

    def find_class(self, name: str) -> ast.ClassDef | None:
        """Return a class by its qualified name."""
        body: list[ast.stmt] = self.tree.body
        found: ast.ClassDef | None = None
        for part in name.split("."):
            found = next((node for node in body if isinstance(node, ast.ClassDef) and node.name == part), None)
            if found is None:
                return None
            body = found.body
        return found

    def assignment(self, name: str) -> _Span:
        """Return where a name of the module is first given a value, by whatever statement."""
        for node in self.tree.body:
            names = [one.id for target in _targets(node) for one in ast.walk(target) if isinstance(one, ast.Name)]
            if name in names or (isinstance(node, _Function) and node.name == name):
                return self._span(node)
        return (0, 0)

    def add_route(self, function: _Function, operation: Mapping[str, Any]) -> str:
        """Note the places of an operation's parts, and return the pointer of its function."""
        pointer = join_pointer([f"{function.name}:{function.lineno}"])
        self.spans[pointer] = self._span(function)
        self._add_docstring(function, pointer)
        given = {keyword.arg: keyword.value for one in function.decorator_list for keyword in _keywords(one)}
        for key, name in _KEYWORDS.items():
            if name in given:
                self.spans[pointer + join_pointer([key])] = self._span(given[name])
        parameters = operation.get("parameters")
        arguments = list(_arguments(function))
        for index, parameter in enumerate(parameters if isinstance(parameters, list) else ()):
            wire = str(parameter.get("name")).lower() if isinstance(parameter, dict) else ""
            for argument, default in arguments:
                if wire in _spellings(argument.arg, argument.annotation, default):
                    end = self._span(default)[1] if default is not None else self._span(argument)[1]
                    self.spans[pointer + join_pointer(["parameters", index])] = (self._span(argument)[0], end)
        return pointer

    def add_model(self, declared: ast.ClassDef) -> str:
        """Note the places of a schema's properties, and return the pointer of its class."""
        pointer = join_pointer([f"{declared.name}:{declared.lineno}"])
        self.spans[pointer] = self._span(declared)
        self._add_docstring(declared, pointer)
        for node in declared.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                for name in _spellings(node.target.id, node.annotation, node.value, fold=False):
                    self.spans[pointer + join_pointer(["properties", name])] = self._span(node)
        return pointer

    def _add_docstring(self, node: _Function | ast.ClassDef, pointer: str) -> None:
        first = node.body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            self.spans[pointer + "/description"] = self._span(first)

    def _span(self, node: ast.stmt | ast.expr | ast.arg) -> _Span:
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return self._offset(node.lineno, node.col_offset), self._offset(end_line, end_column)

    def _offset(self, line: int, column: int) -> int:
        """Return the offset in characters; syntax trees count the bytes of a line."""
        written = (self.lines.line(line) or "").encode()[:column].decode("utf-8", "replace")
        return self.lines.offset(line, 1) + len(written)


def _targets(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign) else []


def _keywords(decorator: ast.expr) -> list[ast.keyword]:
    return decorator.keywords if isinstance(decorator, ast.Call) else []


def _arguments(function: _Function) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    """Yield the arguments of a function, each with its default."""
    listed = function.args
    positional = [*listed.posonlyargs, *listed.args]
    without = len(positional) - len(listed.defaults)
    yield from zip(positional, [None] * without + list(listed.defaults), strict=True)
    yield from zip(listed.kwonlyargs, listed.kw_defaults, strict=True)


def _spellings(name: str, annotation: ast.expr | None, default: ast.expr | None, *, fold: bool = True) -> set[str]:
    """Return the names that an argument or a field may have on the wire."""
    found = {name, name.replace("_", "-")} if fold else {name}
    for part in (annotation, default):
        for node in ast.walk(part) if part is not None else ():
            if not isinstance(node, ast.keyword) or not (node.arg or "").endswith("alias"):
                continue
            if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                found.add(node.value.value)
    return {one.lower() for one in found} if fold else found
