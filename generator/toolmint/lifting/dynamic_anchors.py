"""What a `$dynamicRef` means, decided before there is a value (JSON Schema 2020-12 core section 8.2.3.2).

A `$dynamicRef` leads to the outermost schema resource on the way from the operation's schema that has a
`$dynamicAnchor` of its name. That way is known statically: it is the chain of references. So each reference passes on
what the schemas around it bind, and a shared schema becomes one definition for each set of bindings that matters to it.

An OpenAPI document is one schema resource to the letter, and two operations that bind the same name to their own
schemas would be undefined. Authors mean the schema that stands round the reference, so the search goes by nesting: the
outermost schema round the reference below which the name is given once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, Node, ReferenceProblem
from toolmint.ir.schema import Json

__all__ = ["Bindings", "DynamicAnchors", "Meaning"]

Bindings: TypeAlias = Mapping[str, Node | None]
"""Anchor -> the schema that a `$dynamicRef` to it means; None where several could be meant."""

Meaning: TypeAlias = tuple[Node, str | None]
"""The schema that a `$dynamicRef` leads to, and the name that could not be decided, if that is why."""

_NAMED_SCHEMAS = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_DATA = frozenset({"example", "examples", "default", "enum", "const"})
_MARK = b"$dynamicAnchor"
_NONE: Bindings = {}


class DynamicAnchors:
    """Finds and follows dynamic anchors. Documents without any cost one search of their bytes.

    Args:
        store: follows references.
    """

    def __init__(self, store: DocumentStore) -> None:
        self._store = store
        self._marked: dict[str, bool] = {}
        self._below: dict[int, tuple[Json, dict[str, Node | None]]] = {}
        self._uses: dict[tuple[str, str], tuple[frozenset[str], tuple[Node, ...]]] = {}

    def at(self, site: Node, entry: Node, outer: Bindings) -> Bindings:
        """Return what is bound at a place.

        Args:
            site: a schema.
            entry: the schema at or above it by which its resource was entered.
            outer: what was bound on the way to `entry`; it wins, as it is further out.
        """
        if not self._has_anchors(site):
            return outer
        found: dict[str, Node | None] = {}
        for holder in _around(site, entry):
            for name, anchor in self.below(holder).items():
                found[name] = anchor or found.get(name)
        for name, anchor in outer.items():
            found[name] = anchor or found.get(name)
        return found

    def below(self, node: Node) -> Mapping[str, Node | None]:
        """Return the dynamic anchors of a schema and all below it that belongs to the same resource."""
        if not self._has_anchors(node):
            return _NONE
        known = self._below.get(id(node.value))
        if known is None:
            found: dict[str, Node | None] = {}
            for one in _schemas(node, whole=False):
                name = one.value.get("$dynamicAnchor") if isinstance(one.value, dict) else None
                if isinstance(name, str):
                    found[name] = None if name in found else one
            # With the value, which keeps its identity from going to another.
            known = self._below[id(node.value)] = (node.value, found)
        return known[1]

    def mattering(self, target: Node, bindings: Bindings) -> dict[str, Node | None]:
        """Return the bindings that change what a schema means when a reference leads to it."""
        if not bindings:
            return {}
        own = self.at(target, target, _NONE)
        used = self._used(target, bindings)
        return {
            name: anchor
            for name, anchor in sorted(bindings.items())
            if name in used and (anchor is None or not _is_same(anchor, own.get(name)))
        }

    def meaning(self, node: Node, bindings: Bindings) -> Meaning:
        """Follow the `$dynamicRef` of a mapping by one step.

        Raises:
            ReferenceProblem: it leads nowhere.
        """
        initial = self._initial(node)
        name = _anchor_name(node)
        if name is None or not isinstance(initial.value, dict) or initial.value.get("$dynamicAnchor") != name:
            return initial, None  # then it is as good as a `$ref`
        bound = bindings.get(name, initial)
        return (initial, name) if bound is None else (bound, None)

    def circle(self, node: Node) -> ReferenceProblem:
        """Return the problem of a `$dynamicRef` that leads to the mapping that holds it."""
        message = f"`$dynamicRef` leads back to itself: `#{node.pointer}`"
        place = node.child("$dynamicRef").location
        return ReferenceProblem(Diagnostic(code="IN-09", severity=Severity.ERROR, message=message, location=place))

    def _has_anchors(self, node: Node) -> bool:
        document = node.document
        known = self._marked.get(document.path)
        if known is None:
            # Of a changed document the bytes say nothing; what was put in comes from a document that is loaded.
            searched = (document,) if document.origins is None else self._store.loaded()
            known = self._marked[document.path] = any(_MARK in one.content for one in searched)
        return known

    def _initial(self, node: Node) -> Node:
        """Return the initially resolved starting point: what a `$ref` of the same text leads to."""
        name = _anchor_name(node)
        written = node.child("$dynamicRef").text
        if name is not None and written is not None and written.startswith("#"):
            for holder in _ancestors(node):
                found = self.below(holder).get(name)
                if found is not None:
                    return found
                if _is_resource(holder):
                    break
        reference: Json = {"$ref": node.child("$dynamicRef").value}
        try:
            return self._store.resolve(Node(node.document, node.parent, node.token, reference))
        except ReferenceProblem as problem:
            raise _renamed(problem.diagnostic, node) from None

    def _used(self, target: Node, bindings: Bindings) -> set[str]:
        """Return the names that a schema asks for dynamically, through all that it refers to."""
        names: set[str] = set()
        waiting, seen = [target], set()
        while waiting:
            node = waiting.pop()
            place = (node.document.path, node.pointer)
            if place in seen:
                continue
            seen.add(place)
            asked, targets = self._direct(node, place)
            names |= asked
            waiting += targets
            waiting += [anchor for name in asked if (anchor := bindings.get(name)) is not None]
        return names

    def _direct(self, node: Node, place: tuple[str, str]) -> tuple[frozenset[str], tuple[Node, ...]]:
        known = self._uses.get(place)
        if known is None:
            names: set[str] = set()
            targets: list[Node] = []
            for one in _schemas(node):
                if not isinstance(one.value, dict):
                    continue
                try:
                    if "$ref" in one.value:
                        targets.append(self._store.resolve(one))
                        targets.append(self._store.follow(one))
                    if "$dynamicRef" in one.value:
                        targets.append(self._initial(one))
                        names.add(_anchor_name(one) or "")
                except ReferenceProblem:
                    continue  # reported where the reference is lifted
            known = self._uses[place] = (frozenset(names), tuple(targets))
        return known


def _around(site: Node, entry: Node) -> Iterator[Node]:
    """Yield the schemas round a place, from inside: up to `entry`, then the resource that `entry` belongs to."""
    inside = list(_ancestors(site))
    places = [_is_same(node, entry) for node in inside]
    if True not in places:
        return  # a look ahead, from another schema
    reached = places.index(True)
    yield from inside[: reached + 1]
    for node in inside[reached:]:
        if _is_resource(node):
            if node is not inside[reached]:
                yield node
            return


def _ancestors(node: Node) -> Iterator[Node]:
    current: Node | None = node
    while current is not None:
        yield current
        current = current.parent


def _is_resource(node: Node) -> bool:
    """Say whether a schema resource begins here: by `$id`, or as a file that is one schema (core section 4.3.5)."""
    value = node.value
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("$id"), str):
        return True
    return node.parent is None and "openapi" not in value


def _schemas(node: Node, *, whole: bool = True) -> Iterator[Node]:
    """Yield a node and everything below it that may be a schema.

    Args:
        node: where to begin.
        whole: whether to enter the resources that begin below it.
    """
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        names_schemas = current.token in _NAMED_SCHEMAS and current is not node
        held = (child for key, child in current.items() if names_schemas or not _is_data(key))
        below = (child for child in (*held, *current.elements()) if isinstance(child.value, dict | list))
        waiting += [child for child in below if whole or not _is_resource(child)]


def _is_data(key: str) -> bool:
    return key in _DATA or key.startswith("x-")


def _is_same(one: Node, other: Node | None) -> bool:
    if other is None or one.token != other.token:
        return False
    return one.document is other.document and one.pointer == other.pointer


def _anchor_name(node: Node) -> str | None:
    """Return the anchor that the `$dynamicRef` of a mapping ends in; None for a pointer or no fragment."""
    fragment = (node.child("$dynamicRef").text or "").partition("#")[2]
    return fragment if fragment and not fragment.startswith("/") else None


def _renamed(diagnostic: Diagnostic, node: Node) -> ReferenceProblem:
    """Say `$dynamicRef` where the store speaks of the `$ref` that was made of it."""
    message = diagnostic.message.replace("`$ref`", "`$dynamicRef`", 1)
    place = node.child("$dynamicRef").location
    return ReferenceProblem(replace(diagnostic, message=message, location=place))
