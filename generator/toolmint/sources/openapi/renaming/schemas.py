"""Which schemas speak of the same object: a property has one name in all of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolmint.documents import DocumentStore, Node, ReferenceProblem, is_reference
from toolmint.ir.schema import Json
from toolmint.lifting.keys import legal_key
from toolmint.sources.openapi.renaming.parts import Parts

__all__ = ["applying", "declared", "elements", "facing_key", "own_name", "spread"]

_LISTS = ("allOf", "anyOf", "oneOf")
_SINGLES = ("not", "if", "then", "else")


def applying(nodes: Iterable[Node], store: DocumentStore, *, subtypes: bool = False) -> list[Node]:
    """Return the schemas that speak of the same value: some, what they refer to, and the branches of each.

    Args:
        nodes: schemas.
        store: follows references; one that leads nowhere is passed over.
        subtypes: whether those count that a discriminator leads to.
    """
    found: dict[int, Node] = {}
    pending = list(nodes)
    while pending:
        node = pending.pop(0)
        if not isinstance(node.value, dict) or id(node.value) in found:
            continue
        found[id(node.value)] = node
        if is_reference(node):
            pending += _targets(node, store)
        pending += [child for key in _SINGLES if (child := node.get(key)) is not None]
        for key in _LISTS:
            branches = node.get(key)
            pending += branches.elements() if branches is not None else ()
        dependent = node.get("dependentSchemas")
        pending += [child for _, child in dependent.items()] if dependent is not None else []
        if subtypes:
            mapping = node.at("/discriminator/mapping")
            for _, child in mapping.items() if mapping is not None else ():
                pending += _targets(Node(child.document, child.parent, child.token, {"$ref": child.value}), store)
    return list(found.values())


def _targets(node: Node, store: DocumentStore) -> list[Node]:
    try:
        return [store.resolve(node)]
    except ReferenceProblem:
        return []


def declared(nodes: Iterable[Node], key: str) -> list[Node]:
    """Return the properties of a name, on the wire or for the model, that schemas declare themselves.

    Args:
        nodes: schemas that speak of the same value.
        key: the name.
    """
    found: list[Node] = []
    for node in nodes:
        properties = node.get("properties")
        for name, child in properties.items() if properties is not None else ():
            if key in (name, facing_key(child)):
                found.append(child)
    return found


def facing_key(child: Node) -> str:
    """Return the model-facing key of a property, as far as it depends on the property alone."""
    return own_name(child) or legal_key(child.token)


def own_name(node: Node) -> str | None:
    """Return the name that the `x-tool` block of a parameter or property gives it."""
    block = node.get("x-tool")
    name = block.get("name") if block is not None else None
    return name.text.strip() if name is not None and name.text is not None else None


def elements(nodes: Iterable[Node]) -> list[Node]:
    """Return the schemas of the elements that schemas declare themselves."""
    found: list[Node] = []
    for node in nodes:
        for key in ("items", "prefixItems"):
            held = node.get(key)
            if held is not None:
                found += list(held.elements()) if isinstance(held.value, list) else [held]
    return found


def spread(start: Iterable[Node], key: str, parts: Parts) -> list[Node]:
    """Return every schema that says something of a property of one object.

    A schema that composes one of them speaks of the same object, and so does everything else that it composes: where
    one branch of a union is renamed, the others are.

    Args:
        start: schemas of the object.
        key: the property, by its name on the wire.
        parts: everything that the document is made of.
    """
    found: dict[int, Node] = {}
    composed: set[int] = set()
    pending = list(start)
    while pending:
        for above in _composing(pending.pop(), parts, composed):
            for node in applying([above], parts.store):
                if id(node.value) not in found and _speaks_of(node.value, key):
                    found[id(node.value)] = node
                    pending.append(node)
    return list(found.values())


def _composing(node: Node, parts: Parts, seen: set[int]) -> Iterator[Node]:
    """Yield a schema and those that it is a part of, as branch or by reference."""
    pending = [node]
    while pending:
        current = pending.pop()
        if id(current.value) in seen:
            continue
        seen.add(id(current.value))
        yield current
        pending += [one for one in parts.users(current) if parts.is_schema(one)]
        holder = current.parent
        if holder is None:
            continue
        if current.token in _SINGLES and parts.is_schema(holder):
            pending.append(holder)
        elif holder.token in (*_LISTS, "dependentSchemas") and parts.is_schema(holder.parent):
            assert holder.parent is not None
            pending.append(holder.parent)


def _speaks_of(value: Json, key: str) -> bool:
    if not isinstance(value, dict):
        return False
    for keyword in ("properties", "dependentRequired", "dependentSchemas"):
        held = value.get(keyword)
        if isinstance(held, dict) and key in held:
            return True
    dependent = value.get("dependentRequired")
    if isinstance(dependent, dict) and any(isinstance(names, list) and key in names for names in dependent.values()):
        return True
    required, discriminator = value.get("required"), value.get("discriminator")
    if isinstance(required, list) and key in required:
        return True
    return discriminator == key or (isinstance(discriminator, dict) and discriminator.get("propertyName") == key)
