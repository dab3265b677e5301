"""Where each value of a YAML text stands, from the parser's events."""

from __future__ import annotations

from typing import Any

import yaml

from toolmint.documents.span_tree import Entry, Span
from toolmint.documents.yaml_events import event_parser

__all__ = ["compose"]


def compose(text: str) -> Span:
    """Build the spans of a YAML text that `yaml_reader` accepts, merged as it merges.

    Args:
        text: without a byte-order mark.

    Returns:
        The span of the root.
    """
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


def _take(holder: _Open, span: Span, value: str, event: Any) -> None:
    if holder.key is not None:
        holder.put(span)
        return
    is_plain_merge = value == "<<" and event.__class__ is yaml.ScalarEvent and event.implicit[0] and event.tag is None
    is_merge = is_plain_merge or getattr(event, "tag", None) == "tag:yaml.org,2002:merge"
    holder.key = (value, (span.start, span.end), is_merge)
