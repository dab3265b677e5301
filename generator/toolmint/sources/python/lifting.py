"""Schemas as they were read, lifted: one document a direction, whose values know where in the code they stand."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import Document, DocumentStore, Node
from toolmint.documents.origins import Origins
from toolmint.ir.contract import Definitions
from toolmint.ir.schema import (
    PROSE,
    WIRE_NAME,
    Json,
    JsonObject,
    Schema,
    definition_name,
    walk,
)
from toolmint.lifting.definitions import DefinitionNames
from toolmint.lifting.dialect import Direction, SchemaDialect
from toolmint.lifting.frame import Frame, PropertySettings
from toolmint.lifting.schema import SchemaLifter
from toolmint.location import Location
from toolmint.prose.references import Scope
from toolmint.prose.schema_prose import resolve_schema_prose
from toolmint.sources.python.contexts import REFERENCE
from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.modules import Scope as Names
from toolmint.sources.python.reading import Reading

__all__ = ["LiftedSchemas"]


class LiftedSchemas:
    """The schemas of every draft of a source.

    Args:
        drafts: every tool; problems go into their frames, and their arguments get model-facing names.
        reading: has the shared schemas, and says where things stand.
        store: reads nothing here; finds the lines of what is reported.
        path: the source as shown to people.
    """

    def __init__(self, drafts: Sequence[Draft], reading: Reading, store: DocumentStore, path: str) -> None:
        self._reading = reading
        self._order = {id(draft): index for index, draft in enumerate(drafts)}
        self._lifters: dict[Direction, SchemaLifter] = {}
        self.inputs: list[JsonObject] = []
        self.outputs: list[Schema | None] = []
        self.contexts: list[dict[str, Schema]] = []
        roots = {direction: self._root(direction, drafts, store, path) for direction in Direction}
        for index, draft in enumerate(drafts):
            self.inputs.append(self._input(roots[Direction.INPUT], index, draft))
            self.contexts.append(self._context(roots[Direction.INPUT], index, draft))
            self.outputs.append(self._output(roots[Direction.OUTPUT], index, draft))
        self._resolve_prose()
        for index, draft in enumerate(drafts):
            draft.shared += self._lifters[Direction.INPUT].problems(self.inputs[index])
            self._take_output_problems(draft, index)

    def index(self, draft: Draft) -> int:
        """Return the place of a draft in the lists here."""
        return self._order[id(draft)]

    def definitions(self, direction: Direction) -> Mapping[str, Schema]:
        """Return the shared schemas of a direction."""
        return self._lifters[direction].definitions

    def reachable(self, direction: Direction, schema: Schema) -> list[str]:
        """Return the names of the shared schemas that a schema reaches."""
        return self._lifters[direction].reachable(schema)

    def places(self) -> dict[str, Location]:
        """Return where each shared schema stands."""
        return {
            f"{direction.value}/{name}": place
            for direction, lifter in self._lifters.items()
            for name, place in lifter.places.items()
        }

    def _root(self, direction: Direction, drafts: Sequence[Draft], store: DocumentStore, path: str) -> Node:
        types, given = self._reading.types[direction], self._reading.given
        names = {**types.classes.final_names(), **_unique(given.names)}
        shared = {**types.classes.definitions, **given.definitions}
        places = types.classes.places()
        tools: list[Any] = []
        contexts: list[Any] = []
        for draft in drafts:
            if direction is Direction.INPUT:
                tools.append(_object(draft))
                contexts.append({one.name: one.schema for one in draft.host_values})
            else:
                tools.append(draft.output if draft.output is not None else True)
        finisher = _Finisher(self._reading, names)
        value: dict[str, Any] = {
            "definitions": {names[key]: finisher.finished(schema) for key, schema in shared.items() if key in names},
            "tools": [finisher.finished(one) for one in tools],
            "context": [finisher.finished(one) for one in contexts],
        }
        origins = Origins(path)
        for key, found in places.items():
            if key in names:
                place = self._reading.program.place(found[0], found[1], "class", *found[2])
                _graft(origins, ("definitions", names[key]), place)
        for index, draft in enumerate(drafts):
            _graft(origins, ("tools", str(index)), draft.place)
            for argument in draft.arguments if direction is Direction.INPUT else ():
                _graft(origins, ("tools", str(index), "properties", argument.name), argument.place)
        document = Document(
            path=f"{path}#{direction.value}",
            file=Path(f"{path}.{direction.value}"),
            syntax="json",
            value=value,
            content=b"",
            origins=origins,
        )
        own = store.with_changed(document)
        root = own.root_node(document.file)
        self._lifters[direction] = SchemaLifter(
            own,
            DefinitionNames(root, own),
            dialect=SchemaDialect.JSON_SCHEMA,
            direction=direction,
            property_settings=_settings,
        )
        return root

    def _input(self, root: Node, index: int, draft: Draft) -> JsonObject:
        lifter = self._lifters[Direction.INPUT]
        lifted = lifter.lift(root.child("tools").child(index), draft.frame)
        seen: set[str] = set()
        while isinstance(lifted, Mapping) and isinstance(lifted.get("$ref"), str):
            # The fields of a single model are the arguments, and these stand at the root.
            name = definition_name(lifted["$ref"])
            target = lifter.definitions.get(name, True)
            if name in seen or not isinstance(target, Mapping):
                break
            seen.add(name)
            lifted = {**target, **{key: part for key, part in lifted.items() if key != "$ref"}}
        schema: dict[str, Json] = {"type": "object", **(lifted if isinstance(lifted, Mapping) else {})}
        schema.setdefault("properties", {})
        schema.setdefault("additionalProperties", False)
        if draft.whole is not None:
            schema.pop("description", None)
        properties = schema["properties"]
        for name, part in properties.items() if isinstance(properties, Mapping) else ():
            wire = part.get(WIRE_NAME, name) if isinstance(part, Mapping) else name
            draft.facing[str(wire)] = name
            if draft.whole is None and name != wire and not self._is_named(draft, str(wire), name):
                message = f"`{wire}` is no key that every provider takes; it becomes `{name}`"
                draft.frame.warning("NM-05", message, _argument_place(draft, str(wire)))
        return schema

    def _is_named(self, draft: Draft, wire: str, name: str) -> bool:
        said = next((one.schema.get("x-tool", {}).get("name") for one in draft.arguments if one.name == wire), None)
        return bool(said == name)

    def _context(self, root: Node, index: int, draft: Draft) -> dict[str, Schema]:
        node = root.child("context").child(index)
        lifter = self._lifters[Direction.INPUT]
        found: dict[str, Schema] = {}
        for name, child in node.items():
            found[name] = lifter.lift(child, draft.frame)
            draft.shared += lifter.problems(found[name])
        return found

    def _output(self, root: Node, index: int, draft: Draft) -> Schema | None:
        if draft.output is None:
            return None
        frame = Frame()
        lifted = self._lifters[Direction.OUTPUT].lift(root.child("tools").child(index), frame)
        draft.shared += _softened(frame.diagnostics)
        return None if any(one.severity is Severity.ERROR for one in frame.diagnostics) else lifted

    def _take_output_problems(self, draft: Draft, index: int) -> None:
        """Let an error in a result cost the output schema alone."""
        output = self.outputs[index]
        if output is None:
            return
        problems = self._lifters[Direction.OUTPUT].problems(output)
        draft.shared += _softened(problems)
        if any(one.severity is Severity.ERROR for one in problems):
            self.outputs[index] = None

    def _resolve_prose(self) -> None:
        """Resolve what fields of shared schemas say of their siblings; a shared schema knows no tool."""
        for lifter in self._lifters.values():
            scope = Scope(schema={"type": "object"}, definitions=Definitions(input=lifter.definitions))
            for name, schema in lifter.definitions.items():
                if any(isinstance(part, Mapping) and PROSE in part for _, part in walk(schema)):
                    frame = lifter.frame_of(name)
                    lifter.definitions[name] = resolve_schema_prose(schema, scope, frame, tool=None)


def _softened(problems: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    for one in problems:
        # A wrong reference is the author's mistake wherever it stands, and told once.
        if one.severity is Severity.ERROR and not one.code.startswith("RF"):
            message = f"{one.message}: the tool has no output schema"
            one = replace(one, code="IN-15", severity=Severity.WARNING, message=message)
        yield one


def _object(draft: Draft) -> dict[str, Any]:
    """Return the schema of a draft's arguments."""
    if draft.whole is not None:
        return draft.arguments[0].schema
    schema: dict[str, Any] = {"type": "object", "properties": {one.name: one.schema for one in draft.arguments}}
    required = [one.name for one in draft.arguments if one.required]
    if required:
        schema["required"] = required
    return {**schema, "additionalProperties": False}


def _settings(node: Node, frame: Frame) -> PropertySettings:
    """Read what `Param` says of a property."""
    block = node.value.get("x-tool") if isinstance(node.value, Mapping) else None
    if not isinstance(block, Mapping):
        return PropertySettings()
    name, was, text = block.get("name"), block.get("was"), block.get("description")
    prose = {"text": text, "path": block.get("path"), "pointer": block.get("pointer")}
    return PropertySettings(
        name=name if isinstance(name, str) else None,
        prose=prose if isinstance(text, str) else None,
        was=tuple(str(one) for one in was) if isinstance(was, list) else (),
    )


def _argument_place(draft: Draft, name: str) -> Location:
    return next((one.place for one in draft.arguments if one.name == name), draft.place)


def _graft(origins: Origins, tokens: Sequence[str], place: Location) -> None:
    """Say where a value of the document stands."""
    node = origins
    for token in tokens:
        node = node.grown(token)
    node.path, node.pointer = place.path, place.pointer


def _unique(wanted: Mapping[str, str]) -> dict[str, str]:
    taken: dict[str, int] = {}
    names: dict[str, str] = {}
    for key, name in wanted.items():
        taken[name] = taken.get(name, 0) + 1
        names[key] = name if taken[name] == 1 else f"{name}_{taken[name]}"
    return names


class _Finisher:
    """Gives references their final names, and texts of `Param` their places."""

    def __init__(self, reading: Reading, names: Mapping[str, str]) -> None:
        self._reading = reading
        self._names = names

    def finished(self, value: Any) -> Any:
        """Return a value as JSON holds it."""
        if isinstance(value, Mapping):
            return {str(key): self._part(str(key), part) for key, part in value.items()}
        if isinstance(value, list | tuple):
            return [self.finished(one) for one in value]
        return value

    def _part(self, key: str, part: Any) -> Any:
        if key == "x-tool" and isinstance(part, Mapping) and "at" in part:
            return self._tool(part)
        if isinstance(part, str) and part.startswith(REFERENCE):
            name = part.removeprefix(REFERENCE)
            return REFERENCE + self._names.get(name, name)
        return self.finished(part)

    def _tool(self, block: Mapping[str, Any]) -> dict[str, Any]:
        kept = {key: part for key, part in block.items() if key != "at"}
        at: tuple[ast.expr, Names] | None = block["at"]
        if at is not None:
            node, scope = at
            place = self._reading.program.place(scope.module, node, "param", f"{node.lineno}.{node.col_offset}")
            kept |= {"path": place.path, "pointer": place.pointer}
        return kept
