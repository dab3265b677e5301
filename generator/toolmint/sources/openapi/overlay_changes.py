"""A document that is being changed: copy on write, with the origin of each value that is put in.

Documents are shared and nobody changes them, so whatever lies on the way to a change is copied first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from toolmint.documents import Document, Origins
from toolmint.ir.schema import Json
from toolmint.location import Location
from toolmint.sources.openapi.jsonpath import Tokens
from toolmint.text import kind_of

__all__ = ["ChangedDocument", "Conflict", "extent"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """A value that cannot be merged with what stands at its place."""

    message: str
    location: Location
    """The new value."""
    existing: Location
    """What stands there."""


class ChangedDocument:
    """The value of a document after some changes.

    Args:
        document: what is changed; it stays as it is.
    """

    def __init__(self, document: Document) -> None:
        self._base = document
        self.value: Json = document.value
        self._origins = Origins(document.path)
        # Copies that nothing else refers to yet, kept alive so that no other object gets their identity.
        self._own: dict[int, object] = {}

    def finished(self, path: str) -> Document:
        """Return the document as it is now.

        Args:
            path: what places in it are called until they are looked up.
        """
        return replace(self._base, path=path, value=self.value, origins=self._origins)

    def begin_action(self) -> None:
        """Treat everything as shared from now on: what the last action copied may have become someone's source."""
        self._own.clear()

    def origin(self, tokens: Tokens) -> Origins:
        """Return where a value stands, as a tree of its own."""
        origin = self._origins
        for token in tokens:
            origin = origin.child(token)
        return origin.copy()

    def merge(self, tokens: Tokens, new: dict[str, Json], origin: Origins) -> Iterator[Conflict]:
        """Merge a mapping into the one at a place (Overlay 1.1 section 4.4.3.2), yielding what does not fit."""
        holder, place = self._reach(tokens)
        yield from self._merge(holder, place, new, origin)

    def append(self, tokens: Tokens, new: Sequence[Json], origins: Sequence[Origins]) -> None:
        """Append values to the list at a place."""
        holder, place = self._reach(tokens)
        self._append(holder, place, new, origins)

    def put(self, tokens: Tokens, new: Json, origin: Origins) -> None:
        """Put a value in place of another; not of the root."""
        *above, last = tokens
        holder, place = self._reach(tuple(above))
        holder[last] = new
        place.children[str(last)] = origin

    def remove(self, places: Sequence[Tokens], origin: Origins) -> None:
        """Take values out.

        Args:
            places: none is the root.
            origin: what a place that is gone leads to: whoever asks why is led to the action.
        """
        # From the end and from inside, so that what is still to be removed keeps its place.
        for *above, last in sorted(places, reverse=True):
            holder, place = self._reach(tuple(above))
            del holder[last]
            if isinstance(holder, dict):
                place.children[str(last)] = origin
                continue
            assert isinstance(last, int)
            for index in range(last, len(holder)):
                place.children[str(index)] = place.child(index + 1)
            place.children[str(len(holder))] = origin

    def _copied(self, value: Json) -> Any:
        if id(value) in self._own:
            return value
        copy = dict(value) if isinstance(value, dict) else list(value) if isinstance(value, list) else value
        self._own[id(copy)] = copy
        return copy

    def _reach(self, tokens: Tokens) -> tuple[Any, Origins]:
        """Return a mapping or list that may be changed, and the origins that may grow with it."""
        self.value = holder = self._copied(self.value)
        place = self._origins
        for token in tokens:
            holder[token] = self._copied(holder[token])
            holder, place = holder[token], place.grown(token)
        return holder, place

    def _merge(self, holder: Any, place: Origins, new: dict[str, Json], origin: Origins) -> Iterator[Conflict]:
        for key, value in new.items():
            if key not in holder or (_is_primitive(holder[key]) and _is_primitive(value)):
                holder[key] = value
                place.children[key] = origin.child(key)
                continue
            existing = holder[key]
            if isinstance(existing, dict) and isinstance(value, dict):
                holder[key] = self._copied(existing)
                yield from self._merge(holder[key], place.grown(key), value, origin.child(key))
            elif isinstance(existing, list) and isinstance(value, list):
                holder[key] = self._copied(existing)
                listed = origin.child(key)
                self._append(holder[key], place.grown(key), value, [listed.child(i) for i in range(len(value))])
            else:
                new_place, old_place = origin.child(key), place.child(key)
                yield Conflict(
                    message=f"found {kind_of(value)} for `{key}`, wanted {kind_of(existing)}",
                    location=Location(path=new_place.path, pointer=new_place.pointer),
                    existing=Location(path=old_place.path, pointer=old_place.pointer),
                )

    def _append(self, holder: Any, place: Origins, new: Sequence[Json], origins: Sequence[Origins]) -> None:
        for value, origin in zip(new, origins, strict=True):
            place.children[str(len(holder))] = origin
            holder.append(value)


def extent(value: Json, limit: int) -> tuple[int, int]:
    """Return how many values a value is made of, and how deep they nest; counting stops behind `limit`."""
    count, deepest = 0, 0
    waiting = [(value, 0)]
    while waiting and count <= limit:
        one, depth = waiting.pop()
        count += 1
        deepest = max(deepest, depth)
        if isinstance(one, dict | list):
            waiting.extend((child, depth + 1) for child in (one.values() if isinstance(one, dict) else one))
    return count, deepest


def _is_primitive(value: Json) -> bool:
    return not isinstance(value, dict | list)
