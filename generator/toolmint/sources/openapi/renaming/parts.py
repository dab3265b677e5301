"""The parts of a document by their kinds, and who uses each: what a name means depends on what it stands in.

A key `example` of a schema holds data; the property `example` of a mapping of properties is a schema. So the walk goes
by the standard's own objects, and never into data or extensions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from toolmint.documents import DocumentStore, Node, ReferenceProblem, is_reference
from toolmint.ir.schema import SUBSCHEMA_LISTS, SUBSCHEMA_MAPS, SUBSCHEMA_SINGLES
from toolmint.lifting.frame import Frame
from toolmint.sources.openapi.operations import Operation, operations
from toolmint.sources.openapi.version import SpecVersion

__all__ = ["Kind", "Part", "Parts", "Side", "gather_parts"]

Kind: TypeAlias = Literal[
    "root",
    "info",
    "tag",
    "components",
    "path_item",
    "operation",
    "callback",
    "parameter",
    "header",
    "body",
    "response",
    "media",
    "schema",
    "example",
    "link",
]
Side: TypeAlias = Literal["tool", "input", "output"]
"""What of an operation a part belongs to: its own texts, its request, its responses."""
_Shape: TypeAlias = Literal["one", "list", "map"]

_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_CONTENT: tuple[tuple[str, _Shape, Kind], ...] = (
    ("schema", "one", "schema"),
    ("content", "map", "media"),
    ("examples", "map", "example"),
    ("items", "one", "schema"),
)
_CHILDREN: Mapping[Kind, tuple[tuple[str, _Shape, Kind], ...]] = {
    "root": (
        ("info", "one", "info"),
        ("tags", "list", "tag"),
        ("paths", "map", "path_item"),
        ("webhooks", "map", "path_item"),
        ("x-webhooks", "map", "path_item"),
        ("components", "one", "components"),
        ("definitions", "map", "schema"),
        ("parameters", "map", "parameter"),
        ("responses", "map", "response"),
    ),
    "components": (
        ("schemas", "map", "schema"),
        ("parameters", "map", "parameter"),
        ("headers", "map", "header"),
        ("requestBodies", "map", "body"),
        ("responses", "map", "response"),
        ("examples", "map", "example"),
        ("links", "map", "link"),
        ("callbacks", "map", "callback"),
        ("pathItems", "map", "path_item"),
        ("mediaTypes", "map", "media"),
    ),
    "path_item": (
        ("parameters", "list", "parameter"),
        *((method, "one", "operation") for method in _METHODS),
        ("additionalOperations", "map", "operation"),
    ),
    "operation": (
        ("parameters", "list", "parameter"),
        ("requestBody", "one", "body"),
        ("responses", "map", "response"),
        ("callbacks", "map", "callback"),
    ),
    "parameter": _CONTENT,
    "header": _CONTENT,
    "body": (("content", "map", "media"),),
    "response": (*_CONTENT[:2], ("headers", "map", "header"), ("links", "map", "link")),
    "media": (("schema", "one", "schema"), ("itemSchema", "one", "schema"), ("examples", "map", "example")),
    "schema": (
        *((keyword, "one", "schema") for keyword in SUBSCHEMA_SINGLES),
        ("items", "list", "schema"),
        *((keyword, "list", "schema") for keyword in SUBSCHEMA_LISTS),
        *((keyword, "map", "schema") for keyword in SUBSCHEMA_MAPS),
        ("$defs", "map", "schema"),
        ("definitions", "map", "schema"),
    ),
}
_BY_KEY: Mapping[Kind, Mapping[str, list[tuple[_Shape, Kind]]]] = {
    kind: {key: [(shape, below) for name, shape, below in rows if name == key] for key, _, _ in rows}
    for kind, rows in _CHILDREN.items()
}
_SIDES: Mapping[str, Side | None] = {
    "parameters": "input",
    "requestBody": "input",
    "responses": "output",
    "callbacks": None,
}


@dataclass(frozen=True, slots=True)
class Part:
    """One object of the standard, in place."""

    kind: Kind
    node: Node


@dataclass(slots=True, kw_only=True)
class Parts:
    """Everything that a document is made of, references followed; values are told apart by their identity."""

    root: Node
    store: DocumentStore
    parts: list[Part] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)
    pointers: list[Node] = field(default_factory=list)
    """Texts that name a place: `$ref`, the targets of discriminators, `operationRef`."""
    schemas: set[int] = field(default_factory=set)
    """Identities of the schemas among the parts."""
    _users: defaultdict[int, list[Node]] = field(default_factory=lambda: defaultdict(list))
    _owners: defaultdict[int, list[tuple[Operation, bool]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        """Note which values are operations and path items."""
        for operation in self.operations:
            self._owners[id(operation.node.value)].append((operation, False))
            self._owners[id(operation.path_item.value)].append((operation, True))

    def is_schema(self, node: Node | None) -> bool:
        """Say whether a value is one of the document's schemas."""
        return node is not None and id(node.value) in self.schemas

    def users(self, node: Node) -> list[Node]:
        """Return where a value is used besides the place where it stands: references to it, aliases of it."""
        return self._users.get(id(node.value), [])

    def readers(self, node: Node) -> Iterator[tuple[Operation, Side]]:
        """Yield the operations that a part belongs to, directly or by references, each side once."""
        found: dict[tuple[int, Side], tuple[Operation, Side]] = {}
        seen: set[int] = set()
        pending = [node]
        while pending:
            current: Node | None = pending.pop()
            below = ""
            while current is not None:
                for operation, is_item in self._owners.get(id(current.value), ()):
                    side = _SIDES.get(below, "tool") if below else "tool"
                    if side is not None and (not is_item or below in ("", "parameters", *_TEXT_KEYS)):
                        found.setdefault((id(operation), side), (operation, side))
                if isinstance(current.value, dict | list) and id(current.value) not in seen:
                    seen.add(id(current.value))
                    pending += self.users(current)
                below, current = current.token, current.parent
        yield from found.values()

    def add_user(self, target: Node, user: Node) -> None:
        """Note that a value is used at another place."""
        self._users[id(target.value)].append(user)


_TEXT_KEYS = ("summary", "description", "x-tool")


def gather_parts(root: Node, version: SpecVersion, store: DocumentStore) -> Parts:
    """Walk a document and everything that it refers to.

    Args:
        root: its root.
        version: decides which methods exist.
        store: follows references; one that leads nowhere is passed over, as extraction reports it.
    """
    found = Parts(root=root, store=store, operations=list(operations(root, version, store, Frame())))
    seen: set[tuple[int, Kind]] = set()
    pending = [Part("root", root)]
    while pending:
        part = pending.pop()
        key = (id(part.node.value), part.kind)
        if key in seen:
            found.add_user(part.node, part.node)
            continue
        seen.add(key)
        found.parts.append(part)
        if part.kind == "schema":
            found.schemas.add(id(part.node.value))
        pending += _below(part, found)
    return found


def _below(part: Part, found: Parts) -> Iterator[Part]:
    node = part.node
    if is_reference(node):
        found.pointers.append(node.child("$ref"))
        target = _followed(node, found)
        if target is not None:
            yield Part(part.kind, target)
    yield from _children(part)
    if part.kind == "schema":
        found.pointers += _mapped(node)
    elif part.kind == "link" and (reference := node.get("operationRef")) is not None:
        found.pointers.append(reference)


def _followed(node: Node, found: Parts) -> Node | None:
    try:
        target = found.store.follow(node)
    except ReferenceProblem:
        return None
    found.add_user(target, node)
    return target


def _mapped(node: Node) -> list[Node]:
    mapping = node.at("/discriminator/mapping") if "discriminator" in node else None
    return [child for _, child in mapping.items() if child.text is not None] if mapping is not None else []


def _children(part: Part) -> Iterator[Part]:
    if part.kind == "callback":
        for key, child in part.node.items():
            if not key.startswith("x-") and key != "$ref" and isinstance(child.value, dict):
                yield Part("path_item", child)
        return
    shapes = _BY_KEY.get(part.kind, {})
    for key, child in part.node.items():
        for shape, kind in shapes.get(key, ()):
            if shape == "one" and isinstance(child.value, dict):
                yield Part(kind, child)
            elif shape == "list" and isinstance(child.value, list):
                yield from (Part(kind, one) for one in child.elements() if isinstance(one.value, dict))
            elif shape == "map" and isinstance(child.value, dict):
                for name, one in child.items():
                    if isinstance(one.value, dict) and not (
                        name.startswith("x-") and kind in ("path_item", "response")
                    ):
                        yield Part(kind, one)
