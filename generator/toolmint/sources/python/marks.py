"""What `@tool(...)` of `toolmint.annotations` says, read from its call."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from toolmint.ir.schema import Json
from toolmint.lifting.frame import Frame
from toolmint.location import Location
from toolmint.sources.python.constants import Constants, NotConstant, is_json
from toolmint.sources.python.functions import Function
from toolmint.sources.python.program import Program
from toolmint.text import comma_list, nearest, shown_value

__all__ = ["SENTENCES", "Marks", "Texts", "read_marks"]

Texts: TypeAlias = tuple[tuple[str, Location], ...]
"""Prose as written, with its places."""
SENTENCES = ("does", "when", "requires", "never", "notes")
_FLAGS = ("read_only", "destructive", "idempotent", "open_world", "strict")
_KEYWORDS = ("name", "title", *SENTENCES, *_FLAGS, "confirm", "was", "examples", "ignore")


@dataclass(slots=True, kw_only=True)
class Marks:
    """What an author says of a tool beyond its signature and its docstring."""

    name: tuple[str, Location] | None = None
    title: tuple[str, Location] | None = None
    sentences: dict[str, Texts] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)
    confirm: bool | str | None = None
    was: tuple[str, ...] = ()
    examples: tuple[tuple[Json, Location], ...] = ()
    ignore: Mapping[str, tuple[str, Location]] = field(default_factory=dict)


def read_marks(
    call: ast.Call | None, function: Function, program: Program, constants: Constants, frame: Frame
) -> Marks:
    """Read a call of `@tool`.

    Args:
        call: None where the decorator stands without parentheses.
        function: what it decorates.
        program: finds places.
        constants: evaluates values.
        frame: where problems go (PY-02).
    """
    reader = _Reader(function, program, constants, frame)
    if call is not None:
        for positional in call.args:
            frame.error("PY-02", "`@tool` takes keywords alone", reader.place(positional, "tool"), "write `name=...`")
        for keyword in call.keywords:
            reader.read(keyword)
    return reader.marks


class _Reader:
    """Reads the keywords of one call."""

    def __init__(self, function: Function, program: Program, constants: Constants, frame: Frame) -> None:
        self._function = function
        self._program = program
        self._constants = constants
        self._frame = frame
        self.marks = Marks()

    def place(self, node: ast.AST, *tokens: str) -> Location:
        return self._program.place(self._function.module, node, *self._function.qualname.split("."), *tokens)

    def read(self, keyword: ast.keyword) -> None:
        name = keyword.arg
        place = self.place(keyword.value, "tool", name or "**")
        if name is None:
            self._frame.error("PY-02", "`**` in `@tool` hides what it says", place, "write the keywords out")
            return
        if name not in _KEYWORDS:
            near = nearest(name, _KEYWORDS, limit=1)
            hint = f"did you mean `{near[0]}`?" if near else f"known keywords: {comma_list(_KEYWORDS, limit=20)}"
            self._frame.error("PY-02", f"`@tool` has no keyword `{name}`", place, hint)
            return
        try:
            value = self._constants.value(keyword.value, self._function.scope)
        except NotConstant as problem:
            where = self._program.place(problem.scope.module, problem.node, *self._function.qualname.split("."), name)
            self._frame.error("PY-02", f"{problem.message}, for `{name}` of `@tool`", where, problem.hint)
            return
        if value is not None:
            self._take(name, value, keyword.value, place)

    def _take(self, name: str, value: Any, node: ast.expr, place: Location) -> None:
        if name in SENTENCES:
            self.marks.sentences[name] = self._texts(name, value, node, place)
        elif name in _FLAGS:
            if self._is(isinstance(value, bool), name, value, "`True` or `False`", place):
                self.marks.flags[name] = value
        elif name in ("name", "title"):
            if self._is_text(name, value, place):
                setattr(self.marks, name, (value.strip(), place))
        elif name == "confirm":
            if isinstance(value, bool) or self._is_text(name, value, place):
                self.marks.confirm = value
        elif name == "was":
            names = (value,) if isinstance(value, str) else value
            right = isinstance(names, tuple | list) and all(isinstance(one, str) and one for one in names)
            if self._is(right, name, value, "a name, or a list of names", place):
                self.marks.was = tuple(names)
        elif name == "examples":
            self._examples(value, node, place)
        else:
            self._ignore(value, node, place)

    def _texts(self, name: str, value: Any, node: ast.expr, place: Location) -> Texts:
        if not isinstance(value, list | tuple):
            return ((value.strip(), place),) if self._is_text(name, value, place) else ()
        parts = node.elts if isinstance(node, ast.List | ast.Tuple) and len(node.elts) == len(value) else None
        found = []
        for index, one in enumerate(value):
            where = self.place(parts[index], "tool", name, str(index)) if parts is not None else place
            if self._is_text(name, one, where):
                found.append((one.strip(), where))
        return tuple(found)

    def _examples(self, value: Any, node: ast.expr, place: Location) -> None:
        listed = [value] if isinstance(value, Mapping) else value
        if not self._is(isinstance(listed, list | tuple), "examples", value, "a list of argument objects", place):
            return
        parts = node.elts if isinstance(node, ast.List | ast.Tuple) and len(node.elts) == len(listed) else None
        self.marks.examples = tuple(
            (one, self.place(parts[index], "tool", "examples", str(index)) if parts is not None else place)
            for index, one in enumerate(listed)
            if self._is(is_json(one), "examples", one, "values that JSON can hold", place)
        )

    def _ignore(self, value: Any, node: ast.expr, place: Location) -> None:
        right = isinstance(value, Mapping) and all(isinstance(one, str) for one in value)
        if not self._is(right, "ignore", value, "a mapping of codes to reasons", place):
            return
        keys = node.keys if isinstance(node, ast.Dict) else []
        places = {
            key.value: self.place(key, "tool", "ignore", str(key.value))
            for key in keys
            if isinstance(key, ast.Constant)
        }
        found = {}
        for code, reason in value.items():
            where = places.get(code, place)
            if self._is_text("ignore", reason, where):
                found[code] = (reason.strip(), where)
        self.marks.ignore = found

    def _is_text(self, name: str, value: Any, place: Location) -> bool:
        if isinstance(value, str) and not value.strip():
            self._frame.error("PY-02", f"found an empty text for `{name}`, wanted one that says something", place)
            return False
        return self._is(isinstance(value, str), name, value, "a text", place)

    def _is(self, right: bool, name: str, value: Any, wanted: str, place: Location) -> bool:
        if not right:
            found = shown_value(list(value) if isinstance(value, tuple) else value)
            self._frame.error("PY-02", f"found {found} for `{name}` of `@tool`, wanted {wanted}", place)
        return right
