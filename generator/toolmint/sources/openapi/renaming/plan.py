"""A rename worked out: every place that changes, and what stands in the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from toolmint.documents import DocumentStore, Node
from toolmint.edits import Edit, PutEntry
from toolmint.errors import UsageError
from toolmint.ir.binding import HttpBinding
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.lifting.frame import Frame
from toolmint.location import Location
from toolmint.source import ArgumentRename, RenamePlan, RenameRequest, SourceInput, ToolRename
from toolmint.sources.openapi.names import NameRequest, tool_names
from toolmint.sources.openapi.operations import Operation
from toolmint.sources.openapi.renaming.blocks import block_edits
from toolmint.sources.openapi.renaming.closure import Renamed, renamed
from toolmint.sources.openapi.renaming.examples import example_edits
from toolmint.sources.openapi.renaming.links import link_edits
from toolmint.sources.openapi.renaming.parts import Parts, gather_parts
from toolmint.sources.openapi.renaming.pointers import pointer_edits
from toolmint.sources.openapi.renaming.prose import prose_edits
from toolmint.sources.openapi.renaming.schemas import applying, declared, own_name
from toolmint.sources.openapi.renaming.scopes import OperationScope
from toolmint.sources.openapi.renaming.structure import declaration_edits, tool_block_edits
from toolmint.sources.openapi.renaming.subject import Subject, find_subject, former_names
from toolmint.sources.openapi.renaming.tools import tool_edits, tool_mentions
from toolmint.sources.openapi.renaming.written import in_overlay, query_edits, written_edits
from toolmint.sources.openapi.version import SpecVersion

__all__ = ["plan_rename"]


def plan_rename(
    source: SourceInput,
    root: Node,
    version: SpecVersion,
    store: DocumentStore,
    *,
    catalog: Catalog,
    request: RenameRequest,
) -> RenamePlan:
    """Find everything that a rename changes.

    Args:
        source: the source as the project names it.
        root: the root of its document, overlays applied.
        version: the version of the standard.
        store: follows references in it.
        catalog: what the source says now.
        request: what is asked for.

    Raises:
        UsageError: there is no such thing, or the new name is taken.
    """
    parts = gather_parts(root, version, store)
    if isinstance(request, ToolRename):
        edits = list(tool_edits(request, catalog, parts))
        spoken, left = tool_mentions(request, parts)
        return RenamePlan(
            edits=tuple(written_edits([*edits, *spoken], root.document)),
            tools=(request.tool,),
            words={request.tool: request.new},
            left=_written(left, root),
        )
    return _argument_plan(source, parts, catalog, request)


def _argument_plan(source: SourceInput, parts: Parts, catalog: Catalog, request: ArgumentRename) -> RenamePlan:
    subject = find_subject(request, catalog, parts)
    found = renamed(subject, parts)
    scopes = _scopes(found, parts, catalog)
    inputs, outputs = _touched(found, parts)
    _refuse_taken(subject, found, parts, [scopes[id(one)] for one in inputs])
    tools, results = _names(inputs, scopes), _names(outputs, scopes)
    edits: list[Edit] = [*declaration_edits(found, parts), *example_edits(found, parts), *link_edits(found, parts)]
    edits += pointer_edits(edits, found, parts)
    edits += tool_block_edits(found)
    edits += pinned_names(found, parts)
    edits += block_edits(found, parts, scopes)
    prose = prose_edits(found, parts, catalog, scopes, [*tools, *results])
    edits += prose.edits
    written = written_edits(edits, parts.root.document)
    if subject.model_only and source.overlays:
        written = in_overlay(written, parts, source.overlays[-1])
    return RenamePlan(
        edits=(*written, *query_edits(source, parts.store, found, parts.root)),
        tools=tuple(tools),
        outputs=tuple(name for name in results if name not in tools),
        sent=None if subject.model_only or subject.area == "path" else subject.new_wire,
        words=subject.words,
        left=_written(prose.left, parts.root),
    )


def pinned_names(found: Renamed, parts: Parts) -> Iterator[Edit]:
    """Yield what keeps the names of tools that are made from a path, now that the path changes."""
    paths = found.paths
    before = tool_names([_name_request(one, one.path) for one in parts.operations], _frames(parts))
    after = tool_names([_name_request(one, paths.get(one.path, one.path)) for one in parts.operations], _frames(parts))
    for operation, old, new in zip(parts.operations, before, after, strict=True) if paths else ():
        block = operation.node.get("x-tool")
        if old != new and block is None:
            yield PutEntry(place=operation.node.location, key="x-tool", value={"name": old})
        elif old != new and block is not None and isinstance(block.value, dict):
            yield PutEntry(place=block.location, key="name", value=old)


def _name_request(operation: Operation, path: str) -> NameRequest:
    node = operation.node
    named, own = node.get("operationId"), own_name(node)
    return NameRequest(
        method=operation.method,
        path=path,
        operation_id=named.text if named is not None and named.text and named.text.strip() else None,
        explicit=(own, node.location) if own is not None else None,
        place=node.location,
    )


def _frames(parts: Parts) -> list[Frame]:
    return [Frame() for _ in parts.operations]


def _written(places: Iterable[Location], root: Node) -> tuple[Location, ...]:
    """Translate places in the document as it is read to the files that it is written in."""
    document = root.document
    return tuple(
        document.origins.place(one) if document.origins is not None and one.path == document.path else one
        for one in places
    )


def _scopes(found: Renamed, parts: Parts, catalog: Catalog) -> dict[int, OperationScope]:
    by_call = {_call(contract): contract for contract in catalog.contracts}
    return {id(one): OperationScope(one, by_call.get((one.method, one.path)), found, parts) for one in parts.operations}


def _call(contract: ToolContract) -> tuple[str, str]:
    binding = contract.binding
    assert isinstance(binding, HttpBinding)
    return binding.method, binding.path


def _touched(found: Renamed, parts: Parts) -> tuple[list[Operation], list[Operation]]:
    """Return the operations whose request has what is renamed, and those whose responses have it."""
    sides: dict[int, set[str]] = {id(one): {"input"} for one in found.operations}
    for node in found.schemas:
        for operation, side in parts.readers(node):
            sides.setdefault(id(operation), set()).add(side)
    inputs = [one for one in parts.operations if "input" in sides.get(id(one), ())]
    outputs = [one for one in parts.operations if "output" in sides.get(id(one), ())]
    return inputs, outputs


def _names(operations: Iterable[Operation], scopes: Mapping[int, OperationScope]) -> list[str]:
    contracts = [scopes[id(one)].contract for one in operations]
    return [one.name for one in contracts if one is not None]


def _refuse_taken(subject: Subject, found: Renamed, parts: Parts, scopes: Iterable[OperationScope]) -> None:
    """Refuse a name that something beside the renamed one has, or once had."""
    for scope in scopes:
        _refuse_taken_in(subject, scope)
    names = {subject.new_wire} if not subject.model_only else {subject.new_facing}
    for schema in found.schemas:
        for node in applying([schema], parts.store):
            for name in names:
                if name is not None and any(not found.is_property(one) for one in declared([node], name)):
                    place = f"{node.document.path}#{node.pointer}"
                    raise _taken(name, f"a property beside `{subject.wire}`, in `{place}`")


def _refuse_taken_in(subject: Subject, scope: OperationScope) -> None:
    contract = scope.contract
    if contract is None or not any(scope.is_renamed(one) for one in scope.arguments):
        return
    for argument in scope.arguments:
        if scope.is_renamed(argument):
            continue
        wire = not subject.model_only and argument.area == subject.area and argument.wire == subject.new_wire
        if wire or (subject.new_facing is not None and argument.facing == subject.new_facing):
            name = subject.new_wire if wire else subject.new_facing
            raise _taken(str(name), f"an argument of `{contract.name}`, in the {argument.area}")
        if subject.new_facing in former_names(contract, argument.facing):
            raise _taken(str(subject.new_facing), f"a former name of `{argument.facing}` of `{contract.name}`")


def _taken(name: str, by: str) -> UsageError:
    return UsageError(f"`{name}` is {by}", hint="choose a name that nothing else has")
