"""FS-05: a description, or one sentence of it, that is longer than a model and a reviewer have use for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.lowering.size import estimate_tokens
from toolmint.prose.description import purpose_place
from toolmint.prose.sentences import sentences_over
from toolmint.prose.texts import Text
from toolmint.rule import Finding, Rule, RuleContext, ToolView

_FAR_OVER = 250
"""Tokens of a description that is far over any budget."""
_MOST_WORDS = 60
_SHORTEST = 4 * _MOST_WORDS
"""Characters of the shortest text that can hold a sentence of so many words, counted low; Chinese has fewer."""
_SHORTEST_CHINESE = _MOST_WORDS
_START = 24
_SPACES = re.compile(r"[ \t]{2,}")


class SentenceOverBudget(Rule):
    """A description is over its budget of tokens, or one sentence of it is over 60 words.

    What it does:
        Estimates the tokens of the description as it is sent, code blocks included. The budget is 120, or
        `budget.tokens_per_tool` of the project file. Sentences end at their mark, at a blank line and at an item of a
        list; of a Chinese text 100 characters count as 60 words.

    Why is this bad?
        Each request carries every description. In a study of 856 tools longer ones raised success by 5.85 points at
        the median, took 67 % more steps and made one case in six worse (arXiv 2602.14878).

    Example:
        ```yaml
        operationId: queryOrder
        description: >-
          Look up an order by its id, which a user finds in the mail that the shop sends when somebody orders something,
          or in the list of orders on the page of the account, where the newest stands first and where each can be
          opened, and which begins with a letter, and show its items, its payments, its parcels and what the warehouse
          has said of each of them since.
        parameters:
          - {name: order_id, in: query, description: "The id, such as A10086.", schema: {type: string}}
        ```

    Use instead:
        ```yaml
        operationId: queryOrder
        description: Look up an order with its items, its payments and its parcels.
        parameters:
          - {name: order_id, in: query, description: The id, schema: {type: string, examples: [A10086]}}
        ```
    """

    code = "FS-05"
    name = "sentence-over-budget"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        if not tool.purpose:
            return
        budget = context.settings.tokens_per_tool
        # A vocabulary has tokens for long runs of spaces, such as the indentation that a docstring keeps.
        text = tool.description
        tokens = estimate_tokens(_SPACES.sub(" ", text) if "  " in text or "\t" in text else text)
        if tokens > budget:
            far = "far over" if tokens > max(_FAR_OVER, budget) else "over"
            yield Finding(
                message=f"the description of `{contract.name}` takes about {tokens:,} tokens, {far} the budget of "
                f"{budget:,}",
                place=purpose_place(contract),
                hint="say what tells this tool from others; move what is about one argument to that argument, and the "
                "rest to the documentation",
            )
        yield from _long_sentence(tool)


def _long_sentence(tool: ToolView) -> Iterator[Finding]:
    longest: tuple[int, Text, int] | None = None
    for text in tool.texts:
        if text.role != "description" or len(text.text) < (_SHORTEST if text.text.isascii() else _SHORTEST_CHINESE):
            continue
        for span in sentences_over(text.text, _MOST_WORDS):
            if longest is None or span.words > longest[0]:
                longest = (span.words, text, span.start)
    if longest is not None:
        words, text, start = longest
        yield Finding(
            message=f"{text.label} holds a sentence of {words} words; {_MOST_WORDS} are the most",
            place=text.at(text.text[start : start + _START].split("\n")[0], start),
            hint="make several sentences of it, each about one thing",
        )
