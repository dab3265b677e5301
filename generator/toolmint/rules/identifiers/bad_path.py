"""ID-06: a dotted path leaves what the schema has."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.evidence import strong_first
from toolmint.prose.lexicon import Lexicon, PathFault
from toolmint.prose.mentions import Mention
from toolmint.rule import Finding, PassageView, PromptContext, ProseView, Rule, RuleContext, ToolView, finding_about
from toolmint.text import nearest


class BadPath(Rule):
    """A dotted path begins at an argument and leaves what the schema has.

    What it does:
        Walks `a.b[].c` down the input schema. The first name must be an argument of the tool itself; a free-form
        object, or a value that is no object, stops the walk. In prompts, a path may begin at a tool:
        `create_order.customer.email`.

    Why is this bad?
        The model fills a key that the schema refuses or, worse, ignores.

    Example:
        ```json
        {
          "name": "create_order",
          "description": "Place an order; it takes no payment. Set `customer.mail` to have it confirmed.",
          "inputSchema": {
            "type": "object",
            "properties": {"customer": {"type": "object", "properties": {"email": {"type": "string"}}}}
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "create_order",
          "description": "Place an order; it takes no payment. Set `customer.email` to have it confirmed.",
          "inputSchema": {
            "type": "object",
            "properties": {"customer": {"type": "object", "properties": {"email": {"type": "string"}}}}
          }
        }
        ```
    """

    code = "ID-06"
    name = "bad-path"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        yield from _findings(tool)

    def check_passage(self, passage: PassageView, context: PromptContext) -> Iterator[Finding]:
        """Judge what a prompt says of some tools."""
        yield from _findings(passage)


def _findings(view: ProseView) -> Iterator[Finding]:
    found: dict[str, list[Mention]] = {}
    for mention in view.mentions:
        if mention.kind == "path" and not mention.is_denied:
            found.setdefault(mention.token, []).append(mention)
    for token, mentions in found.items():
        fault = _fault(token, view.lexicon)
        if fault is None:
            continue
        ordered, weak = strong_first(mentions, view.lexicon)
        yield finding_about(
            ordered,
            f"{ordered[0].text.label} says `{token}`, and there is no `{fault.missing}` in `{fault.below}`",
            near=[f"{fault.below}.{name}" for name in nearest(fault.missing, fault.names, limit=2)],
            severity=Severity.WARNING if weak else None,
        )


def _fault(token: str, lexicon: Lexicon) -> PathFault | None:
    if token in lexicon.values or token in lexicon.names.elsewhere or token in lexicon.inputs:
        return None
    if token in lexicon.names.tools or lexicon.names.is_external(token):
        return None
    return lexicon.path_fault(token)
