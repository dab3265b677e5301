"""Examples, defaults and listed values: objects in which a renamed property stands as a key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from toolmint.documents import DocumentStore, Node, ReferenceProblem
from toolmint.edits import Edit, RenameKey
from toolmint.ir.schema import Json
from toolmint.sources.openapi.renaming.closure import Renamed
from toolmint.sources.openapi.renaming.parts import Part, Parts
from toolmint.sources.openapi.renaming.schemas import applying, elements
from toolmint.sources.openapi.renaming.subject import Argument

__all__ = ["Instances", "example_edits", "holds_key"]

_ONE = ("example", "default", "const", "x-example")
_MANY = ("examples", "enum")


def example_edits(renamed: Renamed, parts: Parts) -> Iterator[Edit]:
    """Yield what renames the key in every value that the document gives as an example of something."""
    subject = renamed.subject
    if subject.model_only or not renamed.schemas:
        return
    instances = Instances(renamed, parts.store, subject.wire, subject.new_wire, key_of=lambda child: child.token)
    for part in parts.parts:
        for value, schemas in _examples(part, parts.store):
            if holds_key(value.value, subject.wire):
                yield from instances.edits(value, schemas)


def holds_key(value: Json, key: str) -> bool:
    """Say whether a mapping in a value has a key."""
    if isinstance(value, dict):
        return key in value or any(holds_key(held, key) for held in value.values())
    return isinstance(value, list) and any(holds_key(held, key) for held in value)


def _examples(part: Part, store: DocumentStore) -> Iterator[tuple[Node, list[Node]]]:
    """Yield values with the schemas that they are examples of."""
    node = part.node
    if part.kind == "schema":
        schemas = [node]
    elif part.kind in ("media", "parameter", "header", "response"):
        schema = node.get("schema")
        content = node.get("content")
        if schema is None and content is not None and part.kind != "response":
            schema = next((media.get("schema") for _, media in content.items()), None)
        schemas = [schema] if schema is not None else [node] if part.kind == "parameter" else []
    else:
        return
    for key in _ONE:
        if schemas and (child := node.get(key)) is not None:
            yield child, schemas
    for key in _MANY:
        listed = node.get(key) if schemas else None
        if listed is None:
            continue
        yield from ((one, schemas) for one in listed.elements())
        held = [one for _, child in listed.items() for one in _held(child, store)]
        yield from ((one, schemas) for one in held)


def _held(child: Node, store: DocumentStore) -> Iterator[Node]:
    """Yield what an Example Object holds; in Swagger 2.0 a response's example stands there itself."""
    try:
        holder = store.resolve(child)
    except ReferenceProblem:
        return
    values = [value for key in ("value", "dataValue") if (value := holder.get(key)) is not None]
    yield from values or [holder]


@dataclass(frozen=True, slots=True)
class Instances:
    """Walks values beside the schemas that they are instances of."""

    renamed: Renamed
    store: DocumentStore
    old: str
    new: str
    key_of: Callable[[Node], str]
    """What a property is called in these values: its name on the wire, or the model's."""

    def edits(self, value: Node, schemas: Iterable[Node]) -> Iterator[Edit]:
        """Yield what renames the keys that stand for a renamed property."""
        if not isinstance(value.value, dict | list):
            return
        known = applying(schemas, self.store, subtypes=True)
        if isinstance(value.value, list):
            below = elements(known)
            for element in value.elements():
                yield from self.edits(element, below)
            return
        for key, child in value.items():
            declared = self._declared(known, key)
            if key == self.old and any(self.renamed.is_property(one) for one in declared):
                yield RenameKey(place=child.location, new=self.new)
            yield from self.edits(child, declared or _others(known))

    def of_arguments(self, value: Node, arguments: Iterable[Argument]) -> Iterator[Edit]:
        """Yield the same for an object of arguments."""
        for key, child in value.items():
            argument = next((one for one in arguments if one.facing == key), None)
            if argument is None:
                continue
            if key == self.old and self._is_renamed(argument):
                yield RenameKey(place=child.location, new=self.new)
            yield from self.edits(child, argument.schemas)

    def _is_renamed(self, argument: Argument) -> bool:
        return any(self.renamed.is_parameter(one) or self.renamed.is_property(one) for one in argument.nodes)

    def _declared(self, schemas: list[Node], key: str) -> list[Node]:
        found: list[Node] = []
        for node in schemas:
            properties = node.get("properties")
            for _, child in properties.items() if properties is not None else ():
                if self.key_of(child) == key:
                    found.append(child)
        return found


def _others(schemas: list[Node]) -> list[Node]:
    found = [node.get("additionalProperties") for node in schemas]
    return [node for node in found if node is not None and isinstance(node.value, dict)]
