"""What `x-tool` blocks say of arguments by their names: context values, and example calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolmint.documents import Node
from toolmint.edits import Edit, RenameKey, SetValue
from toolmint.sources.openapi.renaming.closure import Renamed
from toolmint.sources.openapi.renaming.examples import Instances
from toolmint.sources.openapi.renaming.parts import Parts
from toolmint.sources.openapi.renaming.prose import reading_operations
from toolmint.sources.openapi.renaming.schemas import facing_key
from toolmint.sources.openapi.renaming.scopes import OperationScope

__all__ = ["block_edits"]

_HOLDERS = ("root", "tag", "path_item", "operation")


def block_edits(renamed: Renamed, parts: Parts, scopes: Mapping[int, OperationScope]) -> Iterator[Edit]:
    """Yield what changes in the `x-tool` blocks of operations and of what stands above them."""
    for part in parts.parts:
        block = part.node.get("x-tool") if part.kind in _HOLDERS else None
        if block is None:
            continue
        readers = [scopes[id(one)] for one, _ in reading_operations(part, parts)]
        context, examples = block.get("context"), block.get("examples")
        if context is not None and any(_has(scope, renamed) for scope in readers):
            yield from _context_edits(context, renamed)
        for scope in readers if examples is not None else ():
            assert examples is not None
            for value in examples.elements():
                yield from _example_edits(value, scope, renamed, parts)


def _has(scope: OperationScope, renamed: Renamed) -> bool:
    return any(one.wire == renamed.subject.wire and scope.is_renamed(one) for one in scope.arguments)


def _context_edits(context: Node, renamed: Renamed) -> Iterator[Edit]:
    subject = renamed.subject
    if subject.model_only:
        return
    child = context.get(subject.wire)
    if child is not None:
        yield RenameKey(place=child.location, new=subject.new_wire)
    for element in context.elements():
        if element.value == subject.wire:
            yield SetValue(place=element.location, value=subject.new_wire)


def _example_edits(value: Node, scope: OperationScope, renamed: Renamed, parts: Parts) -> Iterator[Edit]:
    subject = renamed.subject
    if subject.facing is None or subject.new_facing is None:
        return
    if subject.facing != subject.new_facing:
        instances = Instances(renamed, parts.store, subject.facing, subject.new_facing, key_of=facing_key)
        yield from instances.of_arguments(value, scope.arguments)
