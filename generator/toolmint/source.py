"""What a source is: something that is read into a `Catalog`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias, runtime_checkable

from toolmint.diagnostics import Diagnostic
from toolmint.documents import DocumentStore
from toolmint.edits import Edit
from toolmint.ir.contract import Catalog
from toolmint.location import Location

__all__ = [
    "ArgumentRename",
    "Execution",
    "Extraction",
    "RenamePlan",
    "RenameRequest",
    "RenamingSource",
    "Source",
    "SourceInput",
    "ToolRename",
    "is_app_name",
]

_APP_NAME = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*(?:\.[^\W\d]\w*)*(?:\(\))?")


def is_app_name(text: str) -> bool:
    """Say whether a text names an app in Python code: `module:app`, or `module:create_app()`."""
    return _APP_NAME.fullmatch(text) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Execution:
    """Code of the user's that is run before the source is read."""

    app: str | None = None
    """The app that describes itself, as `module:app` or `module:factory()`; None: types are resolved."""
    python: str | None = None
    """The interpreter, a virtual environment or a command, relative to the project; None: the project's own."""
    seconds: int = 60
    """How long it may take."""
    place: Location | None = None
    """Where the project file asks for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceInput:
    """One source of truth, as the project names it."""

    name: str
    """A Python identifier; the name of the generated package."""
    kind: str
    """The key in `sources.SOURCES`."""
    file: Path
    """The file or folder to read."""
    overlays: tuple[Path, ...] = ()
    """OpenAPI Overlays to apply, in order."""
    include: tuple[str, ...] = ()
    """Selection patterns; empty selects everything."""
    exclude: tuple[str, ...] = ()
    pattern_places: Mapping[str, Location] = field(default_factory=dict)
    """Where the patterns are written: `include/0` and so on. Without it findings about them point at the document."""
    language: str | None = None
    """`en` or `zh`; None: by the script of the prose."""
    options: dict[str, object] = field(default_factory=dict)
    """Further keys of the source's table in the project file."""
    execution: Execution | None = None
    """What is run before it is read; None: nothing, as everywhere unless somebody asks for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What reading a source gave."""

    catalog: Catalog
    """What could be read; an operation with an error is in `catalog.left_out`."""
    diagnostics: tuple[Diagnostic, ...] = ()


class Source(Protocol):
    """A plug-in that reads one kind of source. A module-level object in `sources/`, listed in `sources.SOURCES`."""

    kind: str

    def claims(self, file: Path, store: DocumentStore) -> bool:
        """Say whether a file looks like this kind.

        Args:
            file: an existing file.
            store: reads a document that only the whole of it tells, and keeps it for the extraction.
        """
        ...

    def extract(self, source: SourceInput, store: DocumentStore) -> Extraction:
        """Read the source.

        Raises:
            SourceError: nothing of it can be read.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentRename:
    """An argument of a tool, or something inside of one, is to have another name."""

    tool: str
    old: str
    """The argument, or a path: `items[].sku`."""
    new: str
    model_only: bool = False
    """Whether only the model sees the new name, and what goes to the API stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRename:
    """A tool is to have another name."""

    tool: str
    new: str


RenameRequest: TypeAlias = ArgumentRename | ToolRename


@dataclass(frozen=True, slots=True, kw_only=True)
class RenamePlan:
    """What a rename changes; nothing is changed yet."""

    edits: tuple[Edit, ...]
    """Places in files as they are written, overlays among them."""
    tools: tuple[str, ...]
    """The tools whose request changes or is spoken of in other words, in their order."""
    outputs: tuple[str, ...] = ()
    """The tools of which only the result changes."""
    sent: str | None = None
    """What the request says from now on, where it says something else than before."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Old names and what takes their places."""
    left: tuple[Location, ...] = ()
    """Where the old name stands and may mean something else, so that it stays."""


@runtime_checkable
class RenamingSource(Protocol):
    """A source whose files can be edited so that something has another name."""

    def plan_rename(self, source: SourceInput, store: DocumentStore, request: RenameRequest) -> RenamePlan:
        """Find everything that has to change.

        Raises:
            UsageError: there is no such thing, or the new name is taken.
            SourceError: the source cannot be read.
        """
        ...
