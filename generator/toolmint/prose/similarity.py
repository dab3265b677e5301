"""Tools of one list that a model takes for each other: names, descriptions and arguments that nearly agree.

The measure is a weighted Jaccard index of three sets: words of the name, words of the description, arguments. What
three of ten tools share tells none of them apart and is left out. Pairs are found by the rarest words that they share
and never by comparing all with all (prefix filtering: Bayardo, Ma and Srikant, "Scaling up all pairs similarity
search", WWW 2007).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from typing import TypeAlias

from toolmint.ir.contract import ToolContract
from toolmint.prose.mentions import names_in
from toolmint.prose.verbs import Verb, name_verbs
from toolmint.prose.wording import written_text
from toolmint.prose.words import ascii_words
from toolmint.text import name_words, word_set

__all__ = ["CONFUSABLE", "Likeness", "confusable_pairs"]

CONFUSABLE = 0.78
"""Likeness from which two tools are told (`mcplint` by A. Kokare tells from 0.55 on, and calls 0.78 certain)."""
_DESCRIPTION, _ARGUMENTS, _NAME = _WEIGHTS = (0.45, 0.30, 0.25)
"""From the same project. A part that neither tool has counts for nothing. The heaviest is compared first."""
_SHARED_BY = 0.3
"""Share of the tools from which a word is the list's and no tool's own; in lists of a few tools, `_SHARED_BY_FEW`."""
_SHARED_BY_FEW = 4
_MOST_PAIRS = 8
"""Pairs told of one tool: more of the same helps nobody."""
_MOST_LOOKED_AT = 24
"""Tools that one is compared with, in the list's order; only a list of copies has more that share a rare word."""
_SIGNATURE_BITS = 512
_ROUNDING = 1e-9
"""What a fraction may be off by; the exact comparison comes behind."""
_WORD = re.compile(r"[a-z0-9]+")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]+")
_PREPOSITIONS = word_set("and as by for from in of on or to under with")
_IDS = word_set("id ids gid sid uid v")
_STOP = word_set(
    "a an and are as at be by can does for from if in is it its not of on or that the this to tool use used when will "
    "with you your"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """Two tools that are hard to tell apart."""

    one: str
    other: str
    """Stands behind `one` in the list."""
    score: float
    """From `CONFUSABLE` to 1."""


@dataclass(frozen=True, slots=True)
class _Part:
    """The words of one part, of all tools of a list; equal sets are one object."""

    words: Sequence[frozenset[str]]
    shared: frozenset[str]
    """Those that many tools of the list have."""

    def own(self) -> list[frozenset[str]]:
        """Return the words of each tool that are not shared."""
        if not self.shared:
            return list(self.words)
        own = {words: words - self.shared for words in set(self.words)}
        return [own[words] for words in self.words]


_Parts: TypeAlias = tuple[_Part, _Part, _Part]
"""Description, arguments, name: as `_WEIGHTS`."""


def confusable_pairs(contracts: Sequence[ToolContract]) -> tuple[Likeness, ...]:
    """Find the pairs of tools that nearly agree and that nothing tells apart, in the list's order.

    Verbs of different meaning tell two tools apart (`create_order`, `update_order`), and so do a description that names
    the other tool, and objects of different names that each description speaks of alone (`delete_logo`, `delete_icon`).
    """
    texts = [written_text(contract) for contract in contracts]
    parts = _parts(contracts, texts)
    told = [0] * len(contracts)
    found: list[Likeness] = []
    for one, other in _candidates(parts):
        if told[one] >= _MOST_PAIRS or told[other] >= _MOST_PAIRS:
            continue
        score = _score(parts, one, other)
        if score >= CONFUSABLE and not _are_told_apart(contracts, texts, one, other):
            told[one] += 1
            told[other] += 1
            found.append(Likeness(one=contracts[one].name, other=contracts[other].name, score=round(score, 2)))
    return tuple(found)


def _words(text: str) -> frozenset[str]:
    if text.isascii():
        return frozenset(ascii_words(text.replace("_", " "))) - _STOP
    found = set(_WORD.findall(text.lower())) - _STOP
    for run in _HAN.findall(text):
        found.update(run[i : i + 2] for i in range(max(1, len(run) - 1)))
    return frozenset(found)


def _parts(contracts: Sequence[ToolContract], texts: Sequence[str]) -> _Parts:
    names = [frozenset(map(str.lower, name_words(one.name))) for one in contracts]
    known: dict[str, frozenset[str]] = {text: _words(text) for text in dict.fromkeys(texts)}
    arguments = [frozenset(_argument_names(one)) for one in contracts]
    return _part([known[text] for text in texts]), _part(arguments), _part(names)


def _part(sets: Sequence[frozenset[str]]) -> _Part:
    least = max(_SHARED_BY * len(sets), _SHARED_BY_FEW)
    counts = Counter(chain.from_iterable(sets))
    same: dict[frozenset[str], frozenset[str]] = {}
    return _Part(
        [same.setdefault(one, one) for one in sets],
        frozenset([word for word, count in counts.items() if count >= least]),
    )


def _argument_names(contract: ToolContract) -> Iterator[str]:
    properties = contract.input_schema.get("properties")
    return map(_plain, properties) if isinstance(properties, Mapping) else iter(())


@lru_cache(maxsize=4096)
def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


def _candidates(parts: _Parts) -> Iterator[tuple[int, int]]:
    """Yield pairs that may reach the threshold, each once, ordered by the later and then the earlier tool.

    Tools are told by their place in the list.
    """
    descriptions, _, names = parts
    own = descriptions.own()
    described = [place for place, words in enumerate(own) if words]
    bare = [place for place, words in enumerate(own) if not words]
    # The least that the index of one part has to be where all others are 1.
    yield from _sharing(described, [own[place] for place in described], _least(_DESCRIPTION))
    if bare:
        own = names.own()
        yield from _sharing(bare, [own[place] for place in bare], _least(_NAME / (_NAME + _ARGUMENTS)))


def _least(weight: float) -> float:
    return (CONFUSABLE - (1 - weight)) / weight


def _sharing(group: Sequence[int], sets: Sequence[frozenset[str]], least: float) -> Iterator[tuple[int, int]]:
    distinct = set(sets)
    frequency = Counter(chain.from_iterable(distinct))
    rank = {word: number for number, word in enumerate(sorted(frequency, key=lambda word: (frequency[word], word)))}
    prefixes = {
        one: sorted(map(rank.__getitem__, one))[: len(one) - math.ceil(least * len(one)) + 1] for one in distinct
    }
    # Every bit that two signatures differ in stands for a word that only one of the two sets has, at least.
    bits = {word: 1 << number % _SIGNATURE_BITS for word, number in rank.items()}
    signatures = {one: reduce(or_, map(bits.__getitem__, one), 0) for one in distinct}
    differing = (1 - least) / (1 + least) + _ROUNDING
    index: list[list[int]] = [[] for _ in rank]
    seen: list[tuple[int, int]] = []
    for place, one in enumerate(sets):
        holders = [index[word] for word in prefixes[one]]
        # The latest: copies stand together, and what is looked at is bounded.
        near = sorted(set[int]().union(*[held[-_MOST_LOOKED_AT:] for held in holders]))[-_MOST_LOOKED_AT:]
        for held in holders:
            held.append(place)
        size, signature = len(one), signatures[one]
        seen.append((size, signature))
        for earlier in near:
            other, others = seen[earlier]
            if (signature ^ others).bit_count() <= differing * (size + other):
                yield group[earlier], group[place]


def _score(parts: _Parts, one: int, other: int) -> float:
    """Return the likeness of two tools, or less than the threshold where it cannot be reached any more."""
    total = weights = 0.0
    for weight, part in zip(_WEIGHTS, parts, strict=True):
        left, right = part.words[one], part.words[other]
        if left is right:
            agree = words = len(left - part.shared)
        else:
            common = left & right
            agree = len(common - part.shared) if part.shared else len(common)
            # A word that the list's tools share is a difference where only one of the two has it.
            words = agree + len(left) + len(right) - 2 * len(common)
        if words:
            weights += weight
            total += weight * agree / words
            if total + 1 - weights < CONFUSABLE:
                return 0.0
    return total / weights if weights else 0.0


def _are_told_apart(contracts: Sequence[ToolContract], texts: Sequence[str], one: int, other: int) -> bool:
    first, second = contracts[one].name, contracts[other].name
    if _names(texts[one], second) or _names(texts[other], first):
        return True
    if _differ(name_verbs(first), name_verbs(second)):
        return True
    return _have_objects_of_their_own(_object(first), _object(second), _stems(texts[one]), _stems(texts[other]))


def _names(text: str, tool: str) -> bool:
    """Whether a text names a tool; a name of one word is a word like any other unless it is marked up."""
    if tool not in text:
        return False
    return f"`{tool}`" in text or (len(name_words(tool)) > 1 and names_in(text, [tool]))


def _differ(verbs: tuple[Verb, ...], others: tuple[Verb, ...]) -> bool:
    """Whether two names say that other things are done: `get` and `list`, `create` and `update`."""
    if not verbs or not others:
        return False
    return frozenset(verb.word for verb in verbs) != frozenset(verb.word for verb in others)


def _have_objects_of_their_own(
    one: tuple[str, ...], other: tuple[str, ...], one_text: frozenset[str], other_text: frozenset[str]
) -> bool:
    """Whether two names differ by what is acted on, and each text speaks of its own alone.

    `delete_logo` and `delete_icon` do, and so do `create_team` and `create_team_member`. A longer name that ends in the
    same word (`create_link`, `create_partner_link`) is a kind of the shorter, and a model must be told when to use it.
    """
    own, others = set(one) - set(other), set(other) - set(one)
    if own and others:
        return not own.isdisjoint(one_text - other_text) and not others.isdisjoint(other_text - one_text)
    longer, text, absent = (one, one_text, other_text) if own else (other, other_text, one_text)
    head = longer[-1:]
    return bool(head) and head[0] in (own | others) and head[0] in text - absent


@lru_cache(maxsize=16384)
def _object(name: str) -> tuple[str, ...]:
    """Return the words of a name that say what is acted on, without plurals, numbers and ids: `order`, `item`."""
    words = [word.lower() for word in name_words(name)]
    end = next((i for i, word in enumerate(words) if i and word in _PREPOSITIONS), len(words))
    return tuple(_singular(word) for word in words[:end] if word.isalpha() and word not in _IDS)


@lru_cache(maxsize=16384)
def _stems(text: str) -> frozenset[str]:
    return frozenset(map(_singular, set(_WORD.findall(text.lower()))))


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
