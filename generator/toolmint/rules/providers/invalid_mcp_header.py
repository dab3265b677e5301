"""PR-05: an `x-mcp-header` that clients must refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolmint.diagnostics import Severity
from toolmint.ir.binding import McpBinding
from toolmint.ir.schema import (
    MCP_HEADER,
    SUBSCHEMA_LISTS,
    SUBSCHEMA_MAPS,
    SUBSCHEMA_SINGLES,
    Json,
    JsonObject,
    Schema,
    types_of,
    walk,
)
from toolmint.location import Location
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_at
from toolmint.text import kind_of, visible

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""RFC 9110 section 5.6.2."""
_TYPES = frozenset({"string", "integer", "boolean"})
_NESTING = frozenset({*SUBSCHEMA_SINGLES, *SUBSCHEMA_LISTS, *SUBSCHEMA_MAPS} - {"properties"})
_LEADING = _NESTING | {"properties", MCP_HEADER}
"""Without one of them a schema states no header, and none stands below it."""
_SECRET = re.compile(
    r"(?i)pass(?:word|wd|phrase)|secret|credential|api[_-]?key|private[_-]?key|bearer|authori[sz]ation"
    r"|(?<!page[_-])(?<!next[_-])(?<!cursor[_-])(?<!continuation[_-])token"
)


class InvalidMcpHeader(Rule):
    """An `x-mcp-header` breaks the standard, so that clients must leave the tool out.

    What it does:
        Checks what MCP 2026-07-28 demands of `x-mcp-header`: a header's name by RFC 9110, unlike every other of the
        tool when case is dropped, on a string, an integer or a boolean, reached from the root through `properties`
        alone. An argument that is called like a secret is a warning, as proxies write headers into their logs.

    Why is this bad?
        A client that follows the standard drops the tool, and says so to nobody who could mend it.

    Example:
        ```json
        {
          "name": "list_orders",
          "description": "List orders of a region, the newest first.",
          "inputSchema": {
            "type": "object",
            "properties": {"region": {"type": "string", "x-mcp-header": "Shop Region"}}
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "list_orders",
          "description": "List orders of a region, the newest first.",
          "inputSchema": {
            "type": "object",
            "properties": {"region": {"type": "string", "x-mcp-header": "Shop-Region"}}
          }
        }
        ```
    """

    code = "PR-05"
    name = "x-mcp-header-invalid"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        if not isinstance(contract.binding, McpBinding):
            return  # no list that says it reaches a client
        seen: dict[str, str] = {}
        for path, schema, reached in _stated(contract.input_schema):
            place = contract.place_of(path[0]) if path else contract.origin
            fault = _fault(schema, reached=reached)
            header = schema[MCP_HEADER]
            where = ".".join(path) or "the input"
            if fault is None and isinstance(header, str):
                other = seen.setdefault(header.lower(), where)
                fault = f"is also that of `{other}`" if other != where else None
            if fault is not None:
                yield _finding(f"the `{MCP_HEADER}` of `{where}` {fault}", place)
            elif path and _SECRET.search(path[-1]):
                yield finding_at(
                    [place],
                    f"`{where}` is called like a secret, and `{MCP_HEADER}` repeats it in a header",
                    hint="let the host supply it",
                    severity=Severity.WARNING,
                )

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge shared schemas, which no chain of `properties` alone leads to."""
        catalog = context.catalog
        listed = any(isinstance(one.binding, McpBinding) for one in catalog.contracts)
        for name, schema in catalog.definitions.input.items() if listed else ():
            if any(isinstance(part, Mapping) and MCP_HEADER in part for _, part in walk(schema)):
                place = catalog.places.get(f"input/{name}", catalog.origin)
                yield _finding(f"an `{MCP_HEADER}` in the shared schema `{name}` is reached through a reference", place)


def _finding(message: str, place: Location) -> Finding:
    return finding_at(
        [place], message, hint="clients leave the tool out: MCP 2026-07-28, custom headers from arguments"
    )


def _stated(root: JsonObject) -> Iterator[tuple[tuple[str, ...], JsonObject, bool]]:
    """Yield the schemas that state a header, with the keys that lead there, and whether only `properties` do."""
    pending: list[tuple[tuple[str, ...], JsonObject, bool]] = [((), root, True)]
    for path, schema, reached in pending:
        if MCP_HEADER in schema:
            yield path, schema, reached and bool(path)
        properties = schema.get("properties")
        for key, below in properties.items() if isinstance(properties, Mapping) else ():
            if isinstance(below, Mapping) and not _LEADING.isdisjoint(below):
                pending.append(((*path, key), below, reached))
        if _NESTING.isdisjoint(schema):
            continue
        rest: Schema = {keyword: part for keyword, part in schema.items() if keyword in _NESTING}
        for tokens, below in walk(rest):
            if tokens and isinstance(below, Mapping) and MCP_HEADER in below:
                yield path, below, False


def _fault(schema: JsonObject, *, reached: bool) -> str | None:
    header: Json = schema[MCP_HEADER]
    if not isinstance(header, str):
        return f"is {kind_of(header)}, a header's name was wanted"
    if not _TOKEN.fullmatch(header):
        return f"is `{visible(header)}`, which is no header's name" if header else "is empty"
    if not reached:
        return "does not stand on an argument, or not below `properties` alone"
    types = set(types_of(schema)) - {"null"}
    if len(types) != 1 or not types <= _TYPES:
        found = " or ".join(f"`{one}`" for one in sorted(types)) or "any type"
        return f"stands on {found}; a string, an integer or a boolean was wanted"
    return None
