"""Drafts to contracts: names that every provider takes, shared schemas, prose."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from toolmint.diagnostics import Diagnostic, Related
from toolmint.ir.binding import JavaBinding
from toolmint.ir.contract import Catalog, Definitions, LeftOut, Prose, ToolAnnotations, ToolContract
from toolmint.ir.schema import WIRE_NAME, Json, JsonObject, Schema, map_subschemas, reachable_definitions
from toolmint.lifting.definitions import rename_definitions
from toolmint.lifting.keys import digest_suffix, legal_tool_name, model_facing_keys, says_wire_key
from toolmint.sources.java.drafts import Argument, Draft
from toolmint.sources.java.sentences import with_sentences

__all__ = ["Contracts", "make_contracts"]

_ILLEGAL_DEFINITION = re.compile(r"[^A-Za-z0-9_]+")


@dataclass(slots=True)
class Contracts:
    """What became of the drafts of a source."""

    contracts: list[ToolContract] = field(default_factory=list)
    definitions: Definitions = field(default_factory=Definitions)
    left_out: list[LeftOut] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)


def make_contracts(drafts: Sequence[Draft], catalog: Catalog) -> Contracts:
    """Make the contracts of the drafts that have no error; the others are left out, with what their framework says.

    Args:
        drafts: every tool, in order.
        catalog: what they will belong to; it may fix the language.
    """
    made = Contracts()
    names = _tool_names(drafts)
    shared = _SharedSchemas(drafts)
    for draft, name in zip(drafts, names, strict=True):
        error = draft.first_error
        if error is None:
            made.contracts.append(with_sentences(_contract(draft, name, shared), catalog))
        else:
            made.left_out.append(
                LeftOut(
                    what=f"tool `{draft.name or draft.label}`",
                    reason=error.message,
                    failed=True,
                    binding=_binding(draft) if draft.registered is not None else None,
                    origin=draft.place,
                )
            )
        made.findings += [replace(one, tool=name) for one in draft.findings]
    schemas: Schema = {"anyOf": [one.input_schema for one in made.contracts]}
    made.definitions = Definitions(input=reachable_definitions(schemas, shared.definitions))
    return made


def _tool_names(drafts: Sequence[Draft]) -> list[str]:
    """Name the tools: as registered where every provider takes that; of equal names none can be told apart."""
    registered = [draft.name for draft in drafts]
    first: dict[str, Draft] = {}
    for draft in drafts:
        other = first.setdefault(draft.name, draft)
        if other is not draft:
            _report_equal_names(other, draft)
    legal = {name: legal_tool_name(name) for name in dict.fromkeys(registered)}
    taken = Counter(legal.values())
    names = []
    for draft in drafts:
        name = legal[draft.name]
        if taken[name] > 1 and name != draft.name:
            name = f"{name[:57]}_{digest_suffix(draft.name)}"
        if name != draft.name:
            place = draft.places.get("name")
            draft.warning("NM-01", f"`{draft.name}` is not legal for every provider; it becomes `{name}`", place)
        names.append(name)
    return names


def _report_equal_names(first: Draft, second: Draft) -> None:
    same = first.owner is second.owner and first.method.name == second.method.name
    why = "overloads of one method" if same else f"`{first.label}` and `{second.label}`"
    message = f"{why} register the same name `{second.name}`; {_of_equal_names(first, second)}"
    hint = f'give each a name of its own: `@Tool(name = "{second.name}_…")`'
    second.error("NM-02", message, second.places.get("name"), hint)
    found = second.findings[-1]
    related = Related(message="the other one", location=first.places.get("name") or first.place)
    second.findings[-1] = replace(found, related=(related,))
    if not first.has_error("NM-02"):
        first.findings.append(replace(found, location=first.places.get("name") or first.place, related=()))


def _of_equal_names(first: Draft, second: Draft) -> str:
    """Say what comes of two tools of one name."""
    if first.framework != second.framework:
        return "a model cannot tell them apart"
    if first.framework == "agentscope":
        return "the last one wins, and which that is nobody says"
    return "who registers both gets an exception"


def _binding(draft: Draft) -> JavaBinding:
    return JavaBinding(
        framework=draft.framework,
        class_name=draft.owner.binary,
        method=draft.method.name,
        registered=draft.registered,
        parameters=tuple(draft.parameters),
        external=draft.external,
        gaps=tuple(draft.gaps),
    )


def _contract(draft: Draft, name: str, shared: _SharedSchemas) -> ToolContract:
    arguments = {one.name: one for one in draft.arguments}
    facing = model_facing_keys(arguments)
    properties: dict[str, Json] = {}
    places = dict(draft.places)
    for wire, argument in arguments.items():
        schema = shared.schema(draft, argument)
        if facing[wire] != wire:
            schema = says_wire_key({**schema, WIRE_NAME: wire}, wire, facing[wire])  # type: ignore[assignment]
            message = f"`{wire}` is no key that every provider takes; it becomes `{facing[wire]}`"
            draft.warning("NM-05", message, argument.place)
        properties[facing[wire]] = schema
        places[f"argument/{facing[wire]}"] = argument.place
    schema_of_all: dict[str, Json] = {"type": "object", "properties": properties}
    required = [facing[wire] for wire, argument in arguments.items() if argument.required]
    if required:
        schema_of_all["required"] = required
    schema_of_all["additionalProperties"] = False
    places.setdefault("description", draft.place)
    return ToolContract(
        name=name,
        prose=Prose(verbatim=draft.description.strip()),
        input_schema=schema_of_all,
        binding=_binding(draft),
        annotations=ToolAnnotations(read_only=draft.read_only),
        strict=True if draft.registered is not None and draft.registered.strict else None,
        deprecated=draft.deprecated,
        ignore=dict(draft.ignore),
        origin=draft.place,
        places=places,
    )


class _SharedSchemas:
    """The definitions of all tools under one name each; of two with one name, each is told apart by what it holds.

    Args:
        drafts: every tool.
    """

    def __init__(self, drafts: Sequence[Draft]) -> None:
        self.definitions: dict[str, Schema] = {}
        self._names: dict[tuple[int, str], dict[str, str]] = {}
        contents: dict[str, set[str]] = {}
        held: list[tuple[tuple[int, str], str, str, Mapping[str, Any]]] = []
        for draft in drafts:
            for argument in draft.arguments:
                local = _definitions(argument)
                for key in local:
                    digest = _digest(key, local)
                    contents.setdefault(_definition_name(key), set()).add(digest)
                    held.append(((id(draft), argument.name), key, digest, local))
        for place, key, digest, _local in held:
            name = _definition_name(key)
            self._names.setdefault(place, {})[key] = name if len(contents[name]) == 1 else f"{name}_{digest[:6]}"
        for place, key, _digest_of, local in held:
            names = self._names[place]
            self.definitions[names[key]] = _facing(rename_definitions(local[key], names))

    def schema(self, draft: Draft, argument: Argument) -> JsonObject:
        """Return an argument's schema, its references led to the shared definitions."""
        bare = {keyword: value for keyword, value in argument.schema.items() if keyword != "$defs"}
        names = self._names.get((id(draft), argument.name), {})
        schema = _facing(rename_definitions(bare, names))
        assert isinstance(schema, Mapping)
        return schema


def _definitions(argument: Argument) -> Mapping[str, Any]:
    found = argument.schema.get("$defs")
    return found if isinstance(found, Mapping) else {}


def _definition_name(key: str) -> str:
    name = _ILLEGAL_DEFINITION.sub("_", key)
    if not name.strip("_"):
        return f"schema_{digest_suffix(key)}"
    return f"_{name}" if name[0].isdigit() else name


def _digest(key: str, definitions: Mapping[str, Any]) -> str:
    """Return what tells a definition apart from others of its name: all that it leads to."""
    reached: Mapping[str, Any] = reachable_definitions({"$ref": f"#/$defs/{key}"}, definitions)
    return hashlib.sha256(json.dumps(reached, sort_keys=True).encode("utf-8", "surrogatepass")).hexdigest()


def _facing(schema: Schema) -> Schema:
    """Give nested properties keys that every provider takes, and leave out what a model cannot write."""
    if isinstance(schema, bool):
        return schema
    changed = map_subschemas(schema, _facing)
    assert isinstance(changed, Mapping)
    properties = changed.get("properties")
    if not isinstance(properties, Mapping):
        return changed
    required = changed.get("required")
    wanted = set(required) if isinstance(required, list) else set()
    kept = {
        key: part
        for key, part in properties.items()
        if key in wanted or not (isinstance(part, Mapping) and part.get("readOnly") is True)
    }
    facing = model_facing_keys(kept)
    renamed: dict[str, Json] = {}
    for key, part in kept.items():
        held: Schema = part if isinstance(part, bool) else dict(part)  # type: ignore[arg-type]
        if facing[key] != key and isinstance(held, Mapping):
            held = says_wire_key({**held, WIRE_NAME: key}, key, facing[key])
        renamed[facing[key]] = held
    result: dict[str, Json] = {**changed, "properties": renamed}
    if wanted:
        result["required"] = [facing[key] for key in kept if key in wanted]
    return result
