"""What a server says is printed without secrets and without what steers a terminal."""

from __future__ import annotations

import pytest

from toolmint.live.masking import Mask, shown_address

MASK = Mask(
    {"Authorization": "Bearer abcd-1234-efgh", "REGION": "eu-west-1", "DESK_TOKEN": "p\u00e4ss wort-lang", "N": "1"},
    url="https://me:pa%20ss@desk.example/mcp?key=qwertz&id=7",
)


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("got Bearer abcd-1234-efgh", "got ***"),
        ("got abcd-1234-efgh.", "got ***."),
        ("pa%20ss or pa ss or qwertz", "*** or *** or ***"),
        ("item 1 of 7", "item 1 of 7"),
        ("key sk-proj-0123456789abcdef", "key ***"),
        ("ghp_0123456789abcdefghij", "***"),
        ("authorization: basic dXNlcjpwYXNz", "authorization: ***"),
        ("\x1b[31mred\x07", "\\x1b[31mred\\x07"),
        ("x" * 400, "x" * 299 + "…"),
    ],
)
def test_mask(said: str, shown: str) -> None:
    assert MASK(said) == shown


def test_the_mask_does_not_show_its_values() -> None:
    assert repr(MASK) == "Mask()"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("in region eu-west-1", None),
        ("as abcd-1234-efgh", "Authorization"),
        ("wort-lang", "DESK_TOKEN"),
        ("wort", None),
    ],
)
def test_credential_in(text: str, name: str | None) -> None:
    assert MASK.credential_in(text) == name


def test_shown_address() -> None:
    assert shown_address("https://me:secret@desk.example:8443/s/k3y/mcp?key=1") == "https://desk.example:8443"
