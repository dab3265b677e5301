"""Targets: each prints a catalog as files of one kind. They never import each other.

A new one is a new module here, its templates and one line in `TARGETS`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from toolmint.errors import UsageError
from toolmint.text import comma_list, nearest

if TYPE_CHECKING:
    from toolmint.target import Target

__all__ = ["DEFAULT_TARGETS", "TARGETS", "load_target"]

TARGETS: Mapping[str, str] = MappingProxyType(
    {
        "contract": "toolmint.targets.contract:TARGET",
        "markdown": "toolmint.targets.markdown:TARGET",
        "python": "toolmint.targets.python:TARGET",
        "openai": "toolmint.targets.provider_lists:OPENAI",
        "openai-responses": "toolmint.targets.provider_lists:OPENAI_RESPONSES",
        "anthropic": "toolmint.targets.provider_lists:ANTHROPIC",
        "gemini": "toolmint.targets.provider_lists:GEMINI",
        "bedrock": "toolmint.targets.provider_lists:BEDROCK",
        "mcp": "toolmint.targets.provider_lists:MCP",
        "openai-strict": "toolmint.targets.provider_lists:OPENAI_STRICT",
        "anthropic-strict": "toolmint.targets.provider_lists:ANTHROPIC_STRICT",
        "gemini-parameters": "toolmint.targets.provider_lists:GEMINI_PARAMETERS",
        "mcp-2025-06-18": "toolmint.targets.provider_lists:MCP_2025_06_18",
        "mcp-2025-11-25": "toolmint.targets.provider_lists:MCP_2025_11_25",
        "mcp-2026-07-28": "toolmint.targets.provider_lists:MCP_2026_07_28",
        "mistral": "toolmint.targets.provider_lists:MISTRAL",
        "cohere": "toolmint.targets.provider_lists:COHERE",
        "ollama": "toolmint.targets.provider_lists:OLLAMA",
        "dashscope": "toolmint.targets.provider_lists:DASHSCOPE",
        "agentscope": "toolmint.targets.agentscope:TARGET",
    }
)
"""Name on the command line to `module:attribute`; imported only when used."""

_LISTS = ("openai", "openai-responses", "anthropic", "gemini", "bedrock", "mcp")

DEFAULT_TARGETS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "openapi": ("contract", "markdown", "python", *_LISTS),
        "python": ("contract", "markdown", "python", *_LISTS),
        "java": ("contract", "markdown", *_LISTS, "agentscope"),
        "tool-list": ("contract", "markdown", "python", *_LISTS),
    }
)
"""Kind of source to what is printed where nobody names targets."""


def load_target(name: str) -> Target:
    """Import a target.

    Args:
        name: a key of `TARGETS`.

    Raises:
        UsageError: there is no such target.
    """
    if name not in TARGETS:
        near = nearest(name, TARGETS)
        known = near or list(TARGETS)
        raise UsageError(
            f"there is no target `{name}`", hint=f"{'near it' if near else 'there are'}: {comma_list(known)}"
        )
    module, _, attribute = TARGETS[name].partition(":")
    return cast("Target", getattr(importlib.import_module(module), attribute))
