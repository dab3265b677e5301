"""Two texts compared word by word."""

from __future__ import annotations

import difflib
import re
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
    pieces: list[Piece] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            pieces.append(("same", "".join(old[a:b])))
            continue
        if b > a:
            pieces.append(("removed", "".join(old[a:b])))
        if d > c:
            pieces.append(("added", "".join(new[c:d])))
    return pieces
