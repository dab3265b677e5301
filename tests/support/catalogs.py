"""Catalogs for tests: of real documents, and of MCP tool lists, whose schemas are JSON Schema as they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from toolmint.documents import DocumentStore
from toolmint.ir.binding import HttpBinding
from toolmint.ir.contract import Catalog, Definitions, Prose, ToolContract
from toolmint.ir.schema import KEYWORDS
from toolmint.location import Location
from toolmint.source import SourceInput
from toolmint.sources import load_source

__all__ = ["catalog_of_document", "catalog_of_mcp_list", "document_files"]


def document_files(folder: Path) -> list[Path]:
    """Return the single-file OpenAPI documents of a folder."""
    return sorted(path for path in folder.iterdir() if path.suffix in (".json", ".yaml"))


def catalog_of_document(file: Path) -> Catalog:
    """Extract an OpenAPI document, leaving out what cannot be read."""
    source = SourceInput(name="corpus", kind="openapi", file=file)
    return load_source("openapi").extract(source, DocumentStore(file.parent)).catalog


def catalog_of_mcp_list(file: Path) -> Catalog:
    """Read a `tools/list` result. Definitions of all tools share one namespace, prefixed by the tool's name."""
    held = json.loads(file.read_text(encoding="utf-8"))
    place = Location(path=file.name)
    contracts, definitions = [], {}
    for tool in held["tools"]:
        schema = dict(tool["inputSchema"])
        own = schema.pop("$defs", schema.pop("definitions", {}))
        definitions |= {f"{tool['name']}.{name}": _lifted(part, tool["name"]) for name, part in own.items()}
        contracts.append(
            ToolContract(
                name=tool["name"],
                input_schema=_lifted(schema, tool["name"]),
                binding=HttpBinding(method="POST", path=f"/{tool['name']}"),
                prose=Prose(verbatim=tool.get("description") or tool["name"]),
                origin=place.child(tool["name"]),
                title=tool.get("title"),
            )
        )
    return Catalog(name="listed", contracts=tuple(contracts), origin=place, definitions=Definitions(input=definitions))


def _lifted(schema: Any, tool: str) -> Any:
    if not isinstance(schema, dict):
        return schema
    lifted: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword not in KEYWORDS:
            assert keyword in ("$schema", "$id"), keyword
        elif keyword == "$ref":
            lifted[keyword] = f"#/$defs/{tool}.{value.rpartition('/')[2]}"
        elif keyword in ("properties", "patternProperties", "dependentSchemas"):
            lifted[keyword] = {key: _lifted(child, tool) for key, child in value.items()}
        elif keyword in ("allOf", "anyOf", "oneOf", "prefixItems"):
            lifted[keyword] = [_lifted(child, tool) for child in value]
        elif keyword in ("enum", "examples", "const", "default", "required", "type"):
            lifted[keyword] = value
        else:
            lifted[keyword] = _lifted(value, tool)
    return lifted
