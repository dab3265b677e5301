"""For programs: one JSON object."""

from __future__ import annotations

import json

from toolmint.diagnostics import Diagnostic
from toolmint.ir.schema import Json
from toolmint.location import Location
from toolmint.reporters.report import Layout, Report

__all__ = ["report_json"]

_ENCODE = json.JSONEncoder().encode


def report_json(report: Report, layout: Layout) -> str:
    """Write one object: `diagnostics` and `summary`; `drift` where files were compared, `failure` where a run ended."""
    value: dict[str, Json] = {"diagnostics": [], "summary": report.summary}
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
    whole = json.dumps(value, indent=2) + "\n"
    if not report.findings:
        return whole
    written = ",\n".join([_written(_finding(finding, report)) for finding in report.findings])
    return whole.replace('"diagnostics": []', f'"diagnostics": [\n{written}\n  ]', 1)


def _written(finding: dict[str, Json]) -> str:
    """Write one finding as `json.dumps` does with indents, which is several times slower: lists have thousands."""
    lines = [
        f"      {_ENCODE(key)}: {_related(value) if key == 'related' else _ENCODE(value)}"
        for key, value in finding.items()
    ]
    return "    {\n" + ",\n".join(lines) + "\n    }"


def _related(value: Json) -> str:
    return json.dumps(value, indent=2).replace("\n", "\n      ") if value else "[]"


def _finding(finding: Diagnostic, report: Report) -> dict[str, Json]:
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
