"""Digests that say whether two things are the same, on every machine.

Bytes of text files are compared with CRLF read as LF, so that a Windows checkout is no change. Values are
digested in one canonical JSON form.
"""

from __future__ import annotations

import hashlib
import json

__all__ = ["canonical_json", "file_digest", "value_digest"]


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
