"""Two texts shown as one, word by word, as `git diff --word-diff` does: `[-what went-]`, `{+what came+}`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from toolmint.changes import word_diff
from toolmint.reporters.report import Paint, Style
from toolmint.text import visible

__all__ = ["marked_words", "word_lines"]

_Segment: TypeAlias = tuple[Style | None, str]

_AROUND = 40
"""Characters of unchanged text that are shown on either side of a change."""
# A line break, white space, one ideograph or other wide letter, or a word.
_CHUNK = re.compile(r"\n|[^\S\n]+|[\u2e80-\uffef]|[^\s\u2e80-\uffef]+")
_NARROWEST = 20


def marked_words(before: str, after: str, *, whole: bool) -> list[_Segment]:
    """Compare two texts.

    Args:
        before: the old text.
        after: the new text.
        whole: whether unchanged text is shown in full.

    Returns:
        Pieces in reading order with their styles, hidden characters as escapes.
    """
    pieces = word_diff(before, after)
    found: list[_Segment] = []
    for index, (kind, text) in enumerate(pieces):
        shown = visible(text)
        if kind == "removed":
            found.append(("removed", f"[-{shown}-]"))
        elif kind == "added":
            found.append(("added", f"{{+{shown}+}}"))
        elif whole or len(shown) <= 2 * _AROUND:
            found.append((None, shown))
        else:
            first = shown[:_AROUND] if index else ""
            last = shown[-_AROUND:] if index < len(pieces) - 1 else ""
            found.append((None, f"{first}…{last}"))
    return found


def word_lines(segments: Sequence[_Segment], paint: Paint, width: int) -> Iterator[str]:
    """Lay pieces out in lines, each coloured for itself.

    Args:
        segments: from `marked_words`.
        paint: colours pieces of text.
        width: columns that a line may have; a word that is longer has a line of its own.
    """
    room = max(width, _NARROWEST)
    line: list[_Segment] = []
    column = 0
    space: _Segment = (None, "")
    for style, text in segments:
        for found in _CHUNK.finditer(text):
            chunk = found.group()
            if chunk == "\n":
                yield _painted(line, paint)
                line, column, space = [], 0, (None, "")
            elif chunk.isspace():
                space = (style, space[1] + chunk)
            else:
                if line and column + _columns(space[1] + chunk) > room:
                    yield _painted(line, paint)
                    line, column, space = [], 0, (None, "")
                line += [space, (style, chunk)] if space[1] else [(style, chunk)]
                column += _columns(space[1] + chunk)
                space = (None, "")
    yield _painted(line, paint)


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def _painted(line: Sequence[_Segment], paint: Paint) -> str:
    runs: list[tuple[Style | None, list[str]]] = []
    for style, text in line:
        if not runs or runs[-1][0] != style:
            runs.append((style, []))
        runs[-1][1].append(text)
    return "".join("".join(parts) if style is None else paint("".join(parts), style) for style, parts in runs)
