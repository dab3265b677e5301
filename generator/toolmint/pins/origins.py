"""What a pin's origin says now, as the text that its file in the specs folder would hold."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import assert_never

from toolmint.config import DocumentAt, FileAt, PinSettings
from toolmint.documents import parse_document, read_file
from toolmint.errors import SourceError, system_reason
from toolmint.listing import CommandServer, UrlServer
from toolmint.lock import laid_out, listing_of_text, spec_text

__all__ = ["document_text", "read_origin"]

_LONG_LINE = 1000
"""Characters a line, on average, above which a document is laid out anew: nobody reads a diff of one line."""


def read_origin(settings: PinSettings, root: Path, *, progress: Callable[[str], None] | None = None) -> str:
    """Read what is there now.

    Args:
        settings: where.
        root: the project's folder, which paths start from.
        progress: told what is waited for, when that takes longer than a few seconds.

    Returns:
        The text of `specs/NAME.mcp.json` or `specs/NAME.openapi.json`.

    Raises:
        ToolmintError: it cannot be read, reached or understood.
    """
    match settings.origin:
        case CommandServer() | UrlServer():
            # Its SDK is an extra and slow to import.
            from toolmint.live import read_listing

            return spec_text(read_listing(settings.name, settings.origin, cwd=root, progress=progress))
        case FileAt():
            shown = settings.origin.file
            return spec_text(listing_of_text(_decoded(_read(root / shown, shown), shown), what=shown))
        case DocumentAt():
            place = settings.origin.place
            if not settings.origin.is_url:
                return document_text(_read(root / place, place), place)
            from toolmint.live.fetching import fetch

            return document_text(fetch(place), place)
        case _:
            assert_never(settings.origin)


def document_text(content: bytes, shown: str) -> str:
    """Return an OpenAPI document as JSON: as it is written where it is JSON, else with the same values.

    Args:
        content: the file.
        shown: where it comes from, for messages.

    Raises:
        SourceError: it cannot be parsed, or is no OpenAPI document.
    """
    document = parse_document(content, path=shown, file=Path("document"))
    root = document.value
    if not isinstance(root, Mapping) or not ("openapi" in root or "swagger" in root):
        hint = "a tool list is pinned by `--file`"
        raise SourceError(f"`{shown}` has neither `openapi` nor `swagger` at its root", hint=hint)
    if document.syntax == "yaml":
        return json.dumps(root, indent=2, ensure_ascii=False) + "\n"
    text = document.text.replace("\r\n", "\n").strip() + "\n"
    return laid_out(text) + "\n" if len(text) > _LONG_LINE * text.count("\n") else text


def _read(file: Path, shown: str) -> bytes:
    try:
        return read_file(file)
    except OSError as error:
        raise SourceError(f"cannot read `{shown}`: {system_reason(error)}") from error


def _decoded(content: bytes, shown: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceError(f"`{shown}` is not UTF-8: byte {error.start} is no part of a character") from None
