"""PM-03: a prompt shows a call that passes a value which the schema refuses."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.rule import Finding, JudgedCall, PromptContext, Rule, findings_of_call


class InvalidValueInCall(Rule):
    """A prompt shows a call that passes a value which the schema refuses.

    What it does:
        Validates the calls that `PM-01` reads against the tool's input schema. A value of the wrong type, or
        none of the listed ones, is an error; a broken limit, pattern or format is a warning. Placeholders
        (`<order id>`, `{{order_id}}`, `...`) stand for values and are not looked at.

    Why is this bad?
        Models copy values, above all those of a list, and the call is refused.

    Example:
        ```json
        {
          "name": "get_order",
          "description": "Look up one order of the shop by its number; it changes nothing.",
          "inputSchema": {
            "type": "object",
            "properties": {
              "order_id": {"type": "string", "description": "As printed on the invoice, such as A10086"},
              "view": {"enum": ["short", "full"], "description": "How much is told, such as short"}
            }
          }
        }
        ```

        ```prompt
        `get_order(order_id="A1", view="all")`
        ```

    Use instead:
        ```json
        {
          "name": "get_order",
          "description": "Look up one order of the shop by its number; it changes nothing.",
          "inputSchema": {
            "type": "object",
            "properties": {
              "order_id": {"type": "string", "description": "As printed on the invoice, such as A10086"},
              "view": {"enum": ["short", "full"], "description": "How much is told, such as short"}
            }
          }
        }
        ```

        ```prompt
        `get_order(order_id="A1", view="full")`
        ```
    """

    code = "PM-03"
    name = "invalid-value-in-call"
    severity = Severity.ERROR

    def check_call(self, call: JudgedCall, context: PromptContext) -> Iterator[Finding]:
        """Judge a call that a prompt writes down."""
        yield from findings_of_call(call, "invalid")
