"""For GitHub Actions: workflow commands, which become annotations on the changed lines of a pull request."""

from __future__ import annotations

from collections.abc import Mapping

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.drift import Difference
from toolmint.reporters.report import Layout, Report
from toolmint.text import visible

__all__ = ["report_github"]

_COMMANDS: Mapping[Severity, str] = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def report_github(report: Report, layout: Layout) -> str:
    """Write one workflow command a finding, a differing file, and what ended the run."""
    lines = [_finding(finding, report) for finding in report.findings]
    lines += [_difference(difference, report.out) for difference in report.differences or ()]
    if report.failure is not None:
        text = _with_hint(report.failure.message, report.failure.hint)
        lines.append(_command("error", {"title": "toolmint"}, text))
    return "".join(f"{line}\n" for line in lines)


def _finding(finding: Diagnostic, report: Report) -> str:
    where = finding.location
    properties = {
        "file": where.path,
        "line": str(max(where.line, 1)),
        "col": str(max(where.column, 1)),
        "title": " ".join(filter(None, (finding.code, report.names.get(finding.code)))),
    }
    return _command(_COMMANDS[finding.severity], properties, _with_hint(finding.message, finding.hint))


def _with_hint(message: str, hint: str | None) -> str:
    return message if hint is None else f"{message}\nhint: {hint}"


def _difference(difference: Difference, out: str) -> str:
    path = f"{out}/{difference.path}"
    return _command(
        "error", {"file": path, "title": f"{difference.cause} generated file"}, f"{path}: {difference.detail}"
    )


def _command(name: str, properties: Mapping[str, str], text: str) -> str:
    written = ",".join(f"{key}={_escaped(value, ':,')}" for key, value in properties.items())
    return f"::{name} {written}::{_escaped(text)}"


def _escaped(text: str, more: str = "") -> str:
    """Escape as the runner undoes it (actions/toolkit, packages/core/src/command.ts)."""
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    for letter in more:
        escaped = escaped.replace(letter, f"%{ord(letter):02X}")
    return visible(escaped)
