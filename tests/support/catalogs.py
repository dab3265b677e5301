"""Catalogs for tests: of real documents and of tool lists."""

from __future__ import annotations

from pathlib import Path

from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog
from toolmint.source import SourceInput
from toolmint.sources import load_source

__all__ = ["catalog_of_document", "catalog_of_tool_list", "document_files"]


def document_files(folder: Path) -> list[Path]:
    """Return the single-file OpenAPI documents of a folder."""
    return sorted(path for path in folder.iterdir() if path.suffix in (".json", ".yaml"))


def catalog_of_document(file: Path) -> Catalog:
    """Extract an OpenAPI document, leaving out what cannot be read."""
    source = SourceInput(name="corpus", kind="openapi", file=file)
    return load_source("openapi").extract(source, DocumentStore(file.parent)).catalog


def catalog_of_tool_list(file: Path) -> Catalog:
    """Extract a tool list, leaving out what cannot be read."""
    source = SourceInput(name="listed", kind="tool-list", file=file)
    return load_source("tool-list").extract(source, DocumentStore(file.parent)).catalog
