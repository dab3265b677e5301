"""Edits applied to the text of a document, and held against what the document is to say afterwards."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from typing import assert_never

from toolmint.documents import Document, parse_document
from toolmint.documents.positions import SourceIndex
from toolmint.documents.scalars import Spelling, one_line
from toolmint.editing.insertion import Change, Source, append_element, put_entries
from toolmint.editing.tree import Pair, TextNode, text_tree
from toolmint.editing.writing import escaped, flow_text, scalar_text
from toolmint.edits import AppendElement, Edit, PutEntry, RenameKey, ReplaceText, SetValue, Value
from toolmint.errors import SourceError
from toolmint.ir.schema import Json
from toolmint.location import Location, split_pointer

__all__ = ["EditRefused", "edit_document"]

_MARK = b"\xef\xbb\xbf"
_SAFE = re.compile(r"[A-Za-z0-9_.-]*")


class EditRefused(Exception):
    """An edit that cannot be made so that everything else stays as it is.

    Args:
        message: what stands in the way; lower case, no full stop.
        location: where.
    """

    def __init__(self, message: str, location: Location) -> None:
        super().__init__(message)
        self.message = message
        self.location = location


def edit_document(document: Document, edits: Iterable[Edit]) -> bytes:
    """Return the content of a file after edits.

    The new content is parsed and compared: it says what the old one says with the edits applied to its values, and
    nothing else. What an alias repeats is written once, so an edit of it changes every place that repeats it.

    Args:
        document: a document as its file says it.
        edits: places in it; the same edit twice is made once.

    Raises:
        EditRefused: a place cannot be found, or the text would say something else than it is to say.
    """
    editor = _Editor(document)
    for edit in dict.fromkeys(map(_Once, edits)):
        editor.add(edit.edit)
    return editor.finished()


class _Once:
    """An edit that can be held against others, whatever value it holds."""

    def __init__(self, edit: Edit) -> None:
        self.edit = edit

    def __hash__(self) -> int:
        return hash(self.edit.place)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Once) and self.edit == other.edit


class _Editor:
    """Gathers the edits of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._text = document.text
        root = text_tree(document, self._text)
        self._source = Source(text=self._text, root=root, is_json=document.syntax == "json")
        self._index = SourceIndex(document)
        self._scalars: list[TextNode] = []
        self._set: dict[TextNode, Value] = {}
        self._pieces: dict[TextNode, dict[tuple[int, int], str]] = {}
        self._put: dict[TextNode, dict[str, Value]] = {}
        self._appended: dict[TextNode, list[Value]] = {}

    def add(self, edit: Edit) -> None:
        match edit:
            case ReplaceText():
                self._replace(edit)
            case RenameKey(place=place, new=new):
                self._set_once(self._pair(place).key, new, place)
            case SetValue(place=place, value=value):
                node = self._node(place)
                if node.meant.kind != "scalar":
                    raise EditRefused("a mapping or a list stands there, and a single value was wanted", place)
                self._set_once(node, value, place)
            case PutEntry(place=place, key=key, value=value):
                node = self._node(place).meant
                held = self._put.setdefault(node, {})
                if node.kind != "mapping" or node.entry(key) is not None or held.get(key, value) != value:
                    raise EditRefused(f"`{key}` cannot be added there", place)
                held[key] = value
            case AppendElement(place=place, value=value):
                node = self._node(place).meant
                if node.kind != "sequence":
                    raise EditRefused("no list stands there", place)
                listed = self._appended.setdefault(node, [])
                if value not in listed:
                    listed.append(value)
            case _:
                assert_never(edit)

    def finished(self) -> bytes:
        new = self._changed_text().encode()
        if self._document.content.startswith(_MARK):
            new = _MARK + new
        document = self._document
        place = Location(path=document.path)
        try:
            parsed = parse_document(new, path=document.path, file=document.file)
        except SourceError as error:
            place = error.diagnostic.location if error.diagnostic is not None else place
            raise EditRefused(f"the edited text could not be read: {error.message}", place) from error
        if parsed.value != _Evaluation(self._set, self._pieces, self._put, self._appended).of(
            self._source.root, document.value
        ):
            raise EditRefused("the edited text would say something else than what was asked for", place)
        return new

    def _node(self, place: Location) -> TextNode:
        node = self._source.root
        for token in split_pointer(place.pointer):
            node = self._below(node.meant, token, place)
        return node

    def _below(self, holder: TextNode, token: str, place: Location) -> TextNode:
        pair = holder.entry(token)
        if pair is not None:
            return pair.value
        if holder.kind == "sequence" and token.isdigit() and int(token) < len(holder.elements):
            return holder.elements[int(token)]
        raise EditRefused(f"there is no `{token}`", place)

    def _pair(self, place: Location) -> Pair:
        *above, last = split_pointer(place.pointer)
        node = self._source.root
        for token in above:
            node = self._below(node.meant, token, place)
        pair = node.meant.entry(last)
        if pair is None:
            raise EditRefused(f"there is no key `{last}`", place)
        return pair

    def _set_once(self, node: TextNode, value: Value, place: Location) -> None:
        if self._set.setdefault(node, value) != value:
            raise EditRefused("two edits want different things there", place)

    def _replace(self, edit: ReplaceText) -> None:
        place, needle = edit.place, edit.place.needle or ""
        found = self._index.locate(place)
        start = self._index.lines.offset(found.line, found.column)
        node = self._scalar_at(start, place)
        spelling = Spelling(self._text, node.start, node.end)
        index = spelling.index(start)
        if index is None or not needle or not spelling.text.startswith(needle, index):
            raise EditRefused(f"`{needle}` does not stand there", place)
        if spelling.text != one_line(node.name):
            raise EditRefused(f"the text that holds `{needle}` is written in a way that is not understood", place)
        before = sum(not letter.isspace() for letter in spelling.text[:index])
        offset = _visible_offset(node.name, before)
        known = self._pieces.setdefault(node, {}).setdefault((offset, offset + len(needle)), edit.new)
        if known != edit.new:
            raise EditRefused("two edits want different things there", place)

    def _scalar_at(self, offset: int, place: Location) -> TextNode:
        if not self._scalars:
            self._scalars = sorted(_scalars(self._source.root), key=lambda node: node.start)
        index = bisect_right(self._scalars, offset, key=lambda node: node.start) - 1
        if index < 0 or self._scalars[index].end < offset:
            raise EditRefused("no text stands there", place)
        return self._scalars[index]

    def _changed_text(self) -> str:
        changes = [*self._scalar_changes(), *self._text_changes()]
        for node, entries in self._put.items():
            changes += put_entries(self._source, node, entries)
        for node, values in self._appended.items():
            for value in values:
                changes += append_element(self._source, node, value)
        return self._applied(changes)

    def _scalar_changes(self) -> Iterable[Change]:
        for node, value in self._set.items():
            if node.target is not None and self._set.get(node.target, node) == value:
                continue  # what the alias repeats changes in the same way
            spelling = Spelling(self._text, node.start, node.end)
            piece = None if node.target is not None else _differing(spelling.text, value, style=node.style)
            if piece is not None:
                low, high, new = piece
                yield Change(*spelling.place(low, high - low), escaped(new, node.style))
                continue
            start, end = (node.start, node.end)
            if spelling.text and not node.style:
                start, end = spelling.place(0, len(spelling.text))  # behind an anchor or a tag
            gap = " " if start == end and self._text[start - 1 : start] == ":" else ""
            yield Change(start, end, gap + self._written(value))

    def _written(self, value: Value) -> str:
        return flow_text(value, quote='"' if self._source.is_json else "")

    def _text_changes(self) -> Iterable[Change]:
        for node, pieces in self._pieces.items():
            spelling = Spelling(self._text, node.start, node.end)
            for (low, high), new in pieces.items():
                index = len(one_line(node.name[:low] + node.name[low:high])) - (high - low)
                start, end = spelling.place(index, high - low)
                yield Change(start, end, escaped(new, node.style))

    def _applied(self, changes: Iterable[Change]) -> str:
        parts: list[str] = []
        position = 0
        for change in sorted(changes, key=lambda one: (one.start, one.end)):
            if change.start < position:
                raise EditRefused("two edits meet in one place", Location(path=self._document.path))
            parts += [self._text[position : change.start], change.new]
            position = change.end
        return "".join([*parts, self._text[position:]])


def _differing(old: str, new: Value, *, style: str) -> tuple[int, int, str] | None:
    """Return the piece of a scalar that differs, where the scalar's style can hold the new one; else None."""
    if not isinstance(new, str) or not old or not new or old == new:
        return None
    low = _alike(old, new)
    tail = _alike(old[low:][::-1], new[low:][::-1])
    if low == len(old) - tail:  # an insertion: the letter beside it is written again, so that there is a piece
        low, tail = (low - 1, tail) if low else (low, tail - 1)
    piece = new[low : len(new) - tail]
    # Plain, letters are safe inside of other letters; the whole may be a word that means something else than text.
    if style == "" and (not _SAFE.fullmatch(piece) or (_SAFE.fullmatch(new) and scalar_text(new, style="") != new)):
        return None
    return low, len(old) - tail, piece


def _alike(one: str, other: str) -> int:
    """Return how many letters two texts begin with alike."""
    return next(
        (index for index, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _visible_offset(text: str, count: int) -> int:
    """Return where the character stands before which there are `count` others that are no white space."""
    for offset, letter in enumerate(text):
        if not letter.isspace():
            if count == 0:
                return offset
            count -= 1
    return len(text)


def _scalars(root: TextNode) -> Iterable[TextNode]:
    pending = [root]
    while pending:
        node = pending.pop()
        if node.kind == "scalar":
            yield node
        pending += node.elements
        for pair in node.pairs:
            pending += [pair.key, pair.value]


class _Evaluation:
    """What a document says after edits, worked out on its values and not on its text."""

    def __init__(
        self,
        scalars: Mapping[TextNode, Value],
        pieces: Mapping[TextNode, Mapping[tuple[int, int], str]],
        put: Mapping[TextNode, Mapping[str, Value]],
        appended: Mapping[TextNode, list[Value]],
    ) -> None:
        self._set = scalars
        self._pieces = pieces
        self._put = put
        self._appended = appended
        self._touched: set[TextNode] = set()
        pending = [*scalars, *pieces, *put, *appended]
        while pending:
            node = pending.pop()
            if node not in self._touched:
                self._touched.add(node)
                pending += node.holders

    def of(self, node: TextNode, value: Json) -> Json:
        """Return the new value of a node whose value was `value`."""
        if node not in self._touched:
            return value
        if node in self._set:
            return self._set[node]
        if node.target is not None:
            return self.of(node.target, value)
        if isinstance(value, dict):
            return self._mapping(node, value)
        if isinstance(value, list):
            own = [self.of(element, held) for element, held in zip(node.elements, value, strict=True)]
            return [*own, *self._appended.get(node, ())]
        return self._text(node, value)

    def _text(self, node: TextNode, value: Json) -> Json:
        if not isinstance(value, str):
            return value
        for (low, high), new in sorted(self._pieces.get(node, {}).items(), reverse=True):
            value = value[:low] + new + value[high:]
        return value

    def _mapping(self, node: TextNode, value: dict[str, Json]) -> Json:
        changed: dict[str, Json] = {}
        for token, held in value.items():
            pair = node.entry(token)
            assert pair is not None
            name = self.of(pair.key, token)
            changed[str(name)] = self.of(pair.value, held)
        for key, added in self._entries_put(node).items():
            changed.setdefault(key, added)
        return changed

    def _entries_put(self, node: TextNode) -> dict[str, Json]:
        """Return what was put into a mapping, or into one that it takes in."""
        found: dict[str, Json] = dict(self._put.get(node, {}))
        for one in node.merged():
            for key, added in self._entries_put(one).items():
                found.setdefault(key, added)
        return found
