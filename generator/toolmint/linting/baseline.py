"""Findings that were there before: a team starts with them, and only what comes new stops a merge.

An entry is what is said of which tool, not where: moving lines changes nothing, and one that no longer occurs is
reported, so that a baseline only shrinks.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.errors import ConfigError
from toolmint.location import Location

__all__ = ["Baseline", "Entry", "compare", "entry_of", "parse_baseline", "stale_findings", "write_baseline"]

_FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Entry:
    """One finding by its content."""

    source: str
    tool: str
    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """The findings that a project started with."""

    path: str = ""
    """The file as shown to people."""
    counts: Mapping[Entry, int] = field(default_factory=dict)
    lines: Mapping[Entry, int] = field(default_factory=dict)
    """Where each stands in the file."""


def entry_of(finding: Diagnostic, source: str) -> Entry:
    """Return what a baseline keeps of a finding.

    Args:
        finding: one finding of a rule.
        source: name of the source that it is about.
    """
    return Entry(source=source, tool=finding.tool or "", code=finding.code, message=finding.message)


def parse_baseline(content: bytes, *, path: str) -> Baseline:
    """Read a baseline.

    Args:
        content: the file.
        path: the file as shown to people.

    Raises:
        ConfigError: it is no baseline.
    """
    try:
        value = json.loads(content)
        if value["format"] != _FORMAT:
            raise _refused(path, f"format {value['format']}; this toolmint reads {_FORMAT}")
        counts: Counter[Entry] = Counter()
        for one in value["findings"]:
            entry = Entry(source=one["source"], tool=one.get("tool", ""), code=one["code"], message=one["message"])
            counts[entry] += one.get("count", 1)
    except (ValueError, TypeError, KeyError) as error:
        raise _refused(path, "no baseline") from error
    numbers = {line.strip().rstrip(","): number for number, line in enumerate(content.decode().splitlines(), 1)}
    lines = {entry: number for entry, count in counts.items() if (number := numbers.get(_line(entry, count)))}
    return Baseline(path=path, counts=counts, lines=lines)


def _refused(path: str, found: str) -> ConfigError:
    location = Location(path=path, line=1, column=1)
    return ConfigError.at(
        Diagnostic(
            code="PF-04",
            severity=Severity.ERROR,
            message=f"found {found}; wanted what `toolmint lint --update-baseline` writes",
            location=location,
        )
    )


def write_baseline(entries: Iterable[Entry]) -> bytes:
    """Write a baseline: one finding a line, sorted, so that a review reads what was added."""
    counts = Counter(entries)
    lines = ",\n".join(f"    {_line(entry, counts[entry])}" for entry in sorted(counts))
    listed = f"[\n{lines}\n  ]" if lines else "[]"
    return f'{{\n  "format": {_FORMAT},\n  "findings": {listed}\n}}\n'.encode()


def _line(entry: Entry, count: int) -> str:
    value: dict[str, object] = {"source": entry.source}
    if entry.tool:
        value["tool"] = entry.tool
    value |= {"code": entry.code, "message": entry.message}
    if count > 1:
        value["count"] = count
    return json.dumps(value, ensure_ascii=True)


def compare(
    found: Iterable[tuple[Diagnostic, str]], baseline: Baseline, *, sources: Iterable[str]
) -> tuple[list[Diagnostic], int, list[Entry]]:
    """Take known findings out.

    Args:
        found: findings of rules with the names of their sources.
        baseline: what is known.
        sources: the sources that were judged; entries of others are not stale.

    Returns:
        What is new, how many were known, and the entries that no longer occur.
    """
    if not baseline.counts:
        return [finding for finding, _ in found], 0, []
    left = Counter(baseline.counts)
    fresh: list[Diagnostic] = []
    known = 0
    for finding, source in found:
        entry = entry_of(finding, source)
        if left[entry] > 0:
            left[entry] -= 1
            known += 1
        else:
            fresh.append(finding)
    judged = set(sources)
    return fresh, known, sorted(entry for entry, count in left.items() if count > 0 and entry.source in judged)


def stale_findings(stale: Iterable[Entry], baseline: Baseline) -> Iterator[Diagnostic]:
    """Yield a finding for each entry that no longer occurs."""
    for entry in stale:
        about = f" of `{entry.tool}`" if entry.tool else ""
        yield Diagnostic(
            code="LK-06",
            severity=Severity.WARNING,
            message=f"the baseline still lists {entry.code}{about}, which is not found any more",
            location=Location(path=baseline.path, line=baseline.lines.get(entry, 1), column=1),
            hint="`toolmint lint --update-baseline` removes it",
            tool=entry.tool or None,
        )
