"""CL-12: a tool that does not say what comes back."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.advice import advice
from toolmint.prose.catalog_names import http_call
from toolmint.prose.description import purpose_place
from toolmint.prose.language import language_read
from toolmint.prose.statements import states
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class NoOutputContract(Rule):
    """A tool does not say what comes back.

    What it does:
        Looks for an output schema, or for a word on the result in the description ("returns", "the result", 返回).
        Operations that answer without content are left alone.

    Why is this bad?
        A model plans the next step by what this one gives; without a word on it, it calls just to look.

    Example:
        ```json
        {
          "name": "get_parcel",
          "description": "Look up where a parcel is, and when it arrives.",
          "inputSchema": {
            "type": "object",
            "properties": {"number": {"type": "string", "description": "From the mail of the shop."}}
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "get_parcel",
          "description": "Look up where a parcel is, and when it arrives. Returns a town and a date.",
          "inputSchema": {
            "type": "object",
            "properties": {"number": {"type": "string", "description": "From the mail of the shop."}}
          }
        }
        ```
    """

    code = "CL-12"
    name = "no-output-contract"
    severity = Severity.INFO

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        if contract.output_schema is not None:
            return
        call = http_call(contract)
        if call is not None and (call.response is None or call.response.media_type is None):
            return
        purpose = tool.purpose
        if not purpose or states(tool.description, "result") or language_read(purpose) is None:
            return
        yield Finding(
            message=f"`{contract.name}` has no output schema, and its description does not say what it returns",
            place=purpose_place(contract),
            hint=advice(contract, "result"),
        )
