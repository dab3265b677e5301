"""A text as sentences, and how long each is."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from toolmint.prose.masking import mask

__all__ = ["SentenceSpan", "sentence_spans"]

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
    prose, _ = mask(text)
    start = 0
    for found in _END.finditer(prose):
        if _ABBREVIATED.search(prose, max(0, found.end() - 8), found.end()):
            continue
        yield _span(prose, start, found.end())
        start = found.end()
    yield _span(prose, start, len(prose))


def _span(prose: str, start: int, end: int) -> SentenceSpan:
    part = prose[start:end]
    lead = len(part) - len(part.lstrip())
    characters = len(_HAN.findall(part))
    words = sum(1 for _ in _WORD.finditer(part))
    return SentenceSpan(start + lead, end, words + round(characters / _HAN_A_WORD))
