"""Read Python code into a catalog: annotated functions to contracts, problems to diagnostics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, shown_path
from toolmint.errors import SourceError
from toolmint.ir.contract import Catalog
from toolmint.location import Location
from toolmint.selection import select_drafts
from toolmint.source import Extraction, SourceInput
from toolmint.sources.python.constants import Constants
from toolmint.sources.python.contracts import make_contracts, name_tools
from toolmint.sources.python.docstrings import STYLES
from toolmint.sources.python.finding import find_tools
from toolmint.sources.python.given import GivenSchemas, given_schemas
from toolmint.sources.python.lifting import LiftedSchemas
from toolmint.sources.python.modules import PythonModule
from toolmint.sources.python.program import Program
from toolmint.sources.python.reading import Reading

__all__ = ["SOURCE", "PythonSource", "Unresolved", "unresolved"]

_LONG = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Unresolved:
    """A function with types that only running the code tells."""

    file: str
    """As shown to people."""
    module: str
    """Dotted, as it is imported."""
    qualname: str
    names: tuple[str, ...]
    """Its parameters, and `return` for its result."""
    place: Location


class PythonSource:
    """The plug-in of kind `python`."""

    kind = "python"

    def claims(self, file: Path, store: DocumentStore) -> bool:
        """Say whether a file is Python, by its ending."""
        return file.suffix == ".py"

    def extract(self, source: SourceInput, store: DocumentStore) -> Extraction:
        """Read every file of the source; one that cannot be read stops none of the others.

        Raises:
            SourceError: the one file that the source is cannot be read.
        """
        program = Program(store)
        findings: list[Diagnostic] = []
        modules = _modules(source, store, program, findings)
        reading = _reading(source, program, given_schemas(source.options, store))
        for module in modules:
            findings += _faults(module, program)
        found = find_tools(modules, reading, source)
        findings += found.findings
        drafts = found.drafts
        origin = Location(
            path=modules[0].path if len(modules) == 1 else shown_path(store.root / source.file, store.root),
            line=1,
            column=1,
        )
        if not drafts and not any(one.severity is Severity.ERROR for one in findings):
            message = "no function is marked as a tool, so nothing becomes a tool"
            hint = 'mark one with `@tool(...)` of `toolmint.annotations`, or list it: `functions = ["module.name"]`'
            findings.append(
                Diagnostic(code="IN-17", severity=Severity.WARNING, message=message, location=origin, hint=hint)
            )
        drafts, unselected = select_drafts(source, drafts, origin, findings)
        name_tools(drafts)
        schemas = LiftedSchemas(drafts, reading, store, origin.path)
        empty = Catalog(name=source.name, contracts=(), origin=origin, language=source.language)
        made = make_contracts(drafts, reading, schemas, empty)
        catalog = replace(
            empty,
            contracts=tuple(made.contracts),
            definitions=made.definitions,
            left_out=(*found.left_out, *unselected, *made.left_out),
            places=made.places,
        )
        return Extraction(catalog=catalog, diagnostics=(*findings, *made.findings))


def unresolved(source: SourceInput, store: DocumentStore) -> list[Unresolved]:
    """Find the types that the code alone does not tell, in the order of the files.

    Args:
        source: of this kind.
        store: reads its files.

    Raises:
        SourceError: the one file that the source is cannot be read.
    """
    program = Program(store)
    modules = _modules(source, store, program, [])
    reading = _reading(source, program, GivenSchemas())
    find_tools(modules, reading, source)
    return [
        Unresolved(
            file=function.module.path,
            module=function.module.name,
            qualname=function.qualname,
            names=tuple(names),
            place=reading.name_place(function),
        )
        for function, names in reading.given.asked.items()
    ]


def _reading(source: SourceInput, program: Program, given: GivenSchemas) -> Reading:
    style = source.options.get("docstring_style")
    return Reading(program, Constants(program), given, next((one for one in STYLES if one == style), None))


def _modules(
    source: SourceInput, store: DocumentStore, program: Program, findings: list[Diagnostic]
) -> list[PythonModule]:
    stated = source.options.get("module")
    name = stated if isinstance(stated, str) else None
    if source.file.suffix == ".py":
        return [program.add_file(source.file, name)]
    found: list[PythonModule] = []
    folder = Path(store.root / source.file)
    for file in _files(source.file, store):
        inner = _inner_name(file, folder, name) if name is not None else None
        try:
            found.append(program.add_file(file, inner))
        except SourceError as error:
            if error.diagnostic is None:
                raise
            findings.append(error.diagnostic)
    return found


def _files(folder: Path, store: DocumentStore) -> Iterator[Path]:
    """Yield the files of a folder that people write: none of a hidden folder, a cache, an environment."""
    listed = store.files_below(folder, ".py")
    environments = {path.parent for path in store.files_below(folder, "pyvenv.cfg")}
    for file in listed:
        parents = file.parents
        if not any(one.name.startswith(".") or one.name == "__pycache__" or one in environments for one in parents):
            yield file


def _inner_name(file: Path, folder: Path, name: str) -> str:
    parts = list(file.relative_to(folder).with_suffix("").parts) if file.is_relative_to(folder) else [file.stem]
    if parts and parts[-1] == "__init__":
        parts.pop()
    return ".".join([name, *parts])


def _faults(module: PythonModule, program: Program) -> Iterator[Diagnostic]:
    """Yield one finding a file for what is no Python, and one for a file that nobody can review."""
    faults = module.tree.faults
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        yield Diagnostic(
            code="IN-01",
            severity=Severity.ERROR,
            message=f"{faults[0].message}; what can be read of the file is read{more}",
            location=program.place_of_span(module, faults[0].span, "syntax error"),
        )
    lines = module.tree.text.count("\n") + 1
    if lines > _LONG:
        yield Diagnostic(
            code="IN-03",
            severity=Severity.WARNING,
            message=f"the file has {lines:,} lines; one that is written by hand has no more than {_LONG:,}",
            location=Location(path=module.path),
            hint="name a folder that leaves generated code out",
        )


SOURCE = PythonSource()
