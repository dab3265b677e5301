"""ID-02: prose says a name that a field no longer has."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.catalog_names import Former
from toolmint.prose.mentions import Mention, occurrences
from toolmint.rule import Finding, PassageView, PromptContext, ProseView, Rule, RuleContext, ToolView, finding_about

_SHORTEST = 4


class RemovedFieldMentioned(Rule):
    """Prose says a name that a field no longer has.

    What it does:
        Looks for former names of arguments, and of everything inside them, in the texts of the tool. A name is former
        when the source says so (`was`), when the contract that is checked in (or the revision that `--against` names)
        has it and the schema has not, or when only the request calls the argument so. A name of letters alone counts
        only where it is set off as a name: in code, in quotes, beside a value, as a documented argument. In prompts,
        the tools are those that the passage names; where it names none, an unmistakable name is a warning.

    Why is this bad?
        The model is told of an argument that the schema refuses. It passes the old name, or leaves the value out.

    Example:
        ```yaml
        operationId: getBalance
        summary: Read a balance. Pass the user_id of the person who asks.
        parameters:
          - name: account_id
            in: query
            schema: {type: string}
            x-tool: {was: [user_id]}
        ```

    Use instead:
        ```yaml
        operationId: getBalance
        summary: Read a balance. Pass the account_id of the person who asks.
        parameters:
          - name: account_id
            in: query
            schema: {type: string}
            x-tool: {was: [user_id]}
        ```
    """

    code = "ID-02"
    name = "removed-field-mentioned"
    severity = Severity.ERROR

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
    former = view.lexicon.former
    if not former:
        return
    found: dict[str, list[Mention]] = {}
    for mention in occurrences(former, view.texts):
        if _counts(mention) and not _is_excused(mention, former[mention.token], view):
            found.setdefault(mention.token, []).append(mention)
    for token, mentions in found.items():
        past = former[token]
        where = mentions[0].text.label
        if past.why == "wire":
            message = f"{where} says `{token}`, which only the request does; the model knows it as `{past.now}`"
        elif past.now is not None:
            message = f"{where} says `{token}`, which is called `{past.now}` now"
        else:
            message = f"{where} says `{token}`, which the schema no longer has"
        hint = f"write `{past.now}`" if past.now is not None else "say it without the name, or name what took its place"
        sure = any(map(view.lexicon.concerns, mentions))
        yield finding_about(mentions, message, hint=hint, severity=None if sure else Severity.WARNING)


def _counts(mention: Mention) -> bool:
    """Whether a word is meant as a name: letters alone may be a word of everyday prose."""
    if mention.marked or mention.shaped:
        return True
    return len(mention.token) >= _SHORTEST and not mention.token.isalpha()


def _is_excused(mention: Mention, past: Former, view: ProseView) -> bool:
    lexicon = view.lexicon
    token = mention.token
    if mention.is_denied and mention.kind != "entry":
        return True
    if mention.is_history and (past.now is None or mention.sentence_names([past.now])):
        return True
    if mention.cue == "argument" or mention.kind == "entry":
        return False
    if token in lexicon.outputs and mention.speaks_of_result:
        return True
    if token in lexicon.values or token in lexicon.names.tools:
        return True
    return mention.sentence_names(lexicon.owners(token))
