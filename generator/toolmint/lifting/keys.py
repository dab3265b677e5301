"""Model-facing keys: the wire key where every provider takes it, else a legal one that leads back to it.

The portable floor is what Gemini takes, the narrowest: a letter or `_` first, then letters, digits and `_`, at most
64 characters.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

from toolmint.ir.schema import Json, Schema
from toolmint.text import ascii_spelling

__all__ = ["KEY", "TOOL_NAME", "digest_suffix", "legal_key", "legal_tool_name", "model_facing_keys", "says_wire_key"]

KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
"""What every provider takes as a property key; use `fullmatch`."""

_STEM = 57
"""Characters that are left of a key beside a digest."""
TOOL_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}")
"""What every provider takes as a tool's name; use `fullmatch`."""

_ILLEGAL = re.compile(r"[^A-Za-z0-9_]")
_ILLEGAL_IN_TOOL_NAME = re.compile(r"[^A-Za-z0-9_-]")


def legal_key(key: str) -> str:
    """Return the key with illegal characters as `_`, cut to 64 characters with a digest where it is longer.

    Letters with marks lose the marks (`größe` becomes `grosse`). A key without any letter or digit that ASCII can
    spell, such as `用户`, becomes `key_` and six digits of its digest: underscores alone would say nothing and
    collide.
    """
    if KEY.fullmatch(key):
        return key
    name = _ILLEGAL.sub("_", ascii_spelling(key) or key)
    if not name.strip("_"):
        return f"key_{digest_suffix(key)}"
    if name[0].isdigit():
        name = "_" + name
    return name if len(name) <= 64 else f"{name[:_STEM]}_{digest_suffix(key)}"


def legal_tool_name(name: str) -> str:
    """Return a tool's name with illegal characters as `_`, cut to 64 characters with a digest where it is longer.

    A name without any ASCII letter or digit, such as `查询`, becomes `tool_` and six digits of its digest.
    """
    if TOOL_NAME.fullmatch(name):
        return name
    cleaned = _ILLEGAL_IN_TOOL_NAME.sub("_", name)
    if not cleaned.strip("_-"):
        return f"tool_{digest_suffix(name)}"
    if not re.match(r"[A-Za-z_]", cleaned):
        cleaned = f"_{cleaned}"
    return cleaned if len(cleaned) <= 64 else f"{cleaned[:57]}_{digest_suffix(name)}"


def says_wire_key(schema: Schema, wire: str, facing: str) -> Schema:
    """Let a schema's text say the wire key where the model-facing key lacks letters of it, or says nothing of it.

    `key_9677f3` tells a model nothing; `币种` as the description, or as the title beside one, does.
    """
    form = legal_key(wire)
    is_digest = form == f"key_{digest_suffix(wire)}"
    if schema is False or form[:_STEM] not in facing or not (is_digest or ascii_spelling(wire) is None):
        return schema
    said: dict[str, Json] = dict(schema) if isinstance(schema, Mapping) else {}
    if wire not in (said.get("title"), said.get("description")):
        said.setdefault("title" if "description" in said else "description", wire)
    return said


def digest_suffix(text: str) -> str:
    """Return six hexadecimal digits that tell `text` apart from others, the same on every machine."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]


def model_facing_keys(keys: Iterable[str]) -> dict[str, str]:
    """Give each wire key of one object its model-facing key.

    A key that is legal keeps its spelling. Of the others, those whose legal form collides, with each other or with
    a key that is legal as it stands, are told apart by a digest of their own wire key, never by order.

    Returns:
        Wire key -> model-facing key, in the order of `keys`.
    """
    wire = list(dict.fromkeys(keys))
    forms = {key: legal_key(key) for key in wire}
    count: dict[str, int] = {}
    for form in forms.values():
        count[form] = count.get(form, 0) + 1
    return {
        key: form if count[form] == 1 or form == key else f"{form[:_STEM]}_{digest_suffix(key)}"
        for key, form in forms.items()
    }
