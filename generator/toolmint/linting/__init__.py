"""Judging what sources say: every rule over every tool, and what a project lets pass."""

from __future__ import annotations

from toolmint.linting.baseline import Baseline, parse_baseline, write_baseline
from toolmint.linting.engine import STRENGTH, lint_catalog, lint_tools
from toolmint.linting.fixes import resolved_edits
from toolmint.linting.judgement import Judgement, Prompts, judge
from toolmint.linting.tool_lists import lint

__all__ = [
    "STRENGTH",
    "Baseline",
    "Judgement",
    "Prompts",
    "judge",
    "lint",
    "lint_catalog",
    "lint_tools",
    "parse_baseline",
    "resolved_edits",
    "write_baseline",
]
