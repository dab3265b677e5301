"""What a path that somebody named is, or why it is nothing that can be read."""

from __future__ import annotations

from pathlib import Path

from toolmint.config.discovery import KIND_LABELS, claimed_kind, kind_of
from toolmint.config.executions import app_hint
from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, check_regular, why_unreadable
from toolmint.errors import SourceError
from toolmint.location import Location
from toolmint.sources import SOURCES
from toolmint.text import comma_list, nearest

__all__ = ["finding", "names_beside", "passed_over", "registered_kind"]


def registered_kind(file: Path, shown: str, store: DocumentStore) -> str:
    """Return the kind of a file or folder, one of `sources.SOURCES`.

    Args:
        file: what is opened.
        shown: the path as it was given.
        store: reads a document whose first lines do not tell.

    Raises:
        SourceError: it does not exist, cannot be parsed, or is of no kind that toolmint reads.
    """
    try:
        check_regular(file)
        if file.is_dir():
            next(file.iterdir(), None)
    except OSError as error:
        missing = isinstance(error, FileNotFoundError) and not file.is_symlink()
        near = names_beside(file, Path(shown).parent) if missing else None
        hint = app_hint(shown) if ":" in shown else None
        hint = hint or (f"did you mean {comma_list(near)}?" if near else None)
        raise SourceError.at(finding("IN-01", Severity.ERROR, why_unreadable(error), shown, hint=hint)) from error
    kind = kind_of(file, store)
    if kind not in SOURCES and file.is_file() and (claimed := claimed_kind(file, store)):
        kind = claimed
    if kind == "overlay":
        hint = "name the document that it changes; an overlay beside it by name is applied"
        message = "this is an OpenAPI Overlay, which holds no tools of its own"
        raise SourceError.at(finding("IN-04", Severity.ERROR, message, shown, hint=hint))
    if file.is_dir() and kind not in SOURCES:
        message = "this is a folder that holds no source as a whole"
        hint = f"name a document, or the folder of a project: `--project {shown}`"
        raise SourceError.at(finding("IN-04", Severity.ERROR, message, shown, hint=hint))
    if kind is None or kind not in SOURCES:
        raise SourceError.at(passed_over(kind, shown, Severity.ERROR))
    return kind


def passed_over(kind: str | None, shown: str, severity: Severity) -> Diagnostic:
    """Make the finding on a file of a kind that is not read."""
    readable = ", ".join(KIND_LABELS.get(known, known) for known in SOURCES)
    label = KIND_LABELS.get(kind or "")
    what = f"this is {label}, which" if label else "this is of a kind that"
    message = f"{what} this version of toolmint does not read; it reads: {readable}"
    return finding("IN-04", severity, message, shown)


def finding(code: str, severity: Severity, message: str, path: str, *, hint: str | None = None) -> Diagnostic:
    """Make a finding on a file as a whole."""
    location = Location(path=path, line=1, column=1)
    return Diagnostic(code=code, severity=severity, message=message, location=location, hint=hint)


def names_beside(file: Path, folder: Path) -> list[str]:
    """Return the names in a file's folder that were probably meant, written below `folder`."""
    beside = [entry.name for entry in file.parent.iterdir()] if file.parent.is_dir() else []
    return [(folder / name).as_posix() for name in nearest(file.name, beside)]
