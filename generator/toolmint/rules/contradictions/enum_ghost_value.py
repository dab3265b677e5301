"""CT-03: prose lists a value that the schema does not have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolmint.diagnostics import Severity
from toolmint.ir.schema import Json
from toolmint.prose.claims import Claim
from toolmint.prose.constraints import StatedChoices, StatedValue
from toolmint.rule import Finding, ProseView, Rule, RuleContext, ToolView, finding_at
from toolmint.text import comma_list, nearest


class EnumGhostValue(Rule):
    """Prose lists a value that the schema does not have.

    What it does:
        Reads explicit lists of two values or more ("one of", "must be", "Possible values:", "取值") in an argument's
        text, and reports those that `enum` lacks. At least one value of the list must be in `enum`, so that the list is
        known to be of this argument. A list that nothing introduces is a warning, and most of its values must be in
        `enum`. Not reported: names of arguments, another case (CT-04), sentences of history.

    Why is this bad?
        The schema refuses the value that the prose offers.

    Example:
        ```json
        {
          "name": "list_orders",
          "description": "Look up what customers have ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {
              "status": {"enum": ["open", "closed"], "description": "One of `open`, `closed` or `archived`."}
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
            "properties": {"status": {"enum": ["open", "closed"], "description": "One of `open` or `closed`."}}
          }
        }
        ```
    """

    code = "CT-03"
    name = "enum-ghost-value"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        yield from _findings(tool)

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the texts of shared schemas."""
        for schema in context.schemas:
            yield from _findings(schema)


def _findings(view: ProseView) -> Iterator[Finding]:
    told: dict[tuple[str, ...], list[tuple[Claim, StatedChoices]]] = {}
    for claim in view.claims:
        one = claim.constraint
        if isinstance(one, StatedChoices) and not one.hedged and claim.subject.facets.values is not None:
            told.setdefault(claim.subject.path, []).append((claim, one))
    for lists in told.values():
        subject = lists[0][0].subject
        listed = [_written(value) for value in subject.facets.values or ()]
        found = [(claim, one, value) for claim, one in lists for value in _ghosts(one, listed, view)]
        explicit = any(one.explicit for _, one, _ in found)
        if not found or not (explicit or _agree(lists, listed)):
            continue
        said = list(dict.fromkeys(value.text for _, _, value in found))
        near = nearest(said[0], listed, limit=1) if len(said) == 1 else []
        in_prose = {value.text for _, one in lists for value in one.values}
        has = comma_list(listed, limit=6)
        yield finding_at(
            [claim.place_of(value.start, value.end) for claim, _, value in found],
            f"prose lists {comma_list(said, limit=4)} for `{subject.name}`, its schema has {has}",
            hint=f"did you mean `{near[0]}`?" if near and near[0] not in in_prose else None,
            severity=None if explicit else Severity.WARNING,
            token=said[0],
        )


def _written(value: Json) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _ghosts(one: StatedChoices, listed: Sequence[str], view: ProseView) -> list[StatedValue]:
    """Return the values of a list that the schema lacks; none where it has none of the list's values."""
    if not any(value.text in listed for value in one.values):
        return []
    folded = {value.casefold() for value in listed}
    return [
        value for value in one.values if value.text.casefold() not in folded and value.text not in view.lexicon.inputs
    ]


def _agree(lists: Sequence[tuple[Claim, StatedChoices]], listed: Sequence[str]) -> bool:
    """Whether lists that nothing introduces are of this argument: most of their values must be the schema's."""
    values = {value.text for _, one in lists for value in one.values}
    shared = len(values.intersection(listed))
    return shared > 1 and shared > len(values) - shared
