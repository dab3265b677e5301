"""`anthropic.json`: the list that Anthropic's Messages API takes as `tools`."""

from __future__ import annotations

from toolmint.ir.schema import Json
from toolmint.lowering import LoweredTool, lower_catalog
from toolmint.profiles import PROFILES
from toolmint.target import Printout, TargetInput

__all__ = ["TARGET", "AnthropicTarget"]


class AnthropicTarget:
    """Prints client tools; `strict` on request only, as few tools of a request may be strict.

    A contract's examples become `input_examples`. They validate against the contract's schema, and lowering only
    widens.
    """

    name = "anthropic"
    requires: tuple[str, ...] = ()

    def render(self, request: TargetInput) -> Printout:
        """Print the catalog."""
        lowered = lower_catalog(request.catalog, PROFILES["anthropic"], request.renderer)
        text = request.renderer.render("anthropic/anthropic.json.jinja", tools=[_tool(tool) for tool in lowered.tools])
        return Printout(files={"anthropic.json": text.encode()}, diagnostics=lowered.diagnostics)


def _tool(tool: LoweredTool) -> dict[str, Json]:
    written: dict[str, Json] = {
        "name": tool.contract.name,
        "description": tool.description,
        "input_schema": tool.input_schema,
    }
    if tool.contract.examples:
        written["input_examples"] = list(tool.contract.examples)
    if tool.strict:
        written["strict"] = True
    return written


TARGET = AnthropicTarget()
