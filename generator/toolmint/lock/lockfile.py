"""The file `toolmint.lock`: JSON with sorted keys, without a host and without a time.

A lock that cannot be read says so at its line, since it is a file that merges touch.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar, cast, get_args

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import Document, Node, locate, parse_document
from toolmint.errors import ConfigError, SourceError
from toolmint.ir.schema import Json
from toolmint.location import Location
from toolmint.lock.model import Approval, Entry, Lock, PinKind, PinLock
from toolmint.text import comma_list, nearest, quoted_json, shown_value, visible

__all__ = ["LOCK", "lock_bytes", "parse_lock"]

LOCK = "toolmint.lock"
"""Its name, at the project's root."""
_VERSION = 1
_MARKER = re.compile(rb"^(?:<{7}|={7}|>{7})(?: |\r?$)", re.MULTILINE)
_DIGEST = re.compile(r"[0-9a-f]{64}\Z")
_HINT = "take the file from the last good commit: `git checkout HEAD -- toolmint.lock`, then accept again"
_MERGED = "keep one side whole, and run `toolmint pin review` again for the pins of the other"

_Made = TypeVar("_Made")


def lock_bytes(lock: Lock) -> bytes:
    """Write a lock as its file."""
    value: Json = {"version": _VERSION, "pins": {name: _pin(pin) for name, pin in lock.pins.items()}}
    return ("\n".join(_lines(value, "")) + "\n").encode()


def _lines(value: Json, indent: str) -> Sequence[str]:
    """Write JSON over several lines, keys sorted, hidden characters as escapes."""
    if isinstance(value, Mapping) and value:
        blocks = [_member(f"{quoted_json(key)}: ", value[key], indent) for key in sorted(value)]
        return _bracketed("{", "}", blocks, indent)
    if isinstance(value, list) and value:
        return _bracketed("[", "]", [_member("", part, indent) for part in value], indent)
    return [quoted_json(value) if isinstance(value, str) else json.dumps(value)]


def _member(key: str, value: Json, indent: str) -> list[str]:
    first, *rest = _lines(value, f"{indent}  ")
    return [f"{indent}  {key}{first}", *rest]


def _bracketed(opening: str, closing: str, blocks: Sequence[list[str]], indent: str) -> list[str]:
    for block in blocks[:-1]:
        block[-1] += ","
    return [opening, *(line for block in blocks for line in block), indent + closing]


def _pin(pin: PinLock) -> dict[str, Json]:
    value: dict[str, Json] = {"kind": pin.kind}
    if pin.document is not None:
        value["document"] = _entry(pin.document)
    if pin.instructions is not None:
        value["instructions"] = _entry(pin.instructions)
    for key, entries in (("prompts", pin.prompts), ("resourceTemplates", pin.templates)):
        if entries:
            value[key] = {name: _entry(entry) for name, entry in entries.items()}
    if pin.kind == "mcp":
        value["order"] = list(pin.order)
        value["tools"] = {name: _entry(entry) for name, entry in pin.tools.items()}
    if pin.removed:
        value["removed"] = {name: [_approval(one) for one in given] for name, given in pin.removed.items()}
    return value


def _entry(entry: Entry) -> dict[str, Json]:
    return {
        "sha256": entry.sha256,
        "approvals": [_approval(one) for one in entry.approvals],
        "parts": dict(entry.parts),
        "texts": dict(entry.texts),
        "fields": list(entry.fields),
    }


def _approval(approval: Approval) -> dict[str, Json]:
    return {
        "from": approval.before,
        "to": approval.after,
        "by": approval.by,
        "reason": approval.reason,
        "grade": approval.grade,
    }


def parse_lock(content: bytes, *, path: str = LOCK) -> Lock:
    """Read a lock.

    Args:
        content: the file.
        path: the file as shown to people.

    Raises:
        ConfigError: with a place (PF-06): a merge conflict, no JSON, a key that stands twice, another version, or
            something that no toolmint wrote.
    """
    marker = _MARKER.search(content)
    if marker is not None:
        line = content.count(b"\n", 0, marker.start()) + 1
        _refuse(Location(path=path, line=line, column=1), "a merge conflict is not resolved here", hint=_MERGED)
    try:
        document = parse_document(content, path=path, file=Path(f"{path}.json"))
    except SourceError as error:
        place = error.diagnostic.location if error.diagnostic is not None else Location(path=path, line=1, column=1)
        _refuse(place, error.message, hint=_HINT)
    return _Reader(document).lock()


def _refuse(place: Location, message: str, *, hint: str) -> NoReturn:
    finding = Diagnostic(code="PF-06", severity=Severity.ERROR, message=message, location=place, hint=hint)
    raise ConfigError.at(finding)


class _Reader:
    """Takes a lock's values apart, and points at the first that is not what toolmint writes."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def lock(self) -> Lock:
        root = Node.root(self._document)
        version = root.get("version")
        found = None if version is None else version.value
        if found != _VERSION or isinstance(found, bool):
            if isinstance(found, int) and found > _VERSION:
                hint = "a newer toolmint wrote it: install that"
                self._fail(version or root, f"found version {found} of the lock; this toolmint reads {_VERSION}", hint)
            self._fail(version or root, f"found {shown_value(found)} for `version`, wanted `{_VERSION}`")
        self._keys(root, ("version", "pins"))
        return Lock(pins=self._mapping(root.get("pins") or root, self._pin))

    def _pin(self, node: Node) -> PinLock:
        self._keys(
            node,
            ("kind",),
            ("document", "instructions", "order", "prompts", "removed", "resourceTemplates", "tools"),
        )
        kind = self._text(node.child("kind"))
        if kind not in get_args(PinKind):
            self._fail(node.child("kind"), f"found {shown_value(kind)} for `kind`, wanted `mcp` or `openapi`")
        needed = ("order", "tools") if kind == "mcp" else ("document",)
        for key in needed:
            if key not in node:
                self._fail(node, f"the pin has no `{key}`")
        entries = {
            key: self._mapping(held, self._entry)
            for key in ("tools", "prompts", "resourceTemplates")
            if (held := node.get(key)) is not None
        }
        order = node.get("order")
        pin = PinLock(
            kind=cast(PinKind, kind),
            order=self._list(order, self._text) if order is not None else (),
            tools=entries.get("tools", {}),
            prompts=entries.get("prompts", {}),
            templates=entries.get("resourceTemplates", {}),
            instructions=self._entry(held) if (held := node.get("instructions")) is not None else None,
            document=self._entry(held) if (held := node.get("document")) is not None else None,
            removed=self._mapping(held, self._approvals) if (held := node.get("removed")) is not None else {},
        )
        if order is not None and sorted(pin.order) != sorted(pin.tools):
            self._fail(order, "`order` does not list the names of `tools`, each once")
        return pin

    def _entry(self, node: Node) -> Entry:
        self._keys(node, ("sha256", "approvals", "parts", "texts", "fields"))
        return Entry(
            sha256=self._digest(node.child("sha256")),
            approvals=self._approvals(node.child("approvals")),
            parts=self._mapping(node.child("parts"), self._digest),
            texts=self._mapping(node.child("texts"), self._text),
            fields=self._list(node.child("fields"), self._text),
        )

    def _approvals(self, node: Node) -> tuple[Approval, ...]:
        return self._list(node, self._approval)

    def _approval(self, node: Node) -> Approval:
        self._keys(node, ("from", "to", "by", "reason", "grade"))
        before, after = (
            None if (held := node.child(key)).value is None else self._digest(held) for key in ("from", "to")
        )
        by, reason, grade = (self._text(node.child(key)) for key in ("by", "reason", "grade"))
        return Approval(before=before, after=after, by=by, reason=reason, grade=grade)

    def _keys(self, node: Node, needed: Sequence[str], allowed: Sequence[str] = ()) -> None:
        if node.mapping is None:
            self._fail(node, f"found {node.kind}, wanted an object")
        for key, held in node.items():
            if key not in needed and key not in allowed:
                near = nearest(key, [*needed, *allowed], limit=1)
                more = f"; did you mean `{near[0]}`?" if near else ""
                self._fail(held, f"nobody reads the key `{visible(key)}`{more}")
        missing = [key for key in needed if key not in node]
        if missing:
            self._fail(node, f"found no {comma_list(missing)}")

    def _mapping(self, node: Node, read: Callable[[Node], _Made]) -> dict[str, _Made]:
        if node.mapping is None:
            self._fail(node, f"found {node.kind}, wanted an object")
        return {key: read(held) for key, held in node.items()}

    def _list(self, node: Node, read: Callable[[Node], _Made]) -> tuple[_Made, ...]:
        if node.sequence is None:
            self._fail(node, f"found {node.kind}, wanted a list")
        return tuple(read(held) for held in node.elements())

    def _text(self, node: Node) -> str:
        text = node.text
        if text is None:
            self._fail(node, f"found {node.kind}, wanted text")
        return text

    def _digest(self, node: Node) -> str:
        text = node.text
        if text is None or not _DIGEST.match(text):
            self._fail(node, f"found {shown_value(node.value)}, wanted a sha256 of 64 hexadecimal digits")
        return text

    def _fail(self, node: Node, message: str, hint: str = _HINT) -> NoReturn:
        _refuse(locate(self._document, node.location), message, hint=hint)
