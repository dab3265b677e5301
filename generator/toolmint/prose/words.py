"""The words of a text as a set: one look at it rules out what a pattern would search the whole text for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Generic, TypeAlias, TypeVar

__all__ = ["Gate", "Needs", "ascii_words", "letters", "needs", "words_in"]

Needs: TypeAlias = tuple[tuple[frozenset[str], ...], ...]
"""Ways in which a text can hold what is looked for: of each group of one of them it must hold a word."""

Key = TypeVar("Key")

_ASCII = frozenset(map(chr, range(128)))
_SIGNS = "#<["
"""Signs that count as words: without them some patterns have only words that stand in every text."""


def _between(kept: str) -> str:
    """Return a table of ASCII for `str.translate`: small letters for all, spaces for all but some signs."""
    return "".join(one.lower() if one.isalpha() or one in kept else " " for one in map(chr, range(128)))


# `str.translate` and `str.split` find the words of a text in a third of the time that a pattern takes.
_LETTERS_ALONE = _between("")
_WORDS_ALONE = _between("_0123456789")


@lru_cache(maxsize=256)
def words_in(text: str) -> frozenset[str]:
    """Return the words of ASCII letters, digits and `_` in a text, in lower case."""
    return frozenset(ascii_words(text if text.isascii() else _ascii(text.lower())))


def ascii_words(text: str) -> list[str]:
    """Return the words of letters, digits and `_` in a text of ASCII, in order, in lower case."""
    return text.translate(_WORDS_ALONE).split()


def _ascii(text: str) -> str:
    """Return a text with a sign that parts words in place of each character outside ASCII."""
    return text.encode("ascii", "replace").decode("ascii")


def letters(text: str) -> list[str]:
    """Find what `Needs` speak of: `_ignore_` holds `ignore`.

    Returns:
        The runs of ASCII letters in lower case, the signs `#`, `<` and `[`, and each character outside ASCII by
        itself, as Chinese sets no word off. Letters count that a pattern without case takes for those of ASCII.
    """
    signs = [sign for sign in _SIGNS if sign in text]
    if text.isascii():
        return text.translate(_LETTERS_ALONE).split() + signs
    lower = text.replace("\u0130", "i").lower().replace("\u0131", "i").replace("\u017f", "s")
    return _ascii(lower).translate(_LETTERS_ALONE).split() + list(set(lower).difference(_ASCII)) + signs


def needs(table: str) -> Needs:
    """Read a table of words: a line is one way, with `+` between its groups."""
    lines = filter(None, map(str.strip, table.splitlines()))
    return tuple(tuple(frozenset(group.split()) for group in line.split("+")) for line in lines)


class Gate(Generic[Key]):
    """Tells what a text may hold by one look at its words.

    Args:
        wanted: what is looked for, each with the words that it needs.
    """

    def __init__(self, wanted: Mapping[Key, Needs]) -> None:
        # Each group is a bit, so that a way is met where a text has all of its bits.
        groups = {group: 0 for ways in wanted.values() for way in ways for group in way}
        groups = {group: 1 << number for number, group in enumerate(groups)}
        self._bits: dict[str, int] = {}
        for group, bit in groups.items():
            for word in group:
                self._bits[word] = self._bits.get(word, 0) | bit
        self._words = frozenset(self._bits)
        self._ways = [(sum(groups[group] for group in set(way)), key) for key, ways in wanted.items() for way in ways]

    def may_hold(self, text: str) -> frozenset[Key]:
        """Return what a text may hold of what is looked for; the rest is not in it."""
        return self.met_by(letters(text))

    def met_by(self, words: Iterable[str]) -> frozenset[Key]:
        """Return what a text of these words may hold."""
        bits = 0
        for word in self._words.intersection(words):
            bits |= self._bits[word]
        return frozenset([key for way, key in self._ways if bits & way == way])
