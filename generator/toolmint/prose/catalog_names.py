"""What all tools of a catalog share: names of tools, of the source, and of what was there before."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal, TypeAlias, assert_never

from toolmint.ir.binding import HttpBinding, JavaBinding, McpBinding, PythonBinding
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.prose.lazy import lazy_property
from toolmint.prose.names import SchemaNames
from toolmint.prose.similarity import Likeness, confusable_pairs
from toolmint.text import NameIndex

__all__ = ["CatalogNames", "Former", "http_call", "normal_form", "source_name"]

_SEPARATORS = str.maketrans("", "", "_-. ")
_PATH_NAMES = re.compile(r"\{([^{}]+)\}")

Why: TypeAlias = Literal["was", "earlier", "wire"]


@dataclass(frozen=True, slots=True)
class Former:
    """A name that something of a tool once had."""

    now: str | None
    """Its name now; None where it is gone."""
    why: Why
    """`was`: the source says so; `earlier`: the checked-in contract has it; `wire`: only the request calls it so."""


def normal_form(name: str) -> str:
    """Return a name without what distinguishes spellings: lower case, no separators."""
    return name.translate(_SEPARATORS).lower()


class CatalogNames:
    """What all tools of a catalog share; built once.

    Args:
        catalog: the tools.
        externals: names from elsewhere that prose may use, `*` for any characters.
        earlier: the catalog as it once was, or its names; names that have gone since are former names.
        beside: names of a catalog with the same shared schemas; what is known of these is used again.
    """

    def __init__(
        self,
        catalog: Catalog,
        *,
        externals: Iterable[str] = (),
        earlier: Catalog | CatalogNames | None = None,
        beside: CatalogNames | None = None,
    ) -> None:
        self.catalog = catalog
        self.tools: dict[str, ToolContract] = {one.name: one for one in catalog.contracts}
        self.inputs: SchemaNames = beside.inputs if beside is not None else SchemaNames(catalog.definitions.input)
        self.outputs: SchemaNames = beside.outputs if beside is not None else SchemaNames(catalog.definitions.output)
        self._externals = frozenset(externals)
        self._patterns = tuple(name for name in self._externals if "*" in name)
        self._near_tools: dict[str, tuple[str, ...]] = {}
        before = earlier.catalog if isinstance(earlier, CatalogNames) else earlier
        self.earlier: CatalogNames | None = None
        if before is not None and before is not catalog and before != catalog:
            self.earlier = earlier if isinstance(earlier, CatalogNames) else CatalogNames(before)

    def is_external(self, name: str) -> bool:
        """Whether the project allows a name."""
        return name in self._externals or any(fnmatchcase(name, pattern) for pattern in self._patterns)

    @lazy_property
    def tool_forms(self) -> dict[str, str]:
        """Normal form -> tool."""
        return {normal_form(name): name for name in reversed(self.tools)}

    def near_tools(self, name: str) -> tuple[str, ...]:
        """Return the tools that a person most probably meant by a name; texts repeat it from tool to tool."""
        known = self._near_tools.get(name)
        if known is None:
            known = self._near_tools[name] = tuple(self._tool_index.nearest(name))
        return known

    @lazy_property
    def former_tools(self) -> dict[str, Former]:
        """Former name of a tool -> what became of it."""
        found: dict[str, Former] = {}
        if self.earlier is not None:
            found |= {name: Former(self.successors.get(name), "earlier") for name in self.earlier.tools}
        for contract in self.catalog.contracts:
            for was in contract.was:
                found[was] = Former(contract.name, "was")
        return {name: former for name, former in found.items() if name not in self.tools}

    @lazy_property
    def _tool_index(self) -> NameIndex:
        return NameIndex(self.tools)

    @lazy_property
    def successors(self) -> dict[str, str]:
        """Tool of the earlier catalog -> the same tool now."""
        if self.earlier is None:
            return {}
        calls = {_call(one): one.name for one in self.catalog.contracts}
        claimed = {was: one.name for one in self.catalog.contracts for was in one.was}
        found: dict[str, str] = {}
        for name, contract in self.earlier.tools.items():
            now = name if name in self.tools else claimed.get(name) or calls.get(_call(contract))
            if now is not None:
                found[name] = now
        return found

    @lazy_property
    def predecessors(self) -> dict[str, str]:
        """Tool -> the same tool in the earlier catalog."""
        return {now: name for name, now in reversed(self.successors.items())}

    @lazy_property
    def owners(self) -> dict[str, list[str]]:
        """Argument -> the tools that have it."""
        found: dict[str, list[str]] = {}
        for contract in self.catalog.contracts:
            properties = contract.input_schema.get("properties")
            for name in properties if isinstance(properties, Mapping) else ():
                found.setdefault(name, []).append(contract.name)
        return found

    @lazy_property
    def elsewhere(self) -> frozenset[str]:
        """Names of the source that are no tool's arguments: of data, and of operations."""
        return self.data | _operations(self)

    @lazy_property
    def data(self) -> frozenset[str]:
        """Names of schemas, fields of results, values, headers, tags and what security needs."""
        return frozenset(_names_of_data(self))

    @lazy_property
    def confusable(self) -> tuple[Likeness, ...]:
        """Pairs of tools that a model takes for each other."""
        return confusable_pairs(self.catalog.contracts)

    @lazy_property
    def path_names(self) -> frozenset[str]:
        """Names in path templates."""
        return frozenset(name for one in self.calls for name in _PATH_NAMES.findall(one.path))

    @lazy_property
    def calls(self) -> list[HttpBinding]:
        """The HTTP operations that the tools call."""
        return [call for one in self.catalog.contracts if (call := http_call(one)) is not None]

    @lazy_property
    def headers(self) -> frozenset[str]:
        """Header parameters, in lower case."""
        return frozenset(
            parameter.name.lower()
            for call in self.calls
            for parameter in call.parameters
            if parameter.location == "header"
        )


def http_call(contract: ToolContract) -> HttpBinding | None:
    """Return the HTTP operation that a tool calls; None where it calls something else."""
    match contract.binding:
        case HttpBinding() as binding:
            return binding
        case JavaBinding() | McpBinding() | PythonBinding():
            return None
        case _:
            assert_never(contract.binding)


def source_name(contract: ToolContract) -> str:
    """Return what the source itself calls a tool, before a name was made of it that every provider takes."""
    match contract.binding:
        case HttpBinding(operation_id=name):
            return name or contract.name
        case JavaBinding(registered=registered):
            return registered.name if registered is not None else contract.name
        case McpBinding(tool=name):
            return name
        case PythonBinding(qualname=name):
            return name.rpartition(".")[2]
        case _:
            assert_never(contract.binding)


def _call(contract: ToolContract) -> str:
    binding = http_call(contract)
    return f"{binding.method} {binding.path}" if binding is not None else contract.name


def _names_of_data(names: CatalogNames) -> set[str]:
    catalog = names.catalog
    found: set[str] = set()
    for direction, definitions in (
        (names.inputs, catalog.definitions.input),
        (names.outputs, catalog.definitions.output),
    ):
        found.update(definitions)
        for schema in definitions.values():
            held = direction.inline(schema)
            found |= held.properties | held.values
    for contract in catalog.contracts:
        if contract.output_schema is not None:
            given = names.outputs.inline(contract.output_schema)
            found |= given.properties | given.values
        arguments = contract.input_schema.get("properties")
        taken = names.inputs.inline(contract.input_schema)
        found |= taken.properties.difference(arguments if isinstance(arguments, Mapping) else ()) | taken.values
        found.update(contract.tags)
        for value in contract.context:
            found |= {value.name, value.key}
        for requirement in contract.security:
            for scheme, scopes in requirement.schemes:
                found |= {scheme, *scopes}
    for call in names.calls:
        found.update(parameter.name for parameter in call.parameters if parameter.location == "header")
    for security in catalog.security_schemes:
        found.add(security.name)
        found.update(value for value in security.details.values() if isinstance(value, str))
    for server in catalog.servers:
        found.update(variable.name for variable in server.variables)
    return found


def _operations(names: CatalogNames) -> frozenset[str]:
    found: set[str] = set()
    for call in names.calls:
        if call.operation_id:
            found |= {call.operation_id, *re.split(r"[/#.]", call.operation_id)}
        found.update(re.split(r"[/{}]+", call.path))
    return frozenset(found)
