"""For GitLab's code quality report: a list of issues, of which a merge request shows what came and what went.

https://docs.gitlab.com/ci/testing/code_quality/ names the fields.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.drift import Difference
from toolmint.ir.schema import Json
from toolmint.reporters.fingerprints import difference_fingerprint, fingerprints
from toolmint.reporters.json_text import indented
from toolmint.reporters.legal_text import legal, said
from toolmint.reporters.report import Layout, Report

__all__ = ["report_gitlab"]

_SEVERITIES: Mapping[Severity, str] = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def report_gitlab(report: Report, layout: Layout) -> str:
    """Write one issue a finding, a differing file, and what ended the run."""
    return indented(list(_issues(report))) + "\n"


def _issues(report: Report) -> Iterator[Json]:
    for finding, fingerprint in zip(report.findings, fingerprints(report), strict=True):
        yield _of_finding(finding, fingerprint)
    for difference in report.differences or ():
        yield _of_difference(difference, report.out)
    if report.failure is not None:
        hint = f"\nhint: {report.failure.hint}" if report.failure.hint else ""
        # A place is required, and there is none.
        yield _issue(legal(report.failure.message + hint), "failure", "failure", "blocker", ".", 1)


def _of_finding(finding: Diagnostic, fingerprint: str) -> Json:
    where = finding.location
    severity = _SEVERITIES[finding.severity]
    return _issue(said(finding), finding.code, fingerprint, severity, where.path, max(where.line, 1))


def _of_difference(difference: Difference, out: str) -> Json:
    path = f"{out}/{difference.path}"
    text = f"{difference.cause} generated file: {difference.detail}"
    fingerprint = difference_fingerprint(difference, out)
    return _issue(legal(text), f"drift/{difference.cause}", fingerprint, "major", path.rstrip("/"), 1)


def _issue(description: str, check: str, fingerprint: str, severity: str, path: str, line: int) -> Json:
    return {
        "description": description,
        "check_name": check,
        "fingerprint": fingerprint,
        "severity": severity,
        "location": {"path": legal(path), "lines": {"begin": line}},
    }
