"""Calls that a description shows in JSON: what a model will copy."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolmint.ir.schema import Json

__all__ = ["ShownCall", "may_show_call", "shown_calls"]

_FENCE = re.compile(
    r"^[ \t]*(?P<mark>`{3,}|~{3,})[ \t]*(?P<language>[A-Za-z0-9_-]*)[^\n`]*\n(?P<body>(?s:.*?))^[ \t]*(?P=mark)",
    re.MULTILINE,
)
_LANGUAGES = frozenset({"", "json", "jsonc", "json5"})
_ARGUMENTS = ("arguments", "parameters", "params", "input", "args")
_OF_RESULT = re.compile(r"(?i:returns?|responses?|results?|outputs?|produces|返回|响应|输出)[^\n]{0,60}$")
_INVALID = re.compile(r"(?i:invalid|wrong|incorrect|not allowed|do not|don't|bad|错误)[^\n]{0,60}$")
_LINES_BEFORE = 200


@dataclass(frozen=True, slots=True)
class ShownCall:
    """Arguments that a text shows in a code block."""

    arguments: Mapping[str, Json]
    start: int
    end: int


def may_show_call(text: str) -> bool:
    """Whether a text has a code block at all."""
    return "```" in text or "~~~" in text


def shown_calls(text: str, names: frozenset[str], tool: str) -> Iterator[ShownCall]:
    """Find the code blocks that show arguments of a tool, alone or in a call.

    Args:
        text: a description.
        names: the arguments of the tool; a block with none of them is something else.
        tool: the tool's name, as a call holds it.
    """
    if not may_show_call(text):
        return
    for found in _FENCE.finditer(text):
        if found["language"].lower() not in _LANGUAGES:
            continue
        before = text[max(0, found.start() - _LINES_BEFORE) : found.start()].rstrip()
        if _OF_RESULT.search(before) or _INVALID.search(before):
            continue
        try:
            value = json.loads(found["body"])
        except (ValueError, RecursionError):
            continue
        arguments = _arguments(value, tool)
        if arguments is not None and not names.isdisjoint(arguments):
            yield ShownCall(arguments, found.start("body"), found.end("body"))


def _arguments(value: Json, tool: str) -> Mapping[str, Json] | None:
    if not isinstance(value, dict):
        return None
    named = value.get("name", value.get("tool"))
    if isinstance(named, str):
        held = next((value[key] for key in _ARGUMENTS if isinstance(value.get(key), dict)), None)
        if held is not None:
            return held if named == tool else None
    return value
