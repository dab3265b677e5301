"""Calls that are written as in a program: `get_order(order_id="A1")`, `get_order({"order_id": "A1"})`."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from toolmint.ir.schema import Json

__all__ = ["Expression", "expressions"]

_OPENED = re.compile(r"(?<![A-Za-z0-9_.$/\\>-])(?P<name>[A-Za-z_][\w.-]*)\((?=\s*[\w{*\"'…])", re.ASCII)
_NAMED = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*(?:(?P<equals>=)(?!=)|\??:)\s*", re.ASCII)
_LITERAL = re.compile(r"[\"'\[{0-9-]|(?:True|False|None|true|false|null)\b")
_LONGEST = 4_000
_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Expression:
    """A call."""

    tool: str
    start: int
    """Offset of the name."""
    end: int
    """Offset behind the closing bracket."""
    arguments: Mapping[str, Json]
    others: frozenset[str]
    """Arguments whose value is none that can be read."""
    offsets: Mapping[str, int]
    """Where the name of each argument stands."""
    whole: bool


def expressions(text: str, *, is_tool: Callable[[str], bool]) -> Iterator[Expression]:
    """Yield the calls of tools that pass arguments by name.

    Args:
        text: any text, code included.
        is_tool: whether a name is a tool's; whatever else is called is not looked at.
    """
    for found in _OPENED.finditer(text):
        if not is_tool(found["name"]):
            continue
        parts = _parts(text, found.end(), ")")
        one = _expression(text, found, parts) if parts is not None else None
        if one is not None:
            yield one


def _parts(text: str, start: int, end: str) -> list[tuple[int, str]] | None:
    """Split what stands before the closing bracket at commas; None where there is none."""
    parts: list[tuple[int, str]] = []
    closing = [end]
    begin = position = start
    limit = min(len(text), start + _LONGEST)
    while position < limit:
        letter = text[position]
        if letter in "\"'":
            position = _string_end(text, position, limit)
        elif letter in _CLOSING:
            closing.append(_CLOSING[letter])
        elif letter in ")]}":
            if letter != closing.pop():
                return None
            if not closing:
                parts.append((begin, text[begin:position]))
                return parts
        elif letter == "," and len(closing) == 1:
            parts.append((begin, text[begin:position]))
            begin = position + 1
        position += 1
    return None


def _string_end(text: str, start: int, limit: int) -> int:
    position = start + 1
    while position < limit and text[position] != text[start]:
        position += 2 if text[position] == "\\" else 1
    return position


def _expression(text: str, opened: re.Match[str], parts: list[tuple[int, str]]) -> Expression | None:
    last, written = parts[-1]
    is_object = len(parts) == 1 and written.lstrip().startswith("{")
    held = _of_object(text, last, written) if is_object else _of_pairs(parts)
    if held is None or not held.offsets:
        return None
    return Expression(
        tool=opened["name"],
        start=opened.start(),
        end=last + len(written) + 1,
        arguments=held.arguments,
        others=frozenset(held.others),
        offsets=held.offsets,
        whole=held.whole,
    )


@dataclass(slots=True)
class _Held:
    arguments: dict[str, Json] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)
    offsets: dict[str, int] = field(default_factory=dict)
    whole: bool = True


def _of_object(text: str, offset: int, written: str) -> _Held | None:
    readable, value = _value(written.strip())
    if readable and isinstance(value, dict):
        return _Held(arguments=value, offsets={key: offset + _key_offset(written, key) for key in value})
    # An object as JavaScript writes it, keys without quotes.
    inside = _parts(text, offset + written.index("{") + 1, "}")
    return _of_pairs(inside) if inside is not None else None


def _key_offset(written: str, key: str) -> int:
    quoted = max(written.find(f'"{key}"'), written.find(f"'{key}'"))
    return quoted + 1 if quoted >= 0 else 0


def _of_pairs(parts: list[tuple[int, str]]) -> _Held:
    held = _Held()
    for offset, part in parts:
        found = _NAMED.match(part)
        if found is None:
            held.whole = held.whole and not part.strip()
            continue
        name = found["name"]
        held.offsets.setdefault(name, offset + found.start("name"))
        readable, value = _value(part[found.end() :].strip())
        if readable:
            held.arguments[name] = value
        else:
            held.others.add(name)
            held.whole = held.whole and found["equals"] is not None
    return held


def _value(written: str) -> tuple[bool, Json]:
    """Read a value as JSON or as Python writes it."""
    if not _LITERAL.match(written):
        return False, None
    try:
        return True, json.loads(written)
    except (ValueError, RecursionError):
        pass
    try:
        value = ast.literal_eval(written)
        return (True, value) if _is_json(value) else (False, None)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False, None


def _is_json(value: object) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_json(one) for key, one in value.items())
    if isinstance(value, list):
        return all(map(_is_json, value))
    return value is None or isinstance(value, str | int | float | bool)
