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
        only where it is set off as a name: in code, in quotes, beside a value, as a documented argument. Where the
        sentence may mean what is there, a field of the result or a value of that name, it is for information. In
        prompts, the tools are those that the passage names; where it names none, an unmistakable name is a warning.

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
    doubtful: dict[str, list[Mention]] = {}
    for mention in occurrences(former, view.texts):
        past = former[mention.token]
        if not _counts(mention) or _is_excused(mention, past, view):
            continue
        if not _may_be_something_else(mention, past, view):
            found.setdefault(mention.token, []).append(mention)
        elif past.why != "wire":  # what only the request calls so was no argument's name to a model
            doubtful.setdefault(mention.token, []).append(mention)
    for token, mentions in found.items():
        sure = any(map(view.lexicon.concerns, mentions))
        yield _finding(mentions, former[token], None if sure else Severity.WARNING)
    for token, mentions in doubtful.items():
        if token not in found:
            yield _finding(mentions, former[token], Severity.INFO)


def _finding(mentions: list[Mention], past: Former, severity: Severity | None) -> Finding:
    token, where = mentions[0].token, mentions[0].text.label
    if past.why == "wire":
        message = f"{where} says `{token}`, which only the request does; the model knows it as `{past.now}`"
    elif severity is Severity.INFO:
        message = f"{where} says `{token}`, which was an argument and is called so only elsewhere now"
    elif past.now is not None:
        message = f"{where} says `{token}`, which is called `{past.now}` now"
    else:
        message = f"{where} says `{token}`, which the schema no longer has"
    hint = f"write `{past.now}`" if past.now is not None else "say it without the name, or name what took its place"
    return finding_about(mentions, message, hint=hint, severity=severity)


def _counts(mention: Mention) -> bool:
    """Whether a word is meant as a name: letters alone may be a word of everyday prose."""
    if mention.marked or mention.shaped:
        return True
    return len(mention.token) >= _SHORTEST and not mention.token.isalpha()


def _is_excused(mention: Mention, past: Former, view: ProseView) -> bool:
    """Whether a sentence says itself that there is no such argument, or no longer, or names the tool that has it."""
    if mention.is_history and past.now is not None and mention.sentence_names([past.now]):
        return True
    if mention.kind == "entry":
        return False
    return mention.is_denied or (
        mention.cue != "argument" and mention.sentence_names(view.lexicon.owners(mention.token))
    )


def _may_be_something_else(mention: Mention, past: Former, view: ProseView) -> bool:
    """Whether a former name may stand for what is there: a field of the result, a value."""
    lexicon, token = view.lexicon, mention.token
    if token in lexicon.fields or (past.now is None and mention.is_history):
        return True
    if mention.cue == "argument" or mention.kind == "entry":
        return False
    if token in lexicon.outputs and mention.speaks_of_result:
        return True
    return token in lexicon.values or token in lexicon.names.tools
