"""Two texts compared word by word."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

__all__ = ["Piece", "word_diff"]

Piece: TypeAlias = tuple[Literal["same", "removed", "added"], str]

# A run of letters and digits, one ideograph, a run of white space, or any other single character.
_WORD = re.compile(r"[A-Za-z0-9_]+|[\u3400-\u9fff\uf900-\ufaff]|\s+|.", re.DOTALL)
_MOST_WORDS = 20_000
"""Above this the comparison would take seconds; such texts are compared by lines."""


def word_diff(before: str, after: str) -> list[Piece]:
    """Say which words went and which came.

    Args:
        before: the old text.
        after: the new text.

    Returns:
        Pieces in reading order; those that are `same` or `removed` make the old text, `same` or `added` the new one.
    """
    old, new = _WORD.findall(before), _WORD.findall(after)
    if len(old) + len(new) > _MOST_WORDS:
        old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    return _joined((tag == "equal", "".join(old[a:b]), "".join(new[c:d])) for tag, a, b, c, d in matcher.get_opcodes())


def _joined(steps: Iterable[tuple[bool, str, str]]) -> list[Piece]:
    """Make pieces of steps; replaced words with nothing but spaces between them are one replacement, for the eye."""
    pieces: list[Piece] = []
    gone = came = ""
    space = ""
    for equal, before, after in steps:
        if not equal:
            gone, came = gone + space + before, came + space + after
            space = ""
        elif gone and came and not space and before.isspace() and "\n" not in before:
            space = before
        else:
            pieces += _changed(gone, came)
            pieces.append(("same", space + before))
            gone = came = space = ""
    pieces += _changed(gone, came)
    return [*pieces, ("same", space)] if space else pieces


def _changed(gone: str, came: str) -> list[Piece]:
    found: list[Piece] = [("removed", gone), ("added", came)]
    return [piece for piece in found if piece[1]]
