"""The text of a document as a tree: every key, value and alias where it is written.

`documents.spans` finds places for messages, and gives what an alias repeats the place of its anchor. Who changes a
text must also know where the alias itself stands, and how each part is written.
"""

from __future__ import annotations

import re
from json.decoder import scanstring  # type: ignore[attr-defined]  # documented nowhere, stable since Python 2.6
from typing import Any, Literal, NamedTuple, TypeAlias

import yaml

from toolmint.documents import Document
from toolmint.documents.yaml_events import event_parser

__all__ = ["Kind", "Pair", "TextNode", "text_tree"]

Kind: TypeAlias = Literal["scalar", "mapping", "sequence", "alias"]

_JSON_PLAIN = re.compile(r"[^\s,:\]}]+")
_SPACE = re.compile(r"[ \t\r\n]*")


class TextNode:
    """One value, or one key, as it is written.

    Args:
        kind: what is written.
        start: where it begins, its anchor and tag included; offsets count characters, without the byte-order mark.
        end: where it ends; of a collection in block style, where the next thing begins.
        style: the quote, `|` or `>` of a scalar; empty for a plain one.
        flow: of a collection, whether it stands in brackets.
    """

    __slots__ = ("elements", "end", "flow", "holders", "kind", "name", "pairs", "start", "style", "target")

    def __init__(self, kind: Kind, start: int, end: int, *, style: str = "", flow: bool = False) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.style = style
        self.flow = flow
        self.name = ""
        """Of a scalar, its text as the parser gives it."""
        self.pairs: list[Pair] = []
        """Of a mapping."""
        self.elements: list[TextNode] = []
        """Of a list."""
        self.target: TextNode | None = None
        """Of an alias, what it repeats."""
        self.holders: list[TextNode] = []
        """What holds it: the collection, and the aliases that repeat it."""

    @property
    def meant(self) -> TextNode:
        """The node itself, or what an alias repeats."""
        return self if self.target is None else self.target

    def own(self) -> dict[str, Pair]:
        """Return the pairs of a mapping that stand in it, by their keys; `<<` is none of them."""
        return {pair.key.meant.name: pair for pair in self.pairs if not pair.is_merge}

    def merged(self) -> list[TextNode]:
        """Return the mappings that `<<` takes in, the one first whose keys count most."""
        found: list[TextNode] = []
        for pair in self.pairs:
            if pair.is_merge:
                value = pair.value.meant
                listed = [one.meant for one in value.elements] if value.kind == "sequence" else [value]
                found = listed + found
        return found

    def entry(self, token: str) -> Pair | None:
        """Return the pair that gives a mapping a key: its own, else one that it takes in."""
        found = self.own().get(token)
        if found is None:
            found = next((pair for one in self.merged() if (pair := one.entry(token)) is not None), None)
        return found


class Pair(NamedTuple):
    """A key and its value."""

    key: TextNode
    value: TextNode
    is_merge: bool = False


def text_tree(document: Document, text: str) -> TextNode:
    """Return the tree of a document that was read without error.

    Args:
        document: the document.
        text: its text, without a byte-order mark.
    """
    return _json_tree(text) if document.syntax == "json" else _yaml_tree(text)


class _Builder:
    """Puts nodes together in the order in which they come."""

    def __init__(self) -> None:
        self.root = TextNode("sequence", 0, 0)
        self._open = [self.root]
        self._keys: list[tuple[TextNode, bool] | None] = [None]

    @property
    def wants_key(self) -> bool:
        return self._open[-1].kind == "mapping" and self._keys[-1] is None

    def put(self, node: TextNode, *, is_merge: bool = False) -> None:
        holder, waiting = self._open[-1], self._keys[-1]
        node.holders.append(holder)
        if self.wants_key:
            self._keys[-1] = (node, is_merge)
        elif waiting is not None:
            holder.pairs.append(Pair(waiting[0], node, waiting[1]))
            self._keys[-1] = None
        else:
            holder.elements.append(node)

    def open(self, node: TextNode) -> None:
        self.put(node)
        self._open.append(node)
        self._keys.append(None)

    def close(self, end: int) -> None:
        self._open.pop().end = end
        self._keys.pop()


def _yaml_tree(text: str) -> TextNode:
    next_event = event_parser(text).get_event
    builder = _Builder()
    anchors: dict[str, TextNode] = {}
    while True:
        event: Any = next_event()
        kind = event.__class__
        start, end = event.start_mark.index, event.end_mark.index
        if kind is yaml.ScalarEvent:
            node = TextNode("scalar", start, end, style=event.style or "")
            node.name = event.value
            builder.put(node, is_merge=builder.wants_key and _is_merge(event))
        elif kind is yaml.AliasEvent:
            node = TextNode("alias", start, end)
            node.target = anchors[event.anchor]
            node.target.holders.append(node)
            builder.put(node)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            name: Kind = "mapping" if kind is yaml.MappingStartEvent else "sequence"
            node = TextNode(name, start, end, flow=bool(event.flow_style))
            builder.open(node)
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            builder.close(end)
            continue
        elif kind is yaml.DocumentEndEvent:
            return builder.root.elements[0]
        else:
            continue
        if kind is not yaml.AliasEvent and event.anchor is not None:
            anchors[event.anchor] = node


def _is_merge(event: Any) -> bool:
    plain = event.value == "<<" and event.implicit[0] and event.tag is None
    return plain or event.tag == "tag:yaml.org,2002:merge"


def _json_tree(text: str) -> TextNode:
    builder = _Builder()
    depth = 0
    position = _after_space(text, 0)
    while True:
        letter = text[position]
        if letter in "{[":
            builder.open(TextNode("mapping" if letter == "{" else "sequence", position, 0, flow=True))
            depth += 1
            position += 1
        elif letter in "}]":
            position += 1
            builder.close(position)
            depth -= 1
        elif letter in ",:":
            position += 1
        else:
            node = _json_scalar(text, position)
            builder.put(node)
            position = node.end
        if depth == 0:
            return builder.root.elements[0]
        position = _after_space(text, position)


def _json_scalar(text: str, position: int) -> TextNode:
    if text[position] == '"':
        name, end = scanstring(text, position + 1, True)
        node = TextNode("scalar", position, end, style='"')
        node.name = name
        return node
    found = _JSON_PLAIN.match(text, position)
    assert found is not None
    node = TextNode("scalar", position, found.end())
    node.name = found.group()
    return node


def _after_space(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found is not None else position
