"""The hint for a name that does not exist."""

from __future__ import annotations

from collections.abc import Iterable

from toolmint.text import comma_list, nearest

__all__ = ["guess"]


def guess(name: str, known: Iterable[str], label: str) -> str:
    """Write the hint: the nearest names first, then all there are.

    Args:
        name: what was written.
        known: the names that exist.
        label: what they are, such as `targets`.
    """
    names = list(known)
    near = nearest(name, names)
    meant = f"did you mean {comma_list(near)}? " if near else ""
    return f"{meant}{label}: {comma_list(names, limit=30)}"
