"""MCP's rows: one for what every revision from 2025-06-18 on takes, and one a revision."""

from __future__ import annotations

from dataclasses import replace

from toolmint.profiles.entries import ANY_VALUE, COMBINATORS, EVERY_KEYWORD, cited, every_keyword_kept
from toolmint.profiles.layout import Layout, Slot
from toolmint.profiles.profile import Limit, NameRule, Profile

__all__ = ["MCP", "MCP_2025_06_18", "MCP_2025_11_25", "MCP_2026_07_28"]

_FULL = cited("documentation", "JSON Schema 2020-12 is the default dialect")

MCP = Profile(
    dialect="mcp",
    title="MCP 2025-06-18, 2025-11-25 and 2026-07-28",
    layout=Layout(
        tool={
            "name": Slot.NAME,
            "title": Slot.TITLE,
            "description": Slot.DESCRIPTION,
            "inputSchema": Slot.SCHEMA,
            "outputSchema": Slot.OUTPUT,
            "annotations": Slot.HINTS,
        },
        document={"tools": Slot.TOOLS},
    ),
    layout_evidence=cited("sdk", "mcp 2.3: Tool, in its three revisions"),
    tool_names=(
        NameRule(
            pattern="[A-Za-z0-9_.-]+",
            maximum=128,
            enforced=False,
            evidence=cited("documentation", "2025-11-25: SHOULD; no rule in 2025-06-18"),
        ),
    ),
    property_keys=(),
    descriptions=(
        Limit(maximum=2048, enforced=False, evidence=cited("wire", "Claude Code cuts there: claude-code#41593")),
    ),
    tools=(),
    fields=(),
    root_refused=COMBINATORS,
    root_evidence=cited("sdk", "type 'object' is a literal; clients hand the schema on to providers, so their floor"),
    no_arguments="closed",
    keywords=EVERY_KEYWORD,
    unlisted=every_keyword_kept(_FULL),
    values=replace(ANY_VALUE, evidence=_FULL),
    shallow=None,
    types="listed",
    typed="as written",
    union_siblings="any",
    references=True,
    reference_siblings=True,
    recursion="any",
    unrolled=2,
    closes=False,
    completes=False,
    form_evidence=_FULL,
    outputs="object",
    strict=None,
)

MCP_2025_06_18 = replace(
    MCP,
    dialect="mcp-2025-06-18",
    title="MCP 2025-06-18",
    layout_evidence=cited("sdk", "mcp 2.3: Tool of 2025-06-18; outputSchema is an object"),
    tool_names=(),
)

MCP_2025_11_25 = replace(
    MCP,
    dialect="mcp-2025-11-25",
    title="MCP 2025-11-25",
    layout_evidence=cited("sdk", "mcp 2.3: Tool of 2025-11-25; outputSchema is an object"),
)

MCP_2026_07_28 = replace(
    MCP,
    dialect="mcp-2026-07-28",
    title="MCP 2026-07-28",
    layout_evidence=cited("documentation", "2026-07-28: outputSchema may have any root, structuredContent any value"),
    outputs="any",
)
