"""The documents of one build: each file read once, references followed, places found."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from toolmint.diagnostics import Diagnostic, Related
from toolmint.documents.caches import Caches
from toolmint.documents.files import files_below, read_file
from toolmint.documents.lines import LineTable
from toolmint.documents.load import Document, decode_text, parse_document, unreadable_file
from toolmint.documents.node import Node
from toolmint.documents.positions import SourceIndex
from toolmint.documents.refs import (
    Reference,
    ReferenceProblem,
    anchors_of,
    is_reference,
    missing_anchor,
    missing_key,
    parse_reference,
    reference_problem,
)
from toolmint.documents.text_files import TextIndex
from toolmint.errors import SourceError
from toolmint.location import Location, join_pointer, split_pointer

__all__ = ["DocumentStore"]


class DocumentStore:
    """Loads and keeps documents, follows `$ref`s, finds lines.

    Files are told apart by their normal absolute path, symbolic links not resolved, so that nothing but `read`
    touches the disk: a build depends on what `read` returned and on nothing else.

    Args:
        root: the project's folder; files inside it are shown relative to it.
        read: returns a file's bytes or raises OSError. A service passes one that refuses what is outside its
            folder.
        walk: lists the files below a folder, at any depth; a folder of code is one source.
    """

    def __init__(
        self,
        root: Path,
        *,
        read: Callable[[Path], bytes] = read_file,
        walk: Callable[[Path], Iterable[Path]] = files_below,
    ) -> None:
        self.root = _normal(root)
        self._read = read
        self._files_of = walk
        self._caches = Caches()
        self._changed: dict[Path, Document] = {}
        self._given: dict[Path, tuple[Document | SourceError, TextIndex | None]] = {}

    def load(self, file: Path) -> Document:
        """Read and parse a file, once.

        Args:
            file: absolute, or relative to the root.

        Raises:
            SourceError: with a diagnostic; the same one at every call.
        """
        return self._load(_normal(self.root / file), shown=file.as_posix())

    def text(self, file: Path) -> tuple[str, str]:
        """Read a file that is neither YAML nor JSON.

        Args:
            file: absolute, or relative to the root.

        Returns:
            The file as shown to people, and its text without a byte-order mark.

        Raises:
            SourceError: with a diagnostic: it cannot be read or is not UTF-8.
        """
        path = self._path_shown(_normal(self.root / file), file.as_posix())
        try:
            content = self._caches.contents[path] = self._read(_normal(self.root / file))
        except OSError as error:
            raise unreadable_file(error, path=path) from error
        return path, decode_text(content, path=path)

    def add(self, document: Document, *, index: TextIndex | None = None) -> None:
        """Take a document that was made elsewhere, in place of reading its file.

        References that were followed into an older document at its place are forgotten.

        Args:
            document: what stands for the file.
            index: finds places in it, where nobody ever sees its text.
        """
        path = document.path
        file = _normal(self.root / document.file)
        self._caches.documents[file] = document
        self._given[file] = (document, index)
        self._caches.contents[path] = document.content
        self._caches.shown[path] = document
        for cache in (self._caches.roots, self._caches.anchors, self._caches.indexes, self._caches.lines):
            cache.pop(path, None)
        if index is not None:
            self._caches.indexes[path] = index
        self._caches.targets.clear()

    def add_failure(self, file: Path, error: SourceError) -> None:
        """Take the reason why a document could not be made, which is raised when it is asked for."""
        file = _normal(self.root / file)
        self._caches.documents[file] = error
        self._given[file] = (error, None)

    def rereading(self, read: Callable[[Path], bytes]) -> DocumentStore:
        """Return a store that reads every file anew, and has the documents that were made elsewhere.

        Args:
            read: takes the place of this store's own.
        """
        other = DocumentStore(self.root, read=read, walk=self._files_of)
        for file, (entry, index) in self._given.items():
            if isinstance(entry, Document):
                other.add(entry, index=index)
            else:
                other.add_failure(file, entry)
        return other

    def with_changed(self, document: Document) -> DocumentStore:
        """Return a store in which a changed document takes the place of the file that it was made from.

        The two share everything that was read, and both find the lines of what the changed document holds; this one
        goes on to read the file as it is, since another source may need it so.

        Args:
            document: has `origins`, and a `path` that no file and no other changed document has.
        """
        other = DocumentStore(self.root, read=self._read, walk=self._files_of)
        # Where a reference leads depends on whether it meets the changed document.
        other._caches = replace(self._caches, targets={})
        other._changed = {**self._changed, _normal(self.root / document.file): document}
        other._given = self._given
        other._caches.shown[document.path] = document
        return other

    def located(self, finding: Diagnostic) -> Diagnostic:
        """Fill in the lines and columns of a finding and of what it refers to."""
        related = tuple([replace(other, location=self.locate(other.location)) for other in finding.related])
        return finding.moved(self.locate(finding.location), related)

    def loaded(self) -> tuple[Document, ...]:
        """Return every document that was read without error, in the order of reading."""
        read = self._caches.documents.items()
        return tuple(self._changed.get(file, one) for file, one in read if isinstance(one, Document))

    def document(self, path: str) -> Document | None:
        """Return a document that was read, by its path as shown to people; None where there is none."""
        return self._caches.shown.get(path)

    def root_node(self, file: Path) -> Node:
        """Return the cursor on the root of a file; the same object at every call.

        Raises:
            SourceError: as for `load`.
        """
        document = self.load(file)
        return self._root_of(document)

    def resolve(self, node: Node) -> Node:
        """Follow a reference to the value that it stands for, through further references.

        Args:
            node: a value at a place where the standard allows a reference. What has no `$ref` comes back as it is;
                what stands beside a `$ref` is the caller's matter.

        Returns:
            A value without a `$ref`, at its own place.

        Raises:
            ReferenceProblem: IN-09 (leads nowhere, or only to itself), IN-10 (another host, an absolute path), or
                the problem of the file that it leads to.
        """
        return self._resolve(node, frozenset())

    def follow(self, node: Node) -> Node:
        """Follow the `$ref` of a mapping by one step; the target may be a reference again.

        Raises:
            ReferenceProblem: as for `resolve`.
        """
        return self._follow(node, frozenset())

    def files_below(self, folder: Path, ending: str) -> list[Path]:
        """Return the files below a folder, at any depth, whose names end so, in path order."""
        found = [file for file in self._files_of(_normal(self.root / folder)) if file.name.endswith(ending)]
        return sorted(found, key=lambda file: file.as_posix())

    def add_places(self, path: str, index: TextIndex) -> None:
        """Take what finds the places of a file of code, as shown to people."""
        self._caches.indexes[path] = index

    def locate(self, location: Location) -> Location:
        """Fill in line and column of a location; one in an unknown document comes back as it is."""
        if location.resolved:
            return location
        location = self._origin_of(location)
        index = self._caches.indexes.get(location.path)
        if index is None:
            document = self._caches.shown.get(location.path)
            if document is None:
                return location
            index = self._caches.indexes[location.path] = SourceIndex(document)
        return index.locate(location)

    def _origin_of(self, location: Location) -> Location:
        """Return where something is written: a document that was made may be made from one that was made, too."""
        seen = {location.path}
        while (document := self._caches.shown.get(location.path)) is not None and document.origins is not None:
            location = document.origins.place(location)
            if location.path in seen:
                break
            seen.add(location.path)
        return location

    def source_line(self, path: str, line: int) -> str | None:
        """Return a line of a file that was read, also of one that could not be parsed.

        Args:
            path: the file as shown to people.
            line: 1-based.

        Returns:
            The text without its line end; None for an unknown file or line.
        """
        table = self._caches.lines.get(path)
        if table is None:
            content = self._caches.contents.get(path)
            if content is None:
                return None
            table = self._caches.lines[path] = LineTable(content.decode("utf-8-sig", "replace"))
        return table.line(line)

    def _load(self, file: Path, *, shown: str) -> Document:
        known = self._changed.get(file) or self._caches.documents.get(file)
        if known is None:
            known = self._caches.documents[file] = self._read_document(file, self._path_shown(file, shown))
        if isinstance(known, SourceError):
            # A new exception each time, as a raised one keeps its traceback.
            raise SourceError(known.message, hint=known.hint, diagnostic=known.diagnostic)
        return known

    def _read_document(self, file: Path, path: str) -> Document | SourceError:
        try:
            content = self._read(file)
        except OSError as error:
            return unreadable_file(error, path=path)
        self._caches.contents[path] = content
        try:
            document = parse_document(content, path=path, file=file)
        except SourceError as error:
            return error
        self._caches.shown[path] = document
        return document

    def _path_shown(self, file: Path, shown: str) -> str:
        if file.is_relative_to(self.root):
            return file.relative_to(self.root).as_posix()
        return shown

    def _root_of(self, document: Document) -> Node:
        root = self._caches.roots.get(document.path)
        if root is None or root.document is not document:
            root = self._caches.roots[document.path] = Node.root(document)
        return root

    def _resolve(self, node: Node, active: frozenset[tuple[str, str]]) -> Node:
        asked = node
        trail: list[Node] = []
        while isinstance(node.value, dict) and "$ref" in node.value:
            place = (node.document.path, node.pointer)
            if place in active:
                shown = " -> ".join(f"#{step.pointer}" for step in [*_since(trail, node), node])
                raise reference_problem(asked, "IN-09", f"`$ref` leads back to itself: `{shown}`")
            active |= {place}
            trail.append(node)
            node = self._follow(node, active)
        return node

    def _follow(self, node: Node, active: frozenset[tuple[str, str]]) -> Node:
        written = node.child("$ref").value
        key = (node.document.path, written if isinstance(written, str) else "")
        target = self._caches.targets.get(key)
        if target is None or not isinstance(written, str):
            try:
                target = self._caches.targets[key] = self._find_target(node, active)
            except ReferenceProblem:
                target = self._in_resource(node, active)  # not kept: the same text means another place elsewhere
                if target is None:
                    raise
        return target

    def _find_target(self, node: Node, active: frozenset[tuple[str, str]]) -> Node:
        try:
            reference = parse_reference(node)
        except ReferenceProblem:
            embedded = self._embedded(node)
            if embedded is None:
                raise
            return embedded
        root = self._root_of(self._target_document(node, reference))
        return self._walk(root, node, reference, active)

    def _embedded(self, node: Node) -> Node | None:
        """Find the schema of the same document whose `$id` is written as the reference is: no fetch is needed."""
        url, _, fragment = str(node.child("$ref").value).partition("#")
        tokens = self._anchors(node.document).get(url)
        schema = self._root_of(node.document).at(join_pointer(tokens)) if tokens is not None else None
        identifier = schema.get("$id") if schema is not None else None
        if schema is None or identifier is None or identifier.value not in (url, f"{url}#"):
            return None  # an `$anchor` of that name
        return schema.at(fragment) if fragment[:1] in ("", "/") else None

    def _in_resource(self, node: Node, active: frozenset[tuple[str, str]]) -> Node | None:
        """Follow a pointer from the schema with `$id` round a reference: it counts from there (core section 8.2.1).

        Second to the document: people write `#/components/…` inside such a schema too.
        """
        written = node.child("$ref").text
        if written is None or not written.startswith("#/"):
            return None
        holder: Node | None = node
        while holder is not None and not isinstance((holder.mapping or {}).get("$id"), str):
            holder = holder.parent
        if holder is None:
            return None
        try:
            return self._walk(holder, node, parse_reference(node), active)
        except ReferenceProblem:
            return None

    def _target_document(self, node: Node, reference: Reference) -> Document:
        if not reference.file:
            return node.document
        file = _normal((self.root / node.document.file).parent / reference.file)
        shown = posixpath.normpath(posixpath.join(posixpath.dirname(node.document.path), reference.file))
        try:
            return self._load(file, shown=shown)
        except SourceError as error:
            finding = error.diagnostic
            if finding is None or finding.location.path not in self._caches.contents:  # it could not be opened
                message = f"`$ref` leads to `{reference.file}`: {error.message}"
                raise reference_problem(node, "IN-09", message) from error
            reason = Related(message="read because of this `$ref`", location=node.child("$ref").location)
            raise ReferenceProblem(replace(finding, related=(*finding.related, reason))) from error

    def _walk(self, root: Node, node: Node, reference: Reference, active: frozenset[tuple[str, str]]) -> Node:
        fragment = reference.fragment
        if fragment and not fragment.startswith("/"):
            tokens: Iterable[str] | None = self._anchors(root.document).get(fragment)
            if tokens is None:
                raise missing_anchor(node, reference, root, self._anchors(root.document))
        else:
            tokens = split_pointer(fragment)
        target = root
        for token in tokens:
            try:
                target = target.child(token)
            except KeyError:
                # Strictly a pointer does not pass through references (RFC 6901), but it can mean nothing else.
                if not is_reference(target):
                    raise missing_key(node, reference, target, token) from None
                target = self._step(self._resolve(target, active), token, node, reference)
        return target

    def _step(self, target: Node, token: str, node: Node, reference: Reference) -> Node:
        try:
            return target.child(token)
        except KeyError:
            raise missing_key(node, reference, target, token) from None

    def _anchors(self, document: Document) -> dict[str, tuple[str, ...]]:
        anchors = self._caches.anchors.get(document.path)
        if anchors is None:
            anchors = self._caches.anchors[document.path] = anchors_of(document.value)
        return anchors


def _normal(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100  # `resolve` follows symbolic links, which asks the disk


def _since(trail: list[Node], node: Node) -> list[Node]:
    """Return the part of a trail of references that begins where `node` stands."""
    places = [(step.document.path, step.pointer) for step in trail]
    place = (node.document.path, node.pointer)
    return trail[places.index(place) :] if place in places else trail
