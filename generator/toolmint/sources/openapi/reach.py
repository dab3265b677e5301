"""Where references stand, what an operation's request is made of, and what nothing follows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, Node, ReferenceProblem
from toolmint.ir.schema import Json
from toolmint.location import Location, join_pointer
from toolmint.text import plural, visible

__all__ = ["Roots", "reference_places", "request_roots", "unfollowed_references", "within"]

Roots: TypeAlias = frozenset[tuple[str, str]]
"""Files and JSON pointers; everything at and below them belongs."""

_DATA = frozenset({"example", "examples", "default", "enum", "const", "title", "summary", "description"})
"""Keys below which a `$ref` is data or text (3.1 section 4.8.23: only where the standard has a reference)."""
_BY_NAME = frozenset(
    {
        *("properties", "patternProperties", "dependentSchemas", "$defs", "definitions"),
        *("schemas", "responses", "parameters", "requestBodies", "headers", "links", "callbacks"),
        *("pathItems", "mediaTypes", "securitySchemes"),
    }
)
"""Keys of mappings whose own keys are names that an author chose, `default` and `example` among them."""


def reference_places(value: Json) -> Iterator[tuple[str, ...]]:
    """Yield the ways to the mappings with a `$ref` at and below a value, as reference tokens, in document order."""
    pending: list[tuple[Json, tuple[str, ...], bool]] = [(value, (), False)]
    while pending:
        current, tokens, by_name = pending.pop()
        if isinstance(current, dict):
            if not by_name and isinstance(current.get("$ref"), str):
                yield tokens
            below = [
                (child, (*tokens, key), not by_name and key in _BY_NAME)
                for key, child in current.items()
                if child.__class__ in (dict, list) and (by_name or not (key in _DATA or key.startswith("x-")))
            ]
            pending += reversed(below)
        elif isinstance(current, list):
            listed = [(child, (*tokens, str(index)), False) for index, child in enumerate(current)]
            pending += reversed(listed)


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
    for tokens in reference_places(node.value):
        holder = node.at(join_pointer(tokens))
        assert holder is not None
        try:
            yield store.resolve(holder)
        except ReferenceProblem:
            continue


def unfollowed_references(
    root: Node, store: DocumentStore, told: Collection[tuple[str, str]]
) -> tuple[Diagnostic, ...]:
    """Find references that lead nowhere in the parts that no tool is made of.

    Args:
        root: the root of a document.
        store: follows references.
        told: files and JSON pointers of which something is said already.

    Returns:
        One warning of a kind, at the first place, with the count.
    """
    followed: set[str] = set()
    problems: dict[Location, Diagnostic] = {}
    for tokens in reference_places(root.value):
        holder = root.at(join_pointer(tokens))
        assert holder is not None
        written = str(holder.child("$ref").value)
        if written in followed:
            continue
        try:
            store.resolve(holder)
            followed.add(written)
        except ReferenceProblem as problem:
            place = problem.diagnostic.location
            if (place.path, place.pointer) not in told:
                problems.setdefault(place, problem.diagnostic)
    by_code: dict[str, list[Diagnostic]] = {}
    for one in problems.values():
        by_code.setdefault("IN-10" if one.code == "IN-10" else "IN-09", []).append(one)
    return tuple(_counted(code, group) for code, group in by_code.items())


def _counted(code: str, group: list[Diagnostic]) -> Diagnostic:
    first = group[0]
    if len(group) == 1:
        message = f"{first.message}; no tool uses it"
    else:
        what = "outside this project" if code == "IN-10" else "nowhere"
        message = f"{plural(len(group), '`$ref`')} that no tool uses lead {what}; the first: {first.message}"
    return replace(first, code=code, severity=Severity.WARNING, message=visible(message))
