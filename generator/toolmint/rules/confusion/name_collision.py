"""CF-04: two tools have one name, once a client has changed it, or in two sources."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.contract import ToolContract
from toolmint.prose.client_names import client_prefix, listed_name, longest_name, server_id
from toolmint.rule import Finding, Rule, RuleContext, finding_at
from toolmint.text import comma_list, visible


class NameCollision(Rule):
    """Two tools have one name once a client has changed it, or in two sources of a project.

    What it does:
        Cuts each tool's name where clients cut it, with the prefix of its server where that is known (see PR-02), and
        compares what is left, as well as names that differ in case alone. Two sources of a project that have a tool of
        the same name are a warning: a client that sets the server's name before it keeps them apart.

    Why is this bad?
        A call reaches whichever tool the client met last, and the user sees the right name all the time.

    Example:
        ```json
        [
          {
            "name": "getOrder",
            "description": "Look up an order with its items and its state.",
            "inputSchema": {"type": "object", "properties": {}}
          },
          {
            "name": "getorder",
            "description": "Look up what the customer paid and when.",
            "inputSchema": {"type": "object", "properties": {}}
          }
        ]
        ```

    Use instead:
        ```json
        [
          {
            "name": "getOrder",
            "description": "Look up an order with its items and its state.",
            "inputSchema": {"type": "object", "properties": {}}
          },
          {
            "name": "getPayment",
            "description": "Look up what the customer paid and when.",
            "inputSchema": {"type": "object", "properties": {}}
          }
        ]
        ```
    """

    code = "CF-04"
    name = "name-collision"
    severity = Severity.WARNING

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the names of a list."""
        catalog, longest = context.catalog, longest_name()
        server = server_id(catalog)
        kept = longest - (len(client_prefix(server)) if server is not None else 0)
        seen: dict[str, list[ToolContract]] = {}
        for contract in catalog.contracts:
            seen.setdefault(listed_name(contract)[:kept].casefold(), []).append(contract)
        for contracts in seen.values():
            names = [listed_name(one) for one in contracts]
            if len(set(names)) < 2:
                continue
            cut = len({name[:kept] for name in names}) < len(names)
            how = f"the same once a client cuts them at {longest} characters" if cut else "apart in case alone"
            yield finding_at(
                [one.origin for one in contracts],
                f"the names {comma_list([visible(name) for name in names])} are {how}",
                hint="give them names that differ early",
                severity=Severity.ERROR if cut else None,
                tool=contracts[0].name,
            )
        yield from _elsewhere(context)


def _elsewhere(context: RuleContext) -> Iterator[Finding]:
    # Told once, of the source that stands behind the others.
    others = {source: names for source, names in context.neighbours.items() if source < context.catalog.name}
    for contract in context.catalog.contracts:
        sources = [source for source, names in others.items() if contract.name in names]
        if sources:
            yield finding_at(
                [contract.origin],
                f"{comma_list(sources)} has a tool `{contract.name}` too",
                hint="set `x-tool.name`; where every client sets the server's name before it, turn CF-04 off",
                tool=contract.name,
            )
