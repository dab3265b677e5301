"""AS-05: the schema lists the names of an enum, and Jackson reads other words."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import argument_label, gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class RespeltEnum(Rule):
    """The schema lists the names of an enum, and Jackson reads other words.

    What it does:
        Looks for enums with `@JsonValue`, or with `@JsonProperty` on a constant. AgentScope lists `Enum.name()`
        whatever they say.

    Why is this bad?
        The model passes a value that the schema lists, the validation lets it through, and Jackson refuses it.

    Example:
        ```java
        class OrderTools {
            @Tool(
                    name = "find_orders",
                    readOnly = true,
                    description = "Find the orders of a customer. "
                            + "Use this tool only when the user asks which orders there are. "
                            + "This tool does not change, cancel or refund an order.")
            String findOrders(
                    @ToolParam(name = "status", description = "The status of the orders, such as OPEN") Status status) {
                return "";
            }

            enum Status { @JsonProperty("open") OPEN, @JsonProperty("done") DONE }
        }
        ```

    Use instead:
        ```java
        class OrderTools {
            @Tool(
                    name = "find_orders",
                    readOnly = true,
                    description = "Find the orders of a customer. "
                            + "Use this tool only when the user asks which orders there are. "
                            + "This tool does not change, cancel or refund an order.")
            String findOrders(
                    @ToolParam(name = "status", description = "The status of the orders, such as OPEN") Status status) {
                return "";
            }

            enum Status { OPEN, DONE }
        }
        ```
    """

    code = "AS-05"
    name = "respelt-enum"
    severity = Severity.ERROR
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for gap in gaps_of(tool.contract, "enum-spelling"):
            enum, _, means = gap.java.partition(" ")
            yield Finding(
                message=f"`{argument_label(gap)}` lists names of `{enum}`, and its `{means.strip('()')}` has others",
                place=gap.origin,
                hint=f"take the annotation away, or rename the constants of `{enum}` to what it says",
            )
