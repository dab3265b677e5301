"""PR-02: with the prefix that clients set before it a tool's name is too long."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.client_names import client_prefix, listed_name, longest_name, server_id
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_at
from toolmint.text import visible


class PrefixedLength(Rule):
    """With the prefix that clients set before it, a tool's name is over the providers' limit.

    What it does:
        For a list of tools that is kept under its server's name (`specs/NAME.mcp.json`), adds `mcp__NAME__` before
        each tool's name, as clients do, and compares the length with the smallest limit of the providers' profiles.

    Why is this bad?
        A client that meets the limit refuses the whole list, leaves the tool out, or cuts its name, so that calls go
        astray. Nothing in the list itself shows it.

    Example:
        ```json file=deployments.mcp.json
        {
          "name": "list_deployment_protection_rule_integrations_of_env",
          "description": "List what protects the deployments of an environment.",
          "inputSchema": {"type": "object", "properties": {}}
        }
        ```

    Use instead:
        ```json file=deployments.mcp.json
        {
          "name": "list_protection_rules",
          "description": "List what protects the deployments of an environment.",
          "inputSchema": {"type": "object", "properties": {}}
        }
        ```
    """

    code = "PR-02"
    name = "prefixed-length"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        server = server_id(context.catalog)
        if server is None:
            return
        name, prefix, longest = listed_name(tool.contract), client_prefix(server), longest_name()
        if len(prefix) + len(name) > longest:
            yield finding_at(
                [tool.contract.origin],
                f"clients call it `{visible(prefix + name)}`, {len(prefix) + len(name)} characters;"
                f" {longest} is what every provider takes",
                hint=f"shorten the name to {longest - len(prefix)} characters, or the server's",
            )
