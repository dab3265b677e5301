"""AS-11: a tool method overrides a generic one, so it is registered twice."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class BridgedTool(Rule):
    """A tool method overrides a generic one, so it is registered twice.

    What it does:
        Looks for tool methods that override one whose parameters are type variables. The compiler adds a second
        method with `Object` in their place and copies the annotations to it.

    Why is this bad?
        Both are registered under one name, the last one wins, and which that is no specification says: the same
        program may show another schema on another machine.

    Example:
        ```java
        class OrderTools extends Finder<String> {
            @Override
            @Tool(
                    name = "find_orders",
                    readOnly = true,
                    description = "Find the orders of a customer. "
                            + "Use this tool only when the user asks which orders there are. "
                            + "This tool does not change, cancel or refund an order.")
            public String find(@ToolParam(name = "city", description = "A city, such as Ulm") String city) {
                return "";
            }
        }

        abstract class Finder<T> {
            public abstract String find(T wanted);
        }
        ```

    Use instead:
        ```java
        class OrderTools extends Finder<String> {
            @Override
            public String find(String city) {
                return "";
            }

            @Tool(
                    name = "find_orders",
                    readOnly = true,
                    description = "Find the orders of a customer. "
                            + "Use this tool only when the user asks which orders there are. "
                            + "This tool does not change, cancel or refund an order.")
            public String findOrders(@ToolParam(name = "city", description = "A city, such as Ulm") String city) {
                return find(city);
            }
        }

        abstract class Finder<T> {
            public abstract String find(T wanted);
        }
        ```
    """

    code = "AS-11"
    name = "bridged-tool"
    severity = Severity.ERROR
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for gap in gaps_of(tool.contract, "bridge"):
            yield Finding(
                message=f"it overrides `{gap.java}`: a bridge with another schema is registered under the same name",
                place=gap.origin,
                hint="annotate a method of another name that calls this one",
            )
