"""`bedrock.json`: the `toolConfig` that Amazon Bedrock's Converse takes."""

from __future__ import annotations

from toolmint.ir.schema import Json
from toolmint.lowering import LoweredTool, lower_catalog
from toolmint.profiles import PROFILES
from toolmint.target import Printout, TargetInput

__all__ = ["TARGET", "BedrockTarget"]


class BedrockTarget:
    """Prints `{"toolSpec": {...}}` a tool; `strict` on request only."""

    name = "bedrock"
    requires: tuple[str, ...] = ()

    def render(self, request: TargetInput) -> Printout:
        """Print the catalog."""
        lowered = lower_catalog(request.catalog, PROFILES["bedrock"], request.renderer)
        tools = [{"toolSpec": _specification(tool)} for tool in lowered.tools]
        text = request.renderer.render("bedrock/bedrock.json.jinja", configuration={"tools": tools})
        return Printout(files={"bedrock.json": text.encode()}, diagnostics=lowered.diagnostics)


def _specification(tool: LoweredTool) -> dict[str, Json]:
    written: dict[str, Json] = {
        "name": tool.contract.name,
        "description": tool.description,
        "inputSchema": {"json": tool.input_schema},
    }
    if tool.strict:
        written["strict"] = True
    return written


TARGET = BedrockTarget()
