"""Operations to contracts. One operation's error never stops the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, Node
from toolmint.ir.contract import Definitions, LeftOut, ToolContract
from toolmint.ir.schema import PROSE, Schema, reachable_definitions, walk
from toolmint.lifting.definitions import DefinitionNames, rename_definitions
from toolmint.lifting.dialect import Direction
from toolmint.lifting.frame import Frame
from toolmint.lifting.schema import SchemaLifter
from toolmint.location import Location
from toolmint.prose.references import Scope
from toolmint.source import SourceInput
from toolmint.sources.openapi.drafts import Draft, read_draft
from toolmint.sources.openapi.examples import argument_examples
from toolmint.sources.openapi.extension import ToolSettings, property_settings, tool_settings
from toolmint.sources.openapi.hosting import security_schemes, servers_of, swagger_servers
from toolmint.sources.openapi.names import NameRequest, tool_names
from toolmint.sources.openapi.operations import Operation, operations, uncalled
from toolmint.sources.openapi.reach import request_roots, within
from toolmint.sources.openapi.selection import Candidate, not_selected
from toolmint.sources.openapi.sentences import prose_of, resolve_schema_prose
from toolmint.sources.openapi.soundness import unsound_schemas
from toolmint.sources.openapi.validation import ValidatorFinding, validate
from toolmint.sources.openapi.version import SpecVersion

__all__ = ["Extractor"]

_COMFORTABLE = 40
"""Tools that a model still chooses well from."""


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
        self._reasons: dict[str, str] = {}
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
        self._judge_findings(findings, drafts)
        self._renamed = self._names.final_names()
        contracts = [contract for draft in drafts if (contract := self._finish(draft, drafts)) is not None]
        self.left_out += uncalled(self._root)
        self._check_size(drafts, len(contracts))
        self._report(drafts)
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
                self._reasons[draft.operation.identity] = reason

    def _check_size(self, drafts: list[Draft], tools: int) -> None:
        """Say where a source gives nothing, or more tools than is good."""
        place = self._root.child("paths").location if "paths" in self._root else self._root.location
        if not drafts:
            self._frame.warning("IN-17", "the document describes no operation, so nothing becomes a tool", place)
        elif self._reasons and all(draft.settings.left_out for draft in drafts):
            self._frame.warning("IN-17", "`include` and `exclude` select nothing, so nothing becomes a tool", place)
        if tools > _COMFORTABLE:
            message = f"{tools:,} tools; up to {_COMFORTABLE} a model chooses well"
            hint = "choose some with `include` or `exclude` in the project file"
            self._frame.diagnostics.append(
                Diagnostic(code="IN-18", severity=Severity.INFO, message=message, location=place, hint=hint)
            )

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
        tags = self._tag_settings()
        paths: dict[int, ToolSettings] = {}
        for operation in operations(self._root, self._version, self._store, self._frame):
            key = id(operation.path_item.value)
            if key not in paths:
                paths[key] = tool_settings(operation.path_item, self._frame, own=False)
            settings = paths[key]
            for tag in _tags(operation.node):
                if tag in tags:
                    settings = settings.over(tags[tag])
            yield operation, settings.over(at_root)

    def _tag_settings(self) -> dict[str, ToolSettings]:
        listed = self._root.get("tags")
        found: dict[str, ToolSettings] = {}
        for node in listed.elements() if listed is not None else ():
            name = node.get("name")
            if name is not None and "x-tool" in node:
                found[str(name.value)] = tool_settings(node, self._frame, own=False)
        return found

    def _draft(self, operation: Operation, defaults: ToolSettings) -> Draft:
        frame = Frame()
        settings = tool_settings(operation.node, frame, own=True).over(defaults)
        return Draft(operation=operation, frame=frame, settings=settings)

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
        inputs = {draft.name: draft.arguments.schema for draft in drafts if draft.arguments is not None}
        lifter = self._lifters[Direction.INPUT]
        unsound = unsound_schemas(inputs, lifter.definitions)
        outputs = {draft.name: draft.output for draft in drafts if draft.output is not None}
        unsound_output = unsound_schemas(outputs, self._lifters[Direction.OUTPUT].definitions)
        if not unsound and not unsound_output:
            return
        for draft in drafts:
            place = draft.operation.node.location
            if draft.arguments is not None:
                needed = {draft.name, *lifter.reachable(draft.arguments.schema)}
                for name in sorted(needed & unsound.keys()):
                    draft.frame.error("IN-07", unsound[name], place)
            if draft.output is not None:
                needed = {draft.name, *self._lifters[Direction.OUTPUT].reachable(draft.output)}
                for name in sorted(needed & unsound_output.keys()):
                    draft.frame.warning("IN-15", f"{unsound_output[name]}: the tool has no output schema", place)
                    draft.output = None

    def _judge_findings(self, findings: list[ValidatorFinding], drafts: list[Draft]) -> None:
        """Raise a finding to an error for each operation whose request it lies in, unless the form is harmless."""
        self.diagnostics += [finding.diagnostic for finding in findings]
        serious = [finding for finding in findings if not finding.harmless and finding.diagnostic.code == "IN-05"]
        for draft in drafts if serious else ():
            if draft.failed():
                continue  # extraction has said already, and better, what is wrong
            roots = request_roots(draft.operation.node, draft.operation.path_item, self._store)
            for finding in serious:
                for place in (finding.diagnostic.location, *finding.others):
                    if within(place, roots):
                        raised = replace(finding.diagnostic, severity=Severity.ERROR, location=place, hint=None)
                        draft.shared.append(raised)

    def _finish(self, draft: Draft, drafts: list[Draft]) -> ToolContract | None:
        """Resolve a draft's prose and make its contract; None when it is left out."""
        arguments = draft.arguments
        if draft.settings.left_out or arguments is None:
            return None
        lifter, output = self._lifters[Direction.INPUT], self._lifters[Direction.OUTPUT]
        others = [one for one in drafts if not one.settings.left_out]
        scope = Scope(
            schema=arguments.schema,
            definitions=Definitions(input=lifter.definitions, output=output.definitions),
            keys=arguments.components,
            wire=arguments.wire,
            hidden={**arguments.hidden, **draft.hidden},
            former=arguments.former,
            tools=frozenset(one.name for one in others),
            former_tools={was: one.name for one in others for was in one.settings.was},
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
        if draft.failed():
            return None
        renamed = self._rename(schema)
        assert isinstance(renamed, Mapping)
        return draft.contract(
            prose=prose,
            input_schema=renamed,
            output_schema=None if draft.output is None else self._rename(draft.output),
            rename=self._rename,
        )

    def _report(self, drafts: list[Draft]) -> None:
        """Gather what was found and what was left out, in document order."""
        self.diagnostics += self._frame.diagnostics
        for draft in drafts:
            if draft.settings.left_out:
                self.left_out.append(
                    LeftOut(
                        what=draft.operation.identity,
                        reason=self._reasons.get(draft.operation.identity, "`x-tool: false`"),
                        failed=False,
                        origin=draft.operation.node.location,
                    )
                )
                continue
            self.diagnostics += [replace(one, tool=draft.name) for one in draft.frame.diagnostics]
            self.diagnostics += draft.shared
            if draft.failed():
                self.left_out.append(
                    LeftOut(
                        what=draft.operation.identity,
                        reason=draft.first_error,
                        failed=True,
                        origin=draft.operation.node.location,
                    )
                )
            self.left_out += draft.callbacks()
        self.diagnostics = _gathered(self.diagnostics)


def _gathered(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """Say each thing once: of equal warnings the first, with a count, and nothing twice about one place.

    A defect of a shared part is met once an operation, and a habit of a document hundreds of times.
    """
    unique = list(dict.fromkeys(diagnostics))
    own = {(one.location.path, one.location.pointer) for one in unique if one.code not in ("IN-05", "IN-14")}
    alike: dict[tuple[str, str], list[Diagnostic]] = {}
    kept: list[Diagnostic] = []
    for one in unique:
        if one.severity is Severity.ERROR:
            kept.append(one)
        elif one.code != "IN-05" or (one.location.path, one.location.pointer) not in own:
            alike.setdefault((one.code, one.message), []).append(one)
    for group in alike.values():
        more = f"{len(group) - 1} more like it" if len(group) > 1 else None
        hint = "; ".join(part for part in (group[0].hint, more) if part)
        kept.append(replace(group[0], hint=hint or None, tool=group[0].tool if len(group) == 1 else None))
    return kept


def _is_true(operation: Node, key: str) -> bool:
    child = operation.get(key)
    return child is not None and child.value is True


def _tags(operation: Node) -> list[str]:
    listed = operation.get("tags")
    return [str(one.value) for one in listed.elements()] if listed is not None else []
