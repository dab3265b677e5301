"""ID-08: prose holds a name that nothing resolves."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.evidence import strong_first, unresolved
from toolmint.prose.mentions import Mention
from toolmint.prose.tokens import Kind
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_about

_KINDS: tuple[Kind, ...] = ("code", "snake")
_OUTRIGHT: tuple[Kind, ...] = (*_KINDS, "assignment")
_PEDANTIC: tuple[Kind, ...] = (*_OUTRIGHT, "camel", "mixed", "kebab", "quoted")


class UnknownIdentifier(Rule):
    """Prose holds a name that nothing resolves.

    What it does:
        Lists the names in backticks, in snake_case and before `=` that are no input, no result, no tool, no value and
        no word of everyone's: for information, as five of six are right in some way that no schema states. One letter
        away from an argument it is a warning. With `pedantic`, names of other shapes are listed too.

    Why is this bad?
        Each is a name that a reader cannot look up, and some are what a rename has left behind.

    Example:
        ```json
        {
          "name": "list_orders",
          "description": "List orders, sorted by grand_total.",
          "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}}
        }
        ```

    Use instead:
        ```json
        {
          "name": "list_orders",
          "description": "List orders, the dearest first.",
          "inputSchema": {"type": "object", "properties": {"limit": {"type": "integer"}}}
        }
        ```
    """

    code = "ID-08"
    name = "unknown-identifier"
    severity = Severity.INFO

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        lexicon = tool.lexicon
        pedantic = context.settings.pedantic
        for token, mentions in unresolved(tool.mentions, lexicon, _PEDANTIC if pedantic else _OUTRIGHT).items():
            owners = lexicon.owners(token)
            counted = [one for one in mentions if _counts(one, pedantic=pedantic) and not one.sentence_names(owners)]
            if not counted or lexicon.field_spelt_otherwise(token) is not None:
                continue
            ordered, weak = strong_first(counted, lexicon)
            near = lexicon.one_letter_off(token)
            if weak and near is None and not pedantic:
                continue
            yield finding_about(
                ordered,
                f"{ordered[0].text.label} says `{token}`, which names nothing that the tool has",
                near=[near] if near is not None else (),
                severity=Severity.WARNING if near is not None and not weak else None,
            )


def _counts(mention: Mention, *, pedantic: bool) -> bool:
    """Whether a name is one by its looks: `q=` is part of some address, `fetch_all=True` passes an argument."""
    return pedantic or mention.kind != "assignment" or mention.shaped
