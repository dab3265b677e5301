"""Graded changes, as people read them."""

from __future__ import annotations

from toolmint.changes import Change, Grade
from toolmint.reporters.changes import changes_markdown, changes_text


def change(tool: str, reason: str = "the tool is gone", *, prose: bool = False) -> Change:
    return Change(
        tool=tool,
        side="tool",
        path=("description",) if prose else (),
        kind="k",
        grade=Grade.BREAKING,
        reason=reason,
        before="one",
        after="two",
        prose=prose,
    )


def told(*changes: Change, width: int = 60) -> str:
    return changes_text({"s": changes}, lambda text, style: text, width, verbose=False)


def test_what_many_tools_share_is_told_once() -> None:
    text = told(change("b"), change("x", "something else"), change("a"), change("c"))
    assert text == (
        "s: 4 changes, version: major\n\n"
        "BREAKING   3 tools\n           the tool is gone\n           b, a, c\n\n"
        "BREAKING   x  tool\n           something else\n"
    )


def test_two_tools_and_texts_are_told_apart() -> None:
    assert told(change("b"), change("a")).count("BREAKING") == 2
    assert told(*(change(name, prose=True) for name in "abc")).count("BREAKING") == 3


def test_a_changelog_names_the_tools() -> None:
    text = changes_markdown({"s": [change("b"), change("a"), change("c*")]})
    assert "- `b`, `a`, `c*`: the tool is gone\n" in text
