"""AS-12: a tool is inherited, and registered by a quirk of the compiler alone."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class InheritedTool(Rule):
    """A tool is inherited, and registered by a quirk of the compiler alone.

    What it does:
        Looks for public tool methods that a public class inherits from one that is not public. AgentScope takes what
        a class itself declares; only because the compiler copies such methods is it there.

    Why is this bad?
        Make the superclass public, and the tool is gone without a word.

    Example:
        ```java
        public class OrderTools extends BaseTools {
        }

        abstract class BaseTools {
            @Tool(
                    name = "find_orders",
                    readOnly = true,
                    description = "Find the orders of this week. "
                            + "Use this tool only when the user asks which orders there are. "
                            + "This tool does not change, cancel or refund an order.")
            public String findOrders() {
                return "";
            }
        }
        ```

    Use instead:
        ```java
        public class OrderTools {
            @Tool(
                    name = "find_orders",
                    readOnly = true,
                    description = "Find the orders of this week. "
                            + "Use this tool only when the user asks which orders there are. "
                            + "This tool does not change, cancel or refund an order.")
            public String findOrders() {
                return "";
            }
        }
        ```
    """

    code = "AS-12"
    name = "inherited-tool"
    severity = Severity.WARNING
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for gap in gaps_of(tool.contract, "inherited"):
            yield Finding(
                message=f"`{gap.java}` is registered only since its class is not public: superclasses do not count",
                place=gap.origin,
                hint="declare the tool in the class that is registered",
            )
