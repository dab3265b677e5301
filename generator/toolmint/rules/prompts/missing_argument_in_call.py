"""PM-02: a prompt shows a call that leaves out an argument which is required."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.rule import Finding, JudgedCall, PromptContext, Rule, findings_of_call


class MissingArgumentInCall(Rule):
    """A prompt shows a call that leaves out an argument which is required.

    What it does:
        Looks at the calls that `PM-01` reads, and reports required arguments that are not there. Not reported
        where the call is shortened (`...`), or only says the types of its arguments.

    Why is this bad?
        The model learns that the argument may be left out, and its calls are refused.

    Example:
        ```json
        {
          "name": "get_order",
          "description": "Look up one order of the shop by its number; it changes nothing.",
          "inputSchema": {
            "type": "object",
            "properties": {
              "order_id": {"type": "string", "description": "As printed on the invoice, such as A10086"},
              "language": {"type": "string", "description": "Of the answer, such as en"}
            },
            "required": ["order_id"]
          }
        }
        ```

        ```prompt
        For the newest order: `get_order(language="en")`
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
              "language": {"type": "string", "description": "Of the answer, such as en"}
            },
            "required": ["order_id"]
          }
        }
        ```

        ```prompt
        For the newest order: `get_order(order_id="newest", language="en")`
        ```
    """

    code = "PM-02"
    name = "missing-argument-in-call"
    severity = Severity.WARNING

    def check_call(self, call: JudgedCall, context: PromptContext) -> Iterator[Finding]:
        """Judge a call that a prompt writes down."""
        yield from findings_of_call(call, "missing")
