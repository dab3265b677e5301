"""Values as text, in the style of what stands beside them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from toolmint.edits import Value

__all__ = ["escaped", "flow_text", "pretty_json", "scalar_text"]

_PLAIN = re.compile(r"[A-Za-z_](?:[A-Za-z0-9_./ -]*[A-Za-z0-9_./-])?")
_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
"""Plain words that some version of YAML reads as something else than text."""


def scalar_text(value: Value, *, style: str) -> str:
    """Write a scalar.

    Args:
        value: text, a number, a boolean or null.
        style: the quote that is used where one is needed; `"` for every text of JSON; empty for none.
    """
    if not isinstance(value, str):
        return json.dumps(value)
    is_plain = _PLAIN.fullmatch(value) is not None and value.lower() not in _WORDS
    if style == "" and is_plain:
        return value
    if style == '"' or not value.isprintable():
        return json.dumps(value, ensure_ascii=not value.isprintable())
    if style == "" and "'" in value and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return "'" + value.replace("'", "''") + "'"


def escaped(piece: str, style: str) -> str:
    """Write a piece of a text as the text's own style wants it."""
    if style == '"':
        return json.dumps(piece, ensure_ascii=not piece.isprintable())[1:-1]
    return piece.replace("'", "''") if style == "'" else piece


def flow_text(value: Value, *, quote: str, colon: str = ": ") -> str:
    """Write a value on one line.

    Args:
        value: any value.
        quote: as for `scalar_text`, for keys and texts.
        colon: what stands between a key and its value.
    """
    comma = ", " if colon == ": " else ","
    if isinstance(value, Mapping):
        pairs = (
            f"{scalar_text(key, style=quote)}{colon}{flow_text(held, quote=quote, colon=colon)}"
            for key, held in value.items()
        )
        return "{" + comma.join(pairs) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + comma.join(flow_text(one, quote=quote, colon=colon) for one in value) + "]"
    return scalar_text(value, style=quote)


def pretty_json(value: Value, *, indent: str, step: str, newline: str) -> str:
    """Write a JSON value over several lines.

    Args:
        value: any value.
        indent: the white space that the line begins with.
        step: what is added to it for each level.
        newline: how lines end.
    """
    lines = json.dumps(value, ensure_ascii=False, indent=step).split("\n")
    return f"{newline}{indent}".join(lines)
