"""OpenAPI Overlays: what a team says of a document that it does not own (Overlay Specification 1.0 and 1.1)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.documents import DocumentStore, Node, Origins
from toolmint.ir.schema import Json
from toolmint.lifting.frame import Frame
from toolmint.location import Location
from toolmint.source import SourceInput
from toolmint.sources.openapi.jsonpath import InvalidQuery, Match, dead_end, select
from toolmint.sources.openapi.overlay_changes import ChangedDocument
from toolmint.sources.openapi.overlay_size import oversized
from toolmint.text import comma_list, kind_of, nearest, plural, visible

__all__ = ["apply_overlays"]

_VERSION = re.compile(r"1\.[01](\.\d+)?")
_ROOT_KEYS = ("overlay", "info", "extends", "actions")
_ACTION_KEYS = ("target", "description", "update", "copy", "remove")
_UNMATCHED_HINT = "remove the action, or let it pass with `allow_unmatched = true` in the project file"


def apply_overlays(source: SourceInput, store: DocumentStore) -> tuple[DocumentStore, list[Diagnostic]]:
    """Apply the overlays of a source to its document, in their order.

    An action that cannot be applied is an error and changes nothing; the others are applied. One that matches nothing
    is an error too (the standard lets it pass), unless the source's option `allow_unmatched` is true.

    Args:
        source: names the document and its overlays.
        store: reads both; it goes on to give the document as its file says it.

    Returns:
        The store to extract with, which gives the changed document in place of its file, and what was found. What an
        overlay put in is located in the overlay.

    Raises:
        SourceError: the document or an overlay cannot be read or parsed.
    """
    if not source.overlays:
        return store, []
    base = store.load(source.file)
    roots = [store.root_node(file) for file in source.overlays]
    document = ChangedDocument(base)
    frame = Frame()
    for root in roots:
        overlay = _Overlay(root, frame)
        overlay.check_extends(store.root_node(source.file))
        for action in overlay.actions():
            application = _Application(document, action, frame, allow_unmatched=source.options.get("allow_unmatched") is True)
            application.run()
        if problem := oversized(document.value):
            frame.error("IN-03", f"the overlay makes the document too large: {problem}", root.location)
            return store, frame.diagnostics
    path = "+".join([base.path, *(posixpath.basename(root.document.path) for root in roots)])
    return store.with_changed(document.document(path)), frame.diagnostics


@dataclass(frozen=True, slots=True, kw_only=True)
class _Action:
    """One action that says where and what."""

    node: Node
    target: Node
    may_update_primitives: bool
    """False in an overlay of version 1.0."""
    update: Node | None = None
    copy: Node | None = None
    remove: bool = False


class _Overlay:
    """Reads one overlay; what is wrong in it is OV-02."""

    def __init__(self, root: Node, frame: Frame) -> None:
        self._root = root
        self._frame = frame

    def actions(self) -> list[_Action]:
        """Return the actions that can be read."""
        root, frame = self._root, self._frame
        if not isinstance(root.value, dict):
            frame.error("OV-02", f"an overlay is a mapping, not {root.kind}", root.location)
            return []
        declared = root.get("overlay")
        if declared is None or not _VERSION.fullmatch(str(declared.value)):
            found = "no version" if declared is None else f"`overlay: {visible(str(declared.value))}`"
            place = root.location if declared is None else declared.location
            frame.error("OV-02", f"{found}; `1.0.0` or `1.1.0` was wanted", place)
            return []
        self._check_keys(root, _ROOT_KEYS, "an overlay")
        self._check_info()
        listed = root.get("actions")
        if listed is None or not isinstance(listed.value, list) or not listed.value:
            found = "no `actions`" if listed is None else "an empty list" if listed.value == [] else listed.kind
            place = root.location if listed is None else listed.location
            frame.error("OV-02", f"{found}; a list of actions was wanted", place)
            return []
        version = str(declared.value)
        return [action for node in listed.elements() if (action := self._action(node, version)) is not None]

    def check_extends(self, base: Node) -> None:
        """Warn where `extends` names another document; of a URL nobody knows what its copy is called."""
        extends = self._root.get("extends")
        if extends is None:
            return
        if extends.text is None:
            self._frame.error("OV-02", f"`extends` is {extends.kind}; a URI reference was wanted", extends.location)
            return
        parts = urlsplit(extends.text)
        if parts.scheme or parts.netloc or not parts.path:
            return
        folder = posixpath.dirname(self._root.document.path)
        wanted = posixpath.normpath(posixpath.join(folder, unquote(parts.path)))
        if wanted != posixpath.normpath(base.document.path):
            message = f"`extends` names `{visible(wanted)}`; the overlay is applied to `{base.document.path}`"
            self._frame.warning("OV-03", message, extends.location)

    def _check_keys(self, node: Node, known: Sequence[str], what: str) -> bool:
        unknown = [(key, child) for key, child in node.items() if key not in known and not key.startswith("x-")]
        for key, child in unknown:
            near = nearest(key, known, limit=1)
            hint = f"did you mean `{near[0]}`?" if near else f"known keys: {comma_list(known)}"
            self._frame.error("OV-02", f"{what} has no key `{visible(key)}`", child.key_location, hint)
        return not unknown

    def _check_info(self) -> None:
        info = self._root.get("info")
        for key in ("title", "version"):
            if info is None or info.get(key) is None:
                place = self._root.location if info is None else info.key_location
                # Nothing depends on it, and every other tool will refuse the overlay.
                self._frame.warning("OV-02", f"the standard requires `info.{key}`", place)

    def _action(self, node: Node, version: str) -> _Action | None:
        frame = self._frame
        if not isinstance(node.value, dict):
            frame.error("OV-02", f"an action is a mapping, not {node.kind}", node.location)
            return None
        target, update, copy, remove = (node.get(key) for key in ("target", "update", "copy", "remove"))
        is_first = version.startswith("1.0")
        if not self._check_keys(node, _ACTION_KEYS, "an action"):
            return None
        if target is None or target.text is None:
            message = "an action needs `target`" if target is None else f"`target` is {target.kind}"
            place = node.location if target is None else target.location
            frame.error("OV-02", f"{message}; a JSONPath query was wanted", place)
        elif remove is not None and not isinstance(remove.value, bool):
            frame.error("OV-02", f"`remove` is {remove.kind}; `true` or `false` was wanted", remove.location)
        elif copy is not None and is_first:
            frame.error("OV-02", "`copy` is of version 1.1", copy.key_location, "write `overlay: 1.1.0`")
        elif copy is not None and copy.text is None:
            frame.error("OV-02", f"`copy` is {copy.kind}; a JSONPath query was wanted", copy.location)
        elif remove is not None and remove.value is True:
            return _Action(node=node, target=target, may_update_primitives=not is_first, remove=True)
        elif update is not None and copy is not None:
            # 1.1 section 4.4.3.1 lets either switch the other off.
            frame.error("OV-02", "an action has `update` or `copy`, not both", copy.key_location)
        elif update is None and copy is None:
            frame.error("OV-02", "this action changes nothing; `update`, `copy` or `remove: true` was wanted", node.location)
        else:
            return _Action(
                node=node, target=target, may_update_primitives=not is_first, update=update, copy=copy
            )
        return None


class _Application:
    """Applies one action."""

    def __init__(self, document: ChangedDocument, action: _Action, frame: Frame, *, allow_unmatched: bool) -> None:
        self._document = document
        self._action = action
        self._frame = frame
        self._allow_unmatched = allow_unmatched

    def run(self) -> None:
        """Change the document; what stands in the way is reported."""
        self._document.begin_action()
        matches = self._select(self._action.target)
        if not matches:
            return
        if self._action.remove:
            self._remove(matches)
            return
        found = self._new_value()
        if found is not None and self._are_alike(matches):
            self._update(matches, *found)

    def _select(self, query: Node) -> list[Match]:
        text = query.text or ""
        try:
            matches = select(text, self._document.value)
            if not matches and not self._allow_unmatched:
                end = dead_end(text, self._document.value)
                message = f"`{query.token}` matches nothing: {end.reason}"
                self._frame.error("OV-01", message, query.location, end.hint or _UNMATCHED_HINT)
        except InvalidQuery as problem:
            self._frame.error("OV-02", problem.message, query.location, problem.hint)
            return []
        return matches

    def _remove(self, matches: list[Match]) -> None:
        if any(match.tokens == () for match in matches):
            self._refuse("`$` is the whole document, which cannot be removed", self._action.target)
            return
        place = self._action.node.child("remove").location
        self._document.remove([match.tokens for match in matches], Origins(place.path, place.pointer))

    def _new_value(self) -> tuple[Json, Origins, Node] | None:
        """Return what the action puts in, where it stands, and the key that says so."""
        update, copy = self._action.update, self._action.copy
        if update is not None:
            return update.value, Origins(update.document.path, update.pointer), update
        assert copy is not None
        matches = self._select(copy)
        if len(matches) > 1:
            self._refuse(f"`copy` selects {plural(len(matches), 'value')}; one was wanted", copy)
        if len(matches) != 1:
            return None
        return matches[0].value, self._document.origin(matches[0].tokens), copy

    def _are_alike(self, matches: list[Match]) -> bool:
        kinds = dict.fromkeys(_kind(match.value) for match in matches)
        if len(kinds) > 1:
            self._refuse(f"`target` selects {' and '.join(kinds)}; values of one kind were wanted", self._action.target)
        elif "primitive values" in kinds and not self._action.may_update_primitives:
            hint = "write `overlay: 1.1.0`, or select the mapping that holds the value"
            self._refuse("version 1.0 updates mappings and lists only", self._action.target, hint)
        else:
            return True
        return False

    def _update(self, matches: list[Match], new: Json, origin: Origins, place: Node) -> None:
        kind = _kind(matches[0].value)
        apply: Callable[[Match], None]
        if kind == "mappings" and isinstance(new, dict):
            mapping = new

            def apply(match: Match) -> None:
                for conflict in self._document.merge(match.tokens, mapping, origin.copy()):
                    existing = Related(message="what stands there", location=conflict.existing)
                    self._refuse(f"`{place.token}` has {conflict.message}", conflict.location, related=existing)

        elif kind == "lists":
            values = new if isinstance(new, list) else [new]

            def apply(match: Match) -> None:
                listed = [origin.child(index) for index in range(len(values))] if isinstance(new, list) else [origin.copy()]
                self._document.append(match.tokens, values, listed)

        elif kind == "primitive values" and not isinstance(new, dict | list):

            def apply(match: Match) -> None:
                self._document.put(match.tokens, new, origin.copy())

        else:
            wanted = "a mapping" if kind == "mappings" else "a primitive value"
            self._refuse(f"`{place.token}` gives {kind_of(new)}; `target` selects {kind}, so {wanted} was wanted", place)
            return
        for match in matches:
            apply(match)

    def _refuse(
        self, message: str, place: Node | Location, hint: str | None = None, related: Related | None = None
    ) -> None:
        location = place.location if isinstance(place, Node) else place
        self._frame.diagnostics.append(
            Diagnostic(
                code="OV-02",
                severity=Severity.ERROR,
                message=message,
                location=location,
                hint=hint,
                related=(related,) if related is not None else (),
            )
        )


def _kind(value: Json) -> str:
    return "mappings" if isinstance(value, dict) else "lists" if isinstance(value, list) else "primitive values"
