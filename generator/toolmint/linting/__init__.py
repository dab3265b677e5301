"""Judging what sources say: every rule over every tool, and what a project lets pass."""

from __future__ import annotations

from toolmint.linting.engine import STRENGTH, lint_catalog

__all__ = ["STRENGTH", "lint_catalog"]
