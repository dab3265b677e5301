"""`agentscope.json`: the tools as AgentScope Java's OpenAI formatter sends them, word for word.

It stands beside the provider lists, which hold the same tools as they should be. A tool that toolmint refuses is listed
too where AgentScope would send it all the same: files are written of such a source only when that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.ir.binding import JavaBinding, RegisteredTool
from toolmint.ir.contract import Catalog
from toolmint.ir.schema import Json
from toolmint.target import Printout, TargetInput

__all__ = ["TARGET", "AgentScopeTarget"]


class AgentScopeTarget:
    """Prints what AgentScope itself registers."""

    name = "agentscope"
    requires: tuple[str, ...] = ()

    def render(self, request: TargetInput) -> Printout:
        """Print the tools of the catalog that AgentScope knows; none for a source of another kind."""
        document = [_function(tool) for tool in _registered(request.catalog)]
        text = request.renderer.render("agentscope/agentscope.json.jinja", document=document)
        return Printout(files={"agentscope.json": text.encode()})


def _registered(catalog: Catalog) -> Iterator[RegisteredTool]:
    held = (*(one.binding for one in catalog.contracts), *(one.binding for one in catalog.left_out))
    for binding in held:
        if isinstance(binding, JavaBinding) and binding.framework == "agentscope" and binding.registered is not None:
            yield binding.registered


def _function(tool: RegisteredTool) -> dict[str, Json]:
    function: dict[str, Json] = {
        "name": tool.name,
        "description": tool.description,
        "parameters": tool.parameters,
    }
    if tool.strict:
        function["strict"] = True
    return {"type": "function", "function": function}


TARGET = AgentScopeTarget()
