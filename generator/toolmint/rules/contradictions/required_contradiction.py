"""CT-05: prose says that an argument is optional, the schema requires it; or the other way round."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.claims import Claim
from toolmint.prose.constraints import StatedPresence
from toolmint.rule import Finding, ProseView, Rule, RuleContext, ToolView, finding_at


class RequiredContradiction(Rule):
    """Prose says that an argument is optional and the schema requires it, or the other way round.

    What it does:
        Reads "(optional)", "Required.", `必填`, `可选` in the text of the argument itself and compares it with
        `required`. A text that begins with it is an error, as it can mean nothing else. "Required if" is left alone.

    Why is this bad?
        An argument that the prose calls optional is left out and the call refused; one that it calls required is made
        up where the model does not know it.

    Example:
        ```json
        {
          "name": "get_order",
          "description": "Look up what a customer has ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "(optional) The order's id."}},
            "required": ["order_id"]
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "get_order",
          "description": "Look up what a customer has ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The order's id."}},
            "required": ["order_id"]
          }
        }
        ```
    """

    code = "CT-05"
    name = "required-contradiction"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        yield from _findings(tool)

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the texts of shared schemas."""
        for schema in context.schemas:
            yield from _findings(schema)


def _findings(view: ProseView) -> Iterator[Finding]:
    told: dict[tuple[str, ...], list[tuple[Claim, StatedPresence]]] = {}
    for claim in view.claims:
        if isinstance(claim.constraint, StatedPresence):
            told.setdefault(claim.subject.path, []).append((claim, claim.constraint))
    for stated in told.values():
        subject, first = stated[0][0].subject, stated[0][1]
        if subject.required is None or any(one.required is subject.required for _, one in stated):
            continue
        said, declared = ("required", "optional") if first.required else ("optional", "required")
        yield finding_at(
            [claim.place for claim, _ in stated],
            f"prose says that `{subject.name}` is {said}, its schema says that it is {declared}",
            severity=Severity.ERROR if any(one.outright for _, one in stated) else None,
        )
