"""ID-05: prose speaks of "the x parameter", and there is no x."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.catalog_names import normal_form
from toolmint.prose.evidence import strong_first, unresolved
from toolmint.prose.lexicon import Lexicon
from toolmint.prose.mentions import Mention
from toolmint.prose.tokens import Kind
from toolmint.prose.vocabulary import FILLER_WORDS
from toolmint.rule import Finding, PassageView, PromptContext, Rule, RuleContext, ToolView, finding_about

_KINDS: tuple[Kind, ...] = ("code", "snake", "camel", "mixed", "kebab", "quoted")


class CueUnknownField(Rule):
    """Prose speaks of "the `x` parameter", and the tool has no `x`.

    What it does:
        Looks for words beside "parameter", "argument", "field", "property", `参数` or `字段` that look like names, by
        their shape or by being marked up, and that nothing resolves. A plain word counts for information only, and so
        does what may be a field of the result, which the tool does not state. In
        prompts the sentence must name the tool, and it is a warning.

    Why is this bad?
        The sentence says outright that there is such an argument. The model will pass it.

    Example:
        ```json
        {
          "name": "list_orders",
          "description": "List orders. The page_size parameter says how many.",
          "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}}
        }
        ```

    Use instead:
        ```json
        {
          "name": "list_orders",
          "description": "List orders. The limit parameter says how many.",
          "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}}
        }
        ```
    """

    code = "ID-05"
    name = "cue-unknown-field"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        lexicon = tool.lexicon
        for token, mentions in unresolved(tool.mentions, lexicon, _KINDS).items():
            owners = lexicon.owners(token)
            cued = [one for one in mentions if _counts(one) and not one.sentence_names(owners)]
            if not cued or token.lower() in FILLER_WORDS or lexicon.field_spelt_otherwise(token) is not None:
                continue
            ordered, weak = strong_first(cued, lexicon)
            severity = Severity.WARNING if weak else None
            if not ordered[0].shaped or _is_result(token, ordered, lexicon):
                severity = Severity.INFO
            yield finding_about(
                ordered,
                f"{ordered[0].text.label} speaks of the {ordered[0].cue} `{token}`, and the tool has none",
                near=lexicon.near_fields(token),
                severity=severity,
            )

    def check_passage(self, passage: PassageView, context: PromptContext) -> Iterator[Finding]:
        """Judge what a prompt says of some tools."""
        lexicon = passage.lexicon
        for token, mentions in unresolved(passage.mentions, lexicon, _KINDS).items():
            cued = [
                one
                for one in mentions
                if one.cue == "argument" and one.shaped and _counts(one) and lexicon.concerns(one)
            ]
            if cued and lexicon.field_spelt_otherwise(token) is None:
                yield finding_about(
                    cued,
                    f"{cued[0].text.label} speaks of the argument `{token}`, and the tool has none",
                    near=lexicon.near_fields(token),
                    severity=Severity.WARNING,
                )


def _is_result(token: str, mentions: list[Mention], lexicon: Lexicon) -> bool:
    """Whether the word may well be something that a call returns.

    Fields and properties are spoken of in results more than in arguments, also in results of other APIs; and a tool
    `get_station_code` gives a `station_code`.
    """
    if all(one.cue == "field" or one.speaks_of_result for one in mentions):
        return True
    return lexicon.tool is not None and normal_form(token) in normal_form(lexicon.tool)


def _counts(mention: Mention) -> bool:
    return mention.cue in ("argument", "field") and (mention.kind != "kebab" or mention.marked)
