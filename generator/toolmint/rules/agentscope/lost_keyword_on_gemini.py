"""AS-15: agentScope drops a part of the schema from requests to Gemini."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import JavaBinding
from toolmint.prose.java_gaps import parts_of, place_of, registered_by_agentscope
from toolmint.rule import Finding, Rule, RuleContext, ToolView
from toolmint.text import comma_list


class LostKeywordOnGemini(Rule):
    """AgentScope drops a part of the schema from requests to Gemini.

    What it does:
        Looks for what the formatter for Gemini, up to AgentScope 2.0.2, does not copy: `$ref` (a class that is used
        twice), `anyOf` (subtypes), `const` (an enum of one constant) and schemas without a type (`Object`). It copies
        type, description, properties, required, items and enum alone.

    Why is this bad?
        On Gemini the model sees an object without properties in its place. Told for information, as it matters on
        Gemini alone.

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
                    @ToolParam(name = "period", description = "From which day to which") Period period) {
                return "";
            }

            static class Period {
                public Day first;
                public Day last;
            }

            static class Day {
                public int day;
                public int month;
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
                    @ToolParam(name = "first", description = "Such as 2026-01-31") java.time.LocalDate first,
                    @ToolParam(name = "last", description = "Such as 2026-02-28") java.time.LocalDate last) {
                return "";
            }
        }
        ```
    """

    code = "AS-15"
    name = "lost-keyword-on-gemini"
    severity = Severity.INFO
    bindings = (JavaBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        registered = registered_by_agentscope(tool.contract)
        if registered is None:
            return
        lost: dict[str, list[str]] = {}
        for path, schema in parts_of(registered.parameters):
            keyword = next((one for one in ("$ref", "anyOf", "const") if one in schema), None)
            if keyword is None and "type" not in schema:
                keyword = "any value"
            if keyword is not None:
                lost.setdefault(keyword, []).append(path)
        for keyword, paths in lost.items():
            yield Finding(
                message=f"Gemini is not told what {comma_list(paths)} may be: AgentScope drops `{keyword}` there",
                place=place_of(tool.contract, paths[0]),
                hint="nothing to do where the tool is not used with Gemini; else write plainer types",
            )
