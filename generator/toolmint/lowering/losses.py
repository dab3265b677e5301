"""What a dialect could not hold, named: nothing is dropped in silence."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import ToolContract
from toolmint.ir.schema import ANNOTATIONS, JsonObject
from toolmint.text import plural

__all__ = ["UNCONSTRAINING", "Effect", "Loss", "LossFinding", "joined_losses", "loss_diagnostics", "named", "unspoken"]

# JSON Schema validation sections 7.2.1 and 8: format and content are annotations unless an implementation opts in.
UNCONSTRAINING = ANNOTATIONS | {"format", "contentEncoding", "contentMediaType", "discriminator"}
"""Keywords that change nothing about what validates."""


class Effect(enum.Enum):
    """What became of a keyword's meaning."""

    SAID = "said"
    """It stands in words in the description; nothing enforces it."""
    LOST = "lost"
    """The model does not learn of it."""
    IMPLIED = "implied"
    """A model that reads the rest does it anyway, though nothing enforces it: to write declared keys alone, to keep
    to one variant of a union."""
    NARROWED = "narrowed"
    """The dialect wants it stated, so that what the source leaves open without describing it cannot be written."""


_NOTHING_AT_ZERO = frozenset({"minLength", "minItems", "minProperties", "minContains"})
_NAMED = 4
_MESSAGES = {
    Effect.SAID: "no `{}`: it stands in words only",
    Effect.LOST: "no `{}`: it is lost",
    Effect.IMPLIED: "no `{}`: what is declared implies it",
    Effect.NARROWED: "no open `{}`: only what the source describes can be written",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """One keyword that a dialect cannot hold."""

    keyword: str
    effect: Effect
    pointer: str
    """Where in the tool's schema, as a JSON pointer; below `/$defs/NAME` for a shared definition."""

    @property
    def severity(self) -> Severity:
        """A warning where a constraint is gone, else info."""
        return Severity.WARNING if self.effect is Effect.LOST and self.constrains else Severity.INFO

    @property
    def constrains(self) -> bool:
        """Whether the keyword says which values are valid, so that without it other values are."""
        return self.keyword not in UNCONSTRAINING


@dataclass(frozen=True, slots=True, kw_only=True)
class LossFinding(Diagnostic):
    """A finding that dialects may share."""

    dialects: tuple[str, ...]
    keyword: str
    effect: Effect
    places: frozenset[tuple[str, str]] = field(compare=False)
    """Tool, empty for a shared definition, and pointer."""
    first: str = field(compare=False)
    """Pointer of the first place, which `tool` has."""


def unspoken(keyword: str, source: JsonObject) -> Effect | None:
    """Say what a keyword without a phrase of its own is: said by another's, plain without words, or no loss (None)."""
    if keyword == "additionalProperties":
        return Effect.IMPLIED if source[keyword] is False else None
    if keyword == "oneOf":
        return Effect.IMPLIED
    if keyword in _NOTHING_AT_ZERO and source[keyword] == 0:
        return None
    # The second of two bounds.
    return Effect.SAID if keyword.startswith(("min", "max", "exclusive")) else None


def loss_diagnostics(losses: Iterable[tuple[ToolContract, Loss]], dialect: str) -> tuple[LossFinding, ...]:
    """Report losses: one finding a keyword and effect, with the count and the first place.

    Args:
        losses: in catalog order; a loss inside a shared definition counts once.
        dialect: what they are losses of.
    """
    groups: dict[tuple[str, Effect], dict[tuple[str, str], tuple[ToolContract, Loss]]] = {}
    # A definition's losses are the same objects in every tool that reaches it: a million of them in a large catalog.
    counted: dict[int, Loss] = {}
    for contract, loss in losses:
        if id(loss) in counted:
            continue
        counted[id(loss)] = loss
        shared = loss.pointer.startswith("/$defs/")
        place = ("" if shared else contract.name, loss.pointer)
        groups.setdefault((loss.keyword, loss.effect), {}).setdefault(place, (contract, loss))
    return tuple(_finding(places, dialect) for places in groups.values())


def named(dialects: Sequence[str]) -> str:
    """Write dialects as the subject of a sentence: `gemini`, `gemini and cohere`, `a, b, c and 5 other dialects`."""
    if len(dialects) == 1:
        return dialects[0]
    if len(dialects) <= _NAMED:
        return f"{', '.join(dialects[:-1])} and {dialects[-1]}"
    return f"{', '.join(dialects[: _NAMED - 1])} and {len(dialects) - _NAMED + 1} other dialects"


def _finding(places: dict[tuple[str, str], tuple[ToolContract, Loss]], dialect: str) -> LossFinding:
    contract, loss = next(iter(places.values()))
    return _worded(
        LossFinding(
            code="PT-01",
            severity=loss.severity,
            message="",
            location=contract.origin,
            tool=contract.name,
            dialects=(dialect,),
            keyword=loss.keyword,
            effect=loss.effect,
            places=frozenset(places),
            first=loss.pointer,
        )
    )


def joined_losses(findings: Sequence[LossFinding]) -> LossFinding:
    """Make one finding of those of several dialects, of one keyword and effect."""
    if len(findings) == 1:
        return findings[0]
    dialects = dict.fromkeys(dialect for finding in findings for dialect in finding.dialects)
    places = frozenset[tuple[str, str]]().union(*(finding.places for finding in findings))
    return _worded(replace(findings[0], dialects=tuple(dialects), places=places))


def _worded(finding: LossFinding) -> LossFinding:
    dialects = finding.dialects
    verb = "takes" if len(dialects) == 1 else "take"
    said = _MESSAGES[finding.effect].format(finding.keyword)
    rest = len(finding.places) - 1
    count = f" and in {plural(rest, 'other place')}" if rest else ""
    message = f"{named(dialects)} {verb} {said} at `{finding.first or '/'}` of `{finding.tool}`{count}"
    return replace(finding, message=message)
