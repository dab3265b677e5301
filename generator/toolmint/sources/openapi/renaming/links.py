"""Links and callbacks: parameters of another operation, and runtime expressions (3.1 sections 4.8.18 and 4.8.20)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.documents import Node
from toolmint.edits import Edit, RenameKey, ReplaceText
from toolmint.location import split_pointer
from toolmint.sources.openapi.operations import Operation
from toolmint.sources.openapi.renaming.closure import Renamed
from toolmint.sources.openapi.renaming.parts import Parts
from toolmint.sources.openapi.renaming.schemas import applying, elements
from toolmint.sources.openapi.renaming.subject import body_schemas, response_schemas

__all__ = ["link_edits"]

_EXPRESSION = re.compile(
    r"\$(?P<side>request|response)\.(?:(?P<area>path|query|header)\.(?P<name>[^\s{}#&]+)|body#(?P<pointer>/[^\s{}\"']*))"
)


def link_edits(renamed: Renamed, parts: Parts) -> Iterator[Edit]:
    """Yield what changes the name in links and callbacks."""
    if renamed.subject.model_only:
        return
    for part in parts.parts:
        if part.kind == "link":
            yield from _parameter_edits(part.node, renamed, parts)
            owners = [one for one, _ in parts.readers(part.node)]
            for key in ("parameters", "requestBody"):
                held = part.node.get(key)
                if held is not None:
                    yield from _expression_edits(held, owners, renamed, parts)
        elif part.kind == "callback":
            owners = _owners(part.node, parts)
            for key, child in part.node.items():
                new = _rewritten(key, owners, renamed, parts)
                if new != key:
                    yield RenameKey(place=child.location, new=new)


def _owners(callback: Node, parts: Parts) -> list[Operation]:
    """Return the operations whose requests a callback belongs to; its expressions speak of these."""
    found: list[Operation] = []
    for node in [callback, *parts.users(callback)]:
        holder = node.parent.parent if node.parent is not None else None
        found += [one for one in parts.operations if holder is not None and one.node.value is holder.value]
    return found


def _parameter_edits(link: Node, renamed: Renamed, parts: Parts) -> Iterator[Edit]:
    """Yield what changes the keys of `parameters`: `id`, or `path.id` where the place tells equal names apart."""
    given = link.get("parameters")
    subject = renamed.subject
    target = _target(link, parts)
    if given is None or target is None or not any(one.node.value is target.value for one in renamed.operations):
        return
    for key, child in given.items():
        if key == subject.wire:
            yield RenameKey(place=child.location, new=subject.new_wire)
        elif key == f"{subject.area}.{subject.wire}":
            yield RenameKey(place=child.location, new=f"{subject.area}.{subject.new_wire}")


def _target(link: Node, parts: Parts) -> Node | None:
    named, reference = link.get("operationId"), link.get("operationRef")
    if named is not None:
        return next((one.node for one in parts.operations if _operation_id(one) == named.value), None)
    if reference is None or reference.text is None or not reference.text.startswith("#/"):
        return None
    return parts.root.at(reference.text[1:].replace("%7B", "{").replace("%7D", "}"))


def _operation_id(operation: Operation) -> object:
    found = operation.node.get("operationId")
    return found.value if found is not None else None


def _expression_edits(node: Node, owners: list[Operation], renamed: Renamed, parts: Parts) -> Iterator[Edit]:
    if isinstance(node.value, str):
        for start, end, new in _pieces(node.value, owners, renamed, parts):
            place = node.location.of_text(node.value[start:end], within=node.value, offset=start)
            yield ReplaceText(place=place, new=new)
    for child in [*(child for _, child in node.items()), *node.elements()]:
        yield from _expression_edits(child, owners, renamed, parts)


def _rewritten(text: str, owners: list[Operation], renamed: Renamed, parts: Parts) -> str:
    for start, end, new in reversed(list(_pieces(text, owners, renamed, parts))):
        text = text[:start] + new + text[end:]
    return text


def _pieces(text: str, owners: list[Operation], renamed: Renamed, parts: Parts) -> Iterator[tuple[int, int, str]]:
    """Yield where the old name stands in the expressions of a text, and what takes its place."""
    subject = renamed.subject
    if subject.wire not in text:
        return
    for found in _EXPRESSION.finditer(text):
        if found["area"] is not None:
            uses = any(one is owner for one in renamed.operations for owner in owners)
            if found["side"] == "request" and found["area"] == subject.area and found["name"] == subject.wire and uses:
                yield *found.span("name"), subject.new_wire
            continue
        for owner in owners:
            start = _in_body(found, owner, renamed, parts)
            if start is not None:
                yield start, start + len(subject.wire), subject.new_wire
                break


def _in_body(found: re.Match[str], owner: Operation, renamed: Renamed, parts: Parts) -> int | None:
    """Return where a pointer into a body names the renamed property; None where it does not."""
    of_side = body_schemas if found["side"] == "request" else response_schemas
    schemas = of_side(owner, parts.store)
    offset = found.start("pointer") + 1
    for token, written in zip(split_pointer(found["pointer"]), found["pointer"][1:].split("/"), strict=True):
        known = applying(schemas, parts.store, subtypes=True)
        below = [child for node in known if (child := node.at(f"/properties/{written}")) is not None]
        if any(renamed.is_property(one) for one in below) and token == renamed.subject.wire:
            return offset
        schemas = below or (elements(known) if token.isdigit() else [])
        offset += len(written) + 1
    return None
