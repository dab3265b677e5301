"""ID-14: prose names in code form what is no argument of the tool, and something else is called so."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.lexicon import Lexicon, Meaning
from toolmint.prose.mentions import Mention
from toolmint.prose.tokens import Kind
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_at
from toolmint.text import comma_list

_KINDS: tuple[Kind, ...] = ("code", "snake", "assignment")
_SHOWN = 30


class NameOfSomethingElse(Rule):
    """Prose names in code form what is no argument of the tool: something else is called so.

    What it does:
        Lists, in one finding a tool, the names in backticks and in snake_case that no argument has, and that only a
        field of the result, or data and paths elsewhere in the source, explain. For information: most are meant so, and
        one that stands there since an argument was renamed or dropped looks the same. Not in sentences that speak of
        results, nor beside the name of a tool that has such an argument.

    Why is this bad?
        A reader cannot tell the name of an argument from the name of a field by its looks. Without the earlier contract
        (`was`, or `--against`) nothing else tells that an argument of this name is gone.

    Example:
        ```json
        {
          "name": "list_orders",
          "description": "List orders of one customer_id, the newest first.",
          "inputSchema": {"type": "object", "properties": {"customer": {"type": "string"}}},
          "outputSchema": {"type": "object", "properties": {"customer_id": {"type": "string"}}}
        }
        ```

    Use instead:
        ```json
        {
          "name": "list_orders",
          "description": "List orders of one customer, the newest first.",
          "inputSchema": {"type": "object", "properties": {"customer": {"type": "string"}}},
          "outputSchema": {"type": "object", "properties": {"customer_id": {"type": "string"}}}
        }
        ```
    """

    code = "ID-14"
    name = "name-of-something-else"
    severity = Severity.INFO

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        # What the host supplies is another rule's.
        hidden = {value.name for value in tool.contract.context}
        found: dict[str, Mention] = {}
        for mention in tool.mentions:
            if mention.kind not in _KINDS or mention.token in found or mention.token in hidden:
                continue
            if _is_else(mention, tool.lexicon):
                found[mention.token] = mention
        if found:
            names = list(found)
            what = "is no argument" if len(names) == 1 else "are no arguments"
            label = next(iter(found.values())).text.label
            yield finding_at(
                [one.place for one in found.values()],
                f"{label} names {comma_list(names, limit=_SHOWN)}, which {what} of `{tool.contract.name}`",
                hint="say of what it is a field, or name the argument that took its place",
            )


def _is_else(mention: Mention, lexicon: Lexicon) -> bool:
    if lexicon.meaning(mention.token) not in (Meaning.OUTPUT, Meaning.ELSEWHERE):
        return False
    if mention.is_denied or mention.is_foreign or mention.speaks_of_result:
        return False
    return not mention.sentence_names(lexicon.owners(mention.token))
