"""A project: its sources with their settings, its output folder, its templates and targets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolmint.config.discovery import KIND_LABELS, candidates, overlays_beside, source_name
from toolmint.config.executions import app_name, execution_of, names_app, schemas_option
from toolmint.config.guesses import guess
from toolmint.config.keys import CODE_KEYS
from toolmint.config.lint_settings import lint_settings
from toolmint.config.patterns import function_places, pattern_places
from toolmint.config.pins import PinSettings, pin_settings, with_pinned_sources
from toolmint.config.project_file import ProjectFile, SourceTable, has_project_file, read_project_file
from toolmint.config.prompt_files import find_prompts
from toolmint.config.recognition import finding, names_beside, passed_over, registered_kind
from toolmint.config.source_names import refuse_equal_names
from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, shown_path, why_unreadable
from toolmint.errors import ConfigError, SourceError, UsageError
from toolmint.lowering.size import Budget
from toolmint.rule import LintSettings
from toolmint.source import Execution, SourceInput
from toolmint.sources import SOURCES
from toolmint.targets import TARGETS
from toolmint.text import comma_list

__all__ = [
    "DEFAULT_SPECS",
    "NothingToCompile",
    "Project",
    "find_root",
    "load_project",
    "pins_alone",
    "project_for_paths",
    "unknown_source",
]

DEFAULT_OUT = "generated"
DEFAULT_SPECS = "specs"


class NothingToCompile(ConfigError):
    """There is no project: neither a project file nor a source in the specs folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """Everything that a run needs to know before it reads a source."""

    root: Path
    """Absolute; what messages show is relative to it."""
    out: Path
    """The output folder, absolute."""
    sources: tuple[SourceInput, ...]
    """In path order; names are unique."""
    templates: Path | None = None
    """The project's own templates, absolute."""
    targets: tuple[str, ...] | None = None
    """The targets of every source; None: by the kind of the source."""
    source_targets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Source name to the targets of that source alone."""
    budget: Budget = field(default_factory=Budget)
    """What its lists are to keep to."""
    lint: LintSettings = field(default_factory=LintSettings)
    """What it says of linting."""
    prompts: tuple[Path, ...] = ()
    """Files that speak of the tools of every source, absolute, in path order."""
    pins: tuple[PinSettings, ...] = ()
    """What is pinned, by name."""
    specs: Path | None = None
    """The specs folder, absolute; None where sources were named by their paths."""
    baseline: Path | None = None
    """The file of findings that were there before, absolute; it need not exist yet."""
    whole: bool = True
    """Whether the output folder belongs to the project and `sources` is everything that it is generated from."""
    labelled_by_name: bool = False
    """Whether generated files call their source by its file name, as there is no project to be relative to."""
    notices: tuple[Diagnostic, ...] = ()
    """What was passed over while looking for sources."""

    def source_label(self, source: SourceInput) -> str:
        """Return what the `generated; do not edit` line calls a source."""
        if self.labelled_by_name:
            return source.file.name
        return Path(os.path.relpath(self.root / source.file, self.root)).as_posix()

    @property
    def out_label(self) -> str:
        """The output folder as shown to people."""
        return shown_path(self.out, self.root)


def find_root(start: Path) -> Path:
    """Find the folder of the project that a folder belongs to.

    Args:
        start: where the run was started.

    Returns:
        The nearest folder from `start` upwards that has a project file, not leaving the git repository; `start`
        itself where there is none or where it has a `specs` folder.
    """
    start = start.resolve()
    for folder in (start, *start.parents):
        if has_project_file(folder):
            return folder
        if (folder / ".git").exists() or (folder == start and (folder / DEFAULT_SPECS).is_dir()):
            break
    return start


def load_project(root: Path, store: DocumentStore, *, out: Path | None = None) -> Project:
    """Read the project file of a folder, or look for sources in its `specs` folder.

    Args:
        root: the project's folder.
        store: reads documents whose first lines do not tell what they are; the build goes on with it.
        out: the output folder in place of the project file's, relative to the current folder.

    Raises:
        ConfigError: a wrong project file, two sources of one name, or no source at all.
    """
    root = root.resolve()
    read = read_project_file(root) or ProjectFile(file=root / "toolmint.toml", text="")
    _check_targets(read, read.values, ())
    notices: tuple[Diagnostic, ...] = ()
    specs = _normal(root / read.values.get("specs", DEFAULT_SPECS))
    pins = pin_settings(read, specs)
    if read.sources:
        sources = tuple(_listed_source(read, table, root, store) for table in read.sources)
    else:
        sources, notices = _discovered_sources(read, root, store)
    sources = with_pinned_sources(sources, pins, language=read.values.get("language"), options=_options(read.values))
    refuse_equal_names(sources, root)
    target = _normal(out or root / read.values.get("out", DEFAULT_OUT))
    prompts, unmatched = find_prompts(read, root, out=target)
    listed = {source.name: table.values.get("targets") for source, table in zip(sources, read.sources, strict=False)}
    return Project(
        root=root,
        out=target,
        sources=tuple(sorted(sources, key=lambda source: source.file.as_posix())),
        templates=_templates(read, root),
        targets=_names(read.values.get("targets")),
        source_targets={name: tuple(names) for name, names in listed.items() if names is not None},
        budget=Budget(**read.budget),
        lint=lint_settings(read),
        prompts=prompts,
        pins=pins,
        specs=specs,
        baseline=_normal(root / read.lint["baseline"]) if "baseline" in read.lint else None,
        whole=out is None,
        notices=(*read.notices, *notices, *unmatched),
    )


def pins_alone(root: Path) -> Project:
    """Open a project for its pins, where nothing of it can be compiled.

    Raises:
        ConfigError: a wrong project file.
    """
    read = read_project_file(root) or ProjectFile(file=root / "toolmint.toml", text="")
    specs = _normal(root / read.values.get("specs", DEFAULT_SPECS))
    out = _normal(root / read.values.get("out", DEFAULT_OUT))
    return Project(root=root, out=out, sources=(), pins=pin_settings(read, specs), specs=specs)


def project_for_paths(paths: Sequence[Path], store: DocumentStore, *, root: Path, out: Path | None = None) -> Project:
    """Make a project of sources that are named by their paths, without a project file.

    Args:
        paths: files or folders as they were given, relative to `root` or absolute; one that is given twice, in
            whatever spelling, is taken once.
        store: the store of the run, whose root is `root`.
        root: the current folder.
        out: the output folder; None: `generated` in `root`.

    Raises:
        SourceError: a path does not exist, cannot be parsed, or is of no kind that toolmint reads.
        ConfigError: two sources of one name.
    """
    once = {os.path.realpath(root / path): path for path in reversed(paths)}
    sources = tuple(_named_source(path, root, store) for path in reversed(once.values()))
    refuse_equal_names(sources, root)
    return Project(
        root=root, out=_normal(root / (out or DEFAULT_OUT)), sources=sources, whole=False, labelled_by_name=True
    )


def _named_source(path: Path, root: Path, store: DocumentStore) -> SourceInput:
    if names_app(path, root):
        return SourceInput(name=app_name(path), kind="openapi", file=path, execution=Execution(app=path.as_posix()))
    return SourceInput(
        name=source_name((root / path).resolve() if path.name in {"", ".."} else path),
        kind=registered_kind(root / path, path.as_posix(), store),
        file=path,
        overlays=overlays_beside(root / path, store),
    )


def _normal(path: Path) -> Path:
    return Path(os.path.normpath(path.absolute()))


def _discovered_sources(
    read: ProjectFile, root: Path, store: DocumentStore
) -> tuple[tuple[SourceInput, ...], tuple[Diagnostic, ...]]:
    folder = str(read.values.get("specs", DEFAULT_SPECS))
    specs = root / folder
    if not specs.is_dir():
        if "specs" in read.values:
            read.fail(f"the folder `{folder}` does not exist", ["specs"])
        raise _nothing_to_compile(f"there is neither a project file nor a folder `{folder}`", read)
    try:
        found = list(candidates(specs, store))
    except OSError as error:
        raise ConfigError(f"`{shown_path(Path(error.filename or specs), root)}`: {why_unreadable(error)}") from error
    notices = [
        passed_over(kind, shown_path(file, root), Severity.INFO)
        for kind, file in found
        if kind not in SOURCES and kind != "overlay"
    ]
    documents = [(kind, file) for kind, file in found if kind in SOURCES]
    overlays = {file: overlays_beside(file, store) for _, file in documents}
    attached = {overlay for beside in overlays.values() for overlay in beside}
    notices += [_lonely(file, root) for kind, file in found if kind == "overlay" and file not in attached]
    if not documents:
        raise _nothing_to_compile(f"the folder `{folder}` holds no source", read)
    sources = tuple(
        SourceInput(
            name=source_name(file),
            kind=kind,
            file=file,
            overlays=overlays[file],
            language=read.values.get("language"),
            options=_options(read.values),
        )
        for kind, file in documents
    )
    return sources, tuple(notices)


def _lonely(overlay: Path, root: Path) -> Diagnostic:
    stem = overlay.stem.removesuffix(".overlay")
    message = f"this overlay changes nothing: `{stem}.yaml`, `.yml` or `.json` does not lie beside it"
    hint = "name it `NAME.overlay.yaml` for a document `NAME.yaml`, or list it in the project file"
    return finding("PF-03", Severity.ERROR, message, shown_path(overlay, root), hint=hint)


def _nothing_to_compile(reason: str, read: ProjectFile) -> NothingToCompile:
    hint = "put an OpenAPI document into `specs/`, or name one: `toolmint generate petstore.yaml --out build`"
    for notice in read.notices:
        hint = f"{notice.message} in `{notice.location.path}`; {notice.hint}"
    return NothingToCompile(f"nothing to compile: {reason}", hint=hint)


def _listed_source(read: ProjectFile, table: SourceTable, root: Path, store: DocumentStore) -> SourceInput:
    at = ("sources", table.name)
    values = table.values
    execution = execution_of(read, table)
    if "path" not in values and execution is None:
        read.fail(f"source `{table.name}` has no `path`", at, hint=f'add `path = "specs/{table.name}.yaml"`')
    if "overlay" in values and "overlays" in values:
        read.fail("found both `overlay` and `overlays`, wanted one of them", [*at, "overlay"])
    _check_targets(read, values, at)
    name = values.get("name", table.name)
    if "name" in values and source_name(Path(name)) != name:
        near = source_name(Path(name))
        read.fail(f"`name` is `{name}`, which is no Python identifier", [*at, "name"], hint=f"write `{near}`")
    if execution is not None and execution.app is not None:
        file, kind = Path(execution.app), "openapi"
    else:
        file, kind = _listed_file(read, values["path"], at, root, store)
    _refuse_code_keys(read, values, at, kind)
    return SourceInput(
        name=source_name(Path(name)) if "name" not in values else name,
        kind=kind,
        file=file,
        overlays=_overlays(read, values, at, root, file, store),
        include=tuple(values.get("include", ())),
        exclude=tuple(values.get("exclude", ())),
        pattern_places={**pattern_places(read, table, kind), **function_places(read, table)},
        language=values.get("language", read.values.get("language")),
        options=_options({**read.values, **values}) | schemas_option(file, execution),
        execution=execution,
    )


def _listed_file(read: ProjectFile, path: str, at: Sequence[str], root: Path, store: DocumentStore) -> tuple[Path, str]:
    """Return the file of a source, and its kind."""
    file = _existing(read, root, path, [*at, "path"])
    try:
        return file, registered_kind(root / file, path, store)
    except SourceError as error:
        if error.diagnostic is not None and error.diagnostic.code == "IN-04":
            read.fail(f"`{path}`: {error.message}", [*at, "path"], hint=error.hint)
        return file, "openapi"  # its extraction reports it, and the other sources are judged all the same


def _overlays(
    read: ProjectFile, values: Mapping[str, Any], at: Sequence[str], root: Path, file: Path, store: DocumentStore
) -> tuple[Path, ...]:
    if "overlay" in values:
        return (_existing(read, root, values["overlay"], [*at, "overlay"]),)
    if "overlays" in values:
        return tuple(_existing(read, root, path, [*at, "overlays"]) for path in values["overlays"])
    return tuple(_from_root(overlay, root) for overlay in overlays_beside(_normal(root / file), store))


def _existing(read: ProjectFile, root: Path, path: str, at: Sequence[str]) -> Path:
    file = Path(os.path.normpath(root / path))
    if not file.exists():
        near = names_beside(file, Path(path).parent)
        read.fail(f"`{path}` does not exist", at, hint=f"did you mean {comma_list(near)}?" if near else None)
    return _from_root(file, root)


def _from_root(file: Path, root: Path) -> Path:
    """Keep a file inside the project absolute; one outside is named from the project, as its path tells a machine."""
    return file if file.is_relative_to(root) else Path(os.path.relpath(file, root))


def _templates(read: ProjectFile, root: Path) -> Path | None:
    if "templates" not in read.values:
        return None
    named: str = read.values["templates"]
    folder = _normal(root / named)
    if not folder.is_dir():
        read.fail(f"the folder `{named}` does not exist", ["templates"])
    return folder


def _options(values: Mapping[str, Any]) -> dict[str, object]:
    return {key: values[key] for key in ("allow_unmatched", *CODE_KEYS) if key in values}


def _refuse_code_keys(read: ProjectFile, values: Mapping[str, Any], at: Sequence[str], kind: str) -> None:
    """Refuse what only Python code has."""
    for key in CODE_KEYS if kind != "python" else ():
        if key in values:
            what = KIND_LABELS.get(kind, kind)
            named = values.get("path", values.get("app"))
            read.fail(f"`{key}` is for Python code, and `{named}` is {what}", [*at, key])


def _names(listed: Iterable[str] | None) -> tuple[str, ...] | None:
    return None if listed is None else tuple(listed)


def _check_targets(read: ProjectFile, values: Mapping[str, Any], at: Sequence[str]) -> None:
    for name in values.get("targets", ()):
        if name not in TARGETS:
            hint = guess(name, TARGETS, "targets")
            read.fail(f"there is no target `{name}`", [], hint=hint, place=read.place(*at, "targets", entry=name))


def unknown_source(name: str, project: Project) -> UsageError:
    """Make the error for a source that the project does not have."""
    names = [source.name for source in project.sources]
    return UsageError(f"there is no source `{name}`", hint=guess(name, names, "the project's sources"))
