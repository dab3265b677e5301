"""`toolmint lint`: judge what a model reads. Writes nothing but a baseline or fixes that were asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from toolmint.cli.compiling import (
    Compiled,
    Request,
    compile_sources,
    counted,
    exit_code,
    print_report,
    shown_from,
    summary_of,
)
from toolmint.cli.console import Console
from toolmint.cli.earlier import earlier_catalogs
from toolmint.cli.linting import LintOptions, absent_sources, baseline_file, counts_line, judge_compiled
from toolmint.diagnostics import Diagnostic, Severity, ordered
from toolmint.documents import read_file
from toolmint.errors import ConfigError, ExitCode, UsageError, system_reason
from toolmint.ir.contract import Catalog
from toolmint.linting import Judgement, parse_baseline, resolved_edits, write_baseline
from toolmint.linting.baseline import Entry
from toolmint.text import plural

__all__ = ["run"]


def run(console: Console, request: Request, options: LintOptions, *, report_format: str) -> ExitCode:
    """Judge the sources that were asked for.

    Args:
        console: prints.
        request: what was asked for.
        options: which rules, against what, and what fails.
        report_format: a key of `reporters.REPORTERS`.

    Raises:
        ToolmintError: the run cannot take place.
    """
    compiled = compile_sources(console, replace(request, targets=()))
    earlier = earlier_catalogs(compiled.project, options.against, cwd=compiled.cwd)
    judgement = judge_compiled(console, compiled, options, earlier=earlier)
    if options.update_baseline:
        return _update(console, compiled, options, judgement)
    if options.fix:
        compiled, judgement = _fix(console, compiled, options, judgement, earlier, as_data=report_format == "text")
    findings, passed_over = _found(compiled, judgement, with_notes=report_format == "json" or console.verbose)
    result = replace(compiled.result, diagnostics=findings)
    counts = Counter([one.severity for one in findings])
    counts[Severity.INFO] += passed_over
    code = exit_code(result)
    if code is ExitCode.CLEAN and any(counts[one] for one in Severity if one.rank >= options.fail_on.rank):
        code = ExitCode.FINDINGS
    if report_format != "text" or findings:
        numbers = {severity.value: counts[severity] for severity in reversed(Severity)}
        summary = {
            **summary_of(result),
            **numbers,
            "prompts": judgement.prompts,
            "suppressed": judgement.suppressed,
            "known": judgement.known,
        }
        print_report(
            console,
            replace(compiled, result=result),
            report_format=report_format,
            summary=summary,
            fails_from=options.fail_on,
        )
    sources = plural(len(compiled.result.sources), "source")
    tools = plural(sum(len(catalog.contracts) for catalog in compiled.result.extracted.values()), "tool")
    prompts = f", {plural(judgement.prompts, 'prompt')}" if judgement.prompts else ""
    found = counted(findings) or "; nothing found"
    console.say(f"linted {sources}: {tools}{prompts}{found}{counts_line(judgement)}")
    # Of code only its author knows how a text is put together: nothing there is mended.
    fixable = sum(one.fix is not None and bool(resolved_edits(one.fix, compiled.store)) for one in judgement.findings)
    if fixable and not options.fix:
        console.say(f"{plural(fixable, 'finding')} can be mended by `--fix`, which shows what it changes")
    if counts[Severity.INFO] and not console.verbose:
        console.say(f"{plural(counts[Severity.INFO], 'note')} not shown (`--verbose` shows them)")
    return code


def _found(compiled: Compiled, judgement: Judgement, *, with_notes: bool) -> tuple[tuple[Diagnostic, ...], int]:
    """Return what was found, with its lines, and how many notes are left out, whose lines nobody is shown."""
    told: list[Diagnostic] = []
    notes: list[Diagnostic] = []
    for one in judgement.findings:
        document = compiled.store.document(one.location.path)
        # Of a document that an overlay made, several places may be written in one: notes are equal once looked up.
        is_made = document is not None and document.origins is not None
        is_told = with_notes or one.severity is not Severity.INFO or is_made
        (told if is_told else notes).append(one)
    located = map(compiled.store.located, told)
    return ordered([*compiled.result.diagnostics, *located]), len(ordered(notes))


def _fix(
    console: Console,
    compiled: Compiled,
    options: LintOptions,
    judgement: Judgement,
    earlier: Mapping[str, Catalog],
    *,
    as_data: bool,
) -> tuple[Compiled, Judgement]:
    """Mend what is safe, show it, write it, and return what is left."""
    from toolmint.cli.fixing import fixed
    from toolmint.cli.source_edits import show_changes, write_changes

    done = fixed(console, compiled, options, judgement, earlier=earlier)
    show_changes(console, done.changes, compiled, as_data=as_data)
    for path in done.foreign:
        console.tell(f"`{shown_from(path, compiled)}` is left as it is: its text is somebody else's")
    files = plural(len(done.changes), "file")
    if options.dry_run:
        console.say(f"nothing written: {plural(done.count, 'finding')} would be mended in {files}")
        return compiled, judgement
    write_changes(done.changes)
    console.say(f"mended {plural(done.count, 'finding')} in {files}" if done.changes else "nothing to mend")
    return done.compiled, done.judgement


def _update(console: Console, compiled: Compiled, options: LintOptions, judgement: Judgement) -> ExitCode:
    """Write the baseline, and show what it takes up and what it gives up."""
    from toolmint.output import write_whole

    file = baseline_file(compiled, options)
    if file is None:
        raise UsageError(
            "`--update-baseline`: there is no baseline",
            hint="name one: `--baseline lint-baseline.json`, or `baseline` in `[tool.toolmint.lint]`",
        )
    if exit_code(compiled.result) is ExitCode.UNUSABLE:
        raise UsageError("`--update-baseline`: a source cannot be read, so that its findings would be lost")
    before = _entries(file)
    # An entry of what is no longer there goes; one of what was not judged in this run stays.
    absent = absent_sources(compiled)
    kept = [
        entry
        for entry in before.elements()
        if entry.source not in judgement.judged and (entry.source in absent or not compiled.project.whole)
    ]
    after = Counter([*kept, *judgement.entries])
    write_whole(file, write_baseline(after.elements()))
    for sign, changed in (("+", after - before), ("-", before - after)):
        for entry in sorted(changed.elements()):
            about = f"{entry.source}.{entry.tool}" if entry.tool else entry.source
            console.say(f"{sign} {entry.code} {about}: {entry.message}")
    added, removed = (after - before).total(), (before - after).total()
    console.say(f"wrote `{file.name}`: {plural(after.total(), 'finding')}, {added:,} added, {removed:,} removed")
    return ExitCode.CLEAN


def _entries(file: Path) -> Counter[Entry]:
    try:
        return Counter(parse_baseline(read_file(file), path=file.name).counts)
    except FileNotFoundError:
        return Counter()
    except OSError as error:
        raise ConfigError(f"cannot read `{file.name}`: {system_reason(error)}") from error
