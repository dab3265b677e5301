"""Long text on several lines of source: broken after spaces, and between characters of scripts that have none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

__all__ = ["LONGEST_LINE", "columns", "pieces"]

LONGEST_LINE = 120
"""Columns; linters are commonly set to it where a formatter keeps code to fewer."""

_WORDS = re.compile(r"[^ ]+ *| +")
# What begins or ends no line in Chinese, Japanese and Korean text (the commonest of JLREQ's and CLREQ's classes).
_NO_START = frozenset("，。、；：？！）】》」』〉”’％%),.:;?!]}`")  # noqa: RUF001 - these are meant
_NO_END = frozenset("（【《「『〈“‘([{`")  # noqa: RUF001 - these are meant


def columns(text: str) -> int:
    """Return how many columns a text takes: Chinese, Japanese and Korean characters take two each."""
    return len(text) if text.isascii() else sum(map(_width, text))


def pieces(
    text: str, room: int, first: int | None = None, *, written: Callable[[str], str], anywhere: bool = False
) -> list[str]:
    """Divide a text into pieces that fit.

    Args:
        text: one line.
        room: columns that a piece may take; what cannot be divided takes more.
        first: columns for the first piece, where that has others.
        written: writes a piece as it is to be measured.
        anywhere: whether a word that does not fit may be divided, too.

    Returns:
        The pieces, spaces between them at the end of the earlier one; joined they are the text.
    """
    found = [""]
    left = room if first is None else first
    for word in _parts(text):
        fits = not anywhere or columns(written(word)) <= room
        for part in (word,) if fits else word:
            width = columns(written(part))
            if found[-1] and width > left:
                found.append("")
                left = room
            found[-1] += part
            left -= width
    return found


def _parts(text: str) -> Iterator[str]:
    """Yield the smallest pieces, each with the spaces after it."""
    for word in _WORDS.findall(text):
        if word.isascii():
            yield word
            continue
        start = 0
        for index in range(1, len(word)):
            if _can_break(word[index - 1], word[index]):
                yield word[start:index]
                start = index
        yield word[start:]


def _can_break(before: str, after: str) -> bool:
    if after == " " or after in _NO_START or before in _NO_END:
        return False
    return _width(before) == 2 or _width(after) == 2


def _width(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
