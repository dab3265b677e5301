"""Lines and columns of locations, looked up when something is reported."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.documents.lines import LineTable
from toolmint.documents.load import Document
from toolmint.documents.scalars import Spelling, one_line
from toolmint.documents.span_tree import Entry, Span
from toolmint.documents.spans import document_span
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

    __slots__ = ("_document", "_entries", "_root", "_spellings", "lines")

    def __init__(self, document: Document) -> None:
        self._document = document
        self.lines = LineTable(document.text)
        self._root: Entry | None = None
        self._entries: dict[str, tuple[Entry, bool]] = {}
        self._spellings: dict[int, Spelling] = {}

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
        return location.located(line, column, width)

    def _entry(self, pointer: str) -> tuple[Entry, bool]:
        """Walk as far as the pointer exists; the second value tells whether that was to its end."""
        known = self._entries.get(pointer)
        if known is None:
            known = self._entries[pointer] = self._walk(pointer)
        return known

    def _walk(self, pointer: str) -> tuple[Entry, bool]:
        if self._root is None:
            self._root = Entry(None, document_span(self._document, self.lines.text))
        entry = self._root
        for token in split_pointer(pointer):
            child = entry.span.child(token)
            if child is None:
                return entry, False
            entry = child
        return entry, True

    def _place(self, entry: Entry, location: Location, *, is_whole: bool) -> tuple[int, int]:
        span = entry.span
        if is_whole and location.needle and (found := self._find(location, span)):
            return found
        # The value of `key:` with nothing behind it has no width, so its key is pointed at.
        wants_key = location.at == "key" or not is_whole or span.start == span.end
        if wants_key and entry.key is not None:
            return entry.key
        return span.start, span.end

    def _find(self, location: Location, span: Span) -> tuple[int, int] | None:
        needle = one_line(location.needle or "")
        if not needle:
            return None
        before = one_line((location.within or "")[: location.offset] + needle).removesuffix(needle)
        if location.within is not None:
            whole = one_line(location.within)
            holder = next((one for one in map(self._spelling, _scalars(span)) if one.text == whole), None)
            if holder is not None and whole.startswith(needle, len(before)):
                return holder.place(len(before), len(needle))
        # What a text was made of stands in the source in other words; equal pieces come in the same order.
        spellings = map(self._spelling, _scalars(span))
        found = [(one, offset) for one in spellings for offset in _occurrences(needle, one.text)]
        if not found:
            return None
        spelling, offset = found[min(sum(1 for _ in _occurrences(needle, before)), len(found) - 1)]
        return spelling.place(offset, len(needle))

    def _spelling(self, span: Span) -> Spelling:
        known = self._spellings.get(span.start)
        if known is None:
            known = self._spellings[span.start] = Spelling(self.lines.text, span.start, span.end)
        return known


def _scalars(span: Span) -> Iterator[Span]:
    """Yield the scalars at and below a span, keys left out, in the order of the source."""
    pending = [span]
    while pending:
        current = pending.pop()
        below = [entry.span for entry in current.children.values()]
        if below:
            pending += reversed(below)
        else:
            yield current


def _occurrences(needle: str, text: str) -> Iterator[int]:
    offset = text.find(needle)
    while offset >= 0:
        yield offset
        offset = text.find(needle, offset + len(needle))
