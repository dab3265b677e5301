"""What a dialect could not hold, named: nothing is dropped in silence."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import ToolContract
from toolmint.ir.schema import ANNOTATIONS
from toolmint.profiles import Profile
from toolmint.text import plural

__all__ = ["Effect", "Loss", "loss_diagnostics"]


class Effect(enum.Enum):
    """What became of a keyword's meaning."""

    SAID = "said"
    """It stands in words in the description; nothing enforces it."""
    LOST = "lost"
    """The model does not learn of it."""


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
        if self.effect is Effect.SAID or self.keyword in ANNOTATIONS:
            return Severity.INFO
        return Severity.WARNING


def loss_diagnostics(losses: Iterable[tuple[ToolContract, Loss]], profile: Profile) -> tuple[Diagnostic, ...]:
    """Report losses: one finding a keyword and effect, with the count and the first place.

    Args:
        losses: in catalog order; a loss inside a shared definition counts once.
        profile: the dialect that they belong to.
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
    found: list[Diagnostic] = []
    for (keyword, effect), places in groups.items():
        contract, first = next(iter(places.values()))
        count = f" and in {plural(len(places) - 1, 'other place')}" if len(places) > 1 else ""
        said = "stands in words only" if effect is Effect.SAID else "is lost"
        found.append(
            Diagnostic(
                code="PT-01",
                severity=first.severity,
                message=f"{profile.dialect} takes no `{keyword}`: it {said} at `{first.pointer or '/'}`"
                f" of `{contract.name}`{count}",
                location=contract.origin,
                tool=contract.name,
            )
        )
    return tuple(found)
