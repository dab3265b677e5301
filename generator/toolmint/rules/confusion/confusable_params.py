"""CF-03: what one tool calls `userId` another calls `user_id`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from toolmint.diagnostics import Severity
from toolmint.ir.contract import ToolContract
from toolmint.ir.schema import Json, types_of
from toolmint.location import Location
from toolmint.prose.catalog_names import normal_form
from toolmint.rule import Finding, Rule, RuleContext, finding_at
from toolmint.text import comma_list

_SYNONYMS = (
    "limit pagesize perpage maxresults resultsperpage numresults",
    "cursor pagetoken nextcursor nexttoken nextpagetoken continuationtoken",
    "query q searchquery searchterm",
    "startdate fromdate datefrom",
    "enddate todate dateto",
    "sortorder sortdirection orderdirection",
    "sortby orderby",
)
"""Normal forms of names that mean the same, one group a line."""
_MEANING = {name: group.split()[0] for group in _SYNONYMS for name in group.split()}
_MOST = 3
"""Tools that a message names."""

_Argument: TypeAlias = tuple[str, str | tuple[str, ...]]
"""Its name and its declared types."""
_Meaning: TypeAlias = tuple[str, tuple[str, ...]]
"""What its name means, and its types as far as they matter."""


@dataclass(frozen=True, slots=True)
class _Use:
    name: str
    contract: ToolContract

    @property
    def tool(self) -> str:
        return self.contract.name

    @property
    def place(self) -> Location:
        return self.contract.place_of(self.name)


class ConfusableParams(Rule):
    """Two tools of a list have two names for the same argument.

    What it does:
        Compares the names of arguments over the tools of a list: spellings that differ in case and separators alone
        (`userId`, `user_id`), and a short table of synonyms (`limit`, `page_size`, `per_page`). Both must have one
        type. The rarer name is told. A tool that has both distinguishes them.

    Why is this bad?
        A model that has called the first tool passes the same name to the second, which refuses it.

    Example:
        ```json
        [
          {
            "name": "get_order",
            "description": "Look up an order with its items and its state.",
            "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}}}
          },
          {
            "name": "cancel_order",
            "description": "Cancel an order that has not been sent.",
            "inputSchema": {"type": "object", "properties": {"orderId": {"type": "string"}}}
          }
        ]
        ```

    Use instead:
        ```json
        [
          {
            "name": "get_order",
            "description": "Look up an order with its items and its state.",
            "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}}}
          },
          {
            "name": "cancel_order",
            "description": "Cancel an order that has not been sent.",
            "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}}}
          }
        ]
        ```
    """

    code = "CF-03"
    name = "confusable-params"
    severity = Severity.INFO

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the arguments of a list's tools against each other."""
        uses: dict[_Meaning, list[_Use]] = {}
        apart: set[frozenset[str]] = set()
        doubtful = _of_several_names(context.catalog.contracts)
        for contract in context.catalog.contracts if doubtful else ():
            own: dict[_Meaning, list[str]] = {}
            for name, schema in _properties(contract):
                meaning = doubtful.get((name, _declared(schema)))
                if meaning is not None:
                    uses.setdefault(meaning, []).append(_Use(name, contract))
                    own.setdefault(meaning, []).append(name)
            apart.update(frozenset(two) for names in own.values() for two in combinations(names, 2))
        for group in uses.values():
            yield from _findings(group, apart)


def _of_several_names(contracts: Iterable[ToolContract]) -> dict[_Argument, _Meaning]:
    """Return what the arguments mean that a list's tools have several names for: hardly any do."""
    arguments = {(name, _declared(schema)) for contract in contracts for name, schema in _properties(contract)}
    named: dict[_Meaning, set[str]] = {}
    meanings: dict[_Argument, _Meaning] = {}
    for name, declared in arguments:
        meaning = meanings[name, declared] = (_meaning(name), _types(declared))
        named.setdefault(meaning, set()).add(name)
    return {argument: meaning for argument, meaning in meanings.items() if len(named[meaning]) > 1}


def _properties(contract: ToolContract) -> Iterable[tuple[str, Json]]:
    properties = contract.input_schema.get("properties")
    return properties.items() if isinstance(properties, Mapping) else ()


def _declared(schema: Json) -> str | tuple[str, ...]:
    """Return the types of a schema, as one text where it has one."""
    if not isinstance(schema, Mapping):
        return ()
    declared = schema.get("type")
    return declared if isinstance(declared, str) else types_of(schema)


@lru_cache(maxsize=4096)
def _meaning(name: str) -> str:
    form = normal_form(name)
    return _MEANING.get(form, form)


def _types(declared: str | tuple[str, ...]) -> tuple[str, ...]:
    types = (declared,) if isinstance(declared, str) else declared
    plain = {"number" if one == "integer" else one for one in types if one != "null"}
    return tuple(sorted(plain))


def _findings(group: list[_Use], apart: set[frozenset[str]]) -> Iterator[Finding]:
    counts = Counter(use.name for use in group)
    usual = max(counts, key=lambda name: (counts[name], name))
    tools = [use.tool for use in group if use.name == usual]
    for name in counts:
        if name == usual or frozenset((name, usual)) in apart:
            continue
        others = [use for use in group if use.name == name]
        has = comma_list(list(dict.fromkeys(tools)), limit=_MOST)
        yield finding_at(
            [use.place for use in others],
            f"`{others[0].tool}` calls `{name}` what is `{usual}` in {has}",
            hint=f"call it `{usual}` everywhere; in OpenAPI `x-tool.name` does, and the wire name stays",
            tool=others[0].tool,
        )
