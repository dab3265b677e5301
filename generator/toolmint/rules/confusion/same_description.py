"""CF-02: two tools are described in the same words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.contract import ToolContract
from toolmint.prose.wording import spelling, wording, written_text
from toolmint.rule import Finding, Rule, RuleContext, finding_at
from toolmint.text import comma_list

_FEWEST_WORDS = 2
"""A description of one word is FS-01's matter."""


class SameDescription(Rule):
    """Two tools are described in the same words.

    What it does:
        Compares what the authors wrote of each tool, without case, markup and punctuation. A tool that is marked
        deprecated may repeat the text of the one that takes its place.

    Why is this bad?
        The description is what a model chooses by. Between two equal ones it takes the first of the list.

    Example:
        ```json
        [
          {
            "name": "get_order",
            "description": "Look up an order and its items. Use this tool when the user asks what was bought.",
            "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}
          },
          {
            "name": "get_refund",
            "description": "Look up an order and its items. Use this tool when the user asks what was bought.",
            "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}
          }
        ]
        ```

    Use instead:
        ```json
        [
          {
            "name": "get_order",
            "description": "Look up an order and its items. Use this tool when the user asks what was bought.",
            "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}
          },
          {
            "name": "get_refund",
            "description": "Look up what was paid back. Use this tool when the user asks for a refund.",
            "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}}
          }
        ]
        ```
    """

    code = "CF-02"
    name = "same-description"
    severity = Severity.ERROR

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the tools of a list against each other."""
        judged = [one for one in context.catalog.contracts if not one.deprecated]
        # Most tools have a text of their own, whose words nobody needs.
        texts = [written_text(one) for one in judged]
        spellings = {text: spelling(text) for text in set(texts)}
        counts = Counter(map(spellings.__getitem__, texts))
        words = {text: wording(text) for text, spelt in spellings.items() if counts[spelt] > 1}
        alike: dict[tuple[str, ...], list[ToolContract]] = {}
        for contract, text in zip(judged, texts, strict=True):
            if len(words.get(text, ())) >= _FEWEST_WORDS:
                alike.setdefault(words[text], []).append(contract)
        for contracts in alike.values():
            if len(contracts) > 1:
                first, *others = contracts
                places = [one.places.get("description", one.places.get("summary", one.origin)) for one in contracts]
                yield finding_at(
                    places,
                    f"`{first.name}` is described in the same words as {comma_list([one.name for one in others])}",
                    hint="say in each what it alone does",
                    tool=first.name,
                )
