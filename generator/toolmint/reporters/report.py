"""What a reporter is given: what there is to tell, and how much room there is for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.drift import Difference
from toolmint.ir.schema import Json

__all__ = ["CodeText", "Failure", "Layout", "Paint", "Report", "Reporter", "SourceLines", "Style"]

SourceLines: TypeAlias = Callable[[str, int], str | None]
"""Returns a line of a file as messages show it, by path and 1-based number; None where there is none."""
Style: TypeAlias = Literal["error", "warning", "info", "place", "quiet", "added", "removed", "hint"]
Paint: TypeAlias = Callable[[str, Style], str]
"""Colours a piece of text, or returns it as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why a run could not take place or go on, where no place in a file is the reason."""

    message: str
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeText:
    """What `toolmint explain` says of a code."""

    meaning: str
    """One sentence."""
    text: str
    """The whole page, plain."""
    markdown: str
    """The whole page in Markdown."""
    severity: Severity | None = None
    """Of a rule's findings, where nothing says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a run found out."""

    findings: tuple[Diagnostic, ...] = ()
    """Located, and ordered by `diagnostics.ordered`."""
    differences: tuple[Difference, ...] | None = None
    """What has drifted; None where nobody compared."""
    out: str = "generated"
    """The output folder as shown to people; the paths of the differences are below it."""
    summary: Mapping[str, Json] = field(default_factory=dict)
    """Counts, for programs."""
    names: Mapping[str, str] = field(default_factory=dict)
    """Code of a finding to its name."""
    lines: SourceLines = lambda path, line: None
    explain: Callable[[str], CodeText | None] = lambda code: None
    """Returns what there is to know of a code."""
    fails_from: Severity = Severity.ERROR
    """The least severity of a finding that fails the run."""
    failure: Failure | None = None
    """What ended the run; one that has a place is a finding instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How a report for people is laid out."""

    paint: Paint = lambda text, style: text
    width: int = 100
    """Columns of the terminal; code frames and tables keep to it."""
    limit: int | None = None
    """How many findings below error severity are shown; None: all."""


class Reporter(Protocol):
    """Turns a report into text that ends in a line feed, or is empty where there is nothing to say."""

    def __call__(self, report: Report, layout: Layout) -> str:
        """Write the report."""
        ...
