"""Read Java code into a catalog: annotated methods to contracts, problems to diagnostics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, shown_path
from toolmint.errors import SourceError
from toolmint.ir.contract import Catalog
from toolmint.location import Location
from toolmint.selection import select_drafts
from toolmint.source import Extraction, SourceInput
from toolmint.sources.java.agentscope import AgentScope
from toolmint.sources.java.contracts import make_contracts
from toolmint.sources.java.declarations import JavaFile
from toolmint.sources.java.frameworks import read_others
from toolmint.sources.java.model import Model
from toolmint.sources.java.places import Places
from toolmint.sources.java.reader import read_file
from toolmint.sources.java.suppressions import add_suppressions
from toolmint.sources.java.syntax import text

__all__ = ["SOURCE", "JavaSource"]

_LONG = 20_000


class JavaSource:
    """The plug-in of kind `java`."""

    kind = "java"

    def claims(self, file: Path, store: DocumentStore) -> bool:
        """Say whether a file is Java, by its ending."""
        return file.suffix == ".java"

    def extract(self, source: SourceInput, store: DocumentStore) -> Extraction:
        """Read every file of the source; one that cannot be read stops none of the others.

        Raises:
            SourceError: the one file that the source is cannot be read.
        """
        paths = _files(source.file, store)
        findings: list[Diagnostic] = []
        files: list[JavaFile] = []
        for path in paths:
            try:
                shown, content = store.text(path)
            except SourceError as error:
                if len(paths) == 1 or error.diagnostic is None:
                    raise
                findings.append(error.diagnostic)
                continue
            files.append(read_file(content, path=shown))
        places = Places(files, store)
        for file in files:
            findings += _faults(file, places)
        model = Model(files)
        reading = AgentScope(model, places).read()
        read_others(model, places, reading)
        for draft in reading.drafts:
            add_suppressions(draft, model, places)
        origin = Location(
            path=files[0].path if len(files) == 1 else shown_path(store.root / source.file, store.root),
            line=1,
            column=1,
        )
        if not reading.drafts and not any(one.severity is Severity.ERROR for one in (*findings, *reading.refused)):
            message = "no method is annotated as a tool, so nothing becomes a tool"
            findings.append(Diagnostic(code="IN-17", severity=Severity.WARNING, message=message, location=origin))
        selected, unselected = select_drafts(source, reading.drafts, origin, findings)
        empty = Catalog(name=source.name, contracts=(), origin=origin, language=source.language)
        made = make_contracts(selected, empty)
        catalog = replace(
            empty,
            contracts=tuple(made.contracts),
            definitions=made.definitions,
            left_out=(*reading.left_out, *unselected, *made.left_out),
        )
        return Extraction(catalog=catalog, diagnostics=(*findings, *reading.refused, *made.findings))


def _files(file: Path, store: DocumentStore) -> list[Path]:
    if file.suffix == ".java":
        return [file]
    found = store.files_below(file, ".java")
    below = {path.parent for path in store.files_below(file, "pom.xml")}
    below |= {path.parent for name in ("build.gradle", "build.gradle.kts") for path in store.files_below(file, name)}
    return [path for path in found if not _is_built(path, below)]


def _is_built(path: Path, projects: set[Path]) -> bool:
    """Whether a file lies where Maven or Gradle write, or in a hidden folder."""
    return any(
        parent.name.startswith(".") or (parent.name in ("target", "build") and parent.parent in projects)
        for parent in path.parents
    )


def _faults(file: JavaFile, places: Places) -> Iterator[Diagnostic]:
    """Yield one finding a file for what is no Java, and one for a file that nobody can review."""
    fault = next(file.tree.faults(), None)
    if fault is not None:
        start, end = file.tree.span(fault)
        found = " ".join(text(fault).split())
        shown = found if len(found) <= 40 else f"{found[:39]}…"
        what = f"`{fault.type}` is missing here" if fault.is_missing else f"`{shown}` is no Java here"
        yield Diagnostic(
            code="IN-01",
            severity=Severity.ERROR,
            message=f"syntax error: {what}; what can be read of the file is read",
            location=places.at(file, (start, max(end, start + 1)), "syntax error"),
        )
    lines = file.tree.source.count("\n") + 1
    if lines > _LONG:
        yield Diagnostic(
            code="IN-03",
            severity=Severity.WARNING,
            message=f"the file has {lines:,} lines; one that is written by hand has no more than {_LONG:,}",
            location=places.of_file(file),
            hint="name a folder that leaves generated code out",
        )


SOURCE = JavaSource()
