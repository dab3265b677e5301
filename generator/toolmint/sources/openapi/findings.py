"""What was found in a document, told once and by its reach, and what became no tool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, Node
from toolmint.ir.contract import LeftOut
from toolmint.lifting.frame import Frame
from toolmint.sources.openapi.drafts import Draft
from toolmint.sources.openapi.reach import request_roots, unfollowed_references, within
from toolmint.sources.openapi.validation import ValidatorFinding

__all__ = ["all_findings", "check_size", "left_out", "raise_findings"]

_COMFORTABLE = 40
"""Tools that a model still chooses well from."""


def raise_findings(findings: Iterable[ValidatorFinding], drafts: Iterable[Draft], store: DocumentStore) -> None:
    """Raise a finding to an error of each operation whose request it lies in, unless the form is harmless.

    Args:
        findings: what the validator says; extraction has said already, and better, what is wrong with an operation
            that failed.
        drafts: every operation of the document, read.
        store: follows references.
    """
    serious = [finding for finding in findings if not finding.harmless and finding.diagnostic.code == "IN-05"]
    for draft in drafts if serious else ():
        if draft.failed():
            continue
        roots = request_roots(draft.operation.node, draft.operation.path_item, store)
        for finding in serious:
            for place in (finding.diagnostic.location, *finding.others):
                if within(place, roots):
                    raised = replace(finding.diagnostic, severity=Severity.ERROR, location=place, hint=None)
                    draft.shared.append(raised)


def check_size(root: Node, drafts: Sequence[Draft], tools: int, unselected: Mapping[str, str], frame: Frame) -> None:
    """Say where a document gives nothing, or more tools than is good.

    Args:
        root: the document's root.
        drafts: every operation that was found.
        tools: how many became tools.
        unselected: `METHOD path` of what the project does not select.
        frame: the document's own problems; where an error says why nothing was found, that is enough.
    """
    place = root.child("paths").location if "paths" in root else root.location
    failed = any(one.severity is Severity.ERROR for one in frame.diagnostics)
    if not drafts and not failed:
        frame.warning("IN-17", "the document describes no operation, so nothing becomes a tool", place)
    elif unselected and all(draft.settings.left_out for draft in drafts):
        frame.warning("IN-17", "`include` and `exclude` select nothing, so nothing becomes a tool", place)
    if tools > _COMFORTABLE:
        message = f"{tools:,} tools; up to {_COMFORTABLE} a model chooses well"
        hint = "choose some with `include` or `exclude` in the project file"
        frame.diagnostics.append(
            Diagnostic(code="IN-18", severity=Severity.INFO, message=message, location=place, hint=hint)
        )


def all_findings(
    findings: Iterable[ValidatorFinding], drafts: Iterable[Draft], frame: Frame, root: Node, store: DocumentStore
) -> list[Diagnostic]:
    """Gather what was found, each thing once.

    Args:
        findings: what the validator says.
        drafts: every operation; those that are left out have nothing to say.
        frame: the document's own problems.
        root: the document's root.
        store: follows references.
    """
    found = [finding.diagnostic for finding in findings] + frame.diagnostics
    for draft in drafts:
        if not draft.settings.left_out:
            found += [replace(one, tool=draft.name) for one in draft.frame.diagnostics]
            found += draft.shared
    told = {(one.location.path, one.location.pointer) for one in found}
    found += unfollowed_references(root, store, told)
    return _gathered(found)


def left_out(drafts: Iterable[Draft], unselected: Mapping[str, str]) -> list[LeftOut]:
    """Return what became no tool, in document order.

    Args:
        drafts: every operation.
        unselected: `METHOD path` of what the project does not select -> why.
    """
    found: list[LeftOut] = []
    for draft in drafts:
        what, origin = draft.operation.identity, draft.operation.node.location
        if draft.settings.left_out:
            reason = unselected.get(what, "`x-tool: false`")
            found.append(LeftOut(what=what, reason=reason, failed=False, origin=origin))
            continue
        if draft.failed():
            found.append(LeftOut(what=what, reason=draft.first_error, failed=True, origin=origin))
        found += draft.callbacks()
    return found


def _gathered(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Say each thing once: of equal warnings the first, with a count, and nothing twice about one place.

    A defect of a shared part is met once an operation, and a habit of a document hundreds of times.
    """
    unique = list(dict.fromkeys(diagnostics))
    own = {(one.location.path, one.location.pointer) for one in unique if one.code not in ("IN-05", "IN-14")}
    errors = {(one.location, one.message) for one in unique if one.severity is Severity.ERROR}
    alike: dict[tuple[str, str], list[Diagnostic]] = {}
    kept: list[Diagnostic] = []
    for one in unique:
        if one.severity is Severity.ERROR:
            kept.append(one)
        elif (one.location, one.message) in errors:
            continue  # of the validator's findings, one that was raised
        elif one.code != "IN-05" or (one.location.path, one.location.pointer) not in own:
            alike.setdefault((one.code, one.message), []).append(one)
    for group in alike.values():
        more = f"{len(group) - 1} more like it" if len(group) > 1 else None
        hint = "; ".join(part for part in (group[0].hint, more) if part)
        kept.append(replace(group[0], hint=hint or None, tool=group[0].tool if len(group) == 1 else None))
    return kept
