"""`openai-responses.json`: the list that the Responses API takes as `tools`."""

from __future__ import annotations

from toolmint.ir.schema import Json
from toolmint.lowering import LoweredTool, lower_catalog
from toolmint.profiles import PROFILES
from toolmint.target import Printout, TargetInput

__all__ = ["TARGET", "OpenAIResponsesTarget"]


class OpenAIResponsesTarget:
    """Prints flat function tools.

    `strict` is always stated: where it is absent the API tries to make a schema strict itself, and optional
    arguments become mandatory.
    """

    name = "openai-responses"
    requires: tuple[str, ...] = ()

    def render(self, request: TargetInput) -> Printout:
        """Print the catalog."""
        lowered = lower_catalog(request.catalog, PROFILES["openai-responses"], request.renderer)
        tools = [_tool(tool) for tool in lowered.tools]
        text = request.renderer.render("openai-responses/openai-responses.json.jinja", tools=tools)
        return Printout(files={"openai-responses.json": text.encode()}, diagnostics=lowered.diagnostics)


def _tool(tool: LoweredTool) -> dict[str, Json]:
    return {
        "type": "function",
        "name": tool.contract.name,
        "description": tool.description,
        "parameters": tool.input_schema,
        "strict": tool.strict,
    }


TARGET = OpenAIResponsesTarget()
