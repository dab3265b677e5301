"""From the document as it is read, overlays applied, to the files that it is written in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from toolmint.documents import Document, DocumentStore, Node, Origins
from toolmint.edits import Edit, RenameKey, ReplaceText
from toolmint.location import Location, join_pointer, split_pointer
from toolmint.source import SourceInput
from toolmint.sources.openapi.jsonpath import InvalidQuery, select
from toolmint.sources.openapi.renaming.closure import Renamed

__all__ = ["query_edits", "written_edits"]


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
