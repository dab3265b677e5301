"""Frameworks beside AgentScope whose annotations have the same simple names."""

from __future__ import annotations

from toolmint.sources.java.drafts import Reading
from toolmint.sources.java.model import Model
from toolmint.sources.java.places import Places

__all__ = ["read_others"]


def read_others(model: Model, places: Places, reading: Reading) -> None:
    """Read the tools of other frameworks into what was read so far."""
