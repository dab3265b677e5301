"""AS-08: a type becomes an object without properties."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import argument_label, gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class BareObject(Rule):
    """A type becomes an object without properties.

    What it does:
        Looks for types of which nothing reaches the schema: `Iterable`, `Iterator`, `Stream`, `JsonNode`, interfaces,
        classes without fields. Maps and `Object` are not told.

    Why is this bad?
        The model is told that an object is wanted, and nothing of what to write into it.

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
                    @ToolParam(name = "ids", description = "Order ids, such as A10086") Iterable<String> ids) {
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
                    @ToolParam(name = "ids", description = "Order ids, such as A10086") List<String> ids) {
                return "";
            }
        }
        ```
    """

    code = "AS-08"
    name = "bare-object"
    severity = Severity.WARNING
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for gap in gaps_of(tool.contract, "bare-object"):
            yield Finding(
                message=f"`{argument_label(gap)}` is `{gap.java}`, of which the model sees a bare object",
                place=gap.origin,
                hint="write a `List`, a class or a record with the fields that are wanted",
            )
