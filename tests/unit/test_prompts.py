"""Reading prompts: blocks, calls in data and in text, places; any text is read, and no place lies outside of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolmint.documents import DocumentStore
from toolmint.linting.prompts import PromptLinter
from toolmint.prose.prompts.blocks import split_blocks
from toolmint.prose.prompts.embedded import embedded_objects
from toolmint.prose.prompts.expressions import expressions
from toolmint.prose.prompts.reading import read_prompt
from toolmint.rule import LintSettings
from toolmint.source import SourceInput
from toolmint.sources import load_source

ROOT = Path("/project")
TOOLS = [
    {
        "name": "get_order",
        "description": "Get.",
        "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}}, "required": ["order_id"]},
    },
    {"name": "search", "description": "Search.", "inputSchema": {"type": "object", "properties": {"q": {"enum": [1]}}}},
]


def blocks(text: str) -> list[tuple[str, str]]:
    return [(one.kind, text[one.start : one.end]) for one in split_blocks(text)]


def store_of(name: str, text: str) -> DocumentStore:
    content = {ROOT / name: text.encode("utf-8"), ROOT / "tools.json": json.dumps(TOOLS).encode()}
    return DocumentStore(ROOT, read=lambda file: content[file])


def found(name: str, text: str) -> list[tuple[str, int, int, str]]:
    store = store_of(name, text)
    source = SourceInput(name="tools", kind="tool-list", file=Path("tools.json"))
    catalog = load_source("tool-list").extract(source, store).catalog
    _, findings = PromptLinter({"tools": catalog}, LintSettings()).lint(ROOT / name, store)
    located = [(one.code, store.locate(one.location), one.message) for one in findings]
    return [(code, place.line, place.column, message) for code, place, message in located]


def test_blocks() -> None:
    text = "# One\na\nb\n\n- c\n\n```json\n{}\n```\n## Two\n~~~\nd\n~~~\n"
    assert blocks(text) == [
        ("heading", "# One"),
        ("prose", "a\nb"),
        ("prose", "- c"),
        ("code", "{}\n"),
        ("heading", "## Two"),
        ("code", "d\n"),
    ]


def test_a_fence_of_prose_is_prose() -> None:
    text = "````text\n# One\n\n```python\nx\n```\na\n````\nb\n```\nnever closed\n"
    assert blocks(text) == [
        ("heading", "# One"),
        ("code", "x\n"),
        ("prose", "a"),
        ("prose", "b"),
        ("code", "never closed\n"),
    ]


def test_long_paragraphs_come_in_pieces() -> None:
    text = "word " * 10_000
    pieces = blocks(text)
    assert max(len(piece) for _, piece in pieces) <= 8_000
    assert " ".join(piece.strip() for _, piece in pieces) == text.strip()


def test_objects_in_a_text() -> None:
    text = 'a {"b": {"c": 1}} {d} {"e": [1, {"f": 2}]'
    assert [(one.value, text[one.start : one.end]) for one in embedded_objects(text)] == [
        ({"b": {"c": 1}}, '{"b": {"c": 1}}'),
        ({"f": 2}, '{"f": 2}'),
    ]


@pytest.mark.parametrize("text", ["{" * 50_000, '{"a":' * 50_000, '{"a": {}, ' * 20_000, "{" + "9" * 10_000 + "}"])
def test_braces_that_never_close_cost_little(text: str) -> None:
    assert all(one.value == {} for one in embedded_objects(text))


@pytest.mark.parametrize(
    ("text", "arguments", "others", "whole"),
    [
        ("f(a=1, b='x,(y')", {"a": 1, "b": "x,(y"}, set(), True),
        ("f(a=[1, 2], b={'c': None})", {"a": [1, 2], "b": {"c": None}}, set(), True),
        ('f({"a": true})', {"a": True}, set(), True),
        ("f({a: 1, b: other})", {"a": 1}, {"b"}, False),
        ("f(a=other, b=-1.5)", {"b": -1.5}, {"a"}, True),
        ("f(1, a=2)", {"a": 2}, set(), False),
        ("f(a=2, ...)", {"a": 2}, set(), False),
        ("f(a: string, b?: int = 3)", {}, {"a", "b"}, False),
        ("f(\n  a=1,\n  b=2,\n)", {"a": 1, "b": 2}, set(), True),
        ("f(a == 1)", None, None, None),
        ("f(a)", None, None, None),
        ("f(a=1", None, None, None),
        ("f(a=1]", None, None, None),
        ("x.f(a=1) and y/f(a=1)", None, None, None),
    ],
)
def test_expressions(text: str, arguments: Any, others: Any, whole: bool | None) -> None:
    (one, *_) = [*expressions(text, is_tool=lambda name: name == "f"), None]
    if arguments is None:
        assert one is None
    else:
        assert one is not None
        assert (dict(one.arguments), one.others, one.whole) == (arguments, others, whole)
        assert {text[start : start + len(name)] for name, start in one.offsets.items()} == set(one.offsets)
        assert (one.start, text[one.end - 1]) == (0, ")")


def test_places_in_every_kind_of_file() -> None:
    said = "the prompt says `getOrder`; the tool is called `get_order`"
    assert found("a.md", "x\n\n  getOrder") == [("ID-04", 3, 3, said)]
    assert found("a.txt", "x\r\ncall getOrder now") == [("ID-04", 2, 6, said)]
    assert found("a.json", '{"a": [\n "b getOrder"]}') == [("ID-04", 2, 5, said)]
    assert found("a.jsonl", '{}\n  {"a": "getOrder"}\n') == [("ID-04", 2, 10, said)]
    assert found("a.yaml", "a:\n  - |\n    b\n    getOrder\n") == [("ID-04", 4, 5, said)]
    assert found("a.prompt", "\ufeffgetOrder") == [("ID-04", 1, 1, said)]


_WORDS = (
    """get_order getOrder `order_id` `orderId` search get_order(order=1) ( ) { } [ ] " ' = : , ... ``` # - \\ 参数 。"""
)
_TOKENS = st.sampled_from([*_WORDS.split(), "\n", "\r", "\x00", "\U0001f600", " ", "\n\n", "```json\n", "- ", '"q": 2'])
_CALLS = st.just('{"name": "get_order", "arguments": {')
_TEXTS = st.lists(_TOKENS | _CALLS | st.text(max_size=5), max_size=40).map("".join)


@given(_TEXTS.map(lambda text: text.encode("utf-8", "replace").decode("utf-8")))
def test_any_text_is_read_and_places_lie_in_it(text: str) -> None:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for _, line, column, _ in found("a.md", text):
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 1


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | _TEXTS,
        lambda below: (
            st.lists(below)
            | st.dictionaries(
                st.sampled_from(["name", "tool", "arguments", "args", "input", "q", "role", "function"]), below
            )
        ),
        max_leaves=20,
    )
)
def test_any_value_is_read(value: Any) -> None:
    text = json.dumps([value])
    prompt = read_prompt(ROOT / "a.json", store_of("a.json", text), lambda name: name == "get_order")
    for call in prompt.calls:
        assert call.place(()).path == "a.json"
