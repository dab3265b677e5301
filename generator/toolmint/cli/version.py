"""The version line. Kept apart so that `toolmint --version` imports nothing else."""

from __future__ import annotations

__all__ = ["version_line"]


def version_line() -> str:
    """Return `toolmint 1.2.3` and a line feed."""
    from toolmint import __version__

    return f"toolmint {__version__}\n"
