"""ID-10: prose names a header or a path parameter that the API does not declare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolmint.diagnostics import Severity
from toolmint.ir.schema import MCP_HEADER, walk
from toolmint.prose.catalog_names import CatalogNames, http_call
from toolmint.prose.evidence import strong_first, unresolved
from toolmint.prose.mentions import Mention
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_about

_PATH_NAME = re.compile(r"\{[^{}]*\}|(?<=/):[A-Za-z_]\w*")
_PATH_BORDERS = frozenset(" \n\t`\"'()<>,;*")


class UnknownHeaderOrPathParameter(Rule):
    """Prose names a header or a path parameter that the API does not declare.

    What it does:
        Resolves `X-…` and other headers, and `{name}` in path templates, among the header and path parameters of the
        API; a path counts only where the API has it apart from the names. Only for tools that call an HTTP operation,
        or whose schema says `x-mcp-header`. `{{name}}` in a description is reported everywhere: a template that nobody
        filled in.

    Why is this bad?
        A header that is not declared cannot be sent, so what the prose promises for it never happens.

    Example:
        ```yaml
        operationId: listOrders
        summary: List orders. Send X-Region to choose the region.
        parameters:
          - {name: limit, in: query, schema: {type: integer}}
        ```

    Use instead:
        ```yaml
        operationId: listOrders
        summary: List orders. Send X-Region to choose the region.
        parameters:
          - {name: limit, in: query, schema: {type: integer}}
          - {name: X-Region, in: header, schema: {type: string}}
        ```
    """

    code = "ID-10"
    name = "header-or-path-parameter-unknown"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        lexicon = tool.lexicon
        found = unresolved(tool.mentions, lexicon, ("header", "brace", "leak"))
        if not found:
            return
        declared = _declared_headers(tool)
        called_by_http = http_call(tool.contract) is not None
        for token, mentions in found.items():
            kind = mentions[0].kind
            if kind == "header" and (not (called_by_http or declared) or token.lower() in declared):
                continue
            if kind == "brace" and not (called_by_http and any(_is_own_path(one, lexicon.names) for one in mentions)):
                continue
            if kind == "leak" and mentions[0].text.role == "argument":
                continue  # the argument may be a template itself
            ordered, weak = strong_first(mentions, lexicon)
            what = {"header": f"the header `{token}`", "brace": f"the path parameter `{token}`"}.get(kind)
            message = (
                f"{ordered[0].text.label} names {what}, which the API does not declare"
                if what is not None
                else f"{ordered[0].text.label} holds `{{{{{token}}}}}`, a template that nobody filled in"
            )
            certain = kind == "leak" or ordered[0].cue == "header"
            yield finding_about(ordered, message, severity=Severity.INFO if weak and not certain else None)


def _is_own_path(mention: Mention, names: CatalogNames) -> bool:
    """Whether the path around a name is one of the API, apart from the names in it: others have their own names."""
    text = mention.text.text
    start = next((i + 1 for i in range(mention.start - 1, -1, -1) if text[i] in _PATH_BORDERS), 0)
    end = next((i for i in range(mention.end, len(text)) if text[i] in _PATH_BORDERS), len(text))
    shape = _shape(text[start:end].rstrip("."))
    return any(shape.endswith(_shape(call.path)) for call in names.calls) and mention.token not in names.path_names


def _shape(path: str) -> str:
    return _PATH_NAME.sub("{}", path)


def _declared_headers(tool: ToolView) -> frozenset[str]:
    """Return the headers that the API, or the tool's own schema, declares, in lower case."""
    found = set(tool.lexicon.names.headers)
    for _, part in walk(tool.contract.input_schema):
        header = part.get(MCP_HEADER) if isinstance(part, Mapping) else None
        if isinstance(header, str):
            found |= {header.lower(), f"mcp-param-{header.lower()}"}
    return frozenset(found)
