"""Which files are sources, of which kind, and what each is called."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from toolmint.documents import DocumentStore, beginning_of
from toolmint.errors import SourceError
from toolmint.sources import SOURCES, load_source

__all__ = ["KIND_LABELS", "candidates", "claimed_kind", "kind_of", "overlays_beside", "source_name"]

KIND_LABELS: Mapping[str, str] = {
    "openapi": "an OpenAPI document",
    "tool-list": "a tool list",
    "python": "Python code",
    "java": "Java code",
}
"""What a kind of source is called in messages."""

_CODE = {"java": ".java", "python": ".py"}
_DOCUMENTS = (".yaml", ".yml", ".json")
_MCP = ".mcp.json"
_PINNED = (_MCP, ".openapi.json")
"""What the names of pinned files end in; neither ending is part of a source's name."""
_OVERLAY = ".overlay"
_ROOT_KEYS = {"openapi": "openapi", "swagger": "openapi", "overlay": "overlay"}
_PEEK_BYTES = 4096
# The first key of the root, as nearly every document has it: after comments, directives and a document start.
_FIRST_KEY = re.compile(
    r"""\A(?:[ \t]*(?:\#[^\n]*)?\r?\n|%[^\n]*\n|---[ \t]*(?:\#[^\n]*)?\r?\n)*
        (?:\s*\{\s*"(\w+)"\s*:|["']?(openapi|swagger|overlay)["']?[ ]*:\s)""",
    re.VERBOSE,
)


def kind_of(file: Path, store: DocumentStore) -> str | None:
    """Recognise a source by its name, and a YAML or JSON file by the key at its root.

    Args:
        file: an existing file or folder.
        store: reads a document whose first lines do not tell; it keeps it for the extraction.

    Returns:
        A kind, which `sources.SOURCES` need not have yet; `overlay`; None for anything else.

    Raises:
        SourceError: the file cannot be read or parsed.
    """
    if file.is_dir():
        return next((kind for kind, ending in _CODE.items() if any(file.rglob(f"*{ending}"))), None)
    name = file.name.lower()
    if name.endswith(_MCP):
        return "tool-list"
    if name.endswith(_DOCUMENTS):
        return _root_kind(file, store)
    return next((kind for kind, ending in _CODE.items() if name.endswith(ending)), None)


def claimed_kind(file: Path, store: DocumentStore) -> str | None:
    """Ask every kind of source whether it takes a file that was named by its path.

    Args:
        file: an existing file.
        store: reads a document that only the whole of it tells.
    """
    # A tool list knows itself by all that it holds, which may be examples of what the others look for near a beginning.
    kinds = sorted(SOURCES, key=lambda kind: kind != "tool-list")
    return next((kind for kind in kinds if load_source(kind).claims(file, store)), None)


def candidates(specs: Path, store: DocumentStore) -> Iterator[tuple[str, Path]]:
    """Yield kind and file of everything below a specs folder that is or may become a source, in path order.

    A file that cannot be parsed is yielded as an OpenAPI document, so that its extraction reports it and the other
    sources are judged all the same.
    """
    found: dict[Path, str] = {}
    for file in specs.iterdir():
        # A link that leads nowhere, or a pipe, is no reason to be silent: its extraction says what it is.
        if file.name == "__init__.py":
            continue  # it says that the folder is a package, and is imported with its files
        if file.name.lower().endswith((*_DOCUMENTS, ".py")) and not file.is_dir():
            try:
                kind = kind_of(file, store)
            except SourceError:
                kind = "openapi"
            if kind is not None:
                found[file] = kind
    for file in specs.rglob("*.java"):
        below = file.relative_to(specs)
        found[specs / below.parts[0] if len(below.parts) > 1 else specs] = "java"
    for file in sorted(found, key=lambda file: file.as_posix()):
        yield found[file], file


def overlays_beside(file: Path, store: DocumentStore) -> tuple[Path, ...]:
    """Return the overlays that lie beside a document by name: `github.overlay.yaml` beside `github.yaml`.

    Raises:
        SourceError: such a file cannot be read or parsed.
    """
    if not file.name.lower().endswith(_DOCUMENTS):
        return ()
    beside = [file.with_name(f"{file.stem}{_OVERLAY}{ending}") for ending in sorted(_DOCUMENTS)]
    return tuple(other for other in beside if other.is_file() and kind_of(other, store) == "overlay")


def source_name(file: Path) -> str:
    """Make the name of a source, a Python identifier, from its file or folder.

    Args:
        file: `argocd-2.0.yaml` gives `argocd_2_0`, `weather.mcp.json` and
            `weather.openapi.json` give `weather`, `2fa.json` gives `_2fa`.
    """
    name = file.name
    ending = next((one for one in _PINNED if name.lower().endswith(one) and len(name) > len(one)), None)
    if ending is not None:
        stem = name[: -len(ending)]
    else:
        known = (*_DOCUMENTS, *_CODE.values())
        stem = file.stem if file.suffix.lower() in known else name
    # Python reads identifiers in this form (PEP 3131).
    stem = unicodedata.normalize("NFKC", stem)
    cleaned = "".join(letter if f"_{letter}".isidentifier() else "_" for letter in stem) or "_"
    if not cleaned.isidentifier():
        cleaned = f"_{cleaned}"
    return f"{cleaned}_" if keyword.iskeyword(cleaned) else cleaned


def _root_kind(file: Path, store: DocumentStore) -> str | None:
    try:
        beginning = beginning_of(file, _PEEK_BYTES)
    except OSError:
        beginning = b""  # the store says what is wrong
    found = _FIRST_KEY.match(beginning.decode("utf-8-sig", "replace"))
    first = found and (found[1] or found[2])
    if first in _ROOT_KEYS:
        return _ROOT_KEYS[first]
    root = store.load(file).value
    if isinstance(root, Mapping):
        return next((kind for key, kind in _ROOT_KEYS.items() if key in root), None)
    return None
