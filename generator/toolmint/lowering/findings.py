"""Findings that several dialects give of one source, told once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.location import Location
from toolmint.lowering.losses import LossFinding, joined_losses, named

__all__ = ["DialectFinding", "dialect_finding", "grouped_findings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DialectFinding(Diagnostic):
    """A finding whose message begins with a dialect and goes on alike for others."""

    dialects: tuple[str, ...]
    verb: tuple[str, str]
    """Of one dialect, and of several."""
    rest: str
    """What the message says after the verb."""
    subject: str
    """Findings of one code and subject are one; of several texts the one of the greatest weight is told."""
    weight: int = field(compare=False)


def dialect_finding(
    dialect: str,
    verb: tuple[str, str],
    rest: str,
    *,
    code: str,
    location: Location,
    severity: Severity = Severity.WARNING,
    hint: str | None = None,
    tool: str | None = None,
    subject: str | None = None,
    weight: int = 0,
) -> DialectFinding:
    """Make a finding.

    Args:
        dialect: what the message begins with.
        verb: of one dialect, and of several.
        rest: what comes after the verb.
        code: the finding's code.
        location: where it is reported.
        severity: how much it matters.
        hint: what to do about it.
        tool: the tool that it is about.
        subject: what it has in common with those of other dialects; None: the whole rest.
        weight: which text is told where subjects are equal and texts are not.
    """
    return DialectFinding(
        code=code,
        severity=severity,
        message=f"{dialect} {verb[0]} {rest}",
        location=location,
        hint=hint,
        tool=tool,
        dialects=(dialect,),
        verb=verb,
        rest=rest,
        subject=rest if subject is None else subject,
        weight=weight,
    )


def grouped_findings(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Make one finding of those that several dialects give of one source and subject; others stay.

    Losses are of one subject where keyword and effect are equal.

    Args:
        findings: of any kind, in any order.

    Returns:
        Each group at the place of its first.
    """
    groups: dict[object, list[Diagnostic]] = {}
    for finding in findings:
        match finding:
            case LossFinding():
                key: object = (finding.location.path, finding.keyword, finding.effect)
            case DialectFinding():
                key = (finding.location.path, finding.code, finding.severity, finding.subject)
            case _:
                key = (finding,)
        groups.setdefault(key, []).append(finding)
    return tuple(_joined(group) for group in groups.values())


def _joined(group: Sequence[Diagnostic]) -> Diagnostic:
    losses = [finding for finding in group if isinstance(finding, LossFinding)]
    if losses:
        return joined_losses(losses)
    same = [finding for finding in group if isinstance(finding, DialectFinding)]
    if len(same) < 2:
        return group[0]
    told = max(same, key=lambda finding: finding.weight)
    dialects = tuple(dict.fromkeys(dialect for finding in same for dialect in finding.dialects))
    verb = told.verb[len(dialects) > 1]
    return replace(told, dialects=dialects, message=f"{named(dialects)} {verb} {told.rest}")
