"""What `generate` and `check` have in common: open the project, compile it, tell what was found."""

from __future__ import annotations

import os
import posixpath
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from toolmint.build import BuildResult, Progress, build
from toolmint.cli.console import Console
from toolmint.cli.failures import explained, file_line
from toolmint.config import Project, find_root, open_project
from toolmint.diagnostics import CODES, Diagnostic, Severity
from toolmint.documents import DocumentStore
from toolmint.drift import Difference
from toolmint.errors import ExitCode, OutputError, ToolmintError, UsageError, system_reason
from toolmint.ir.schema import Json
from toolmint.location import Location
from toolmint.manifest import Manifest, read_manifests
from toolmint.reporters import load_reporter
from toolmint.reporters.report import Failure, Layout, Report
from toolmint.text import plural, visible

if TYPE_CHECKING:
    from toolmint.execution import FailedRun

__all__ = [
    "Compiled",
    "Request",
    "compile_sources",
    "counted",
    "errors_only",
    "exit_code",
    "names_of",
    "open_sources",
    "print_report",
    "shown_from",
    "summary_of",
    "tell_notes",
    "totals",
    "unreadable_output",
]

OUTPUT_LINES = 20
"""Lines that are shown of what code printed which failed."""
SHOWN_BELOW_ERROR = 10
"""Warnings that are shown in text unless `--verbose` asks for all: third-party documents have hundreds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What was asked for on the command line; paths are relative to the current folder."""

    sources: tuple[str, ...] = ()
    folder: Path | None = None
    """The project's folder, where it is given."""
    out: Path | None = None
    targets: tuple[str, ...] | None = None
    keep_going: bool = False

    def command(self, name: str) -> str:
        """Write what to type so that another command is about the same sources and folders."""
        options = [("--out", self.out), ("--project", self.folder)]
        given = [part for option, value in options if value is not None for part in (option, str(value))]
        return shlex.join(["toolmint", name, *self.sources, *given])


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """A project and what it compiles to."""

    project: Project
    store: DocumentStore
    result: BuildResult
    manifests: Mapping[str, Manifest]
    """Package to manifest, as they lie in the output folder."""
    cwd: Path

    @property
    def out_label(self) -> str:
        """The output folder as seen from the current folder."""
        return _from_cwd(self.project.out_label, self.project.root, self.cwd)


def compile_sources(console: Console, request: Request) -> Compiled:
    """Open the project and build it in memory.

    Raises:
        ToolmintError: the run cannot take place; places are given as seen from the current folder.
    """
    opened = open_sources(request)
    project = opened.project
    with _places_seen_from_here(project.root, opened.cwd):
        manifests = _manifests(project)
        with console.progress() as progress:
            failed = run_code(project, opened.store, progress)
            result = build(
                project,
                targets=request.targets,
                keep_going=request.keep_going,
                progress=progress,
                store=opened.store,
                manifests=manifests,
            )
    for run in failed:
        console.tell(f"the end of what `{run.name}` printed:\n{_indented(run.output)}")
    return replace(opened, result=result, manifests=manifests)


def open_sources(request: Request) -> Compiled:
    """Open the project, and build nothing of it.

    Raises:
        ToolmintError: as for `compile_sources`.
    """
    cwd = Path.cwd()
    if request.folder is not None and not (cwd / request.folder).is_dir():
        raise UsageError(f"`--project {request.folder}` is no folder")
    root = (cwd / request.folder).resolve() if request.folder is not None else find_root(cwd)
    with _places_seen_from_here(root, cwd):
        project, store = open_project(request.sources, root=root, cwd=cwd, out=request.out)
    return Compiled(project=project, store=store, result=BuildResult(), manifests={}, cwd=cwd)


@contextmanager
def _places_seen_from_here(root: Path, cwd: Path) -> Iterator[None]:
    try:
        yield
    except ToolmintError as error:
        if error.diagnostic is not None:
            error.diagnostic = _moved(error.diagnostic, root, cwd)
        raise


def run_code(project: Project, store: DocumentStore, progress: Progress | None) -> tuple[FailedRun, ...]:
    """Run the code that a project's sources ask for; most ask for none."""
    if all(source.execution is None for source in project.sources):
        return ()
    from toolmint.execution import run_sources

    def begin(what: str) -> None:
        if progress is not None:
            progress(what, 0, len(project.sources))

    return run_sources(project.sources, store, begin=begin)


def _indented(output: str) -> str:
    lines = [visible(line.rstrip()) for line in output.rstrip().splitlines()]
    return "\n".join(f"    {line}" for line in lines[-OUTPUT_LINES:])


def print_report(
    console: Console,
    compiled: Compiled,
    *,
    report_format: str,
    summary: Mapping[str, Json],
    findings: Sequence[Diagnostic] | None = None,
    differences: tuple[Difference, ...] | None = None,
    failure: Failure | None = None,
    fails_from: Severity = Severity.ERROR,
    as_data: bool = True,
) -> None:
    """Print findings and drift, in the format that was asked for.

    Args:
        console: prints.
        compiled: what they are about.
        report_format: a key of `reporters.REPORTERS`.
        summary: counts, for programs.
        findings: what is told; None: everything that the build found.
        differences: what has drifted; None where nobody compared.
        failure: why the run did not go on.
        fails_from: the least severity of a finding that fails the run.
        as_data: to stdout; False: to stderr, as stdout belongs to something else.
    """
    root, cwd, store = compiled.project.root, compiled.cwd, compiled.store
    told = compiled.result.diagnostics if findings is None else findings
    if report_format != "json" and not console.verbose:
        told = [finding for finding in told if finding.severity is not Severity.INFO]
    originals = {_from_cwd(path, root, cwd): path for path in dict.fromkeys(one.location.path for one in told)}

    @lru_cache(maxsize=1)  # a document may stand in one line of megabytes, which has most of the findings
    def lines(path: str, line: int) -> str | None:
        known = store.source_line(originals.get(path, path), line)
        return known if known is not None else file_line(path, line)

    report = Report(
        findings=tuple(told) if root == cwd else tuple(_moved(finding, root, cwd) for finding in told),
        differences=differences,
        out=compiled.out_label,
        summary=summary,
        names=names_of(told),
        lines=lines,
        explain=explained,
        fails_from=fails_from,
        failure=failure,
    )
    limit = None if console.verbose else SHOWN_BELOW_ERROR
    paint = console.paint if as_data else console.paint_error_stream
    text = load_reporter(report_format)(report, Layout(paint=paint, width=console.width, limit=limit))
    if as_data:
        console.data(text)
    else:
        console.tell(text.rstrip("\n"))


def names_of(findings: Iterable[Diagnostic]) -> dict[str, str]:
    """Return code to name, of rules too where a finding is one's."""
    names = {code: entry.name for code, entry in CODES.items()}
    if any(finding.code not in names for finding in findings):
        from toolmint.rules import all_rules

        names |= {rule.code: rule.name for rule in all_rules()}
    return names


def shown_from(path: str, compiled: Compiled) -> str:
    """Return a file as seen from the current folder."""
    return _from_cwd(path, compiled.project.root, compiled.cwd)


def tell_notes(console: Console, result: BuildResult) -> None:
    """Say how many findings of info severity a report for people leaves out."""
    notes = sum(finding.severity is Severity.INFO for finding in result.diagnostics)
    if notes and not console.verbose:
        console.say(f"{plural(notes, 'note')} not shown (`--verbose` shows {'it' if notes == 1 else 'them'})")


def errors_only(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the findings of error severity."""
    return tuple(finding for finding in findings if finding.severity is Severity.ERROR)


def exit_code(result: BuildResult) -> ExitCode:
    """Return the exit code that the findings of a build ask for."""
    if any(source.status == "unreadable" for source in result.sources):
        return ExitCode.UNUSABLE
    return ExitCode.FINDINGS if errors_only(result.diagnostics) else ExitCode.CLEAN


def totals(result: BuildResult, verb: str, *, files: bool = True) -> str:
    """Write the beginning of the line that says what was done: `compiled 3 sources: 19 tools, 27 files`."""
    built = [source for source in result.sources if source.status == "built"]
    everything = len(result.sources)
    sources = plural(everything, "source")
    if len(built) < everything:
        sources = f"{len(built)} of {sources}"
    tools = plural(sum(source.tools for source in built), "tool")
    return f"{verb} {sources}: {tools}" + (f", {plural(sum(one.files for one in built), 'file')}" if files else "")


def counted(findings: Iterable[Diagnostic]) -> str:
    """Write how many errors and warnings there are, as the end of a line: `; 2 errors, 1 warning`; empty for none."""
    counts = Counter(finding.severity for finding in findings)
    told = [plural(counts[one], one.value) for one in (Severity.ERROR, Severity.WARNING) if counts[one]]
    return f"; {', '.join(told)}" if told else ""


def summary_of(result: BuildResult) -> dict[str, Json]:
    """Return the counts of a build, for programs."""
    built = [source for source in result.sources if source.status == "built"]
    return {
        "sources": [
            {
                "name": source.name,
                "source": source.label,
                "status": source.status,
                "tools": source.tools,
                "files": source.files,
                "errors": source.errors,
                "left_out": [
                    {"what": entry.what, "reason": entry.reason, "failed": entry.failed} for entry in source.left_out
                ],
            }
            for source in result.sources
        ],
        "tools": sum(source.tools for source in built),
        "files": sum(source.files for source in built),
    }


def _manifests(project: Project) -> dict[str, Manifest]:
    try:
        return read_manifests(project.out)
    except OSError as error:
        raise unreadable_output(error, project) from error


def unreadable_output(error: OSError, project: Project) -> OutputError:
    """Make the error for something in the output folder that cannot be read."""
    return OutputError(f"cannot read `{error.filename or project.out}`: {system_reason(error)}")


def _moved(finding: Diagnostic, root: Path, cwd: Path) -> Diagnostic:
    """Name places as seen from the current folder, so that a terminal can open them."""

    def move(location: Location) -> Location:
        path = _from_cwd(location.path, root, cwd)
        return location if path == location.path else replace(location, path=path)

    here = move(finding.location)
    related = tuple(replace(other, location=move(other.location)) for other in finding.related)
    if here is finding.location and related == finding.related:
        return finding
    return finding.moved(here, related)


@lru_cache(maxsize=1024)
def _from_cwd(path: str, root: Path, cwd: Path) -> str:
    if root == cwd or posixpath.isabs(path) or Path(path).is_absolute():
        return path
    return Path(os.path.relpath(root / path, cwd)).as_posix()
