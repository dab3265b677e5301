"""JSON written by RFC 8785: the RFC's own examples, and what toolmint decides where the RFC has none."""

from __future__ import annotations

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolmint import digest
from toolmint.digest import rfc8785_digest, rfc8785_json

# RFC 8785, appendix B: the double's bits, and how it is written.
NUMBERS = [
    ("0000000000000000", "0"),
    ("8000000000000000", "0"),
    ("0000000000000001", "5e-324"),
    ("8000000000000001", "-5e-324"),
    ("7fefffffffffffff", "1.7976931348623157e+308"),
    ("ffefffffffffffff", "-1.7976931348623157e+308"),
    ("4340000000000000", "9007199254740992"),
    ("c340000000000000", "-9007199254740992"),
    ("4430000000000000", "295147905179352830000"),
    ("44b52d02c7e14af5", "9.999999999999997e+22"),
    ("44b52d02c7e14af6", "1e+23"),
    ("44b52d02c7e14af7", "1.0000000000000001e+23"),
    ("444b1ae4d6e2ef4e", "999999999999999700000"),
    ("444b1ae4d6e2ef4f", "999999999999999900000"),
    ("444b1ae4d6e2ef50", "1e+21"),
    ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
    ("3eb0c6f7a0b5ed8d", "0.000001"),
    ("41b3de4355555553", "333333333.3333332"),
    ("41b3de4355555554", "333333333.33333325"),
    ("41b3de4355555555", "333333333.3333333"),
    ("41b3de4355555556", "333333333.3333334"),
    ("41b3de4355555557", "333333333.33333343"),
    ("becbf647612f3696", "-0.0000033333333333333333"),
    ("43143ff3c1cb0959", "1424953923781206.2"),
]


@pytest.mark.parametrize(("bits", "text"), NUMBERS)
def test_numbers_of_the_rfc(bits: str, text: str) -> None:
    (value,) = struct.unpack(">d", bytes.fromhex(bits))
    assert rfc8785_json(value).decode() == text


def test_example_of_section_3_2_2() -> None:
    value = json.loads(
        r"""{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
             "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}"""
    )
    assert rfc8785_json(value).decode() == (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )


@pytest.mark.parametrize("number", [1, 0.5])
def test_keys_sort_by_utf_16(number: float) -> None:
    """Section 3.2.3; once on the fast way and once on the one that fractions need."""
    value = json.loads(
        r"""{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
             "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin o"}"""
    )
    written = json.loads(rfc8785_json({**value, "0": number}))
    assert list(written) == ["\r", "0", "1", "\x80", "\xf6", "\u20ac", "\U0001f600", "\ufb33"]


def test_spellings_of_one_value_are_one() -> None:
    one = json.loads('{"a": 1, "b": [0, 100, 0.1], "c": "\\u00e9"}')
    other = json.loads('{"c": "é", "b": [-0.0, 1E2, 0.10], "a": 1.0}')
    assert rfc8785_digest(one) == rfc8785_digest(other)


def test_integers_beyond_a_double_stay_apart() -> None:
    """In doubles both are 9007199254740992; a bound that moved by one is a change all the same."""
    assert rfc8785_json([2**53, 2**53 + 1]) == b"[9007199254740992,9007199254740993]"
    assert rfc8785_json(10**21) == b"1" + b"0" * 21
    assert rfc8785_json(1e21) == b"1e+21"


@pytest.mark.parametrize("value", [float("inf"), float("nan"), "\ud800"])
def test_what_no_json_holds(value: object) -> None:
    with pytest.raises(ValueError, match=r"infinite|surrogates"):
        rfc8785_json(value)


_TEXTS = st.text("aé1.e\U0001f600\ue000", max_size=4)
_SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _TEXTS
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=3),
    max_leaves=6,
)


@given(_VALUES)
def test_the_quick_ways_write_what_the_slow_way_does(value: object) -> None:
    assert digest.rfc8785_text(value) == "".join(digest._pieces(value))


@pytest.mark.parametrize("value", [float("nan"), [float("inf")], {"a": float("-inf")}])
def test_what_json_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        rfc8785_json(value)
