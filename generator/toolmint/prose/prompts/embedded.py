"""JSON that stands in a text: in a fence, in a code span, between tags, in the middle of a sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from toolmint.documents import Document
from toolmint.documents.span_tree import Span
from toolmint.documents.spans import document_span
from toolmint.ir.schema import Json
from toolmint.prose.lazy import lazy_property

__all__ = ["Embedded", "embedded_objects"]

_SCANNER = json.JSONDecoder()
_FILE = Path("embedded.json")
_PATIENCE = 4
"""How often the text may be read, counting the attempts that come to nothing."""


class Embedded:
    """An object in a text.

    Args:
        value: what it holds.
        text: how it is written.
        start: its offset in the text around it.
    """

    def __init__(self, value: Json, text: str, start: int) -> None:
        self.value = value
        self.start = start
        self.end = start + len(text)
        self._text = text

    @lazy_property
    def _root(self) -> Span:
        document = Document(path="", file=_FILE, syntax="json", value=self.value, content=b"")
        return document_span(document, self._text)

    def offset(self, tokens: tuple[str | int, ...], *, key: bool) -> int:
        """Return the offset, in the text around it, of a value or of the key that holds it."""
        span, at = self._root, 0
        for token in tokens:
            entry = span.children.get(str(token))
            if entry is None:
                break
            span = entry.span
            at = entry.key[0] if key and entry.key is not None else span.start
        return self.start + at

    def offset_of_word(self, word: str, tokens: tuple[str | int, ...]) -> int:
        """Return the offset of a word inside a string, by the reference tokens of the string."""
        begin = self.offset(tokens, key=False)
        found = self._text.find(word, begin - self.start)
        return self.start + found if found >= 0 else begin


def embedded_objects(text: str) -> Iterator[Embedded]:
    """Yield the JSON objects in a text, each with what it holds; other braces are passed over."""
    position = spent = 0
    while (position := text.find("{", position)) >= 0 and spent <= _PATIENCE * len(text) + 1_000:
        try:
            value, end = _SCANNER.raw_decode(text, position)
        except json.JSONDecodeError as error:
            spent += error.pos - position
            position += 1
        except (ValueError, RecursionError):  # a number of thousands of digits; too deep
            spent += len(text) - position
            position += 1
        else:
            yield Embedded(value, text[position:end], position)
            position = end
