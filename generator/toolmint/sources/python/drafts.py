"""A tool while it is read, whatever its framework."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.binding import PythonFramework, PythonParameter
from toolmint.lifting.frame import Frame
from toolmint.location import Location
from toolmint.sources.python.docstrings import ParsedDocstring
from toolmint.sources.python.functions import Function
from toolmint.sources.python.marks import Marks

__all__ = ["Argument", "Draft", "HostValue"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One argument that the model gives."""

    name: str
    """As Python knows it."""
    schema: dict[str, Any]
    """Not lifted yet."""
    required: bool
    place: Location
    text_place: Location | None = None
    """Where its description stands; None where it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HostValue:
    """One value that the host gives."""

    name: str
    key: str
    schema: dict[str, Any]
    required: bool
    place: Location


@dataclass(slots=True, kw_only=True)
class Draft:
    """One tool."""

    framework: PythonFramework
    function: Function
    place: Location
    """Of the function's name."""
    name: str
    frame: Frame = field(default_factory=Frame)
    """Problems of this tool alone."""
    shared: list[Diagnostic] = field(default_factory=list)
    """Problems that it shares with others."""
    marks: Marks = field(default_factory=Marks)
    docstring: ParsedDocstring | None = None
    described_at: Location | None = None
    """Where its description stands, if not in the docstring."""
    verbatim: str | None = None
    """The description as its framework sends it; None: the docstring's text before its sections."""
    arguments: list[Argument] = field(default_factory=list)
    whole: str | None = None
    """The parameter whose fields are the arguments."""
    host_values: list[HostValue] = field(default_factory=list)
    parameters: list[PythonParameter] = field(default_factory=list)
    """Arguments by their Python names, until they are lifted."""
    output: dict[str, Any] | None = None
    strict: bool | None = None
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    facing: dict[str, str] = field(default_factory=dict)
    """Python name -> model-facing name, once lifted."""
    tool_name: str = ""
    """The name that every provider takes."""

    @property
    def called(self) -> str:
        """What people call it."""
        return self.name

    @property
    def first_error(self) -> Diagnostic | None:
        """What keeps it from becoming a contract."""
        found = (*self.frame.diagnostics, *self.shared)
        return next((one for one in found if one.severity is Severity.ERROR), None)

    @property
    def call(self) -> str:
        """The function as people write it, with its module."""
        return f"{self.function.module.name}.{self.function.qualname}"
