"""ID-04: prose spells a tool in another way than the list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from toolmint.diagnostics import Severity
from toolmint.edits import Fix
from toolmint.prose.catalog_names import normal_form
from toolmint.prose.evidence import is_weak, strong_first, unresolved
from toolmint.prose.lexicon import Lexicon
from toolmint.prose.mentions import Mention
from toolmint.prose.tokens import Kind
from toolmint.rule import Finding, PassageView, PromptContext, ProseView, Rule, RuleContext, ToolView, finding_about


class CaseVariantTool(Rule):
    """Prose spells a tool in another way than the list of tools.

    What it does:
        Compares each name in prose that means nothing with the names of the tools, case and separators dropped, with
        or without the prefix that a client sets before them (`server__tool`).

    Why is this bad?
        The model is told to call a tool that does not exist, and some clients end the turn with an error then.

    Example:
        ```json
        [
          {
            "name": "read_page",
            "description": "Read a page. Call openPage first.",
            "inputSchema": {"type": "object", "properties": {}}
          },
          {
            "name": "open_page",
            "description": "Load a page of the shop into a window.",
            "inputSchema": {"type": "object", "properties": {}}
          }
        ]
        ```

    Use instead:
        ```json
        [
          {
            "name": "read_page",
            "description": "Read a page. Call open_page first.",
            "inputSchema": {"type": "object", "properties": {}}
          },
          {
            "name": "open_page",
            "description": "Load a page of the shop into a window.",
            "inputSchema": {"type": "object", "properties": {}}
          }
        ]
        ```
    """

    code = "ID-04"
    name = "case-variant-tool"
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
    for token, mentions in unresolved(view.mentions, lexicon, _KINDS).items():
        tool = lexicon.tool_spelt_otherwise(token)
        # A sentence with both spellings sets them against each other: "`get_order`, not `getOrder`".
        counted = [one for one in mentions if tool is not None and _counts(one) and not one.sentence_names([tool])]
        if not counted or lexicon.field_spelt_otherwise(token) is not None:
            continue
        ordered, weak = strong_first(counted, lexicon)
        yield finding_about(
            ordered,
            f"{ordered[0].text.label} says `{token}`; the tool is called `{tool}`",
            hint=f"write `{tool}`",
            severity=Severity.WARNING if weak and not any(one.is_called for one in counted) else None,
            fix=_fix(counted, lexicon, tool),
        )


_KINDS: tuple[Kind, ...] = ("code", "snake", "camel", "mixed", "kebab", "call")


def _fix(mentions: Iterable[Mention], lexicon: Lexicon, tool: str | None) -> Fix | None:
    """Spell the tool as the list does; the prefix of a client is left to people."""
    if tool is None:
        return None
    meant = [one for one in mentions if one.is_called or not is_weak(one, lexicon)]
    alike = [one for one in meant if normal_form(one.token) == normal_form(tool)]
    edits = tuple(edit for one in alike if (edit := one.replaced_by(tool)) is not None)
    return Fix(edits=edits) if edits else None


def _counts(mention: Mention) -> bool:
    """Whether a spelling is meant as a name; `follow-up` is an English word beside a tool `follow_up`."""
    return mention.kind != "kebab" or mention.marked or mention.is_called
