"""What a description says apart from how it is written: its words without case, markup and punctuation."""

from __future__ import annotations

import re
import unicodedata

from toolmint.ir.contract import ToolContract
from toolmint.prose.description import render_sentence
from toolmint.prose.words import ascii_words

__all__ = ["wording"]

_WORD = re.compile(r"\w+")


def wording(contract: ToolContract) -> tuple[str, ...]:
    """Return the words that the author wrote of a tool, in order."""
    prose = contract.prose
    text = prose.verbatim
    if text is None:
        lines = (*prose.does, *prose.when, *prose.requires, *prose.never, *prose.notes)
        text = "\n".join(render_sentence(line) for line in lines)
    if text.isascii():
        return tuple(ascii_words(text))
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))
