"""References that lead through a renamed key: a path template, a property."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping

from toolmint.documents import Node, ReferenceProblem
from toolmint.documents.refs import Reference, parse_reference
from toolmint.edits import Edit, RenameKey, SetValue
from toolmint.location import join_pointer, split_pointer
from toolmint.sources.openapi.renaming.closure import Renamed
from toolmint.sources.openapi.renaming.parts import Parts

__all__ = ["pointer_edits"]


def pointer_edits(edits: Iterable[Edit], renamed: Renamed, parts: Parts) -> Iterator[Edit]:
    """Yield what keeps references leading to where they lead.

    Args:
        edits: everything else that changes, in the places of the document as it is read.
        renamed: what is renamed.
        parts: everything that the document is made of.
    """
    keys = {(edit.place.path, edit.place.pointer): edit.new for edit in edits if isinstance(edit, RenameKey)}
    for node in parts.pointers if keys else ():
        new = _led_through(node, keys, renamed, parts)
        if new is not None:
            yield SetValue(place=node.location, value=new)


def _led_through(node: Node, keys: Mapping[tuple[str, str], str], renamed: Renamed, parts: Parts) -> str | None:
    text = node.text
    if text is None or "#/" not in text:
        return None
    try:
        reference = parse_reference(Node(node.document, node.parent, node.token, {"$ref": text}))
    except ReferenceProblem:
        return None
    path = _document(node, reference, parts)
    written = text.partition("#")[2][1:].split("/")
    tokens = split_pointer(reference.fragment)
    if len(written) != len(tokens):
        return None
    changed = False
    for index in range(len(tokens)):
        if (path, join_pointer(tokens[: index + 1])) in keys:
            written[index] = _renamed_token(written[index], renamed)
            changed = True
    return f"{text.partition('#')[0]}#/{'/'.join(written)}" if changed else None


def _document(node: Node, reference: Reference, parts: Parts) -> str:
    """Return the file that a reference leads into, as the store calls it."""
    if not reference.file:
        return node.document.path
    folder = posixpath.dirname(node.document.path)
    named = posixpath.normpath(posixpath.join(folder, reference.file))
    # The root document may be a changed one, whose path is that of no file.
    root = parts.root.document
    return root.path if root.origins is not None and root.origins.path == named else named


def _renamed_token(written: str, renamed: Renamed) -> str:
    """Write one token of a pointer with the new name, in the escapes that it has."""
    old, new = renamed.subject.wire, renamed.subject.new_wire
    for opening, closing in (("{", "}"), ("%7B", "%7D"), ("%7b", "%7d")):
        if f"{opening}{old}{closing}" in written:
            return written.replace(f"{opening}{old}{closing}", f"{opening}{new}{closing}")
    return new
