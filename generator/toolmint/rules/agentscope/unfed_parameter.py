"""AS-07: a parameter gets no value from anybody."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class UnfedParameter(Rule):
    """A parameter gets no value from anybody.

    What it does:
        Looks for parameters without `@ToolParam` whose type is a primitive, an array or one of Java's own. AgentScope
        fills in its own types and classes of the application; of these it knows none.

    Why is this bad?
        The model never sees the parameter, so it arrives as null: a primitive throws, anything else fails later.

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
                    @ToolParam(name = "city", description = "A city, such as Ulm") String city, int limit) {
                return "";
            }
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
                    @ToolParam(name = "city", description = "A city, such as Ulm") String city,
                    @ToolParam(name = "limit", description = "How many at most, such as 10") int limit) {
                return "";
            }
        }
        ```
    """

    code = "AS-07"
    name = "unfed-parameter"
    severity = Severity.ERROR
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for gap in gaps_of(tool.contract, "unfed-parameter"):
            name = gap.path[-1]
            yield Finding(
                message=f"`{gap.java}` has no `@ToolParam`, and nothing of its type is injected: it arrives as null",
                place=gap.origin,
                hint=f'write `@ToolParam(name = "{name}", description = "…")`, or take it from a class of your own',
            )
