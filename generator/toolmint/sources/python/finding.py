"""Which functions of a source are tools, by whose rules each is read, and what was left out."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import LeftOut
from toolmint.source import SourceInput
from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.frameworks import FRAMEWORKS
from toolmint.sources.python.frameworks.annotated import read_listed
from toolmint.sources.python.functions import Function, decorations, functions_of, nested_functions
from toolmint.sources.python.modules import PythonModule, statements
from toolmint.sources.python.program import Program
from toolmint.sources.python.reading import Reading
from toolmint.text import comma_list, nearest

__all__ = ["Found", "find_tools"]


@dataclass(slots=True)
class Found:
    """What the files of a source hold."""

    drafts: list[Draft] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)


def find_tools(modules: Sequence[PythonModule], reading: Reading, source: SourceInput) -> Found:
    """Find and read every tool, in the order of the files.

    Args:
        modules: the files of the source.
        reading: reads heads.
        source: may list functions by name (`functions`).
    """
    found = Found()
    listed = _listed(source)
    seen: set[str] = set()
    for module in modules:
        for function in functions_of(module, reading.program):
            drafts = list(_marked(function, reading))
            names = _names_of(function) & listed.keys()
            if names and not drafts:
                drafts = [read_listed(function, reading)]
            seen |= names
            found.drafts += drafts
        for framework in FRAMEWORKS:
            found.drafts += framework.registered(module, reading)
        _nested(module, reading.program, found)
        _classes(module, reading.program, found)
    for name in listed.keys() - seen:
        found.findings.append(_unknown(name, modules, reading.program, source))
    return found


def _marked(function: Function, reading: Reading) -> list[Draft]:
    drafts = []
    for decoration in decorations(function, reading.program):
        for framework in FRAMEWORKS:
            draft = framework.decorated(function, decoration, reading)
            if draft is not None:
                drafts.append(draft)
                break
    return drafts[:1]


def _listed(source: SourceInput) -> dict[str, None]:
    given = source.options.get("functions")
    return {str(one): None for one in given} if isinstance(given, list | tuple) else {}


def _names_of(function: Function) -> set[str]:
    """Return what the project file may call a function: with its module, or without."""
    module, name = function.module.name, function.qualname
    parts = module.split(".")
    return {name, *(".".join([*parts[index:], name]) for index in range(len(parts)))}


def _unknown(name: str, modules: Sequence[PythonModule], program: Program, source: SourceInput) -> Diagnostic:
    known = [f"{one.module.name}.{one.qualname}" for module in modules for one in functions_of(module, program)]
    near = nearest(name, known)
    hint = f"did you mean {comma_list(near)}?" if near else f"there are {comma_list(known)}" if known else None
    place = source.pattern_places.get(f"functions/{name}", program.of_file(modules[0]) if modules else None)
    message = f"`functions` names `{name}`, and no file of the source declares it"
    assert place is not None
    return Diagnostic(code="SL-01", severity=Severity.ERROR, message=message, location=place, hint=hint)


def _nested(module: PythonModule, program: Program, found: Found) -> None:
    for node in nested_functions(module):
        names = [program.dotted(getattr(one, "func", one), module.scope) or "" for one in node.decorator_list]
        marked = any(name.endswith((".tool", ".function_tool", ".tool_plain")) for name in names)
        if marked:
            found.left_out.append(
                LeftOut(
                    what=f"function `{node.name}`",
                    reason="it stands inside of a function, so nobody can call it from outside",
                    failed=False,
                    origin=program.place(module, node, "nested", node.name),
                )
            )


def _classes(module: PythonModule, program: Program, found: Found) -> None:
    for statement, _ in statements(module.tree.module.body):
        if isinstance(statement, ast.ClassDef) and any(
            program.dotted(getattr(one, "func", one), module.scope) == "toolmint.annotations.tool"
            for one in statement.decorator_list
        ):
            found.left_out.append(
                LeftOut(
                    what=f"class `{statement.name}`",
                    reason="`@tool` marks functions and methods, and no class",
                    failed=False,
                    origin=program.place(module, statement, "class", statement.name),
                )
            )
