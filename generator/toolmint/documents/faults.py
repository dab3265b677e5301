"""What stops a document from being read, at a character offset; `load` turns it into a diagnostic."""

from __future__ import annotations

__all__ = ["MAX_DEPTH", "MAX_DIGITS", "Fault", "too_deep", "too_long"]

MAX_DEPTH = 200
"""How deep values may nest. Readers recurse with a few frames a level, and Python stops at 1,000 frames."""

MAX_DIGITS = 4300
"""How many digits an integer may have: Python's own limit, written here so that no setting moves it."""


class Fault(Exception):
    """A defect of a text.

    Args:
        message: what was found and what was wanted; lower case, no full stop.
        offset: 0-based, in characters of the text without its byte-order mark.
        width: how many characters to underline; 0 when unknown.
        hint: what to do about it.
        code: one of `diagnostics.CODES`.
        earlier: a second place that explains the defect: what it is, its offset and its width.
    """

    def __init__(
        self,
        message: str,
        offset: int,
        *,
        width: int = 0,
        hint: str | None = None,
        code: str = "IN-01",
        earlier: tuple[str, int, int] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.width = width
        self.hint = hint
        self.code = code
        self.earlier = earlier


def too_deep(offset: int) -> Fault:
    """Return the fault of a value that nests deeper than `MAX_DEPTH`."""
    return Fault(
        f"found values nested {MAX_DEPTH + 1} levels deep, wanted {MAX_DEPTH} at most",
        offset,
        width=1,
        hint="look for a bracket or an indentation that never ends; else name the inner schema and refer to it",
    )


def too_long(digits: str, offset: int) -> Fault:
    """Return the fault of an integer with more than `MAX_DIGITS` digits."""
    message = f"found an integer of {len(digits):,} digits, wanted {MAX_DIGITS:,} at most"
    return Fault(message, offset, hint="quote the digits if they are text")
