"""Masking and candidates: offsets stay, and borders are ASCII."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolmint.prose.masking import FILLER, mask
from toolmint.prose.sections import argument_sections
from toolmint.prose.tokens import candidates

PIECES = [
    "`",
    "``",
    "```\n",
    "user_id",
    "userId",
    " ",
    "\n",
    "<b>",
    "{",
    "}",
    "/a/{b}",
    "x.y[].z",
    "参数",
    "。",
    "Args:\n",
    "Example:\n  ",
    ">>> ",
    "<code>",
    "</code>",
]
TEXTS = st.one_of(st.text(max_size=80), st.lists(st.sampled_from(PIECES), max_size=20).map("".join))


@given(TEXTS)
def test_masking_keeps_every_offset(text: str) -> None:
    prose, pieces = mask(text)
    assert len(prose) == len(text)
    assert all(a == b for a, b in zip(prose, text, strict=True) if a != FILLER)
    assert all(text[piece.start :].startswith(piece.text) for piece in pieces)


def test_no_code_span_crosses_a_fence() -> None:
    assert [piece.kind for piece in mask("`\n```\n```\n`")[1]] == ["block"]


def test_a_run_of_backticks_opens_a_code_span_as_a_whole() -> None:
    assert mask("a ``b` c") == ("a ``b` c", ())
    assert [piece.text for piece in mask("``a`b`` `c`")[1]] == ["a`b", "c"]


def test_an_example_keeps_what_it_says() -> None:
    assert mask("Example:\n  call `order_id`\n")[1][-1].text == "Example:\n  call `order_id`\n"


@given(TEXTS)
def test_candidates_stand_where_they_say(text: str) -> None:
    for one in candidates(text):
        spelt = text[one.start : one.end].replace("\\", "").removesuffix("[]")
        assert one.token.removesuffix("[]") == spelt


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("传入user_id字段", [("user_id", "snake", "field")]),
        ("参数userId必填", [("userId", "camel", "argument")]),
        ("the sha256Hash of it", [("sha256Hash", "camel", "")]),
        ("the `limit` parameter", [("limit", "code", "argument")]),
        ('the "limit" parameter', [("limit", "quoted", "argument")]),
        ("property **lineItem**", [("lineItem", "camel", "field")]),
        ("escaped page\\_size", [("page_size", "snake", "")]),
        ("<code>order_id</code>", [("order_id", "code", "")]),
        ("``order_id`` in RST", [("order_id", "code", "")]),
        ("a.b_c[].d", [("a.b_c[].d", "path", "")]),
        ("call `do_it()`", [("do_it", "call", "")]),
        ("`size=3` and page_size=3", [("size", "assignment", ""), ("page_size", "assignment", "")]),
        ("GET /users/{user_id}", [("user_id", "brace", "")]),
        ("Hello {{first_name}}", [("first_name", "leak", "")]),
        ("send X-Region", [("X-Region", "header", "")]),
        ("MAX_SIZE, `OPEN`, Plain, UpperCamel, _emphasis_here_, :tada_now:, a/b_c, $my_var", []),
    ],
)
def test_candidate(text: str, found: list[tuple[str, str, str]]) -> None:
    assert [(one.token, one.kind, one.cue) for one in candidates(text)] == found


def test_a_section_ends_where_another_begins() -> None:
    text = "Do it.\n\nArgs:\n  a: one\n    b: inside\n  c (int): two\n\nReturns:\n  d: three\n"
    (section,) = argument_sections(text)
    assert [entry.name for entry in section.entries] == ["a", "c"]
    assert "Returns" not in text[section.start : section.end]


@pytest.mark.parametrize(
    "piece", ["`a``", "`a", "```a\n", '{"a":{', "<a ", "a_", "^a", "deadbeef-", "a@", "user_id ", "Args:\n a: b\n"]
)
def test_hostile_texts_come_to_an_end(piece: str) -> None:
    """What backtracks never ends on such a text; at the square of its length it would take minutes."""
    text = (piece * 100_000)[:100_000]
    assert all(text.startswith(one.token.removesuffix("[]"), one.start) for one in candidates.__wrapped__(text))
