"""CT-01: prose states one default, the schema another."""

from __future__ import annotations

import json
from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.schema import Json
from toolmint.prose.claims import Claim
from toolmint.prose.constraints import StatedDefault, says
from toolmint.rule import Finding, ProseView, Rule, RuleContext, ToolView, finding_at


class DefaultContradiction(Rule):
    """Prose states one default and the schema another.

    What it does:
        Compares each default that an argument's text states with `default` in its schema. Only numbers, booleans and
        what is set off as a value count, or a word that the schema lists; `24 hours` may be 24, 1440 or 86400. Not
        compared: a default under a condition ("10 for lists, else 20"), several defaults in one text, `null`.

    Why is this bad?
        A model leaves the argument out where the default is what it wants. It then gets what it did not ask for.

    Example:
        ```json
        {
          "name": "list_orders",
          "description": "Look up what customers have ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {
              "limit": {"type": "integer", "default": 20, "description": "How many to return. Defaults to 50."}
            }
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "list_orders",
          "description": "Look up what customers have ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {
              "limit": {"type": "integer", "default": 20, "description": "How many to return. Defaults to 20."}
            }
          }
        }
        ```
    """

    code = "CT-01"
    name = "default-contradiction"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        yield from _findings(tool)

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the texts of shared schemas."""
        for schema in context.schemas:
            yield from _findings(schema)


def _findings(view: ProseView) -> Iterator[Finding]:
    told: dict[tuple[str, ...], list[tuple[Claim, StatedDefault]]] = {}
    for claim in view.claims:
        if isinstance(claim.constraint, StatedDefault):
            told.setdefault(claim.subject.path, []).append((claim, claim.constraint))
    for pairs in told.values():
        subject = pairs[0][0].subject
        stated = [(claim, one) for claim, one in pairs if _counts(claim, one)]
        given = subject.facets.defaults
        if not stated or not given or len({one.said for _, one in stated}) > 1:
            continue
        if any(_agrees(one, value) for _, one in pairs for value in given) or not _alike(stated[0][1], given[0]):
            continue
        said, value = stated[0][1].said, json.dumps(given[0], ensure_ascii=False)
        yield finding_at(
            [claim.place for claim, _ in stated],
            f"prose says that `{subject.name}` defaults to `{said}`, its schema says `{value}`",
            hint="say in prose what the schema says, or leave it to the schema",
        )


def _counts(claim: Claim, one: StatedDefault) -> bool:
    if one.hedged or one.value is None:
        return False
    return not one.bare or one.said in (claim.subject.facets.values or ())


def _agrees(one: StatedDefault, given: Json) -> bool:
    """Whether a statement can mean the schema's default, whatever its notation; case is another rule's matter."""
    if isinstance(given, list):
        return not given or any(_agrees(one, value) for value in given)
    if isinstance(given, bool):
        return one.value is given or one.said.lower() == str(given).lower()
    if isinstance(given, int | float):
        return one.amount is not None and says(one.amount, given)
    return str(given).strip().casefold() == one.said.strip().casefold()


def _alike(one: StatedDefault, given: Json) -> bool:
    """Whether the two are of one kind; a number beside a text or a list speaks of something else."""
    if isinstance(given, bool):
        return isinstance(one.value, bool)
    if isinstance(given, int | float):
        return one.amount is not None
    return isinstance(given, str) and (isinstance(one.value, str) or one.said == str(one.value))
