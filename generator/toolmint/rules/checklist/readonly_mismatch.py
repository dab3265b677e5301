"""CL-10: a hint about reading or writing that the call contradicts."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.effects import Evidence, is_reading_post
from toolmint.prose.verbs import NOUN_VERBS, WRITING
from toolmint.rule import Finding, Rule, RuleContext, ToolView

_WRITING_METHODS = frozenset({"PUT", "PATCH", "DELETE"})
_LOOSE = NOUN_VERBS | {"compose", "generate", "make"}
"""Verbs of names that as often stand for something else."""


class ReadonlyMismatch(Rule):
    """A hint says that a tool only reads, and the call writes; or the other way round.

    What it does:
        Compares `readOnlyHint` (`read_only` in `x-tool`) with the HTTP method and the verb of the name. A tool that is
        marked as reading and sends PUT, PATCH or DELETE is an error, one that sends POST a warning, save where the POST
        is a search, a query or a list by its path or name; so is one whose name writes (`delete_order`). A tool that is
        marked as writing and sends GET or HEAD is a warning.

    Why is this bad?
        Clients run tools that only read without asking anybody.

    Example:
        ```yaml
        openapi: 3.1.0
        info: {title: T, version: '1'}
        paths:
          /orders/{order_id}:
            put:
              operationId: replaceOrder
              x-tool: {does: Replace what was ordered before it is packed., never: take a payment, read_only: true}
              parameters:
                - {name: order_id, in: path, required: true, description: From the user., schema: {type: string}}
              responses: {'204': {description: done}}
        ```

    Use instead:
        ```yaml
        openapi: 3.1.0
        info: {title: T, version: '1'}
        paths:
          /orders/{order_id}:
            put:
              operationId: replaceOrder
              x-tool: {does: Replace what was ordered before it is packed., never: take a payment}
              parameters:
                - {name: order_id, in: path, required: true, description: From the user., schema: {type: string}}
              responses: {'204': {description: done}}
        ```
    """

    code = "CL-10"
    name = "readonly-mismatch"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        stated = contract.annotations.read_only
        if stated is None:
            return
        evidence = tool.evidence
        method = evidence.call.method if evidence.call is not None else None
        name = contract.name
        message, severity = "", Severity.WARNING
        if not stated and evidence.method == "read":
            message = f"`{name}` is marked as writing, and its call is {method}"
        elif stated and method in _WRITING_METHODS:
            message, severity = f"`{name}` is marked as reading only, and its call is {method}", Severity.ERROR
        elif stated and method == "POST" and not is_reading_post(contract, evidence):
            message = f"`{name}` is marked as reading only, and its call is POST"
        elif stated and method != "POST" and (verb := _writing_verb(evidence)):
            message = f"`{name}` is marked as reading only, and by its name it writes (`{verb}`)"
        if message:
            yield Finding(
                message=message,
                place=contract.places.get("readOnly", contract.origin),
                hint="set the hint to what the call does; where the name misleads, rename the tool",
                severity=severity,
            )


def _writing_verb(evidence: Evidence) -> str:
    verb = evidence.name
    if verb is None or verb.act not in WRITING or verb.word in _LOOSE:
        return ""
    prose = evidence.prose
    return "" if prose is not None and prose.act == "read" else verb.word
