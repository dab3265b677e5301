"""Where the values of a changed document stand, when they do not stand at their own pointer in its own file."""

from __future__ import annotations

from dataclasses import replace

from toolmint.location import Location, join_pointer, split_pointer

__all__ = ["Origins"]


class Origins:
    """Where one value stands, and which values below it stand elsewhere.

    What `children` does not list stands where its parent does, under its own key. The one who makes the document
    grows the tree; afterwards nobody changes it.

    Args:
        path: the file that holds the value, as shown to people.
        pointer: the JSON pointer of the value in that file.
    """

    __slots__ = ("children", "path", "pointer")

    def __init__(self, path: str, pointer: str = "") -> None:
        self.path = path
        self.pointer = pointer
        self.children: dict[str, Origins] = {}

    def child(self, token: str | int) -> Origins:
        """Return the origin of a value below, as a tree of its own that may grow."""
        known = self.children.get(str(token))
        return known.copy() if known is not None else Origins(self.path, self.pointer + join_pointer([token]))

    def grown(self, token: str | int) -> Origins:
        """Return the origin of a value below, as a part of this tree that may grow."""
        return self.children.setdefault(str(token), Origins(self.path, self.pointer + join_pointer([token])))

    def copy(self) -> Origins:
        """Return a tree of the same places, which grows apart from this one."""
        twin = Origins(self.path, self.pointer)
        twin.children = {token: child.copy() for token, child in self.children.items()}
        return twin

    def place(self, location: Location) -> Location:
        """Translate a place in the changed document to the place in the file where it is written.

        Args:
            location: its pointer leads through the changed document.
        """
        origin = self
        tokens = split_pointer(location.pointer)
        for index, token in enumerate(tokens):
            child = origin.children.get(token)
            if child is None:
                return replace(location, path=origin.path, pointer=origin.pointer + join_pointer(tokens[index:]))
            origin = child
        return replace(location, path=origin.path, pointer=origin.pointer)
