"""A tool while it is read, whatever its framework."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.binding import JavaFramework, JavaParameter, RegisteredTool, SchemaGap
from toolmint.ir.contract import LeftOut
from toolmint.ir.schema import JsonObject
from toolmint.location import Location
from toolmint.sources.java.declarations import Method, TypeDeclaration

__all__ = ["Argument", "Draft", "Reading"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One argument that the model gives."""

    name: str
    schema: JsonObject
    """As it should be: `$defs` inside, no `#`."""
    required: bool
    place: Location


@dataclass(slots=True, kw_only=True)
class Draft:
    """One tool."""

    framework: JavaFramework
    owner: TypeDeclaration
    method: Method
    place: Location
    """Of its annotation."""
    name: str = ""
    """As the framework registers it."""
    description: str = ""
    """As the framework sends it."""
    registered: RegisteredTool | None = None
    """None where the framework would refuse it, or where what it would say is not modelled word for word."""
    arguments: list[Argument] = field(default_factory=list)
    parameters: list[JavaParameter] = field(default_factory=list)
    read_only: bool | None = None
    external: bool = False
    deprecated: bool = False
    ignore: dict[str, str] = field(default_factory=dict)
    """Code of a rule to the reason why its findings are let pass."""
    places: dict[str, Location] = field(default_factory=dict)
    gaps: list[SchemaGap] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)

    @property
    def label(self) -> str:
        """The method as a person writes it: `Tools.refund`."""
        return f"{self.owner.name or 'an anonymous class'}.{self.method.name}"

    @property
    def called(self) -> str:
        """What people call it: its name, or where it has none, the method."""
        return self.name or self.label

    @property
    def first_error(self) -> Diagnostic | None:
        """What keeps it from becoming a contract."""
        return next((one for one in self.findings if one.severity is Severity.ERROR), None)

    def has_error(self, code: str) -> bool:
        """Say whether an error of a code was found."""
        return any(one.code == code and one.severity is Severity.ERROR for one in self.findings)

    def error(self, code: str, message: str, place: Location | None = None, hint: str | None = None) -> None:
        """Report what keeps it from becoming a contract."""
        self._report(code, Severity.ERROR, message, place, hint)

    def warning(self, code: str, message: str, place: Location | None = None, hint: str | None = None) -> None:
        """Report what is worth knowing."""
        self._report(code, Severity.WARNING, message, place, hint)

    def _report(self, code: str, severity: Severity, message: str, place: Location | None, hint: str | None) -> None:
        self.findings.append(
            Diagnostic(
                code=code,
                severity=severity,
                message=message,
                location=place or self.place,
                hint=hint,
                tool=self.name or self.method.name,
            )
        )


@dataclass(slots=True)
class Reading:
    """What one framework's rules found."""

    drafts: list[Draft] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    refused: list[Diagnostic] = field(default_factory=list)
    """Findings about methods of frameworks that are not read."""
