"""AS-06: the schema of a map does not say what its values are."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import argument_label, gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class MapValuesLost(Rule):
    """The schema of a map does not say what its values are.

    What it does:
        Looks for maps whose values are anything but `Object`. AgentScope writes `{"type": "object"}` for each. The
        provider lists beside `agentscope.json` say it.

    Why is this bad?
        The model guesses what to put in, and learns of a wrong guess from a failed call alone.

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
                    @ToolParam(name = "limits", description = "How many of each status") Map<String, Integer> limits) {
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
                    @ToolParam(name = "limits", description = "How many of each status") List<Limit> limits) {
                return "";
            }

            static class Limit {
                public String status;
                public int limit;
            }
        }
        ```
    """

    code = "AS-06"
    name = "map-values-lost"
    severity = Severity.WARNING
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for gap in gaps_of(tool.contract, "map-values"):
            yield Finding(
                message=f"`{argument_label(gap)}` is `{gap.java}`, of which AgentScope says no more than `object`",
                place=gap.origin,
                hint="write a class, or a list of keys and values; else say in the text what it holds",
            )
