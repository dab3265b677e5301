"""The names that prose of a tool may mean, and what a word in it means: the first that knows it decides.

In order: an input of the tool, a field of its result, a tool, a value that its schemas state, a name from elsewhere in
the source, a literal, a name that the project allows, a word that is everyone's. What is left is unknown, and is
compared in normal form (lower case, without `_`, `-`, `.` and spaces) with what the tool has.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from toolmint.ir.binding import ArgumentValue
from toolmint.ir.contract import ToolContract
from toolmint.ir.paths import alternatives, element_schemas, is_open, property_names, property_schemas
from toolmint.ir.schema import Schema, types_of
from toolmint.prose.catalog_names import CatalogNames, Former, http_call, normal_form
from toolmint.prose.names import Holding
from toolmint.prose.vocabulary import ALLOWED, LITERALS, is_allowed_form
from toolmint.text import nearest

__all__ = ["Lexicon", "Meaning", "PathFault"]

_SERVER_PREFIX = re.compile(r"^(?:mcp__)?[A-Za-z0-9-]+(?:__|\.|:)")
_MADE_NAME = re.compile(r"(?:path|query|header|cookie|body)_|key_[0-9a-f]{6}$")
"""Names that extraction made, so that the source's prose cannot know them."""
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_SHORTEST = 5
"""Letters of a name whose other spellings are told from chance."""


class Meaning(enum.Enum):
    """What a word in prose means."""

    INPUT = "input"
    OUTPUT = "output"
    TOOL = "tool"
    VALUE = "value"
    ELSEWHERE = "elsewhere"
    LITERAL = "literal"
    EXTERNAL = "external"
    EVERYONES = "everyone's"
    FORMER = "former"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PathFault:
    """Where a dotted path leaves what a schema has."""

    missing: str
    below: str
    """The path so far."""
    names: tuple[str, ...]
    """What there is instead."""


class Lexicon:
    """The names of one tool, or of one shared schema; what costs is worked out when it is first asked for.

    Args:
        names: what the tools share.
        contract: the tool; None for a shared schema.
        schema: its input.
        result: its output schema.
        shared: the name of the shared schema.
    """

    def __init__(
        self,
        names: CatalogNames,
        contract: ToolContract | None,
        schema: Schema,
        result: Schema | None,
        *,
        shared: str | None = None,
    ) -> None:
        self.names = names
        self.tool = contract.name if contract is not None else None
        self._contract = contract
        self._schema = schema
        self._result = result
        self._shared = shared
        self._known: dict[str, Meaning] = {}

    @classmethod
    def of_tool(cls, names: CatalogNames, contract: ToolContract) -> Self:
        """Return the names of one tool."""
        return cls(names, contract, contract.input_schema, contract.output_schema)

    @classmethod
    def of_shared_schema(cls, names: CatalogNames, name: str) -> Self:
        """Return the names of a shared schema, which knows no tool."""
        return cls(names, None, names.catalog.definitions.input[name], None, shared=name)

    @cached_property
    def arguments(self) -> frozenset[str]:
        """The arguments of the tool, or the properties of the shared schema."""
        return frozenset(property_names(self._schema, self.names.catalog.definitions.input))

    @cached_property
    def _held(self) -> Holding:
        return self.names.inputs.of(self._schema)

    @cached_property
    def _wire(self) -> set[tuple[str, str]]:
        """Names in the request that differ from those that the model knows, with the latter."""
        call = http_call(self._contract) if self._contract is not None else None
        sources = [(one.name, one.value) for one in call.parameters] if call is not None else []
        if call is not None and call.body is not None:
            sources += [(one.name, one.value) for one in call.body.properties]
        sent = {(wire, value.argument) for wire, value in sources if isinstance(value, ArgumentValue)}
        return {(wire, key) for wire, key in sent | self._held.wire if wire != key}

    @property
    def wire_names(self) -> frozenset[str]:
        """The source's own names of arguments and of what is in results, where a model knows them by others."""
        return frozenset(wire for wire, _ in self._wire | self._given.wire)

    @cached_property
    def inputs(self) -> frozenset[str]:
        """The arguments and everything inside them; and keys on the wire that are only other spellings."""
        alike = {wire for wire, key in self._wire if normal_form(wire) == normal_form(key)}
        return self.arguments | self._held.properties | alike

    @cached_property
    def _given(self) -> Holding:
        return self.names.outputs.of(self._result if self._result is not None else True)

    @property
    def outputs(self) -> frozenset[str]:
        """The fields of the result, at any depth; empty where the tool declares none."""
        return self._given.properties

    @property
    def states_result(self) -> bool:
        """Whether the tool says what its result looks like."""
        return self._result is not None

    @cached_property
    def values(self) -> frozenset[str]:
        """Values that the schemas of the tool state."""
        return self._held.values | self._given.values

    def meaning(self, token: str) -> Meaning:
        """Say what a word means; the first that knows it decides."""
        known = self._known.get(token)
        if known is None:
            known = self._known[token] = self._look_up(token)
        return known

    def _look_up(self, token: str) -> Meaning:
        names = self.names
        if token in self.arguments or token in self.inputs:
            return Meaning.INPUT
        if token in self.former:
            return Meaning.FORMER
        if token in self.outputs:
            return Meaning.OUTPUT
        if token in names.tools or self._without_prefix(token) in names.tools:
            return Meaning.TOOL
        if token in names.former_tools:
            return Meaning.FORMER
        if token in self.values:
            return Meaning.VALUE
        if token in names.elsewhere or (self._shared is not None and token in names.owners):
            return Meaning.ELSEWHERE
        lower = token.lower()
        if lower in LITERALS:
            return Meaning.LITERAL
        if names.is_external(token):
            return Meaning.EXTERNAL
        if lower in ALLOWED or is_allowed_form(token):
            return Meaning.EVERYONES
        return Meaning.UNKNOWN

    def _without_prefix(self, token: str) -> str:
        return _SERVER_PREFIX.sub("", token)

    @cached_property
    def _forms(self) -> dict[str, str]:
        forms = {normal_form(name): name for name in sorted(self._held.properties)}
        return forms | {normal_form(name): name for name in sorted(self.arguments)}

    def field_spelt_otherwise(self, token: str) -> str | None:
        """Return the own field that a word is another spelling of."""
        form = normal_form(token)
        found = self._forms.get(form) if len(form) >= _SHORTEST else None
        return found if found != token else None

    def tool_spelt_otherwise(self, token: str) -> str | None:
        """Return the tool that a word is another spelling of; one-word names are words of everyone."""
        for spelt in (token, self._without_prefix(token)):
            form = normal_form(spelt)
            found = self.names.tool_forms.get(form) if len(form) >= _SHORTEST else None
            if found is not None and found != spelt and re.search(r"[_\-.]|[a-z][A-Z]", found):
                return found
        return None

    def owners(self, token: str) -> list[str]:
        """Return the other tools that have an argument of this name."""
        return [name for name in self.names.owners.get(token, ()) if name != self.tool]

    def near_fields(self, token: str) -> list[str]:
        """Return what a person most probably meant by a word that means nothing."""
        return nearest(token, sorted(self.arguments | self._held.properties))

    def one_letter_off(self, token: str) -> str | None:
        """Return the own field that differs by one letter, neither a plural's `s` nor a digit."""
        if len(token) < 6:
            return None
        for name in sorted(self.arguments | self._held.properties):
            if abs(len(name) - len(token)) <= 1 and _is_one_edit(name, token):
                return name
        return None

    @cached_property
    def former(self) -> dict[str, Former]:
        """Former name of an argument, or of something inside one -> what became of it."""
        found: dict[str, Former] = {}
        fresh: frozenset[str] = frozenset()
        gone, before = self._gone()
        if gone:
            fresh = self._held.properties - before
        for name in sorted(gone):
            found[name] = Former(self._successor(name, sorted(gone), sorted(fresh)), "earlier")
        for wire, key in sorted(self._wire):
            if normal_form(wire) != normal_form(key) and not _MADE_NAME.match(key) and _IDENTIFIER.fullmatch(wire):
                found[wire] = Former(key, "wire")
        found |= {was: Former(key, "was") for was, key in sorted(self._held.former)}
        return {name: former for name, former in found.items() if name not in self._held.properties}

    def _gone(self) -> tuple[frozenset[str], frozenset[str]]:
        """Return the fields that the earlier state had and this one has not, and all that it had."""
        earlier = self.names.earlier
        nothing: frozenset[str] = frozenset()
        if earlier is None:
            return nothing, nothing
        if self._shared is not None:
            if self._shared not in earlier.catalog.definitions.input:
                return nothing, nothing
            before = earlier.inputs.of_definition(self._shared).properties
        else:
            old = earlier.tools.get(self.names.predecessors.get(self.tool or "", ""))
            if old is None:
                return nothing, nothing
            if old.input_schema == self._schema and earlier.catalog.definitions == self.names.catalog.definitions:
                return nothing, nothing
            before = earlier.inputs.of(old.input_schema).properties
        return before - self._held.properties, before

    def _successor(self, name: str, gone: list[str], fresh: list[str]) -> str | None:
        near = nearest(name, fresh, limit=1)
        if near:
            return near[0]
        return fresh[0] if len(fresh) == 1 and len(gone) == 1 else None

    def is_free_form(self, argument: str | None) -> bool:
        """Whether an argument, or any argument where None is given, takes objects with keys of the caller's choice."""
        properties = {
            key: schema
            for name in ([argument] if argument is not None else sorted(self.arguments))
            for key, schema in property_schemas(self._schema, name, self.names.catalog.definitions.input)
        }
        return any(self._takes_any_keys(schema) for schema in properties.values())

    def _takes_any_keys(self, schema: Schema) -> bool:
        definitions = self.names.catalog.definitions.input
        schemas = [schema, *element_schemas(schema, definitions)]
        if isinstance(schema, Mapping):
            extra = schema.get("additionalProperties")
            if isinstance(extra, bool | Mapping):
                schemas.append(extra)
        return any(self._is_any_object(one) for one in schemas)

    def _is_any_object(self, schema: Schema) -> bool:
        definitions = self.names.catalog.definitions.input
        if not is_open(schema, definitions):
            return False
        parts = list(alternatives(schema, definitions))
        kinds = {kind for part in parts for kind in types_of(part)}
        return "object" in kinds or not (kinds or any("enum" in part or "const" in part for part in parts))

    def path_fault(self, path: str) -> PathFault | None:
        """Walk a dotted path down the input.

        Returns:
            Where it leaves the schema; None where it does not, where its first name is no argument, where the schema
            stops to say what there is, or where a value is no object at all.
        """
        definitions = self.names.catalog.definitions.input
        first, *rest = re.sub(r"\[\w*\]", "", path).split(".")
        schemas = [schema for _, schema in property_schemas(self._schema, first, definitions)]
        below = first
        for token in rest:
            schemas = [*schemas, *(one for schema in schemas for one in element_schemas(schema, definitions))]
            names = [name for schema in schemas for name in property_names(schema, definitions)]
            if not names or any(self._is_any_object(schema) for schema in schemas):
                return None
            found = [one for schema in schemas for _, one in property_schemas(schema, token, definitions)]
            if not found:
                return PathFault(token, below, tuple(dict.fromkeys(names)))
            schemas = found
            below = f"{below}.{token}"
        return None


def _is_one_edit(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    start = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) == len(long):
        return short[start + 1 :] == long[start + 1 :] and not (short[start:] + long[start:])[:1].isdigit()
    return short[start:] == long[start + 1 :] and long[start] != "s" and not long[start].isdigit()
