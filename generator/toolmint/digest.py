"""Digests that say whether two things are the same, on every machine.

Bytes of text files are compared with CRLF read as LF, so that a Windows checkout is no change. Values of our own are
digested in one canonical JSON form; what somebody else wrote is digested by the standard's, so that other programs
come to the same digest.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from operator import is_

__all__ = [
    "canonical_digest",
    "canonical_json",
    "file_digest",
    "rfc8785_digest",
    "rfc8785_json",
    "rfc8785_text",
    "value_digest",
]

_SORTED = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))
_FRACTION = re.compile("[0-9][.e]")
"""What every number that is no integer holds, and a text may."""
_LAST_BELOW_SURROGATES = "\ud7ff"
_DEEPER = (dict, list, tuple, float)
_FIRST_INEXACT = 2**53
_LEAST_PLAIN = 1e-4
"""Below this Python writes an exponent, and ECMAScript does not yet."""
_LONGEST_PLAIN = 21
"""Digits before the point up to which ECMAScript writes a number without an exponent."""
_MOST_LEADING_ZEROS = 6


def file_digest(content: bytes) -> str:
    """Return the sha256 of a text file's bytes, line ends read as LF.

    Returns:
        64 hexadecimal digits.
    """
    return hashlib.sha256(content.replace(b"\r\n", b"\n")).hexdigest()


def canonical_json(value: object) -> bytes:
    """Write a JSON value with sorted keys and no white space, as UTF-8.

    Equal values give equal bytes within one Python program. It is not RFC 8785: numbers are written as Python
    writes them, which is stable and enough for digests that only toolmint reads.
    """
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "surrogatepass")


def value_digest(value: object) -> str:
    """Return the sha256 of a JSON value's canonical form, as 64 hexadecimal digits."""
    return hashlib.sha256(canonical_json(value)).hexdigest()


def rfc8785_digest(value: object) -> str:
    """Return the sha256 of a JSON value written by RFC 8785, as 64 hexadecimal digits.

    Raises:
        ValueError: as for `rfc8785_json`.
    """
    return canonical_digest(rfc8785_text(value))


def canonical_digest(text: str) -> str:
    """Return the sha256 of a text that `rfc8785_text` wrote, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def rfc8785_json(value: object) -> bytes:
    """Write a JSON value by RFC 8785, as UTF-8; see `rfc8785_text`."""
    return rfc8785_text(value).encode("utf-8")


def rfc8785_text(value: object) -> str:
    """Write a JSON value by the JSON Canonicalization Scheme (RFC 8785).

    One thing is decided here, where the standard asks for numbers that a double can hold: an integer beyond 2**53 is
    written with all of its digits, since two of them may be one double and are still two numbers.

    Args:
        value: dicts, lists, str, int, float, bool and None.

    Raises:
        ValueError: a number is infinite or not a number, or a text holds half of a surrogate pair.
    """
    # The standard library writes texts, integers and most fractions as the RFC does (section 3.2.2), and many times
    # faster. Where nothing in its text may be a fraction or a key outside ASCII, that is the text.
    text = _SORTED.encode(value)
    if text.isascii() and not _FRACTION.search(text) and "NaN" not in text and "Infinity" not in text:
        return text
    # Whole numbers with a point are made integers for it.
    try:
        text = _SORTED.encode(_plain(value))
    except _Unusual:
        text = "".join(_pieces(value))
    if not text.isascii():
        text.encode("utf-8")  # refuses half of a surrogate pair
    return text


class _Unusual(Exception):
    """A value holds something that the standard library writes otherwise than the RFC."""


def _plain(value: object) -> object:
    """Return an equal value that the standard library writes as the RFC does: nearly always the value itself.

    Raises:
        _Unusual: there is none.
    """
    if isinstance(value, dict):
        keys = "".join(value)
        if not keys.isascii() and max(keys) > _LAST_BELOW_SURROGATES:
            raise _Unusual  # keys that sort otherwise by UTF-16 than by code points
        changed = {
            key: plain
            for key, part in value.items()
            if isinstance(part, _DEEPER) and (plain := _plain(part)) is not part
        }
        return {**value, **changed} if changed else value
    if isinstance(value, list | tuple):
        parts = [_plain(part) if isinstance(part, _DEEPER) else part for part in value]
        return value if all(map(is_, parts, value)) else parts
    if isinstance(value, float):
        if value.is_integer() and abs(value) < _FIRST_INEXACT:
            return int(value)
        if not _LEAST_PLAIN <= abs(value) < _FIRST_INEXACT:
            raise _Unusual
    return value


def _pieces(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield "{"
        # Section 3.2.3: by UTF-16 code units, whose order is that of their big-endian bytes.
        for index, key in enumerate(sorted(value, key=lambda key: key.encode("utf-16-be"))):
            yield ("," if index else "") + _SORTED.encode(key) + ":"
            yield from _pieces(value[key])
        yield "}"
    elif isinstance(value, list | tuple):
        yield "["
        for index, part in enumerate(value):
            if index:
                yield ","
            yield from _pieces(part)
        yield "]"
    elif isinstance(value, float):
        yield _number(value)
    else:
        yield _SORTED.encode(value)


def _number(value: float) -> str:
    """Write a double as ECMAScript does (ECMA-262 section 6.1.6.1.20, which RFC 8785 section 3.2.2.3 follows).

    Both take the fewest digits that lead back to the double; only where the point and the exponent stand differs.
    """
    if value - value != 0:
        raise ValueError("a number is infinite or not a number")
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    point = len(whole) + int(exponent or 0)
    leading = len(whole + fraction) - len((whole + fraction).lstrip("0"))
    digits = (whole + fraction).strip("0")
    point -= leading
    if len(digits) <= point <= _LONGEST_PLAIN:
        return sign + digits.ljust(point, "0")
    if 0 < point <= _LONGEST_PLAIN:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -_MOST_LEADING_ZEROS < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    rest = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{rest}e{'+' if point > 0 else '-'}{abs(point - 1)}"
