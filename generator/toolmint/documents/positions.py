"""Lines and columns of locations, looked up when something is reported."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from toolmint.documents.lines import LineTable
from toolmint.documents.load import Document
from toolmint.documents.spans import Entry, document_span
from toolmint.location import Location, split_pointer

__all__ = ["SourceIndex", "locate"]


def locate(document: Document, location: Location) -> Location:
    """Fill in line, column and width; see `SourceIndex.locate`, which is cheaper for several locations."""
    return SourceIndex(document).locate(location)


class SourceIndex:
    """Finds places in one document; composed at the first question.

    Args:
        document: a document that was read without error.
    """

    __slots__ = ("_document", "_root", "lines")

    def __init__(self, document: Document) -> None:
        self._document = document
        self.lines = LineTable(document.text)
        self._root: Entry | None = None

    def locate(self, location: Location) -> Location:
        """Fill in where a location stands.

        There is always a place: a pointer to something absent leads to the key of its nearest existing parent (in a
        list: the element), and a needle that the source does not spell leads to the start of the value.

        Args:
            location: what to find; its pointer follows the values, so one into a merged mapping leads to where
                the value really stands.

        Returns:
            The same location with 1-based line and column, in characters, and the width to underline.
        """
        if location.resolved:
            return location
        entry, is_whole = self._entry(location.pointer)
        start, end = self._place(entry, location, is_whole=is_whole)
        line, column = self.lines.position(start)
        width = max(1, min(end, self.lines.line_end(start)) - start)
        return replace(location, line=line, column=column, width=width)

    def _entry(self, pointer: str) -> tuple[Entry, bool]:
        """Walk as far as the pointer exists; the second value tells whether that was to its end."""
        if self._root is None:
            self._root = Entry(None, document_span(self._document, self.lines.text))
        entry = self._root
        for token in split_pointer(pointer):
            child = entry.span.children.get(token)
            if child is None:
                return entry, False
            entry = child
        return entry, True

    def _place(self, entry: Entry, location: Location, *, is_whole: bool) -> tuple[int, int]:
        span = entry.span
        if is_whole and location.needle and (found := self._find(location.needle, span.start, span.end)):
            return found
        # The value of `key:` with nothing behind it has no width, so its key is pointed at.
        wants_key = location.at == "key" or not is_whole or span.start == span.end
        if wants_key and entry.key is not None:
            return entry.key
        return span.start, span.end

    def _find(self, needle: str, start: int, end: int) -> tuple[int, int] | None:
        text = self.lines.text
        escaped = json.dumps(needle)[1:-1]
        spellings = (needle, json.dumps(needle, ensure_ascii=False)[1:-1], escaped, needle.replace("'", "''"))
        for spelling in dict.fromkeys(spellings):
            offset = text.find(spelling, start, end)
            if offset >= 0:
                return offset, offset + len(spelling)
        # Plain, quoted and folded text may break its lines wherever the value has a space.
        words = needle.split()
        if len(words) > 1:
            found = re.compile(r"\s+".join(map(re.escape, words))).search(text, start, end)
            if found:
                return found.span()
        return None
