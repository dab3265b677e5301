"""`gemini.json`: the list that Gemini takes as `tools`."""

from __future__ import annotations

from toolmint.ir.schema import Json
from toolmint.lowering import LoweredTool, lower_catalog
from toolmint.profiles import PROFILES
from toolmint.target import Printout, TargetInput

__all__ = ["TARGET", "GeminiTarget"]


class GeminiTarget:
    """Prints one tool that holds every function, each with `parametersJsonSchema`.

    `parameters`, the older field, holds an OpenAPI subset without unions of types, and takes no unknown keyword.
    """

    name = "gemini"
    requires: tuple[str, ...] = ()

    def render(self, request: TargetInput) -> Printout:
        """Print the catalog."""
        lowered = lower_catalog(request.catalog, PROFILES["gemini"], request.renderer)
        tools = [{"functionDeclarations": [_function(tool) for tool in lowered.tools]}]
        text = request.renderer.render("gemini/gemini.json.jinja", tools=tools)
        return Printout(files={"gemini.json": text.encode()}, diagnostics=lowered.diagnostics)


def _function(tool: LoweredTool) -> dict[str, Json]:
    written: dict[str, Json] = {"name": tool.contract.name, "description": tool.description}
    if tool.input_schema is not None:
        written["parametersJsonSchema"] = tool.input_schema
    return written


TARGET = GeminiTarget()
