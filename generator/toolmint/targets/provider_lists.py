"""The lists that providers take as `tools`, and MCP's: one target a dialect, all printed by one code.

What is a dialect's own stands in its row (`profiles`) and its template.
"""

from __future__ import annotations

from toolmint.lowering.catalog import lower_catalog
from toolmint.lowering.listing import write_list
from toolmint.profiles import PROFILES
from toolmint.target import Printout, TargetInput

__all__ = ["ProviderList"]


class ProviderList:
    """Prints a catalog as one JSON file, `NAME.json`.

    Args:
        dialect: a key of `PROFILES`; the target's name.
    """

    requires: tuple[str, ...] = ()

    def __init__(self, dialect: str) -> None:
        self.name = dialect

    def render(self, request: TargetInput) -> Printout:
        """Print the catalog."""
        profile = PROFILES[self.name]
        lowered = lower_catalog(request.catalog, profile, request.renderer, request.budget, request.lowered)
        file = f"{self.name}.json"
        text = request.renderer.render(f"{self.name}/{file}.jinja", document=write_list(lowered.tools, profile))
        return Printout(files={file: text.encode()}, diagnostics=lowered.diagnostics)


OPENAI = ProviderList("openai")
OPENAI_RESPONSES = ProviderList("openai-responses")
OPENAI_STRICT = ProviderList("openai-strict")
ANTHROPIC = ProviderList("anthropic")
ANTHROPIC_STRICT = ProviderList("anthropic-strict")
GEMINI = ProviderList("gemini")
GEMINI_PARAMETERS = ProviderList("gemini-parameters")
BEDROCK = ProviderList("bedrock")
MCP = ProviderList("mcp")
MCP_2025_06_18 = ProviderList("mcp-2025-06-18")
MCP_2025_11_25 = ProviderList("mcp-2025-11-25")
MCP_2026_07_28 = ProviderList("mcp-2026-07-28")
MISTRAL = ProviderList("mistral")
COHERE = ProviderList("cohere")
OLLAMA = ProviderList("ollama")
DASHSCOPE = ProviderList("dashscope")
