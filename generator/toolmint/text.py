"""Pure functions on text: nearest names, word splitting, plurals, hidden characters.

Nothing here knows what a tool is.
"""

from __future__ import annotations

import difflib
import json
import re
import unicodedata
from bisect import insort
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

__all__ = [
    "NameIndex",
    "ascii_spelling",
    "comma_list",
    "kind_of",
    "name_words",
    "nearest",
    "plural",
    "quoted_json",
    "resemblance",
    "shown_value",
    "snake_case",
    "visible",
    "word_set",
    "writable",
]

# getUser -> get User, HTTPServer -> HTTP Server; digits go with what stands before them.
_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]*[a-z0-9]+|[A-Z]+")
_NEAR = 0.6
"""What a name must score to be near another."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
_MOST_ALIKE = 16
"""Occurrences of one letter that are counted; a name with more counts as one that has every letter as often."""
_EVERY_LETTER = (1 << (_MOST_ALIKE * len(_LETTERS))) - 1
_COMPARED = 500
_OF_MANY = 40
_COUNTED = 400

_JSON = json.JSONEncoder(ensure_ascii=False)

_LATIN = dict(
    zip(
        "ßẞæÆœŒøØđĐłŁħĦŧŦ\u0131",
        ("ss", "Ss", "ae", "Ae", "oe", "Oe", "o", "O", "d", "D", "l", "L", "h", "H", "t", "T", "i"),
        strict=True,
    )
)
"""Latin letters that Unicode does not take apart into a letter of ASCII and a mark."""

_SHOWN = 60
"""Characters of a value that a message shows."""

# C0 and C1 controls except tab and newline, zero-width characters, bidi controls, line and paragraph
# separators, byte-order mark and tag characters: what a terminal or a reviewer would not see as it is.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)


def name_words(name: str) -> list[str]:
    """Split an identifier at separators and case borders.

    Args:
        name: any spelling: `getUserByID`, `get-user_by.id`.

    Returns:
        The words in their own case; no letter or digit is lost.
    """
    return list(_name_words(name))


@lru_cache(maxsize=32_768)
def _name_words(name: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(name))


def ascii_spelling(text: str) -> str | None:
    """Write letters and digits outside ASCII by those of ASCII, where that is certain: `größe` as `grosse`.

    Args:
        text: any text; what is neither letter nor digit stays as it is.

    Returns:
        None where a letter has no such spelling, as those of other scripts.
    """
    if text.isascii():
        return text
    spelt = "".join(_LATIN.get(letter, letter) for letter in text)
    # Compatibility forms (UAX 15) tell a letter from its marks, which go.
    letters = [one for one in unicodedata.normalize("NFKD", spelt) if not unicodedata.combining(one)]
    return None if any(one.isalnum() and not one.isascii() for one in letters) else "".join(letters)


def word_set(words: str) -> frozenset[str]:
    """Split a text at its spaces: the words of a table, as one writes them down."""
    return frozenset(words.split())


def snake_case(name: str) -> str:
    """Write an identifier in snake_case, keeping every ASCII letter and digit.

    Args:
        name: any spelling; characters outside ASCII letters and digits count as separators, so write letters of
            other alphabets by `ascii_spelling` before.

    Returns:
        Lower-case words joined by `_`; empty when `name` holds no ASCII letter or digit.
    """
    return "_".join(word.lower() for word in name_words(name))


def nearest(name: str, candidates: Iterable[str], *, limit: int = 3) -> list[str]:
    """Find the candidates that a person most probably meant by `name`.

    Args:
        name: what was written.
        candidates: the names that exist.
        limit: how many to return at most.

    Returns:
        The best first; empty when nothing is near.
    """
    folded, words, letters = _folded(name)
    bounded: list[tuple[float, float, str, str]] = []
    for candidate in set(candidates):
        other, other_words, other_letters = _folded(candidate)
        # A shared whole word is strong evidence: `user_id` is nearer to `account_id` than its letters say.
        bonus = 0.2 * len(words & other_words)
        length = len(folded) + len(other)
        # The matcher is slow; letters in common, in whatever order, say what it can reach at most.
        most = (2.0 * (letters & other_letters).bit_count() / length if length else 1.0) + bonus
        if most >= _NEAR:
            bounded.append((most, bonus, candidate, other))
    bounded.sort(reverse=True)
    scored: list[tuple[float, str]] = []
    for most, bonus, candidate, other in bounded:
        if len(scored) >= limit and most < -scored[limit - 1][0]:
            break
        score = difflib.SequenceMatcher(None, folded, other).ratio() + bonus
        if score >= _NEAR:
            insort(scored, (-score, candidate))
    return [candidate for _, candidate in scored[:limit]]


class NameIndex:
    """Many names to find near ones in.

    Up to `_COMPARED` names each is compared. Of more, only those that share the rarest runs of three letters with what
    was written: what is near has some in common, and comparing ten thousand names with each wrong one takes minutes.

    Args:
        names: what there is.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = tuple(sorted(set(names)))
        self._holders: dict[str, list[str]] | None = None

    def nearest(self, name: str, *, limit: int = 3) -> list[str]:
        """Find the names that a person most probably meant, the best first; see `nearest`."""
        many = len(self._names) > _COMPARED
        return nearest(name, self._sharing(name) if many else self._names, limit=limit)

    def _sharing(self, name: str) -> list[str]:
        if self._holders is None:
            self._holders = {}
            for one in self._names:
                for run in _runs(one):
                    self._holders.setdefault(run, []).append(one)
        holders = sorted((self._holders.get(run, []) for run in sorted(_runs(name))), key=len)
        shared: Counter[str] = Counter()
        for held in holders:
            if shared and shared.total() + len(held) > _COUNTED:
                break
            shared.update(held)
        return sorted(shared, key=lambda one: (-shared[one], one))[:_OF_MANY]


def _runs(name: str) -> set[str]:
    folded = _folded(name)[0]
    return {folded[start : start + 3] for start in range(max(1, len(folded) - 2))}


def resemblance(name: str, other: str) -> float:
    """Say how much two names look alike, from 0 to 1; case and separators do not count."""
    return difflib.SequenceMatcher(None, _folded(name)[0], _folded(other)[0]).ratio()


@lru_cache(maxsize=32_768)
def _folded(name: str) -> tuple[str, frozenset[str], int]:
    """Return a name without separators and case, its words, and its letters as a set of bits.

    The n-th occurrence of a letter has a bit of its own, so that names have as many letters in common as bits.
    """
    words = [word.lower() for word in name_words(name)]
    folded = "".join(words)
    counts = Counter(folded)
    if counts and max(counts.values()) > _MOST_ALIKE:
        return folded, frozenset(words), _EVERY_LETTER
    letters = 0
    for letter, count in counts.items():
        letters |= ((1 << count) - 1) << (_MOST_ALIKE * _LETTERS.index(letter))
    return folded, frozenset(words), letters


def plural(count: int, noun: str, nouns: str | None = None) -> str:
    """Write a count with its noun: `1 file`, `2 files`.

    Args:
        count: how many.
        noun: the singular.
        nouns: the plural, where it is not the singular plus `s`.
    """
    return f"{count:,} {noun if count == 1 else (nouns or noun + 's')}"


def visible(text: str) -> str:
    r"""Replace characters that a reader would not see by their `\u` escapes.

    For messages only: a terminal must not be steered by a source's text.
    """
    return _HIDDEN.sub(lambda found: _escape(found.group()), text)


def quoted_json(text: str) -> str:
    r"""Write a text as a JSON string, with `\u` escapes for characters that a reader would not see."""
    written = _JSON.encode(text)
    if written.isprintable():
        return written
    return "".join(one if one.isprintable() else json.dumps(one)[1:-1] for one in written)


def writable(text: str) -> str:
    r"""Replace lone surrogates, which no UTF-8 file can hold, by their `\u` escapes."""
    return text.encode("utf-8", "backslashreplace").decode()


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def comma_list(names: Sequence[str], *, limit: int = 10) -> str:
    """Write names in backticks with commas, cut after `limit` with the count of the rest."""
    shown = ", ".join(f"`{name}`" for name in names[:limit])
    return shown if len(names) <= limit else f"{shown} and {len(names) - limit} more"


def shown_value(value: object) -> str:
    """Write a JSON value for a message: scalars in backticks as JSON spells them, cut; collections by their kind."""
    if isinstance(value, dict | list):
        return kind_of(value)
    if value is None or isinstance(value, bool):
        return {None: "`null`", True: "`true`", False: "`false`"}[value]
    shown = visible(str(value).replace("\n", " "))
    return f"`{shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + '…'}`"


def kind_of(value: object) -> str:
    """Say what kind of JSON value was found, for messages: `a string`, `a list`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, str):
        return "a string"
    if isinstance(value, int | float):
        return "a number"
    return "a list" if isinstance(value, list) else "a mapping"
