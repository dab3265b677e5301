"""What prose alone states of an argument and its schema could say: keywords with their values.

Only what loses nothing: one statement, said outright, of a value that the schema allows already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from toolmint.ir.facets import Facets
from toolmint.ir.schema import Json
from toolmint.prose.claims import Claim, Subject
from toolmint.prose.constraints import StatedChoices, StatedDefault, StatedLimit, limit_keyword

__all__ = ["Hoist", "hoists"]

_COMPOSED = frozenset({"$ref", "allOf", "anyOf", "oneOf"})
_NUMBERS = frozenset({"integer", "number"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Hoist:
    """A keyword that the schema of one argument lacks."""

    subject: Subject
    keyword: str
    value: Json
    claim: Claim
    """The statement."""


def hoists(
    claims: Iterable[Claim], names: frozenset[str], *, changes: bool = False
) -> dict[tuple[str, ...], list[Hoist]]:
    """Find what schemas could say and prose alone says.

    Args:
        claims: the statements of one tool or shared schema.
        names: its arguments and what is inside them, which no list of values holds.
        changes: whether the tool changes what is there already: then an argument that is left out keeps its value,
            whatever its text says of a default.

    Returns:
        Path of the argument -> keywords that can be written into its schema.
    """
    told: dict[tuple[str, ...], list[Claim]] = {}
    for claim in claims:
        if isinstance(claim.constraint, StatedDefault | StatedLimit | StatedChoices):
            told.setdefault(claim.subject.path, []).append(claim)
    found: dict[tuple[str, ...], list[Hoist]] = {}
    for path, statements in told.items():
        schema = statements[0].subject.schema
        # Beside a reference a keyword would stand in a place where older dialects ignore it.
        if not isinstance(schema, Mapping) or not _COMPOSED.isdisjoint(schema):
            continue
        made = [*(() if changes else _default(statements)), *_limits(statements), *_values(statements, names)]
        if made:
            found[path] = made
    return found


def _default(statements: list[Claim]) -> Iterable[Hoist]:
    stated = [(claim, one) for claim in statements if isinstance(one := claim.constraint, StatedDefault)]
    if not stated or len({one.said for _, one in stated}) > 1 or any(one.hedged for _, one in stated):
        return
    claim, one = stated[0]
    facets = claim.subject.facets
    if facets.states_default or claim.subject.required is not False or len(facets.types) != 1:
        return
    value = one.said if facets.types == {"string"} else one.value
    if not _is_of(value, facets) or (one.bare and one.said not in (facets.values or ())):
        return
    if one.value is None or (one.amount is not None and (one.amount.unit or one.amount.also)):
        return
    if facets.values is not None and value not in facets.values:
        return
    yield Hoist(subject=claim.subject, keyword="default", value=value, claim=claim)


def _is_of(value: Json, facets: Facets) -> bool:
    if isinstance(value, bool):
        return facets.types == {"boolean"}
    if isinstance(value, int):
        return facets.types <= _NUMBERS and _within(value, facets)
    if isinstance(value, float):
        return facets.types == {"number"} and _within(value, facets)
    return isinstance(value, str) and facets.types == {"string"} and not facets.patterns


def _within(value: float, facets: Facets) -> bool:
    low, high = facets.bounds.get("minimum", ()), facets.bounds.get("maximum", ())
    return all(value >= bound for bound in low) and all(value <= bound for bound in high)


def _limits(statements: list[Claim]) -> Iterable[Hoist]:
    stated: dict[str, list[tuple[Claim, StatedLimit]]] = {}
    for claim in statements:
        one = claim.constraint
        if isinstance(one, StatedLimit):
            keyword = limit_keyword(one, claim.subject.facets.types)
            if keyword is not None:
                stated.setdefault(keyword.removeprefix("exclusive").lower(), []).append((claim, one))
    for pairs in stated.values():
        claim, one = pairs[0]
        facets = claim.subject.facets
        keyword = limit_keyword(one, facets.types)
        if keyword is None or len({other.amount.value for _, other in pairs}) > 1:
            continue
        side = keyword.removeprefix("exclusive").lower()
        known = any(bound.removeprefix("exclusive").lower() == side for bound in facets.bounds)
        said_outright = not any(other.hedged for _, other in pairs) and not one.amount.unit and not one.amount.also
        if said_outright and not known and facets.values is None:
            yield Hoist(subject=claim.subject, keyword=keyword, value=one.amount.value, claim=claim)


def _values(statements: list[Claim], names: frozenset[str]) -> Iterable[Hoist]:
    stated = [(claim, one) for claim in statements if isinstance(one := claim.constraint, StatedChoices)]
    if len({tuple(value.text for value in one.values) for _, one in stated}) != 1:
        return
    claim, one = stated[0]
    facets = claim.subject.facets
    values = list(dict.fromkeys(value.text for value in one.values))
    closed = one.complete and not one.hedged and len({value.marked for value in one.values}) == 1
    if not closed or facets.types != {"string"} or facets.values is not None or facets.patterns or facets.formats:
        return
    if names.intersection(values) or any(value not in values for value in (*facets.defaults, *_examples(claim))):
        return
    yield Hoist(subject=claim.subject, keyword="enum", value=values, claim=claim)


def _examples(claim: Claim) -> Iterable[Json]:
    schema = claim.subject.schema
    examples = schema.get("examples") if isinstance(schema, Mapping) else None
    return examples if isinstance(examples, list) else ()
