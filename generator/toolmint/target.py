"""What a target is: something that prints a `Catalog` as files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from toolmint.diagnostics import Diagnostic
from toolmint.ir.contract import Catalog
from toolmint.lowering.shared import SharedLowering
from toolmint.lowering.size import Budget
from toolmint.rendering import Renderer

__all__ = ["Printout", "Target", "TargetInput"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetInput:
    """Everything that a target may look at; equal inputs give equal bytes."""

    catalog: Catalog
    source_label: str
    """The source relative to the project, for the `generated; do not edit` line."""
    renderer: Renderer
    """Templates of the project and of toolmint."""
    budget: Budget = field(default_factory=Budget)
    """What the project wants its lists to keep to."""
    lowered: SharedLowering = field(default_factory=SharedLowering, compare=False)
    """What targets of one catalog have lowered so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Printout:
    """What a target printed."""

    files: Mapping[str, bytes]
    """Path below the generated package's folder, with `/`, to content."""
    diagnostics: tuple[Diagnostic, ...] = ()
    """Losses of this target (`PT-nn`)."""


class Target(Protocol):
    """A plug-in that prints one kind of output. A module-level object in `targets/`, listed in `targets.TARGETS`."""

    name: str
    requires: tuple[str, ...]
    """Targets whose files this one's files need at run time."""

    def render(self, request: TargetInput) -> Printout:
        """Print the catalog."""
        ...
