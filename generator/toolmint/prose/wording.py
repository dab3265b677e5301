"""What a description says apart from how it is written: its words without case, markup and punctuation."""

from __future__ import annotations

import re
import unicodedata

from toolmint.ir.contract import ToolContract
from toolmint.prose.description import render_sentence
from toolmint.prose.words import ascii_words

__all__ = ["spelling", "wording", "written_text"]

_WORD = re.compile(r"\w+")
# As `ascii_words` reads a text, without what stands between its words.
_SPELLING = {code: chr(code).lower() if _WORD.match(chr(code)) else None for code in range(128)}


def written_text(contract: ToolContract) -> str:
    """Return what the author wrote of a tool: a description, or every sentence on a line."""
    prose = contract.prose
    if prose.verbatim is not None:
        return prose.verbatim
    lines = (*prose.does, *prose.when, *prose.requires, *prose.never, *prose.notes)
    return "\n".join(render_sentence(line) for line in lines)


def wording(text: str) -> tuple[str, ...]:
    """Return the words of a text, in order."""
    if text.isascii():
        return tuple(ascii_words(text))
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", text).casefold()))


def spelling(text: str) -> str:
    """Return the letters of `wording`, without borders: two that differ in it differ in words, and it costs less."""
    return text.translate(_SPELLING) if text.isascii() else "".join(wording(text))
