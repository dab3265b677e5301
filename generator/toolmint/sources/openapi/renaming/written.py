"""From the document as it is read, overlays applied, to the files that it is written in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from toolmint.documents import Document, DocumentStore, Node, Origins
from toolmint.edits import AppendElement, Edit, PutEntry, RenameKey, ReplaceText, Value
from toolmint.location import Location, join_pointer, split_pointer
from toolmint.source import SourceInput
from toolmint.sources.openapi.jsonpath import InvalidQuery, select
from toolmint.sources.openapi.renaming.closure import Renamed
from toolmint.sources.openapi.renaming.parts import Parts

__all__ = ["in_overlay", "query_edits", "written_edits"]


def written_edits(edits: Iterable[Edit], document: Document) -> list[Edit]:
    """Translate places in a document to places in the files that it is made of.

    Args:
        edits: places in the document as it is read.
        document: the root document.
    """
    origins = document.origins
    if origins is None:
        return list(edits)
    found: list[Edit] = []
    for edit in edits:
        if edit.place.path != document.path:
            found.append(edit)
            continue
        found.append(replace(edit, place=origins.place(edit.place)))
        if isinstance(edit, RenameKey):
            found += [RenameKey(place=place, new=edit.new) for place in _repeated(edit.place, origins)]
    return list(found)


def _repeated(place: Location, origins: Origins) -> Iterator[Location]:
    """Yield where overlays spell a key once more, to say something below it."""
    tokens = split_pointer(place.pointer)
    origin: Origins | None = origins
    for token in tokens:
        origin = origin.children.get(token) if origin is not None else None
    pending = [(origin, [tokens[-1]])] if origin is not None else []
    while pending:
        current, trail = pending.pop()
        for token, child in current.children.items():
            below = [*trail, token]
            written = split_pointer(child.pointer)
            if (child.path, child.pointer) != (current.path, current.pointer + join_pointer([token])):
                if written[-len(below) :] == below:
                    yield Location(path=child.path, pointer=join_pointer(written[: 1 - len(below)]))
                continue
            pending.append((child, below))


def in_overlay(edits: Iterable[Edit], parts: Parts, overlay: Path) -> list[Edit]:
    """Move new `x-tool` blocks into an overlay: who has one does not own the document.

    Args:
        edits: in the files as they are written.
        parts: everything that the document is made of.
        overlay: takes the blocks up.
    """
    document = parts.root.document
    base = document.origins.path if document.origins is not None else document.path
    actions = parts.store.root_node(overlay).child("actions")
    found: list[Edit] = []
    for edit in edits:
        node = parts.root.at(edit.place.pointer) if edit.place.path == base else None
        if isinstance(edit, PutEntry) and edit.key == "x-tool" and node is not None:
            action: Value = {"target": _query(node), "update": {"x-tool": edit.value}}
            found.append(AppendElement(place=actions.location, value=action))
        else:
            found.append(edit)
    return found


def _query(node: Node) -> str:
    """Return a query that selects a parameter or a property, by name where it has one (RFC 9535)."""
    steps: list[str] = []
    current = node
    while current.parent is not None:
        name = current.get("name")
        if isinstance(current.parent.value, list):
            is_named = name is not None and name.text is not None and current.parent.token == "parameters"
            steps.append(f"[?@.name=={_quoted(name.text or '')}]" if is_named and name else f"[{current.token}]")
        else:
            plain = re.fullmatch(r"[A-Za-z_]\w*", current.token, re.ASCII)
            steps.append(f".{current.token}" if plain else f"[{_quoted(current.token)}]")
        current = current.parent
    return "$" + "".join(reversed(steps))


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def query_edits(source: SourceInput, store: DocumentStore, renamed: Renamed, root: Node) -> Iterator[Edit]:
    """Yield what changes the name in the queries of overlays that select something by it.

    Args:
        source: names the overlays.
        store: reads them.
        renamed: what is renamed.
        root: the document with its overlays applied.
    """
    subject = renamed.subject
    if subject.model_only:
        return
    word = re.compile(rf"(?<=['\"{{.]){re.escape(subject.wire)}(?=['\"}}\[.]|\Z)")
    for file in source.overlays:
        actions = store.root_node(file).get("actions")
        for action in actions.elements() if actions is not None else ():
            for key in ("target", "copy"):
                query = action.get(key)
                text = query.text if query is not None else None
                if query is None or text is None or not word.search(text) or not _selects(text, renamed, root):
                    continue
                for found in word.finditer(text):
                    place = query.location.of_text(subject.wire, within=text, offset=found.start())
                    yield ReplaceText(place=place, new=subject.new_wire)


def _selects(query: str, renamed: Renamed, root: Node) -> bool:
    """Whether a query selects something that is renamed, or something below it."""
    try:
        matches = select(query, root.value)
    except InvalidQuery:
        return False
    for match in matches:
        node = root
        for token in match.tokens:
            node = node.child(token)
            if renamed.is_parameter(node) or renamed.is_property(node):
                return True
            if node.parent is not None and node.parent.token == "paths" and node.token in renamed.paths:
                return True
    return False
