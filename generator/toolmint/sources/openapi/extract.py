"""Operations to contracts. One operation's error never stops the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from toolmint.diagnostics import Diagnostic
from toolmint.documents import DocumentStore, Node
from toolmint.ir.contract import Definitions, LeftOut, ToolContract
from toolmint.ir.schema import PROSE, Schema, reachable_definitions, walk
from toolmint.lifting.definitions import DefinitionNames, rename_definitions
from toolmint.lifting.dialect import Direction
from toolmint.lifting.frame import Frame
from toolmint.lifting.schema import SchemaLifter
from toolmint.lifting.soundness import unsound_schemas
from toolmint.location import Location
from toolmint.prose.description import language_of_prose
from toolmint.prose.references import Scope
from toolmint.prose.schema_prose import resolve_schema_prose
from toolmint.selection import Candidate, not_selected
from toolmint.source import SourceInput
from toolmint.sources.openapi.drafts import Draft, read_draft
from toolmint.sources.openapi.examples import argument_examples
from toolmint.sources.openapi.extension import ToolSettings, property_settings, refuse_idle_true, tool_settings
from toolmint.sources.openapi.files import tell_of_bytes
from toolmint.sources.openapi.findings import all_findings, check_size, left_out, raise_findings
from toolmint.sources.openapi.hosting import security_schemes, servers_of, swagger_servers
from toolmint.sources.openapi.names import NameRequest, tool_names
from toolmint.sources.openapi.operations import Operation, operations, uncalled
from toolmint.sources.openapi.sentences import prose_of
from toolmint.sources.openapi.validation import validate
from toolmint.sources.openapi.version import SpecVersion

__all__ = ["Extractor"]


@dataclass(frozen=True, slots=True)
class _ToolNames:
    """The tools of a document, as prose may name them."""

    current: frozenset[str]
    former: Mapping[str, str]
    """Former name -> name now."""

    @classmethod
    def of(cls, drafts: Iterable[Draft]) -> _ToolNames:
        """Collect the names of every operation that is not left out."""
        present = [draft for draft in drafts if not draft.settings.left_out]
        former = {was: draft.name for draft in present for was in draft.settings.was}
        return cls(frozenset(draft.name for draft in present), former)


class Extractor:
    """Reads one document set.

    Args:
        source: the source as the project names it.
        root: the root of its document.
        version: the version of the standard that the document follows.
        store: where documents are read and references followed.
    """

    def __init__(self, source: SourceInput, root: Node, version: SpecVersion, store: DocumentStore) -> None:
        self._source = source
        self._root = root
        self._version = version
        self._store = store
        self._frame = Frame()
        self._names = DefinitionNames(root, store)
        self._lifters = {direction: self._lifter(direction) for direction in Direction}
        self._renamed: dict[str, str] = {}
        self.schemes = {one.name: one for one in security_schemes(root, version, store)}
        self.servers = swagger_servers(root) if version == "2.0" else servers_of(root)
        self._unselected: dict[str, str] = {}
        self.left_out: list[LeftOut] = []
        self.diagnostics: list[Diagnostic] = []

    def _lifter(self, direction: Direction) -> SchemaLifter:
        return SchemaLifter(
            self._store,
            self._names,
            dialect=self._version.dialect,
            direction=direction,
            property_settings=property_settings,
        )

    def contracts(self) -> tuple[ToolContract, ...]:
        """Extract every operation; what is wrong or left out is in `diagnostics` and `left_out` afterwards."""
        findings = validate(self._root.document, self._store)
        drafts = [self._draft(operation, settings) for operation, settings in self._selected()]
        self._name(drafts)
        self._leave_out(drafts)
        for draft in drafts:
            read_draft(
                draft,
                root=self._root,
                version=self._version,
                store=self._store,
                schemes=self.schemes,
                input_lifter=self._lifters[Direction.INPUT],
                output_lifter=self._lifters[Direction.OUTPUT],
            )
        self._resolve_definition_prose()
        self._collect_definition_problems(drafts)
        self._check_schemas(drafts)
        raise_findings(findings, drafts, self._store)
        self._renamed = self._names.final_names()
        tools = _ToolNames.of(drafts)
        contracts = [contract for draft in drafts if (contract := self._finish(draft, tools)) is not None]
        check_size(self._root, drafts, len(contracts), self._unselected, self._frame)
        self.left_out += [*uncalled(self._root), *left_out(drafts, self._unselected)]
        self.diagnostics += all_findings(findings, drafts, self._frame, self._root, self._store)
        return tuple(contracts)

    def _leave_out(self, drafts: list[Draft]) -> None:
        """Leave out what `include` and `exclude` do not select; every operation has its name by now."""
        candidates = [
            Candidate(
                method=draft.operation.method,
                path=draft.operation.path,
                tool=draft.name,
                operation_id=draft.operation_id,
                tags=tuple(_tags(draft.operation.node)),
                deprecated=_is_true(draft.operation.node, "deprecated"),
                internal=_is_true(draft.operation.node, "x-internal"),
            )
            for draft in drafts
        ]
        source = self._source
        reasons = not_selected(source, candidates, self._root.location, self._frame)
        for draft, reason in zip(drafts, reasons, strict=True):
            if reason is not None and not draft.settings.left_out:
                draft.settings = replace(draft.settings, left_out=True)
                self._unselected[draft.operation.identity] = reason

    def definitions(self, contracts: Iterable[ToolContract]) -> Definitions:
        """Return the shared schemas that contracts reach, by their final names.

        A component that was flattened into arguments, or that only a failed operation used, is no longer needed.
        """
        inputs: list[Schema] = []
        outputs: list[Schema] = []
        for contract in contracts:
            inputs += [contract.input_schema, *(value.schema for value in contract.context)]
            outputs += [contract.output_schema] if contract.output_schema is not None else []
        return Definitions(
            input=self._reached(inputs, self._lifters[Direction.INPUT].definitions),
            output=self._reached(outputs, self._lifters[Direction.OUTPUT].definitions),
        )

    def places(self) -> dict[str, Location]:
        """Return where each shared schema stands, by direction and final name."""
        return {
            f"{direction.value}/{self._renamed.get(name, name)}": place
            for direction, lifter in self._lifters.items()
            for name, place in lifter.places.items()
        }

    def _reached(self, schemas: list[Schema], definitions: Mapping[str, Schema]) -> dict[str, Schema]:
        named = {self._renamed.get(name, name): self._rename(schema) for name, schema in definitions.items()}
        return reachable_definitions({"anyOf": schemas}, named)

    def _rename(self, schema: Schema) -> Schema:
        return rename_definitions(schema, self._renamed) if self._renamed else schema

    def _selected(self) -> Iterator[tuple[Operation, ToolSettings]]:
        """Yield the operations that `x-tool: false` does not leave out, with the defaults laid under their own."""
        at_root = tool_settings(self._root, self._frame, own=False)
        refuse_idle_true(self._root, at_root, ToolSettings(), self._frame)
        tags = self._tag_settings(at_root)
        paths: dict[int, ToolSettings] = {}
        for operation in operations(self._root, self._version, self._store, self._frame):
            key = id(operation.path_item.value)
            if key not in paths:
                paths[key] = tool_settings(operation.path_item, self._frame, own=False)
                below = next((one for one in (at_root, *tags.values()) if one.left_out), at_root)
                refuse_idle_true(operation.path_item, paths[key], below, self._frame)
            settings = paths[key]
            for tag in _tags(operation.node):
                if tag in tags:
                    settings = settings.over(tags[tag])
            yield operation, settings.over(at_root)

    def _tag_settings(self, at_root: ToolSettings) -> dict[str, ToolSettings]:
        listed = self._root.get("tags")
        found: dict[str, ToolSettings] = {}
        for node in listed.elements() if listed is not None else ():
            name = node.get("name")
            if name is not None and "x-tool" in node:
                settings = found[str(name.value)] = tool_settings(node, self._frame, own=False)
                refuse_idle_true(node, settings, at_root, self._frame)
        return found

    def _draft(self, operation: Operation, defaults: ToolSettings) -> Draft:
        frame = Frame()
        own = tool_settings(operation.node, frame, own=True)
        refuse_idle_true(operation.node, own, defaults, frame)
        return Draft(operation=operation, frame=frame, settings=own.over(defaults))

    def _name(self, drafts: list[Draft]) -> None:
        """Name every operation, also one that is left out or fails later: no other's name depends on it."""
        requests = [
            NameRequest(
                method=draft.operation.method,
                path=draft.operation.path,
                operation_id=draft.operation_id,
                explicit=draft.settings.name,
                place=draft.operation.node.location,
            )
            for draft in drafts
        ]
        for draft, name in zip(drafts, tool_names(requests, [draft.frame for draft in drafts]), strict=True):
            draft.name = name
        self._check_operation_ids(drafts)

    def _check_operation_ids(self, drafts: list[Draft]) -> None:
        owners: dict[str, list[Draft]] = {}
        for draft in drafts:
            if draft.operation_id is not None:
                owners.setdefault(draft.operation_id, []).append(draft)
        for operation_id, group in owners.items():
            for draft in group if len(group) > 1 else ():
                other = next(one for one in group if one is not draft)
                place = draft.operation.node.child("operationId").location
                message = f"operationId `{operation_id}` is also that of `{other.operation.identity}`"
                if draft.settings.name is not None:
                    draft.frame.warning("IN-11", message, place)
                else:
                    hint = "give each its own operationId, or its own `x-tool: {name: …}`"
                    draft.frame.error("IN-11", message, place, hint)

    def _resolve_definition_prose(self) -> None:
        """Resolve what properties of shared schemas say of their siblings; a shared schema knows no tool."""
        for lifter in self._lifters.values():
            scope = Scope(schema={"type": "object"}, definitions=Definitions(input=lifter.definitions))
            for name, schema in lifter.definitions.items():
                if any(isinstance(part, Mapping) and PROSE in part for _, part in walk(schema)):
                    frame = lifter.frame_of(name)
                    lifter.definitions[name] = resolve_schema_prose(schema, scope, frame, tool=None)

    def _collect_definition_problems(self, drafts: list[Draft]) -> None:
        for draft in drafts:
            if draft.arguments is not None:
                draft.shared += self._lifters[Direction.INPUT].problems(draft.arguments.schema)
            if draft.output is not None:
                draft.take_output_problems(self._lifters[Direction.OUTPUT].problems(draft.output))

    def _check_schemas(self, drafts: list[Draft]) -> None:
        """Refuse what is no JSON Schema 2020-12: a last look, since lifting should leave nothing of the kind."""
        lifter, output_lifter = self._lifters[Direction.INPUT], self._lifters[Direction.OUTPUT]
        inputs = {draft.name: draft.arguments.schema for draft in drafts if draft.arguments is not None}
        unsound = unsound_schemas(inputs, lifter.definitions)
        outputs = {draft.name: draft.output for draft in drafts if draft.output is not None}
        unsound_output = unsound_schemas(outputs, output_lifter.definitions)
        for draft in drafts:
            place = draft.operation.node.location
            if draft.arguments is not None and unsound.any:
                for problem in unsound.of_tool(draft.name, lifter.reachable(draft.arguments.schema)):
                    draft.frame.error("IN-07", problem, place)
            if draft.output is not None and unsound_output.any:
                for problem in unsound_output.of_tool(draft.name, output_lifter.reachable(draft.output)):
                    draft.frame.warning("IN-15", f"{problem}: the tool has no output schema", place)
                    draft.output = None

    def _finish(self, draft: Draft, tools: _ToolNames) -> ToolContract | None:
        """Resolve a draft's prose and make its contract; None when it is left out."""
        arguments = draft.arguments
        if draft.settings.left_out or arguments is None:
            return None
        lifter, output = self._lifters[Direction.INPUT], self._lifters[Direction.OUTPUT]
        scope = Scope(
            schema=arguments.schema,
            definitions=Definitions(input=lifter.definitions, output=output.definitions),
            keys=arguments.components,
            wire=arguments.wire,
            hidden={**arguments.hidden, **draft.hidden},
            former=arguments.former,
            tools=tools.current,
            former_tools=tools.former,
            result=draft.output,
        )
        prose = prose_of(
            draft.settings,
            draft.operation.node,
            draft.operation.identity,
            scope,
            draft.frame,
            tool=draft.name,
        )
        schema = resolve_schema_prose(arguments.schema, scope, draft.frame, tool=draft.name)
        if not draft.failed():  # examples need a sound schema to be judged by
            draft.examples = argument_examples(draft.settings, arguments, draft.body, lifter.definitions, draft.frame)
        assert isinstance(schema, Mapping)
        if draft.failed():
            return None
        language = language_of_prose(prose, self._source.language)
        renamed = self._rename(tell_of_bytes(schema, arguments.body, lifter.definitions, language))
        assert isinstance(renamed, Mapping)
        return draft.contract(
            prose=prose,
            input_schema=renamed,
            output_schema=None if draft.output is None else self._rename(draft.output),
            rename=self._rename,
        )


def _is_true(operation: Node, key: str) -> bool:
    child = operation.get(key)
    return child is not None and child.value is True


def _tags(operation: Node) -> list[str]:
    listed = operation.get("tags")
    return [str(one.value) for one in listed.elements()] if listed is not None else []
