"""The places where the standard itself spells a name: declarations, templates, lists of required properties."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.documents import Node
from toolmint.edits import AppendElement, Edit, PutEntry, RenameKey, SetValue
from toolmint.sources.openapi.renaming.closure import Renamed
from toolmint.sources.openapi.renaming.parts import Parts
from toolmint.sources.openapi.renaming.schemas import applying

__all__ = ["declaration_edits", "tool_block_edits", "was_edits"]

_CONDITIONS = frozenset({"not", "if", "then", "else", "dependentSchemas"})


def declaration_edits(renamed: Renamed, parts: Parts) -> Iterator[Edit]:
    """Yield what changes the name on the wire, everywhere that the document declares it or relies on it."""
    subject = renamed.subject
    if subject.model_only:
        return
    for node in renamed.parameters:
        yield SetValue(place=node.child("name").location, value=subject.new_wire)
    paths = parts.root.get("paths")
    for path, new in renamed.paths.items():
        assert paths is not None
        yield RenameKey(place=paths.child(path).location, new=new)
    for node in renamed.schemas:
        yield from _schema_edits(node, subject.wire, subject.new_wire)
    if renamed.schemas:
        yield from _encoding_edits(renamed, parts)


def _schema_edits(node: Node, old: str, new: str) -> Iterator[Edit]:
    for keyword in ("properties", "dependentRequired", "dependentSchemas"):
        held = node.get(keyword)
        if held is not None and (child := held.get(old)) is not None:
            yield RenameKey(place=child.location, new=new)
    dependent = node.get("dependentRequired")
    lists = [node.get("required"), node.at("/propertyNames/enum")]
    lists += [names for _, names in dependent.items()] if dependent is not None else []
    for listed in lists:
        for element in listed.elements() if listed is not None else ():
            if element.value == old:
                yield SetValue(place=element.location, value=new)
    for pointer in ("/discriminator", "/discriminator/propertyName"):
        told = node.at(pointer)
        if told is not None and told.value == old:
            yield SetValue(place=told.location, value=new)


def _encoding_edits(renamed: Renamed, parts: Parts) -> Iterator[Edit]:
    """Yield what changes the keys of Encoding Objects, which are the body's properties (3.1 section 4.8.15)."""
    subject = renamed.subject
    speaking = {id(node.value) for node in renamed.schemas}
    for part in parts.parts:
        if part.kind != "media" or (encoding := part.node.get("encoding")) is None:
            continue
        child, schema = encoding.get(subject.wire), part.node.get("schema")
        if child is None or schema is None:
            continue
        if any(id(one.value) in speaking for one in applying([schema], parts.store)):
            yield RenameKey(place=child.location, new=subject.new_wire)


def tool_block_edits(renamed: Renamed) -> Iterator[Edit]:
    """Yield what says the new name, and that there was another, in the `x-tool` blocks of what is renamed."""
    subject = renamed.subject
    if subject.facing is None or subject.facing == subject.new_facing or subject.new_facing is None:
        return
    for node in [*renamed.parameters, *(one for one in renamed.properties if not _is_conditional(one))]:
        yield from _block_edits(node, subject.facing, subject.new_facing, says_name=subject.model_only)


def _is_conditional(node: Node) -> bool:
    """Whether a property stands in a condition, which says no more than when something else applies."""
    holder = node.parent.parent if node.parent is not None else None
    while holder is not None and holder.parent is not None and holder.token not in ("properties", "schema", "schemas"):
        if holder.token in _CONDITIONS:
            return True
        holder = holder.parent
    return False


def _block_edits(node: Node, old: str, new: str, *, says_name: bool) -> Iterator[Edit]:
    block = node.get("x-tool")
    if block is None:
        said = {"name": new, "was": [old]} if says_name else {"was": [old]}
        if node.value is True:
            yield SetValue(place=node.location, value={"x-tool": said})
        elif isinstance(node.value, dict):
            yield PutEntry(place=node.location, key="x-tool", value=said)
        return
    if says_name:
        name = block.get("name")
        if name is None:
            yield PutEntry(place=block.location, key="name", value=new)
        else:
            yield SetValue(place=name.location, value=new)
    yield from was_edits(block, old, new)


def was_edits(block: Node, old: str, new: str) -> Iterator[Edit]:
    """Yield what adds a former name to an `x-tool` block; a former name that is taken up again makes room for it."""
    was = block.get("was")
    if was is None:
        yield PutEntry(place=block.location, key="was", value=[old])
        return
    if was.text is not None:
        if was.text != old:
            yield SetValue(place=was.location, value=old if was.text == new else [was.text, old])
        return
    listed = list(was.elements())
    if any(one.value == old for one in listed):
        return
    again = next((one for one in listed if one.value == new), None)
    if again is not None:
        yield SetValue(place=again.location, value=old)
    else:
        yield AppendElement(place=was.location, value=old)
