"""Where each value of a document stands in its text, made only when something is reported.

YAML is composed once, since its structure is known only after a full parse. JSON is taken apart along the pointer that
is asked for: the parser skips what lies before it, and what lies behind it is looked at by whoever asks for that. So
one place in a document of 13 MB costs about one parse, and so do all of them.
"""

from __future__ import annotations

import json
from json.decoder import scanstring  # type: ignore[attr-defined]  # documented nowhere, stable since Python 2.6

from toolmint.documents.load import Document
from toolmint.documents.span_tree import Entry, Span

__all__ = ["document_span"]

_SPACE = " \t\r\n"
_DECODER = json.JSONDecoder()
_UNKNOWN = -1
"""The end of a value that nobody has looked for yet."""


def document_span(document: Document, text: str) -> Span:
    """Return the span of a document's root.

    Args:
        document: a document that was read without error.
        text: its text, without a byte-order mark.
    """
    if document.syntax == "json":
        return _JsonSpan(text, _after_space(text, 0))
    from toolmint.documents.yaml_spans import compose  # PyYAML is imported where a document is YAML

    return compose(text)


class _JsonSpan(Span):
    """A span of JSON text that finds its children, and its end, when asked."""

    __slots__ = ("_last", "_text", "_whole")

    def __init__(self, text: str, start: int) -> None:
        super().__init__(start, _UNKNOWN)
        self._text = text
        self._last: Span | None = None
        """The child behind which the next one is looked for."""
        self._whole = text[start] not in "{["
        """Whether all children are found."""

    @property
    def end(self) -> int:
        """Where the value ends."""
        if self._end == _UNKNOWN:
            self._end = _DECODER.raw_decode(self._text, self.start)[1]
        return self._end

    @property
    def children(self) -> dict[str, Entry]:
        """What the value holds, by reference token."""
        self._look_for(None)
        return self._children or {}

    def child(self, token: str) -> Entry | None:
        """Return one of the children, looking no further than to it; None where there is none of that token."""
        known = self._children.get(token) if self._children is not None else None
        return known or self._look_for(token)

    def _look_for(self, token: str | None) -> Entry | None:
        """Look for a child that is not found yet, or for all."""
        if self._whole:
            return None
        text = self._text
        if self._children is None:
            self._children = {}
        found = self._children
        is_mapping = text[self.start] == "{"
        while True:
            position = _after_space(text, self.start + 1 if self._last is None else self._last.end)
            if text[position] == ",":
                position = _after_space(text, position + 1)
            if text[position] in "}]":
                self._whole = True
                return None
            key: tuple[int, int] | None = None
            name = str(len(found))
            if is_mapping:
                name, end = scanstring(text, position + 1, True)
                key = (position, end)
                position = _after_space(text, _after_space(text, end) + 1)  # past the colon
            self._last = _JsonSpan(text, position)
            found[name] = entry = Entry(key, self._last)
            if name == token:
                return entry


def _after_space(text: str, position: int) -> int:
    while text[position] in _SPACE:
        position += 1
    return position
