"""Text that any reader of JSON or XML takes, whatever a source held."""

from __future__ import annotations

import re
from urllib.parse import quote

from toolmint.diagnostics import Diagnostic
from toolmint.text import visible

__all__ = ["legal", "said", "uri_path"]

# Half of a surrogate pair is in no UTF-8, and neither it nor a noncharacter is in XML 1.0 (section 2.2).
_ILLEGAL = re.compile("[\ud800-\udfff\ufffe\uffff]")


def legal(text: str) -> str:
    """Replace what a reader would not see, or must not take, by its escape."""
    return _ILLEGAL.sub(lambda found: f"\\u{ord(found.group()):04x}", visible(text))


def said(finding: Diagnostic) -> str:
    """Return the message of a finding with its hint."""
    return legal(finding.message if finding.hint is None else f"{finding.message}\nhint: {finding.hint}")


def uri_path(path: str) -> str:
    """Write a path as the path of a URI (RFC 3986 section 3.3), byte by byte where it is not ASCII."""
    # A name that is not UTF-8 is read with its bytes as surrogates (PEP 383).
    return quote(path.encode("utf-8", "surrogateescape" if _is_escaped(path) else "backslashreplace"), safe="/~")


def _is_escaped(path: str) -> bool:
    try:
        path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True
