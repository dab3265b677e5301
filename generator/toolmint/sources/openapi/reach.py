"""What an operation's request is made of: which parts of which files a defect must lie in to matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from toolmint.documents import DocumentStore, Node, ReferenceProblem
from toolmint.location import Location

__all__ = ["Roots", "request_roots", "within"]

Roots: TypeAlias = frozenset[tuple[str, str]]
"""Files and JSON pointers; everything at and below them belongs."""


def request_roots(operation: Node, path_item: Node, store: DocumentStore) -> Roots:
    """Return the parts of the documents that describe an operation's request, references followed.

    Args:
        operation: the Operation Object.
        path_item: the Path Item Object that holds it.
        store: follows references.
    """
    found: set[tuple[str, str]] = set()
    starts = [operation.get("parameters"), operation.get("requestBody"), path_item.get("parameters")]
    pending = [node for node in starts if node is not None]
    for node in pending:
        found.add((node.document.path, node.pointer))
    while pending:
        for target in _targets(pending.pop(), store):
            place = (target.document.path, target.pointer)
            if place not in found:
                found.add(place)
                pending.append(target)
    return frozenset(found)


def within(location: Location, roots: Roots) -> bool:
    """Say whether a place lies at or below one of the roots."""
    tokens = location.pointer.split("/")
    prefixes = {"/".join(tokens[:count]) for count in range(1, len(tokens) + 1)}
    return any((location.path, prefix) in roots for prefix in prefixes)


def _targets(node: Node, store: DocumentStore) -> Iterable[Node]:
    pending = [node]
    while pending:
        current = pending.pop()
        value = current.value
        if isinstance(value, Mapping):
            if isinstance(value.get("$ref"), str):
                try:
                    yield store.resolve(current)
                except ReferenceProblem:
                    continue
            pending += [child for key, child in current.items() if not _is_data(key)]
        elif isinstance(value, list):
            pending += current.elements()


def _is_data(key: str) -> bool:
    # A `$ref` inside a value is data (3.1 section 4.8.23: only where the standard has a reference).
    return key in ("example", "examples", "default", "enum", "const") or key.startswith("x-")
