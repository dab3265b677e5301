"""Java sources in memory, and what AgentScope sends of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toolmint.documents import DocumentStore
from toolmint.rendering import Renderer
from toolmint.source import Extraction, SourceInput
from toolmint.sources import load_source
from toolmint.target import TargetInput
from toolmint.targets import load_target

__all__ = ["IMPORTS", "extract_java", "extract_text", "listed", "printed", "store_of"]

IMPORTS = "import io.agentscope.core.tool.*; import java.util.*; import com.fasterxml.jackson.annotation.*;\n"
_ROOT = Path("/project")


def extract_java(path: Path) -> Extraction:
    """Read a file, or a folder as one source."""
    source = SourceInput(name="tools", kind="java", file=Path(path.name))
    return load_source("java").extract(source, DocumentStore(path.parent))


def store_of(files: Mapping[str, str | bytes]) -> DocumentStore:
    """Return a store of files that lie in a folder `src`."""
    held = {_ROOT / "src" / name: text.encode() if isinstance(text, str) else text for name, text in files.items()}

    def read(file: Path) -> bytes:
        if file not in held:
            raise FileNotFoundError(2, "No such file or directory", str(file))
        return held[file]

    return DocumentStore(_ROOT, read=read, walk=lambda folder: [file for file in held if folder in file.parents])


def extract_text(text: str | Mapping[str, str | bytes], store: DocumentStore | None = None) -> Extraction:
    """Read one class, or several files by their names."""
    files: Mapping[str, str | bytes] = {"Tools.java": IMPORTS + text} if isinstance(text, str) else text
    source = SourceInput(name="tools", kind="java", file=Path("src"))
    return load_source("java").extract(source, store or store_of(files))


def printed(extraction: Extraction) -> list[dict[str, Any]]:
    """Return `agentscope.json` of what was read, tools with errors included."""
    request = TargetInput(catalog=extraction.catalog, source_label="Tools.java", renderer=Renderer())
    files = load_target("agentscope").render(request).files
    document: list[dict[str, Any]] = json.loads(files["agentscope.json"])
    return document


def listed(extraction: Extraction) -> dict[str, dict[str, Any]]:
    """Return what AgentScope sends, by the names of the tools; of two with one name, the last."""
    return {one["function"]["name"]: one["function"] for one in printed(extraction)}
