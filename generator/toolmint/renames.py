"""What was renamed since a contract was checked in: names that models, prompts and callers may still use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, assert_never

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.binding import ArgumentValue, HttpBinding, JavaBinding, McpBinding, PythonBinding
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.ir.schema import ANNOTATIONS, PRIVATE_KEYWORDS, WAS, WIRE_NAME, Json, Schema

__all__ = ["find_renames"]

_Slot: TypeAlias = tuple[str, str]
"""Where an argument goes (`query`, `body`, ...) and its name on the wire."""


def find_renames(before: Catalog, after: Catalog) -> tuple[Diagnostic, ...]:
    """Compare two states of one catalog.

    A tool is the same when it calls the same thing (the method and the path), whatever its name. An argument is the
    same when it goes to the same place on the wire, when it says so itself (`was`), or when it stands at the same
    position with the same schema.

    Args:
        before: the contract as it was checked in.
        after: what the source says now; findings point into it.

    Returns:
        One warning a rename (NM-04, NM-06).
    """
    earlier = {contract.binding.call: contract for contract in before.contracts}
    found: list[Diagnostic] = []
    for contract in after.contracts:
        old = earlier.get(contract.binding.call)
        if old is not None:
            found += _tool_rename(old, contract)
            found += _argument_renames(old, contract)
    return tuple(found)


def _tool_rename(old: ToolContract, new: ToolContract) -> Iterator[Diagnostic]:
    if old.name != new.name:
        yield Diagnostic(
            code="NM-04",
            severity=Severity.WARNING,
            message=f"tool `{old.name}` is called `{new.name}` now",
            location=new.origin,
            hint=_keep(old.name, new.was, "the operation"),
            tool=new.name,
        )


def _argument_renames(old: ToolContract, new: ToolContract) -> Iterator[Diagnostic]:
    before, after = _slots(old), _slots(new)
    gone = {name: slot for name, slot in before.items() if name not in after}
    fresh = {name: slot for name, slot in after.items() if name not in before}
    for name in fresh:
        match = next((other for other in gone if _same(old, other, before, new, name, after)), None)
        if match is None:
            continue
        del gone[match]
        was = _was(_properties(new).get(name, True))
        yield Diagnostic(
            code="NM-06",
            severity=Severity.WARNING,
            message=f"argument `{match}` of `{new.name}` is called `{name}` now",
            location=new.place_of(name),
            hint=_keep(match, was, "the parameter"),
            tool=new.name,
        )


def _same(
    old: ToolContract,
    earlier: str,
    before: Mapping[str, _Slot],
    new: ToolContract,
    name: str,
    after: Mapping[str, _Slot],
) -> bool:
    if before[earlier] == after[name] or earlier in _was(_properties(new).get(name, True)):
        return True
    same_place = list(before).index(earlier) == list(after).index(name) and before[earlier][0] == after[name][0]
    return same_place and _bare(_properties(old).get(earlier, True)) == _bare(_properties(new).get(name, True))


def _slots(contract: ToolContract) -> dict[str, _Slot]:
    """Return argument -> where it goes, in the order of the arguments."""
    found: dict[str, _Slot] = {}
    match contract.binding:
        case HttpBinding(parameters=parameters, body=body):
            for parameter in parameters:
                if isinstance(parameter.value, ArgumentValue):
                    found[parameter.value.argument] = (parameter.location, parameter.name)
            for one in body.properties if body is not None else ():
                if isinstance(one.value, ArgumentValue):
                    found[one.value.argument] = ("body", one.name)
        case JavaBinding() | McpBinding():
            for name, schema in _properties(contract).items():
                wire = schema.get(WIRE_NAME, name) if isinstance(schema, Mapping) else name
                found[name] = ("argument", str(wire))
        case PythonBinding(parameters=declared):
            for own in declared:
                if own.argument is not None:
                    found[own.argument] = ("argument", own.name)
        case _:
            assert_never(contract.binding)
    return found


def _properties(contract: ToolContract) -> Mapping[str, Schema]:
    declared = contract.input_schema.get("properties")
    return declared if isinstance(declared, Mapping) else {}  # type: ignore[return-value]  # values are schemas


def _was(schema: Schema) -> tuple[str, ...]:
    names = schema.get(WAS) if isinstance(schema, Mapping) else None
    return tuple(str(name) for name in names) if isinstance(names, list) else ()


def _bare(schema: Schema) -> Json:
    if isinstance(schema, bool):
        return schema
    return {key: value for key, value in schema.items() if key not in ANNOTATIONS | PRIVATE_KEYWORDS}


def _keep(name: str, was: tuple[str, ...], where: str) -> str:
    if name in was:
        return "calls that still say the old name are told the new one"
    return f"say `x-tool: {{was: [{name}]}}` on {where}, so that prose and calls with the old name are told the new one"
