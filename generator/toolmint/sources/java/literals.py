"""Literals of Java as values (JLS 3.10)."""

from __future__ import annotations

import re

__all__ = ["Character", "character_value", "number_value", "string_value", "text_block_value", "translated"]

_UNICODE = re.compile(r"(\\+)u+([0-9A-Fa-f]{4})")
_ESCAPE = re.compile(r"\\(?:([0-3]?[0-7]{1,2})|(\r\n|[\s\S]))")
_LETTERS = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "s": " ", '"': '"', "'": "'", "\\": "\\"}
_FLOAT = re.compile(r"(?:0[xX][0-9A-Fa-f_.]+[pP][+-]?\d+|[\d_]*\.?[\d_]*(?:[eE][+-]?[\d_]+)?)[fFdD]?")


class Character(str):
    """A `char`: a string of one UTF-16 code unit that counts as a number in arithmetic."""

    __slots__ = ()


def translated(text: str) -> str:
    r"""Replace Unicode escapes, which Java does before anything else (JLS 3.3); `\\u0041` is none."""

    def replace(found: re.Match[str]) -> str:
        slashes = found[1]
        if len(slashes) % 2 == 0:
            return found[0]
        return slashes[:-1] + chr(int(found[2], 16))

    changed = _UNICODE.sub(replace, text)
    return _joined(changed) if changed != text else text


def string_value(literal: str) -> str:
    """Return the value of a string literal, quotes included in what is given."""
    return _unescaped(translated(literal)[1:-1])


def character_value(literal: str) -> Character:
    """Return the value of a character literal."""
    return Character(_unescaped(translated(literal)[1:-1]))


def text_block_value(literal: str) -> str:
    r"""Return the value of a text block (JLS 3.10.6): indentation stripped, then escapes read.

    The line of the closing delimiter counts for the indentation. Blanks at the end of a line go, before `\s` and
    `\040` become blanks that stay.
    """
    content = translated(literal).replace("\r\n", "\n").replace("\r", "\n")
    _, _, body = content[3:-3].partition("\n")
    lines = body.split("\n")
    counted = [line for line in lines[:-1] if line.strip()] + [lines[-1]]
    # A last line that holds more than blanks counts as any other; one of blanks alone counts as it is.
    indentation = min((len(line) - len(line.lstrip(_BLANKS)) for line in counted), default=0)
    stripped = [line[indentation:].rstrip(_BLANKS) if line.strip() else "" for line in lines]
    return _unescaped("\n".join(stripped))


_BLANKS = " \t\f\u000b\u001c\u001d\u001e\u001f"


def number_value(literal: str) -> tuple[int | float, str] | None:
    """Return the value and the type of a number: `int`, `long`, `float` or `double`; None for what is none."""
    digits = literal.replace("_", "")
    lowered = digits.lower()
    if lowered.startswith("0x") and "p" not in lowered:
        return _integer(digits[2:], 16)
    if lowered.startswith("0b"):
        return _integer(digits[2:], 2)
    if re.fullmatch(r"0[0-7]+[lL]?", digits):
        return _integer(digits[1:], 8)
    if re.fullmatch(r"\d+[lL]?", digits):
        return _integer(digits, 10)
    if not _FLOAT.fullmatch(literal):
        return None
    kind = "float" if lowered.endswith("f") else "double"
    bare = lowered.rstrip("fd") if "p" in lowered or not lowered.startswith("0x") else lowered
    try:
        return (float.fromhex(bare) if lowered.startswith("0x") else float(bare)), kind
    except ValueError:
        return None


def _integer(digits: str, base: int) -> tuple[int, str] | None:
    kind = "long" if digits[-1:] in ("l", "L") else "int"
    try:
        value = int(digits.rstrip("lL"), base)
    except ValueError:
        return None
    bits = 64 if kind == "long" else 32
    if base != 10 and value >= 1 << (bits - 1):
        value -= 1 << bits
    return value, kind


def _unescaped(text: str) -> str:
    def replace(found: re.Match[str]) -> str:
        octal, letter = found[1], found[2]
        if octal is not None:
            return chr(int(octal, 8))
        if letter in ("\n", "\r", "\r\n"):
            return ""
        return _LETTERS.get(letter, letter)

    return _joined(_ESCAPE.sub(replace, text)) if "\\" in text else text


def _joined(text: str) -> str:
    r"""Make one character of the two halves that Java writes as `\ud83d\ude00`."""
    if not any("\ud800" <= letter <= "\udfff" for letter in text):
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
