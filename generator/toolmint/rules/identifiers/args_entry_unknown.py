"""ID-01: an argument is documented that the tool does not have."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.evidence import strong_first
from toolmint.prose.lexicon import Lexicon, Meaning
from toolmint.prose.mentions import Mention
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_about

_SURE = frozenset({Meaning.UNKNOWN, Meaning.OUTPUT, Meaning.TOOL, Meaning.LITERAL, Meaning.EVERYONES})


class ArgsEntryUnknown(Rule):
    r"""A section of arguments documents one that the tool does not have.

    What it does:
        Reads `Args:`, `## Parameters`, `参数` and the like in a description, entry by entry, and reports an entry
        that is neither an argument nor inside one. Only the strict shape counts: a title alone on its line and entries
        of one indentation below it; what stands further in belongs to the entry above, and sections of results are
        skipped.

    Why is this bad?
        Documentation of an argument is an invitation to pass it.

    Example:
        ```json
        {
          "name": "search_orders",
          "description": "Search orders.\n\nArgs:\n    text: what to look for\n    max_rows: how many",
          "inputSchema": {
            "type": "object",
            "properties": {"text": {"type": "string"}, "limit": {"type": "integer"}}
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "search_orders",
          "description": "Search orders.\n\nArgs:\n    text: what to look for\n    limit: how many",
          "inputSchema": {
            "type": "object",
            "properties": {"text": {"type": "string"}, "limit": {"type": "integer"}}
          }
        }
        ```
    """

    code = "ID-01"
    name = "args-entry-unknown"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        found: dict[str, list[Mention]] = {}
        for mention in tool.mentions:
            if mention.kind == "entry" and not _is_there(mention.token, tool.lexicon):
                found.setdefault(mention.token, []).append(mention)
        for token, mentions in found.items():
            ordered, weak = strong_first(mentions, tool.lexicon)
            sure = tool.lexicon.meaning(token) in _SURE
            yield finding_about(
                ordered,
                f"{ordered[0].text.label} documents `{token}`, and the tool has no such argument",
                near=tool.lexicon.near_fields(token),
                severity=None if sure and not weak else Severity.WARNING,
            )


def _is_there(token: str, lexicon: Lexicon) -> bool:
    if token in lexicon.inputs or token in ("args", "kwargs"):
        return True
    if lexicon.meaning(token) in (Meaning.EXTERNAL, Meaning.FORMER) or lexicon.field_spelt_otherwise(token) is not None:
        return True  # other rules say what there is to say
    root = token.partition(".")[0].partition("[")[0]
    return root != token and root in lexicon.inputs
