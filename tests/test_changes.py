"""What changes is found and graded: each entry of tests/changes/*.md is two schemas, or two tools, and what is said.

A case is a heading and two ```json fences, old and new: argument properties (`{"properties": …}` is put into a tool
`t`), or a whole tool with a `name`; a third fence ```events lists `GRADE kind place`, one a line, `!` behind a grade
that loosens safety.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolmint.changes import Change, Grade, catalog_changes, verdict, word_diff
from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog
from toolmint.prose.description import describe
from toolmint.rendering import Renderer
from toolmint.source import SourceInput
from toolmint.sources import load_source

FOLDER = Path(__file__).parent / "changes"
RENDERER = Renderer()
_FENCE = r"```{}\n(?P<{}>.*?)```\n*"
_CASE = re.compile(
    r"^## (?P<title>[^\n]+)\n+"
    + "".join(
        _FENCE.format(language, name) for language, name in (("json", "old"), ("json", "new"), ("events", "events"))
    ),
    re.MULTILINE | re.DOTALL,
)
CASES = [
    pytest.param(found["old"], found["new"], found["events"], id=f"{file.stem}: {found['title']}")
    for file in sorted(FOLDER.glob("*.md"))
    for found in _CASE.finditer(file.read_text(encoding="utf-8"))
]


def catalog_of(tools: Any) -> Catalog:
    content = json.dumps(tools).encode()
    store = DocumentStore(Path("/"), read=lambda file: content)
    source = SourceInput(name="t", kind="tool-list", file=Path("t.json"))
    extraction = load_source("tool-list").extract(source, store)
    assert not [one for one in extraction.diagnostics if one.severity.value == "error"]
    return extraction.catalog


def tools_of(text: str) -> list[Any]:
    value = json.loads(text)
    if isinstance(value, list):
        return value
    return [value if "name" in value else {"name": "t", "inputSchema": {"type": "object", **value}}]


def changes(old: list[Any], new: list[Any]) -> tuple[Change, ...]:
    before, after = catalog_of(old), catalog_of(new)
    texts = tuple({one.name: describe(one, state, RENDERER) for one in state.contracts} for state in (before, after))
    return catalog_changes(before, after, (texts[0], texts[1]))


def event(change: Change) -> str:
    return f"{change.grade.value}{'!' if change.safety else ''} {change.kind} {change.place}"


@pytest.mark.parametrize(("old", "new", "events"), CASES)
def test_case(old: str, new: str, events: str) -> None:
    found = [event(one) for one in changes(tools_of(old), tools_of(new))]
    assert sorted(found) == sorted(line.strip() for line in events.splitlines() if line.strip())
    assert changes(tools_of(old), tools_of(old)) == ()


def test_there_are_cases() -> None:
    assert len(CASES) > 40


LISTED = st.sampled_from(["a", "b", 1, None])
KEYS = st.sampled_from("abc")
SCHEMAS = st.recursive(
    st.one_of(
        st.builds(
            lambda kind, most: {"type": kind, "maxLength": most},
            st.sampled_from(["string", "number"]),
            st.integers(0, 9),
        ),
        st.builds(
            lambda values: {"enum": values}, st.lists(st.sampled_from(["a", "b", 1, None]), min_size=1, unique_by=str)
        ),
        st.just(True),
    ),
    lambda inner: st.one_of(
        # Closed: what an open object takes undeclared is no promise, and a field that is declared then is new.
        st.builds(
            lambda parts: {"type": "object", "properties": parts, "additionalProperties": False},
            st.dictionaries(KEYS, inner),
        ),
        st.builds(lambda part: {"type": "array", "items": part}, inner),
        st.builds(lambda parts: {"anyOf": parts}, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=6,
)


@settings(max_examples=60)
@given(old=SCHEMAS, new=SCHEMAS)
def test_no_change_is_silent(old: Any, new: Any) -> None:
    """Two schemas that accept different values of the input are never without a change, and equal ones have none."""
    import jsonschema_rs

    found = changes(
        [{"name": "t", "inputSchema": {"type": "object", "properties": {"x": old}}}],
        [{"name": "t", "inputSchema": {"type": "object", "properties": {"x": new}}}],
    )
    values = (None, 1, 1.5, "", "a", "b", "abcdefghi", [], ["a"], [1], {}, {"a": "a"}, {"a": 1, "b": None}, True)
    before, after = jsonschema_rs.Draft202012Validator(old), jsonschema_rs.Draft202012Validator(new)
    refused = [value for value in values if before.is_valid(value) and not after.is_valid(value)]
    taken = [value for value in values if after.is_valid(value) and not before.is_valid(value)]
    if refused:
        assert any(one.grade is Grade.BREAKING for one in found), refused
    if taken:
        assert any(one.grade in (Grade.LOOSENED, Grade.EXPANDED, Grade.BREAKING) for one in found), taken
    if json.dumps(old) == json.dumps(new):
        assert found == ()


def hinted(**hints: bool) -> list[Any]:
    return [{"name": "t", "description": "Do.", "inputSchema": {"type": "object"}, "annotations": hints}]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (hinted(), hinted(destructiveHint=True), "the tool says now that it may destroy, and did not say"),
        (hinted(destructiveHint=False), hinted(destructiveHint=True), "the tool may destroy now, and did not"),
        (hinted(destructiveHint=True), hinted(), "the tool no longer says that it may destroy"),
        (hinted(readOnlyHint=True), hinted(), "the tool no longer says that it changes nothing"),
        (hinted(readOnlyHint=False), hinted(), "the tool no longer says that it may write"),
        (hinted(), hinted(idempotentHint=False), "where nothing is stated, MCP takes it for `false`"),
        ([], hinted(destructiveHint=True), "the tool is new, and says that it may destroy"),
        ([], hinted(destructiveHint=True, readOnlyHint=True), "the tool is new"),
        ([], hinted(readOnlyHint=False), "the tool is new, and says that it may write"),
    ],
)
def test_reasons_of_hints(old: list[Any], new: list[Any], said: str) -> None:
    (change,) = changes(old, new)
    assert said in change.reason


def test_a_default_is_quoted() -> None:
    old, new = (
        [{"name": "t", "inputSchema": {"type": "object", "properties": {"x": {"type": "boolean", **more}}}}]
        for more in ({}, {"default": True})
    )
    assert [one.reason for one in changes(old, new)] == [
        "`default` is `true`, and nothing was stated: what a model writes may differ"
    ]


def test_replaced_words_are_one_replacement() -> None:
    assert word_diff("Use this when it rains.", "Call it first when it rains.") == [
        ("removed", "Use this"),
        ("added", "Call it first"),
        ("same", " when it rains."),
    ]
    assert word_diff("a\n\nb", "c\n\nd") == [
        ("removed", "a"),
        ("added", "c"),
        ("same", "\n\n"),
        ("removed", "b"),
        ("added", "d"),
    ]


@given(before=st.text(max_size=60), after=st.text(max_size=60))
def test_words_make_both_texts_again(before: str, after: str) -> None:
    pieces = word_diff(before, after)
    assert "".join(text for kind, text in pieces if kind != "added") == before
    assert "".join(text for kind, text in pieces if kind != "removed") == after


@pytest.mark.parametrize(
    ("grades", "version"),
    [((), "none"), (("NOTATION",), "patch"), (("EXPANDED",), "minor"), (("BEHAVIOUR", "BREAKING"), "major")],
)
def test_verdict(grades: tuple[str, ...], version: str) -> None:
    made = [Change(tool="t", side="tool", path=(), kind="k", grade=Grade(grade), reason="r") for grade in grades]
    assert verdict(made) == version
