"""Fixes on their way to the files: from what a rule points at to the very value that is written there."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.documents import DocumentStore, Node
from toolmint.documents.scalars import one_line
from toolmint.edits import Edit, Fix, PutEntry, ReplaceText, StateKeyword
from toolmint.location import Location

__all__ = ["resolved_edits"]

_TEXTS = frozenset({"description", "summary", "title"})


def resolved_edits(fix: Fix, store: DocumentStore) -> list[Edit]:
    """Find what a fix changes in the files as they are written.

    Args:
        fix: of a finding whose lines are not looked up yet.
        store: has read the files.

    Returns:
        The edits; empty where one of them leads to no value of a YAML or JSON file, so that the fix cannot be made
        whole.
    """
    found: list[Edit] = []
    for edit in fix.edits:
        node = _node(edit.place, store)
        made = _written_edit(edit, node) if node is not None else None
        if made is None or store.document(made.place.path) is None:
            return []
        found.append(made)
    return found


def _written_edit(edit: ReplaceText | StateKeyword, node: Node) -> Edit | None:
    return _text_edit(edit, node) if isinstance(edit, ReplaceText) else _keyword_edit(edit, node)


def _node(place: Location, store: DocumentStore) -> Node | None:
    document = store.document(place.path) if not place.resolved else None
    return Node.root(document).at(place.pointer) if document is not None else None


def _written(node: Node) -> Location:
    """Return the place of a value in the file that it is written in."""
    origins = node.document.origins
    return node.location if origins is None else origins.place(node.location)


def _text_edit(edit: ReplaceText, node: Node) -> ReplaceText | None:
    place = edit.place
    holder = _text_of(node, place)
    if holder is None or place.needle is None:
        return None
    return ReplaceText(
        place=_written(holder).of_text(place.needle, within=place.within, offset=place.offset), new=edit.new
    )


def _text_of(node: Node, place: Location) -> Node | None:
    """Return the text that a place is in: the value itself, or the one below it that says what was read."""
    if node.text is not None:
        return node
    wanted = one_line(place.within or "")
    return next((one for one in _texts(node) if one_line(one.text or "") == wanted), None)


def _texts(node: Node) -> Iterator[Node]:
    """Yield the texts below a value, in the order of the source."""
    pending = [node]
    while pending:
        current = pending.pop()
        if current.text is not None and current.token in _TEXTS:
            yield current
        pending += reversed([*(child for _, child in current.items()), *current.elements()])


def _keyword_edit(edit: StateKeyword, node: Node) -> PutEntry | None:
    holder: Node | None = node
    if edit.place.within is not None:
        text = _text_of(node, edit.place)
        holder = text.parent if text is not None else None
        if holder is not None and holder.token == "x-tool":
            holder = holder.parent
    schema = _schema_of(holder) if holder is not None else None
    if schema is None or edit.key in schema or "$ref" in schema or not _fits(edit.key, schema):
        return None
    return PutEntry(place=_written(schema), key=edit.key, value=edit.value)


def _schema_of(holder: Node) -> Node | None:
    """Return the schema of a parameter, or a schema itself."""
    if not isinstance(holder.value, dict):
        return None
    if "in" in holder and "name" in holder:
        schema = holder.get("schema")
        if schema is None and "content" not in holder and "type" in holder:
            return holder  # Swagger 2.0, where a parameter is its own schema
        return schema if schema is not None and isinstance(schema.value, dict) else None
    return holder


def _fits(key: str, schema: Node) -> bool:
    """Whether a keyword means the same in the version that the document follows: until 3.1 these were booleans."""
    if not key.startswith("exclusive"):
        return True
    root = schema.document.value
    version = str(root.get("openapi") or root.get("swagger") or "3.1") if isinstance(root, dict) else "3.1"
    return not version.startswith(("2.", "3.0"))
