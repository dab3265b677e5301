"""ID-12: a sentence of an `x-tool` block names what does not exist."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.evidence import unresolved
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_about


class UnknownIdentifierInContract(Rule):
    """A sentence of an `x-tool` block, or of `toolmint.annotations`, names what does not exist.

    What it does:
        Reports each name in backticks or in snake_case in `does`, `when`, `requires`, `never` and `notes` that means
        nothing. Literals, tools, values and the project's `externals` mean something.

    Why is this bad?
        These sentences are written for the model, and `{name}` in them follows every rename. A bare name follows none.

    Example:
        ```yaml
        operationId: getBalance
        x-tool:
          does: Read how much money one account holds.
          requires: the customer_number is known
        parameters:
          - {name: account_id, in: query, schema: {type: string}}
        ```

    Use instead:
        ```yaml
        operationId: getBalance
        x-tool:
          does: Read how much money one account holds.
          requires: '{account_id} is known'
        parameters:
          - {name: account_id, in: query, schema: {type: string}}
        ```
    """

    code = "ID-12"
    name = "unknown-identifier-in-contract"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        lexicon = tool.lexicon
        authored = [one for one in tool.mentions if one.text.authored]
        if not authored:
            return
        for token, mentions in unresolved(authored, lexicon, ("code", "snake", "kebab")).items():
            counted = [one for one in mentions if one.kind != "kebab" or one.marked]
            if counted and lexicon.field_spelt_otherwise(token) is None:
                near = lexicon.near_fields(token)
                meant = f"did you mean `{{{near[0]}}}`? Otherwise" if near else "write it without backticks and `_`, or"
                yield finding_about(
                    counted,
                    f"{counted[0].text.label} says `{token}`, and nothing is called so",
                    hint=f"{meant} list it under `externals` if it is a name from elsewhere",
                )
