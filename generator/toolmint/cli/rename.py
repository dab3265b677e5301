"""`toolmint rename`: another name for an argument or a tool, everywhere it is spelt in the source."""

from __future__ import annotations

from dataclasses import dataclass

from toolmint import sources as source_plugs
from toolmint.cli.compiling import Compiled, Request, compile_sources, exit_code, print_report, shown_from
from toolmint.cli.console import Console
from toolmint.cli.rename_check import check_rename
from toolmint.cli.source_edits import changed_files, show_changes, store_with, write_changes
from toolmint.errors import ExitCode, UsageError
from toolmint.location import Location
from toolmint.source import ArgumentRename, RenamePlan, RenameRequest, RenamingSource, SourceInput, ToolRename
from toolmint.text import comma_list, plural, visible

__all__ = ["RenameOptions", "run"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameOptions:
    """What the command line says of a rename."""

    rename: RenameRequest
    yes: bool = False
    """Write without asking."""
    dry_run: bool = False
    """Show what would change, and write nothing."""


def run(console: Console, request: Request, options: RenameOptions) -> ExitCode:
    """Show what a rename changes, ask, and write it.

    Raises:
        ToolmintError: the rename cannot take place; nothing is written.
    """
    compiled = compile_sources(console, request)
    if exit_code(compiled.result) is ExitCode.UNUSABLE:
        print_report(console, compiled, report_format="text", summary={})
        return ExitCode.UNUSABLE
    source = compiled.project.sources[0]
    plug = source_plugs.load_source(source.kind)
    if any(pin.spec == compiled.project.root / source.file for pin in compiled.project.pins):
        hint = f"`toolmint pin review {source.name}` shows what its vendor renames"
        raise UsageError(f"`{source.name}` is pinned: its text is somebody else's, and never edited", hint=hint)
    if not isinstance(plug, RenamingSource):
        hint = "rename what it is made from; `toolmint lint --against` then finds prose that says the old name"
        raise UsageError(f"`{source.name}` is no OpenAPI document, and nothing else is renamed in", hint=hint)
    plan = plug.plan_rename(source, compiled.store, options.rename)
    changes = changed_files(plan.edits, compiled, compiled.store)
    notes = check_rename(compiled, source, plan, options.rename, store_with(changes, compiled))
    show_changes(console, changes, compiled)
    _tell(console, compiled, plan, options.rename)
    for note in notes:
        console.tell(note)
    files = plural(len(changes), "file")
    if options.dry_run:
        console.say(f"nothing written: {files} would change")
        return ExitCode.CLEAN
    if not options.yes:
        answer = console.ask(f"write {files}?")
        if answer is None:
            hint = "`--yes` writes without asking, `--dry-run` only shows what would change"
            raise UsageError("nothing written: there is no terminal to ask on", hint=hint)
        if not answer:
            console.say("nothing written")
            return ExitCode.CLEAN
    write_changes(changes)
    console.say(f"renamed {_what(options.rename)}: {files} changed")
    generate = _generate(source, compiled)
    if generate:
        console.hint(f"run `{generate}`, so that what is generated says the new name too")
    return ExitCode.CLEAN


def _what(rename: RenameRequest) -> str:
    if isinstance(rename, ToolRename):
        return f"tool `{rename.tool}` to `{rename.new}`"
    return f"`{rename.old}` of `{rename.tool}` to `{rename.new}`"


def _tell(console: Console, compiled: Compiled, plan: RenamePlan, rename: RenameRequest) -> None:
    """Say what the diff does not show: who is touched, what is sent from now on, what stays."""
    if isinstance(rename, ArgumentRename):
        others = [name for name in plan.tools if name != rename.tool]
        if others:
            verb = "has" if len(others) == 1 else "have"
            console.tell(f"{comma_list(others)} {verb} the same part, and the new name with it")
        if plan.outputs:
            console.tell(f"results change too: {comma_list(plan.outputs)}")
        if plan.sent is not None:
            console.tell(
                f"requests say `{plan.sent}` from now on, so the API must take it (`--model-only` leaves them)"
            )
    if plan.left:
        verb = "place says" if len(plan.left) == 1 else "places say"
        console.tell(f"{len(plan.left):,} {verb} the old name and may mean something else; look at each:")
        for one in plan.left[: None if console.verbose else _SHOWN]:
            console.tell(f"  {_place(compiled, one)}")
        if len(plan.left) > _SHOWN and not console.verbose:
            console.tell(f"  … and {len(plan.left) - _SHOWN} more (`--verbose` shows all)")


_SHOWN = 10


def _place(compiled: Compiled, location: Location) -> str:
    found = compiled.store.locate(location)
    line = compiled.store.source_line(found.path, found.line) or ""
    return f"{shown_from(found.path, compiled)}:{found.line}:{found.column}: {visible(line.strip())[:100]}"


def _generate(source: SourceInput, compiled: Compiled) -> str | None:
    """Return the command that refreshes what is generated; None where nothing is."""
    if source.name not in compiled.manifests:
        return None
    return "toolmint generate"
