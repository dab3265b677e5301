"""CL-06: an id whose text does not say where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.language import language_read
from toolmint.prose.statements import states
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class IdParamNoSource(Rule):
    """The text of an id does not say where the id comes from.

    What it does:
        Looks at arguments such as `order_id`, `userId` and `token` that have a text. The text may name a source ("from
        `list_orders`", "as the user gives it"), a form or an example; a pattern, a format, an example or listed values
        in the schema do as well.

    Why is this bad?
        An id is the one value that a model cannot think of. Without a source it takes a name for it, or makes one up.

    Example:
        ```json
        {
          "name": "get_parcel",
          "description": "Look up where a parcel is, and when it arrives.",
          "inputSchema": {
            "type": "object",
            "properties": {"parcel_id": {"type": "string", "description": "The id of the parcel."}}
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "get_parcel",
          "description": "Look up where a parcel is, and when it arrives.",
          "inputSchema": {
            "type": "object",
            "properties": {
              "parcel_id": {"type": "string", "description": "The id of the parcel, such as P-2048."}
            }
          }
        }
        ```
    """

    code = "CL-06"
    name = "id-param-no-source"
    severity = Severity.INFO

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        unexplained = [one for one in tool.inputs if one.is_id and one.text and not one.states_form]
        if not unexplained or language_read(tool.purpose) is None:
            return
        for argument in unexplained:
            if states(argument.text, "source") or language_read(argument.text) is None:
                continue
            yield Finding(
                message=f"argument `{argument.name}` does not say where its value comes from",
                place=argument.place,
                hint="name the tool or the person that gives it, or show an example",
            )
