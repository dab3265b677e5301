"""The actions of an OpenAPI Overlay, as they are written (Overlay Specification 1.0 and 1.1, section 4.4)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from toolmint.documents import Node
from toolmint.lifting.frame import Frame
from toolmint.text import comma_list, nearest, visible

__all__ = ["Action", "check_extends", "read_actions"]

_VERSION = re.compile(r"1\.([01])(\.\d+)?")
_ROOT_KEYS = ("overlay", "info", "extends", "actions")
_ACTION_KEYS = ("target", "description", "update", "copy", "remove")


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One action that says where and what; of `update`, `copy` and `remove` exactly one is set."""

    target: Node
    """The text of a JSONPath query."""
    update: Node | None = None
    """What is put in."""
    copy: Node | None = None
    """The text of the query that selects what is put in."""
    remove: Node | None = None
    """The word `true`."""
    may_update_primitives: bool
    """False in an overlay of version 1.0."""


def read_actions(root: Node, frame: Frame) -> list[Action]:
    """Read an overlay.

    Args:
        root: the root of the overlay.
        frame: where problems go (OV-02).

    Returns:
        The actions that can be applied, in order.
    """
    if not isinstance(root.value, dict):
        frame.error("OV-02", f"found {root.kind} for an overlay, wanted a mapping", root.location)
        return []
    declared = root.get("overlay")
    version = _VERSION.fullmatch(str(declared.value)) if declared is not None else None
    if declared is None or version is None:
        found = "an overlay without a version" if declared is None else f"`overlay: {visible(str(declared.value))}`"
        place = root.location if declared is None else declared.location
        frame.error("OV-02", f"found {found}, wanted `overlay: 1.0.0` or `1.1.0`", place)
        return []
    _check_keys(root, _ROOT_KEYS, "an overlay", frame)
    _check_info(root, frame)
    listed = root.get("actions")
    if listed is None or not isinstance(listed.value, list) or not listed.value:
        found = "no action" if listed is None or listed.value == [] else f"{listed.kind} for `actions`"
        place = root.location if listed is None else listed.location
        frame.error("OV-02", f"found {found}, wanted a list of actions", place)
        return []
    is_first = version[1] == "0"
    return [action for node in listed.elements() if (action := _action(node, frame, is_first=is_first)) is not None]


def check_extends(root: Node, base: str, frame: Frame) -> None:
    """Warn where `extends` names another document (OV-03).

    Args:
        root: the root of the overlay.
        base: the document that the overlay is applied to, as shown to people.
        frame: where problems go.
    """
    extends = root.get("extends")
    if extends is None:
        return
    if extends.text is None:
        frame.error("OV-02", f"found {extends.kind} for `extends`, wanted a URI reference", extends.location)
        return
    parts = urlsplit(extends.text)
    if parts.scheme or parts.netloc or not parts.path or parts.path.startswith("/"):
        return  # nobody knows what the copy of a remote document is called here
    named = posixpath.normpath(posixpath.join(posixpath.dirname(root.document.path), unquote(parts.path)))
    if named != posixpath.normpath(base):
        message = f"`extends` names `{visible(named)}`; the overlay is applied to `{base}`"
        frame.warning("OV-03", message, extends.location)


def _check_keys(node: Node, known: Sequence[str], what: str, frame: Frame) -> bool:
    unknown = [(key, child) for key, child in node.items() if key not in known and not key.startswith("x-")]
    for key, child in unknown:
        near = nearest(key, known, limit=1)
        hint = f"did you mean `{near[0]}`?" if near else f"known keys: {comma_list(known)}"
        frame.error("OV-02", f"{what} has no key `{visible(key)}`", child.key_location, hint)
    return not unknown


def _check_info(root: Node, frame: Frame) -> None:
    info = root.get("info")
    for key in ("title", "version"):
        if info is None or info.get(key) is None:
            # Nothing here depends on it, and every other tool will refuse the overlay.
            place = root.location if info is None else info.key_location
            frame.warning("OV-02", f"the standard requires `info.{key}` of an overlay", place)


def _action(node: Node, frame: Frame, *, is_first: bool) -> Action | None:
    if not isinstance(node.value, dict):
        frame.error("OV-02", f"found {node.kind} for an action, wanted a mapping", node.location)
        return None
    if not _check_keys(node, _ACTION_KEYS, "an action", frame):
        return None
    target, update, copy, remove = (node.get(key) for key in ("target", "update", "copy", "remove"))
    if target is None:
        frame.error("OV-02", "found an action without `target`, wanted a JSONPath query there", node.location)
        return None
    if not _has_kinds(target, copy, remove, frame):
        return None
    if copy is not None and is_first:
        frame.error("OV-02", "version 1.0 has no `copy`", copy.key_location, "write `overlay: 1.1.0`")
        return None
    if remove is not None and remove.value is True:
        return Action(target=target, remove=remove, may_update_primitives=not is_first)
    if update is not None and copy is not None:
        # By the letter of 1.1 each switches the other off.
        frame.error("OV-02", "found both `update` and `copy` in an action, wanted one of them", copy.key_location)
        return None
    if update is None and copy is None:
        message = "found an action that changes nothing, wanted `update`, `copy` or `remove: true`"
        frame.warning("OV-02", message, node.location)
        return None
    return Action(target=target, update=update, copy=copy, may_update_primitives=not is_first)


def _has_kinds(target: Node, copy: Node | None, remove: Node | None, frame: Frame) -> bool:
    wrong = [one for one in (target, copy) if one is not None and one.text is None]
    for one in wrong:
        frame.error("OV-02", f"found {one.kind} for `{one.token}`, wanted a JSONPath query", one.location)
    if remove is not None and not isinstance(remove.value, bool):
        frame.error("OV-02", f"found {remove.kind} for `remove`, wanted `true` or `false`", remove.location)
        return False
    return not wrong
