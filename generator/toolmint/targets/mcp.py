"""`mcp.json`: the result of `tools/list`, as every MCP revision from 2025-06-18 to 2026-07-28 takes it."""

from __future__ import annotations

from toolmint.ir.contract import ToolAnnotations
from toolmint.ir.schema import Json
from toolmint.lowering import LoweredTool, SchemaLowering, lower_catalog, lower_output
from toolmint.profiles import PROFILES
from toolmint.target import Printout, TargetInput

__all__ = ["TARGET", "McpTarget"]


class McpTarget:
    """Prints `{"tools": [...]}` in catalog order.

    `outputSchema` is always an object: a result of another kind is declared as `{"result": ...}`
    (`lowering.is_wrapped`). Hints that the source does not state are absent.
    """

    name = "mcp"
    requires: tuple[str, ...] = ()

    def render(self, request: TargetInput) -> Printout:
        """Print the catalog."""
        profile = PROFILES["mcp"]
        lowered = lower_catalog(request.catalog, profile, request.renderer)
        definitions = request.catalog.definitions.output
        # Phrases in a result's schema are for programs; English will do.
        outputs = SchemaLowering(definitions, profile, "en")
        tools: list[Json] = []
        for tool in lowered.tools:
            written = _tool(tool)
            if tool.contract.output_schema is not None:
                written["outputSchema"] = lower_output(tool.contract.output_schema, definitions, outputs)
            annotations = _annotations(tool.contract.annotations, tool.contract.title)
            if annotations:
                written["annotations"] = annotations
            tools.append(written)
        text = request.renderer.render("mcp/mcp.json.jinja", result={"tools": tools})
        return Printout(files={"mcp.json": text.encode()}, diagnostics=lowered.diagnostics)


def _tool(tool: LoweredTool) -> dict[str, Json]:
    written: dict[str, Json] = {"name": tool.contract.name}
    if tool.contract.title is not None:
        written["title"] = tool.contract.title
    return {**written, "description": tool.description, "inputSchema": tool.input_schema}


def _annotations(effects: ToolAnnotations, title: str | None) -> dict[str, Json]:
    # `title` stands in both places: clients of before 2025-06-18 know only the one among the annotations.
    stated: dict[str, Json] = {
        "title": title,
        "readOnlyHint": effects.read_only,
        "destructiveHint": effects.destructive,
        "idempotentHint": effects.idempotent,
        "openWorldHint": effects.open_world,
    }
    return {key: value for key, value in stated.items() if value is not None}


TARGET = McpTarget()
