"""CL-09: a tool that writes by its name, and says so nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import PythonBinding
from toolmint.ir.contract import ToolContract
from toolmint.prose.description import purpose_place
from toolmint.prose.language import language_read
from toolmint.prose.verbs import WRITING, verbs_in
from toolmint.rule import Finding, Rule, RuleContext, ToolView

_NOUN = re.compile(
    r"(?<![A-Za-z])(?i:deletion|creation|removal|cancell?ation|modification|registration|submission|insertion|write"
    r"|changes?|edits?)(?![A-Za-z])"
)


class WriteNotDeclared(Rule):
    """A tool writes by its name, and neither its hints nor its text say so.

    What it does:
        Reads the verb of the name, its first word before all others; `get_or_create` writes, `check_refund` and
        `refund_preview` do not. Tools of an OpenAPI document have their hints from the method. A hint (`readOnlyHint`,
        `destructiveHint`) or one verb of writing in the description declares it.

    Why is this bad?
        Clients ask a person before a write. One that looks like a read is not asked about.

    Example:
        ```json
        {
          "name": "update_address",
          "description": "Where the parcels of a customer go; not those that are on their way.",
          "inputSchema": {
            "type": "object",
            "properties": {"address": {"type": "string", "description": "Street and town."}}
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "update_address",
          "description": "Change where a customer's parcels go; parcels that are on their way are not affected.",
          "inputSchema": {
            "type": "object",
            "properties": {"address": {"type": "string", "description": "Street and town."}}
          },
          "annotations": {"readOnlyHint": false}
        }
        ```
    """

    code = "CL-09"
    name = "write-not-declared"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        stated = contract.annotations
        if stated.read_only is not None or stated.destructive is not None:
            return
        evidence = tool.evidence
        verb = evidence.name
        if verb is None or verb.act not in WRITING:
            return
        # The main verb of the first sentence is mostly the one that says so.
        if evidence.prose is not None and evidence.prose.act in WRITING:
            return
        purpose = tool.purpose
        if purpose and (_says_so(purpose) or language_read(purpose) is None):
            return
        yield Finding(
            message=f"`{contract.name}` writes by its name (`{verb.word}`), and neither hints nor text say so",
            place=purpose_place(contract),
            hint=_hint(contract),
        )


def _says_so(purpose: str) -> bool:
    return _NOUN.search(purpose) is not None or any(one.act in WRITING for one in verbs_in(purpose))


def _hint(contract: ToolContract) -> str:
    if isinstance(contract.binding, PythonBinding) and contract.binding.framework == "toolmint":
        return (
            "say what a call changes, and state `read_only=False` in `@tool` (and `destructive=False`, if it only adds)"
        )
    return "say what a call changes, and set `readOnlyHint` to false (and `destructiveHint`, if it only adds)"
