"""ID-03: prose spells a field in another way than the schema."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from toolmint.diagnostics import Severity
from toolmint.edits import Fix
from toolmint.prose.evidence import is_weak, strong_first, unresolved
from toolmint.prose.lexicon import Lexicon
from toolmint.prose.mentions import Mention
from toolmint.prose.tokens import Kind
from toolmint.rule import Finding, PassageView, PromptContext, ProseView, Rule, RuleContext, ToolView, finding_about

_ACRONYM_TAIL = re.compile(r"[a-z][A-Z]{2,}$")


class CaseVariantField(Rule):
    """Prose spells a field in another way than the schema.

    What it does:
        Takes each name in prose that means nothing, drops case and separators, and compares it with the fields of the
        tool. Not reported: values and names from elsewhere, as they mean something; names under five letters;
        unmarked words with an acronym at the end (`rsID`), since prose writes these in its own way. In prompts, the
        tool is the one that the sentence names; where only a heading or the paragraph names it, it is a warning.

    Why is this bad?
        The schema is closed and exact: `userId` is another name than `user_id`, and a call that passes it fails.

    Example:
        ```json
        {
          "name": "get_order",
          "description": "Look up an order by its orderNumber.",
          "inputSchema": {"type": "object", "properties": {"order_number": {"type": "string"}}}
        }
        ```

    Use instead:
        ```json
        {
          "name": "get_order",
          "description": "Look up an order by its order_number.",
          "inputSchema": {"type": "object", "properties": {"order_number": {"type": "string"}}}
        }
        ```
    """

    code = "ID-03"
    name = "case-variant-field"
    severity = Severity.ERROR
    fixable = True

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        yield from _findings(tool)

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the texts of shared schemas."""
        for schema in context.schemas:
            yield from _findings(schema)

    def check_passage(self, passage: PassageView, context: PromptContext) -> Iterator[Finding]:
        """Judge what a prompt says of some tools."""
        yield from _findings(passage)


def _findings(view: ProseView) -> Iterator[Finding]:
    lexicon = view.lexicon
    kinds: tuple[Kind, ...] = ("code", "snake", "camel", "mixed", "entry", "kebab", "quoted", "assignment")
    for token, mentions in unresolved(view.mentions, lexicon, kinds).items():
        field = lexicon.field_spelt_otherwise(token)
        if field is None:
            continue
        # A sentence with both spellings speaks of two things: "the `room_id` of the event equals `roomId`".
        counted = [one for one in mentions if _counts(one) and not one.sentence_names([field])]
        if not counted:
            continue
        ordered, weak = strong_first(counted, lexicon)
        sure = not weak and any(map(lexicon.concerns, counted))
        yield finding_about(
            ordered,
            f"{ordered[0].text.label} says `{token}`; the schema spells it `{field}`",
            hint=f"write `{field}`",
            severity=None if sure else Severity.WARNING,
            fix=_fix(counted, lexicon, field),
        )


def _fix(mentions: Iterable[Mention], lexicon: Lexicon, field: str) -> Fix | None:
    """Spell the field as the schema does, save where the text may speak of something else, such as a result."""
    meant = [one for one in mentions if not (is_weak(one, lexicon) or one.speaks_of_result)]
    edits = tuple(edit for one in meant if (edit := one.replaced_by(field)) is not None)
    return Fix(edits=edits) if edits else None


def _counts(mention: Mention) -> bool:
    """Whether a spelling is meant as a name; `read-only` is an English word beside a field `read_only`."""
    if mention.kind == "kebab":
        return mention.marked
    return mention.kind == "entry" or mention.marked or not _ACRONYM_TAIL.search(mention.token)
