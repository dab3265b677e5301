"""`toolmint pin check`: what every origin lists now, against what was accepted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from toolmint.changes import Change, Grade
from toolmint.cli.console import Console
from toolmint.cli.pins import Pins, broken, open_pins, tell_findings
from toolmint.diagnostics import Diagnostic
from toolmint.errors import ConfigError, ExitCode, ToolmintError
from toolmint.ir.contract import Catalog
from toolmint.ir.schema import Json
from toolmint.location import Location
from toolmint.lock import parse_spec
from toolmint.pins.compare import ListingComparison, compare_listings
from toolmint.pins.documents import compare_documents
from toolmint.pins.origins import read_origin
from toolmint.rendering import Renderer
from toolmint.reporters.changes import changes_json, changes_text
from toolmint.source import SourceInput
from toolmint.text import plural

__all__ = ["compared", "run", "source_of"]


def run(console: Console, folder: Path | None, names: Sequence[str], *, fail_on: Grade, report_format: str) -> ExitCode:
    """Compare pins with what their origins say.

    Args:
        console: prints.
        folder: the project's folder, where it is given.
        names: pins; none: all.
        fail_on: the least grade that fails the run.
        report_format: `text` or `json`.

    Raises:
        ToolmintError: the project file or the lock is wrong, or there is no such pin.
    """
    pins = open_pins(folder)
    wanted = pins.named(names)
    findings = broken(pins, wanted)
    found: dict[str, tuple[Change, ...]] = {}
    failures: dict[str, ToolmintError] = {}
    renderer = Renderer(pins.project.templates)
    for name in wanted:
        try:
            now = read_origin(pins.settings(name), pins.root, progress=console.say)
            found[name] = compared(pins, name, now, renderer).changes
        except ConfigError:
            raise
        except ToolmintError as error:
            failures[name] = error
    everything = [change for changes in found.values() for change in changes]
    if report_format == "json":
        console.data(json.dumps(_document(found, findings, failures), indent=2, ensure_ascii=False) + "\n")
    else:
        console.data(changes_text(found, console.paint, console.width, verbose=console.verbose))
        if findings:
            tell_findings(console, pins, findings)
        for name, failure in failures.items():
            console.fail(f"`{name}`: {failure.message}", hint=failure.hint)
    _tell(console, wanted, found, failures, broken=bool(findings))
    if failures:
        return ExitCode.UNUSABLE
    failed = findings or any(change.grade.rank >= fail_on.rank for change in everything)
    return ExitCode.FINDINGS if failed else ExitCode.CLEAN


def compared(pins: Pins, name: str, now: str, renderer: Renderer) -> ListingComparison:
    """Compare what was accepted of a pin with another state of it.

    Args:
        pins: the project.
        name: the pin.
        now: the other state, as its file in the specs folder would hold it.
        renderer: renders descriptions.

    Raises:
        ToolmintError: one of the states cannot be read.
    """
    accepted = pins.stored(name)
    if accepted == now:
        nothing = Catalog(name=name, contracts=(), origin=Location(path=name))
        return ListingComparison(changes=(), before=nothing, after=nothing)
    if pins.locked(name).kind == "openapi":
        return compare_documents(accepted, now, source_of(pins, name), pins.root, renderer)
    labels = (f"specs/{name}.mcp.json", "the list")
    old, new = (parse_spec(text, what=label) for text, label in zip((accepted, now), labels, strict=True))
    return compare_listings(old, new, name=name, renderer=renderer, labels=labels)


def source_of(pins: Pins, name: str) -> SourceInput:
    """Return the source that a pin is compiled as."""
    spec = pins.settings(name).spec.resolve()
    found = next((one for one in pins.project.sources if (pins.root / one.file).resolve() == spec), None)
    return found or SourceInput(name=name, kind="openapi", file=spec)


def _document(
    found: dict[str, tuple[Change, ...]], findings: Sequence[Diagnostic], failures: dict[str, ToolmintError]
) -> dict[str, Json]:
    return {
        **changes_json(found),
        "diagnostics": [
            {
                "code": one.code,
                "severity": one.severity.value,
                "message": one.message,
                "path": one.location.path,
                "line": one.location.line,
                "column": one.location.column,
                "tool": one.tool,
                "hint": one.hint,
            }
            for one in findings
        ],
        "failures": {name: {"message": error.message, "hint": error.hint} for name, error in failures.items()},
    }


def _tell(
    console: Console,
    wanted: Sequence[str],
    found: dict[str, tuple[Change, ...]],
    failures: dict[str, ToolmintError],
    *,
    broken: bool,
) -> None:
    changed = [name for name, changes in found.items() if changes]
    count = sum(len(changes) for changes in found.values())
    same = len(found) - len(changed)
    parts = [f"checked {plural(len(wanted), 'pin')}"]
    if changed:
        parts.append(f"{plural(count, 'change')} in {len(changed)} that nobody accepted")
    if failures:
        parts.append(f"{len(failures)} not reached")
    if not changed and not failures and not broken:
        parts.append("as accepted" if same == 1 else "all as accepted")
    line = ": ".join([parts[0], ", ".join(parts[1:])]) if len(parts) > 1 else parts[0]
    if changed or failures or broken:
        console.tell(line)
    else:
        console.say(line)
    if changed:
        console.hint(f"`toolmint pin review {changed[0]}` shows it for acceptance")
