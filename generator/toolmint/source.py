"""What a source is: something that is read into a `Catalog`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from toolmint.diagnostics import Diagnostic
from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog
from toolmint.location import Location

__all__ = ["Extraction", "Source", "SourceInput"]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What reading a source gave."""

    catalog: Catalog
    """What could be read; an operation with an error is in `catalog.left_out`."""
    diagnostics: tuple[Diagnostic, ...] = ()


class Source(Protocol):
    """A plug-in that reads one kind of source. A module-level object in `sources/`, listed in `sources.SOURCES`."""

    kind: str

    def claims(self, file: Path) -> bool:
        """Say whether the file looks like this kind, by name and first bytes alone."""
        ...

    def extract(self, source: SourceInput, store: DocumentStore) -> Extraction:
        """Read the source.

        Raises:
            SourceError: nothing of it can be read.
        """
        ...
