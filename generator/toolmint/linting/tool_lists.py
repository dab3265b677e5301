"""Judging a tool list that a program holds: for registries, catalogues and gateways."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from toolmint import sources as source_plugs
from toolmint.diagnostics import Diagnostic, ordered
from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog
from toolmint.ir.schema import Json
from toolmint.linting.engine import lint_catalog
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings
from toolmint.source import SourceInput

__all__ = ["lint"]

_NAME = "tools.json"
_ROOT = Path("/")


def lint(tools: Json, *, externals: Iterable[str] = (), earlier: Json = None) -> list[Diagnostic]:
    """Judge a tool list by every rule, as `toolmint lint tools.json` does.

    Args:
        tools: a tool, a list of tools, or an object that holds one, as JSON values: in the shape of MCP
            (`tools/list`), OpenAI, Anthropic, Gemini or Bedrock.
        externals: names from elsewhere that prose may use.
        earlier: the list as it once was; what it had and `tools` has not, prose must not name.

    Returns:
        Findings of every severity, reading problems among them, in the order of the list. `location.pointer` is the
        place in `tools` (RFC 6901); there are no lines.

    Raises:
        SourceError: there is no tool list in `tools`.
        TypeError: `tools` holds what JSON has not.
    """
    before = _extract(earlier)[0] if earlier is not None else None
    catalog, problems = _extract(tools)
    settings = LintSettings(externals=frozenset(externals))
    return list(ordered([*problems, *lint_catalog(catalog, settings, earlier=before, renderer=Renderer())]))


def _extract(tools: Json) -> tuple[Catalog, tuple[Diagnostic, ...]]:
    content = json.dumps(tools).encode()
    store = DocumentStore(_ROOT, read=lambda file: content)
    source = SourceInput(name="tools", kind="tool-list", file=Path(_NAME))
    extraction = source_plugs.load_source("tool-list").extract(source, store)
    return extraction.catalog, extraction.diagnostics
