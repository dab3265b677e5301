"""CL-11: a tool that destroys or pays, and asks nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import McpBinding
from toolmint.prose.advice import advice
from toolmint.prose.description import purpose_place
from toolmint.prose.statements import states
from toolmint.rule import Finding, Rule, RuleContext, ToolView
from toolmint.text import word_set

_DESTROYING = word_set("delete destroy drop erase expunge purge terminate truncate wipe 删除 销毁 清空 抹除")
_ASKING = frozenset({"confirm", "confirmed", "confirmation", "dry", "approval", "approved"})
"""Words of arguments by which a person's consent is passed on."""
_VALUE = re.compile(
    r"(?<![A-Za-z])(?i:money|funds?|balances?|payments?|amounts?|cash|assets?|ownership|owned|owners?|currency|wallets?|shares?"
    r"|bank|account)(?![A-Za-z])|资金|余额|款|资产|所有权"
)
"""What a transfer has to move to be more than a change of place."""
_REVERSIBLE = re.compile(
    r"(?<![A-Za-z])(?i:reversible|can\s+be\s+(?:restored|recovered|undone|reverted|reversed))(?![A-Za-z])|可恢复|可撤销"
)


class DestructiveNoConfirm(Rule):
    """A tool destroys something or pays, and nothing asks a person first.

    What it does:
        Looks at tools that are marked as destructive, that delete, and that pay, refund or transfer. `confirm` in
        `x-tool` satisfies it (for a DELETE of an OpenAPI document it is on unless it is switched off), and so does a
        description that speaks of confirmation, or an argument such as `confirmed` or `dry_run`. A tool whose list says
        that it is not destructive is left alone.

    Why is this bad?
        What is deleted or paid by mistake does not come back, and the model that misread a sentence sounds sure.

    Example:
        ```json
        {
          "name": "delete_order",
          "description": "Delete an order for good. It refunds nothing.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
          },
          "annotations": {"readOnlyHint": false, "destructiveHint": true}
        }
        ```

    Use instead:
        ```json
        {
          "name": "delete_order",
          "description": "Delete an order for good. The user must confirm the call. It refunds nothing.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
          },
          "annotations": {"readOnlyHint": false, "destructiveHint": true}
        }
        ```
    """

    code = "CL-11"
    name = "destructive-no-confirm"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        stated = contract.annotations
        # A list has no field for consent: what its contract says there only repeats the hint.
        listed = isinstance(contract.binding, McpBinding)
        if (stated.confirm and not listed) or stated.read_only is True:
            return
        what = _danger(tool, of_list=listed)
        if not what or states(tool.description, "confirmation") or _REVERSIBLE.search(tool.description):
            return
        if any(not _ASKING.isdisjoint(one.words) for one in tool.inputs):
            return
        yield Finding(
            message=f"`{contract.name}` {what}, and nothing asks a person first",
            place=purpose_place(contract),
            hint=advice(contract, "confirm"),
        )


def _danger(tool: ToolView, *, of_list: bool) -> str:
    """Say what is dangerous about a call; empty where nothing is."""
    evidence, destructive = tool.evidence, tool.contract.annotations.destructive
    if destructive:
        return "is marked as destructive"
    verbs = [verb for verb in (evidence.name, evidence.prose) if verb is not None]
    pays = (verb for verb in verbs if verb.act == "pay" and (verb.word != "transfer" or _moves_value(tool)))
    paying = next(pays, None)
    if paying is not None and (not of_list or destructive is None):
        return f"moves money or goods (`{paying.word}`)"
    if evidence.name is not None and evidence.name.word in _DESTROYING and destructive is None:
        return f"destroys (`{evidence.name.word}`)"
    return ""


def _moves_value(tool: ToolView) -> bool:
    return _VALUE.search(f"{tool.contract.name.replace('_', ' ')} {tool.description}") is not None
