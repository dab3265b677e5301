"""FS-04: a description that does not say what the tool must not do."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.advice import advice
from toolmint.prose.description import purpose_place
from toolmint.prose.effects import writes
from toolmint.prose.language import language_read
from toolmint.prose.statements import states
from toolmint.prose.width import wide_words
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class NoBoundary(Rule):
    """A description does not say what the tool must not do.

    What it does:
        Looks at tools that write, and, for information, at tools that read and do many things at once. Any negative
        clause is a boundary: "does not", "never", "only", "use x instead", 不, 仅. So is a `never` field. Texts in
        languages other than English and Chinese are not judged.

    Why is this bad?
        A model asked to look at a refund calls the tool that submits one, if nothing says where each of them ends.

    Example:
        ```json
        {
          "name": "calculate_refund",
          "description": "Calculate how much of an order can be refunded, and note it at the order.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
          },
          "annotations": {"readOnlyHint": false}
        }
        ```

    Use instead:
        ```json
        {
          "name": "calculate_refund",
          "description": "Calculate how much of an order can be refunded. This tool does not submit a refund.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
          },
          "annotations": {"readOnlyHint": false}
        }
        ```
    """

    code = "FS-04"
    name = "no-boundary"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        purpose = tool.purpose
        if not purpose or contract.prose.never or language_read(purpose) is None:
            return
        if states(tool.description, "boundary"):
            return
        writing = writes(contract, tool.evidence)
        wide = "" if writing else wide_words(purpose)
        if not writing and not wide:
            return
        what = "it writes" if writing else f"it is wide, `{wide}`"
        yield Finding(
            message=f"`{contract.name}` says nothing of what it must not do, and {what}",
            place=purpose_place(contract),
            hint=advice(contract, "never"),
            severity=None if writing else Severity.INFO,
        )
