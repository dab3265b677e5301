"""Values as JSON, and text as itself."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from toolmint.rendering.quoted import Quoted

if TYPE_CHECKING:
    from toolmint.ir.schema import Json

__all__ = ["json_text", "prose"]

# What a reviewer does not see, and lone surrogates, which UTF-8 cannot hold. All of it can only stand inside strings.
_HIDDEN = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)


def json_text(value: Json) -> Quoted:
    """Write a JSON value with an indent of two, readable text as it is, invisible characters as escapes.

    Args:
        value: a JSON value; keys stay in their order.

    Raises:
        ValueError: it holds NaN or an infinity, which JSON cannot say.
    """
    text = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    return Quoted(_HIDDEN.sub(lambda found: json.dumps(found.group())[1:-1], text))


def prose(text: str) -> Quoted:
    """Pass text as it is, into a file or a string that holds nothing but text."""
    return Quoted(text)
