"""The build: sources in, files out, all in memory.

Pure and offline: no network, no clock, no environment, no writing. What lies in the output folder is given as data,
and files are read through the document store alone. The same input gives the same bytes on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from toolmint import sources as source_plugs
from toolmint import targets as target_plugs
from toolmint.config import Project
from toolmint.diagnostics import Diagnostic, Severity, ordered
from toolmint.documents import DocumentStore
from toolmint.errors import OutputError, SourceError
from toolmint.ir.contract import Catalog, LeftOut
from toolmint.location import Location
from toolmint.manifest import MANIFEST, Manifest, is_safe_path, manifest_of, merged
from toolmint.rendering import Renderer
from toolmint.source import SourceInput

if TYPE_CHECKING:
    from toolmint.target import TargetInput

__all__ = ["BuildResult", "Progress", "SourceSummary", "build", "reprint", "targets_of"]

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with what begins now, how many steps are done, and how many there are."""
Status: TypeAlias = Literal["built", "blocked", "unreadable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceSummary:
    """What became of one source."""

    name: str
    label: str
    """The source as generated files call it."""
    status: Status
    """`built`: its files are in the result; `blocked`: an error kept them out; `unreadable`: so did a failure."""
    tools: int = 0
    files: int = 0
    """Files that were printed, the manifest among them."""
    left_out: tuple[LeftOut, ...] = ()
    """What did not become a tool; `failed` where an error is the reason."""
    errors: int = 0
    """Findings of error severity."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildResult:
    """What a project compiles to."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    """Path below the output folder, with `/`, to content; sorted."""
    manifests: Mapping[str, Manifest] = field(default_factory=dict)
    """Package to its manifest, which `files` holds too; the packages that were built."""
    catalogs: Mapping[str, Catalog] = field(default_factory=dict)
    """Package to what its source says; the packages that were built."""
    extracted: Mapping[str, Catalog] = field(default_factory=dict)
    """Source to what could be read of it, whether it was built or not."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Located and ordered."""
    sources: tuple[SourceSummary, ...] = ()
    """Every source of the project, in its order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Package:
    """The outcome of one source."""

    summary: SourceSummary
    files: Mapping[str, bytes] = field(default_factory=dict)
    manifest: Manifest | None = None
    catalog: Catalog | None = None
    extracted: Catalog | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


def build(
    project: Project,
    *,
    targets: Sequence[str] | None = None,
    keep_going: bool = False,
    progress: Progress | None = None,
    store: DocumentStore | None = None,
    manifests: Mapping[str, Manifest] | None = None,
) -> BuildResult:
    """Compile the sources of a project.

    A source with an error gives no files, and stops none of the others.

    Args:
        project: what to compile.
        targets: print only these and what they require; the manifest keeps the entries of the other files. Empty: the
            sources are only read, and no manifest is made.
        keep_going: compile what can be compiled of a source with errors.
        progress: told of each step.
        store: reads the documents; what it has read already is not read again.
        manifests: package to the manifest that lies in the output folder; used where `targets` is given.

    Raises:
        UsageError: there is no such target.
        OutputError: a file would lie outside its package.
        ToolmintError: templates are wrong, or a plug-in has a bug.
    """
    plans = [(source, targets_of(project, source, targets)) for source in project.sources]
    run = _Run(
        project=project,
        store=store or DocumentStore(project.root),
        renderer=Renderer(project.templates),
        steps=_Steps(progress, sum(1 + len(names) for _, names in plans)),
        keep_going=keep_going,
        manifests=manifests if manifests is not None and targets is not None else {},
        reads_only=targets is not None and not targets,
    )
    packages = [_build_source(run, source, names) for source, names in plans]
    findings = [*project.notices, *(finding for package in packages for finding in package.diagnostics)]
    files = {path: content for package in packages for path, content in package.files.items()}
    return BuildResult(
        files=dict(sorted(files.items())),
        manifests={package.summary.name: package.manifest for package in packages if package.manifest is not None},
        catalogs={package.summary.name: package.catalog for package in packages if package.catalog is not None},
        extracted={one.summary.name: one.extracted for one in packages if one.extracted is not None},
        diagnostics=ordered(map(run.store.located, findings)),
        sources=tuple(package.summary for package in packages),
    )


def targets_of(project: Project, source: SourceInput, only: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return the targets that a source is printed by, with what they require.

    Args:
        project: says which targets it wants.
        source: may say otherwise for itself.
        only: takes the place of both.

    Returns:
        Names in the order of `targets.TARGETS`.

    Raises:
        UsageError: there is no such target.
    """
    known = target_plugs.TARGETS
    chosen: Iterable[str]
    if only is not None:
        chosen = only
    elif source.name in project.source_targets:
        chosen = project.source_targets[source.name]
    elif project.targets is not None:
        chosen = project.targets
    else:
        chosen = target_plugs.DEFAULT_TARGETS[source.kind]
    wanted: set[str] = set()
    pending = list(chosen)
    while pending:
        name = pending.pop()
        if name not in wanted:
            pending += target_plugs.load_target(name).requires
            wanted.add(name)
    return tuple(name for name in known if name in wanted)


class _Steps:
    """Counts the steps of a build for whoever watches it."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def begin(self, what: str) -> None:
        if self._progress is not None:
            self._progress(what, self._done, self._total)
        self._done += 1

    def skip(self, count: int) -> None:
        self._done += count


@dataclass(frozen=True, slots=True, kw_only=True)
class _Run:
    """What every source of a build is given."""

    project: Project
    store: DocumentStore
    renderer: Renderer
    steps: _Steps
    keep_going: bool
    manifests: Mapping[str, Manifest]
    """Manifests whose entries stay; empty where everything is printed."""
    reads_only: bool
    """Nothing is to be written, and the digests of a manifest take as long as the reading."""


def _build_source(run: _Run, source: SourceInput, targets: Sequence[str]) -> _Package:
    label = run.project.source_label(source)
    run.steps.begin(f"{source.name}: reading")
    try:
        extraction = source_plugs.load_source(source.kind).extract(source, run.store)
    except SourceError as error:
        run.steps.skip(len(targets))
        summary = SourceSummary(name=source.name, label=label, status="unreadable", errors=1)
        return _Package(summary=summary, diagnostics=(_finding_of(error, label),))
    findings = list(extraction.diagnostics)
    files: dict[str, bytes] = {}
    if targets and (run.keep_going or not _errors(findings)):
        # What is only read, as by `lint`, does without the dialects of providers.
        from toolmint.lowering.findings import grouped_findings
        from toolmint.target import TargetInput

        request = TargetInput(
            catalog=extraction.catalog, source_label=label, renderer=run.renderer, budget=run.project.budget
        )
        files, losses = _print(request, source.name, targets, run.steps)
        findings = list(grouped_findings([*findings, *losses]))
    else:
        run.steps.skip(len(targets))
    errors = _errors(findings)
    summary = SourceSummary(
        name=source.name,
        label=label,
        status="blocked" if errors and not run.keep_going else "built",
        tools=len(extraction.catalog.contracts),
        left_out=extraction.catalog.left_out,
        errors=errors,
    )
    if summary.status == "blocked":
        return _Package(summary=summary, extracted=extraction.catalog, diagnostics=tuple(findings))
    if run.reads_only:
        return _Package(
            summary=summary, catalog=extraction.catalog, extracted=extraction.catalog, diagnostics=tuple(findings)
        )
    return _package(summary, extraction.catalog, files, tuple(findings), run.manifests.get(source.name))


def reprint(project: Project, package: str, catalog: Catalog, label: str) -> dict[str, bytes]:
    """Print a catalog with the templates and targets of today.

    Args:
        project: says which.
        package: the source's name.
        catalog: what to print, such as a contract that is checked in.
        label: what generated files call the source.

    Returns:
        Path below the package's folder to content, without the manifest; empty where no source has that name.

    Raises:
        ToolmintError: templates are wrong, or a plug-in has a bug.
    """
    from toolmint.target import TargetInput

    source = next((source for source in project.sources if source.name == package), None)
    if source is None:
        return {}
    request = TargetInput(
        catalog=catalog, source_label=label, renderer=Renderer(project.templates), budget=project.budget
    )
    return _print(request, package, targets_of(project, source), _Steps(None, 0))[0]


def _print(
    request: TargetInput, package: str, targets: Iterable[str], steps: _Steps
) -> tuple[dict[str, bytes], list[Diagnostic]]:
    files: dict[str, bytes] = {}
    findings: list[Diagnostic] = []
    for name in targets:
        steps.begin(f"{package}: {name}")
        printout = target_plugs.load_target(name).render(request)
        findings += printout.diagnostics
        _take_files(files, printout.files, package=package, target=name)
    return files, findings


def _package(
    summary: SourceSummary,
    catalog: Catalog,
    files: Mapping[str, bytes],
    findings: tuple[Diagnostic, ...],
    earlier: Manifest | None,
) -> _Package:
    manifest = merged(manifest_of(catalog, files, source=summary.label), earlier)
    named = {f"{summary.name}/{path}": content for path, content in files.items()}
    named[f"{summary.name}/{MANIFEST}"] = manifest.to_bytes()
    summary = replace(summary, files=len(named))
    return _Package(
        summary=summary,
        files=named,
        manifest=manifest,
        catalog=catalog,
        extracted=catalog,
        diagnostics=findings,
    )


def _take_files(files: dict[str, bytes], printed: Mapping[str, bytes], *, package: str, target: str) -> None:
    for path, content in printed.items():
        if not is_safe_path(path) or path == MANIFEST:
            raise OutputError(f"target `{target}` would write `{path}`, which is no place inside `{package}/`")
        if path in files:
            raise OutputError(f"two targets would write `{package}/{path}`; the second is `{target}`")
        files[path] = content


def _finding_of(error: SourceError, label: str) -> Diagnostic:
    if error.diagnostic is not None:
        return error.diagnostic
    location = Location(path=label, line=1, column=1)
    return Diagnostic(code="IN-01", severity=Severity.ERROR, message=error.message, location=location, hint=error.hint)


def _errors(findings: Iterable[Diagnostic]) -> int:
    return sum(finding.severity is Severity.ERROR for finding in findings)
