"""AS-13: a tool asks for strict mode with a schema that strict mode refuses."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import registered_by_agentscope
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class RefusedStrict(Rule):
    """A tool asks for strict mode with a schema that strict mode refuses.

    What it does:
        Looks at `strict = true`. OpenAI takes such a tool only if every object is closed by `additionalProperties:
        false` and requires all of its properties, and AgentScope closes none.

    Why is this bad?
        OpenAI answers the whole request with an error, other tools included.

    Example:
        ```java
        class OrderTools {
            @Tool(
                    name = "find_orders",
                    strict = true,
                    readOnly = true,
                    description = "Find the orders of a customer. "
                            + "Use this tool only when the user asks which orders there are. "
                            + "This tool does not change, cancel or refund an order.")
            String findOrders(
                    @ToolParam(name = "city", description = "A city, such as Ulm") String city) {
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
                    @ToolParam(name = "city", description = "A city, such as Ulm") String city) {
                return "";
            }
        }
        ```
    """

    code = "AS-13"
    name = "refused-strict"
    severity = Severity.ERROR
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        registered = registered_by_agentscope(tool.contract)
        if registered is not None and registered.strict:
            yield Finding(
                message="`strict = true` makes OpenAI refuse the request: AgentScope does not close the schema",
                place=tool.contract.places.get("strict", tool.contract.origin),
                hint="take `strict` away; form is checked by AgentScope itself before the method is called",
            )
