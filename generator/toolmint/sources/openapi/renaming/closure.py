"""Everything that has to have the new name: a rename goes as far as parts are shared."""

from __future__ import annotations

from dataclasses import dataclass

from toolmint.documents import Node
from toolmint.sources.openapi.operations import Operation
from toolmint.sources.openapi.renaming.parts import Parts
from toolmint.sources.openapi.renaming.schemas import spread
from toolmint.sources.openapi.renaming.subject import Subject, listed_parameters, says

__all__ = ["Renamed", "renamed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """The parts that have the old name and get the new one; values are told apart by their identity."""

    subject: Subject
    parameters: tuple[Node, ...] = ()
    schemas: tuple[Node, ...] = ()
    """Schemas that say something of the property: declare it, require it, tell branches apart by it."""
    operations: tuple[Operation, ...] = ()
    """The operations that use one of the parameters."""

    @property
    def paths(self) -> dict[str, str]:
        """Path templates that name the parameter, and how they read afterwards."""
        subject = self.subject
        if subject.area != "path" or subject.model_only:
            return {}
        old, new = f"{{{subject.wire}}}", f"{{{subject.new_wire}}}"
        return {one.path: one.path.replace(old, new) for one in self.operations if old in one.path}

    def is_parameter(self, node: Node) -> bool:
        """Say whether a parameter gets the new name."""
        return any(one.value is node.value for one in self.parameters)

    def is_property(self, node: Node) -> bool:
        """Say whether a property gets the new name."""
        if node.token != self.subject.wire or node.parent is None or node.parent.parent is None:
            return False
        holder = node.parent.parent.value
        return any(one.value is holder for one in self.schemas)

    @property
    def properties(self) -> list[Node]:
        """The declarations of the property."""
        held = [node.get("properties") for node in self.schemas]
        return [child for one in held if one is not None and (child := one.get(self.subject.wire)) is not None]


def renamed(subject: Subject, parts: Parts) -> Renamed:
    """Find everything that has to have the new name.

    Args:
        subject: what was asked for.
        parts: everything that the document is made of.
    """
    if subject.parameter is None:
        return Renamed(subject=subject, schemas=tuple(spread(subject.objects, subject.wire, parts)))
    usage = [
        (operation, [node for node in listed_parameters(operation, parts.store) if _is_alike(node, subject)])
        for operation in parts.operations
    ]
    found: dict[int, Node] = {id(subject.parameter.value): subject.parameter}
    used: dict[int, Operation] = {}
    paths: set[str] = set()
    grown = True
    while grown:
        grown = False
        for operation, nodes in usage:
            shares = any(id(node.value) in found for node in nodes)
            if not nodes or not (shares or operation.path in paths):
                continue
            used.setdefault(id(operation), operation)
            if subject.area == "path":  # the template is that of all operations of the path
                grown = grown or operation.path not in paths
                paths.add(operation.path)
            fresh = [node for node in nodes if id(node.value) not in found]
            grown = grown or bool(fresh)
            found.update((id(node.value), node) for node in fresh)
    ordered = tuple(one for one in parts.operations if id(one) in used)
    return Renamed(subject=subject, parameters=tuple(found.values()), operations=ordered)


def _is_alike(node: Node, subject: Subject) -> bool:
    """Whether a parameter has the same name and place: an operation's own overrides its path's (3.1 section 4.8.10)."""
    assert subject.parameter is not None
    name, where = says(node, "name"), says(node, "in")
    if where != says(subject.parameter, "in") or not isinstance(name, str):
        return False
    return name == subject.wire or (where == "header" and name.lower() == subject.wire.lower())
