"""What the SOURCE arguments of a command mean: names in the project, or paths."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from toolmint.config.executions import names_app
from toolmint.config.project import (
    DEFAULT_SPECS,
    NothingToCompile,
    Project,
    load_project,
    project_for_paths,
    unknown_source,
)
from toolmint.config.project_file import has_project_file
from toolmint.documents import DocumentStore
from toolmint.errors import UsageError
from toolmint.source import SourceInput

__all__ = ["open_project"]


def open_project(
    arguments: Sequence[str], *, root: Path, cwd: Path, out: Path | None = None
) -> tuple[Project, DocumentStore]:
    """Open the project that a command is about, with the sources that it names.

    A name of the project's wins over a file of that name. Paths that are no sources of the project make a project of
    their own, without a project file.

    Args:
        arguments: names or paths, relative to `cwd`; none: every source of the project.
        root: the project's folder, absolute.
        cwd: the current folder, absolute.
        out: the output folder where it is given, relative to `cwd`.

    Returns:
        The project, cut down to what was named, and the store to build it with.

    Raises:
        UsageError: an argument names nothing.
        ToolmintError: the project or a path cannot be read.
    """
    if "" in arguments:
        raise UsageError(
            "found an empty SOURCE, wanted a source's name or a path", hint="a shell variable may be unset"
        )
    out = cwd / out if out is not None else None
    store = DocumentStore(root)
    if not arguments:
        return load_project(root, store, out=out), store
    project = None
    if not _need_no_project(arguments, root, cwd):
        try:
            project = load_project(root, store, out=out)
        except NothingToCompile:
            if not all(_is_there(argument, cwd) for argument in arguments):
                raise
    if project is None or _are_files_outside(arguments, project, cwd):
        store = DocumentStore(cwd)
        return project_for_paths([Path(argument) for argument in arguments], store, root=cwd, out=out), store
    return _cut_down(project, arguments, cwd), store


def _looks_like_path(argument: str) -> bool:
    return any(mark in argument for mark in "/\\.")


def _is_there(argument: str, cwd: Path) -> bool:
    return names_app(argument, cwd) or os.path.exists(cwd / argument)  # noqa: PTH110  # raises nothing


def _need_no_project(arguments: Sequence[str], root: Path, cwd: Path) -> bool:
    """Say whether the project need not even be looked for, so that it cannot be in the way of a path."""
    specs = root / DEFAULT_SPECS
    outside = all(
        (_looks_like_path(argument) or names_app(argument, cwd)) and not _real(cwd / argument).is_relative_to(specs)
        for argument in arguments
    )
    return outside and not has_project_file(root)


def _are_files_outside(arguments: Sequence[str], project: Project, cwd: Path) -> bool:
    names = {source.name for source in project.sources}
    return all(
        argument not in names
        and _source_at(argument, project, cwd) is None
        and (_looks_like_path(argument) or _is_there(argument, cwd))
        for argument in arguments
    )


def _source_at(argument: str, project: Project, cwd: Path) -> SourceInput | None:
    file = _real(cwd / argument)
    return next((source for source in project.sources if _real(project.root / source.file) == file), None)


def _real(path: Path) -> Path:
    """Return a path with its symbolic links followed, one that leads back to itself left as it is."""
    return Path(os.path.realpath(path))


def _cut_down(project: Project, arguments: Sequence[str], cwd: Path) -> Project:
    by_name = {source.name: source for source in project.sources}
    chosen: dict[str, SourceInput] = {}
    for argument in arguments:
        source = by_name.get(argument) or _source_at(argument, project, cwd)
        if source is None and os.path.exists(cwd / argument):  # noqa: PTH110  # raises nothing
            raise UsageError(
                f"`{argument}` is no source of the project, and others that were named are",
                hint="name sources of the project, or files outside it, not both at once",
            )
        if source is None:
            raise unknown_source(argument, project)
        chosen[source.name] = source
    kept = tuple(source for source in project.sources if source.name in chosen)
    # Of what was passed over while looking for sources, only the project file's own concerns those that are named.
    notices = tuple(notice for notice in project.notices if notice.code == "PF-05")
    return replace(project, sources=kept, prompts=(), whole=False, notices=notices)
