"""A Markdown or plain text, taken apart: headings, paragraphs and lists, fenced code.

Only what the rules need: where a paragraph ends, what stands above it, and what is code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

__all__ = ["Block", "split_blocks"]

_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_FENCE = re.compile(r"[ \t]*(?:[-*+>][ \t]+)*(?P<mark>`{3,}|~{3,})[ \t]*(?P<language>[\w+#.-]*)[^`\n]*$")
_HEADING = re.compile(r"[ ]{0,3}(?P<marks>#{1,6})[ \t]")
_WORDS = frozenset({"text", "txt", "md", "markdown", "prompt", "plaintext"})
"""Languages of fences that hold prose."""
_LONGEST = 8_000
"""Characters of one block: a text without blank lines must not cost its length squared."""


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a text, without the line ends around it."""

    kind: Literal["heading", "prose", "code"]
    start: int
    end: int
    level: int = 0
    """Of a heading: 1 to 6."""
    language: str = ""
    """Of code: what its fence names, in lower case."""


def split_blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a text in reading order.

    A fence of a language that is prose (` ```text `) is taken apart like the text around it. One that is never closed
    ends with the text.
    """
    waiting: int | None = None
    code: tuple[str, str, int] | None = None
    quoted = ""  # the mark of an open fence that holds prose
    position = 0
    while position < len(text):
        found = _LINE.match(text, position)
        line_end = found.end() if found is not None else len(text)
        line = text[position:line_end].rstrip("\r\n")
        fence = _FENCE.match(line) if "```" in line or "~~~" in line else None
        if code is not None:
            mark, language, begin = code
            if fence is not None and not fence["language"] and fence["mark"].startswith(mark):
                yield Block("code", begin, position, language=language)
                code = None
        elif fence is not None:
            yield from _prose(text, waiting, position)
            waiting = None
            if quoted and not fence["language"] and fence["mark"].startswith(quoted):
                quoted = ""
            elif fence["language"].lower() in _WORDS:
                quoted = fence["mark"]
            else:
                code = (fence["mark"], fence["language"].lower(), line_end)
        elif not line.strip():
            yield from _prose(text, waiting, position)
            waiting = None
        elif heading := _HEADING.match(line):
            yield from _prose(text, waiting, position)
            waiting = None
            yield Block("heading", position, position + len(line), level=len(heading["marks"]))
        elif waiting is None:
            waiting = position
        position = line_end
    if code is not None:
        yield Block("code", code[2], len(text), language=code[1])
    yield from _prose(text, waiting, len(text))


def _prose(text: str, start: int | None, end: int) -> Iterator[Block]:
    """Yield a paragraph, a long one in pieces that end where a line or a word does."""
    while start is not None and start < end:
        stop = end
        if end - start > _LONGEST:
            cut = max(text.rfind("\n", start, start + _LONGEST), text.rfind(" ", start, start + _LONGEST))
            stop = cut if cut > start else start + _LONGEST
        yield Block("prose", start, start + len(text[start:stop].rstrip()))
        start = stop
