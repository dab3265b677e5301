"""What a store of documents keeps."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from toolmint.documents.lines import LineTable
from toolmint.documents.load import Document
from toolmint.documents.node import Node
from toolmint.documents.positions import SourceIndex
from toolmint.documents.text_files import TextIndex
from toolmint.errors import SourceError

__all__ = ["Caches"]


@dataclass(slots=True)
class Caches:
    """What a store has read or worked out; text keys are files as shown to people."""

    documents: dict[Path, Document | SourceError] = field(default_factory=dict)
    contents: dict[str, bytes] = field(default_factory=dict)
    shown: dict[str, Document] = field(default_factory=dict)
    roots: dict[str, Node] = field(default_factory=dict)
    targets: dict[tuple[str, str], Node] = field(default_factory=dict)
    anchors: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    indexes: dict[str, SourceIndex | TextIndex] = field(default_factory=dict)
    lines: dict[str, LineTable] = field(default_factory=dict)
