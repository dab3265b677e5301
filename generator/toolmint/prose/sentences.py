"""A text as sentences, and how long each is."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from toolmint.prose.masking import mask

__all__ = ["SentenceSpan", "sentence_spans", "sentences_over"]

_END = re.compile(
    r"[。！？；]|[.!?;:](?=[\s\"')\]*_<]|\x00|$)|\n\s*\n|\n(?=\s*(?:[-*•+#|>=~]|[0-9]+[.)]\s|\x00|[A-Za-z_`][\w`]*\s*[:(]))|<(?:li|p|br|h[1-6])\b"
)
"""Where a sentence ends: its mark, a blank line, an item of a list, a row of a table, an entry of a section."""
_ABBREVIATED = re.compile(r"(?:e\.g|i\.e|etc|vs|incl|approx|resp|cf|no|max|min)\.$", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z0-9\u00c0-\u024f][\w'’.-]*|\x00+")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_HAN_A_WORD = 1.7
"""Chinese characters to one English word of the same text."""


@dataclass(frozen=True, slots=True)
class SentenceSpan:
    """One sentence of a text."""

    start: int
    end: int
    words: int
    """Words; a Chinese text is counted as the words that its English would take. Code counts as one."""


def sentence_spans(text: str) -> Iterator[SentenceSpan]:
    """Yield the sentences of a text; blocks of code, tables and lists are no sentence of their own length."""
    yield from _spans(mask(text)[0])


def sentences_over(text: str, words: int) -> list[SentenceSpan]:
    """Return the sentences of a text that have more words than so many."""
    prose, _ = mask(text)
    if prose.isascii() and len(_WORD.findall(prose)) <= words:
        return []  # nor has the whole text: most are short
    # A word takes a character, and a Chinese sentence has fewer words than characters.
    long = (bounds for bounds in _bounds(prose) if bounds[1] - bounds[0] > words)
    return [span for span in (_span(prose, *bounds) for bounds in long) if span.words > words]


def _spans(prose: str) -> Iterator[SentenceSpan]:
    return (_span(prose, *bounds) for bounds in _bounds(prose))


def _bounds(prose: str) -> Iterator[tuple[int, int]]:
    start = 0
    for found in _END.finditer(prose):
        end = found.end()
        # An abbreviation ends in a full stop, which the end of a line may follow.
        if prose[end - 1] in ".\n" and _ABBREVIATED.search(prose, max(0, end - 8), end):
            continue
        yield start, end
        start = end
    yield start, len(prose)


def _span(prose: str, start: int, end: int) -> SentenceSpan:
    part = prose[start:end]
    lead = len(part) - len(part.lstrip())
    characters = 0 if part.isascii() else len(_HAN.findall(part))
    words = len(_WORD.findall(part))
    return SentenceSpan(start + lead, end, words + round(characters / _HAN_A_WORD))
