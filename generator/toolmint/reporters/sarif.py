"""SARIF 2.1.0 (OASIS Standard, errata 01): findings and drift for code hosts and editors."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import PurePath, PurePosixPath

from toolmint import __version__
from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.drift import Cause, Difference
from toolmint.ir.schema import Json, JsonObject
from toolmint.location import Location
from toolmint.reporters.fingerprints import difference_fingerprint, fingerprints
from toolmint.reporters.json_text import indented
from toolmint.reporters.legal_text import legal, said, uri_path
from toolmint.reporters.report import Failure, Layout, Report

__all__ = ["report_sarif"]

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_BASE = "%SRCROOT%"
_PLACEHOLDER = re.compile(r"\{([0-9]+)\}")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_FINGERPRINT = "toolmintFinding/v1"
_LEVELS: Mapping[Severity, str] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_CAUSES: Mapping[Cause, str] = {
    "changed": "A generated file is not what its source gives.",
    "missing": "A generated file is not there.",
    "stale": "Nothing produces a generated file any more.",
    "hand-edited": "A generated file was edited by hand.",
}


def report_sarif(report: Report, layout: Layout) -> str:
    """Write one log with one run."""
    rules = list(_rules(report))
    index = {str(rule["id"]): number for number, rule in enumerate(rules)}
    run: JsonObject = {
        "tool": {"driver": {"name": "toolmint", "version": __version__, "rules": rules}},
        "invocations": [_invocation(report.failure)],
        "originalUriBaseIds": {_BASE: {"description": {"text": "The folder that toolmint was run in."}}},
        "columnKind": "utf16CodeUnits",
        "results": [*_findings(report, index), *_differences(report, index)],
    }
    log: JsonObject = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return indented(log) + "\n"


def _rules(report: Report) -> Iterator[JsonObject]:
    """Yield what there is to know of each code that occurs (section 3.49)."""
    for code in sorted({finding.code for finding in report.findings}):
        rule: dict[str, Json] = {"id": code}
        if code in report.names:
            rule["name"] = report.names[code]
        page = report.explain(code)
        if page is not None:
            rule["shortDescription"] = _text(page.meaning)
            rule["help"] = {**_text(page.text), "markdown": legal(page.markdown)}
            if page.severity is not None:
                rule["defaultConfiguration"] = {"level": _LEVELS[page.severity]}
        yield rule
    for cause in sorted({difference.cause for difference in report.differences or ()}):
        yield {
            "id": f"drift/{cause}",
            "name": f"{cause}-generated-file",
            "shortDescription": _text(_CAUSES[cause]),
            "defaultConfiguration": {"level": "error"},
        }


def _invocation(failure: Failure | None) -> JsonObject:
    if failure is None:
        return {"executionSuccessful": True}
    text = f"{failure.message}\nhint: {failure.hint}" if failure.hint else failure.message
    notification: JsonObject = {"level": "error", "message": _message(legal(text))}
    return {"executionSuccessful": False, "toolExecutionNotifications": [notification]}


def _findings(report: Report, rules: Mapping[str, int]) -> Iterator[JsonObject]:
    for finding, fingerprint in zip(report.findings, fingerprints(report), strict=True):
        result: dict[str, Json] = {
            "ruleId": finding.code,
            "ruleIndex": rules[finding.code],
            "level": _LEVELS[finding.severity],
            "message": _message(said(finding)),
            "locations": [_location(finding, report)],
        }
        if finding.related:
            result["relatedLocations"] = [_related(one, number, report) for number, one in enumerate(finding.related)]
        result["partialFingerprints"] = {_FINGERPRINT: fingerprint}
        yield result


def _differences(report: Report, rules: Mapping[str, int]) -> Iterator[JsonObject]:
    for difference in report.differences or ():
        yield _difference(difference, report.out, rules)


def _difference(difference: Difference, out: str, rules: Mapping[str, int]) -> JsonObject:
    rule = f"drift/{difference.cause}"
    path = f"{out}/{difference.path}"
    return {
        "ruleId": rule,
        "ruleIndex": rules[rule],
        "level": "error",
        "message": _message(legal(f"{path}: {difference.detail}")),
        "locations": [{"physicalLocation": {"artifactLocation": _artifact(path), "region": {"startLine": 1}}}],
        "partialFingerprints": {_FINGERPRINT: difference_fingerprint(difference, out)},
    }


def _location(finding: Diagnostic, report: Report) -> JsonObject:
    location: dict[str, Json] = {"physicalLocation": _physical(finding.location, report)}
    if finding.tool:
        location["logicalLocations"] = [{"fullyQualifiedName": legal(finding.tool), "kind": "function"}]
    return location


def _related(one: Related, number: int, report: Report) -> JsonObject:
    return {
        "id": number,
        "message": _message(legal(one.message)),
        "physicalLocation": _physical(one.location, report),
    }


def _physical(where: Location, report: Report) -> JsonObject:
    return {"artifactLocation": _artifact(where.path), "region": _region(where, report)}


def _artifact(path: str) -> JsonObject:
    """Return where a file is (section 3.4): relative to the folder of the run where it can be said so."""
    if PurePosixPath(path).is_absolute() or PurePath(path).is_absolute():
        return {"uri": f"file://{uri_path(path)}" if path.startswith("/") else f"file:///{uri_path(path)}"}
    return {"uri": uri_path(path), "uriBaseId": _BASE}


def _region(where: Location, report: Report) -> JsonObject:
    """Return a region (section 3.30), its columns in UTF-16 code units; without them where the line is not known."""
    line = report.lines(where.path, where.line) if where.resolved else None
    if line is None or where.column < 1:
        return {"startLine": max(where.line, 1)}
    first = min(where.column - 1, len(line))
    start = _units(line, first)
    end = max(start + 1, _units(line, min(first + where.width, len(line))))
    return {"startLine": where.line, "startColumn": start + 1, "endColumn": end + 1}


def _units(line: str, length: int) -> int:
    """Count the UTF-16 code units that the beginning of a line takes: a character, and one more of each astral one."""
    return length + bisect_left(_astral(line), length)


@lru_cache(maxsize=1)  # findings come in the order of lines, of which one may hold a whole document
def _astral(line: str) -> list[int]:
    return [] if line.isascii() else [found.start() for found in _ASTRAL.finditer(line)]


def _text(text: str) -> dict[str, Json]:
    return {"text": legal(text)}


def _message(text: str) -> JsonObject:
    """Return a message (section 3.11) that is nothing but text: no placeholder, no link.

    Of braces only those of a placeholder are doubled (section 3.11.5): readers show doubled ones as they are.
    """
    plain = _PLACEHOLDER.sub(r"{{\1}}", text).replace("](", "] (")
    return {"text": plain}
