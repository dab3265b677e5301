"""For people: a clickable first line, the source with carets, the rule, what to do; then what has drifted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.drift import Difference
from toolmint.location import Location
from toolmint.reporters.frame import code_frame
from toolmint.reporters.report import Layout, Report, Style
from toolmint.text import plural, visible

__all__ = ["place", "report_text"]

_DIFF_LINES = 80
"""Lines of diffs that are shown in all unless everything is asked for; the first diff is shown whatever its length."""
_STYLES: Mapping[Severity, Style] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "info",
}


def report_text(report: Report, layout: Layout) -> str:
    """Write findings and drift for a terminal."""
    shown, hidden = _within_limit(report.findings, layout.limit)
    blocks = ["\n".join(_finding(finding, report, layout)) for finding in shown]
    if hidden:
        blocks.append(_rest(hidden))
    if report.differences:
        blocks.append("\n".join(_table(report.differences, report.out, layout)))
        blocks += _diffs(report.differences, report.out, layout)
    return "\n\n".join(blocks) + "\n" if blocks else ""


def place(location: Location) -> str:
    """Write a place as `path:line:column`, which terminals and editors open."""
    return f"{_one_line(location.path)}:{max(location.line, 1)}:{max(location.column, 1)}"


def _within_limit(findings: Sequence[Diagnostic], limit: int | None) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Keep every error and the gravest of the rest, all in their order."""
    below = [finding for finding in findings if finding.severity is not Severity.ERROR]
    if limit is None or len(below) <= limit:
        return list(findings), []
    by_gravity = sorted(range(len(below)), key=lambda index: (-below[index].severity.rank, index))
    dropped = {id(below[index]) for index in by_gravity[limit:]}
    shown = [finding for finding in findings if id(finding) not in dropped]
    return shown, [finding for finding in findings if id(finding) in dropped]


def _rest(hidden: Sequence[Diagnostic]) -> str:
    warnings = sum(finding.severity is Severity.WARNING for finding in hidden)
    infos = len(hidden) - warnings
    parts = [
        plural(count, f"more {noun}" if first else noun)
        for count, noun, first in ((warnings, "warning", True), (infos, "info", not warnings))
        if count
    ]
    return f"… and {' and '.join(parts)} (`--verbose` shows all)"


def _finding(finding: Diagnostic, report: Report, layout: Layout) -> Iterator[str]:
    paint = layout.paint
    label = paint(f"{finding.severity.value}[{finding.code}]", _STYLES[finding.severity])
    yield f"{paint(place(finding.location), 'place')}: {label} {_one_line(finding.message)}"
    gutter = len(str(finding.location.line)) if finding.location.resolved else 2
    source = report.lines(finding.location.path, finding.location.line) if finding.location.resolved else None
    if source is not None:
        yield from _frame(finding, source, gutter, layout)
    if finding.code in report.names:
        explain = f"{report.names[finding.code]} (`toolmint explain {finding.code}`)"
        yield f"{' ' * gutter} {paint('=', 'quiet')} rule: {explain}"
    for other in finding.related:
        related = f"{paint(place(other.location), 'place')}: {_one_line(other.message)}"
        yield f"{' ' * gutter} {paint('=', 'quiet')} see: {related}"
    if finding.hint:
        yield ""
        yield f"{paint('hint', 'hint')}: {_one_line(finding.hint)}"


def _frame(finding: Diagnostic, source: str, gutter: int, layout: Layout) -> Iterator[str]:
    where = finding.location
    room = layout.width - gutter - 3
    line, carets = code_frame(source, column=where.column, width=where.width, room=room)
    bar = layout.paint("|", "quiet")
    number = layout.paint(f"{where.line:>{gutter}}", "quiet")
    indent = len(carets) - len(carets.lstrip())
    yield f"{' ' * gutter} {bar}"
    yield f"{number} {bar} {line}".rstrip()
    yield f"{' ' * gutter} {bar} {carets[:indent]}{layout.paint(carets[indent:], _STYLES[finding.severity])}"


def _table(differences: Iterable[Difference], out: str, layout: Layout) -> Iterator[str]:
    rows = [(f"{out}/{visible(d.path)}", d.cause, _detail(d)) for d in differences]
    path_width = max(len(path) for path, _, _ in rows)
    cause_width = max(len(cause) for _, cause, _ in rows)
    detail_width = max(len(detail) for _, _, detail in rows)
    styles: dict[str, Style] = {"changed": "warning", "missing": "removed", "stale": "info", "hand-edited": "error"}
    for path, cause, detail in rows:
        painted = layout.paint(cause, styles[cause])
        if path_width + cause_width + detail_width + 4 <= layout.width:
            yield f"{path:<{path_width}}  {painted}{' ' * (cause_width - len(cause))}  {detail}"
        else:
            yield path
            yield f"    {painted}: {detail}"


def _detail(difference: Difference) -> str:
    if difference.path.endswith("/"):
        return f"{plural(difference.files, 'file')}: {difference.detail}"
    return difference.detail


def _diffs(differences: Iterable[Difference], out: str, layout: Layout) -> list[str]:
    """Write the diffs that fit: one edit of a source changes the list of every provider alike.

    What people read comes first; the others repeat it in each provider's words.
    """
    diffs = sorted((d for d in differences if d.diff), key=lambda d: (not d.path.endswith("/tools.md"), d.path))
    blocks: list[str] = []
    room = _DIFF_LINES
    for index, difference in enumerate(diffs):
        if layout.limit is not None and blocks and len(difference.diff) > room:
            left = len(diffs) - index
            blocks.append(f"… and the differences of {plural(left, 'more file')} (`--verbose` shows all)")
            break
        room -= len(difference.diff)
        blocks.append("\n".join(_diff(difference, out, layout)))
    return blocks


def _diff(difference: Difference, out: str, layout: Layout) -> Iterator[str]:
    for index, line in enumerate(difference.diff):
        if index < 2:
            yield f"{line[:4]}{out}/{line[4:]}"
        elif line.startswith("+"):
            yield layout.paint(line, "added")
        elif line.startswith("-"):
            yield layout.paint(line, "removed")
        else:
            yield layout.paint(line, "place") if line.startswith("@@") else line
    if difference.cut:
        count = "many more lines" if difference.cut < 0 else plural(difference.cut, "more line")
        yield f"… {count} of this diff (`--verbose` shows more)"


def _one_line(text: str) -> str:
    return visible(text).replace("\n", "\\n").replace("\t", "\\t")
