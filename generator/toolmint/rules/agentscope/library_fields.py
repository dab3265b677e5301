"""AS-10: private fields of a class of Java itself reach the model."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import argument_label, gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class LibraryFields(Rule):
    """Private fields of a class of Java itself reach the model.

    What it does:
        Looks for types such as `URL`, `File`, `Currency` and `YearMonth`, for which AgentScope lists the fields that
        they hold inside.

    Why is this bad?
        The model writes an object of fields, and Jackson wants a text: every call fails.

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
                    @ToolParam(name = "page", description = "Such as https://example.org") java.net.URL page) {
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
                    @ToolParam(name = "page", description = "Such as https://example.org") java.net.URI page) {
                return "";
            }
        }
        ```
    """

    code = "AS-10"
    name = "library-fields"
    severity = Severity.WARNING
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for gap in gaps_of(tool.contract, "library-fields"):
            name, _, fields = gap.java.partition(" (")
            yield Finding(
                message=f"`{argument_label(gap)}` is `{name}`, which shows its private fields: {fields.rstrip(')')}",
                place=gap.origin,
                hint="write `String`, or `URI` for an address, and make the value of it in the method",
            )
