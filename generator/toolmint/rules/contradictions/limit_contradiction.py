"""CT-02: prose states one limit, the schema another."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.location import Location
from toolmint.prose.claims import Claim
from toolmint.prose.constraints import StatedLimit, limit_keyword, says
from toolmint.rule import Finding, ProseView, Rule, RuleContext, ToolView, finding_at


class LimitContradiction(Rule):
    """Prose states one limit and the schema another.

    What it does:
        Compares limits in an argument's text ("at most 50", "1-50", "不超过50", "up to 64 characters") with the keyword
        of the schema that says the same of a value of its type. Not compared: advice ("we recommend"), limits under a
        condition or of a part ("per key", "in total"), and texts with two numbers for one limit.

    Why is this bad?
        Where prose allows more than the schema, calls are refused that the model had reason to make; where it allows
        less, the model asks for less than it could have.

    Example:
        ```json
        {
          "name": "list_orders",
          "description": "Look up what customers have ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {"limit": {"type": "integer", "maximum": 50, "description": "How many to return (max 100)."}}
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
            "properties": {"limit": {"type": "integer", "maximum": 50, "description": "How many to return (max 50)."}}
          }
        }
        ```
    """

    code = "CT-02"
    name = "limit-contradiction"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        yield from _findings(tool)

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the texts of shared schemas."""
        for schema in context.schemas:
            yield from _findings(schema)


def _findings(view: ProseView) -> Iterator[Finding]:
    told: dict[tuple[tuple[str, ...], str], list[tuple[Claim, StatedLimit]]] = {}
    for claim in view.claims:
        one = claim.constraint
        if isinstance(one, StatedLimit):
            keyword = limit_keyword(one, claim.subject.facets.types)
            if keyword is not None:
                side = keyword.removeprefix("exclusive").lower()
                told.setdefault((claim.subject.path, side), []).append((claim, one))
    # A range, and an exact length, are two limits and one statement.
    found: dict[tuple[str, str], tuple[list[Location], list[str]]] = {}
    for pairs in told.values():
        stated = [(claim, one) for claim, one in pairs if not one.hedged]
        against = _against(*stated[0]) if stated and len({one.amount.value for _, one in pairs}) == 1 else None
        if against is not None:
            claim = stated[0][0]
            places, given = found.setdefault((claim.subject.name, _flat(claim.words)), ([], []))
            places += [other.place for other, _ in stated]
            given.append(f"`{against[0]}` {against[1]}")
    for (name, words), (places, given) in found.items():
        yield finding_at(
            places,
            f"prose says `{words}` of `{name}`, its schema says {' and '.join(given)}",
            hint="say in prose what the schema says, or leave it to the schema",
        )


def _against(claim: Claim, one: StatedLimit) -> tuple[str, str] | None:
    """Return the keyword that a limit contradicts, and its number; None where the schema agrees or is silent."""
    facets = claim.subject.facets
    keyword = limit_keyword(one, facets.types)
    if keyword is None or facets.values is not None:
        return None
    inclusive = keyword.replace("exclusiveM", "m")
    exclusive = f"exclusiveM{inclusive[1:]}" if inclusive in ("minimum", "maximum") else None
    given = [(inclusive, number, number) for number in facets.bounds.get(inclusive, ())]
    # For integers `< 10` is `<= 9`.
    step = 1 if one.bound == "maximum" else -1
    if exclusive is not None:
        given += [(exclusive, number, number - step) for number in facets.bounds.get(exclusive, ())]
    if not given:
        return None
    for _, number, reached in given:
        if says(one.amount, number) or says(one.amount, reached) or (one.exclusive and says(one.amount, number + step)):
            return None
    word, number, _ = given[0]
    return word, f"{number:,}"


def _flat(words: str) -> str:
    return " ".join(words.split())
