"""JSON text to values: the standard library's parser, with the defects that it lets pass refused.

The parser says neither where a key stands a second time nor that a number is not JSON. It is kept for its speed;
only when something is wrong is the text taken apart a second time, token by token, to find the place.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NoReturn

from toolmint.documents.faults import MAX_DEPTH, MAX_DIGITS, Fault, too_deep, too_long

if TYPE_CHECKING:
    from toolmint.ir.schema import Json

__all__ = ["has_lone_surrogate", "read_json"]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?[0-9][-+.0-9eE]*|[A-Za-z-]+|[{}\[\],:]')
_SURROGATES = re.compile(r"\\u[dD](?:[89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F]|[89a-fA-F])")
"""The beginning of a pair of escapes that make one character, or of half of one."""
_HALF = len(r"\ud8")
_SPACE = " \t\r\n"
_MESSAGES = (
    ("Expecting property name", "found {found}, wanted a key in double quotes"),
    ("Expecting ':'", "found {found}, wanted `:`"),
    ("Expecting ','", "found {found}, wanted `,` or the closing bracket"),
    ("Expecting value", "found {found}, wanted a value"),
    ("Extra data", "found {found} after the end of the document, wanted nothing more"),
    ("Unterminated string", "the string that opens here is never closed"),
    ("Invalid control character", "found {found} inside a string, wanted an escape such as `\\n` or `\\t`"),
    ("Invalid \\uXXXX", "found {found}, wanted four hexadecimal digits"),
    ("Invalid \\", "found {found}, wanted an escape that JSON knows"),
)


class _Refused(Exception):
    """Raised inside the parser's hooks, which do not know the offset."""


def read_json(text: str) -> Json:
    """Parse JSON text (RFC 8259).

    Args:
        text: the whole text, without a byte-order mark.

    Returns:
        Plain dicts, lists, str, int, float, bool and None.

    Raises:
        Fault: the text is not JSON, repeats a key, holds `NaN` or `Infinity`, a number out of range, a lone
            surrogate escape, or nests too deep.
    """
    try:
        value: Json = json.loads(
            text, object_pairs_hook=_mapping, parse_constant=_refuse, parse_float=_number, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        raise _syntax_fault(text, error) from None
    except (_Refused, RecursionError):
        raise _find_fault(text) from None
    if _deeper_than(value, MAX_DEPTH) or has_lone_surrogate(text, value):
        raise _find_fault(text)
    return value


def has_lone_surrogate(text: str, value: Json) -> bool:
    """Tell whether an escape made half a character, which no UTF-8 file can hold."""
    # Emoji are written as pairs: where all escapes are halves of one, the values need no look. Only they say whether a
    # backslash before a pair escapes its first.
    found = _SURROGATES.finditer(text)
    if not any(escape.end() - escape.start() == _HALF or text[escape.start() - 1] == "\\" for escape in found):
        return False
    try:
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False


def _mapping(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    mapping = dict(pairs)
    if len(mapping) != len(pairs):
        raise _Refused
    return mapping


def _refuse(_: str) -> NoReturn:
    raise _Refused


def _number(text: str) -> float:
    number = float(text)
    if number - number != 0:  # only infinity and NaN differ from themselves in this way
        raise _Refused
    return number


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise _Refused
    return int(text)


def _deeper_than(value: Json, limit: int) -> bool:
    level: list[Json] = [value]
    for _ in range(limit):
        level = [
            child
            for holder in level
            for child in (holder.values() if isinstance(holder, dict) else holder if isinstance(holder, list) else ())
            if child.__class__ is dict or child.__class__ is list
        ]
        if not level:
            return False
    return True


def _find_fault(text: str) -> Fault:
    """Find the first defect that the parser let pass or could not place."""
    holders: list[dict[str, tuple[int, int]] | None] = []
    tokens = list(_TOKEN.finditer(text))
    for index, token in enumerate(tokens):
        word, offset = token.group(), token.start()
        first = word[0]
        if first in "{[":
            holders.append({} if first == "{" else None)
            if len(holders) > MAX_DEPTH:
                return too_deep(offset)
        elif first in "}]":
            holders.pop()
        elif first == '"':
            name = json.loads(word, strict=False)
            if any("\ud800" <= character <= "\udfff" for character in name):
                return Fault("found half of a surrogate pair, wanted a character", offset, width=len(word))
            keys = holders[-1] if holders else None
            if keys is not None and index + 1 < len(tokens) and tokens[index + 1].group() == ":":
                if name in keys:
                    return _duplicate(name, offset, len(word), keys[name])
                keys[name] = (offset, len(word))
        elif fault := _literal_fault(word, offset):
            return fault
    return Fault("the document cannot be read as JSON", 0)


def _duplicate(name: str, offset: int, width: int, first: tuple[int, int]) -> Fault:
    return Fault(
        f"key `{name[:60]}` stands twice in one mapping",
        offset,
        width=width,
        hint="remove one of the two; only one value would be kept",
        code="IN-02",
        earlier=("first stands here", *first),
    )


def _literal_fault(word: str, offset: int) -> Fault | None:
    if word in ("NaN", "Infinity", "-Infinity"):
        return Fault(f"found `{word}`, wanted a value that JSON knows", offset, width=len(word))
    if not word.lstrip("-")[:1].isdigit():
        return None
    if not set(word) & set(".eE"):
        return too_long(word, offset) if len(word) > MAX_DIGITS else None
    try:
        _number(word)
    except (_Refused, ValueError):
        return Fault(f"number `{word[:60]}` is out of range", offset, width=len(word))
    return None


def _syntax_fault(text: str, error: json.JSONDecodeError) -> Fault:
    offset = error.pos
    if offset < len(text) and text[offset] in "}]" and error.msg.startswith("Expecting"):
        before = len(text[:offset].rstrip(_SPACE)) - 1
        if before >= 0 and text[before] == ",":
            return _trailing_comma(before, text[offset])
    if error.msg.startswith("Illegal trailing comma"):  # Python 3.13 and later, which points at the comma
        return _trailing_comma(offset, text[offset + 1 :].lstrip(_SPACE)[:1])
    found = f"`{text[offset]}`" if offset < len(text) else "the end of the file"
    if offset < len(text) and ord(text[offset]) < 0x20:
        found = {"\t": "a tab", "\n": "a line break", "\r": "a line break"}.get(text[offset], "a control character")
    message = next((own for theirs, own in _MESSAGES if error.msg.startswith(theirs)), error.msg.lower())
    hint = None
    if text[offset : offset + 1] == "'":
        hint = "JSON knows only double quotes"
    elif text[offset : offset + 2] in ("//", "/*") or text[offset : offset + 1] == "#":
        hint = "JSON has no comments; remove it, or name the file `.yaml`"
    return Fault(message.format(found=found), offset, width=1 if offset < len(text) else 0, hint=hint)


def _trailing_comma(offset: int, bracket: str) -> Fault:
    return Fault(
        f"found a comma before `{bracket}`, wanted none",
        offset,
        width=1,
        hint="JSON allows no comma after the last entry; delete it",
    )
