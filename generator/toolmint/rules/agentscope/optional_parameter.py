"""AS-04: a parameter is an `Optional` or a `Supplier`."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import argument_label, gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class OptionalParameter(Rule):
    """A parameter is an `Optional` or a `Supplier`.

    What it does:
        Looks for parameters of `Optional`, `OptionalInt` and its like, and of `Supplier`. As fields of a class they
        are understood.

    Why is this bad?
        The schema is `{"type": "object"}`: the model is told to write an object where the code wants a value or
        nothing, and what it was about is lost.

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
                    @ToolParam(name = "city", required = false,
                    description = "A city, such as Ulm") Optional<String> city) {
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
                    @ToolParam(name = "city", required = false,
                    description = "A city, such as Ulm") String city) {
                return "";
            }
        }
        ```
    """

    code = "AS-04"
    name = "optional-parameter"
    severity = Severity.ERROR
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for gap in gaps_of(tool.contract, "optional-parameter"):
            inner = gap.java.partition("<")[2].removesuffix(">") or "the type itself"
            yield Finding(
                message=f"`{argument_label(gap)}` is `{gap.java}`, of which the model sees a bare object",
                place=gap.origin,
                hint=f"write `@ToolParam(required = false)` and `{inner}`",
            )
