"""CL-03: one tool that does unlike things."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from toolmint.diagnostics import Severity
from toolmint.prose.description import purpose_place
from toolmint.prose.inputs import Input
from toolmint.prose.verbs import WRITING, verb_of_name
from toolmint.prose.width import wide_words
from toolmint.rule import Finding, Rule, RuleContext, ToolView
from toolmint.text import name_words, word_set

_CHOOSERS = frozenset({"action", "command", "cmd", "kind_of_action", "method", "mode", "op", "operation", "verb"})
"""Names of arguments that choose what a tool does."""
_LANGUAGES = frozenset({"code", "command", "cypher", "expression", "graphql", "query", "script", "sql", "statement"})
"""Arguments that hold a language: such a tool does what is asked in it."""
_READING = word_set("count describe download fetch find get list lookup query read retrieve search show view")
"""Values that read; `watch` and `check` are as often a state to set."""
_METHODS = frozenset({"get", "post", "put", "patch", "delete", "head", "options"})
_SHOWN = 60


class WideCapability(Rule):
    """One tool does unlike things.

    What it does:
        Reports three unlike verbs that are joined in the first sentence ("create, update and delete"), words such as
        "all operations", "and anything else", 增删改查, an argument such as `action` whose values both read and
        write; the last is an error where the tool says that it only reads. Tools that take a query language are left
        alone.

    Why is this bad?
        A person can allow or refuse a tool, not one value of its `action`. And a hint that covers both reading and
        writing is wrong for one of them.

    Example:
        ```json
        {
          "name": "order_tool",
          "description": "Create, update, delete and list orders. Use it only in the web shop.",
          "inputSchema": {
            "type": "object",
            "properties": {"order": {"type": "string", "description": "The order, such as A10086."}}
          },
          "annotations": {"readOnlyHint": false}
        }
        ```

    Use instead:
        ```json
        {
          "name": "create_order",
          "description": "Create an order of the web shop. It does not take a payment.",
          "inputSchema": {
            "type": "object",
            "properties": {"article": {"type": "string", "description": "Its number, such as K-12."}}
          },
          "annotations": {"readOnlyHint": false}
        }
        ```
    """

    code = "CL-03"
    name = "wide-capability"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        inputs = tool.inputs
        hint = "make a tool of each thing that it does, so that reading and writing can be allowed apart"
        for chooser in inputs:
            read, written = _values(chooser) if _is_chooser(chooser.name) else ("", "")
            if read and written:
                claim = contract.annotations.read_only is True
                message = f"argument `{chooser.name}` chooses between reading (`{read}`) and writing (`{written}`)"
                yield Finding(
                    message=message + (", in a tool that is marked as reading only" if claim else ""),
                    place=chooser.place,
                    hint=hint,
                    severity=Severity.ERROR if claim else None,
                )
                return
        words = wide_words(tool.purpose)
        if words and not any(one.name.lower() in _LANGUAGES for one in inputs):
            shown = " ".join(words.split())[:_SHOWN]
            yield Finding(
                message=f"`{contract.name}` does unlike things: `{shown}`", place=purpose_place(contract), hint=hint
            )


@lru_cache(maxsize=16384)
def _is_chooser(name: str) -> bool:
    """Whether an argument of a name says what to do: `action`, `http_method`."""
    words = name_words(name)
    return bool(words) and words[-1].lower() in _CHOOSERS


def _values(chooser: Input) -> tuple[str, str]:
    """Return a value of an argument that reads and one that writes, empty where there is none."""
    read = written = ""
    values = [value for value in chooser.values if isinstance(value, str)]
    if _METHODS.issuperset(one.lower() for one in values):
        return "", ""
    for value in values:
        verb = verb_of_name(value)
        if verb is not None and verb.word in _READING:
            read = read or value
        elif verb is not None and verb.act in WRITING:
            written = written or value
    return read, written
