"""CF-01: two tools are so alike that a model takes one for the other."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.wording import wording
from toolmint.rule import Finding, Rule, RuleContext, finding_at


class NearDuplicateTools(Rule):
    """Two tools are so alike that a model takes one for the other.

    What it does:
        Compares names, descriptions and arguments of the tools of a list, what three of ten tools share left out, and
        tells pairs that agree by 78 % or more. Told apart are tools whose verbs differ in meaning (`get`, `delete`), and
        those of which one names the other ("for a single order use `get_order`"). Equal descriptions are CF-02's.

    Why is this bad?
        A model chooses between the two by chance, or always takes the first of the list.

    Example:
        ```json
        [
          {
            "name": "search_orders",
            "description": "Search the orders of a customer by date, status and amount.",
            "inputSchema": {"type": "object", "properties": {"customer": {"type": "string"}, "date": {"type": "string"}}}
          },
          {
            "name": "search_order",
            "description": "Search the orders of a customer by date, status and amounts.",
            "inputSchema": {"type": "object", "properties": {"customer": {"type": "string"}, "date": {"type": "string"}}}
          }
        ]
        ```

    Use instead:
        ```json
        [
          {
            "name": "search_orders",
            "description": "Search the orders of a customer by date, status and amount. For one order use `get_order`.",
            "inputSchema": {"type": "object", "properties": {"customer": {"type": "string"}, "date": {"type": "string"}}}
          },
          {
            "name": "get_order",
            "description": "Look up one order by its number.",
            "inputSchema": {"type": "object", "properties": {"number": {"type": "string"}}}
          }
        ]
        ```
    """

    code = "CF-01"
    name = "near-duplicate-tools"
    severity = Severity.WARNING

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the tools of a list against each other."""
        contracts = {one.name: one for one in context.catalog.contracts}
        for pair in context.tools[0].lexicon.names.confusable if context.tools else ():
            one, other = contracts[pair.one], contracts[pair.other]
            if wording(one) == wording(other):
                continue
            yield finding_at(
                [one.origin, other.origin],
                f"`{one.name}` and `{other.name}` agree by {pair.score:.0%} in name, description and arguments",
                hint="say in each when to use it and not the other, or make one tool of them",
                tool=one.name,
            )
