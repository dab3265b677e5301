"""Judging a project: all of its sources, less what it lets pass."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore
from toolmint.errors import SourceError
from toolmint.ir.contract import Catalog
from toolmint.linting.baseline import Baseline, Entry, compare, entry_of, stale_findings
from toolmint.linting.engine import lint_catalog
from toolmint.linting.suppressions import suppress, unused
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings, Suppression
from toolmint.rules import all_rules

__all__ = ["Judgement", "Prompts", "judge"]


_Part: TypeAlias = tuple[str, tuple[Diagnostic, ...], Catalog | None]
"""Name of a source with its findings and itself, or path of a prompt with its findings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompts:
    """The files of a project that speak of its tools."""

    files: Sequence[Path]
    store: DocumentStore
    """Reads them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the rules say of a project."""

    findings: tuple[Diagnostic, ...]
    """New ones, and what is wrong with suppressions and baseline; their lines are not looked up yet."""
    suppressed: int
    """Findings that the sources or the project let pass."""
    known: int
    """Findings that the baseline lists."""
    kept: Sequence[tuple[Diagnostic, str]]
    """Every warning and error of a rule that is not suppressed, each with the name of its source."""
    judged: frozenset[str]
    """What was judged, by the names that entries of a baseline have: of sources, and paths of prompts."""
    prompts: int
    """How many files of prompts were judged."""
    stale: tuple[Entry, ...]
    """Entries of the baseline that are not found any more."""

    @property
    def entries(self) -> list[Entry]:
        """What a baseline of today would list."""
        return sorted(entry_of(finding, name) for finding, name in self.kept)


def judge(
    catalogs: Mapping[str, Catalog],
    settings: LintSettings,
    *,
    renderer: Renderer,
    earlier: Mapping[str, Catalog] | None = None,
    prompts: Prompts | None = None,
    baseline: Baseline | None = None,
    whole: bool = True,
    absent: Collection[str] = (),
    progress: Callable[[str, int, int], None] | None = None,
) -> Judgement:
    """Judge every source and every prompt by every rule.

    Args:
        catalogs: name of a source to what it says.
        settings: what the project says of linting.
        renderer: renders the descriptions.
        earlier: name of a source to what it once said.
        prompts: what speaks of the tools of all sources; not judged where one of these is absent.
        baseline: findings that were there before.
        whole: whether `catalogs` is everything that the project has; only then can a suppression be unused.
        absent: sources of the project that could not be read.
        progress: told of each source that begins, how many are done, and how many there are.
    """
    run = _Run(settings, renderer, earlier or {}, progress)
    parts = [run.sources(catalogs)]
    if prompts is not None and not absent:
        parts.append(run.prompts(prompts, catalogs))
    found = _sort((one for part in parts for one in part), settings)
    left, complaints = found.left, found.complaints
    if whole:
        complaints += unused([one for one in settings.suppressions if one not in found.used], settings)
    kept = [(finding, name) for finding, name in left if finding.severity is not Severity.INFO]
    known_before = baseline or Baseline()
    # Of a source that is no longer the project's, or a prompt that is deleted, nothing is found any more.
    gone = {entry.source for entry in known_before.counts if whole and entry.source not in absent}
    fresh, known, stale = compare(left, known_before, sources=found.judged | gone)
    # A rule that did not take part cannot say that its findings are gone.
    stale = [entry for entry in stale if settings.judges(entry.code)]
    if baseline is not None:
        complaints += stale_findings(stale, baseline)
    return Judgement(
        findings=(*fresh, *complaints),
        suppressed=found.suppressed,
        known=known,
        kept=kept,
        judged=frozenset(found.judged),
        prompts=len(found.judged - catalogs.keys()),
        stale=tuple(stale),
    )


@dataclass(slots=True)
class _Sorted:
    """Findings, by what becomes of them."""

    left: list[tuple[Diagnostic, str]] = field(default_factory=list)
    """Those of rules, each with the name of its source or the path of its prompt."""
    complaints: list[Diagnostic] = field(default_factory=list)
    """What is wrong with a suppression, or keeps a prompt from being read: no baseline can hold it."""
    suppressed: int = 0
    used: set[Suppression] = field(default_factory=set)
    judged: set[str] = field(default_factory=set)


def _sort(parts: Iterable[_Part], settings: LintSettings) -> _Sorted:
    codes = {rule.code for rule in all_rules()}
    found = _Sorted()
    for name, findings, catalog in parts:
        found.judged.add(name)
        result = suppress(findings, catalog, settings)
        found.suppressed += len(result.passed)
        found.used |= result.used
        for finding in result.told:
            if finding.code in codes:
                found.left.append((finding, name))
            else:
                found.complaints.append(finding)
    return found


@dataclass(frozen=True, slots=True)
class _Run:
    settings: LintSettings
    renderer: Renderer
    earlier: Mapping[str, Catalog]
    progress: Callable[[str, int, int], None] | None

    def sources(self, catalogs: Mapping[str, Catalog]) -> Iterator[_Part]:
        tools = {name: frozenset(one.name for one in catalog.contracts) for name, catalog in catalogs.items()}
        for done, (name, catalog) in enumerate(catalogs.items()):
            self._tell(f"{name}: rules", done, len(catalogs))
            found = lint_catalog(
                catalog,
                self.settings,
                earlier=self.earlier.get(name),
                neighbours={other: names for other, names in tools.items() if other != name},
                renderer=self.renderer,
            )
            yield name, found, catalog

    def prompts(self, prompts: Prompts, catalogs: Mapping[str, Catalog]) -> Iterator[_Part]:
        from toolmint.linting.prompts import PromptLinter  # most projects have none

        linter = PromptLinter(catalogs, self.settings, earlier=self.earlier)
        for done, file in enumerate(prompts.files):
            self._tell(f"{file.name}: rules", done, len(prompts.files))
            try:
                path, found = linter.lint(file, prompts.store)
            except SourceError as error:
                if error.diagnostic is None:
                    raise
                path, found = error.diagnostic.location.path, (error.diagnostic,)
            yield path, found, None

    def _tell(self, what: str, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(what, done, total)
