"""Lines and columns of a text, from character offsets.

Both count from 1, columns in characters. CRLF, LF and a lone CR end a line, as in YAML 1.2 section 5.4 and in
editors; the Unicode line separators do not, although YAML 1.1 parsers count them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

__all__ = ["LineTable"]

_LINE_END = re.compile(r"\r\n|[\r\n]")


class LineTable:
    """Where the lines of a text begin.

    Args:
        text: the whole text, without a byte-order mark.
    """

    __slots__ = ("_ends", "_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts: list[int]
        self._ends: list[int]
        if "\r" not in text:
            # Adding up lengths, none of it in Python: a list of ten thousand tools has two hundred thousand lines.
            behind = list(accumulate(map((1).__add__, map(len, text.split("\n")))))
            self._starts = [0, *behind[:-1]]
            self._ends = list(map((-1).__add__, behind))
            return
        self._starts, self._ends = [0], []
        for found in _LINE_END.finditer(text):
            self._ends.append(found.start())
            self._starts.append(found.end())
        self._ends.append(len(text))

    def position(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column of a character offset; an offset past the end counts as the end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the character offset of a 1-based line and column."""
        return self._starts[line - 1] + column - 1

    def line(self, number: int) -> str | None:
        """Return the text of a 1-based line without its end; None where there is no such line."""
        if not 1 <= number <= len(self._starts):
            return None
        return self.text[self._starts[number - 1] : self._ends[number - 1]]

    def line_end(self, offset: int) -> int:
        """Return the offset at which the line that holds `offset` ends, its line break left out."""
        return self._ends[bisect_right(self._starts, min(max(offset, 0), len(self.text))) - 1]
