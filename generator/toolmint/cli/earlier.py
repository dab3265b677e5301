"""What sources said before: the checked-in contracts, a git revision, or files that were named."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from toolmint import sources as source_plugs
from toolmint.config import DEFAULT_SPECS, Project, has_project_file, open_project, project_for_paths, source_name
from toolmint.documents import DocumentStore, read_file
from toolmint.errors import SourceError, UsageError
from toolmint.ir.codec import CodecError, catalog_from_json
from toolmint.ir.contract import Catalog
from toolmint.source import SourceInput

__all__ = [
    "catalogs_of_path",
    "catalogs_of_project",
    "catalogs_of_revision",
    "checked_in",
    "earlier_catalogs",
    "is_contract",
]

_CONTRACT = "contract.json"


def earlier_catalogs(project: Project, against: str | None, *, cwd: Path) -> dict[str, Catalog]:
    """Return what the sources of a project said before.

    Args:
        project: what is judged now.
        against: a file or folder, a git revision, or None for the checked-in contracts.
        cwd: what a relative path starts from.

    Returns:
        Name of a source to its earlier state; sources that were not there are missing.

    Raises:
        UsageError: there is neither such a file nor such a revision, or no source of the project is in it.
        SourceError: an earlier source cannot be read.
    """
    if against is None:
        return checked_in(project)
    path = cwd / against
    try:
        found = _from_path(project, path, against) if path.exists() else catalogs_of_revision(project, against)
    except UsageError as error:
        raise UsageError(f"`--against`: {error.message}", hint=error.hint) from error
    if not found:
        names = ", ".join(f"`{source.name}`" for source in project.sources)
        raise UsageError(f"`--against`: found no earlier state of {names} at `{against}`")
    return found


def checked_in(project: Project) -> dict[str, Catalog]:
    """Return the contracts that lie in the output folder; an unreadable one is drift, and told as such."""
    found = {}
    for source in project.sources:
        file = project.out / source.name / _CONTRACT
        try:
            found[source.name] = catalog_from_json(json.loads(read_file(file)), path=file.as_posix())
        except (OSError, ValueError):
            continue
    return found


def _from_path(project: Project, path: Path, shown: str) -> dict[str, Catalog]:
    if path.is_dir():
        return _from_folder(project, path)
    if len(project.sources) != 1:
        raise UsageError(
            f"`{shown}` is one file, and {len(project.sources)} sources are judged",
            hint="name the source that it is about",
        )
    (source,) = project.sources
    return {source.name: _of_file(path, shown, like=source)}


def _of_file(path: Path, shown: str, *, like: SourceInput | None = None) -> Catalog:
    """Read a contract.json or a source, whose tools are selected as those of another one."""
    try:
        return _contract(read_file(path), shown)
    except (OSError, ValueError, RecursionError):
        pass  # no contract.json: a source, or nothing that can be read, which is told there
    store = DocumentStore(path.parent)
    named = project_for_paths([Path(path.name)], store, root=path.parent).sources[0]
    if like is not None:
        named = replace(named, include=like.include, exclude=like.exclude)
    return _extracted(named, store)


def catalogs_of_path(path: Path, shown: str) -> dict[str, Catalog]:
    """Read what a path holds: a source, a contract.json, or a folder of generated packages.

    Args:
        path: an existing file or folder.
        shown: the path as it was given.

    Returns:
        Name of a source to what it says; a single source is called after its file, a contract by its own name.

    Raises:
        SourceError: it cannot be read, or is of no kind that toolmint reads.
    """
    if path.is_dir():
        packages = sorted(path.glob(f"*/{_CONTRACT}")) or sorted(path.glob(_CONTRACT))
        if packages:
            return {file.resolve().parent.name: _contract(read_file(file), file.as_posix()) for file in packages}
        if has_project_file(path) or (path / DEFAULT_SPECS).is_dir():
            return catalogs_of_project(*open_project((), root=path.resolve(), cwd=path.resolve()))
    found = _of_file(path, shown)
    return {found.name if path.name == _CONTRACT else source_name(path): found}


def is_contract(value: object) -> bool:
    """Say whether a JSON value is what a contract.json holds."""
    return isinstance(value, Mapping) and "contracts" in value


def _from_folder(project: Project, folder: Path) -> dict[str, Catalog]:
    """Take `NAME/contract.json` of each source, or `contract.json` itself where one source is judged."""
    found = {}
    for source in project.sources:
        files = [folder / source.name / _CONTRACT]
        if len(project.sources) == 1:
            files.append(folder / _CONTRACT)
        file = next((one for one in files if one.is_file()), None)
        if file is not None:
            found[source.name] = _contract(read_file(file), file.as_posix())
    return found


def _contract(content: bytes, shown: str) -> Catalog:
    value = json.loads(content)
    if not is_contract(value):
        raise ValueError("no contract")
    try:
        return catalog_from_json(value, path=shown)
    except CodecError as error:
        raise UsageError(f"`{shown}` cannot be read as an earlier contract: {error}") from error


def catalogs_of_project(project: Project, store: DocumentStore) -> dict[str, Catalog]:
    """Read what a project's sources say now, and run the code of those that ask for it.

    Args:
        project: whatever was opened.
        store: reads its files.

    Raises:
        SourceError: one of them cannot be read.
    """
    from toolmint.execution import run_sources

    run_sources(project.sources, store)
    return {source.name: _extracted(source, store) for source in project.sources}


def catalogs_of_revision(project: Project, revision: str) -> dict[str, Catalog]:
    """Read what a project's sources said at a git revision.

    Args:
        project: its sources, and where its output lies.
        revision: anything that git resolves to a commit.

    Raises:
        UsageError: there is no such revision, or no git.
    """
    commit = _git(project.root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if commit is None:
        raise UsageError(
            f"`{revision}` is neither a file nor a git revision",
            hint="in a shallow clone, fetch the revision first: `git fetch origin main`",
        )
    top = Path((_git(project.root, "rev-parse", "--show-toplevel") or b"").decode().strip())
    id_ = commit.decode().strip()

    def read(file: Path) -> bytes:
        resolved = file.resolve()
        if not resolved.is_relative_to(top):
            return read_file(file)
        inside = resolved.relative_to(top).as_posix()
        content = _git(top, "show", f"{id_}:{inside}")
        if content is None:
            raise FileNotFoundError(2, f"not there at {revision}", str(file))
        return content

    found: dict[str, Catalog] = {}
    for source in project.sources:
        earlier = _at_revision(project, source, read, revision)
        if earlier is not None:
            found[source.name] = earlier
    return found


def _at_revision(project: Project, source: SourceInput, read: Callable[[Path], bytes], revision: str) -> Catalog | None:
    file = project.out / source.name / _CONTRACT
    try:
        return _contract(read(file), f"{revision}:{file.name}")
    except (OSError, ValueError):
        pass  # not generated then: compiled from its source
    try:
        return _extracted(source, DocumentStore(project.root, read=read))
    except SourceError:
        return None  # not there then, or broken: nothing to compare with


def _extracted(source: SourceInput, store: DocumentStore) -> Catalog:
    return source_plugs.load_source(source.kind).extract(source, store).catalog


def _git(folder: Path, *arguments: str) -> bytes | None:
    try:
        done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=False)
    except FileNotFoundError as error:
        raise UsageError("an earlier revision can only be read with git, which is not installed") from error
    return done.stdout if done.returncode == 0 else None
