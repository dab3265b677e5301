"""Whole projects, a folder a case: what `generate` makes of `specs/` stands in `expected/`, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolmint.build import BuildResult, build
from toolmint.config import load_project
from toolmint.diagnostics import CODES, Severity
from toolmint.documents import DocumentStore
from toolmint.reporters.report import Layout, Report
from toolmint.reporters.text import report_text

from support.golden import Golden, compare

CASES = sorted(path for path in (Path(__file__).parent / "golden").iterdir() if path.is_dir())


def compile_case(case: Path) -> tuple[BuildResult, DocumentStore]:
    store = DocumentStore(case)
    return build(load_project(case, store), store=store), store


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_a_project_compiles_to(case: Path, golden: Golden) -> None:
    result, store = compile_case(case)
    assert [one for one in result.diagnostics if one.severity is Severity.ERROR] == []
    names = {code: entry.name for code, entry in CODES.items()}
    findings = tuple(one for one in result.diagnostics if one.severity is Severity.WARNING)
    report = report_text(Report(findings=findings, names=names, lines=store.source_line), Layout())
    golden.check_tree({**result.files, "findings.txt": report.encode()}, case / "expected")


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_a_second_run_gives_the_same_bytes(case: Path) -> None:
    assert compare(compile_case(case)[0].files, compile_case(case)[0].files) == []
