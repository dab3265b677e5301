"""What a person has to know before accepting: what changed, what changed alone, and what the rules say that is new."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolmint.changes import Change, Grade
from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import Catalog
from toolmint.linting import lint_catalog
from toolmint.pins.compare import wire_name
from toolmint.prose.description import describe
from toolmint.prose.sentences import sentence_spans
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings
from toolmint.text import comma_list

__all__ = ["Note", "lone_changes", "new_findings"]

_SENTENCES = 3
"""Sentences that a note quotes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something about the changes of one tool as a whole."""

    tool: str
    code: str
    message: str
    sentences: tuple[str, ...] = ()
    """Sentences of its description to read again."""


def lone_changes(changes: Sequence[Change], after: Catalog, renderer: Renderer) -> Iterator[Note]:
    """Report tools whose prose changed alone, or whose schema did (LK-03).

    Args:
        changes: what changed, by the names in the list.
        after: the tools as they are now.
        renderer: renders descriptions.
    """
    contracts = {wire_name(contract): contract for contract in after.contracts}
    tools = dict.fromkeys(change.tool for change in changes if change.tool is not None)
    for tool in tools:
        own = [change for change in changes if change.tool == tool and change.grade is not Grade.NOTATION]
        if any(change.kind in ("tool-added", "tool-removed") for change in own):
            continue
        prose = [change for change in own if change.prose]
        schema = [change for change in own if change.side in ("input", "output") and not change.prose]
        if prose and not schema:
            said = comma_list([change.place for change in prose], limit=3)
            message = f"the prose changed and the schema did not: {said} may ask for another behaviour"
            yield Note(tool=tool, code="LK-03", message=message)
        elif schema and not prose:
            fields = dict.fromkeys(_field(change) for change in schema)
            contract = contracts.get(tool)
            text = describe(contract, after, renderer) if contract is not None else ""
            named = tuple(_sentences(text, [field for field in fields if field]))
            more = "; these sentences speak of what changed" if named else ""
            message = f"the schema changed and no word of the prose did{more}"
            yield Note(tool=tool, code="LK-03", message=message, sentences=named)


def _field(change: Change) -> str:
    """Return the argument that a change is in; empty for the whole schema."""
    return next((step for step in change.path if step.isidentifier()), "")


def _sentences(text: str, fields: Sequence[str]) -> Iterator[str]:
    left = _SENTENCES
    for span in sentence_spans(text):
        said = text[span.start : span.end].strip()
        if left and any(re.search(rf"(?<![A-Za-z0-9_]){re.escape(field)}(?![A-Za-z0-9_])", said) for field in fields):
            left -= 1
            yield said


def new_findings(before: Catalog, after: Catalog, settings: LintSettings, renderer: Renderer) -> tuple[Diagnostic, ...]:
    """Return what the rules say of the new state and did not say of the old one; notes are left out.

    Args:
        before: the whole old state; what it had and `after` has not, prose must not name.
        after: the whole new state.
        settings: what the project says of linting.
        renderer: renders descriptions.
    """
    old = lint_catalog(before, settings, renderer=renderer)
    known = Counter((one.code, one.tool, one.message) for one in old)
    found = []
    for one in lint_catalog(after, settings, earlier=before, renderer=renderer):
        key = (one.code, one.tool, one.message)
        if known[key] > 0:
            known[key] -= 1
        elif one.severity is not Severity.INFO:
            found.append(one)
    return tuple(found)
