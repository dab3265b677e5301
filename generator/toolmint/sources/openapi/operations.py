"""Where the operations of a document are: paths, path items behind references, methods of every version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolmint.documents import DocumentStore, Node, ReferenceProblem
from toolmint.ir.contract import LeftOut
from toolmint.lifting.frame import Frame
from toolmint.sources.openapi.version import SpecVersion
from toolmint.text import kind_of, nearest

__all__ = ["Operation", "operations", "uncalled"]

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_PATH_ITEM_KEYS = frozenset({*_METHODS, "query", "summary", "description", "servers", "parameters", "$ref"})

_OTHER_PARTS = ("components", "webhooks", "x-webhooks", "definitions", "parameters", "responses")
"""Parts of a document that has no operations of its own: what the API calls, and what other documents refer to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation as it stands in the document."""

    method: str
    """Upper case."""
    path: str
    node: Node
    path_item: Node

    @property
    def identity(self) -> str:
        """`METHOD path`."""
        return f"{self.method} {self.path}"


def operations(root: Node, version: SpecVersion, store: DocumentStore, frame: Frame) -> Iterator[Operation]:
    """Yield every operation under `paths`, in document order.

    Args:
        root: the document's root.
        version: decides which methods exist.
        store: follows Path Item references (3.1 section 4.8.9).
        frame: problems that belong to no operation.
    """
    paths = root.get("paths")
    if paths is None:
        _check_other_parts(root, frame)
        return
    if not isinstance(paths.value, Mapping):
        frame.error("IN-06", f"found {kind_of(paths.value)} for `paths`, wanted a mapping", paths.location)
        return
    for path, item in paths.items():
        if path.startswith("x-"):
            continue
        if not path.startswith("/"):
            near = f"/{path.lstrip('./')}"
            frame.error(
                "IN-06",
                f"found `{path}` in `paths`, wanted a path, which begins with `/`",
                item.key_location,
                f"write `{near}`",
            )
            continue
        yield from _path_operations(path, item, version, store, frame)


def _check_other_parts(root: Node, frame: Frame) -> None:
    """Refuse a document that has neither paths nor anything that another document could refer to."""
    if any(key in root for key in _OTHER_PARTS):
        return
    hint = "`paths` holds the operations; each becomes a tool"
    parts = "`swagger`" if "swagger" in root else "`openapi`"
    frame.error("IN-17", f"found no `paths` beside {parts}, so nothing can become a tool", root.location, hint)


def _path_operations(
    path: str, item: Node, version: SpecVersion, store: DocumentStore, frame: Frame
) -> Iterator[Operation]:
    resolved = item
    if isinstance(item.value, Mapping) and "$ref" in item.value:
        try:
            resolved = store.resolve(item)
        except ReferenceProblem as problem:
            frame.diagnostics.append(problem.diagnostic)
            return
    if resolved.value is None:
        frame.warning("IN-06", f"found nothing for `{path}`, wanted methods; it gives no tool", item.key_location)
        return
    if not isinstance(resolved.value, Mapping):
        message = f"found {kind_of(resolved.value)} for `{path}`, wanted a mapping of methods"
        frame.error("IN-06", message, item.location)
        return
    methods = (*_METHODS, "query") if version == "3.2" else _METHODS
    for holder in (item, resolved) if resolved is not item else (item,):
        for key, child in holder.items():
            if key in methods:
                if isinstance(child.value, Mapping):
                    yield Operation(method=key.upper(), path=path, node=child, path_item=resolved)
                else:
                    message = f"found {kind_of(child.value)} for `{key}` of `{path}`, wanted a mapping"
                    frame.error("IN-06", message, child.location)
            elif key not in _PATH_ITEM_KEYS and not key.startswith("x-") and key != "additionalOperations":
                near = nearest(key, methods, limit=1)
                hint = f"did you mean `{near[0]}`?" if near else None
                frame.warning("IN-08", f"found `{key}` in `{path}`, wanted a method", child.key_location, hint)
        extra = holder.get("additionalOperations") if version == "3.2" else None
        for key, child in extra.items() if extra is not None else ():
            if isinstance(child.value, Mapping):
                yield Operation(method=key, path=path, node=child, path_item=resolved)


def uncalled(root: Node) -> Iterator[LeftOut]:
    """Yield what describes requests that the API makes, not the caller: webhooks (3.1) are no tools."""
    for key in ("webhooks", "x-webhooks"):
        hooks = root.get(key)
        for name, hook in hooks.items() if hooks is not None else ():
            yield LeftOut(
                what=f"webhook {name}",
                reason="the API calls it; an agent cannot",
                failed=False,
                origin=hook.location,
            )
