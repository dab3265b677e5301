"""`toolmint diff`: what changed for a model between two states, graded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from toolmint.changes import Change, Grade, catalog_changes, verdict
from toolmint.cli.console import Console
from toolmint.cli.earlier import catalogs_of_path, catalogs_of_project, catalogs_of_revision, is_contract
from toolmint.config import find_root, names_app, open_project, source_name
from toolmint.documents import DocumentStore, read_file
from toolmint.errors import ExitCode, SourceError, UsageError
from toolmint.ir.contract import Catalog
from toolmint.lock import listing_of_text
from toolmint.pins.compare import compare_listings
from toolmint.prose.description import describe
from toolmint.rendering import Renderer
from toolmint.reporters.changes import changes_json, changes_markdown, changes_text
from toolmint.sources import load_source

__all__ = ["DiffOptions", "run"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffOptions:
    """What the command line says."""

    folder: Path | None = None
    """The project's folder, where it is given."""
    report_format: str = "text"
    """`text`, `json` or `markdown`."""
    fail_on: Grade | None = None
    """The least grade that gives exit code 1; None: no grade does."""


def run(console: Console, old: str, new: str, options: DiffOptions) -> ExitCode:
    """Compare two states.

    Args:
        console: prints.
        old: a source, a tool list, a contract.json, a folder of generated packages, or a git revision.
        new: the same.
        options: how it is told, and what fails.

    Raises:
        ToolmintError: a state cannot be read, or the two have no source in common.
    """
    renderer = Renderer()
    found = _lists(old, new, renderer)
    if found is None:
        found = _catalogs(old, new, options, renderer)
    everything = [change for changes in found.values() for change in changes]
    if options.report_format == "json":
        console.data(json.dumps(changes_json(found), indent=2) + "\n")
    elif options.report_format == "markdown":
        console.data(changes_markdown(found))
    else:
        console.data(changes_text(found, console.paint, console.width, verbose=console.verbose))
    counts = [(grade, sum(one.grade is grade for one in everything)) for grade in Grade]
    told = ", ".join(f"{count} {grade.value}" for grade, count in counts if count) or "no change"
    console.say(f"{told}; version: {verdict(everything)}")
    worst = max((one.grade.rank for one in everything), default=-1)
    failed = options.fail_on is not None and worst >= options.fail_on.rank
    return ExitCode.FINDINGS if failed else ExitCode.CLEAN


def _lists(old: str, new: str, renderer: Renderer) -> dict[str, tuple[Change, ...]] | None:
    """Compare two tool lists, keys that no contract holds included; None where a file is something else."""
    files = [Path.cwd() / text for text in (old, new)]
    store = DocumentStore(Path.cwd())
    if not all(file.is_file() and load_source("tool-list").claims(file, store) for file in files):
        return None
    texts = [read_file(file).decode("utf-8-sig") for file in files]
    if any(is_contract(json.loads(text)) for text in texts):
        return None
    try:
        listings = [listing_of_text(text, what=shown) for text, shown in zip(texts, (old, new), strict=True)]
        name = source_name(files[1])
        return {name: compare_listings(*listings, name=name, renderer=renderer, labels=(old, new)).changes}
    except SourceError:
        return None  # two tools of one name, or one without: read as sources, which leave these out


def _catalogs(old: str, new: str, options: DiffOptions, renderer: Renderer) -> dict[str, tuple[Change, ...]]:
    before, after = _state(old, new, options), _state(new, old, options)
    is_path = [(Path.cwd() / text).exists() for text in (old, new)]
    if len(before) == len(after) == 1:
        name = next(iter(after))
        before = {name: next(iter(before.values()))}
    elif len(before) == 1 and is_path[0] and not is_path[1]:
        after = _only(after, before)
    elif len(after) == 1 and is_path[1] and not is_path[0]:
        before = _only(before, after)
    common = [name for name in after if name in before]
    if not common:
        raise UsageError(f"`{old}` and `{new}` have no source in common")
    found = {name: _changes(before[name], after[name], renderer) for name in common}
    found |= {name: _changes(_empty(after[name]), after[name], renderer) for name in after if name not in before}
    found |= {name: _changes(before[name], _empty(before[name]), renderer) for name in before if name not in after}
    return found


def _only(revision: Mapping[str, Catalog], named: Mapping[str, Catalog]) -> dict[str, Catalog]:
    """Take of a revision, which has every source of the project, the one that a path is about."""
    return {name: catalog for name, catalog in revision.items() if name in named}


def _state(text: str, other: str, options: DiffOptions) -> Mapping[str, Catalog]:
    cwd = Path.cwd()
    path = cwd / text
    if path.exists():
        return catalogs_of_path(path, text)
    root = (cwd / options.folder).resolve() if options.folder is not None else find_root(cwd)
    if names_app(text, cwd):
        return catalogs_of_project(*open_project((text,), root=root, cwd=cwd))
    # A revision has every source of the project; beside a path, the one that the path is.
    is_source = (cwd / other).is_file() and not other.endswith("contract.json")
    named = (other,) if is_source or names_app(other, cwd) else ()
    project, _ = open_project(named, root=root, cwd=cwd)
    return catalogs_of_revision(project, text)


def _changes(before: Catalog, after: Catalog, renderer: Renderer) -> tuple[Change, ...]:
    old, new = (
        {contract.name: describe(contract, catalog, renderer) for contract in catalog.contracts}
        for catalog in (before, after)
    )
    return catalog_changes(before, after, (old, new))


def _empty(like: Catalog) -> Catalog:
    return Catalog(name=like.name, contracts=(), origin=like.origin)
