"""CF-01: two tools are so alike that a model takes one for the other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.contract import ToolContract
from toolmint.prose.catalog_names import http_call
from toolmint.prose.description import purpose_of
from toolmint.prose.language import language_read
from toolmint.prose.mentions import names_in
from toolmint.prose.statements import states
from toolmint.prose.verbs import opening_verb
from toolmint.prose.wording import wording, written_text
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_at
from toolmint.text import name_words

_VERSION = re.compile(r"v\d+|beta|alpha|new|old|legacy|(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{6}")


class NearDuplicateTools(Rule):
    """Two tools are so alike that a model takes one for the other, whatever they say of when to use them.

    What it does:
        Compares names, descriptions and arguments of the tools of a list, what three of ten tools share left out, and
        tells pairs that agree by 78 % or more. Told apart are tools whose verbs differ (`get`, `delete`), in the name
        or at the beginning of the text, whose names each have a word of their own (`next`, `previous`), and those of
        which one names the other ("for one order use `get_order`"). Where one of the two does not say when to use it,
        FS-02 tells that; where the descriptions are equal, CF-02 does.

    Why is this bad?
        A model chooses between the two by chance, or always takes the first of the list.

    Example:
        ```json
        [
          {
            "name": "search_orders",
            "description": "Search the orders of a customer by status. Use this tool when the user asks for orders.",
            "inputSchema": {
              "type": "object",
              "properties": {"customer": {"type": "string", "description": "A name, such as Ann."}}
            }
          },
          {
            "name": "search_orders_v2",
            "description": "Search the orders of a customer by status. Use this tool when a user asks for orders.",
            "inputSchema": {
              "type": "object",
              "properties": {"customer": {"type": "string", "description": "A name, such as Ann."}}
            }
          }
        ]
        ```

    Use instead:
        ```json
        [
          {
            "name": "search_orders",
            "description": "Search the orders of a customer by status. For one order use `get_order`.",
            "inputSchema": {
              "type": "object",
              "properties": {"customer": {"type": "string", "description": "A name, such as Ann."}}
            }
          },
          {
            "name": "get_order",
            "description": "Look up one order by its number. Use this tool when the user names the number.",
            "inputSchema": {
              "type": "object",
              "properties": {"number": {"type": "string", "description": "Such as A10086."}}
            }
          }
        ]
        ```
    """

    code = "CF-01"
    name = "near-duplicate-tools"
    severity = Severity.WARNING

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the tools of a list against each other."""
        tools = {tool.contract.name: tool for tool in context.tools}
        no_when_is_told = context.settings.judges("FS-02")
        for pair in context.names.confusable:
            one, other = tools.get(pair.one), tools.get(pair.other)
            if one is None or other is None:
                continue  # of a part of the list that is judged alone
            if no_when_is_told and not (_says_when(one) and _says_when(other)):
                continue
            if not _are_worded_alike(one.contract, other.contract) and not _are_told_apart(
                one.contract, other.contract
            ):
                yield finding_at(
                    [one.contract.origin, other.contract.origin],
                    f"`{pair.one}` and `{pair.other}` agree by {pair.score:.0%} in name, description and arguments",
                    hint="say in each when to use it and not the other, or make one tool of them",
                    tool=pair.one,
                )


def _are_worded_alike(one: ToolContract, other: ToolContract) -> bool:
    """Whether CF-02 tells the two."""
    return wording(written_text(one)) == wording(written_text(other))


def _are_told_apart(one: ToolContract, other: ToolContract) -> bool:
    """Whether each name has a word of its own, the texts open with other verbs, or one text sends to the other."""
    own, others = _words(one.name), _words(other.name)
    if own - others and others - own:
        return True
    first, second = opening_verb(purpose_of(one)), opening_verb(purpose_of(other))
    if first is not None and second is not None and first.verb.word != second.verb.word:
        return True
    return _speaks_of(one, other) or _speaks_of(other, one)


def _speaks_of(one: ToolContract, other: ToolContract) -> bool:
    """Whether a text names the path of another operation; its name was looked for before."""
    call = http_call(other)
    last = call.path.rstrip("/").rpartition("/")[2] if call is not None else ""
    return "_" in last and names_in(purpose_of(one), [last])


def _words(name: str) -> frozenset[str]:
    words = (word.lower() for word in name_words(name))
    return frozenset(word.removesuffix("s") for word in words if not _VERSION.fullmatch(word))


def _says_when(tool: ToolView) -> bool:
    """Whether FS-02 has nothing to say of a tool."""
    purpose = purpose_of(tool.contract)
    if not purpose or tool.contract.prose.when or language_read(purpose) is None:
        return True
    return states(tool.description, "use")
