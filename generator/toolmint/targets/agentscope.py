"""`agentscope.json`: the tools as AgentScope Java's OpenAI formatter sends them, word for word.

It stands beside the provider lists, which hold the same tools as they should be. A tool that toolmint refuses is listed
too where AgentScope would send it all the same: files are written of such a source only when that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.ir.binding import JavaBinding
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
        document = [_function(binding) for binding in _bindings(request.catalog)]
        text = request.renderer.render("agentscope/agentscope.json.jinja", document=document)
        return Printout(files={"agentscope.json": text.encode()})


def _bindings(catalog: Catalog) -> Iterator[JavaBinding]:
    held = (*(one.binding for one in catalog.contracts), *(one.binding for one in catalog.left_out))
    return (one for one in held if isinstance(one, JavaBinding) and one.framework == "agentscope")


def _function(binding: JavaBinding) -> dict[str, Json]:
    registered = binding.registered
    function: dict[str, Json] = {
        "name": registered.name,
        "description": registered.description,
        "parameters": registered.parameters,
    }
    if registered.strict:
        function["strict"] = True
    return {"type": "function", "function": function}


TARGET = AgentScopeTarget()
