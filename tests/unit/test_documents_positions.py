"""Finding the line and column of a value again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolmint.documents import Document, DocumentStore, Node, locate, parse_document, scalars
from toolmint.documents.positions import SourceIndex
from toolmint.documents.scalars import Spelling
from toolmint.documents.spans import document_span
from toolmint.location import Location


def document_of(text: str, name: str = "api.yaml") -> Document:
    return parse_document(text.encode(), path=name, file=Path(name))


def place(
    text: str, pointer: str, *, name: str = "api.yaml", at: Any = "value", needle: str | None = None
) -> tuple[int, int, int]:
    found = locate(document_of(text, name), Location(path=name, pointer=pointer, at=at, needle=needle))
    return found.line, found.column, found.width


YAML = """\
openapi: 3.1.0
paths:
  /a/b~c:
    get:
      description: >
        Call {list_orders}
        first, then   wait.
      tags: [one, "two"]
      x-empty:
  "/q":
  - "say \\"hi\\" to café"
"""


@pytest.mark.parametrize(
    ("pointer", "at", "needle", "expected"),
    [
        ("", "value", None, (1, 1, 14)),
        ("/openapi", "value", None, (1, 10, 5)),
        ("/openapi", "key", None, (1, 1, 7)),
        ("/paths/~1a~1b~0c", "key", None, (3, 3, 6)),
        ("/paths/~1a~1b~0c/get/description", "value", None, (5, 20, 1)),
        ("/paths/~1a~1b~0c/get/description", "value", "{list_orders}", (6, 14, 13)),
        ("/paths/~1a~1b~0c/get/description", "value", "} first", (6, 26, 1)),
        ("/paths/~1a~1b~0c/get/description", "value", "absent", (5, 20, 1)),
        ("/paths/~1a~1b~0c/get/tags/1", "value", None, (8, 19, 5)),
        ("/paths/~1a~1b~0c/get/tags/1", "value", "two", (8, 20, 3)),
        ("/paths/~1a~1b~0c/get/x-empty", "value", None, (9, 7, 7)),
        ("/paths/~1q", "key", None, (10, 3, 4)),
        ("/paths/~1q/0", "value", "to café", (11, 17, 7)),
        ("/paths/~1q/0", "value", '"hi"', (11, 10, 6)),
        # What is absent is at the key of its nearest existing parent, or at the element.
        ("/paths/~1a~1b~0c/get/summary", "value", None, (4, 5, 3)),
        ("/paths/~1a~1b~0c/get/responses/200", "key", None, (4, 5, 3)),
        ("/paths/~1q/0/x", "value", None, (11, 5, 20)),
        ("/absent", "value", None, (1, 1, 14)),
    ],
)
def test_places_in_yaml(pointer: str, at: str, needle: str | None, expected: tuple[int, int, int]) -> None:
    assert place(YAML, pointer, at=at, needle=needle) == expected


JSON = '{\n\t"openapi": "3.1.0",\r\n  "a\\u0062": [ {"é": "tab\\tin \\"q\\"", "n" : -1.5e3}, [], {} ],\n  "z": null}\n'


@pytest.mark.parametrize(
    ("pointer", "at", "needle", "expected"),
    [
        ("", "value", None, (1, 1, 1)),
        ("/openapi", "key", None, (2, 2, 9)),
        ("/openapi", "value", None, (2, 13, 7)),
        ("/ab", "key", None, (3, 3, 9)),
        ("/ab/0/é", "value", None, (3, 22, 15)),
        ("/ab/0/é", "value", "\tin", (3, 28, 2)),  # white space is spelt in too many ways to be pointed at
        ("/ab/0/é", "value", '"q"', (3, 31, 5)),
        ("/ab/0/n", "value", None, (3, 45, 6)),
        ("/ab/1", "value", None, (3, 54, 2)),
        ("/ab/1/0", "value", None, (3, 54, 2)),
        ("/ab/3", "value", None, (3, 3, 9)),
        ("/z", "value", None, (4, 8, 4)),
    ],
)
def test_places_in_json(pointer: str, at: str, needle: str | None, expected: tuple[int, int, int]) -> None:
    assert place(JSON, pointer, name="api.json", at=at, needle=needle) == expected


MERGED = """\
base: &base
  x: 1
  y: {z: 2}
other: &other {x: 9, w: 8}
m:
  <<: [*base, *other]
  own: *base
  v: 3
  w: 7
"""


@pytest.mark.parametrize(
    ("pointer", "line", "column"),
    [("/m/x", 2, 3), ("/m/y/z", 3, 7), ("/m/w", 9, 3), ("/m/own", 7, 3), ("/m/own/y/z", 3, 7), ("/m/v", 8, 3)],
)
def test_a_pointer_follows_aliases_and_merges(pointer: str, line: int, column: int) -> None:
    assert place(MERGED, pointer, at="key")[:2] == (line, column)


def test_columns_count_characters_and_no_byte_order_mark() -> None:
    document = parse_document(b"\xef\xbb\xbf" + "日本: {é: 1}".encode(), path="a.yaml", file=Path("a.yaml"))
    found = locate(document, Location(path="a.yaml", pointer="/日本/é", at="key"))
    assert (found.line, found.column) == (1, 6)


def test_unicode_line_separators_end_no_line() -> None:
    assert place('a: "x\u2028y\u0085z"\nb: 1\n', "/b")[:2] == (2, 4)


def test_a_lone_carriage_return_ends_a_line() -> None:
    assert place("a: 1\rb: 2\r\nc: 3", "/c")[:2] == (3, 4)


def test_a_known_place_is_kept() -> None:
    known = Location(path="api.yaml", pointer="/openapi", line=7, column=3)
    assert locate(document_of(YAML), known) is known


keys = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=8
).filter(lambda key: key != "<<")
trees = st.recursive(
    st.integers() | st.text(max_size=8) | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=25,
)


def every_node(node: Node) -> Iterator[Node]:
    yield node
    for child in [*(held for _, held in node.items()), *node.elements()]:
        yield from every_node(child)


def check_keys(document: Document, spellings: Any) -> int:
    index = SourceIndex(document)
    checked = 0
    for node in every_node(Node.root(document)):
        if node.parent is None or node.parent.mapping is None:
            continue
        found = index.locate(node.key_location)
        line = index.lines.line(found.line)
        assert line is not None
        written = line[found.column - 1 : found.column - 1 + found.width]
        assert written in spellings(node.token)
        checked += 1
    return checked


@given(st.dictionaries(keys, trees, min_size=1, max_size=4), st.sampled_from([None, 0, 2, "\t"]), st.booleans())
def test_every_key_of_json_is_found(tree: dict[str, Any], indent: Any, ascii_only: bool) -> None:
    text = json.dumps(tree, indent=indent, ensure_ascii=ascii_only)
    document = document_of(text, "api.json")
    assert check_keys(document, lambda key: [json.dumps(key, ensure_ascii=ascii_only)]) >= len(tree)


@given(st.dictionaries(keys, trees, min_size=1, max_size=4), st.booleans())
def test_every_key_of_yaml_is_found(tree: dict[str, Any], flow: bool) -> None:
    text = yaml.safe_dump(tree, default_flow_style=flow, allow_unicode=True, width=10_000, sort_keys=False)

    def spellings(key: str) -> list[str]:
        # Quoted keys may hold escapes and folds; what they mean is then what counts.
        return [key, f"'{key}'".replace("''", "'"), "'" + key.replace("'", "''") + "'", _Double(key)]

    check_keys(document_of(text), spellings)


class _Double(str):
    """Equal to any double-quoted spelling of the same key."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and other[:1] == '"' and yaml.safe_load(other) == str(self)

    __hash__ = str.__hash__


@given(st.dictionaries(keys, trees, min_size=1, max_size=4), st.sampled_from([None, 0, 2, "\t"]), st.randoms())
def test_json_that_is_taken_apart_in_any_order_has_the_same_places(
    tree: dict[str, Any], indent: Any, chosen: random.Random
) -> None:
    document = document_of(json.dumps(tree, indent=indent), "api.json")
    asked = [node.location for node in every_node(Node.root(document))]
    asked += [one.child("absent") for one in asked] + [one.of_key() for one in asked]
    chosen.shuffle(asked)
    whole = SourceIndex(document)
    whole.locate(Location(path="api.json", needle="no text of any"))  # looks at everything
    index = SourceIndex(document)
    for place in asked:
        assert index.locate(place) == whole.locate(place) == locate(document, place)


def test_nothing_behind_a_place_in_json_is_looked_at() -> None:
    text = '{"tools": [{"a": 1, "b": [1]}, {"a": 2}], "x": [{}, {}]}'
    root = document_span(document_of(text, "a.json"), text)
    tools = root.child("tools")
    first = tools.span.child("0") if tools is not None else None
    assert tools is not None
    assert first is not None
    assert first.span.child("b") is not None
    assert [list(span._children or ()) for span in (root, tools.span, first.span)] == [["tools"], ["0"], ["a", "b"]]
    assert list(root.children) == ["tools", "x"]
    assert list(tools.span.children) == ["0", "1"]
    assert (root.end, first.span.end, root.child("no")) == (len(text), text.index("}") + 1, None)


def test_a_located_place_keeps_everything_else() -> None:
    asked = Location(path="a", pointer="/b", at="key", needle="c", within="bc", offset=1)
    assert asked.located(2, 3, 4) == replace(asked, line=2, column=3, width=4)


PIECES = [*"ab \\\"'/nu\n\r\t字\U0001d4aa\u2028é", "\\u0062", "\\ud83d\\ude00", "\\\n ", "''", '\\"']
ESCAPED = st.lists(st.sampled_from(PIECES)).map("".join)


@given(st.sampled_from(['"', "'", "", "|\n", ">-\n", "&a !!str "]), ESCAPED)
def test_the_characters_of_a_scalar_are_where_going_through_them_one_by_one_finds_them(style: str, body: str) -> None:
    source = f"k: {style}{body}{style if style in list(_QUOTES) else ''}"
    spelling = Spelling(source, 3, len(source))
    places = list(_one_by_one(source, 3, len(source)))
    assert spelling.text == "".join(character for character, _, _ in places)
    for offset, (_, start, end) in enumerate(places):
        assert spelling.place(offset, 1) == (start, end)
        assert spelling.place(0, offset + 1) == (places[0][1], end)
    starts = [start for _, start, _ in places]
    for start in range(len(source) + 1):
        assert spelling.index(start) == (starts.index(start) if start in starts else None)


_QUOTES = ('"', "'")


def _one_by_one(source: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Yield the characters that a scalar says, white space as one space, with where each stands."""
    start, end, escape = scalars._body(source, start, end)
    gap: int | None = None
    last: int | None = None
    position = start
    while position < end:
        found = escape.match(source, position, end) if escape is not None else None
        low, character = position, scalars._meaning(found) if found is not None else source[position]
        position = found.end() if found is not None else position + 1
        if character.isspace():
            gap = last
        elif character:
            if gap is not None:
                yield " ", gap, low
            yield character, low, position
            gap, last = None, position


def test_every_key_of_the_corpus_is_found(corpus: Path) -> None:
    store = DocumentStore(corpus)
    checked = 0
    for file in sorted((corpus / "openapi").glob("*.*")):
        if file.suffix not in (".yaml", ".yml", ".json"):
            continue
        document = store.load(file)
        if len(document.content) < 400_000:
            checked += check_keys(
                document,
                lambda key: [
                    key,
                    f"'{key}'",
                    json.dumps(key),
                    json.dumps(key, ensure_ascii=False),
                    key.replace("'", "''"),
                ],
            )
    assert checked > 10_000


STYLES = {
    "plain": "x: {text}\n",
    "plain, folded": "x: {folded}\n",
    "single quotes": "x: '{text}'\n",
    "double quotes, with an anchor and a tag": 'x: !!str &a "{text}"\n',
    "double quotes, escaped": 'x: "{escaped}"\n',
    "literal": "x: |\n  {text}\n",
    "folded": "x: >- # why\n\n  {folded}\n",
}


@pytest.mark.parametrize("style", STYLES)
def test_the_second_of_two_equal_pieces_has_its_own_place(style: str) -> None:
    said = "call {it}, wait, then call {it} again"
    spelt = STYLES[style].format(
        text=said,
        folded=said.replace(", then", ",\n    then"),
        escaped=said.replace("{", "\\u007b").replace(" w", "\\tw"),
    )
    document = document_of(spelt)
    text = Node.root(document).child("x").text
    assert text is not None
    places = []
    for offset in (text.index("{it}"), text.rindex("{it}")):
        found = locate(document, Location(path="api.yaml", pointer="/x").of_text("{it}", within=text, offset=offset))
        line = spelt.splitlines()[found.line - 1]
        assert line[found.column - 1 : found.column - 1 + found.width] in ("{it}", "\\u007bit}")
        places.append((found.line, found.column))
    assert places[0] < places[1]


def test_a_piece_is_looked_for_in_the_text_that_holds_it() -> None:
    document = document_of("p: {name: status, schema: {description: the status}, description: a status or status}\n")
    place = Location(path="api.yaml", pointer="/p")

    def column(within: str, offset: int) -> int:
        return locate(document, place.of_text("status", within=within, offset=offset)).column

    assert column("the status", 4) == 45
    assert [column("a status or status", 2), column("a status or status", 12)] == [69, 79]
    # Said in other words than the source has: equal pieces come in the same order, and the last stands for the rest.
    assert [column("status", 0), column("no status, status or status", 18), column("status " * 9, 56)] == [11, 69, 79]


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)


@given(st.lists(WORDS, min_size=1, max_size=8), st.sampled_from(["", "'", '"', "|", ">"]), st.integers(20, 60))
def test_every_word_of_a_yaml_text_is_found_where_it_stands(words: list[str], style: str, width: int) -> None:
    said = " ".join(words)
    spelt = yaml.dump({"x": {"y": said}}, default_style=style, width=width, allow_unicode=True)
    document = document_of(spelt)
    text = Node.root(document).child("x").child("y").text
    assert text is not None
    index, offset = SourceIndex(document), 0
    for word in text.split():
        offset = text.index(word, offset)
        found = index.locate(Location(path="", pointer="/x/y").of_text(word, within=text, offset=offset))
        offset += len(word)
        spelling = index.lines.line(found.line)[found.column - 1 :]  # type: ignore[index]  # there is such a line
        assert spelling.startswith((word[0], "\\", "''")), (spelt, word)


@given(st.lists(WORDS, min_size=1, max_size=8), st.booleans())
def test_every_word_of_a_json_text_is_found_where_it_stands(words: list[str], ascii_only: bool) -> None:
    said = "\n".join(words)
    spelt = json.dumps({"x": said}, ensure_ascii=ascii_only)
    index, offset = SourceIndex(document_of(spelt, "a.json")), 0
    last = 0
    for word in said.split():
        offset = said.index(word, offset)
        found = index.locate(Location(path="", pointer="/x").of_text(word, within=said, offset=offset))
        offset += len(word)
        assert json.loads(f'"{spelt[found.column - 1 : found.column - 1 + found.width]}"') == word
        assert found.column > last
        last = found.column
