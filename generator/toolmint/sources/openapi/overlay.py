"""OpenAPI Overlays: what a team says of a document that it does not own (Overlay Specification 1.0 and 1.1)."""

from __future__ import annotations

import posixpath

from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.documents import DocumentStore, Node, Origins
from toolmint.documents.faults import MAX_DEPTH
from toolmint.documents.yaml_reader import NODE_BUDGET
from toolmint.ir.schema import Json
from toolmint.lifting.frame import Frame
from toolmint.source import SourceInput
from toolmint.sources.openapi.jsonpath import InvalidQuery, Match, dead_end, select
from toolmint.sources.openapi.overlay_actions import Action, check_extends, read_actions
from toolmint.sources.openapi.overlay_changes import ChangedDocument, Conflict, extent
from toolmint.text import kind_of, plural

__all__ = ["apply_overlays"]

_UNMATCHED_HINT = "remove the action, or set `allow_unmatched = true` in the project file to let it pass"


def apply_overlays(source: SourceInput, store: DocumentStore) -> tuple[DocumentStore, list[Diagnostic]]:
    """Apply the overlays of a source to its document, in their order.

    An action that cannot be applied is an error, and the others are applied all the same. One that matches nothing is
    an error too, although the standard lets it pass: the document has changed below it. The source's option
    `allow_unmatched` restores the standard's behaviour.

    Args:
        source: names the document and its overlays.
        store: reads them; it goes on to give the document as its file says it.

    Returns:
        The store to extract with, which gives the changed document in place of its file, and what was found. A place
        in what an overlay put in is looked up in the overlay.

    Raises:
        SourceError: the document or an overlay cannot be read or parsed.
    """
    if not source.overlays:
        return store, []
    base = store.load(source.file)
    roots = [store.root_node(file) for file in source.overlays]
    frame = Frame()
    application = _Application(
        ChangedDocument(base), frame, allow_unmatched=source.options.get("allow_unmatched") is True
    )
    for root in roots:
        check_extends(root, base.path, frame)
        for action in read_actions(root, frame):
            application.apply(action)
    path = "+".join([base.path, *(posixpath.basename(root.document.path) for root in roots)])
    return store.with_changed(application.document.finished(path)), frame.diagnostics


class _Application:
    """Applies actions to one document; what stands in the way goes into the frame."""

    def __init__(self, document: ChangedDocument, frame: Frame, *, allow_unmatched: bool) -> None:
        self.document = document
        self._frame = frame
        self._allow_unmatched = allow_unmatched
        self._added = 0

    def apply(self, action: Action) -> None:
        """Apply one action; none after the budget is spent."""
        if self._added > NODE_BUDGET:
            return
        self.document.begin_action()
        matches = self._select(action.target)
        if matches and action.remove is not None:
            self._remove(action, action.remove, matches)
        elif matches:
            place = action.update or action.copy
            new = self._new_value(action)
            if place is not None and new is not None and self._are_alike(action, matches):
                self._update(matches, *new, place)

    def _select(self, query: Node) -> list[Match]:
        text = query.text or ""
        try:
            matches = select(text, self.document.value)
            if not matches and not self._allow_unmatched:
                end = dead_end(text, self.document.value)
                message = f"`{query.token}` matches nothing: {end.reason}"
                self._frame.error("OV-01", message, query.location, end.hint or _UNMATCHED_HINT)
        except InvalidQuery as problem:
            self._frame.error("OV-02", problem.message, query.location, problem.hint)
            return []
        return matches

    def _remove(self, action: Action, word: Node, matches: list[Match]) -> None:
        if any(match.tokens == () for match in matches):
            self._frame.error("OV-02", "`$` is the whole document, which stays", action.target.location)
            return
        self.document.remove([match.tokens for match in matches], _origin(word))

    def _new_value(self, action: Action) -> tuple[Json, Origins] | None:
        """Return what an action puts in, and where that stands."""
        if action.update is not None:
            return action.update.value, _origin(action.update)
        assert action.copy is not None
        matches = self._select(action.copy)
        if len(matches) > 1:
            message = f"found {plural(len(matches), 'value')} for `copy`, wanted one"
            self._frame.error("OV-02", message, action.copy.location)
        return (matches[0].value, self.document.origin(matches[0].tokens)) if len(matches) == 1 else None

    def _are_alike(self, action: Action, matches: list[Match]) -> bool:
        kinds = list(dict.fromkeys(_kind(match.value) for match in matches))
        place = action.target.location
        if len(kinds) > 1:
            self._frame.error("OV-02", f"found {' and '.join(kinds)} for `target`, wanted values of one kind", place)
            return False
        if kinds == ["primitive values"] and not action.may_update_primitives:
            hint = "write `overlay: 1.1.0`, or select the mapping that holds the value"
            self._frame.error("OV-02", "version 1.0 updates mappings and lists only", place, hint)
            return False
        return True

    def _update(self, matches: list[Match], new: Json, origin: Origins, place: Node) -> None:
        kind = _kind(matches[0].value)
        if kind != "lists" and _kind(new) != kind:
            wanted = "a mapping" if kind == "mappings" else "a primitive value"
            message = f"found {kind_of(new)} for `{place.token}`, wanted {wanted}: `target` selects {kind}"
            self._frame.error("OV-02", message, place.location)
            return
        if self._is_too_much(matches, new, place):
            return
        for match in matches:
            if isinstance(match.value, list):
                self._append(match, new, origin)
            elif isinstance(new, dict):
                for conflict in self.document.merge(match.tokens, new, origin):
                    self._refuse(conflict, place)
            else:
                self.document.put(match.tokens, new, origin)

    def _append(self, match: Match, new: Json, origin: Origins) -> None:
        # 1.1 concatenates lists. 1.0 speaks of "an entry to append", and nobody means a list inside of a list.
        if isinstance(new, list):
            self.document.append(match.tokens, new, [origin.child(index) for index in range(len(new))])
        else:
            self.document.append(match.tokens, [new], [origin.copy()])

    def _is_too_much(self, matches: list[Match], new: Json, place: Node) -> bool:
        """Hold what is put in against the budgets of documents: copies of copies grow without end."""
        nodes, depth = extent(new, NODE_BUDGET)
        self._added += nodes * len(matches)
        deepest = max(len(match.tokens) for match in matches) + depth
        if self._added > NODE_BUDGET:
            message = f"overlays put in more than {NODE_BUDGET:,} values"
        elif deepest > MAX_DEPTH:
            message = f"values nest deeper than {MAX_DEPTH} levels"
        else:
            return False
        self._frame.error("IN-03", message, place.location)
        return True

    def _refuse(self, conflict: Conflict, place: Node) -> None:
        self._frame.diagnostics.append(
            Diagnostic(
                code="OV-02",
                severity=Severity.ERROR,
                message=f"{conflict.message} in `{place.token}`",
                location=conflict.location,
                hint="remove what stands there by an action before this one, if it is to be replaced",
                related=(Related(message="what stands there", location=conflict.existing),),
            )
        )


def _origin(node: Node) -> Origins:
    return Origins(node.document.path, node.pointer)


def _kind(value: Json) -> str:
    return "mappings" if isinstance(value, dict) else "lists" if isinstance(value, list) else "primitive values"
