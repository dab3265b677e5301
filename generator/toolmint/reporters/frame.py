"""A line of source with carets below it, in the cells that a terminal will use."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from toolmint.text import visible

__all__ = ["code_frame"]

_TAB = "    "
_MIN_ROOM = 20


def code_frame(source: str, *, column: int, width: int, room: int) -> tuple[str, str]:
    """Lay out a source line and the carets that point into it.

    Tabs become four spaces, hidden characters their escapes; wide characters take two cells. A line that does not fit
    is cut round the column.

    Args:
        source: the line without its line end.
        column: 1-based, counted in characters.
        width: how many characters to underline; 0 when unknown.
        room: cells that there are.

    Returns:
        The line and the line of carets below it, both without trailing spaces.
    """
    shown = [_TAB if letter == "\t" else visible(letter) for letter in source]
    cells = [_cells(piece) for piece in shown]
    first = min(max(column - 1, 0), len(shown))
    last = min(first + max(width, 1), len(shown))
    room = max(room, _MIN_ROOM)
    begin, end = _window(cells, first, last, room)
    before, after = "…" if begin > 0 else "", "…" if end < len(shown) else ""
    line = before + "".join(shown[begin:end]) + after
    indent = len(before) + sum(cells[begin:first])
    # A caret stands for the place after the end too, where something is missing.
    carets = max(1, sum(cells[first : min(last, end)]))
    return line.rstrip(), " " * indent + "^" * carets


def _window(cells: Sequence[int], first: int, last: int, room: int) -> tuple[int, int]:
    """Choose which characters are shown: all, or as many as fit with the marked ones and some before them."""
    if sum(cells) <= room:
        return 0, len(cells)
    room -= 2  # an ellipsis at either end
    marked = min(sum(cells[first:last]), room // 2)
    lead = min((room - marked) // 3, room // 2)
    begin = first
    while begin > 0 and sum(cells[begin - 1 : first]) <= lead:
        begin -= 1
    end, used = begin, 0
    while end < len(cells) and used + cells[end] <= room:
        used += cells[end]
        end += 1
    if end == len(cells):
        while begin > 0 and used + cells[begin - 1] <= room:
            begin -= 1
            used += cells[begin]
    return begin, end


def _cells(piece: str) -> int:
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in piece
    )
