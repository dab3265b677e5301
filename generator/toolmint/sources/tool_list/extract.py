"""Entries of a tool list to contracts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.digest import canonical_digest, rfc8785_text
from toolmint.documents import DocumentStore, Node
from toolmint.ir.binding import McpBinding
from toolmint.ir.contract import Definitions, LeftOut, Prose, ToolAnnotations, ToolContract
from toolmint.ir.schema import Json, JsonObject, Schema, definition_name, reachable_definitions
from toolmint.lifting.definitions import DefinitionNames, rename_definitions
from toolmint.lifting.dialect import Direction, SchemaDialect
from toolmint.lifting.frame import Frame, PropertySettings
from toolmint.lifting.keys import digest_suffix, legal_tool_name
from toolmint.lifting.schema import SchemaLifter
from toolmint.lifting.soundness import unsound_schemas
from toolmint.location import Location
from toolmint.prose.hidden import may_hide
from toolmint.prose.pieces import holds_any
from toolmint.selection import NamedTool, not_selected
from toolmint.source import SourceInput
from toolmint.sources.tool_list.places import EntryPlaces
from toolmint.sources.tool_list.shapes import Entry
from toolmint.text import kind_of, visible

__all__ = ["Extractor"]

_CONTROLS = ("\\u00", "\\b", "\\f")
"""How JSON writes controls."""
_ENCODE = json.JSONEncoder(ensure_ascii=False).encode
_NO_HINTS = ToolAnnotations()


@dataclass(slots=True, kw_only=True)
class _Draft:
    """One entry while it is read."""

    entry: Entry
    wire: str
    """The name in the list."""
    name: str = ""
    """The name that every provider takes."""
    frame: Frame = field(default_factory=Frame)
    shared: list[Diagnostic] = field(default_factory=list)
    input_schema: JsonObject = field(default_factory=dict)
    output_schema: Schema | None = None

    @property
    def first_error(self) -> str | None:
        found = (*self.frame.diagnostics, *self.shared)
        return next((one.message for one in found if one.severity is Severity.ERROR), None)


class Extractor:
    """Reads every tool of a list.

    Args:
        source: the settings of the source.
        root: the list, its schemas written as JSON Schema 2020-12.
        store: follows the references inside the list.
        written: by their pointers, the entries of a server's list as the file has them.
    """

    def __init__(self, source: SourceInput, root: Node, store: DocumentStore, written: Mapping[str, Json]) -> None:
        self._source = source
        self._written = written
        self._root = root
        names = DefinitionNames(root, store)
        self._names = names
        self._lifters = {
            direction: SchemaLifter(
                store,
                names,
                dialect=SchemaDialect.JSON_SCHEMA,
                direction=direction,
                property_settings=lambda node, frame: PropertySettings(),
            )
            for direction in Direction
        }
        self._renamed: dict[str, str] = {}
        self.left_out: list[LeftOut] = []
        self.diagnostics: list[Diagnostic] = []

    def contracts(self, listed: Sequence[Entry]) -> tuple[ToolContract, ...]:
        """Read every entry of the list; what is wrong or left out is in `diagnostics` and `left_out` afterwards."""
        drafts = [draft for entry in listed if (draft := self._draft(entry)) is not None]
        drafts = self._selected(drafts)
        _name_all(drafts)
        for draft in drafts:
            self._read_schemas(draft)
        for draft in drafts:
            draft.shared += self._lifters[Direction.INPUT].problems(draft.input_schema)
        self._renamed = self._names.final_names()
        self._check_soundness(drafts)
        contracts: list[ToolContract] = []
        for draft in drafts:
            found = [_as_written(one, draft.entry) for one in (*draft.frame.diagnostics, *draft.shared)]
            self.diagnostics += [replace(one, tool=draft.name) for one in found]
            if (reason := draft.first_error) is not None:
                self._leave_out(draft.entry.node, draft.wire, reason, failed=True)
            else:
                contracts.append(self._contract(draft))
        return tuple(contracts)

    def _selected(self, drafts: Sequence[_Draft]) -> list[_Draft]:
        """Leave out what `include` and `exclude` do not select."""
        frame = Frame()
        candidates = [NamedTool(names=(draft.wire, legal_tool_name(draft.wire))) for draft in drafts]
        reasons = not_selected(self._source, candidates, self._root.location, frame)
        self.diagnostics += frame.diagnostics
        for draft, reason in zip(drafts, reasons, strict=True):
            if reason is not None:
                self._leave_out(draft.entry.node, draft.wire, reason, failed=False)
        return [draft for draft, reason in zip(drafts, reasons, strict=True) if reason is None]

    def definitions(self, contracts: Sequence[ToolContract]) -> Definitions:
        """Return the shared schemas that the contracts reach."""
        outputs = [one.output_schema for one in contracts if one.output_schema is not None]
        return Definitions(
            input=self._reached([one.input_schema for one in contracts], Direction.INPUT),
            output=self._reached(outputs, Direction.OUTPUT),
        )

    def places(self) -> dict[str, Location]:
        """Return where each shared schema stands, by direction and final name."""
        return {
            f"{direction.value}/{self._renamed.get(name, name)}": place
            for direction, lifter in self._lifters.items()
            for name, place in lifter.places.items()
        }

    def _reached(self, schemas: Sequence[Schema], direction: Direction) -> dict[str, Schema]:
        definitions = self._named_definitions(direction)
        return reachable_definitions({"anyOf": list(schemas)}, definitions) if definitions else {}

    def _named_definitions(self, direction: Direction) -> dict[str, Schema]:
        definitions = self._lifters[direction].definitions
        return {self._renamed.get(name, name): self._rename(schema) for name, schema in definitions.items()}

    def _rename(self, schema: Schema) -> Schema:
        return rename_definitions(schema, self._renamed) if self._renamed else schema

    def _leave_out(self, node: Node, what: str, reason: str, *, failed: bool) -> None:
        self.left_out.append(LeftOut(what=f"tool {visible(what)}", reason=reason, failed=failed, origin=node.location))

    def _draft(self, entry: Entry) -> _Draft | None:
        value = entry.node.value
        name = value.get("name") if isinstance(value, Mapping) else None
        if entry.served_by is not None:
            self._leave_out(
                entry.node, str(name or entry.served_by), f"the provider itself runs `{entry.served_by}`", failed=False
            )
            return None
        if isinstance(name, str) and name:
            return _Draft(entry=entry, wire=name)
        if isinstance(value, Mapping):
            found = "no `name`" if name is None else f"`name` is {kind_of(name)}"
            message, place = f"{found}; wanted the tool's name as text", entry.node.location
        else:
            message, place = f"found {kind_of(value)}; wanted a tool, a mapping with `name`", entry.node.location
        self.diagnostics.append(Diagnostic(code="IN-06", severity=Severity.ERROR, message=message, location=place))
        self._leave_out(entry.node, f"at `{entry.node.pointer or '/'}`", message, failed=True)
        return None

    def _read_schemas(self, draft: _Draft) -> None:
        node = draft.entry.input_schema
        draft.input_schema = {"type": "object"} if node is None else self._input(node, draft)
        node = draft.entry.output_schema
        if node is not None and node.value is not None:
            frame = Frame()
            lifter = self._lifters[Direction.OUTPUT]
            output = lifter.lift(node, frame)
            problems = [one for one in (*frame.diagnostics, *lifter.problems(output)) if _is_error(one)]
            if problems:
                reason = f"{problems[0].message}: the tool has no output schema"
                draft.frame.warning("IN-15", reason, problems[0].location)
            else:
                draft.output_schema = output

    def _check_soundness(self, drafts: Sequence[_Draft]) -> None:
        """Refuse what is no JSON Schema 2020-12: a last look, since lifting should leave nothing of the kind."""
        # By position: two tools of one name are told apart later.
        inputs = {str(index): draft.input_schema for index, draft in enumerate(drafts)}
        outputs = {str(i): one.output_schema for i, one in enumerate(drafts) if one.output_schema is not None}
        for direction, schemas in ((Direction.INPUT, inputs), (Direction.OUTPUT, outputs)):
            named = {index: self._rename(schema) for index, schema in schemas.items()}
            unsound = unsound_schemas(named, self._named_definitions(direction))
            if not unsound.any:
                continue
            for index, schema in named.items():
                draft = drafts[int(index)]
                for problem in unsound.of_tool(index, self._reached([schema], direction)):
                    said = problem.replace(f"`{index}` is no", f"the schema of `{visible(draft.wire)}` is no")
                    self._refuse_unsound(draft, direction, said)

    def _refuse_unsound(self, draft: _Draft, direction: Direction, problem: str) -> None:
        if direction is Direction.INPUT:
            place = (draft.entry.input_schema or draft.entry.node).location
            draft.frame.error("IN-07", problem, place)
        else:
            place = (draft.entry.output_schema or draft.entry.node).location
            draft.frame.warning("IN-15", f"{problem}: the tool has no output schema", place)
            draft.output_schema = None

    def _input(self, node: Node, draft: _Draft) -> JsonObject:
        lifter = self._lifters[Direction.INPUT]
        schema = lifter.lift(node, draft.frame)
        seen: set[str] = set()
        while isinstance(schema, Mapping) and isinstance(schema.get("$ref"), str):
            # Arguments stand at the root: a list's schema that is only a reference is written out.
            name = definition_name(schema["$ref"])
            target = lifter.definitions.get(name, True)
            if name in seen or not isinstance(target, Mapping):
                break
            seen.add(name)
            schema = {**target, **{key: part for key, part in schema.items() if key != "$ref"}}
        if not isinstance(schema, Mapping) or schema.get("type", "object") != "object":
            kind = schema.get("type") if isinstance(schema, Mapping) else schema
            draft.frame.error(
                "IN-07",
                f"the input schema is of type `{kind}`; wanted an object, since arguments have names",
                node.location,
            )
            return {"type": "object"}
        return {"type": "object", **schema}

    def _contract(self, draft: _Draft) -> ToolContract:
        schema = self._rename(draft.input_schema)
        assert isinstance(schema, Mapping)
        node, value = draft.entry.node, draft.entry.node.value
        assert isinstance(value, Mapping)
        title, description = value.get("title"), value.get("description")
        shown = title if isinstance(title, str) else draft.entry.annotations.get("title")
        origin = node.location
        written = self._written.get(origin.pointer)
        canonical = None if written is None else rfc8785_text(written)
        return ToolContract(
            name=draft.name,
            title=shown if isinstance(shown, str) else None,
            prose=Prose(verbatim=description if isinstance(description, str) else ""),
            input_schema=schema,
            output_schema=None if draft.output_schema is None else self._rename(draft.output_schema),
            binding=McpBinding(tool=draft.wire, definition=canonical and canonical_digest(canonical)),
            annotations=_annotations(draft.entry.annotations),
            strict=value.get("strict") if isinstance(value.get("strict"), bool) else None,  # type: ignore[arg-type]
            origin=origin,
            places=EntryPlaces.of(draft.entry, origin, schema),
            # One text serves both where the list stands as in the file.
            unseen=tuple(_unseen(node, canonical if written is value else None)),
        )


def _unseen(entry: Node, text: str | None) -> Iterator[tuple[Location, str]]:
    """Yield the keys and texts of an entry that hold what a reader does not see.

    Args:
        entry: the tool's own object.
        text: the entry as JSON, if somebody has written it already.
    """
    whole = _ENCODE(entry.value) if text is None else text
    # A look at the whole text rules nearly every entry out. JSON escapes controls; all else stands there as it is.
    is_visible = whole.isascii() and whole.isprintable()
    if (is_visible or not may_hide(whole)) and not holds_any(whole, _CONTROLS):
        return
    pending = [entry]
    while pending:
        node = pending.pop()
        if isinstance(node.value, str) and may_hide(node.value):
            yield node.location, node.value
        for key, child in node.items():
            if may_hide(key):
                yield child.key_location, key
            pending.append(child)
        pending += node.elements()


def _as_written(finding: Diagnostic, entry: Entry) -> Diagnostic:
    """Show a reference as it stands in the list, where each schema is the root of its own."""
    for schema in (entry.input_schema, entry.output_schema):
        if schema is not None:
            finding = replace(finding, message=finding.message.replace(f"#{schema.pointer}/", "#/"))
    return finding


def _is_error(finding: Diagnostic) -> bool:
    return finding.severity is Severity.ERROR


def _name_all(drafts: Sequence[_Draft]) -> None:
    """Name the tools: as in the list where every provider takes that; of equal names, all but one cannot be called."""
    counts = Counter(draft.wire for draft in drafts)
    legal = {draft.wire: legal_tool_name(draft.wire) for draft in drafts}
    taken = Counter(legal.values())
    seen: set[str] = set()
    for draft in drafts:
        name = legal[draft.wire]
        draft.name = name if taken[name] == 1 or name == draft.wire else f"{name[:57]}_{digest_suffix(draft.wire)}"
        if counts[draft.wire] > 1 and draft.wire in seen:
            message = f"another tool of this list is called `{visible(draft.wire)}` too"
            draft.frame.error("NM-02", message, draft.entry.node.child("name").location)
        elif draft.name != draft.wire:
            message = f"`{visible(draft.wire)}` is not legal for every provider; it becomes `{draft.name}`"
            draft.frame.warning("NM-01", message, draft.entry.node.child("name").location)
        seen.add(draft.wire)


def _annotations(hints: Mapping[str, Json]) -> ToolAnnotations:
    """Take MCP's hints as they are stated (2025-11-25, schema `ToolAnnotations`); what is not stated stays unknown."""
    if not hints:
        return _NO_HINTS

    def hint(key: str) -> bool | None:
        value = hints.get(key)
        return value if isinstance(value, bool) else None

    read_only = hint("readOnlyHint")
    destructive = hint("destructiveHint")
    return ToolAnnotations(
        read_only=read_only,
        destructive=destructive,
        idempotent=hint("idempotentHint"),
        open_world=hint("openWorldHint"),
        confirm=bool(destructive) and not read_only,
    )
