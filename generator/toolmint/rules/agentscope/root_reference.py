"""AS-01: a class that holds itself becomes a reference to the whole tool."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import argument_label, gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class RootReference(Rule):
    """A class that holds itself becomes a reference to the whole tool.

    What it does:
        Looks for arguments whose class leads back to itself. AgentScope writes `{"$ref": "#"}` for the inner one, and
        once it stands inside the tool, `#` means all arguments together and no longer the class. A class that is
        recursive one level further down is right.

    Why is this bad?
        A model that follows the schema nests the arguments of the tool in themselves, and AgentScope's validation
        refuses what the code would take.

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
                    @ToolParam(name = "filter", description = "What to look for") Filter filter) {
                return "";
            }

            static class Filter {
                public String status;
                public Filter not;
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
                    @ToolParam(name = "filters", description = "What to look for") List<Filter> filters) {
                return "";
            }

            static class Filter {
                public String status;
                public Filter not;
            }
        }
        ```
    """

    code = "AS-01"
    name = "root-reference"
    severity = Severity.ERROR
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for gap in gaps_of(tool.contract, "self-reference"):
            yield Finding(
                message=f"`{argument_label(gap)}` is a `{gap.java}`, which holds itself: its inner `$ref` is the tool",
                place=gap.origin,
                hint=f"take a `List<{gap.java}>`, or a class that holds it: only a parameter's own class is written so",
            )
