"""What is gathered while one schema is lifted: its problems, and what an author says of its properties."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.schema import CONSTANT, CONTEXT, PROSE, WAS, Json
from toolmint.location import Location

__all__ = ["Frame", "PropertySettings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertySettings:
    """What an author says of one property beyond its schema (`x-tool`)."""

    name: str | None = None
    """Model-facing key; the wire key stays."""
    prose: Json = None
    """Text that replaces the description and may hold references, with its place, as `x-prose` keeps it."""
    was: tuple[str, ...] = ()
    context: str | None = None
    """Dotted key of the host's value; such a property is never shown to the model."""
    constant: tuple[Json, ...] = ()
    """One value, where the property is fixed by the source; empty otherwise."""

    def keywords(self) -> dict[str, Json]:
        """Return the settings as private keywords of the lifted property."""
        found: dict[str, Json] = {}
        if self.prose is not None:
            found[PROSE] = self.prose
        if self.was:
            found[WAS] = list(self.was)
        if self.context is not None:
            found[CONTEXT] = self.context
        if self.constant:
            found[CONSTANT] = self.constant[0]
        return found


@dataclass(slots=True)
class Frame:
    """What lifting one schema gives besides its value."""

    diagnostics: list[Diagnostic] = field(default_factory=list)

    def error(self, code: str, message: str, place: Location, hint: str | None = None) -> None:
        """Report what fails the operation."""
        self._add(code, Severity.ERROR, message, place, hint)

    def warning(self, code: str, message: str, place: Location, hint: str | None = None) -> None:
        """Report what is worth knowing and harms nothing."""
        self._add(code, Severity.WARNING, message, place, hint)

    def info(self, code: str, message: str, place: Location, hint: str | None = None) -> None:
        """Report what is shown on request alone."""
        self._add(code, Severity.INFO, message, place, hint)

    def _add(self, code: str, severity: Severity, message: str, place: Location, hint: str | None) -> None:
        self.diagnostics.append(Diagnostic(code=code, severity=severity, message=message, location=place, hint=hint))
