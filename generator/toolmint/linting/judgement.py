"""Judging a project: all of its sources, less what it lets pass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import Catalog
from toolmint.linting.baseline import Baseline, Entry, compare, entry_of, stale_findings
from toolmint.linting.engine import lint_catalog
from toolmint.linting.suppressions import suppress, unused
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings, Suppression

__all__ = ["Judgement", "judge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the rules say of a project."""

    findings: tuple[Diagnostic, ...]
    """New ones, and what is wrong with suppressions and baseline; their lines are not looked up yet."""
    suppressed: int
    """Findings that the sources or the project let pass."""
    known: int
    """Findings that the baseline lists."""
    entries: tuple[Entry, ...]
    """What a baseline of today would list: every warning and error that is not suppressed."""
    stale: tuple[Entry, ...]
    """Entries of the baseline that are not found any more."""


def judge(
    catalogs: Mapping[str, Catalog],
    settings: LintSettings,
    *,
    renderer: Renderer,
    earlier: Mapping[str, Catalog] | None = None,
    baseline: Baseline | None = None,
    whole: bool = True,
    progress: Callable[[str, int, int], None] | None = None,
) -> Judgement:
    """Judge every source by every rule.

    Args:
        catalogs: name of a source to what it says.
        settings: what the project says of linting.
        renderer: renders the descriptions.
        earlier: name of a source to what it once said.
        baseline: findings that were there before.
        whole: whether `catalogs` is everything that the project has; only then can a suppression be unused.
        progress: told of each source that begins, how many are done, and how many there are.
    """
    left: list[tuple[Diagnostic, str]] = []
    complaints: list[Diagnostic] = []
    used: set[Suppression] = set()
    suppressed = 0
    for done, (name, catalog) in enumerate(catalogs.items()):
        if progress is not None:
            progress(f"{name}: rules", done, len(catalogs))
        found = lint_catalog(catalog, settings, earlier=(earlier or {}).get(name), renderer=renderer)
        result = suppress(found, catalog, settings)
        suppressed += len(result.passed)
        used |= result.used
        for finding in result.told:
            if finding.code == "LK-06":
                complaints.append(finding)
            else:
                left.append((finding, name))
    if whole:
        complaints += unused([one for one in settings.suppressions if one not in used], settings)
    kept = [(finding, name) for finding, name in left if finding.severity is not Severity.INFO]
    entries = tuple(sorted(entry_of(finding, name) for finding, name in kept))
    fresh, known, stale = compare(left, baseline or Baseline(), sources=catalogs)
    # A rule that did not take part cannot say that its findings are gone.
    stale = [entry for entry in stale if settings.judges(entry.code)]
    if baseline is not None:
        complaints += stale_findings(stale, baseline)
    return Judgement(
        findings=(*fresh, *complaints), suppressed=suppressed, known=known, entries=entries, stale=tuple(stale)
    )
