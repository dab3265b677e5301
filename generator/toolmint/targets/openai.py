"""`openai.json`: the list that Chat Completions takes as `tools`."""

from __future__ import annotations

from toolmint.ir.schema import Json
from toolmint.lowering import LoweredTool, lower_catalog
from toolmint.profiles import PROFILES
from toolmint.target import Printout, TargetInput

__all__ = ["TARGET", "OpenAITarget"]


class OpenAITarget:
    """Prints `{"type": "function", "function": {...}}` a tool; `strict` only where it loses nothing."""

    name = "openai"
    requires: tuple[str, ...] = ()

    def render(self, request: TargetInput) -> Printout:
        """Print the catalog."""
        lowered = lower_catalog(request.catalog, PROFILES["openai"], request.renderer)
        text = request.renderer.render("openai/openai.json.jinja", tools=[_tool(tool) for tool in lowered.tools])
        return Printout(files={"openai.json": text.encode()}, diagnostics=lowered.diagnostics)


def _tool(tool: LoweredTool) -> dict[str, Json]:
    function: dict[str, Json] = {
        "name": tool.contract.name,
        "description": tool.description,
        "parameters": tool.input_schema,
    }
    if tool.strict:
        function["strict"] = True
    return {"type": "function", "function": function}


TARGET = OpenAITarget()
