"""Where the characters of a text stand in the file that spells it: escaped, quoted, folded over lines or indented.

Every style of YAML changes white space alone, save for escapes in double quotes and the doubled single quote (YAML
1.2.2 sections 7.3 and 8.1). So a text and its spelling are compared word by word, with one space between words.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

__all__ = ["Spelling", "one_line"]

_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
_WORD = re.compile(r"\S+")
_LINE_END = re.compile(r"[\r\n]|\Z")
_DOUBLED = re.compile("''")
_ESCAPE = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
    r"|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})"
    r"|((?:\r\n|[\r\n])\s*)|(.))",
    re.DOTALL,
)
_NAMED = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
_MOST_CODE_POINTS = 0x10FFFF


def one_line(text: str) -> str:
    """Return a text with every run of white space as one space, and none at its ends."""
    return " ".join(text.split())


class Spelling:
    """One scalar as a file spells it; where its characters stand is worked out for whoever asks.

    Args:
        source: the whole text of the file.
        start: where the scalar begins, its anchor and tag included.
        end: where it ends.
    """

    __slots__ = ("_body", "_escape", "_places", "_source", "text")

    def __init__(self, source: str, start: int, end: int) -> None:
        start, end, self._escape = _body(source, start, end)
        self._source = source
        self._body = (start, end)
        self._places: _Places | None = None
        body = source[start:end]
        self.text = one_line(body if self._escape is None else self._escape.sub(_meaning, body))
        """What the scalar says, on one line (`one_line`)."""

    def place(self, offset: int, length: int) -> tuple[int, int]:
        """Return where a piece of `text` begins and ends in the file; the length is at least 1."""
        places = self._found()
        return places.start(offset), places.end(offset + length - 1)

    def index(self, start: int) -> int | None:
        """Return which character of `text` begins at an offset of the file; None where none does."""
        return self._found().index(start)

    def _found(self) -> _Places:
        if self._places is None:
            self._places = _Places(self._source, *self._body, self._escape)
        return self._places


class _Places:
    """Where the characters of a scalar stand: runs that are written as they are read, escapes, and gaps of one space.

    Args:
        source: the whole text of the file.
        start: where the scalar's text begins, behind an opening quote.
        end: where it ends.
        escape: what is spelt in another way than it reads; None: nothing is.
    """

    __slots__ = ("_ends", "_offsets", "_starts")

    def __init__(self, source: str, start: int, end: int, escape: re.Pattern[str] | None) -> None:
        self._offsets = [0]
        """Which character of the scalar each piece begins with, and how many there are."""
        self._starts: list[int] = []
        self._ends: list[int] = []
        gap = False
        for low, high, read in _pieces(source, start, end, escape):
            if read.isspace():
                gap = True
            elif read:
                if gap and self._starts:
                    self._add(self._ends[-1], low, 1)
                self._add(low, high, len(read))
                gap = False

    def _add(self, start: int, end: int, count: int) -> None:
        self._starts.append(start)
        self._ends.append(end)
        self._offsets.append(self._offsets[-1] + count)

    def start(self, offset: int) -> int:
        """Return where a character begins."""
        piece = bisect_right(self._offsets, offset) - 1
        return self._starts[piece] + offset - self._offsets[piece]

    def end(self, offset: int) -> int:
        """Return where a character ends."""
        piece = bisect_right(self._offsets, offset) - 1
        return self._ends[piece] - (self._offsets[piece + 1] - 1 - offset)

    def index(self, start: int) -> int | None:
        """Return the character that begins at an offset of the file."""
        piece = bisect_right(self._starts, start) - 1
        if piece < 0:
            return None
        found = self._offsets[piece] + start - self._starts[piece]
        return found if found < self._offsets[piece + 1] else None


def _body(source: str, start: int, end: int) -> tuple[int, int, re.Pattern[str] | None]:
    """Return where the text of a scalar begins and ends, and what in it is spelt in another way than it reads."""
    found = _PROPERTIES.match(source, start, end)
    start = found.end() if found is not None else start
    style = source[start : start + 1]
    if style in ('"', "'"):
        start, end = start + 1, end - 1
    elif style in ("|", ">"):
        first_line = _LINE_END.search(source, start, end)
        start = first_line.end() if first_line is not None else end
    if style == '"' and source.find("\\", start, end) >= 0:
        return start, end, _ESCAPE
    return start, end, _DOUBLED if style == "'" and source.find("''", start, end) >= 0 else None


def _pieces(source: str, start: int, end: int, escape: re.Pattern[str] | None) -> Iterator[tuple[int, int, str]]:
    """Yield the words, the gaps between them and the escapes of a scalar, each with what it reads as."""
    position = start
    for found in escape.finditer(source, start, end) if escape is not None else ():
        yield from _words(source, position, found.start())
        position = found.end()
        yield found.start(), position, _meaning(found)
    yield from _words(source, position, end)


def _words(source: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    for word in _WORD.finditer(source, start, end):
        if word.start() > start:
            yield start, word.start(), " "
        start = word.end()
        yield word.start(), start, word.group()
    if start < end:
        yield start, end, " "


def _meaning(escape: re.Match[str]) -> str:
    """Return what is read (YAML 1.2.2 sections 5.7 and 7.3, RFC 8259 section 7): nothing for an escaped line end."""
    if escape.re is _DOUBLED:
        return "'"
    high, low, *codes, line_end, letter = escape.groups()
    if high is not None:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + (int(low, 16) - 0xDC00))
    code = next((int(one, 16) for one in codes if one is not None), None)
    if code is not None:
        return chr(min(code, _MOST_CODE_POINTS))
    return "" if line_end is not None else _NAMED.get(letter, letter)
