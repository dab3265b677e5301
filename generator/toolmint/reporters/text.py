"""For people: a clickable first line, the source with carets, the rule, what to do; then what has drifted.

Errors come before warnings, and these before notes, so that the first line is what has to be mended; programs get the
order of places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.drift import Cause, Difference
from toolmint.location import Location
from toolmint.reporters.frame import code_frame
from toolmint.reporters.report import Failure, Layout, Report, Style
from toolmint.text import plural, visible

__all__ = ["place", "report_text"]

_DIFF_LINES = 80
"""Lines of diffs that are shown in all unless everything is asked for; the first diff is shown whatever its length."""
_GROUPED_FROM = 4
"""How many of a kind are told together."""
_ALIKE_SHOWN = 5
"""Findings of one code that are told below the first."""
_STYLES: Mapping[Severity, Style] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "info",
}


def report_text(report: Report, layout: Layout) -> str:
    """Write findings and drift for a terminal."""
    shown, hidden = _for_people(report.findings, layout.limit)
    blocks = ["\n".join(_finding(first, report, layout, alike)) for first, *alike in shown]
    if hidden:
        blocks.append(_rest(hidden))
    if report.differences:
        blocks.append("\n".join(_table(report.differences, report.out, layout)))
        blocks += _diffs(report.differences, report.out, layout)
    if report.failure is not None:
        blocks.append("\n".join(_failure(report.failure, layout)))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def place(location: Location) -> str:
    """Write a place as `path:line:column`, which terminals and editors open."""
    return f"{_one_line(location.path)}:{max(location.line, 1)}:{max(location.column, 1)}"


def _for_people(findings: Sequence[Diagnostic], limit: int | None) -> tuple[list[list[Diagnostic]], list[Diagnostic]]:
    """Put what must be mended before what may be, each in the order of places; keep every error and some of the rest.

    Returns:
        What is shown, each with what is like it, and what is not.
    """
    gravest = sorted(findings, key=lambda finding: -finding.severity.rank)
    if limit is None:
        return [[finding] for finding in gravest], []
    keys = [_kind(finding, index) for index, finding in enumerate(gravest)]
    count = Counter(keys)
    groups: dict[object, list[Diagnostic]] = {}
    for index, (key, finding) in enumerate(zip(keys, gravest, strict=True)):
        groups.setdefault(key if count[key] >= _GROUPED_FROM else index, []).append(finding)
    listed = list(groups.values())
    end = limit + sum(finding.severity is Severity.ERROR for finding in findings)
    return listed[:end], [finding for group in listed[end:] for finding in group]


def _kind(finding: Diagnostic, index: int) -> object:
    """Tell what is alike, so that one line of source stands for it: never errors, nor what points elsewhere too."""
    if finding.severity is Severity.ERROR or finding.related:
        return index
    return finding.severity, finding.code, finding.location.path, finding.hint


def _rest(hidden: Sequence[Diagnostic]) -> str:
    warnings = sum(finding.severity is Severity.WARNING for finding in hidden)
    notes = len(hidden) - warnings
    parts = [
        plural(count, f"more {noun}" if first else noun)
        for count, noun, first in ((warnings, "warning", True), (notes, "note", not warnings))
        if count
    ]
    return f"… and {' and '.join(parts)} (`--verbose` shows all)"


def _finding(finding: Diagnostic, report: Report, layout: Layout, alike: Sequence[Diagnostic] = ()) -> Iterator[str]:
    """Write a finding with its line of source; what differs from it in place and message alone takes one line each."""
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
    for twin in alike[:_ALIKE_SHOWN]:
        told = f"{paint(place(twin.location), 'place')}: {_one_line(twin.message)}"
        yield f"{' ' * gutter} {paint('=', 'quiet')} also: {told}"
    if len(alike) > _ALIKE_SHOWN:
        more = f"{len(alike) - _ALIKE_SHOWN} more like it (`--verbose` shows all)"
        yield f"{' ' * gutter} {paint('=', 'quiet')} also: {more}"
    for other in finding.related:
        related = f"{paint(place(other.location), 'place')}: {_one_line(other.message)}"
        yield f"{' ' * gutter} {paint('=', 'quiet')} see: {related}"
    if finding.hint:
        yield ""
        first, *code = finding.hint.split("\n")
        yield f"{paint('hint', 'hint')}: {_one_line(first)}"
        # What to write, line by line; indented, so that no line of it looks like a finding.
        yield from (f"    {visible(line)}".rstrip() for line in code)


def _failure(failure: Failure, layout: Layout) -> Iterator[str]:
    yield f"{layout.paint('error', 'error')}: {visible(failure.message)}"
    if failure.hint:
        yield ""
        yield f"{layout.paint('hint', 'hint')}: {visible(failure.hint)}"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """One line of the table of drift."""

    path: str
    cause: Cause
    detail: str
    members: tuple[str, ...] = ()
    """The files of the folder `path` that it stands for."""


def _table(differences: Sequence[Difference], out: str, layout: Layout) -> Iterator[str]:
    rows = list(_rows(differences, out, grouped=layout.limit is not None))
    path_width = max(len(row.path) for row in rows)
    cause_width = max(len(row.cause) for row in rows)
    detail_width = max(len(row.detail) for row in rows)
    styles: dict[Cause, Style] = {"changed": "warning", "missing": "removed", "stale": "info", "hand-edited": "error"}
    for row in rows:
        painted = layout.paint(row.cause, styles[row.cause])
        if path_width + cause_width + detail_width + 4 <= layout.width:
            yield f"{row.path:<{path_width}}  {painted}{' ' * (cause_width - len(row.cause))}  {row.detail}"
        else:
            yield row.path
            # The colour of the cause must not count as text.
            first, *rest = wrap(f"{row.cause}: {row.detail}", max(layout.width - 4, 20), break_on_hyphens=False)
            yield f"    {painted}{first.removeprefix(row.cause)}"
            yield from (f"    {line}" for line in rest)
        names = wrap(" ".join(row.members), max(layout.width - 4, 20), break_long_words=False, break_on_hyphens=False)
        yield from (f"    {layout.paint(line, 'quiet')}" for line in names)


def _rows(differences: Sequence[Difference], out: str, *, grouped: bool) -> Iterator[_Row]:
    """Make one row of the files of a package that differ for one reason, where there are several of them."""
    alike: dict[tuple[str, Cause, str], list[str]] = {}
    for one in differences:
        package, _, inner = one.path.partition("/")
        alike.setdefault((package, one.cause, one.detail), []).append(inner)
    for one in differences:
        package, _, inner = one.path.partition("/")
        members = alike[package, one.cause, one.detail]
        if not grouped or len(members) < _GROUPED_FROM:
            yield _Row(path=f"{out}/{visible(one.path)}", cause=one.cause, detail=_detail(one))
        elif inner == members[0]:
            folder = f"{out}/{visible(package)}/"
            detail = f"{one.detail} ({plural(len(members), 'file')})"
            yield _Row(path=folder, cause=one.cause, detail=detail, members=tuple(map(visible, members)))


def _detail(difference: Difference) -> str:
    if difference.path.endswith("/"):
        return f"{difference.detail} ({plural(difference.files, 'file')})"
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
