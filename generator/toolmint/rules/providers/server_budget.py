"""PR-04: a list of tools takes more of a model's attention than it has."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import McpBinding
from toolmint.lowering.size import compact, estimate_tokens
from toolmint.rule import Finding, ProseView, Rule, RuleContext, ToolView, finding_at
from toolmint.text import comma_list, plural

_TOOLS = 40
_TOKENS = 10_000
_CHARACTERS = 10_000
"""Characters of texts below which no list has 10,000 tokens: names and schemas are seldom thrice as long as texts."""
_LARGEST = 3


class ServerBudget(Rule):
    """A list of tools is larger than a model chooses well from.

    What it does:
        Estimates the tokens of all names, descriptions and schemas, and tells those over 10,000; of a list that is kept
        as a server gave it also more than 40 tools (of an OpenAPI document IN-18 tells that). A limit of the project's
        own is `tokens_per_list`, which PT-03 tells, dialect by dialect.

    Why is this bad?
        Every request carries the whole list, and from some dozens of tools on models choose worse.

    Example:
        ```json repeat=41
        {
          "name": "get_order",
          "description": "Tell shop # what its customers said of parcels. Use this when shop # is asked for.",
          "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}}}
        }
        ```

    Use instead:
        ```json
        {
          "name": "get_order",
          "description": "Tell shop # what its customers said of parcels. Use this when shop # is asked for.",
          "inputSchema": {"type": "object", "properties": {"order_id": {"type": "string"}}}
        }
        ```
    """

    code = "PR-04"
    name = "server-budget"
    severity = Severity.INFO

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge a whole list."""
        catalog = context.catalog
        if len(context.tools) <= _TOOLS and _characters(context) < _CHARACTERS:
            return
        sizes = {tool.contract.name: _tokens(tool) for tool in context.tools}
        shared = sum(estimate_tokens(compact(one)) for one in catalog.definitions.input.values())
        total = sum(sizes.values()) + shared
        listed = bool(context.tools) and all(isinstance(one.contract.binding, McpBinding) for one in context.tools)
        if total > _TOKENS:
            largest = sorted(sizes, key=lambda name: -sizes[name])[:_LARGEST]
            yield finding_at(
                [catalog.origin],
                f"{plural(len(sizes), 'tool')}: about {total:,} tokens of every request, most of them for"
                f" {comma_list(largest, limit=_LARGEST)}",
                hint="offer fewer tools at a time, and say less in each",
            )
        elif listed and len(sizes) > _TOOLS:
            yield finding_at(
                [catalog.origin],
                f"{len(sizes):,} tools; up to {_TOOLS} a model chooses well",
                hint="offer fewer tools at a time",
            )


def _characters(context: RuleContext) -> int:
    """Count what costs least to count, the characters of all texts."""
    views: tuple[ProseView, ...] = (*context.tools, *context.schemas)
    return sum(len(text.text) for view in views for text in view.texts)


def _tokens(tool: ToolView) -> int:
    contract = tool.contract
    texts = f"{contract.name} {tool.description} "
    return estimate_tokens(texts) + estimate_tokens(compact(contract.input_schema))
