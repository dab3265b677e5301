"""The version line. Kept apart so that `toolmint --version` imports nothing else."""

from __future__ import annotations

__all__ = ["version_line"]


def version_line() -> str:
    """Return `toolmint 1.2.3` and a line feed."""
    from importlib.metadata import PackageNotFoundError

    import toolmint

    try:
        version = toolmint.__version__
    except PackageNotFoundError:
        version = "unknown (not installed)"
    return f"toolmint {version}\n"
