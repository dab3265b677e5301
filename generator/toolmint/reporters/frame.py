"""A line of source with carets below it, in the cells that a terminal will use."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

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
    first = min(max(column - 1, 0), len(source))
    last = min(first + max(width, 1), len(source))
    room = max(room, _MIN_ROOM)
    low, high = _near(source, first, room)
    letters = [_letter(letter) for letter in source[low:high]]
    cells = [one for _, one in letters]
    first, last = first - low, min(last, high) - low
    begin, end = _window(cells, first, last, room)
    before, after = "…" if low + begin > 0 else "", "…" if low + end < len(source) else ""
    line = before + "".join([piece for piece, _ in letters[begin:end]]) + after
    indent = len(before) + sum(cells[begin:first])
    # A caret stands for the place after the end too, where something is missing.
    carets = max(1, sum(cells[first : min(last, end)]))
    return line.rstrip(), " " * indent + "^" * carets


def _near(source: str, place: int, room: int) -> tuple[int, int]:
    """Return from where to where a line has to be looked at: on either side as much as is more than fits.

    A document may stand in one line of megabytes, and has a finding in every corner of it.
    """
    before = _reach(reversed(range(place)), source, room)
    after = _reach(range(place, len(source)), source, room)
    return place - before, place + after


def _reach(places: Iterable[int], source: str, room: int) -> int:
    """Count characters until they take more cells than there are."""
    count = used = 0
    for place in places:
        count += 1
        used += _letter(source[place])[1]
        if used > room:
            break
    return count


def _window(cells: Sequence[int], first: int, last: int, room: int) -> tuple[int, int]:
    """Choose which characters are shown: all, or as many as fit with the marked ones and some before them."""
    if sum(cells) <= room:
        return 0, len(cells)
    room -= 2  # an ellipsis at either end
    marked = min(sum(cells[first:last]), room // 2)
    lead = min((room - marked) // 3, room // 2)
    begin, used = first, 0
    while begin > 0 and used + cells[begin - 1] <= lead:
        begin -= 1
        used += cells[begin]
    end, used = begin, 0
    while end < len(cells) and used + cells[end] <= room:
        used += cells[end]
        end += 1
    if end == len(cells):
        while begin > 0 and used + cells[begin - 1] <= room:
            begin -= 1
            used += cells[begin]
    return begin, end


@lru_cache(maxsize=4096)
def _letter(letter: str) -> tuple[str, int]:
    """Return how a character is shown, and the cells that this takes."""
    shown = _TAB if letter == "\t" else visible(letter)
    return shown, sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in shown
    )
