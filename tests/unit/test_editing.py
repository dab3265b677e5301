"""Edits of a text: each style is kept, and what would say something else is refused."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolmint.documents import parse_document
from toolmint.editing import EditRefused, edit_document, unified_diff
from toolmint.edits import AppendElement, Edit, PutEntry, RenameKey, ReplaceText, SetValue
from toolmint.location import Location


def at(pointer: str, needle: str | None = None, within: str | None = None, offset: int = 0) -> Location:
    return Location(path="a.yaml", pointer=pointer, needle=needle, within=within, offset=offset)


def edited(text: str, *edits: Edit, name: str = "a.yaml") -> str:
    return edit_document(parse_document(text.encode(), path=name, file=Path(name)), edits).decode()


@pytest.mark.parametrize(
    ("text", "edit", "wanted"),
    [
        ("a: 1\n", PutEntry(place=at(""), key="b", value=2), "a: 1\nb: 2\n"),
        ("a: 1", PutEntry(place=at(""), key="b", value=2), "a: 1\nb: 2"),
        ("a: 1 # c\r\n", PutEntry(place=at(""), key="b", value=2), "a: 1 # c\r\nb: 2\r\n"),
        ('"a": 1\n', PutEntry(place=at(""), key="b", value="x"), '"a": 1\n"b": x\n'),
        ("a:\nc: 1\n", PutEntry(place=at(""), key="b", value=[1]), "a:\nc: 1\nb: [1]\n"),
        ("a:\n", PutEntry(place=at(""), key="b", value=None), "a:\nb: null\n"),
        ("a: {}\n", PutEntry(place=at("/a"), key="b", value=2), "a: {b: 2}\n"),
        ("a: {c: 1,}\n", PutEntry(place=at("/a"), key="b", value=2), "a: {c: 1, b: 2,}\n"),
        ("a: {\n  c: 1, # x\n}\n", PutEntry(place=at("/a"), key="b", value=2), "a: {\n  c: 1, # x\n  b: 2,\n}\n"),
        ("a: {\n  c: 1 # x\n}\n", PutEntry(place=at("/a"), key="b", value=2), "a: {\n  c: 1, # x\n  b: 2\n}\n"),
        ("a: {\n  c: 1}\n", PutEntry(place=at("/a"), key="b", value=2), "a: {\n  c: 1,\n  b: 2}\n"),
        ("a: {c}\n", PutEntry(place=at("/a"), key="b", value=2), "a: {c, b: 2}\n"),
        ("- x: 1\n", PutEntry(place=at("/0"), key="b", value="on"), "- x: 1\n  b: 'on'\n"),
        ("a: |\n  x\n\nb: 1\n", PutEntry(place=at(""), key="c", value="d e"), "a: |\n  x\n\nb: 1\nc: d e\n"),
        ("a: |+\n  x\n\n", PutEntry(place=at(""), key="c", value="it's"), 'a: |+\n  x\n\nc: "it\'s"\n'),
        ("a: &x 1\nb: *x\n", PutEntry(place=at(""), key="c", value="x: y"), "a: &x 1\nb: *x\nc: 'x: y'\n"),
        (
            "a:\n  - 1\n  # deep\n# flat\n",
            PutEntry(place=at(""), key="b", value=2),
            "a:\n  - 1\n  # deep\nb: 2\n# flat\n",
        ),
        ("a:\n- 1\nb: 2\n", AppendElement(place=at("/a"), value="x"), "a:\n- 1\n- x\nb: 2\n"),
        ("a:\n  -   1\n", AppendElement(place=at("/a"), value="x"), "a:\n  -   1\n  - x\n"),
        ("a: []\n", AppendElement(place=at("/a"), value="x"), "a: [x]\n"),
        ("a: ['b']\n", AppendElement(place=at("/a"), value="x"), "a: ['b', 'x']\n"),
        ("a: b\n", SetValue(place=at("/a"), value="null"), "a: 'null'\n"),
        ("a: b\n", SetValue(place=at("/a"), value=["b", "c"]), "a: [b, c]\n"),
        ("a: 'b'\n", SetValue(place=at("/a"), value="it's"), "a: 'it''s'\n"),
        ("a: >-\n  b\n", SetValue(place=at("/a"), value="c"), "a: >-\n  c\n"),
        ("a: !!str b # c\n", SetValue(place=at("/a"), value="d"), "a: !!str d # c\n"),
        ("a: &x b\nc: *x\n", SetValue(place=at("/c"), value="d"), "a: &x b\nc: d\n"),
        ("a: &x b\nc: *x\n", SetValue(place=at("/a"), value="d"), "a: &x d\nc: *x\n"),
        ("a:\n", SetValue(place=at("/a"), value="d"), "a: d\n"),
        ("{a: true}\n", SetValue(place=at("/a"), value={"b": [1]}), "{a: {b: [1]}}\n"),
        ("/a/{b}: 1\n", RenameKey(place=at("/~1a~1{b}"), new="/a/{c}"), "/a/{c}: 1\n"),
        ('"\\u0061": 1\n', RenameKey(place=at("/a"), new="b"), '"b": 1\n'),
        ("on: 1\n", RenameKey(place=at("/on"), new="off"), "'off': 1\n"),
        ("? a\n: 1\n", RenameKey(place=at("/a"), new="b"), "? b\n: 1\n"),
        ("&k a: 1\nb: *k\n", RenameKey(place=at("/a"), new="c"), "&k c: 1\nb: *k\n"),
        ("x: &k a\n*k : 1\n", RenameKey(place=at("/a"), new="c"), "x: &k a\nc : 1\n"),
        (
            "a: &b {x: 1}\nc: {<<: *b, y: 2}\n",
            RenameKey(place=at("/c/x"), new="z"),
            "a: &b {z: 1}\nc: {<<: *b, y: 2}\n",
        ),
        ("a: b c b\n", ReplaceText(place=at("/a", "b", "b c b", 4), new="d"), "a: b c d\n"),
        ("a: b\n  c\n  b\n", ReplaceText(place=at("/a", "b", "b c b", 4), new="d"), "a: b\n  c\n  d\n"),
        ('a: "b \\x62"\n', ReplaceText(place=at("/a", "b", "b b", 2), new="d"), 'a: "b d"\n'),
        ('a: "b\\\n  c"\n', ReplaceText(place=at("/a", "bc", "bc", 0), new='"'), 'a: "\\""\n'),
        ("a: 'b '' b'\n", ReplaceText(place=at("/a", "b", "b ' b", 4), new="'"), "a: 'b '' '''\n"),
        ("a: |\n  b\n  b\n", ReplaceText(place=at("/a", "b", "b\nb\n", 2), new="\\d"), "a: |\n  b\n  \\d\n"),
        ("a: {t: b, d: b}\n", ReplaceText(place=at("/a", "b", "b", 0), new="c"), "a: {t: c, d: b}\n"),
    ],
)
def test_styles_are_kept(text: str, edit: Edit, wanted: str) -> None:
    assert edited(text, edit) == wanted
    assert edited(text, edit, edit) == wanted  # the same edit twice is one


JSON = """\
{
    "a": {
        "b": 1
    },
    "c": ["d"], "tight":{"e":1}
}
"""


def test_json_in_its_own_style() -> None:
    new = edited(
        JSON,
        PutEntry(place=at("/a"), key="x-tool", value={"was": ["y"]}),
        PutEntry(place=at("/tight"), key="f", value={"g": True}),
        AppendElement(place=at("/c"), value="é"),
        name="a.json",
    )
    assert (
        new
        == """\
{
    "a": {
        "b": 1,
        "x-tool": {
            "was": [
                "y"
            ]
        }
    },
    "c": ["d", "é"], "tight":{"e":1,"f":{"g":true}}
}
"""
    )


def test_the_mark_at_the_beginning_stays() -> None:
    document = parse_document(b"\xef\xbb\xbfa: b\n", path="a.yaml", file=Path("a.yaml"))
    assert edit_document(document, [SetValue(place=at("/a"), value="c")]) == b"\xef\xbb\xbfa: c\n"


@pytest.mark.parametrize(
    ("text", "edits", "says"),
    [
        ("a: 1\n", [SetValue(place=at("/b"), value=1)], "there is no `b`"),
        ("a: [1]\n", [SetValue(place=at("/a/1"), value=1)], "there is no `1`"),
        ("a: [1]\n", [RenameKey(place=at("/a/0"), new="b")], "there is no key `0`"),
        ("a: [1]\n", [SetValue(place=at("/a"), value=1)], "a mapping or a list stands there"),
        ("a: 1\n", [PutEntry(place=at(""), key="a", value=1)], "`a` cannot be added there"),
        ("a: 1\n", [AppendElement(place=at("/a"), value=1)], "no list stands there"),
        ("a: 1\n", [SetValue(place=at("/a"), value=1), SetValue(place=at("/a"), value=2)], "two edits want different"),
        ("a: b\n", [ReplaceText(place=at("/a", "c", "b", 0), new="d")], "`c` does not stand there"),
        ("a: b1\n", [ReplaceText(place=at("/a", "b1", "b1", 0), new="1")], "would say something else"),
        ("a: 1\nb: 2\n", [RenameKey(place=at("/a"), new="b")], "stands twice"),
        ("x: &b {a: 1}\nc: {<<: *b, a: 2}\n", [RenameKey(place=at("/c/a"), new="d")], "would say something else"),
        (
            "a: b c\n",
            [SetValue(place=at("/a"), value="d"), ReplaceText(place=at("/a", "c", "b c", 2), new="e")],
            "two edits meet",
        ),
    ],
)
def test_what_is_refused(text: str, edits: list[Edit], says: str) -> None:
    with pytest.raises(EditRefused) as refused:
        edited(text, *edits)
    assert says in refused.value.message


lines = st.lists(st.sampled_from("abc"), max_size=30)


@given(
    lines,
    st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["", "x", "a\nb"])), max_size=4),
    st.sampled_from(["\n", "\r\n"]),
)
def test_the_diff_leads_from_one_text_to_the_other(
    old: list[str], changes: list[tuple[int, str]], newline: str
) -> None:
    new = list(old)
    for index, text in changes:
        new[index : index + 1] = text.split("\n") if text else []
    diff = unified_diff(newline.join(old).encode(), newline.join(new).encode(), path="a")
    assert (diff == ()) == (old == new)
    assert applied(old, diff) == [line for line in newline.join(new).split(newline) if line or len(new) > 1] or not diff


def applied(old: list[str], diff: tuple[str, ...]) -> list[str]:
    """Apply a unified diff."""
    found: list[str] = []
    position = 0
    for line in diff[2:]:
        if line.startswith("@@"):
            start, _, count = line.split()[1][1:].partition(",")
            begin = int(start) - (0 if count == "0" else 1)
            found += old[position:begin]
            position = begin
        elif line[0] in " -":
            assert old[position] == line[1:]
            position += 1
            found += [line[1:]] if line[0] == " " else []
        else:
            found.append(line[1:])
    return found + old[position:]


def test_the_diff_is_that_of_difflib_where_edits_stand_apart() -> None:
    old = [f"line {number}" for number in range(40)]
    new = [*old[:5], "five", *old[6:20], "more", *old[20:33], *old[34:]]
    ours: Any = unified_diff("\n".join(old).encode(), "\n".join(new).encode(), path="a")
    assert list(ours) == list(difflib.unified_diff(old, new, "a", "a", lineterm=""))
