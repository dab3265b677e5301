"""Where each value of a document stands in its text, made only when something is reported.

YAML is composed once, since its structure is known only after a full parse. JSON is taken apart along the pointer that
is asked for: the parser skips what lies before it, and what lies behind it is looked at by whoever asks for that. So
one place in a document of 13 MB costs about one parse, and so do all of them.
"""

from __future__ import annotations

import json
from json.decoder import scanstring  # type: ignore[attr-defined]  # documented nowhere, stable since Python 2.6
from typing import Any, NamedTuple

import yaml

from toolmint.documents.load import Document
from toolmint.documents.yaml_events import event_parser

__all__ = ["Entry", "Span", "document_span"]

_SPACE = " \t\r\n"
_DECODER = json.JSONDecoder()
_UNKNOWN = -1
"""The end of a value that nobody has looked for yet."""


class Span:
    """A value's place in the text: offsets in characters, without the byte-order mark."""

    __slots__ = ("_children", "_end", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self._end = end
        self._children: dict[str, Entry] | None = None

    @property
    def end(self) -> int:
        """Where the value ends."""
        return self._end

    @property
    def children(self) -> dict[str, Entry]:
        """What the value holds, by reference token; a list's elements by their index. Empty for scalars."""
        return self._children or {}

    def child(self, token: str) -> Entry | None:
        """Return one of the children; None where there is none of that token."""
        return self.children.get(token)

    def close(self, end: int, children: dict[str, Entry]) -> None:
        """Set what was unknown when the value began."""
        self._end = end
        self._children = children


class Entry(NamedTuple):
    """One child of a mapping or list."""

    key: tuple[int, int] | None
    """Where the key stands, start and end; None in a list."""
    span: Span
    """Where the value stands. What an alias repeats stands at its anchor."""


def document_span(document: Document, text: str) -> Span:
    """Return the span of a document's root.

    Args:
        document: a document that was read without error.
        text: its text, without a byte-order mark.
    """
    if document.syntax == "json":
        return _JsonSpan(text, _after_space(text, 0))
    return _compose(text)


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


class _Open:
    """A collection whose end has not come, while composing YAML."""

    __slots__ = ("anchor", "children", "key", "merges", "span")

    def __init__(self, span: Span, *, is_mapping: bool, anchor: str | None) -> None:
        self.span = span
        self.anchor = anchor
        self.children: dict[str, Entry] = {}
        self.merges: list[Span] = []
        # For a mapping: None, or the key that waits for its value and whether it is a merge. For a list: False.
        self.key: tuple[str, tuple[int, int], bool] | bool | None = None if is_mapping else False

    def put(self, span: Span) -> None:
        """Take the next value."""
        if not isinstance(self.key, tuple):
            self.children[str(len(self.children))] = Entry(None, span)
            return
        name, place, is_merge = self.key
        self.key = None
        if not is_merge:
            self.children[name] = Entry(place, span)
            return
        listed = span.children
        is_list = bool(listed) and all(entry.key is None for entry in listed.values())
        self.merges.extend([entry.span for entry in reversed(listed.values())] if is_list else [span])

    def close(self, end: int) -> Span:
        """Finish the collection."""
        if self.merges:
            merged = {name: entry for span in self.merges for name, entry in span.children.items()}
            self.children = merged | self.children
        self.span.close(end, self.children)
        return self.span


def _compose(text: str) -> Span:
    """Build the spans of a YAML text that `yaml_reader` accepts, merged as it merges."""
    next_event = event_parser(text).get_event
    anchors: dict[str, tuple[Span, str]] = {}
    stack = [_Open(Span(0, len(text)), is_mapping=False, anchor=None)]
    while True:
        event: Any = next_event()
        kind = event.__class__
        if kind is yaml.ScalarEvent:
            span = Span(event.start_mark.index, event.end_mark.index)
            if event.anchor is not None:
                anchors[event.anchor] = (span, event.value)
            _take(stack[-1], span, event.value, event)
        elif kind is yaml.AliasEvent:
            span, value = anchors[event.anchor]
            if stack[-1].key is None:
                span = Span(event.start_mark.index, event.end_mark.index)
            _take(stack[-1], span, value, event)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            is_mapping = kind is yaml.MappingStartEvent
            stack.append(_Open(Span(event.start_mark.index, 0), is_mapping=is_mapping, anchor=event.anchor))
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            closed = stack.pop()
            span = closed.close(event.end_mark.index)
            if closed.anchor is not None:
                anchors[closed.anchor] = (span, "")
            stack[-1].put(span)
        elif kind is yaml.DocumentEndEvent:
            return stack[0].children["0"].span


def _take(holder: _Open, span: Span, value: str, event: Any) -> None:
    if holder.key is not None:
        holder.put(span)
        return
    is_plain_merge = value == "<<" and event.__class__ is yaml.ScalarEvent and event.implicit[0] and event.tag is None
    is_merge = is_plain_merge or getattr(event, "tag", None) == "tag:yaml.org,2002:merge"
    holder.key = (value, (span.start, span.end), is_merge)
