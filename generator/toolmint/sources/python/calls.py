"""Arguments of decorators and of calls that hand a function to a framework."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from toolmint.sources.python.constants import NotConstant
from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.functions import Function, called_name, function_of
from toolmint.sources.python.modules import FunctionSymbol, PythonModule, Scope
from toolmint.sources.python.program import UnknownName
from toolmint.sources.python.reading import Reading

__all__ = ["Arguments", "Handing", "handings"]


class Arguments:
    """Reads the arguments of one call; what is not written out is an error of the tool (PY-02).

    Args:
        call: None where there are none.
        draft: the tool that they are about.
        reading: evaluates values.
        scope: the names that the call is read with.
    """

    def __init__(self, call: ast.Call | None, draft: Draft, reading: Reading, scope: Scope) -> None:
        self._call = call
        self._draft = draft
        self._reading = reading
        self._scope = scope

    def node(self, name: str, position: int | None = None) -> ast.expr | None:
        """Return what is given for a parameter, by keyword or by position."""
        if self._call is None:
            return None
        if position is not None and len(self._call.args) > position:
            return self._call.args[position]
        return next((one.value for one in self._call.keywords if one.arg == name), None)

    def value(self, name: str, position: int | None = None) -> Any:
        """Return the value of an argument; None where it is not given, or not written out."""
        node = self.node(name, position)
        if node is None:
            return None
        try:
            return self._reading.constants.value(node, self._scope)
        except NotConstant as problem:
            place = self._reading.program.place(problem.scope.module, problem.node, self._draft.call, name)
            hint = "toolmint reads the code and never runs it: write the value out, or name a constant that is"
            self._draft.frame.error("PY-02", f"{problem.message}, for `{name}`", place, hint)
            return None

    def text(self, name: str, position: int | None = None) -> str | None:
        """Return the text of an argument; None where it is none."""
        found = self.value(name, position)
        return found if isinstance(found, str) else None

    def take_name(self, name: str = "name", position: int | None = None) -> None:
        """Give the tool the name that the call states."""
        found = self.text(name, position)
        node = self.node(name, position)
        if found and node is not None:
            self._draft.name = found
            self._draft.marks.name = (found, self._reading.program.place(self._scope.module, node, "name", found))

    def take_description(self, name: str = "description") -> bool:
        """Give the tool the description that the call states; say whether it states one."""
        found = self.text(name)
        node = self.node(name)
        if not found or node is None:
            return False
        self._draft.verbatim = found
        self._draft.described_at = self._reading.program.place(
            self._scope.module, node, self._draft.call, "description"
        )
        return True


class Handing:
    """A call that hands a function to something."""

    def __init__(self, name: str, call: ast.Call, function: Function, scope: Scope) -> None:
        self.name = name
        """Full name of what is called, as `Decoration` has it."""
        self.call = call
        self.function = function
        self.scope = scope


def handings(module: PythonModule, reading: Reading, wanted: frozenset[str]) -> Iterator[Handing]:
    """Yield the calls of some names whose first argument is a function of the source, in the order of the file."""
    short = {name.rpartition(".")[2] for name in wanted}
    for node in ast.walk(module.tree.module):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        last = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if last not in short:
            continue
        name = called_name(node.func, module.scope, reading.program) or _local(node, module, reading)
        function = _function(node.args[0], module.scope, reading)
        if name in wanted and function is not None:
            yield Handing(name, node, function, module.scope)


def _function(node: ast.expr, scope: Scope, reading: Reading) -> Function | None:
    try:
        symbol = reading.program.resolve(node, scope)
    except UnknownName:
        return None
    return function_of(symbol, reading.program) if isinstance(symbol, FunctionSymbol) else None


def _local(call: ast.Call, module: PythonModule, reading: Reading) -> str | None:
    """Return the name of a method of an object that a function's own variable holds."""
    if not isinstance(call.func, ast.Attribute) or not isinstance(call.func.value, ast.Name):
        return None
    variable = call.func.value.id
    for node in ast.walk(module.tree.module):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=made)) if name == variable:
                found = reading.program.dotted(made, module.scope)
                if found is not None:
                    return f"{found}().{call.func.attr}"
            case ast.arg(arg=name, annotation=ast.expr() as annotation) if name == variable:
                found = reading.program.dotted(annotation, module.scope)
                if found is not None:
                    return f"{found}().{call.func.attr}"
    return None
