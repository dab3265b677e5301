"""The names of one tool, or of one schema that tools share: what its schemas declare, and what they once did."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Self

from toolmint.ir.binding import ArgumentValue
from toolmint.ir.contract import ToolContract
from toolmint.ir.paths import alternatives, element_schemas, is_open, property_names, property_schemas
from toolmint.ir.schema import Schema, types_of
from toolmint.prose.catalog_names import CatalogNames, Former, http_call, normal_form
from toolmint.prose.lazy import lazy_property
from toolmint.prose.lexicon import Lexicon, PathFault
from toolmint.prose.names import Holding
from toolmint.text import nearest

__all__ = ["SchemaLexicon"]

_MADE_NAME = re.compile(r"(?:path|query|header|cookie|body)_|key_[0-9a-f]{6}$")
"""Names that extraction made, so that the source's prose cannot know them."""
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class SchemaLexicon(Lexicon):
    """The names of one tool, or of one shared schema.

    Args:
        names: what the tools share.
        contract: the tool; None for a shared schema.
        schema: its input.
        result: its output schema.
        shared: the name of the shared schema.
    """

    names: CatalogNames

    def __init__(
        self,
        names: CatalogNames,
        contract: ToolContract | None,
        schema: Schema,
        result: Schema | None,
        *,
        shared: str | None = None,
    ) -> None:
        super().__init__(names, contract.name if contract is not None else None)
        self.contract = contract
        self._schema = schema
        self._result = result
        self._shared = shared

    @classmethod
    def of_tool(cls, names: CatalogNames, contract: ToolContract) -> Self:
        """Return the names of one tool."""
        return cls(names, contract, contract.input_schema, contract.output_schema)

    @classmethod
    def of_shared_schema(cls, names: CatalogNames, name: str) -> Self:
        """Return the names of a shared schema, which knows no tool."""
        return cls(names, None, names.catalog.definitions.input[name], None, shared=name)

    @lazy_property
    def arguments(self) -> frozenset[str]:
        """The arguments of the tool, or the properties of the shared schema."""
        return frozenset(property_names(self._schema, self.names.catalog.definitions.input))

    @lazy_property
    def fields(self) -> frozenset[str]:
        """The arguments and everything inside them."""
        return self._held.properties | self.arguments

    @lazy_property
    def _held(self) -> Holding:
        return self.names.inputs.of(self._schema)

    @lazy_property
    def _wire(self) -> set[tuple[str, str]]:
        """Names in the request that differ from those that the model knows, with the latter."""
        call = http_call(self.contract) if self.contract is not None else None
        if call is None and not self._held.wire:
            return set()
        sources = [(one.name, one.value) for one in call.parameters] if call is not None else []
        if call is not None and call.body is not None:
            sources += [(one.name, one.value) for one in call.body.properties]
        sent = {(wire, value.argument) for wire, value in sources if isinstance(value, ArgumentValue)}
        return {(wire, key) for wire, key in sent | self._held.wire if wire != key}

    @property
    def wire_names(self) -> frozenset[str]:
        """The source's own names of arguments and of what is in results, where a model knows them by others."""
        return frozenset(wire for wire, _ in self._wire | self._given.wire)

    @lazy_property
    def inputs(self) -> frozenset[str]:
        """The arguments and everything inside them; and keys on the wire that are only other spellings."""
        alike = {wire for wire, key in self._wire if normal_form(wire) == normal_form(key)}
        return self.fields | alike if alike else self.fields

    @lazy_property
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

    @lazy_property
    def values(self) -> frozenset[str]:
        """Values that the schemas of the tool state."""
        return self._held.values | self._given.values

    def _is_elsewhere(self, token: str) -> bool:
        return token in self.names.elsewhere or (self._shared is not None and token in self.names.owners)

    @lazy_property
    def former(self) -> dict[str, Former]:
        """Former name of an argument, or of something inside one -> what became of it."""
        if self.names.earlier is None and not self._wire and not self._held.former:
            return {}
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
        found = {name: former for name, former in found.items() if name not in self._held.properties}
        # Something inside an argument may still be called so: prose meant the argument, or it means that.
        return found | {name: Former(None, "earlier") for name in sorted(self._gone_deeper())}

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
            old = self._earlier_tool
            if old is None:
                return nothing, nothing
            if old.input_schema == self._schema and earlier.catalog.definitions == self.names.catalog.definitions:
                return nothing, nothing
            before = earlier.inputs.of(old.input_schema).properties
        return before - self._held.properties, before

    def _gone_deeper(self) -> frozenset[str]:
        """Return the arguments of the earlier state that are gone while something inside another has the name."""
        old, earlier = self._earlier_tool, self.names.earlier
        if old is None or earlier is None:
            return frozenset()
        before = property_names(old.input_schema, earlier.catalog.definitions.input)
        return (frozenset(before) - self.arguments) & self._held.properties

    @property
    def _earlier_tool(self) -> ToolContract | None:
        earlier = self.names.earlier
        return earlier.tools.get(self.names.predecessors.get(self.tool or "", "")) if earlier is not None else None

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
