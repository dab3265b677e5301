"""AS-09: a `byte` is a string in the schema."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import argument_label, gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class ByteAsString(Rule):
    """A `byte` is a string in the schema.

    What it does:
        Looks for `byte`, `Byte` and arrays of them. AgentScope writes `{"type": "string"}`, and a list of such for
        `byte[]`.

    Why is this bad?
        A model writes text for what the code reads as a number, or a list of strings for what Jackson reads as
        Base64.

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
                    @ToolParam(name = "size", description = "A size, such as 3") byte size) {
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
                    @ToolParam(name = "size", description = "A size, such as 3") int size) {
                return "";
            }
        }
        ```
    """

    code = "AS-09"
    name = "byte-as-string"
    severity = Severity.WARNING
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for gap in gaps_of(tool.contract, "byte"):
            yield Finding(
                message=f"`{argument_label(gap)}` is `{gap.java}`, which is a string in the schema",
                place=gap.origin,
                hint="write `int` for a number, `String` for Base64 text",
            )
