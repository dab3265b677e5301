"""Where the characters of a text stand in the file that spells it: escaped, quoted, folded over lines or indented.

Every style of YAML changes white space alone, save for escapes in double quotes and the doubled single quote (YAML
1.2.2 sections 7.3 and 8.1). So a text and its spelling are compared word by word, with one space between words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

__all__ = ["Spelling", "one_line"]

_PROPERTIES = re.compile(r"(?:[&!]\S*\s+)*")
_WORD = re.compile(r"\S+")
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
    """One scalar as a file spells it.

    Args:
        source: the whole text of the file.
        start: where the scalar begins, its anchor and tag included.
        end: where it ends.
    """

    __slots__ = ("_ends", "_starts", "text")

    def __init__(self, source: str, start: int, end: int) -> None:
        parts: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        for word, starts, ends in _words(source, start, end):
            if parts:
                self._starts.append(self._ends[-1])
                self._ends.append(starts[0])
            parts.append(word)
            self._starts += starts
            self._ends += ends
        self.text = " ".join(parts)
        """What the scalar says, on one line (`one_line`)."""

    def place(self, offset: int, length: int) -> tuple[int, int]:
        """Return where a piece of `text` begins and ends in the file; the length is at least 1."""
        return self._starts[offset], self._ends[offset + length - 1]

    def index(self, start: int) -> int | None:
        """Return which character of `text` begins at an offset of the file; None where none does."""
        found = bisect_left(self._starts, start)
        return found if found < len(self._starts) and self._starts[found] == start else None


def _words(source: str, start: int, end: int) -> Iterator[tuple[str, range | list[int], range | list[int]]]:
    """Yield the words of a scalar, each with the offsets at which its characters begin and end."""
    found = _PROPERTIES.match(source, start, end)
    start = found.end() if found is not None else start
    style = source[start : start + 1]
    if style in ('"', "'"):
        start, end = start + 1, end - 1
    elif style in ("|", ">"):
        first_line = re.compile(r"[\r\n]|\Z").search(source, start, end)
        start = first_line.end() if first_line is not None else end
    if (style == '"' and source.find("\\", start, end) >= 0) or (style == "'" and source.find("''", start, end) >= 0):
        yield from _escaped_words(source, start, end, style)
        return
    for word in _WORD.finditer(source, start, end):
        low, high = word.span()
        yield word.group(), range(low, high), range(low + 1, high + 1)


def _escaped_words(source: str, start: int, end: int, quote: str) -> Iterator[tuple[str, list[int], list[int]]]:
    word: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for character, low, high in _characters(source, start, end, quote):
        if not character.isspace():
            word.append(character)
            starts.append(low)
            ends.append(high)
        elif word:
            yield "".join(word), starts, ends
            word, starts, ends = [], [], []
    if word:
        yield "".join(word), starts, ends


def _characters(source: str, start: int, end: int, quote: str) -> Iterator[tuple[str, int, int]]:
    position = start
    while position < end:
        low, character = position, source[position]
        position += 1
        if quote == "'":
            position += source.startswith("''", low)
        elif character == "\\" and (escape := _ESCAPE.match(source, low, end)):
            position = escape.end()
            character = _meaning(escape)
        if character:
            yield character, low, position


def _meaning(escape: re.Match[str]) -> str:
    """Return what an escape stands for (YAML 1.2.2 section 5.7, RFC 8259 section 7): nothing for a line end."""
    high, low, *codes, line_end, letter = escape.groups()
    if high is not None:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + (int(low, 16) - 0xDC00))
    code = next((int(one, 16) for one in codes if one is not None), None)
    if code is not None:
        return chr(min(code, _MOST_CODE_POINTS))
    return "" if line_end is not None else _NAMED.get(letter, letter)
