"""`toolmint generate`: compile the sources and write what they give."""

from __future__ import annotations

from collections import Counter

from toolmint.build import BuildResult
from toolmint.cli.compiling import (
    Compiled,
    Request,
    compile_sources,
    exit_code,
    print_report,
    summary_of,
    tell_notes,
    totals,
)
from toolmint.cli.console import Console
from toolmint.errors import ExitCode, OutputError
from toolmint.output import WriteReport, write_output
from toolmint.reporters import DOCUMENTS
from toolmint.reporters.report import Failure
from toolmint.text import plural, visible

__all__ = ["run"]


def run(console: Console, request: Request, *, report_format: str) -> ExitCode:
    """Compile the sources that were asked for, tell what was found, and write the files.

    Args:
        console: prints.
        request: what was asked for.
        report_format: a key of `reporters.REPORTERS`.

    Raises:
        ToolmintError: the run cannot take place, or the output cannot be written.
    """
    compiled = compile_sources(console, request)
    code = exit_code(compiled.result)
    silent = console.quiet and code is ExitCode.CLEAN
    if report_format not in DOCUMENTS and not silent:
        print_report(console, compiled, report_format=report_format, summary={})
    try:
        written = _write(compiled, request)
    except OutputError as error:
        if report_format not in DOCUMENTS:
            raise
        # The findings and the failure are one document.
        failure = Failure(message=error.message, hint=error.hint)
        print_report(
            console, compiled, report_format=report_format, summary=summary_of(compiled.result), failure=failure
        )
        return error.exit_code
    if report_format in DOCUMENTS:
        summary = {
            **summary_of(compiled.result),
            "changed": list(written.changed),
            "deleted": list(written.deleted),
            "hand_edited": list(written.hand_edited),
        }
        print_report(console, compiled, report_format=report_format, summary=summary)
    _tell_replaced(console, compiled, written)
    _tell_blocked(console, compiled.result)
    changes = plural(len(written.changed), "changed", "changed") if written.changed else "none changed"
    deleted = f", {len(written.deleted)} deleted" if written.deleted else ""
    console.say(f"{totals(compiled.result, 'compiled')}, {changes}{deleted}")
    _tell_left_out(console, compiled.result, keep_going=request.keep_going)
    tell_notes(console, compiled.result)
    return code


def _write(compiled: Compiled, request: Request) -> WriteReport:
    project, result = compiled.project, compiled.result
    names = {source.name for source in result.sources}
    obsolete = compiled.manifests.keys() - names if project.whole and request.targets is None else ()
    return write_output(
        result.files,
        project.out,
        fresh=result.manifests,
        earlier=compiled.manifests,
        obsolete=sorted(obsolete),
    )


def _tell_replaced(console: Console, compiled: Compiled, written: WriteReport) -> None:
    gone = set(written.deleted)
    for path in written.hand_edited:
        verb = "deleted" if path in gone else "replaced"
        console.warn(f"{verb} `{compiled.out_label}/{visible(path)}`, which was edited by hand")
    for package in written.unknown:
        reason = "its manifest cannot be read, so edits by hand could not be told from changes"
        console.warn(f"replaced what differed in `{compiled.out_label}/{package}`; {reason}")


def _tell_blocked(console: Console, result: BuildResult) -> None:
    stopped = [source for source in result.sources if source.status != "built"]
    for source in stopped:
        reason = plural(source.errors, "error") if source.status == "blocked" else "it cannot be read"
        console.tell(f"nothing written for `{source.name}`: {reason}")
    if any(source.status == "blocked" for source in stopped):
        console.say("`--keep-going` compiles what can be compiled")


def _tell_left_out(console: Console, result: BuildResult, *, keep_going: bool) -> None:
    left_out = [entry for source in result.sources if source.status == "built" for entry in source.left_out]
    if not left_out:
        return
    failed = sum(entry.failed for entry in left_out)
    because = f", {failed:,} of them because of an error" if failed else ""
    if failed == len(left_out):
        because = " because of an error" if failed == 1 else " because of errors"
    listed = [entry for entry in left_out if console.verbose or (keep_going and entry.failed)]
    counts = Counter(_noun(entry.what) for entry in left_out)
    console.say(f"left out {', '.join(plural(count, noun) for noun, count in counts.items())}{because}")
    for entry in listed:
        console.say(f"  {visible(entry.what)}: {visible(entry.reason)}")


def _noun(what: str) -> str:
    """Return what kind of thing was left out: its first word, unless that is the method of an operation."""
    word = what.partition(" ")[0]
    return word if word in _NOUNS else "operation"


_NOUNS = frozenset({"call", "callback", "class", "function", "method", "tool", "webhook"})
