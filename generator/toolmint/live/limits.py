"""How long a server may take, and how much it may send."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]

_MEBIBYTE = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one reading; whatever goes beyond one of them ends it with an error."""

    request_seconds: float = 30.0
    """For each answer."""
    total_seconds: float = 120.0
    """For everything, from the start of the process or the first connection."""
    message_bytes: int = 16 * _MEBIBYTE
    """For one message."""
    total_bytes: int = 64 * _MEBIBYTE
    """For all messages together."""
    pages: int = 1000
    """For one list."""
    entries: int = 10_000
    """For one list."""
