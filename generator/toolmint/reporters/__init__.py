"""Reporters: findings and drift as text, in the format that a reader asked for.

A reporter takes a `Report` and a `Layout` and returns text; printing is the console's. It is imported when it is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from toolmint.reporters.report import Reporter

__all__ = ["DOCUMENTS", "REPORTERS", "load_reporter"]

REPORTERS: dict[str, str] = {
    "text": "toolmint.reporters.text:report_text",
    "json": "toolmint.reporters.json:report_json",
    "github": "toolmint.reporters.github:report_github",
    "sarif": "toolmint.reporters.sarif:report_sarif",
    "junit": "toolmint.reporters.junit:report_junit",
    "gitlab": "toolmint.reporters.gitlab:report_gitlab",
}
"""Format -> `module:function`; the keys are what `--format` takes."""

DOCUMENTS = frozenset({"json", "sarif", "junit", "gitlab"})
"""Formats of which a run prints one whole document, also where there is nothing to tell."""


def load_reporter(name: str) -> Reporter:
    """Import and return a reporter.

    Raises:
        KeyError: there is no such format.
    """
    module, _, function = REPORTERS[name].partition(":")
    return cast("Reporter", getattr(importlib.import_module(module), function))
