"""What is let pass, each with its reason; a suppression that suppresses nothing is a finding itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import Catalog
from toolmint.location import Location
from toolmint.rule import LintSettings, Suppression
from toolmint.rules import all_rules
from toolmint.text import nearest

__all__ = ["Suppressed", "suppress", "unused"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppressed:
    """Findings, sorted into those that are told and those that are let pass."""

    told: tuple[Diagnostic, ...]
    passed: tuple[tuple[Diagnostic, Suppression], ...]
    used: frozenset[Suppression]
    """The project's own suppressions among those that took effect."""


def suppress(found: Iterable[Diagnostic], catalog: Catalog | None, settings: LintSettings) -> Suppressed:
    """Take out of the findings of one source, or one prompt, what the source or the project lets pass.

    A tool's own suppressions (`x-tool.ignore`) that suppress nothing are told as LK-06.

    Args:
        found: what the rules found.
        catalog: the source, whose tools may have suppressions of their own; None for a prompt.
        settings: the project's suppressions.
    """
    own = {
        (contract.name, code): Suppression(
            code=code, reason=reason, tool=contract.name, place=contract.places.get(f"ignore/{code}", contract.origin)
        )
        for contract in (catalog.contracts if catalog is not None else ())
        for code, reason in contract.ignore.items()
    }
    told: list[Diagnostic] = []
    passed: list[tuple[Diagnostic, Suppression]] = []
    for finding in found:
        by = own.get((finding.tool or "", finding.code)) or _of_project(finding, settings.suppressions)
        if by is None:
            told.append(finding)
        else:
            passed.append((finding, by))
    used = frozenset(by for _, by in passed)
    # One that stands above several tools (at the root, a path or a tag) is of use where one of them needs it.
    needed = {(by.code, by.place) for by in used}
    idle: dict[tuple[str, Location], Suppression] = {}
    for one in own.values():
        key = (one.code, one.place)
        if key not in needed:
            idle[key] = replace(one, tool=None) if key in idle else one
    told += unused(list(idle.values()), settings)
    return Suppressed(told=tuple(told), passed=tuple(passed), used=used)


def unused(suppressions: Sequence[Suppression], settings: LintSettings) -> Iterator[Diagnostic]:
    """Yield a finding for each suppression that suppresses nothing, of the rules that took part."""
    codes = {rule.code for rule in all_rules()}
    for one in suppressions:
        about = f" of `{one.tool}`" if one.tool is not None else ""
        if one.code not in codes:
            near = nearest(one.code, codes, limit=1)
            message = f"`{one.code}` is no rule that can be suppressed"
            hint = f"did you mean `{near[0]}`?" if near else "what reading finds is mended, not suppressed"
        elif settings.judges(one.code):
            message = f"`{one.code}`{about} is suppressed here and finds nothing any more"
            hint = "remove the suppression"
        else:
            continue
        yield Diagnostic(
            code="LK-06",
            severity=Severity.WARNING,
            message=message,
            location=one.place,
            hint=hint,
            tool=one.tool,
        )


def _of_project(finding: Diagnostic, suppressions: Iterable[Suppression]) -> Suppression | None:
    about = (None, finding.tool, finding.location.path)
    return next((one for one in suppressions if one.code == finding.code and one.tool in about), None)
