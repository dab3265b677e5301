"""CT-07: a default, a limit or a list of values stands in prose alone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from toolmint.diagnostics import Severity
from toolmint.edits import Fix, StateKeyword
from toolmint.location import Location
from toolmint.prose.catalog_names import http_call
from toolmint.prose.hoisting import Hoist, hoists
from toolmint.rule import Finding, ProseView, Rule, RuleContext, ToolView, finding_at
from toolmint.text import name_words

_CHANGES = frozenset({"update", "patch", "modify", "edit", "change"})


class ProseOnlyConstraint(Rule):
    """A default, a limit or a list of values stands in prose alone.

    What it does:
        Looks for statements that the argument's schema could make and does not. Only what is said outright, once, and
        of a value of the schema's type; so each can be written into the schema without a loss.

    Why is this bad?
        A schema is enforced, by providers while the model writes and by toolmint before the call; prose is a hope.

    Example:
        ```json
        {
          "name": "list_orders",
          "description": "Look up what customers have ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {"limit": {"type": "integer", "description": "How many to return (max 100)."}}
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
            "properties": {"limit": {"type": "integer", "maximum": 100, "description": "How many to return (max 100)."}}
          }
        }
        ```
    """

    code = "CT-07"
    name = "prose-only-constraint"
    severity = Severity.INFO
    fixable = True

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        if tool.claims:
            call = http_call(tool.contract)
            patches = call is not None and call.method == "PATCH"
            changes = patches or _is_of_change(tool.contract.name)
            yield from _findings(tool, changes=changes, places=tool.contract.places)

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the texts of shared schemas."""
        for schema in context.schemas:
            if schema.claims:
                yield from _findings(schema, changes=_is_of_change(schema.name), places={})


def _is_of_change(name: str) -> bool:
    return not _CHANGES.isdisjoint(word.lower() for word in name_words(name))


def _findings(view: ProseView, *, changes: bool, places: Mapping[str, Location]) -> Iterator[Finding]:
    for found in hoists(view.claims, view.lexicon.inputs, changes=changes).values():
        keywords = ", ".join(f"`{one.keyword}: {json.dumps(one.value, ensure_ascii=False)}`" for one in found)
        what = " and ".join(dict.fromkeys(_what(one) for one in found))
        yield finding_at(
            [one.claim.place for one in found],
            f"prose alone states {what} of `{found[0].subject.name}`",
            hint=f"add {keywords} to its schema",
            fix=_fix(found, places),
        )


def _fix(found: Iterable[Hoist], places: Mapping[str, Location]) -> Fix | None:
    """Write what prose states into the schema that it stands in, or into that of the argument that it documents."""
    edits: list[StateKeyword] = []
    for one in found:
        path = one.subject.path
        in_section = one.claim.text.role != "argument"
        place = places.get(f"argument/{path[0]}") if in_section else one.claim.place
        if place is not None and not (in_section and len(path) > 1):
            edits.append(StateKeyword(place=place, key=one.keyword, value=one.value))
    return Fix(edits=tuple(edits)) if edits else None


def _what(one: Hoist) -> str:
    return {"default": "the default", "enum": "the values"}.get(one.keyword, "the limits")
