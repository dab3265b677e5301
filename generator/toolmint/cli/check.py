"""`toolmint check`: everything that must be true before a merge. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from toolmint.build import reprint
from toolmint.cli.compiling import (
    Compiled,
    Request,
    compile_sources,
    counted,
    errors_only,
    exit_code,
    open_sources,
    print_report,
    summary_of,
    totals,
    unreadable_output,
)
from toolmint.cli.console import Console
from toolmint.cli.earlier import earlier_catalogs
from toolmint.cli.linting import LintOptions, judge_compiled
from toolmint.diagnostics import Diagnostic, ordered
from toolmint.drift import MAX_DIFF_LINES, Difference, counts, diff_output
from toolmint.errors import ExitCode
from toolmint.ir.contract import Catalog
from toolmint.lock import Lock
from toolmint.pins.offline import check_offline, read_lock
from toolmint.renames import find_renames
from toolmint.reporters import DOCUMENTS
from toolmint.text import plural

__all__ = ["run"]


def run(
    console: Console, request: Request, *, report_format: str, only: str | None = None, against: str | None = None
) -> ExitCode:
    """Compile the sources, compare with what is checked in, and tell both.

    Args:
        console: prints.
        request: what was asked for.
        report_format: a key of `reporters.REPORTERS`.
        only: `drift`: no rules judge, and of the findings only errors are told, as they keep a source from being
            compared; `lint`: nothing is compared; `pins`: only what the lock says.
        against: what the sources were before: a git revision, a file or a folder; None: the checked-in contracts.

    Raises:
        ToolmintError: the run cannot take place.
    """
    if only == "pins":
        return _check_pins(console, request, report_format=report_format)
    compiled = compile_sources(console, replace(request, targets=()) if only == "lint" else request)
    if only is None:
        compiled = _with_findings(compiled, _pin_findings(compiled))
    earlier = earlier_catalogs(compiled.project, against, cwd=compiled.cwd)
    compiled = _with_renames(compiled, earlier)
    judgement = None
    if only != "drift":
        judgement = judge_compiled(console, compiled, LintOptions(), earlier=earlier)
        compiled = _with_findings(compiled, judgement.findings)
    differences = () if only == "lint" else _differences(compiled, console)
    code = exit_code(compiled.result)
    if code is ExitCode.CLEAN and differences:
        code = ExitCode.FINDINGS
    differing = sum(difference.files for difference in differences)
    told = errors_only(compiled.result.diagnostics) if only == "drift" else compiled.result.diagnostics
    if not (console.quiet and code is ExitCode.CLEAN and report_format not in DOCUMENTS):
        print_report(
            console,
            compiled,
            report_format=report_format,
            summary={**summary_of(compiled.result), "differing": differing},
            findings=told,
            differences=None if only == "lint" else differences,
        )
    if only == "lint":
        console.say(f"{totals(compiled.result, 'linted', files=False)}{counted(told)}")
    else:
        _tell_outcome(console, compiled, differences, found=counted(told), generate=request.command("generate"))
    return code


def _pin_findings(compiled: Compiled, lock: Lock | None = None) -> tuple[Diagnostic, ...]:
    """Return what is wrong with third-party tools as they lie in the project."""
    project = compiled.project
    if project.specs is None:  # named by paths, so that no lock is about them
        return ()
    names = None if project.whole else [source.name for source in project.sources]
    return check_offline(project, lock or read_lock(project.root), compiled.store, names=names)


def _check_pins(console: Console, request: Request, *, report_format: str) -> ExitCode:
    compiled = open_sources(request)
    lock = read_lock(compiled.project.root) if compiled.project.specs is not None else Lock()
    found = _pin_findings(compiled, lock)
    code = ExitCode.FINDINGS if errors_only(found) else ExitCode.CLEAN
    if report_format in DOCUMENTS or (found and not (console.quiet and code is ExitCode.CLEAN)):
        print_report(
            console, compiled, report_format=report_format, summary=summary_of(compiled.result), findings=found
        )
    console.say(f"checked {plural(len(lock.pins), 'pin')}{counted(found) or ', as accepted'}")
    return code


def _with_renames(compiled: Compiled, earlier: Mapping[str, Catalog]) -> Compiled:
    """Add what was renamed since the earlier state."""
    found: list[Diagnostic] = []
    for name, catalog in compiled.result.catalogs.items():
        if name in earlier:
            found += find_renames(earlier[name], catalog)
    return _with_findings(compiled, found)


def _with_findings(compiled: Compiled, found: Sequence[Diagnostic]) -> Compiled:
    if not found:
        return compiled
    located = map(compiled.store.located, found)
    result = replace(compiled.result, diagnostics=ordered([*compiled.result.diagnostics, *located]))
    return replace(compiled, result=result)


def _differences(compiled: Compiled, console: Console) -> tuple[Difference, ...]:
    try:
        return diff_output(
            compiled.result,
            compiled.project.out,
            whole=compiled.project.whole,
            manifests=compiled.manifests,
            reprint=partial(reprint, compiled.project),
            max_diff_lines=None if console.verbose else MAX_DIFF_LINES,
        )
    except OSError as error:
        raise unreadable_output(error, compiled.project) from error


def _tell_outcome(
    console: Console, compiled: Compiled, differences: Sequence[Difference], *, found: str, generate: str
) -> None:
    result = compiled.result
    for source in result.sources:
        if source.status != "built":
            reason = plural(source.errors, "error") if source.status == "blocked" else "it cannot be read"
            console.tell(f"`{source.name}` was not compared: {reason}")
    if not differences:
        built = any(source.status == "built" for source in result.sources)
        console.say(f"{totals(result, 'checked')}{', all up to date' if built else ''}{found}")
        return
    if found:
        console.say(f"{totals(result, 'checked')}{found}")
    total = len(result.files) + sum(difference.files for difference in differences if difference.cause == "stale")
    differing = sum(difference.files for difference in differences)
    words = {
        "changed": "changed",
        "missing": "missing",
        "stale": "stale",
        "hand-edited": "edited by hand",
    }
    parts = [f"{count:,} {words[cause]}" for cause, count in counts(differences).items() if count]
    verb = "differs" if differing == 1 else "differ"
    console.tell(f"{differing:,} of {plural(total, 'generated file')} {verb}: {', '.join(parts)}")
    if not compiled.project.out.is_dir():
        console.tell(f"the folder `{compiled.out_label}` does not exist: nothing has been generated yet")
    console.hint("\n      ".join(_advice(differences, generate)))


def _advice(differences: Sequence[Difference], generate: str) -> Iterator[str]:
    """Yield what helps, each cause its own: a fresh run for all would bless what nobody can explain."""
    mends = {difference.mend for difference in differences}
    alone = len(mends) == 1
    if "move-edit" in mends:
        what = "the edit" if alone else "what was edited by hand"
        yield f"move {what} into its source or template; `{generate}` replaces the file"
    if "review" in mends:
        yield "look at the difference first: nobody can tell whether a person or toolmint wrote what is checked in"
    if "remove" in mends:
        yield "move or remove by hand the stale files that toolmint did not write"
    if "generate" in mends:
        yield f"run `{generate}`" if alone else f"run `{generate}` for the others"
