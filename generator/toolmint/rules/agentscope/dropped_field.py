"""AS-02: a field of a class is missing in the schema."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import argument_label, gaps_of
from toolmint.rule import Finding, Rule, RuleContext, ToolView


class DroppedField(Rule):
    """A field of a class is missing in the schema.

    What it does:
        Looks for fields that Jackson does not know: no public field, no public getter, no setter, no annotation that
        names it, or a getter whose name means another property (`getURL` is `url`, `isOk` of `isOk` is `ok`).
        Accessors that Lombok writes count. Fields that `@JsonIgnore` and its like leave out, and constants, are not
        told.

    Why is this bad?
        The model never learns of the field, and nobody is told: the schema is made without a word.

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
                private String city;
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
                @JsonProperty("city") private String city;
            }
        }
        ```
    """

    code = "AS-02"
    name = "dropped-field"
    severity = Severity.WARNING
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for gap in gaps_of(tool.contract, "dropped-field"):
            field = gap.java.rpartition(".")[2]
            yield Finding(
                message=f"`{argument_label(gap)}` has no `{field}` for the model: Jackson does not know `{gap.java}`",
                place=gap.origin,
                hint=f'write `@JsonProperty("{field}")` on the field, or `@JsonIgnore` where it is meant',
            )
