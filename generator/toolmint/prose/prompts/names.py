"""The names of a project: the tools of all its sources, of which any prompt may speak."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from toolmint.ir.contract import Catalog, ToolContract
from toolmint.prose.catalog_names import CatalogNames, Former, normal_form
from toolmint.prose.lazy import lazy_property
from toolmint.prose.lexicon import tool_spelt_as
from toolmint.prose.schema_lexicon import SchemaLexicon
from toolmint.prose.tokens import Candidate, candidates, is_shaped
from toolmint.text import NameIndex

__all__ = ["ProjectNames"]

_PREFIX = re.compile(r"(?:mcp__)?[A-Za-z0-9_-]+__|[A-Za-z0-9_-]+[.:](?=[A-Za-z0-9.]*[_-])")
"""What clients set before the name of a tool: `mcp__server__`, `server.`."""
_NO_TOOL = frozenset({"assignment", "entry", "header", "brace", "leak"})


class ProjectNames:
    """What the tools of all sources share; built once a run.

    Args:
        catalogs: name of a source to what it says.
        externals: names from elsewhere that prompts may use, `*` for any characters.
        earlier: name of a source to what it once said.
    """

    def __init__(
        self,
        catalogs: Mapping[str, Catalog],
        *,
        externals: Iterable[str] = (),
        earlier: Mapping[str, Catalog] | None = None,
    ) -> None:
        before = earlier or {}
        allowed = tuple(externals)
        self._catalogs = tuple(
            CatalogNames(catalog, externals=allowed, earlier=before.get(name)) for name, catalog in catalogs.items()
        )
        self.tools: dict[str, ToolContract] = {}
        for names in reversed(self._catalogs):
            self.tools |= names.tools
        self._lexicons: dict[str, tuple[SchemaLexicon, ...]] = {}
        self._near: dict[str, tuple[str, ...]] = {}

    def is_external(self, name: str) -> bool:
        """Whether the project allows a name."""
        return any(names.is_external(name) for names in self._catalogs)

    @lazy_property
    def tool_forms(self) -> dict[str, str]:
        """Normal form -> tool."""
        return {normal_form(name): name for name in reversed(self.tools)}

    @lazy_property
    def former_tools(self) -> dict[str, Former]:
        """Former name of a tool -> what became of it."""
        found: dict[str, Former] = {}
        for names in self._catalogs:
            found |= names.former_tools
        return {name: former for name, former in found.items() if name not in self.tools}

    @lazy_property
    def owners(self) -> dict[str, list[str]]:
        """Argument -> the tools that have it."""
        found: dict[str, list[str]] = {}
        for names in self._catalogs:
            for name, tools in names.owners.items():
                found.setdefault(name, []).extend(tools)
        return found

    @lazy_property
    def elsewhere(self) -> frozenset[str]:
        """Names of data: schemas, fields of results, values. Operations of an API are none, as no model knows them."""
        return frozenset[str]().union(*(names.data for names in self._catalogs))

    @lazy_property
    def former_fields(self) -> dict[str, Former]:
        """Former name of an argument of any tool -> what became of it; names that still mean something left out."""
        found: dict[str, Former] = {}
        for tool in self.tools:
            for lexicon in self.lexicons(tool):
                found |= {name: past for name, past in lexicon.former.items() if past.why != "wire"}
        return {
            name: past
            for name, past in found.items()
            if is_shaped(name) and name not in self.owners and name not in self.elsewhere and name not in self.tools
        }

    def lexicons(self, tool: str) -> tuple[SchemaLexicon, ...]:
        """Return the names of a tool; of several where sources have tools of one name."""
        known = self._lexicons.get(tool)
        if known is None:
            having = [names for names in self._catalogs if tool in names.tools]
            known = tuple(SchemaLexicon.of_tool(names, names.tools[tool]) for names in having)
            self._lexicons[tool] = known
        return known

    def resolve(self, name: str) -> str | None:
        """Return the tool that a name means: its own, with a client's prefix, its former one, in another spelling."""
        for spelt in (name, _without_prefix(name)):
            former = self.former_tools.get(spelt)
            if spelt in self.tools:
                return spelt
            if former is not None and former.now is not None:
                return former.now
            other = tool_spelt_as(spelt, self.tool_forms)
            if other is not None:
                return other
        return None

    def is_tool(self, name: str) -> bool:
        """Whether a name means a tool."""
        return self.resolve(name) is not None

    def named(self, text: str) -> tuple[tuple[int, str], ...]:
        """Return where a text names tools, and which.

        A name that is one plain word counts only where it is marked up, as in prose it is a word.
        """
        found = []
        for one in candidates(text):
            tool = self._tool_of(one)
            if tool is not None:
                found.append((one.start, tool))
        return tuple(found)

    def _tool_of(self, one: Candidate) -> str | None:
        if one.kind in _NO_TOOL or not (one.marked or one.kind != "kebab" or one.token in self.tools):
            return None
        if one.kind == "path":
            return self.resolve(one.token) or self.resolve(one.token.partition(".")[0])
        return self.resolve(one.token)

    @lazy_property
    def _tool_index(self) -> NameIndex:
        return NameIndex(self.tools)

    def near_tools(self, name: str) -> tuple[str, ...]:
        """Return the tools that a person most probably meant by a name that is none."""
        known = self._near.get(name)
        if known is None:
            known = self._near[name] = tuple(self._tool_index.nearest(name, limit=2))
        return known


def _without_prefix(name: str) -> str:
    found = _PREFIX.match(name)
    return name[found.end() :] if found is not None else name
