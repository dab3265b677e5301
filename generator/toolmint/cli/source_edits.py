"""Changes of source files on their way: worked out in memory, shown as a diff, written when somebody agrees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from toolmint.cli.compiling import Compiled, shown_from
from toolmint.cli.console import Console
from toolmint.documents import Document, DocumentStore
from toolmint.editing import EditRefused, edit_document, unified_diff
from toolmint.edits import Edit
from toolmint.errors import UsageError
from toolmint.output import write_whole
from toolmint.reporters.report import Paint
from toolmint.text import visible

__all__ = ["ChangedFile", "changed_files", "show_changes", "store_with", "write_changes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedFile:
    """A file and what it is to hold."""

    document: Document
    file: Path
    """The file itself, links followed."""
    new: bytes

    @property
    def diff(self) -> tuple[str, ...]:
        """The unified diff, line by line."""
        return unified_diff(self.document.content, self.new, path=self.document.path)


def changed_files(edits: Iterable[Edit], compiled: Compiled, store: DocumentStore) -> tuple[ChangedFile, ...]:
    """Apply edits in memory.

    Args:
        edits: in places of files that the store has read.
        compiled: the project, beyond which no file is changed.
        store: has read the files.

    Returns:
        The files that differ, ordered by path.

    Raises:
        UsageError: a file lies outside the project, or an edit cannot be made without harm.
    """
    by_path: dict[str, list[Edit]] = {}
    for edit in edits:
        by_path.setdefault(edit.place.path, []).append(edit)
    found: list[ChangedFile] = []
    for path in sorted(by_path):
        document = store.document(path)
        assert document is not None
        file = _inside(document, compiled)
        try:
            new = edit_document(document, by_path[path])
        except EditRefused as refused:
            place = store.locate(refused.location)
            where = f"{shown_from(place.path, compiled)}:{max(place.line, 1)}:{max(place.column, 1)}"
            hint = "nothing is written; make the change by hand"
            raise UsageError(f"{where}: the edit cannot be made: {refused.message}", hint=hint) from refused
        if new != document.content:
            found.append(ChangedFile(document=document, file=file, new=new))
    return tuple(found)


def _inside(document: Document, compiled: Compiled) -> Path:
    """Return the real file of a document; one outside of the project and of the source's own folder is not changed."""
    root = compiled.project.root
    file = (root / document.file).resolve()
    folders = [root.resolve()]
    if not compiled.project.whole:  # named by its path
        folders += [(root / source.file).resolve().parent for source in compiled.project.sources]
    if not any(file.is_relative_to(folder) for folder in folders):
        raise UsageError(f"`{document.path}` lies outside of the project, so it is not changed")
    return file


def store_with(changes: Iterable[ChangedFile], compiled: Compiled) -> DocumentStore:
    """Return a store that reads files as they are to be."""
    new = {change.file: change.new for change in changes}

    def read(file: Path) -> bytes:
        content = new.get(file.resolve())
        return file.read_bytes() if content is None else content

    return compiled.store.rereading(read)


def show_changes(console: Console, changes: Iterable[ChangedFile], compiled: Compiled, *, as_data: bool = True) -> None:
    """Print the diff of each file: to stdout, or to stderr where stdout belongs to something else."""
    for change in changes:
        shown = shown_from(change.document.path, compiled)
        for number, line in enumerate(change.diff):
            text = f"{line[:4]}{shown}" if number < 2 else line
            if as_data:
                console.data(_painted(console.paint, visible(text)) + "\n")
            else:
                console.tell(_painted(console.paint_error_stream, visible(text)))


def _painted(paint: Paint, line: str) -> str:
    if line.startswith("+"):
        return paint(line, "added")
    if line.startswith("-"):
        return paint(line, "removed")
    return paint(line, "place") if line.startswith("@@") else line


def write_changes(changes: Iterable[ChangedFile]) -> None:
    """Write each file whole, all of them or none.

    Raises:
        OutputError: the operating system refuses; what had been written is taken back.
        UsageError: a file is another by now than the one that was read.
    """
    changed = list(changes)
    for change in changed:
        if change.file.read_bytes() != change.document.content:
            raise UsageError(f"`{change.document.path}` has changed in the meantime", hint="run the command again")
    written: list[ChangedFile] = []
    try:
        for change in changed:
            write_whole(change.file, change.new)
            written.append(change)
    except BaseException:
        for change in written:
            write_whole(change.file, change.document.content)
        raise
