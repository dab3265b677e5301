"""Java text to syntax trees, with places in characters."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, cached_property

import tree_sitter_java
from tree_sitter import Language, Node, Parser

from toolmint.sources.java.unicode_escapes import replace_escapes

__all__ = ["SyntaxTree", "faulty", "named", "parse", "text"]


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_java.language()))


def parse(source: str) -> SyntaxTree:
    """Parse a file; what is no Java gives nodes that say so, and never an exception."""
    return SyntaxTree(source)


def text(node: Node | None) -> str:
    """Return what a node spells; empty for none."""
    return node.text.decode("utf-8", "replace") if node is not None and node.text is not None else ""


def named(node: Node | None) -> list[Node]:
    """Return the children of a node that carry meaning, comments left out."""
    if node is None:
        return []
    return [child for child in node.named_children if not child.is_extra]


def faulty(node: Node) -> bool:
    """Say whether a node holds something that is no Java."""
    return node.has_error


class SyntaxTree:
    """A parsed file.

    Args:
        source: its text.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._origins: list[int] | None = None
        self._content = source.encode("utf-8", "surrogatepass")
        self.root = _parser().parse(self._content).root_node
        replaced = replace_escapes(source) if self.root.has_error else None
        if replaced is not None:
            source, self._origins = replaced
            self._content = source.encode("utf-8", "surrogatepass")
            self.root = _parser().parse(self._content).root_node
        self._ascii = len(self._content) == len(source)

    @cached_property
    def _lines(self) -> tuple[list[int], list[int]]:
        """Where each line begins: in bytes, in characters."""
        in_bytes, in_characters, characters = [0], [0], 0
        for line in self._content.split(b"\n"):
            characters += len(line.decode("utf-8", "surrogatepass")) + 1
            in_bytes.append(in_bytes[-1] + len(line) + 1)
            in_characters.append(characters)
        return in_bytes, in_characters

    def span(self, node: Node) -> tuple[int, int]:
        """Return where a node begins and ends, in characters."""
        return self.offset(node.start_byte), self.offset(node.end_byte)

    def offset(self, byte: int) -> int:
        """Return the character of the file that begins at a byte of what was parsed."""
        character = self._character(byte)
        return character if self._origins is None else self._origins[character]

    def _character(self, byte: int) -> int:
        if self._ascii:
            return byte
        in_bytes, in_characters = self._lines
        line = bisect_right(in_bytes, byte) - 1
        before = self._content[in_bytes[line] : byte]
        return in_characters[line] + len(before.decode("utf-8", "surrogatepass"))

    def faults(self) -> Iterator[Node]:
        """Yield each piece that is no Java, and each place where something is missing, in order."""
        pending = [self.root] if self.root.has_error else []
        while pending:
            node = pending.pop()
            if node.is_error or node.is_missing:
                yield node
            else:
                pending += [child for child in reversed(node.children) if child.has_error or child.is_missing]
