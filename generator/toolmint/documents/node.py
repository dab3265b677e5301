"""A cursor on a value of a document: the value, and the way to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from toolmint.documents.load import Document
from toolmint.location import Location, join_pointer, split_pointer
from toolmint.text import kind_of

if TYPE_CHECKING:
    from toolmint.ir.schema import Json

__all__ = ["Node"]

_INDEX = re.compile(r"(?:0|[1-9][0-9]{0,15})\Z")


class Node:
    """A value in a document, and where it is. Nobody changes it.

    A plain class: extraction makes hundreds of thousands, and a frozen dataclass costs three times as much to make.

    Args:
        document: the document that holds the value.
        parent: the mapping or list that holds it; None for the root.
        token: its key, or its index as text; empty for the root.
        value: the value itself.
    """

    __slots__ = ("document", "parent", "token", "value")

    def __init__(self, document: Document, parent: Node | None, token: str, value: Json) -> None:
        self.document = document
        self.parent = parent
        self.token = token
        self.value = value

    @classmethod
    def root(cls, document: Document) -> Node:
        """Return the cursor on a document's root."""
        return cls(document, None, "", document.value)

    def __repr__(self) -> str:
        return f"Node({self.document.path}#{self.pointer})"

    @property
    def pointer(self) -> str:
        """The JSON pointer (RFC 6901) from the document's root; empty for the root."""
        tokens: list[str] = []
        node = self
        while node.parent is not None:
            tokens.append(node.token)
            node = node.parent
        return join_pointer(reversed(tokens))

    @property
    def location(self) -> Location:
        """The place of the value, its line not looked up."""
        return Location(path=self.document.path, pointer=self.pointer)

    @property
    def key_location(self) -> Location:
        """The place of the key that holds the value, its line not looked up."""
        return Location(path=self.document.path, pointer=self.pointer, at="key")

    @property
    def mapping(self) -> Mapping[str, Json] | None:
        """The value if it is a mapping, else None."""
        return self.value if isinstance(self.value, dict) else None

    @property
    def sequence(self) -> Sequence[Json] | None:
        """The value if it is a list, else None."""
        return self.value if isinstance(self.value, list) else None

    @property
    def text(self) -> str | None:
        """The value if it is text, else None."""
        return self.value if isinstance(self.value, str) else None

    @property
    def kind(self) -> str:
        """What the value is, for messages: `a mapping`, `a list`, `a string`."""
        return kind_of(self.value)

    def __contains__(self, key: object) -> bool:
        """Tell whether the value is a mapping that has the key."""
        return isinstance(self.value, dict) and key in self.value

    def get(self, key: str) -> Node | None:
        """Return what a key holds; None where the value is no mapping or has no such key."""
        value = self.value
        if isinstance(value, dict) and key in value:
            return Node(self.document, self, key, value[key])
        return None

    def child(self, token: str | int) -> Node:
        """Return what stands under a key or an index that is known to exist.

        Args:
            token: a key, or an index as a number or as decimal text.

        Raises:
            KeyError: there is no such child.
        """
        value = self.value
        name = str(token)
        if isinstance(value, dict) and name in value:
            return Node(self.document, self, name, value[name])
        # RFC 6901 section 4: an index has no leading zero.
        if isinstance(value, list) and _INDEX.match(name) and int(name) < len(value):
            return Node(self.document, self, name, value[int(name)])
        raise KeyError(name)

    def at(self, pointer: str) -> Node | None:
        """Follow a JSON pointer from here, `$ref`s not followed; None where it leads nowhere.

        Raises:
            ValueError: the text is no JSON pointer.
        """
        node = self
        for token in split_pointer(pointer):
            try:
                node = node.child(token)
            except KeyError:
                return None
        return node

    def items(self) -> Iterator[tuple[str, Node]]:
        """Yield the keys and what they hold, in document order; nothing where the value is no mapping."""
        if isinstance(self.value, dict):
            for key, value in self.value.items():
                yield key, Node(self.document, self, key, value)

    def elements(self) -> Iterator[Node]:
        """Yield the elements in order; nothing where the value is no list."""
        if isinstance(self.value, list):
            for index, value in enumerate(self.value):
                yield Node(self.document, self, str(index), value)
