"""Where the texts and arguments of a list's tool stand, worked out when somebody asks."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import TypeVar, overload

from toolmint.documents import Node
from toolmint.ir.schema import WIRE_NAME, Json, JsonObject, Schema
from toolmint.location import Location, join_pointer
from toolmint.sources.tool_list.shapes import Entry

__all__ = ["EntryPlaces"]

Default = TypeVar("Default")

_TEXTS = ("title", "description")
_ARGUMENT = "argument/"


class EntryPlaces(Mapping[str, Location]):
    """The places of one tool: `title`, `description` and `argument/NAME`, as `ToolContract.places` has them.

    Most are never asked for, and a list of thousands of tools would hold tens of thousands. It keeps no node, since a
    contract outlives the document.

    Args:
        origin: the place of the tool's object.
        texts: those of its keys that hold a text.
        inside: pointer from there to the declared properties.
        arguments: the lifted properties that are declared there.
    """

    __slots__ = ("_arguments", "_inside", "_origin", "_texts")

    def __init__(
        self, origin: Location, texts: tuple[str, ...], inside: str, arguments: Mapping[str, Schema | Json]
    ) -> None:
        self._origin = origin
        self._texts = texts
        self._inside = inside
        self._arguments = arguments

    @classmethod
    def of(cls, entry: Entry, origin: Location, schema: JsonObject) -> EntryPlaces:
        """Return the places of an entry.

        Args:
            entry: in its document.
            origin: the place of the entry.
            schema: its input schema, lifted.
        """
        value = entry.node.value
        texts = tuple(text for text in _TEXTS if isinstance(value, dict) and isinstance(value.get(text), str))
        properties = schema.get("properties")
        declared = entry.input_schema.get("properties") if entry.input_schema is not None else None
        if declared is None or not isinstance(declared.value, dict) or not isinstance(properties, dict):
            return cls(origin, texts, "", {})
        known = declared.value
        # Properties that came out of lifting as they stand in the list keep their names there, as nearly all do.
        is_known = properties is known or all(_wire(name, part) in known for name, part in properties.items())
        if not is_known:  # declared where a `$ref` leads
            properties = {name: part for name, part in properties.items() if _wire(name, part) in known}
        return cls(origin, texts, sys.intern(_way(declared, entry.node)), properties)

    def __getitem__(self, key: str) -> Location:
        """Return the place of a text or an argument."""
        if key in self._texts:
            return self._origin.child(key)
        name = key.removeprefix(_ARGUMENT)
        if name is key or name not in self._arguments:
            raise KeyError(key)
        wire = _wire(name, self._arguments[name])
        return Location(path=self._origin.path, pointer=f"{self._origin.pointer}{self._inside}{join_pointer((wire,))}")

    @overload
    def get(self, key: str, /) -> Location | None: ...

    @overload
    def get(self, key: str, /, default: Location | Default) -> Location | Default: ...

    def get(self, key: str, /, default: Location | Default | None = None) -> Location | Default | None:
        """Return the place of a text or an argument; asked as often for one that is not there as for one that is."""
        if key not in self:  # a `KeyError` for each would cost more than all else
            return default
        return self[key]

    def __contains__(self, key: object) -> bool:
        """Say whether there is such a text or argument."""
        return key in self._texts or (
            isinstance(key, str) and key.startswith(_ARGUMENT) and key.removeprefix(_ARGUMENT) in self._arguments
        )

    def __iter__(self) -> Iterator[str]:
        """Yield the keys: texts, then arguments in their order."""
        yield from self._texts
        for name in self._arguments:
            yield _ARGUMENT + name

    def __len__(self) -> int:
        """Return how many places there are."""
        return len(self._texts) + len(self._arguments)

    def __repr__(self) -> str:
        return repr(dict(self))


def _wire(name: str, part: Schema | Json) -> str:
    return str(part.get(WIRE_NAME, name)) if isinstance(part, dict) else name


def _way(node: Node, holder: Node) -> str:
    """Return the pointer from a value that holds a node to the node."""
    tokens: list[str] = []
    while node is not holder and node.parent is not None:
        tokens.append(node.token)
        node = node.parent
    return join_pointer(reversed(tokens))
