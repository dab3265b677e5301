"""The rows: one a dialect. Adding a dialect is adding a row, a template folder and a line here and in `TARGETS`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from toolmint.profiles.anthropic import ANTHROPIC, ANTHROPIC_STRICT, BEDROCK
from toolmint.profiles.gemini import GEMINI, GEMINI_PARAMETERS
from toolmint.profiles.mcp import MCP, MCP_2025_06_18, MCP_2025_11_25, MCP_2026_07_28
from toolmint.profiles.openai import OPENAI, OPENAI_RESPONSES, OPENAI_STRICT
from toolmint.profiles.others import COHERE, DASHSCOPE, MISTRAL, OLLAMA
from toolmint.profiles.profile import Profile

__all__ = ["PROFILES"]

_ROWS = (
    OPENAI,
    OPENAI_RESPONSES,
    ANTHROPIC,
    GEMINI,
    BEDROCK,
    MCP,
    OPENAI_STRICT,
    ANTHROPIC_STRICT,
    GEMINI_PARAMETERS,
    MCP_2025_06_18,
    MCP_2025_11_25,
    MCP_2026_07_28,
    MISTRAL,
    COHERE,
    OLLAMA,
    DASHSCOPE,
)

PROFILES: Mapping[str, Profile] = MappingProxyType({row.dialect: row for row in _ROWS})
"""Dialect to its row; those whose lists are printed by default come first."""
