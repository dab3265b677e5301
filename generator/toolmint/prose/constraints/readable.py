"""A text as statements are looked for in it: of the same length, without what is no prose.

Code spans stay, in backticks, since values stand in them; full-width characters are their ASCII forms, and the HTML
that ends a line or begins an item is the same in plain text.
"""

# ruff: noqa: RUF001 - full-width characters are what is meant

from __future__ import annotations

import re

from toolmint.prose.masking import mask

__all__ = ["MARKED", "readable"]

_NARROW = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {
    0x3000: " ",
    ord("−"): "-",
    ord("–"): "-",
    ord("〜"): "~",
}
_TAG = re.compile(r"</?(?P<name>[A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>")
_BREAKS = frozenset({"br", "p", "ul", "ol", "div", "blockquote", "tr", "table"})
_SPANS = frozenset({"code", "tt"})

_MARKS = "`\"'“”‘’「」『』"
_INSIDE = rf"[^\s*{_MARKS}\x00]"
MARKED = rf"(?:\*\*|[{_MARKS}])+(?P<marked>{_INSIDE}(?:[^*{_MARKS}\x00\n]{{0,60}}?{_INSIDE})?)(?:\*\*|[{_MARKS}])+"
"""A value that is set off by code, quotes or bold; group `marked` is what it says."""


def readable(text: str) -> str:
    """Return a text of the same length in which statements can be looked for.

    Code blocks, addresses and examples are NUL characters; code spans stand in backticks.
    """
    plain = text if text.isascii() else text.translate(_NARROW)
    if "<" in plain:
        plain = _TAG.sub(_tag, plain)
    if "\\." in plain:
        plain = plain.replace("\\.", ". ")
    masked, pieces = mask(plain)
    if not pieces:
        return masked
    out = list(masked)
    for piece in pieces:
        if piece.kind != "code":
            continue
        start, end = piece.start, piece.start + len(piece.text)
        out[start:end] = piece.text
        out[start - 1] = out[end] = "`"
    return "".join(out)


def _tag(found: re.Match[str]) -> str:
    name, length = found["name"].lower(), found.end() - found.start()
    if name in _SPANS:
        # A code span in HTML has tags where Markdown has backticks.
        return "`" + " " * (length - 1) if found.group().startswith("</") else " " * (length - 1) + "`"
    if name == "li":
        return "\n" + " " * (length - 1) if found.group().startswith("</") else "\n- " + " " * (length - 3)
    if name in _BREAKS:
        return "\n\n" + " " * (length - 2)
    return " " * length if name in ("b", "strong", "i", "em", "span", "a", "u", "sup", "sub") else found.group()
