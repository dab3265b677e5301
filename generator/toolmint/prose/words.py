"""The words of a text as a set: one look at it rules out what a pattern would search the whole text for."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["letters_in", "words_in"]

_LETTERS = re.compile(r"[a-z]+")
_WORDS = re.compile(r"[a-z0-9_]+")


@lru_cache(maxsize=256)
def words_in(text: str) -> frozenset[str]:
    """Return the words of ASCII letters, digits and `_` in a text, in lower case."""
    return frozenset(_WORDS.findall(text.lower()))


@lru_cache(maxsize=256)
def letters_in(text: str) -> frozenset[str]:
    """Return the runs of ASCII letters in a text, in lower case: `_ignore_` holds `ignore`."""
    return frozenset(_LETTERS.findall(text.lower()))
