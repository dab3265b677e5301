"""Lists of MCP tools as catalogs, for tests: what the MCP source will read, without its checks."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from toolmint.ir.binding import HttpBinding
from toolmint.ir.contract import Catalog, Definitions, Prose, ToolAnnotations, ToolContract
from toolmint.ir.schema import map_subschemas
from toolmint.location import Location

__all__ = ["catalog_of_tools", "parse_tools"]


def parse_tools(text: str) -> tuple[list[dict[str, Any]], str]:
    """Read a tool, a list of tools, or `{"tools": […]}`.

    Returns:
        The tools, and the JSON pointer of the list; `-` where the document is one tool.
    """
    value = json.loads(text)
    if isinstance(value, Mapping) and "tools" in value:
        return list(value["tools"]), "/tools"
    return (value, "") if isinstance(value, list) else ([value], "-")


def catalog_of_tools(tools: Sequence[Mapping[str, Any]], *, path: str = "tools.json", below: str = "") -> Catalog:
    """Make a catalog of tools as a server lists them.

    Args:
        tools: the tools.
        path: the file, for places.
        below: pointer of the list; `-` where the document is one tool.
    """
    definitions: dict[str, Any] = {}
    contracts = []
    for index, tool in enumerate(tools):
        origin = Location(path=path, pointer="" if below == "-" else f"{below}/{index}")
        contracts.append(_contract(tool, origin, definitions))
    root = Location(path=path)
    return Catalog(
        name="tools",
        contracts=tuple(contracts),
        origin=root,
        definitions=Definitions(input=definitions, output=definitions),
    )


def _contract(tool: Mapping[str, Any], origin: Location, definitions: dict[str, Any]) -> ToolContract:
    schemas = {key: _own_definitions(tool.get(key), str(tool["name"]), definitions) for key in _SCHEMAS}
    properties = (schemas["inputSchema"] or {}).get("properties", {})
    annotations = tool.get("annotations") or {}
    places = {f"argument/{name}": origin.child("inputSchema", "properties", name) for name in properties}
    if tool.get("description"):
        places["description"] = origin.child("description")
    return ToolContract(
        name=str(tool["name"]),
        title=tool.get("title"),
        input_schema=schemas["inputSchema"] or {"type": "object"},
        output_schema=schemas["outputSchema"],
        binding=HttpBinding(method="POST", path=""),
        prose=Prose(verbatim=tool.get("description") or ""),
        origin=origin,
        annotations=ToolAnnotations(read_only=annotations.get("readOnlyHint")),
        places=places,
    )


_SCHEMAS = ("inputSchema", "outputSchema")


def _own_definitions(schema: Any, tool: str, definitions: dict[str, Any]) -> Any:
    """Move the `$defs` of a tool's schema into the catalog's, under the tool's name."""
    if not isinstance(schema, Mapping):
        return None
    own = {key: value for holder in ("$defs", "definitions") for key, value in schema.get(holder, {}).items()}

    def renamed(part: Any) -> Any:
        if isinstance(part, Mapping) and isinstance(part.get("$ref"), str):
            part = {**part, "$ref": f"#/$defs/{tool}_{part['$ref'].rsplit('/', 1)[-1]}"}
        return map_subschemas(part, renamed)

    for key, value in own.items():
        definitions[f"{tool}_{key}"] = renamed(value)
    return renamed({key: value for key, value in schema.items() if key not in ("$defs", "definitions")})
