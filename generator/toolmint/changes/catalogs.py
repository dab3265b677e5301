"""What changed between two states of a catalog."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from toolmint.changes.change import Change, Grade
from toolmint.changes.said import schema_texts
from toolmint.changes.schemas import SchemaComparison
from toolmint.ir.binding import McpBinding
from toolmint.ir.contract import Catalog, ToolAnnotations, ToolContract
from toolmint.ir.schema import Json

__all__ = ["catalog_changes", "newness", "order_changes"]


def catalog_changes(
    before: Catalog, after: Catalog, descriptions: tuple[dict[str, str], dict[str, str]]
) -> tuple[Change, ...]:
    """Compare two states.

    Args:
        before: the old state.
        after: the new state.
        descriptions: tool to the whole description that a model reads, of either state.

    Returns:
        Changes in the order of the new list, removed tools last in their old order.
    """
    old = {contract.name: contract for contract in before.contracts}
    new = {contract.name: contract for contract in after.contracts}
    former = _former(after.contracts, old, new)
    found: list[Change] = []
    for name, contract in new.items():
        earlier = old.get(name) or old.get(former.get(name, ""))
        if earlier is None:
            found.append(_added(contract, after, descriptions[1].get(name, "")))
            continue
        if earlier.name != name:
            found.append(_renamed(earlier, contract))
        found += _tool(earlier, contract, before, after, descriptions)
    gone = [name for name in old if name not in new and name not in former.values()]
    found += [_removed(old[name]) for name in gone]
    found += order_changes([name for name in old if name in new], [name for name in new if name in old])
    return tuple(found)


def _former(
    contracts: Sequence[ToolContract], old: dict[str, ToolContract], new: dict[str, ToolContract]
) -> dict[str, str]:
    """Return new name -> old name, where the source says what a tool was called."""
    return {
        contract.name: was
        for contract in contracts
        if contract.name not in old
        for was in contract.was
        if was in old and was not in new
    }


def _tool(
    old: ToolContract,
    new: ToolContract,
    before: Catalog,
    after: Catalog,
    descriptions: tuple[dict[str, str], dict[str, str]],
) -> Iterator[Change]:
    texts = (descriptions[0].get(old.name, ""), descriptions[1].get(new.name, ""))
    for kind, one, other in (("description", *texts), ("title", old.title, new.title)):
        if one != other:
            yield Change(
                tool=new.name,
                side="tool",
                path=(kind,),
                kind=f"{kind}-changed",
                grade=Grade.BEHAVIOUR,
                reason=f"the {kind} is another text, by which a model chooses",
                before=one,
                after=other,
                prose=True,
            )
    if old.deprecated != new.deprecated:
        say = "is marked deprecated" if new.deprecated else "is no longer marked deprecated"
        yield _of_tool(new.name, "deprecated", Grade.BEHAVIOUR, f"the tool {say}", old.deprecated, new.deprecated)
    comparison = SchemaComparison(new.name, "input", before.definitions.input, after.definitions.input)
    yield from comparison.compare(old.input_schema, new.input_schema)
    yield from _outputs(old, new, before, after)
    yield from _annotations(new.name, old.annotations, new.annotations)
    if not isinstance(new.binding, McpBinding):  # a list's hints say whether to ask
        yield from _confirmation(new.name, old.annotations, new.annotations)


def _outputs(old: ToolContract, new: ToolContract, before: Catalog, after: Catalog) -> Iterator[Change]:
    if old.output_schema is None and new.output_schema is None:
        return
    if old.output_schema is None:
        yield _of_tool(new.name, "outputSchema", Grade.EXPANDED, "the result has a schema now", None, True)
    elif new.output_schema is None:
        reason = "the result has no schema any more: nobody can rely on its form"
        yield _of_tool(new.name, "outputSchema", Grade.BREAKING, reason, True, None)
    else:
        comparison = SchemaComparison(new.name, "output", before.definitions.output, after.definitions.output)
        yield from comparison.compare(old.output_schema, new.output_schema)


_REASONS: dict[tuple[str, bool], str] = {
    ("read_only", True): "the tool is said to change nothing now: a host may stop asking",
    ("read_only", False): "the tool may write now, and did not",
    ("destructive", True): "the tool may destroy now, and did not",
    ("destructive", False): "the tool is said to destroy nothing now: a host may stop asking",
}
_SILENCE: dict[str, bool] = {"read_only": False, "destructive": True, "idempotent": False, "open_world": True}
"""What a hint that is not stated means (MCP 2025-11-25, schema `ToolAnnotations`)."""


def _annotations(tool: str, old: ToolAnnotations, new: ToolAnnotations) -> Iterator[Change]:
    for key in ("read_only", "destructive"):
        one, other = getattr(old, key), getattr(new, key)
        if one == other:
            continue
        # By MCP it says the same as silence; a host may have taken silence for harmless all the same.
        if one is None and other is _SILENCE[key]:
            does = "destroy" if key == "destructive" else "write"
            reason = f"the tool says now that it may {does}, and did not say: a host may begin to ask"
            yield _annotation(tool, key, Grade.BEHAVIOUR, reason, one, other)
        else:
            reason = _withdrawn(key, one) if other is None else _REASONS[key, other]
            yield _annotation(tool, key, Grade.LOOSENED, reason, one, other)
    for key, word in (("idempotent", "repeating a call does no more"), ("open_world", "it reaches out of its system")):
        one, other = getattr(old, key), getattr(new, key)
        if one == other:
            continue
        said = f"`{_hint(key)}` is {_said(other)}, was {_said(one)}"
        if {one, other} == {None, _SILENCE[key]}:
            reason = f"{said}: where nothing is stated, MCP takes it for `{str(_SILENCE[key]).lower()}`"
            yield _annotation(tool, key, Grade.NOTATION, reason, one, other)
        else:
            yield _annotation(tool, key, Grade.BEHAVIOUR, f"{said}: whether {word}", one, other)


def _withdrawn(key: str, before: bool) -> str:
    """Say that a hint is not stated any more."""
    if before is not _SILENCE[key]:
        return f"the tool no longer says that it {'changes' if key == 'read_only' else 'destroys'} nothing"
    return f"the tool no longer says that it may {'write' if key == 'read_only' else 'destroy'}: a host may stop asking"


def _confirmation(tool: str, old: ToolAnnotations, new: ToolAnnotations) -> Iterator[Change]:
    if bool(old.confirm) != bool(new.confirm):
        grade = Grade.BEHAVIOUR if new.confirm else Grade.LOOSENED
        reason = "a person must agree now" if new.confirm else "nobody is asked any more before the call"
        yield _annotation(tool, "confirm", grade, reason, old.confirm, new.confirm)


def _annotation(tool: str, key: str, grade: Grade, reason: str, before: Json, after: Json) -> Change:
    return Change(
        tool=tool,
        side="annotations",
        path=(_hint(key),),
        kind=f"{_hint(key)}-changed",
        grade=grade,
        reason=reason,
        before=before,
        after=after,
        safety=grade is Grade.LOOSENED,
    )


def _hint(key: str) -> str:
    names = {
        "read_only": "readOnlyHint",
        "destructive": "destructiveHint",
        "idempotent": "idempotentHint",
        "open_world": "openWorldHint",
    }
    return names.get(key, key)


def _said(value: bool | None) -> str:
    return "not stated" if value is None else f"`{str(value).lower()}`"


def _added(contract: ToolContract, after: Catalog, description: str) -> Change:
    said = [(key, text) for key, text in (("title", contract.title), ("description", description)) if text]
    said += schema_texts(contract.input_schema, after.definitions.input, "input")
    if contract.output_schema is not None:
        said += schema_texts(contract.output_schema, after.definitions.output, "output")
    made = _of_tool(contract.name, "tool", Grade.EXPANDED, newness(contract), None, contract.name)
    return replace(made, texts=tuple(said))


def newness(contract: ToolContract) -> str:
    """Say that a tool is new, and what it may do by its own word."""
    hints = contract.annotations
    if hints.destructive and not hints.read_only:
        return "the tool is new, and says that it may destroy"
    if hints.read_only is False:
        return "the tool is new, and says that it may write"
    return "the tool is new"


def _removed(contract: ToolContract) -> Change:
    return _of_tool(
        contract.name, "tool", Grade.BREAKING, "the tool is gone: every call of it fails", contract.name, None
    )


def _renamed(old: ToolContract, new: ToolContract) -> Change:
    reason = f"the tool was called `{old.name}`: calls by that name are answered with the new one"
    return _of_tool(new.name, "name", Grade.BREAKING, reason, old.name, new.name)


def _of_tool(tool: str, what: str, grade: Grade, reason: str, before: Json, after: Json) -> Change:
    kinds = {"tool": "tool-added" if before is None else "tool-removed", "name": "tool-renamed"}
    kind = kinds.get(what, f"{what}-changed")
    path = () if what == "tool" else (what,)
    return Change(tool=tool, side="tool", path=path, kind=kind, grade=grade, reason=reason, before=before, after=after)


def order_changes(old: list[str], new: list[str]) -> Iterator[Change]:
    """Yield a change where tools stand in another order.

    Args:
        old: the tools that stand in both lists, as the old one has them.
        new: as the new one has them.
    """
    if old != new:
        yield Change(
            tool=None,
            side="server",
            path=("tools",),
            kind="order-changed",
            grade=Grade.NOTATION,
            reason="the tools stand in another order; of two that fit, models take the first more often",
            before=list(old),
            after=list(new),
        )
