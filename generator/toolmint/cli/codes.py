"""Every code that a finding can carry."""

from __future__ import annotations

from collections.abc import Mapping

from toolmint.config import PROJECT_CODES
from toolmint.diagnostics import CODES, Code

__all__ = ["known_codes"]


def known_codes() -> Mapping[str, Code]:
    """Return every code with its name and meaning, sorted by code."""
    return dict(sorted({**CODES, **PROJECT_CODES}.items()))
