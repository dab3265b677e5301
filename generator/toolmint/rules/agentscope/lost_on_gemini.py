"""AS-14: agentScope drops the whole tool from a request to Gemini."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import parts_of, place_of, registered_by_agentscope
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class LostOnGemini(Rule):
    """AgentScope drops the whole tool from a request to Gemini.

    What it does:
        Looks for schemas with a list of types, `["string", "null"]`: those of an `Optional` in a class. The formatter
        for Gemini, up to AgentScope 2.0.2, casts it to text, fails, and leaves the tool out with a line in the log.

    Why is this bad?
        On Gemini the model never sees the tool, and nobody sees an error.

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
                public Optional<String> status;
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
                    @ToolParam(name = "filter", description = "What to look for") Filter filter) {
                return "";
            }

            static class Filter {
                public String status;
            }
        }
        ```
    """

    code = "AS-14"
    name = "lost-on-gemini"
    severity = Severity.WARNING
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        registered = registered_by_agentscope(tool.contract)
        if registered is None:
            return
        for path, schema in parts_of(registered.parameters):
            if isinstance(schema.get("type"), Sequence) and not isinstance(schema.get("type"), str):
                yield Finding(
                    message=f"`{path}` has a list of types, so that AgentScope drops the tool from requests to Gemini",
                    place=place_of(tool.contract, path),
                    hint="hold the type itself in place of the `Optional`: a property is not required unless said so",
                )
                return
