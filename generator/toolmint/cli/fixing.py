"""`toolmint lint --fix`: what is safe is mended in the sources, shown as a diff, and judged again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from toolmint.build import build
from toolmint.cli.compiling import Compiled
from toolmint.cli.console import Console
from toolmint.cli.linting import LintOptions, judge_compiled
from toolmint.cli.source_edits import ChangedFile, changed_files, store_with
from toolmint.diagnostics import Diagnostic, Severity
from toolmint.edits import Edit
from toolmint.errors import UsageError
from toolmint.ir.contract import Catalog
from toolmint.linting import Judgement, resolved_edits

__all__ = ["Fixed", "fixed"]

_PASSES = 8
"""How often is judged again: a fix can show what another finding had hidden."""
_ATTEMPTS = 8
"""How often fixes are tried again without those that made an error."""
_PINNED = ".mcp.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """What fixing gave; nothing is written yet."""

    compiled: Compiled
    """The project with the changed files."""
    judgement: Judgement
    """What the rules say of it."""
    changes: tuple[ChangedFile, ...] = ()
    count: int = 0
    """Findings that were mended."""
    foreign: tuple[str, ...] = ()
    """Files that have fixable findings and are somebody else's text."""


def fixed(
    console: Console,
    compiled: Compiled,
    options: LintOptions,
    judgement: Judgement,
    *,
    earlier: Mapping[str, Catalog],
) -> Fixed:
    """Mend what is safe, in memory, until nothing more can be mended.

    Args:
        console: shows progress.
        compiled: the project.
        options: which rules take part.
        judgement: what they say now.
        earlier: what sources said before.
    """
    state = _State(original=compiled, compiled=compiled, judgement=judgement)

    def judge(after: Compiled) -> Judgement:
        return judge_compiled(console, after, options, earlier=earlier)

    for _ in range(_PASSES):
        if not _pass(state, judge):
            break
    changes = (change for _, change in sorted(state.changes.items()))
    return Fixed(
        compiled=state.compiled,
        judgement=state.judgement,
        changes=tuple(change for change in changes if change.new != change.document.content),
        count=state.count,
        foreign=tuple(state.foreign),
    )


@dataclass(slots=True, kw_only=True)
class _State:
    """How far fixing has come."""

    original: Compiled
    compiled: Compiled
    judgement: Judgement
    changes: dict[Path, ChangedFile] = field(default_factory=dict)
    count: int = 0
    foreign: dict[str, None] = field(default_factory=dict)
    harmful: set[Diagnostic] = field(default_factory=set)
    """Findings whose fix would make an error."""


def _pass(state: _State, judge: Callable[[Compiled], Judgement]) -> bool:
    """Apply what can be mended now; False where nothing can be, or nothing without harm."""
    fixes = {finding: edits for finding, edits in _fixes(state) if finding not in state.harmful}
    for _ in range(_ATTEMPTS):
        step, made = _applied(fixes, state.compiled)
        if not step:
            return False
        merged = dict(state.changes)
        for change in step:
            known = state.changes.get(change.file)
            merged[change.file] = replace(change, document=known.document) if known is not None else change
        after = _with(merged.values(), state.original)
        judged = judge(after)
        fresh = _errors(after, judged) - _errors(state.compiled, state.judgement)
        if not fresh:
            state.changes, state.compiled, state.judgement = merged, after, judged
            state.count += made
            return True
        harmful = [one for one in fixes if _is_to_blame(one, fresh)] or list(fixes)[len(fixes) // 2 :]
        state.harmful.update(harmful)
        for one in harmful:
            del fixes[one]
    return False


def _is_to_blame(finding: Diagnostic, errors: Iterable[tuple[str, str]]) -> bool:
    """Whether an error speaks of what a fix was about: a statement of prose that the examples beside it contradict."""
    named = re.findall(r"`([^`]+)`", finding.message)
    subject = named[-1].rpartition(".")[2].removesuffix("[]") if named else ""
    return any(re.search(rf"(?<!\w){re.escape(subject)}(?!\w)", message) for _, message in errors)


def _with(changes: Iterable[ChangedFile], original: Compiled) -> Compiled:
    """Compile the project with changed files."""
    store = store_with(changes, original)
    result = build(original.project, targets=(), store=store)
    return replace(original, store=store, result=result)


def _errors(compiled: Compiled, judgement: Judgement) -> Counter[tuple[str, str]]:
    found = (*compiled.result.diagnostics, *judgement.findings)
    return Counter((one.code, one.message) for one in found if one.severity is Severity.ERROR)


def _fixes(state: _State) -> Iterator[tuple[Diagnostic, list[Edit]]]:
    """Yield the findings that can be mended, with what has to change."""
    theirs = _foreign_files(state.compiled)
    for finding in state.judgement.findings:
        edits = resolved_edits(finding.fix, state.compiled.store) if finding.fix is not None else []
        others = [edit.place.path for edit in edits if edit.place.path in theirs or edit.place.path.endswith(_PINNED)]
        state.foreign.update(dict.fromkeys(others))
        if edits and not others:
            yield finding, edits


def _foreign_files(compiled: Compiled) -> frozenset[str]:
    """Return what somebody else wrote: what is pinned, and the documents that overlays are made for."""
    pinned = {pin.spec for pin in compiled.project.pins}
    sources = compiled.project.sources
    documents = [one.file for one in sources if one.overlays or compiled.project.root / one.file in pinned]
    return frozenset(compiled.store.load(file).path for file in documents)


def _applied(fixes: Mapping[Diagnostic, list[Edit]], compiled: Compiled) -> tuple[tuple[ChangedFile, ...], int]:
    """Apply fixes, all at once; where one cannot be made, as many as can be made."""
    edits = [edit for one in fixes.values() for edit in one]
    try:
        return changed_files(edits, compiled, compiled.store), len(fixes)
    except UsageError:
        pass
    made: list[Edit] = []
    count = 0
    for one in fixes.values():
        try:
            changed_files([*made, *one], compiled, compiled.store)
        except UsageError:
            continue
        made += one
        count += 1
    return changed_files(made, compiled, compiled.store), count
