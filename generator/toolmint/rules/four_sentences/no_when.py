"""FS-02: a description that does not say when to use the tool."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Related, Severity
from toolmint.ir.contract import ToolContract
from toolmint.prose.advice import advice
from toolmint.prose.description import purpose_place
from toolmint.prose.language import language_read
from toolmint.prose.statements import states
from toolmint.rule import Finding, Rule, RuleContext


class NoWhen(Rule):
    """A description does not say when to use the tool.

    What it does:
        Looks for a use scenario: "use this tool when …", "useful for …", "when the user asks …", 当……时, 用于. A `when`
        field is one. Where another tool of the list has nearly the same name, description and arguments, it is a
        warning, else it is for information. Texts in languages other than English and Chinese are not judged.

    Why is this bad?
        Of two tools that look alike a model takes the first listed. What tells them apart is when each is right.

    Example:
        ```json
        [
          {
            "name": "find_order",
            "description": "Look up an order with its items and its delivery state.",
            "inputSchema": {
              "type": "object",
              "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
            }
          },
          {
            "name": "find_order_v2",
            "description": "Look up an order with its items and its delivery state. Use this tool in the web shop.",
            "inputSchema": {
              "type": "object",
              "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
            }
          }
        ]
        ```

    Use instead:
        ```json
        [
          {
            "name": "find_order",
            "description": "Look up an order with its items. Use this tool when the user asks what was ordered.",
            "inputSchema": {
              "type": "object",
              "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
            }
          },
          {
            "name": "track_order",
            "description": "Look up where a parcel is. Use this tool when the user asks when an order arrives.",
            "inputSchema": {
              "type": "object",
              "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
            }
          }
        ]
        ```
    """

    code = "FS-02"
    name = "no-when"
    severity = Severity.WARNING

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge every tool, with the ones that it may be taken for."""
        alike = _siblings(context)
        for tool in context.tools:
            contract = tool.contract
            purpose = tool.purpose
            if not purpose or contract.prose.when or language_read(purpose) is None:
                continue
            if states(tool.description, "use"):
                continue
            siblings = alike.get(contract.name, ())
            message = f"`{contract.name}` says nothing of when to use it"
            if siblings:
                message += f", and `{siblings[0].name}` is nearly the same tool"
            yield Finding(
                message=message,
                place=purpose_place(contract),
                hint=advice(contract, "when"),
                severity=Severity.WARNING if siblings else Severity.INFO,
                related=tuple([Related(message=f"`{one.name}`", location=one.origin) for one in siblings]),
                tool=contract.name,
            )


def _siblings(context: RuleContext) -> dict[str, list[ToolContract]]:
    """Return the tools that each tool may be taken for."""
    tools = context.names.tools
    found: dict[str, list[ToolContract]] = {}
    for pair in context.names.confusable:
        found.setdefault(pair.one, []).append(tools[pair.other])
        found.setdefault(pair.other, []).append(tools[pair.one])
    return found
