"""ID-11: a section of arguments leaves some out."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_about
from toolmint.text import comma_list

_SHOWN = 5


class DocumentedArgumentsIncomplete(Rule):
    r"""A section documents some of the arguments and leaves others out.

    What it does:
        Compares the entries of `Args:`, `## Parameters` and the like with the arguments of the tool. Only where there
        is such a section, and where every entry in it is an argument.

    Why is this bad?
        A list of arguments reads as the list of arguments.

    Example:
        ```json
        {
          "name": "search_orders",
          "description": "Search orders.\n\nArgs:\n    text: what to look for",
          "inputSchema": {
            "type": "object",
            "properties": {"text": {"type": "string"}, "limit": {"type": "integer"}}
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "search_orders",
          "description": "Search orders.\n\nArgs:\n    text: what to look for\n    limit: how many",
          "inputSchema": {
            "type": "object",
            "properties": {"text": {"type": "string"}, "limit": {"type": "integer"}}
          }
        }
        ```
    """

    code = "ID-11"
    name = "documented-arguments-incomplete"
    severity = Severity.INFO

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        entries = [one for one in tool.mentions if one.kind == "entry" and one.text.role == "description"]
        if not entries:
            return
        documented = {one.token.partition(".")[0].partition("[")[0] for one in entries}
        arguments = tool.lexicon.arguments
        missing = sorted(arguments - documented)
        # An entry too many is most probably one of the missing under another name, and ID-01's to report.
        if missing and documented <= tool.lexicon.inputs:
            message = f"{entries[0].text.label} documents arguments and leaves out {comma_list(missing, limit=_SHOWN)}"
            found = finding_about(entries[:1], message, hint="document all of them, or each in its own description")
            yield Finding(message=found.message, place=found.place, hint=found.hint)
