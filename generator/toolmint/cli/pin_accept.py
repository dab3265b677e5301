"""`toolmint pin accept`: what was reviewed becomes what is accepted, with a name and a reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from toolmint.cli.compiling import Request
from toolmint.cli.console import Console
from toolmint.cli.pin_check import compared, source_of
from toolmint.cli.pins import Pins, author, broken, open_pins, tell_findings
from toolmint.errors import ExitCode, UsageError
from toolmint.listing import parse_text
from toolmint.lock import LOCK, Lock, PinLock, document_entry, lock_bytes, parse_spec, spec_text
from toolmint.output import write_whole
from toolmint.pins.acceptance import Acceptance, Word, accept_document, accept_listing
from toolmint.pins.candidate import Candidate, drop_candidate, read_candidate, write_candidate
from toolmint.pins.compare import ListingComparison, compare_listings
from toolmint.pins.documents import compare_documents
from toolmint.pins.offline import lock_file
from toolmint.pins.origins import read_origin
from toolmint.rendering import Renderer
from toolmint.text import comma_list, plural

__all__ = ["run"]

_SPELLING = frozenset({"key-order-changed", "spelling-changed"})
"""Kinds of changes that a server may make from answer to answer, and that say nothing."""


def run(
    console: Console, folder: Path | None, name: str, tools: Sequence[str], *, reason: str | None, by: str | None
) -> ExitCode:
    """Accept what was reviewed.

    Args:
        console: prints.
        folder: the project's folder, where it is given.
        name: the pin.
        tools: these alone; none: everything.
        reason: why.
        by: who; None: as git knows the person.

    Raises:
        ToolmintError: nothing was reviewed, or something has changed since; nothing is written.
    """
    if reason is None or not reason.strip():
        found = "no `--reason`" if reason is None else "an empty `--reason`"
        raise UsageError(f"found {found}, wanted why it is accepted", hint="it stands in the lock for who asks later")
    pins = open_pins(folder)
    pins.named([name])
    findings = broken(pins, [name])
    if findings:
        tell_findings(console, pins, findings)
        console.tell(f"nothing accepted: `{name}` is not as it was accepted before")
        return ExitCode.FINDINGS
    word = Word(by=author(by, pins.root), reason=reason.strip())
    candidate = read_candidate(pins.root, name)
    renderer = Renderer(pins.project.templates)
    _refuse_other_states(console, pins, name, candidate, renderer)
    comparison = compared(pins, name, candidate.text, renderer)
    if pins.locked(name).kind == "openapi":
        left = _accept_document(pins, name, tools, candidate, comparison, word)
    else:
        left = _accept_tools(pins, name, tools, candidate, comparison, word)
    console.say(f"accepted {_what(name, tools, comparison)} by {word.by}")
    if left:
        console.say(left)
    return _generate(console, pins, name, folder)


def _refuse_other_states(console: Console, pins: Pins, name: str, candidate: Candidate, renderer: Renderer) -> None:
    """Refuse where what was reviewed is not what is to be accepted any more, on either side."""
    again = f"run `toolmint pin review {name}` again"
    if candidate.against != pins.locked(name).digest:
        raise UsageError(f"something else of `{name}` was accepted since the review", hint=again)
    now = read_origin(pins.settings(name), pins.root, progress=console.say)
    if now == candidate.text:
        return
    if pins.locked(name).kind == "openapi":
        source = source_of(pins, name)
        changes = compare_documents(candidate.text, now, source, pins.root, renderer).changes
    else:
        old, new = (parse_spec(text, what=name) for text in (candidate.text, now))
        changes = compare_listings(old, new, name=name, renderer=renderer).changes
    told = [change for change in changes if change.kind not in _SPELLING]
    if told:
        tools = list(dict.fromkeys(change.tool or change.place for change in told))
        raise UsageError(f"`{name}` changed after it was reviewed: {comma_list(tools, limit=5)}", hint=again)


def _accept_document(
    pins: Pins, name: str, tools: Sequence[str], candidate: Candidate, comparison: ListingComparison, word: Word
) -> str | None:
    if tools:
        raise UsageError(
            "an OpenAPI document is accepted as a whole",
            hint="`include` and `exclude` in the project file choose what of it becomes a tool",
        )
    entry = document_entry(parse_text(candidate.text, what=name))
    _write(pins, name, accept_document(pins.locked(name), entry, comparison.changes, word), candidate.text)
    drop_candidate(pins.root, name)
    return None


def _accept_tools(
    pins: Pins, name: str, tools: Sequence[str], candidate: Candidate, comparison: ListingComparison, word: Word
) -> str | None:
    old, new = (parse_spec(text, what=name) for text in (pins.stored(name), candidate.text))
    done: Acceptance = accept_listing(old, new, pins.locked(name), comparison.changes, word, tools=tuple(tools) or None)
    _write(pins, name, done.lock, spec_text(done.listing))
    if done.whole:
        drop_candidate(pins.root, name)
        return None
    write_candidate(pins.root, name, replace(candidate, against=done.lock.digest))
    others = {change.tool for change in comparison.changes if change.tool is not None} - set(done.tools)
    parts = [plural(len(others), "other tool")] if others else []
    parts += ["what is of the server itself"] if any(change.tool is None for change in comparison.changes) else []
    return f"left to accept: {' and '.join(parts)}" if parts else None


def _write(pins: Pins, name: str, locked: PinLock, text: str) -> None:
    """Write the file, and the lock last: where only the first arrives, `toolmint check` says so."""
    lock = Lock(pins={**pins.lock.pins, name: locked})
    write_whole(pins.settings(name).spec, text.encode())
    write_whole(lock_file(pins.root), lock_bytes(lock))


def _what(name: str, tools: Sequence[str], comparison: ListingComparison) -> str:
    if tools:
        return f"{comma_list(list(tools), limit=5)} of `{name}`"
    return f"{plural(len(comparison.changes), 'change')} of `{name}`, written to `{LOCK}`,"


def _generate(console: Console, pins: Pins, name: str, folder: Path | None) -> ExitCode:
    """Compile the source, so that what is generated is never older than what was accepted."""
    from toolmint.cli.generate import run as generate

    source = source_of(pins, name)
    return generate(console, Request(sources=(source.name,), folder=folder), report_format="text")
