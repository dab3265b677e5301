"""CT-04: prose writes a value in another case than the schema."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from toolmint.diagnostics import Severity
from toolmint.edits import Fix, ReplaceText
from toolmint.ir.facets import Facets, facets
from toolmint.ir.schema import Schema
from toolmint.location import Location
from toolmint.prose.claims import Claim
from toolmint.prose.constraints import StatedChoices, StatedDefault
from toolmint.rule import Finding, ProseView, Rule, RuleContext, ToolView, finding_at

_ANY_CASE = re.compile(
    r"(?i:case[ -]?(?:in|un)sensitive|any case|ignor\w+ case|regardless of case)|大小写(?:不敏感|均可)|不区分大小写"
)
_LISTS = frozenset({"enum", "const", "$ref", "items", "anyOf", "oneOf", "allOf"})
_MARK = re.compile(r"(?P<mark>[`\"'“‘「])(?<!\w.)(?P<word>[A-Za-z][\w.-]*)[`\"'”’」](?!\w)")


class EnumCaseVariant(Rule):
    """Prose writes a value in another case than the schema.

    What it does:
        Compares the values that an argument's text lists, names as the default, or sets off in code or quotes with
        `enum`, and reports those that differ in case alone. A text that says that case does not matter is left alone.

    Why is this bad?
        `ASC` is another value than `asc`; a model that follows the prose has its call refused.

    Example:
        ```json
        {
          "name": "list_orders",
          "description": "Look up what customers have ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {"order": {"enum": ["asc", "desc"], "description": "Either `ASC` or `DESC`."}}
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
            "properties": {"order": {"enum": ["asc", "desc"], "description": "Either `asc` or `desc`."}}
          }
        }
        ```
    """

    code = "CT-04"
    name = "enum-case-variant"
    severity = Severity.WARNING
    fixable = True

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        yield from _findings(tool, context.catalog.definitions.input)

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the texts of shared schemas."""
        for schema in context.schemas:
            yield from _findings(schema, context.catalog.definitions.input)


def _findings(view: ProseView, definitions: Mapping[str, Schema]) -> Iterator[Finding]:
    found: dict[tuple[str, str, str], list[Location]] = {}
    for claim in view.claims:
        forms = _forms(claim.subject.facets)
        variants = [one for one in _values(claim, forms) if _is_variant(one[0], forms)] if forms else []
        for said, start, end in variants if variants and not _ANY_CASE.search(claim.text.text) else ():
            key = (claim.subject.name, said, forms[said.casefold()])
            found.setdefault(key, []).append(claim.place_of(start, end))
    for text in view.texts:
        if text.role == "argument" and _lists_values(text.whole) and _MARK.search(text.text):
            forms = _forms(facets(text.whole, definitions))
            marked = [one for one in _MARK.finditer(text.text) if _is_variant(one["word"], forms)] if forms else []
            for one in marked if marked and not _ANY_CASE.search(text.text) else ():
                said = one["word"]
                key = (text.subject, said, forms[said.casefold()])
                found.setdefault(key, []).append(text.at(said, one.start("word")))
    for (name, said, listed), places in found.items():
        yield finding_at(
            places,
            f"prose says `{said}` for `{name}`, its schema spells it `{listed}`",
            hint=f"write `{listed}`",
            token=said,
            fix=_fix(places, said, listed),
        )


def _fix(places: Iterable[Location], said: str, listed: str) -> Fix | None:
    """Write the value as the schema does; one of several words is left to people."""
    if len(said.split()) != 1 or len(listed.split()) != 1:
        return None
    edits = tuple(ReplaceText(place=place, new=listed) for place in dict.fromkeys(places) if place.needle == said)
    return Fix(edits=edits) if edits else None


def _lists_values(schema: Schema) -> bool:
    """Whether it is worth looking into a schema for a list of values."""
    return isinstance(schema, Mapping) and not _LISTS.isdisjoint(schema)


def _forms(of: Facets) -> dict[str, str]:
    """Return the values that a schema lists by their form without case."""
    listed = [value for value in of.values or () if isinstance(value, str) and len(value) > 1]
    forms = {value.casefold(): value for value in listed}
    # A list that has a value in two cases distinguishes them.
    return forms if len(forms) == len(listed) else {}


def _values(claim: Claim, forms: Mapping[str, str]) -> Iterator[tuple[str, int, int]]:
    match claim.constraint:
        case StatedChoices(values=values, explicit=explicit):
            # Plain words with commas between them are values where something says so, or where others of them are.
            exact = sum(value.text in forms.values() for value in values)
            if not (explicit or values[0].marked or exact > max(1, len(values) - exact)):
                return
            for value in values:
                yield value.text, value.start, value.end
        case StatedDefault(value=str(), said=said, at=(start, end)):
            yield said, start, end
        case _:
            pass


def _is_variant(said: str, forms: Mapping[str, str]) -> bool:
    """Whether a word is one of the schema's values in another case."""
    return said.casefold() in forms and said not in forms.values()
