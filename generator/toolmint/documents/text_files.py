"""Places in files that are neither YAML nor JSON: code, whose reader says where each thing stands.

Such a reader names things by pointers of its own, `/class/method/description`, and gives the span of each. So lines
are looked up only when something is reported there, as in documents.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from toolmint.documents.lines import LineTable
from toolmint.location import Location, join_pointer, split_pointer

__all__ = ["TextIndex"]


class TextIndex:
    """Finds places in one text.

    Args:
        text: the whole text, without a byte-order mark.
        spans: pointer -> where it begins and ends, in characters.
        gap: a regular expression for what may stand between two words of a value: line breaks, closed and reopened
            quotes.
    """

    __slots__ = ("_gap", "_spans", "lines")

    def __init__(self, text: str, spans: Mapping[str, tuple[int, int]], *, gap: str = r"\s+") -> None:
        self.lines = LineTable(text)
        self._spans = spans
        self._gap = gap

    def locate(self, location: Location) -> Location:
        """Fill in where a location stands; one whose pointer is unknown leads to its nearest known parent."""
        if location.resolved:
            return location
        start, end = self._span(location.pointer)
        if location.needle and (found := self._find(location, start, end)):
            start, end = found
        line, column = self.lines.position(start)
        return replace(location, line=line, column=column, width=max(1, min(end, self.lines.line_end(start)) - start))

    def _span(self, pointer: str) -> tuple[int, int]:
        tokens = split_pointer(pointer)
        while tokens:
            known = self._spans.get(join_pointer(tokens))
            if known is not None:
                return known
            tokens.pop()
        return self._spans.get("", (0, 0))

    def _find(self, location: Location, start: int, end: int) -> tuple[int, int] | None:
        """Find a piece of text, in the spellings that a string literal may give it; of equal ones, the one meant."""
        needle = location.needle or ""
        places = list(self._places(needle, start, end))
        if not places:
            return None
        before = (location.within or "")[: location.offset].count(needle)
        return places[min(before, len(places) - 1)]

    def _places(self, needle: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        words = needle.split()
        if not words:
            return
        spellings = [needle, *(json.dumps(needle, ensure_ascii=raw)[1:-1] for raw in (False, True))]
        patterns = [re.escape(spelling) for spelling in dict.fromkeys(spellings)]
        if len(words) > 1:
            patterns.append(self._gap.join(map(re.escape, words)))
        for found in re.finditer("|".join(patterns), self.lines.text[start:end]):
            yield start + found.start(), start + found.end()
