"""Two states of a pinned OpenAPI document, compared: the tools that come of it, and where their calls go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from toolmint import sources as source_plugs
from toolmint.changes import Change, Grade, catalog_changes
from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog
from toolmint.listing import parse_text
from toolmint.location import split_pointer
from toolmint.lock import Entry, document_entry
from toolmint.pins.compare import ListingComparison
from toolmint.prose.description import describe
from toolmint.rendering import Renderer
from toolmint.source import SourceInput

__all__ = ["compare_documents", "extract_document"]

_SHOWN = 5


def extract_document(text: str, source: SourceInput, root: Path) -> Catalog:
    """Read an OpenAPI document as a source, in the place of the file that lies there.

    Args:
        text: the document.
        source: its settings: overlays and selection are the project's own.
        root: the project's folder.

    Raises:
        SourceError: it is no OpenAPI document.
    """
    content = text.encode()
    wanted = (root / source.file).resolve()

    def read(file: Path) -> bytes:
        return content if file.resolve() == wanted else file.read_bytes()

    store = DocumentStore(root, read=read)
    return source_plugs.load_source("openapi").extract(source, store).catalog


def compare_documents(old: str, new: str, source: SourceInput, root: Path, renderer: Renderer) -> ListingComparison:
    """Compare what was accepted with what is there now.

    Raises:
        SourceError: one of them is no OpenAPI document.
    """
    states = [extract_document(text, source, root) for text in (old, new)]
    texts = [{one.name: describe(one, state, renderer) for one in state.contracts} for state in states]
    changes = list(catalog_changes(states[0], states[1], (texts[0], texts[1])))
    changes += _bindings(states[0], states[1])
    entries = [document_entry(parse_text(text, what="the document")) for text in (old, new)]
    changes += _of_document(entries[0], entries[1], told=bool(changes))
    return ListingComparison(changes=tuple(changes), before=states[0], after=states[1])


def _bindings(before: Catalog, after: Catalog) -> Iterator[Change]:
    """Report calls that are made in another way: the model reads the same, and something else happens."""
    old = {one.name: one for one in before.contracts}
    for contract in after.contracts:
        earlier = old.get(contract.name)
        if earlier is not None and replace(contract, origin=earlier.origin).binding != earlier.binding:
            yield Change(
                tool=contract.name,
                side="tool",
                path=("request",),
                kind="request-changed",
                grade=Grade.BEHAVIOUR,
                reason="the request is made in another way: method, path, or where an argument goes",
            )


def _of_document(old: Entry, new: Entry, *, told: bool) -> Iterator[Change]:
    parts = sorted(one for one in old.parts.keys() | new.parts.keys() if old.parts.get(one) != new.parts.get(one))
    roots = dict.fromkeys(split_pointer(one)[0] for one in parts)
    for key, grade, reason, safety in (
        ("servers", Grade.LOOSENED, "calls, and the credentials with them, go to other servers", True),
        ("host", Grade.LOOSENED, "calls, and the credentials with them, go to another host", True),
        ("security", Grade.BEHAVIOUR, "calls are authorised in another way", False),
    ):
        if key in roots:
            yield _made((key,), f"{key}-changed", grade, reason, safety=safety)
    left = [one for one in parts if split_pointer(one)[0] not in ("servers", "host", "security")]
    if left and not told:
        named = ", ".join(f"`{'.'.join(split_pointer(one))}`" for one in left[:_SHOWN])
        more = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        reason = f"{named}{more} differ, and no tool with them"
        yield _made(("document",), "document-changed", Grade.NOTATION, reason, safety=False)


def _made(path: tuple[str, ...], kind: str, grade: Grade, reason: str, *, safety: bool) -> Change:
    return Change(tool=None, side="server", path=path, kind=kind, grade=grade, reason=reason, safety=safety)
