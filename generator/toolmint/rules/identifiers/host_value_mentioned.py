"""ID-13: prose names a value that the host supplies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolmint.diagnostics import Severity
from toolmint.ir.binding import ConstantValue, HttpBinding
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.prose.mentions import Mention, occurrences
from toolmint.rule import Finding, ProseView, Rule, RuleContext, ToolView, finding_about

_HEADERS = frozenset({"Accept", "Authorization", "Content-Type"})
"""No parameters, whatever a document says (OpenAPI 3.1 section 4.8.12.1); as words they are many other things too."""


class HostValueMentioned(Rule):
    """Prose names a value that the host supplies and the model never sees.

    What it does:
        Looks for the names of context values, of fixed values (`hidden`) and of credentials (an `apiKey` scheme's
        header, query parameter or cookie) in the texts of the tool. A word of letters alone counts only where it is set
        off as a name: in code, in quotes, beside a value; `Accept`, `Authorization` and `Content-Type` only where the
        text calls them headers. A name that an argument, a result or a listed value of the tool has as well is none.

    Why is this bad?
        The model looks for an argument that it does not have, and asks the user for a tenant or a key, or makes one up.

    Example:
        ```yaml
        operationId: listOrders
        summary: List the orders of the tenant in X-Tenant-Id.
        parameters:
          - {name: limit, in: query, schema: {type: integer}}
          - name: X-Tenant-Id
            in: header
            schema: {type: string}
            x-tool: {context: tenant.id}
        ```

    Use instead:
        ```yaml
        operationId: listOrders
        summary: List the orders of the shop that the user works for.
        parameters:
          - {name: limit, in: query, schema: {type: integer}}
          - name: X-Tenant-Id
            in: header
            schema: {type: string}
            x-tool: {context: tenant.id}
        ```
    """

    code = "ID-13"
    name = "host-value-mentioned"
    severity = Severity.ERROR
    bindings = (HttpBinding,)

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        yield from _findings(tool, _of_host(tool.contract, context.catalog))

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the texts of shared schemas."""
        every: dict[str, str] = {}
        for contract in context.catalog.contracts:
            every |= _of_host(contract, context.catalog)
        for schema in context.schemas:
            yield from _findings(schema, every)


def _of_host(contract: ToolContract, catalog: Catalog) -> dict[str, str]:
    """Return the names of what the host supplies to a tool, and what each is."""
    binding = contract.binding
    if not isinstance(binding, HttpBinding):
        return {}
    found = dict.fromkeys(_HEADERS, "a header of the host's")
    found |= {value.name: "a context value" for value in contract.context}
    fixed = {one.name: one.value for one in binding.parameters}
    fixed |= {one.name: one.value for one in (binding.body.properties if binding.body is not None else ())}
    found |= {name: "a fixed value" for name, value in fixed.items() if isinstance(value, ConstantValue)}
    schemes = {scheme.name: scheme for scheme in catalog.security_schemes}
    for requirement in contract.security:
        for name, _ in requirement.schemes:
            scheme = schemes.get(name)
            carrier = scheme.details.get("name") if scheme is not None and scheme.kind == "apiKey" else None
            if isinstance(carrier, str):
                found[carrier] = "a credential"
    return found


def _findings(view: ProseView, hidden: Mapping[str, str]) -> Iterator[Finding]:
    if not hidden:
        return
    lexicon = view.lexicon
    names = [name for name in hidden if name not in lexicon.inputs]
    found: dict[str, list[Mention]] = {}
    for mention in occurrences(names, view.texts):
        token = mention.token
        if token in _HEADERS:
            counts = mention.cue == "header" and not mention.speaks_of_result
        else:
            counts = mention.marked or mention.shaped
        if not counts:
            continue
        if token in lexicon.values or token in lexicon.names.tools or token in lexicon.outputs:
            continue
        found.setdefault(token, []).append(mention)
    for token, mentions in found.items():
        yield finding_about(
            mentions,
            f"{mentions[0].text.label} names `{token}`, {hidden[token]} that no model sees",
            hint="say what it means for the call, without the name",
        )
