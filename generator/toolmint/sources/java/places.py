"""Where things stand, by pointers that a moved line does not change: `/a.b.Tools/refund/description`."""

from __future__ import annotations

from collections.abc import Iterable

from toolmint.documents import DocumentStore, TextIndex
from toolmint.location import Location, join_pointer
from toolmint.sources.java.declarations import JavaFile, Span

__all__ = ["Places"]

_GAP = r"""(?:\s|\\[ntrs]|\\\r?\n|"{3}|"\s*\+\s*")+"""
"""What may stand between two words of a text: blanks, escapes, the borders of literals that are joined by `+`."""


class Places:
    """Collects places, and finds their lines when something is reported there.

    Args:
        files: what is read.
        store: looks lines up.
    """

    def __init__(self, files: Iterable[JavaFile], store: DocumentStore) -> None:
        self._spans: dict[str, dict[str, Span]] = {}
        for file in files:
            spans = self._spans[file.path] = {"": (0, 0)}
            store.add_places(file.path, TextIndex(file.tree.source, spans, gap=_GAP))

    def at(self, file: JavaFile, span: Span, *tokens: str) -> Location:
        """Return the place of a span; the first to use a pointer says what it means.

        Args:
            file: holds it.
            span: where it is.
            tokens: name it.
        """
        pointer = join_pointer(tokens)
        spans = self._spans[file.path]
        index = 2
        while spans.setdefault(pointer, span) != span:
            pointer = join_pointer([*tokens[:-1], f"{tokens[-1]}~{index}"])
            index += 1
        return Location(path=file.path, pointer=pointer)

    def of_file(self, file: JavaFile) -> Location:
        """Return the beginning of a file."""
        return Location(path=file.path)
