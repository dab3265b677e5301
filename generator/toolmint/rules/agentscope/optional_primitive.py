"""AS-03: an argument that may be missing is a primitive."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import argument_label, gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class OptionalPrimitive(Rule):
    """An argument that may be missing is a primitive.

    What it does:
        Looks for parameters of `int`, `boolean` and the like with `required = false`.

    Why is this bad?
        A value that is left out arrives as null, and calling the method with null for a primitive throws: the tool
        fails whenever the model makes use of its freedom.

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
                    @ToolParam(name = "limit", required = false,
                    description = "How many at most, such as 10") int limit) {
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
                    @ToolParam(name = "limit", required = false,
                    description = "How many at most, such as 10") Integer limit) {
                return "";
            }
        }
        ```
    """

    code = "AS-03"
    name = "optional-primitive"
    severity = Severity.ERROR
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        boxes = {"int": "Integer", "char": "Character"}
        for gap in gaps_of(tool.contract, "optional-primitive"):
            box = boxes.get(gap.java, gap.java.capitalize())
            yield Finding(
                message=f"`{argument_label(gap)}` may be left out and is `{gap.java}`; a call without it throws",
                place=gap.origin,
                hint=f"write `{box}`, and say in the method what a null means",
            )
