"""PM-01: a prompt shows a call that passes an argument which the tool does not have."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.rule import Finding, JudgedCall, PromptContext, Rule, findings_of_call


class UnknownArgumentInCall(Rule):
    """A prompt shows a call that passes an argument which the tool does not have.

    What it does:
        Reads the calls in the project's `prompts`: JSON in the shapes of OpenAI, Anthropic, Gemini, Bedrock and MCP and
        of common evaluation sets, in data files, in fences and in the middle of a text, and `tool(argument=value)`. An
        argument that is no argument of the tool, at any depth where the schema is closed, is an error. Not read: a call
        that the words before it show as a wrong one; the call of a tool with a name of one word, in program code.

    Why is this bad?
        Models copy examples more faithfully than they follow prose. The call is refused, or the value is lost.

    Example:
        ```json
        {
          "name": "get_order",
          "description": "Look up one order of the shop by its number; it changes nothing.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "As printed on the invoice, such as A10086"}},
            "additionalProperties": false
          }
        }
        ```

        ```prompt
        Where is A1? {"name": "get_order", "arguments": {"order_number": "A1"}}
        ```

    Use instead:
        ```json
        {
          "name": "get_order",
          "description": "Look up one order of the shop by its number; it changes nothing.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "As printed on the invoice, such as A10086"}},
            "additionalProperties": false
          }
        }
        ```

        ```prompt
        Where is A1? {"name": "get_order", "arguments": {"order_id": "A1"}}
        ```
    """

    code = "PM-01"
    name = "unknown-argument-in-call"
    severity = Severity.ERROR

    def check_call(self, call: JudgedCall, context: PromptContext) -> Iterator[Finding]:
        """Judge a call that a prompt writes down."""
        yield from findings_of_call(call, "unknown")
