"""ID-09: prose sends the model to a tool that is not in the list."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.catalog_names import Former
from toolmint.prose.evidence import strong_first, unresolved
from toolmint.prose.mentions import Mention, occurrences
from toolmint.prose.tokens import Kind
from toolmint.prose.vocabulary import ACTIONS
from toolmint.rule import Finding, PassageView, PromptContext, ProseView, Rule, RuleContext, ToolView, finding_about
from toolmint.text import name_words

_KINDS: tuple[Kind, ...] = ("code", "snake", "kebab", "call", "mixed")


class UnknownToolReference(Rule):
    """Prose sends the model to a tool that is not in the list.

    What it does:
        Looks for names beside words of calling ("call x", "the x tool", "use x first") that begin with a verb, as names
        of tools do, and that nothing resolves. Where the name is a former name of a tool, by `was` or by the contract
        that is checked in, it is an error. In prompts, a name that a call in JSON holds counts as well, and one that
        resembles no tool is for information, since a prompt may speak of tools of another project.

    Why is this bad?
        The model looks for a tool that is not there, or calls one of the same name that belongs to someone else.

    Example:
        ```json
        {
          "name": "read_page",
          "description": "Read a page. Call open_browser first.",
          "inputSchema": {"type": "object", "properties": {}}
        }
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

    code = "ID-09"
    name = "unknown-tool-reference"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        yield from _former(tool)
        lexicon = tool.lexicon
        for token, mentions in unresolved(tool.mentions, lexicon, _KINDS).items():
            called = [one for one in mentions if one.is_called]
            if not called or not _looks_like_tool(token):
                continue
            if lexicon.tool_spelt_otherwise(token) is not None or lexicon.field_spelt_otherwise(token) is not None:
                continue
            ordered, weak = strong_first(called, lexicon)
            yield finding_about(
                ordered,
                f"{ordered[0].text.label} sends to `{token}`, and there is no such tool",
                near=lexicon.names.near_tools(token),
                severity=Severity.INFO if weak else None,
            )

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the texts of shared schemas."""
        for schema in context.schemas:
            yield from _former(schema)

    def check_passage(self, passage: PassageView, context: PromptContext) -> Iterator[Finding]:
        """Judge what a prompt says of some tools, or of none in particular."""
        yield from _former(passage)
        lexicon = passage.lexicon
        for token, mentions in unresolved(passage.mentions, lexicon, (*_KINDS, "camel")).items():
            called = [one for one in mentions if one.is_called]
            if not called or not (_looks_like_tool(token) or any(one.text.called for one in called)):
                continue
            if lexicon.tool_spelt_otherwise(token) is None and lexicon.field_spelt_otherwise(token) is None:
                near = context.names.near_tools(token)
                yield finding_about(
                    called,
                    f"{called[0].text.label} sends to `{token}`, and there is no such tool",
                    near=near,
                    severity=None if near else Severity.INFO,
                )


def _looks_like_tool(token: str) -> bool:
    words = name_words(token)
    return len(words) > 1 and words[0].lower() in ACTIONS


def _former(view: ProseView) -> Iterator[Finding]:
    lexicon = view.lexicon
    former = {name: past for name, past in lexicon.names.former_tools.items() if name not in lexicon.inputs}
    found: dict[str, list[Mention]] = {}
    for mention in occurrences(former, view.texts) if former else ():
        if _counts(mention, view) and not _is_excused(mention, former[mention.token]):
            found.setdefault(mention.token, []).append(mention)
    for token, mentions in found.items():
        now = former[token].now
        became = f"which is called `{now}` now" if now is not None else "a tool that is gone"
        yield finding_about(
            mentions,
            f"{mentions[0].text.label} says `{token}`, {became}",
            hint=f"write `{now}`" if now is not None else None,
            severity=Severity.ERROR,
        )


def _counts(mention: Mention, view: ProseView) -> bool:
    """Whether a former name is meant as a tool's: one that is a value now is none, one word alone only where called."""
    if mention.token in view.lexicon.names.elsewhere:
        return False
    return mention.is_called or len(name_words(mention.token)) > 1


def _is_excused(mention: Mention, past: Former) -> bool:
    return mention.is_denied or (mention.is_history and (past.now is None or mention.sentence_names([past.now])))
