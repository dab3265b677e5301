"""FS-03: a description that does not say what must be known or true before the call."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.advice import advice
from toolmint.prose.description import purpose_place
from toolmint.prose.effects import writes
from toolmint.prose.inputs import Input
from toolmint.prose.language import language_read
from toolmint.prose.statements import states
from toolmint.rule import Finding, Rule, RuleContext, ToolView
from toolmint.text import comma_list


class NoPreconditions(Rule):
    """A description does not say what must be known or true before the call.

    What it does:
        Looks at tools that write, and at tools that require the id of something. The description may state a condition
        ("must", "requires", "only after", 必须, 前提), a `requires` field is one, and so is the text of each id where
        it says where the id comes from or what it looks like.

    Why is this bad?
        A model that lacks an id makes one up, and a write that comes too early is a wrong write.

    Example:
        ```json
        {
          "name": "cancel_order",
          "description": "Stop an order that the shop works on. This tool refunds nothing.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The order."}},
            "required": ["order_id"]
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "cancel_order",
          "description": "Stop an order that the shop works on. It refunds nothing. The order must not be sent yet.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The order."}},
            "required": ["order_id"]
          }
        }
        ```
    """

    code = "FS-03"
    name = "no-preconditions"
    severity = Severity.INFO

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        purpose = tool.purpose
        if not purpose or contract.prose.requires or language_read(purpose) is None:
            return
        if states(tool.description, "precondition"):
            return
        ids = [one for one in tool.inputs if one.required and one.is_id]
        unexplained = [one for one in ids if not _is_explained(one)]
        if not unexplained and (ids or not writes(contract, tool.evidence)):
            return
        names = comma_list([one.name for one in unexplained], limit=3)
        yield Finding(
            message=f"`{contract.name}` says nothing of what must be known or true before the call"
            + (f", such as where {names} comes from" if unexplained else ""),
            place=purpose_place(contract),
            hint=advice(contract, "requires"),
        )


def _is_explained(argument: Input) -> bool:
    return argument.states_form or (bool(argument.text) and states(argument.text, "source"))
