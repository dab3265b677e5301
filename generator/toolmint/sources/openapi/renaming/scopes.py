"""What a name means in the texts of one operation: something that is renamed, or something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from toolmint.documents import Node, is_reference
from toolmint.ir.contract import ToolContract
from toolmint.sources.openapi.operations import Operation
from toolmint.sources.openapi.renaming.closure import Renamed
from toolmint.sources.openapi.renaming.parts import Parts
from toolmint.sources.openapi.renaming.schemas import applying, declared, elements
from toolmint.sources.openapi.renaming.subject import (
    Argument,
    arguments_of,
    body_schemas,
    listed_parameters,
    response_schemas,
    says,
)

__all__ = ["OperationScope", "enclosing_objects"]

_STEP = re.compile(r"\[\]|[^.\[\]]+")


@dataclass(slots=False)
class OperationScope:
    """The names of one operation; what costs is worked out when it is first asked for.

    Args:
        operation: the operation.
        contract: its tool; None where it became none.
        renamed: what is renamed.
        parts: everything that the document is made of.
    """

    operation: Operation
    contract: ToolContract | None
    renamed: Renamed
    parts: Parts
    _states: dict[tuple[str, str], frozenset[bool]] = field(default_factory=dict)

    @cached_property
    def arguments(self) -> list[Argument]:
        """What the operation is sent."""
        if self.contract is not None:
            return arguments_of(self.contract, self.operation, self.parts.store)
        return []

    @cached_property
    def _inputs(self) -> list[Node]:
        if self.contract is not None:
            return [schema for one in self.arguments for schema in one.schemas]
        return body_schemas(self.operation, self.parts.store)

    def input_states(self, word: str) -> frozenset[bool]:
        """Say of each thing in the request that has a name whether it is renamed; empty where nothing has it."""
        return self._cached("input", word)

    def output_states(self, word: str) -> frozenset[bool]:
        """Say the same of the responses."""
        return self._cached("output", word)

    def _cached(self, side: str, word: str) -> frozenset[bool]:
        known = self._states.get((side, word))
        if known is None:
            states = self._in_request(word) if side == "input" else self._in_responses(word)
            known = self._states[side, word] = frozenset(states)
        return known

    def _in_request(self, word: str) -> Iterator[bool]:
        if self.contract is None:
            for node in listed_parameters(self.operation, self.parts.store):
                if says(node, "name") == word:
                    yield self.renamed.is_parameter(node)
        for argument in self.arguments:
            if word in (argument.facing, argument.wire):
                yield self.is_renamed(argument)
        for node in _properties_below(self._inputs, word, self.parts):
            yield self.renamed.is_property(node)

    def _in_responses(self, word: str) -> Iterator[bool]:
        for node in _properties_below(response_schemas(self.operation, self.parts.store), word, self.parts):
            yield self.renamed.is_property(node)

    def is_renamed(self, argument: Argument) -> bool:
        """Say whether an argument gets the new name."""
        return any(self.renamed.is_parameter(one) or self.renamed.is_property(one) for one in argument.nodes)

    def reference(self, content: str, objects: Sequence[Node] = ()) -> tuple[list[tuple[int, int]], bool]:
        """Follow what stands in a pair of braces: `items[].sku`, `status=open`, `result.total`.

        Args:
            content: the text between the braces.
            objects: where the text belongs to a property, the schemas that hold it, the innermost first: their
                properties come before the arguments.

        Returns:
            Where names of renamed things stand in it, and whether its first name means anything here.
        """
        if content.startswith("tool:"):
            return [], True
        path = content if self._head(content, objects) else content.partition("=")[0]
        steps = [(path, 0)] if self._head(path, objects) else [(f.group(), f.start()) for f in _STEP.finditer(path)]
        if not steps:
            return [], False
        head, start = steps[0]
        nodes, schemas = self._head(head, objects) or ([], [])
        if not nodes and head == "result":
            schemas = response_schemas(self.operation, self.parts.store)
        found = [(start, start + len(head))] if head in self.renamed.subject.words and self._any(nodes) else []
        for step, offset in steps[1:]:
            known = applying(schemas, self.parts.store)
            schemas = elements(known) if step == "[]" else declared(known, step)
            if step in self.renamed.subject.words and self._any(schemas):
                found.append((offset, offset + len(step)))
        return found, bool(nodes) or head == "result"

    def _any(self, nodes: Iterable[Node]) -> bool:
        return any(self.renamed.is_parameter(one) or self.renamed.is_property(one) for one in nodes)

    def _head(self, name: str, objects: Sequence[Node]) -> tuple[list[Node], list[Node]] | None:
        """Return what a first name means, and the schemas of its value."""
        for node in objects:
            own = declared([node], name)
            if own:
                return own, own
        by_name = [one for one in self.arguments if name in (one.facing, one.wire)]
        for argument in by_name or [one for one in self.arguments if name in _component_keys(one)]:
            return list(argument.nodes), argument.schemas
        return None


def _component_keys(argument: Argument) -> list[str]:
    keys: list[str] = []
    for node in argument.nodes:
        if node.parent is not None and node.parent.token == "parameters" and "in" in node:
            keys.append(node.token)
        schemas = [one for one in (node, node.get("schema")) if one is not None and is_reference(one)]
        keys += [str(says(one, "$ref")).rpartition("/")[2] for one in schemas]
    return keys


def enclosing_objects(node: Node, parts: Parts) -> list[Node]:
    """Return the schemas that hold a schema as a property, or inside of one, the innermost first."""
    found: list[Node] = []
    current = node
    while current.parent is not None:
        if current.parent.token == "properties" and parts.is_schema(current.parent.parent):
            assert current.parent.parent is not None
            found.append(current.parent.parent)
        current = current.parent
    return found


def _properties_below(schemas: Iterable[Node], name: str, parts: Parts) -> list[Node]:
    """Return the properties of a name at any depth."""
    found: list[Node] = []
    seen: set[int] = set()
    pending = list(schemas)
    while pending:
        known = [node for node in applying([pending.pop()], parts.store) if id(node.value) not in seen]
        seen.update(id(node.value) for node in known)
        found += declared(known, name)
        pending += elements(known)
        for node in known:
            for key in ("properties", "patternProperties"):
                held = node.get(key)
                pending += [child for _, child in held.items()] if held is not None else []
            others = node.get("additionalProperties")
            pending += [others] if others is not None else []
    return found
