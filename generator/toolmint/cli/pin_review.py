"""`toolmint pin review`: what changed since it was accepted, told for a person who is to accept it."""

from __future__ import annotations

import json
from pathlib import Path

from toolmint.changes import Change, Grade, verdict
from toolmint.cli.console import Console
from toolmint.cli.pin_check import compared, source_of
from toolmint.cli.pins import Pins, broken, open_pins, tell_findings
from toolmint.diagnostics import Diagnostic
from toolmint.errors import ExitCode
from toolmint.lock import parse_spec
from toolmint.pins.candidate import Candidate, drop_candidate, write_candidate
from toolmint.pins.compare import ListingComparison, extract_listing
from toolmint.pins.origins import read_origin
from toolmint.pins.review import lone_changes, new_findings
from toolmint.rendering import Renderer
from toolmint.reporters.changes import changes_json, changes_markdown, changes_text
from toolmint.reporters.review import findings_text, notes_text, review_json
from toolmint.text import plural

__all__ = ["run"]


def run(console: Console, folder: Path | None, name: str, *, report_format: str) -> ExitCode:
    """Show what changed, and keep it for the acceptance.

    Args:
        console: prints.
        folder: the project's folder, where it is given.
        name: the pin.
        report_format: `text`, `json` or `markdown`.

    Raises:
        ToolmintError: there is no such pin, or its origin cannot be read.
    """
    pins = open_pins(folder)
    pins.named([name])
    settings = pins.settings(name)
    findings = broken(pins, [name])
    if findings:
        tell_findings(console, pins, findings)
        console.tell(f"`{name}` is not as it was accepted, so that there is nothing to compare with")
        return ExitCode.FINDINGS
    now = read_origin(settings, pins.root, progress=console.say)
    renderer = Renderer(pins.project.templates)
    comparison = compared(pins, name, now, renderer)
    changes = {name: comparison.changes}
    notes = tuple(lone_changes(comparison.changes, comparison.after, renderer))
    new = _new_findings(pins, name, now, comparison, renderer) if comparison.changes else ()
    if report_format == "json":
        document = {**changes_json(changes), **review_json(notes, new)}
        console.data(json.dumps(document, indent=2, ensure_ascii=False) + "\n")
    elif report_format == "markdown":
        console.data(changes_markdown(changes))
    else:
        texts = [
            changes_text(changes, console.paint, console.width, verbose=console.verbose),
            notes_text(notes, console.paint, console.width),
            findings_text(new, console.paint, console.width),
        ]
        console.data("\n".join(text for text in texts if text))
    if not comparison.changes:
        drop_candidate(pins.root, name)
        console.say(f"`{name}` lists what was accepted")
        return ExitCode.CLEAN
    candidate = Candidate(against=pins.locked(name).digest, text=now)
    write_candidate(pins.root, name, candidate)
    _tell(console, name, comparison.changes, new, candidate)
    return ExitCode.CLEAN


def _new_findings(
    pins: Pins, name: str, now: str, comparison: ListingComparison, renderer: Renderer
) -> tuple[Diagnostic, ...]:
    if pins.locked(name).kind == "openapi":
        return new_findings(comparison.before, comparison.after, pins.project.lint, renderer)
    # The whole lists: tools are confused with others, and prose names them.
    before, after = (
        extract_listing(parse_spec(text, what=name), source_of(pins, name).name).catalog
        for text in (pins.stored(name), now)
    )
    return new_findings(before, after, pins.project.lint, renderer)


def _tell(
    console: Console, name: str, changes: tuple[Change, ...], new: tuple[Diagnostic, ...], candidate: Candidate
) -> None:
    counts = [(grade, sum(one.grade is grade for one in changes)) for grade in Grade]
    told = ", ".join(f"{count} {grade.value}" for grade, count in counts if count)
    loosened = sum(one.safety for one in changes)
    more = f"; {plural(loosened, 'change')} of LK-04, loosened safety" if loosened else ""
    more += f"; {plural(len(new), 'finding')} that {'is' if len(new) == 1 else 'are'} new" if new else ""
    console.say(f"{told}; version: {verdict(changes)}{more}")
    console.hint(
        f'`toolmint pin accept {name} --reason "…"` accepts what is shown here (sha256 {candidate.digest[:12]}…),\n'
        f"      with names of tools behind `{name}` these alone"
    )
