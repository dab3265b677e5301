"""The build alone: what no command can show."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolmint.build import build, targets_of
from toolmint.config import Project, load_project
from toolmint.documents import DocumentStore
from toolmint.errors import OutputError
from toolmint.manifest import Manifest, parse_manifest

from support import fake_plugins
from support.fake_plugins import TARGETS, FakeTarget

SPEC = "openapi: 3.1.0\ntools:\n  b: Second letter.\n  a: First letter.\n"


def project(folder: Path, **specs: str) -> Project:
    for name, text in (specs or {"letters": SPEC}).items():
        file = folder / f"specs/{name}.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return load_project(folder, DocumentStore(folder))


def install(monkeypatch: pytest.MonkeyPatch, *targets: FakeTarget) -> None:
    fake_plugins.install(monkeypatch, {target.name: target for target in targets} or TARGETS)


def test_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    opened = project(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    first, second = build(opened), build(opened)
    assert first == second
    assert list(first.files.items()) == list(second.files.items())
    assert sorted(tmp_path.rglob("*")) == before
    assert list(first.files) == [
        "letters/contract.txt",
        "letters/docs/tools.md",
        "letters/manifest.json",
        "letters/tools.py",
    ]


def test_no_targets_make_no_manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    monkeypatch.setattr("toolmint.build.manifest_of", None)  # nor the digests of one, which take as long as reading
    opened = project(tmp_path)
    result = build(opened, targets=(), manifests={"letters": Manifest(files={"docs/tools.md": "sha256:0"})})
    assert (result.files, result.manifests) == ({}, {})
    assert [(one.status, one.tools, one.files) for one in result.sources] == [("built", 2, 0)]
    assert result.catalogs == result.extracted
    assert [one.name for one in result.catalogs["letters"].contracts] == ["b", "a"]


def test_the_manifest_says_what_was_made_from_what(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    first = build(project(tmp_path)).manifests["letters"]
    assert list(first.contracts) == ["b", "a"]
    moved = build(project(tmp_path, letters="# a comment\n" + SPEC)).manifests["letters"]
    assert moved == first
    changed = build(project(tmp_path, letters=SPEC.replace("Second", "2nd"))).manifests["letters"]
    assert [tool for tool in "ab" if changed.contracts[tool] != first.contracts[tool]] == ["b"]
    titled = build(project(tmp_path, letters=f"{SPEC}title: Letters\n")).manifests["letters"]
    assert titled.contracts == first.contracts
    assert titled.catalog != first.catalog


def test_the_order_of_the_tools_is_part_of_the_catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    first = build(project(tmp_path)).manifests["letters"]
    lines = SPEC.splitlines()
    other = build(project(tmp_path, letters="\n".join([*lines[:2], lines[3], lines[2]]))).manifests["letters"]
    assert other.contracts == first.contracts
    assert other.catalog != first.catalog


def test_the_manifest_in_the_result_is_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    result = build(project(tmp_path))
    assert parse_manifest(result.files["letters/manifest.json"]) == result.manifests["letters"]


@pytest.mark.parametrize("path", ["../x", "/x", "a/../../x", "manifest.json", "a\\b"])
def test_a_target_cannot_leave_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    install(monkeypatch, FakeTarget(name="contract", file=path))
    with pytest.raises(OutputError, match="target `contract` would write"):
        build(project(tmp_path))


def test_two_targets_cannot_write_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, FakeTarget(name="contract", file="x"), FakeTarget(name="python", file="x"))
    with pytest.raises(OutputError, match="two targets would write `letters/x`"):
        build(project(tmp_path))


def test_required_targets_come_along_in_a_fixed_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    opened = project(tmp_path)
    (source,) = opened.sources
    assert targets_of(opened, source, ["python"]) == ("contract", "python")
    assert targets_of(opened, source, ["python", "markdown"]) == ("contract", "markdown", "python")
    assert targets_of(opened, source) == ("contract", "markdown", "python")


def test_progress_counts_every_step_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    steps: list[tuple[str, int, int]] = []
    broken = f"{SPEC}findings:\n  - {{code: RF-01, severity: error, message: m, at: /tools}}\n"
    opened = project(tmp_path, a=SPEC, b=broken, c=SPEC)
    build(opened, progress=lambda what, done, total: steps.append((what, done, total)))
    assert [step for step in steps if step[0].endswith("reading")] == [
        ("a: reading", 0, 12),
        ("b: reading", 4, 12),
        ("c: reading", 8, 12),
    ]
    assert steps[-1] == ("c: python", 11, 12)
