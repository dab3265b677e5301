"""Names of findings that stay when lines move: what is said of which tool in which file, as in a baseline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolmint.digest import value_digest
from toolmint.drift import Difference
from toolmint.reporters.report import Report

__all__ = ["difference_fingerprint", "fingerprints"]

_DIGITS = 32


def fingerprints(report: Report) -> Iterator[str]:
    """Yield the fingerprint of each finding, in order; equal findings are told apart by their number."""
    seen: Counter[tuple[str, str, str, str]] = Counter()
    for finding in report.findings:
        content = (finding.location.path, finding.tool or "", finding.code, finding.message)
        seen[content] += 1
        yield _of(*content, *([str(seen[content])] if seen[content] > 1 else []))


def difference_fingerprint(difference: Difference, out: str) -> str:
    """Return the fingerprint of a differing file."""
    return _of(f"{out}/{difference.path}", difference.cause)


def _of(*parts: str) -> str:
    return value_digest(list(parts))[:_DIGITS]
