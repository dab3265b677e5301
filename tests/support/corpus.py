"""Every source of the corpus as a catalog: lists of tools, and OpenAPI documents in files and folders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from toolmint.documents import DocumentStore
from toolmint.errors import SourceError
from toolmint.ir.contract import Catalog
from toolmint.source import SourceInput
from toolmint.sources import load_source

from support.catalogs import catalog_of_tool_list

__all__ = ["catalogs"]

_OPENAPI = re.compile(rb"^(openapi|swagger):", re.MULTILINE)


def catalogs(corpus: Path) -> Iterator[tuple[str, Catalog]]:
    """Yield each source with its name below the corpus; what cannot be read is left out."""
    for file in sorted((corpus / "mcp").glob("*.json")):
        yield f"mcp/{file.name}", catalog_of_tool_list(file)
    folder = corpus / "openapi"
    files = [path for path in sorted(folder.iterdir()) if path.is_file()]
    files += [path for path in sorted(folder.rglob("*/**/*.yaml")) if _OPENAPI.search(path.read_bytes())]
    for file in files:
        name = file.relative_to(folder).as_posix()
        source = SourceInput(name="s", kind="openapi", file=Path(name))
        try:
            yield f"openapi/{name}", load_source("openapi").extract(source, DocumentStore(folder)).catalog
        except SourceError:
            continue
