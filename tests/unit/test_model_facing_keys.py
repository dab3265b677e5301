"""Model-facing keys: legal for every provider, and what is lost of a wire key is said."""

from __future__ import annotations

import pytest

from toolmint.lifting.keys import KEY, digest_suffix, legal_key, model_facing_keys, says_wire_key


@pytest.mark.parametrize(
    ("wire", "key"),
    [
        ("order_id", "order_id"),
        ("filter[status]", "filter_status_"),
        ("größe", "grosse"),
        ("año[1]", "ano_1_"),
        ("123", "_123"),
        ("用户id", "__id"),
        ("用户", f"key_{digest_suffix('用户')}"),
        ('"""', f"key_{digest_suffix(chr(34) * 3)}"),
    ],
)
def test_a_key_is_made_legal(wire: str, key: str) -> None:
    assert legal_key(wire) == key
    assert KEY.fullmatch(key)


def test_keys_that_lose_their_marks_are_told_apart() -> None:
    found = model_facing_keys(["größe", "grosse", "grósse"])
    assert found["grosse"] == "grosse"
    assert len(set(found.values())) == 3


@pytest.mark.parametrize("wire", ["用户id", "用户", '"""'])
def test_a_key_that_lacks_letters_is_said_in_the_text(wire: str) -> None:
    key = legal_key(wire)
    assert says_wire_key({"type": "string"}, wire, key) == {"type": "string", "description": wire}
    assert says_wire_key({"description": "who"}, wire, key) == {"description": "who", "title": wire}
    assert says_wire_key({"description": "who"}, wire, f"query_{key}") == {"description": "who", "title": wire}
    assert says_wire_key({"description": "who"}, wire, "user") == {"description": "who"}  # the author's own name
    assert says_wire_key({"title": wire, "description": "who"}, wire, key) == {"title": wire, "description": "who"}


@pytest.mark.parametrize("wire", ["größe", "filter[status]", "order_id"])
def test_a_key_that_keeps_its_letters_needs_no_text(wire: str) -> None:
    assert says_wire_key({"type": "string"}, wire, legal_key(wire)) == {"type": "string"}
