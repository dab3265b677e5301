"""Which characters hide, and which a language needs."""

from __future__ import annotations

import pytest

from toolmint.prose.hidden import hidden_runs, may_hide


@pytest.mark.parametrize(
    ("text", "grave"),
    [
        ("a\U000e0041\U000e0042", True),
        ("a\u202eb", True),
        ("a\u2067b", True),
        ("\x1b[31mred", True),
        ("\x9b31mred", True),
        ("x\U000e0100\U000e0101\U000e0102", True),
        ("\U0001f3f4\U000e0067 no end", True),
        ("a\u200bb", False),
        ("\ufeffHello", False),
        ("a\u200d", False),
        ("soft\u00adhyphen", False),
        ("bell\x07", False),
        ("logo \uf8ff", False),
        ("a\ufe0f", False),
        ("left\u200eright", False),
    ],
)
def test_hidden(text: str, grave: bool) -> None:
    assert may_hide(text)
    assert [run.grave for run in hidden_runs(text)] == [grave]


@pytest.mark.parametrize(
    "text",
    [
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u2764\ufe0f and 3\ufe0f\u20e3",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\u0915\u094d\u200d\u0937",
        "\u05e9\u05dc\u05d5\u05dd\u200f (1)",
        "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35\u200b\u0e04\u0e23\u0e31\u0e1a",
        "\u8fbb\U000e0100",
        "line\r\nbreak\ttab",
        "plain text, 中文, ñ",
    ],
)
def test_needed(text: str) -> None:
    assert list(hidden_runs(text)) == []


def test_messages_show_code_points_alone() -> None:
    (run,) = hidden_runs("a\U000e0041\U000e0042\U000e0043\U000e0044\U000e0045\U000e0046")
    assert run.shown == "U+E0041 U+E0042 U+E0043 U+E0044 and 2 more"
    assert run.shown.isascii()
    (run,) = hidden_runs("a\u202eb")
    assert run.shown == "U+202E (right-to-left override)"
