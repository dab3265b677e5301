"""An argument is renamed and the prose is not: how often the linter says so, with and without the earlier contract."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from toolmint.diagnostics import Severity
from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog
from toolmint.linting import lint_catalog
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings
from toolmint.source import SourceInput
from toolmint.sources import load_source

from support.catalogs import catalog_of_tool_list
from support.mutations import Mutation, mutations, other_case, other_word

RENDERER = Renderer()


def spec_catalog(file: Path) -> Catalog:
    source = SourceInput(name=file.stem, kind="openapi", file=Path(file.name))
    return load_source("openapi").extract(source, DocumentStore(file.parent)).catalog


def tool_list(file: Path) -> Catalog:
    return catalog_of_tool_list(file)


def caught(mutation: Mutation, *, with_earlier: bool) -> bool:
    """Whether the rename is reported: by ID-02 against the earlier contract, or by any error or warning without."""
    # Only the tools whose names matter are linted twice over; the others only lend their names.
    found = lint_catalog(
        mutation.after, LintSettings(), earlier=mutation.before if with_earlier else None, renderer=RENDERER
    )
    spoken = f"`{mutation.old}`"
    return any(
        one.tool == mutation.tool and spoken in one.message and one.severity is not Severity.INFO
        for one in found
        if not with_earlier or one.code == "ID-02"
    )


def recall(catalogs: Iterable[Catalog], rename: Callable[[str], str | None], *, with_earlier: bool) -> tuple[int, int]:
    results = [caught(one, with_earlier=with_earlier) for catalog in catalogs for one in mutations(catalog, rename)]
    return sum(results), len(results)


def test_renames_in_the_worked_examples_are_seen(root: Path) -> None:
    catalogs = [spec_catalog(file) for file in sorted((root / "specs").glob("*.yaml"))]
    hits, total = recall(catalogs, other_word, with_earlier=True)
    assert total > 0
    assert hits == total


def test_the_worked_examples_are_clean(root: Path) -> None:
    for file in sorted((root / "specs").glob("*.yaml")):
        found = lint_catalog(spec_catalog(file), LintSettings(), renderer=RENDERER)
        assert [one for one in found if one.severity is not Severity.INFO] == []


@pytest.mark.slow
@pytest.mark.parametrize("rename", [other_word, other_case])
def test_renames_against_the_earlier_contract(corpus: Path, rename: Callable[[str], str | None]) -> None:
    catalogs = [tool_list(file) for file in sorted((corpus / "mcp").glob("*.json"))]
    hits, total = recall(catalogs, rename, with_earlier=True)
    print(f"{rename.__name__}: ID-02 reports {hits} of {total} renames")  # noqa: T201 - the figure is the point
    assert hits >= 0.95 * total


@pytest.mark.slow
def test_renames_that_nothing_remembers(corpus: Path) -> None:
    catalogs = [tool_list(file) for file in sorted((corpus / "mcp").glob("*.json"))]
    for rename, least in ((other_word, 0.0), (other_case, 0.5)):
        hits, total = recall(catalogs, rename, with_earlier=False)
        print(f"{rename.__name__}: {hits} of {total} without it")  # noqa: T201 - the figure is the point
        assert hits >= least * total
