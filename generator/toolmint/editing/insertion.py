"""Where a new entry goes, and how it is written, so that it looks like its neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from toolmint.editing.tree import TextNode
from toolmint.editing.writing import flow_text, pretty_json, scalar_text
from toolmint.edits import Value

__all__ = ["Change", "Source", "append_element", "put_entries"]

_LINE_END = re.compile(r"\r\n|[\r\n]|\Z")
_COMMENT_LINE = re.compile(r"(?:\r\n|[\r\n])([ \t]*)#[^\r\n]*")
_SPACE = re.compile(r"[ \t]*")
_DEFAULT_STEP = 2
_SMALL = 3
"""Entries of a mapping that an author may well write on one line."""


class Change(NamedTuple):
    """A piece of text and what takes its place."""

    start: int
    end: int
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The text that is changed."""

    text: str
    root: TextNode
    is_json: bool

    @property
    def newline(self) -> str:
        """How its lines end."""
        found = _LINE_END.search(self.text)
        return (found.group() if found is not None else "") or "\n"

    def column(self, offset: int) -> int:
        """Return how many characters stand before an offset on its line."""
        return offset - max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) - 1

    def indent(self, offset: int) -> str:
        """Return the white space that the line of an offset begins with."""
        found = _SPACE.match(self.text, offset - self.column(offset))
        return found.group() if found is not None else ""

    def line_end(self, offset: int) -> int:
        """Return where the line of an offset ends, its line break left out."""
        found = _LINE_END.search(self.text, offset)
        return found.start() if found is not None else len(self.text)

    def is_first(self, offset: int) -> bool:
        """Say whether nothing but white space stands before an offset on its line."""
        return len(self.indent(offset)) == self.column(offset)


def put_entries(source: Source, node: TextNode, entries: Mapping[str, Value]) -> Iterator[Change]:
    """Yield what adds keys to a mapping.

    Args:
        source: the text.
        node: the mapping; has none of the keys.
        entries: keys and values, in order.
    """
    if node.flow:
        gap = "" if _is_tight(source, node) else " "
        yield from _into_brackets(source, node, _flow_entries(source, node, entries), gap=gap)
        return
    column = source.column(node.pairs[0].key.start)
    quote = _quote_of(node.pairs[0].key)
    lines: list[str] = []
    for key, value in entries.items():
        written = f"{' ' * column}{scalar_text(key, style=quote)}:"
        if isinstance(value, Mapping) and _is_block_elsewhere(source.root, key):
            inner = " " * (column + _step(source, node, column))
            lines.append(written)
            lines += [
                f"{inner}{scalar_text(name, style='')}: {flow_text(held, quote='')}" for name, held in value.items()
            ]
        else:
            lines.append(f"{written} {flow_text(value, quote='')}")
    yield _new_lines(source, _own_end(source, node), column, lines)


def append_element(source: Source, node: TextNode, value: Value) -> Iterator[Change]:
    """Yield what adds an element to a list."""
    last = node.elements[-1] if node.elements else None
    quote = '"' if source.is_json else "" if last is None else _quote_of(last)
    if node.flow:
        written = flow_text(value, quote=quote)
        if last is not None and source.is_json and "\n" in source.text[last.start : last.end]:
            indent = source.indent(last.start)
            step = indent.removeprefix(source.indent(node.start)) or " " * _DEFAULT_STEP
            written = pretty_json(value, indent=indent, step=step, newline=source.newline)
        yield from _into_brackets(source, node, [written])
        return
    column = source.column(source.text.index("-", node.start))
    if isinstance(value, Mapping) and last is not None and last.kind == "mapping" and not last.flow:
        inner = source.column(last.pairs[0].key.start)
        entries = [f"{scalar_text(key, style='')}: {flow_text(held, quote='')}" for key, held in value.items()]
        lines = [f"{' ' * inner}{entry}" for entry in entries]
        lines[0] = f"{' ' * column}-{' ' * (inner - column - 1)}{entries[0]}"
    else:
        lines = [f"{' ' * column}- {flow_text(value, quote=quote)}"]
    yield _new_lines(source, _own_end(source, node), column, lines)


def _quote_of(node: TextNode) -> str:
    return node.meant.style if node.meant.style in ("'", '"') else ""


def _flow_entries(source: Source, node: TextNode, entries: Mapping[str, Value]) -> list[str]:
    like = node.pairs[-1] if node.pairs else None
    quote = '"' if source.is_json else "" if like is None else _quote_of(like.key)
    colon = ":" if _is_tight(source, node) else ": "
    parts: list[str] = []
    for key, value in entries.items():
        if like is not None and source.is_json and _is_spread(source, node):
            indent = source.indent(like.key.start)
            step = indent.removeprefix(source.indent(node.start)) or " " * _DEFAULT_STEP
            written = pretty_json(value, indent=indent, step=step, newline=source.newline)
        else:
            written = flow_text(value, quote=quote, colon=colon)
        parts.append(f"{scalar_text(key, style=quote)}{colon}{written}")
    return parts


def _is_tight(source: Source, node: TextNode) -> bool:
    """Whether a JSON object is written without spaces."""
    return (
        source.is_json
        and bool(node.pairs)
        and source.text[node.pairs[-1].key.end] == ":"
        and (node.pairs[-1].value.start == node.pairs[-1].key.end + 1)
    )


def _is_spread(source: Source, node: TextNode) -> bool:
    """Whether what a JSON object holds is written over several lines: as its neighbours are, else as itself."""
    beside = [pair.value for pair in node.pairs if pair.value.pairs or pair.value.elements]
    return any("\n" in source.text[one.start : one.end] for one in beside or [node])


def _into_brackets(source: Source, node: TextNode, parts: Sequence[str], *, gap: str = " ") -> Iterator[Change]:
    """Yield what adds something behind the last entry of a collection in brackets."""
    children = [(pair.key, pair.value) for pair in node.pairs] or [(one, one) for one in node.elements]
    if not children:
        opening = re.compile(r"[\[{]").search(source.text, node.start)
        position = opening.end() if opening is not None else node.start
        yield Change(position, position, ", ".join(parts))
        return
    first, last = children[-1]
    end = _own_end(source, last) if last.end > last.start else max(last.end, first.end)
    if not source.is_first(first.start):
        yield Change(end, end, "".join(f",{gap}{part}" for part in parts))
        return
    indent = source.indent(first.start)
    line_end = source.line_end(end)
    behind = source.text[end:line_end].strip()
    between = f",{source.newline}{indent}"
    if behind.startswith(",") and not _closes(behind):
        # A comma behind the last entry, which YAML allows: the new one gets its own.
        yield Change(line_end, line_end, "".join(f"{source.newline}{indent}{part}," for part in parts))
    elif not behind or behind.startswith("#"):
        yield Change(end, end, ",")
        yield Change(line_end, line_end, f"{source.newline}{indent}" + between.join(parts))
    else:
        yield Change(end, end, between + between.join(parts))


def _closes(behind: str) -> bool:
    return any(bracket in behind.partition("#")[0] for bracket in "]}")


def _own_end(source: Source, node: TextNode) -> int:
    """Return where a value ends, without the space, the comments and the lines behind it."""
    if node.flow or node.kind in ("scalar", "alias"):
        if node.style not in ("|", ">"):
            return node.end
        header = source.text[node.start : source.line_end(node.start)]
        if "+" in header.partition("#")[0]:
            return node.end
        return node.start + len(source.text[node.start : node.end].rstrip())
    if node.kind == "sequence":
        last = node.elements[-1]
        return _own_end(source, last) if last.end > last.start else last.end
    key, value, _ = node.pairs[-1]
    return _own_end(source, value) if value.end > value.start else max(key.end, value.end)


def _new_lines(source: Source, end: int, column: int, lines: Sequence[str]) -> Change:
    """Make the change that adds lines below a value that ends at an offset, in a block with a column."""
    newline = source.newline
    if end > 0 and source.column(end) == 0:  # a block whose line breaks all count ends where the next line begins
        return Change(end, end, "".join(f"{line}{newline}" for line in lines))
    position = source.line_end(end)
    while found := _COMMENT_LINE.match(source.text, position):
        if len(found.group(1)) <= column:
            break
        position = found.end()
    return Change(position, position, "".join(f"{newline}{line}" for line in lines))


def _step(source: Source, node: TextNode, column: int) -> int:
    """Return by how much a block inside of a mapping is indented."""
    for holder in (node, source.root):  # the root is at the margin
        for pair in holder.pairs:
            if pair.value.kind == "mapping" and not pair.value.flow and pair.value.pairs:
                own = column if holder is node else 0
                return max(1, source.column(pair.value.pairs[0].key.start) - own)
    return _DEFAULT_STEP


def _is_block_elsewhere(root: TextNode, key: str) -> bool:
    """Whether the source writes small mappings under this key over several lines."""
    block = flow = 0
    pending = [root]
    while pending:
        node = pending.pop()
        pending += node.elements
        for pair in node.pairs:
            held = pair.value
            pending.append(held)
            if pair.key.name == key and held.kind == "mapping" and 0 < len(held.pairs) <= _SMALL:
                block, flow = block + (not held.flow), flow + held.flow
    return block > flow
