"""What edits change, line by line, for people to look at."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["unified_diff"]

_CONTEXT = 3
_IN_STEP = 3
"""Equal lines after which two texts count as running in step again."""
_LINE = re.compile(r"[^\r\n]*(?:\r\n|[\r\n])?")
_LONGEST = 400
_PIECE = re.compile(r"[^,{\[]*[,{\[]?")


class _Block(NamedTuple):
    """Lines that differ: a range of the old ones and a range of the new ones."""

    old: int
    old_end: int
    new: int
    new_end: int


def unified_diff(before: bytes, after: bytes, *, path: str) -> tuple[str, ...]:
    """Return the unified diff of two contents of one file, without line ends; empty where they are equal.

    It is for people: lines that nobody reads whole, such as JSON in one line, are broken behind commas and brackets.

    Args:
        before: the content as it is.
        after: the content as it is to be.
        path: the file as shown to people.
    """
    if before == after:
        return ()
    old, new = _lines(before), _lines(after)
    return (f"--- {path}", f"+++ {path}", *_hunks(old, new))


def _lines(content: bytes) -> list[str]:
    text = content.decode("utf-8-sig", "replace")
    lines = [found.group() for found in _LINE.finditer(text) if found.group()]
    if max(map(len, lines), default=0) <= _LONGEST:
        return lines
    return [piece for line in lines for piece in (_PIECE.findall(line) if len(line) > _LONGEST else [line]) if piece]


def _hunks(old: list[str], new: list[str]) -> Iterator[str]:
    waiting: list[_Block] = []
    for block in _blocks(old, new):
        if waiting and block.old - waiting[-1].old_end > 2 * _CONTEXT:
            yield from _hunk(waiting, old, new)
            waiting = []
        waiting.append(block)
    if waiting:
        yield from _hunk(waiting, old, new)


def _hunk(blocks: list[_Block], old: list[str], new: list[str]) -> Iterator[str]:
    lead = min(_CONTEXT, blocks[0].old, blocks[0].new)
    tail = min(_CONTEXT, len(old) - blocks[-1].old_end, len(new) - blocks[-1].new_end)
    first, last = blocks[0], blocks[-1]
    yield f"@@ -{_range(first.old - lead, last.old_end + tail)} +{_range(first.new - lead, last.new_end + tail)} @@"
    position = first.old - lead
    for block in blocks:
        yield from (_shown(" ", line) for line in old[position : block.old])
        yield from (_shown("-", line) for line in old[block.old : block.old_end])
        yield from (_shown("+", line) for line in new[block.new : block.new_end])
        position = block.old_end
    yield from (_shown(" ", line) for line in old[position : position + tail])


def _shown(sign: str, line: str) -> str:
    return sign + line.rstrip("\r\n")


def _range(start: int, end: int) -> str:
    return str(start + 1) if end - start == 1 else f"{start + 1 if end > start else start},{end - start}"


def _blocks(old: list[str], new: list[str]) -> Iterator[_Block]:
    """Yield what differs, in order.

    Edits are few and small, and the files can have a million lines, for which `difflib` would need hours.
    """
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i] == new[j]:
            i, j = i + 1, j + 1
            continue
        i_end, j_end = _in_step(old, new, i, j)
        matcher = difflib.SequenceMatcher(None, old[i:i_end], new[j:j_end], autojunk=False)
        for tag, low, high, new_low, new_high in matcher.get_opcodes():
            if tag != "equal":
                yield _Block(i + low, i + high, j + new_low, j + new_high)
        i, j = i_end, j_end


def _in_step(old: list[str], new: list[str], i: int, j: int) -> tuple[int, int]:
    """Return where the lines are equal again."""
    for distance in range(1, len(old) - i + len(new) - j):
        for skipped in range(distance + 1):
            a, b = i + skipped, j + distance - skipped
            if a < len(old) and b < len(new) and old[a : a + _IN_STEP] == new[b : b + _IN_STEP]:
                return a, b
    return len(old), len(new)
