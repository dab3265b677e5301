"""Names of shared schemas: legal everywhere, unique, and independent of the order in which they are met."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from toolmint.documents import Document, DocumentStore, Node, ReferenceProblem
from toolmint.ir.schema import Json, Schema, definition_name, definition_ref, map_subschemas
from toolmint.location import split_pointer

__all__ = ["DefinitionNames", "rename_definitions"]

_ILLEGAL = re.compile(r"[^A-Za-z0-9_]+")
_COMPONENT_ROOTS = ("/components/schemas", "/definitions")


class DefinitionNames:
    """Gives each referenced place one name.

    A component of the root document keeps its key, and gives it to the schema in another file that it is only a
    reference to. Any other schema that stands elsewhere (another file, or inside an operation) is named after its file
    or its last key once all are known, so that no name depends on which was met first; until then it has a provisional
    name.

    Args:
        root: the root of the document that references start from.
        store: follows the components that are only references.
    """

    def __init__(self, root: Node, store: DocumentStore) -> None:
        self._root = root.document
        self._store = store
        self._names: dict[tuple[str, str], str] = {}
        self._keys: dict[str, str] = {}
        self._provisional: dict[str, tuple[str, str]] = {}
        self._wanted: dict[tuple[str, str], str] = {}
        for pointer in _COMPONENT_ROOTS:
            holder = root.at(pointer)
            if holder is not None:
                self._reserve(holder)

    def _reserve(self, holder: Node) -> None:
        nodes = {("", child.pointer): child for _, child in holder.items()}
        names = _unique({place: _legal(child.token) for place, child in nodes.items()})
        for place, name in names.items():
            self._names[place] = name
            self._keys[name] = nodes[place].token
        for place, child in sorted(nodes.items()):
            if isinstance(child.value, Mapping) and set(child.value) == {"$ref"}:
                self._lend(child, names[place])

    def _lend(self, component: Node, name: str) -> None:
        """Name what a component is only a reference to after the component; of several the first by name."""
        try:
            target = self._store.resolve(component)
        except ReferenceProblem:
            return  # reported where something uses the component
        self._names.setdefault((self._shown(target.document), target.pointer), name)

    def name_of(self, node: Node) -> str:
        """Return the name of the schema at a resolved node."""
        place = (self._shown(node.document), node.pointer)
        name = self._names.get(place)
        if name is None:
            # `.` is legal in no definition name, so a provisional name collides with nothing.
            name = f".{len(self._provisional)}"
            self._names[place] = name
            self._provisional[name] = place
        return name

    def variant_of(self, node: Node, bound: Mapping[str, Node]) -> str:
        """Return the name of a schema whose dynamic references are bound.

        Args:
            node: the schema, resolved.
            bound: dynamic anchor -> the schema that it means; not empty.
        """
        meant = sorted(bound.items())
        bindings = [f"{anchor}={self._shown(one.document)}#{one.pointer}" for anchor, one in meant]
        place = (self._shown(node.document), " ".join([node.pointer, *bindings]))
        name = self._names.get(place)
        if name is None:
            name = self._names[place] = f".{len(self._provisional)}"
            self._provisional[name] = place
            self._wanted[place] = "_".join([self._plain(node), *(self._plain(one) for _, one in meant)])
        return name

    def _plain(self, node: Node) -> str:
        place = (self._shown(node.document), node.pointer)
        name = self._names.get(place, "")
        return name if name in self._keys else _legal(_preferred(place))

    def component_key(self, name: str) -> str | None:
        """Return the component key that a name was made from, as the author spelt it; None for other places."""
        return self._keys.get(name)

    def final_names(self) -> dict[str, str]:
        """Return provisional name -> final name, for everything that is no component of the root document."""
        taken = set(self._keys)
        wanted = {place: self._wanted.get(place) or _legal(_preferred(place)) for place in self._provisional.values()}
        names = _unique(wanted, taken=taken)
        return {name: names[place] for name, place in self._provisional.items()}

    def _shown(self, document: Document) -> str:
        # Relative to the root document: the same names in whatever folder the set of files lies.
        if document.file == self._root.file:
            return ""
        return PurePosixPath(os.path.relpath(document.file, self._root.file.parent)).as_posix()


def _preferred(place: tuple[str, str]) -> str:
    file, pointer = place
    tokens = split_pointer(pointer)
    words = [token for token in tokens if not token.isdigit()]
    if words and words[-1] not in ("schema", "items", "additionalProperties"):
        return words[-1]
    return PurePosixPath(file).stem if file and not words else "_".join(words[-3:]) or "root"


def _legal(key: str) -> str:
    name = _ILLEGAL.sub("_", key)
    if not name.strip("_"):
        name = "schema_" + _six(key)
    return "_" + name if name[0].isdigit() else name


def _unique(
    wanted: Mapping[tuple[str, str], str], taken: frozenset[str] | set[str] = frozenset()
) -> dict[tuple[str, str], str]:
    """Give each place its wanted name; members of a colliding group are each told apart by their own place."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for place, name in wanted.items():
        groups.setdefault(name, []).append(place)
    names = {}
    for place, name in wanted.items():
        alone = len(groups[name]) == 1 and name not in taken
        names[place] = name if alone else f"{name}_{_six(' '.join(place))}"
    return names


def _six(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]


def rename_definitions(schema: Schema, names: Mapping[str, str]) -> Schema:
    """Return the schema with its references renamed; unknown names stay."""
    if isinstance(schema, bool):
        return schema
    mapped = map_subschemas(schema, lambda part: rename_definitions(part, names))
    assert isinstance(mapped, Mapping)
    renamed = dict(mapped)
    if "$ref" in renamed:
        renamed["$ref"] = _renamed(renamed["$ref"], names)
    discriminator = renamed.get("discriminator")
    targets = discriminator.get("mapping") if isinstance(discriminator, Mapping) else None
    if isinstance(discriminator, Mapping) and isinstance(targets, Mapping):
        changed = {value: _renamed(target, names) for value, target in targets.items()}
        renamed["discriminator"] = {**discriminator, "mapping": changed}
    return renamed


def _renamed(reference: Json, names: Mapping[str, str]) -> str:
    name = definition_name(reference)
    return definition_ref(names.get(name, name))
