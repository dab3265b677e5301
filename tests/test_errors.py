"""Broken input, a folder a case: what is said of it stands beside it, and nothing is produced."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from toolmint.build import build
from toolmint.config import project_for_paths
from toolmint.diagnostics import CODES, Severity
from toolmint.documents import DocumentStore
from toolmint.errors import SourceError
from toolmint.reporters.report import Layout, Report
from toolmint.reporters.text import report_text

from support.golden import Golden

CASES = sorted(path for path in (Path(__file__).parent / "errors").iterdir() if path.is_dir())


def report_of(case: Path) -> tuple[str, bool]:
    """Compile a case's document as if it were named on the command line; return the report and whether files came."""
    store = DocumentStore(case)
    source = next(path for path in sorted(case.iterdir()) if path.stem == "spec")
    try:
        project = project_for_paths([Path(source.name)], store, root=case)
        result = build(project, targets=["contract"], store=store)
    except SourceError as error:
        findings = () if error.diagnostic is None else (error.diagnostic,)
        files = False
    else:
        findings, files = result.diagnostics, bool(result.files)
    assert findings
    names = {code: entry.name for code, entry in CODES.items()}
    return report_text(Report(findings=findings, names=names, lines=store.source_line), Layout()), files


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_broken_input_is_explained_and_gives_nothing(case: Path, golden: Golden) -> None:
    report, files = report_of(case)
    assert not files
    first = report.splitlines()[0]
    assert re.match(r"[\w./-]+:[1-9]\d*:[1-9]\d*: error\[[A-Z]{2}-\d\d\] \S", first), first
    assert f"{Severity.ERROR.value}[" in report
    golden.check_file(report.encode(), case / "expected.txt")


def test_a_second_file_that_is_broken_costs_what_refers_to_it_alone() -> None:
    case = Path(__file__).parent / "errors" / "broken-second-file"
    store = DocumentStore(case)
    project = project_for_paths([Path("spec.yaml")], store, root=case)
    result = build(project, targets=["contract"], store=store, keep_going=True)
    assert [one.what for one in result.sources[0].left_out] == ["GET /a"]
    assert result.sources[0].tools == 1
