"""For programs: one JSON object."""

from __future__ import annotations

from toolmint.diagnostics import Diagnostic
from toolmint.ir.schema import Json
from toolmint.location import Location
from toolmint.reporters.json_text import indented
from toolmint.reporters.report import Layout, Report

__all__ = ["report_json"]


def report_json(report: Report, layout: Layout) -> str:
    """Write one object: `diagnostics` and `summary`; `drift` where files were compared, `failure` where a run ended."""
    value: dict[str, Json] = {
        "diagnostics": [_finding(finding, report) for finding in report.findings],
        "summary": report.summary,
    }
    if report.differences is not None:
        value["drift"] = [
            {
                "path": f"{report.out}/{difference.path}",
                "cause": difference.cause,
                "detail": difference.detail,
                "files": difference.files,
            }
            for difference in report.differences
        ]
    if report.failure is not None:
        value["failure"] = {"message": report.failure.message, "hint": report.failure.hint}
    # Lone surrogates can stand in a source's text and in no UTF-8 output, so everything is escaped.
    return indented(value) + "\n"


def _finding(finding: Diagnostic, report: Report) -> Json:
    return {
        "code": finding.code,
        "name": report.names.get(finding.code),
        "severity": finding.severity.value,
        "message": finding.message,
        **_place(finding.location),
        "tool": finding.tool,
        "hint": finding.hint,
        "related": [{"message": other.message, **_place(other.location)} for other in finding.related],
    }


def _place(location: Location) -> dict[str, Json]:
    return {
        "path": location.path,
        "line": location.line or None,
        "column": location.column or None,
        "pointer": location.pointer,
    }
