"""The promise: renaming a parameter is one edit of the source, and a rename that is half done does not build."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from toolmint.build import BuildResult, build
from toolmint.cli.main import main
from toolmint.config import load_project
from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore

OLD, NEW = "account_id", "account_number"


@pytest.fixture
def project(root: Path, tmp_path: Path) -> Path:
    """A copy of the worked examples."""
    shutil.copytree(root / "specs", tmp_path / "specs")
    return tmp_path


def compile_project(folder: Path) -> BuildResult:
    store = DocumentStore(folder)
    return build(load_project(folder, store), store=store)


def edit(file: Path, old: str, new: str, *, times: int = 1) -> int:
    """Replace the first `times` occurrences; return how many lines changed."""
    before = file.read_text(encoding="utf-8")
    assert before.count(old) >= times
    after = before.replace(old, new, times)
    file.write_text(after, encoding="utf-8")
    return sum(a != b for a, b in zip(before.splitlines(), after.splitlines(), strict=True))


def errors(result: BuildResult) -> list[Diagnostic]:
    return [one for one in result.diagnostics if one.severity is Severity.ERROR]


def test_one_edit_of_one_line_renames_the_parameter_everywhere(project: Path) -> None:
    before = compile_project(project)
    told = [path for path, content in before.files.items() if OLD.encode() in content]
    assert {"accounts/contract.json", "accounts/tools.py", "accounts/tools.md", "accounts/openai.json"} <= set(told)
    assert edit(project / "specs" / "accounts.yaml", f"name: {OLD}", f"name: {NEW}") == 1
    after = compile_project(project)
    assert errors(after) == []
    assert [path for path, content in after.files.items() if OLD.encode() in content] == []
    told_now = [path for path, content in after.files.items() if NEW.encode() in content]
    assert told_now == told
    assert b"Before calling: `account_number` is known and belongs to the user." in after.files["accounts/tools.md"]


def test_the_former_name_stands_only_where_was_is_meant_to(project: Path) -> None:
    edit(project / "specs" / "accounts.yaml", f"name: {OLD}", f"name: {NEW}")
    edit(project / "specs" / "accounts.yaml", "was: [user_id]", f"was: [user_id, {OLD}]")
    result = compile_project(project)
    assert errors(result) == []
    told = [path for path, content in result.files.items() if OLD.encode() in content]
    assert told == ["accounts/contract.json"]


def test_a_name_that_is_left_behind_by_hand_does_not_build(project: Path) -> None:
    edit(project / "specs" / "accounts.yaml", "'{Account} is known", "'{user_id} is known")
    result = compile_project(project)
    lines = (project / "specs" / "accounts.yaml").read_text(encoding="utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "{user_id}" in text)
    assert [(one.code, one.location.path, one.location.line, one.location.column) for one in errors(result)] == [
        ("RF-01", "specs/accounts.yaml", line, lines[line - 1].index("{user_id}") + 1)
    ]
    assert errors(result)[0].message == "`{user_id}` is called `account_id` now"
    assert errors(result)[0].hint == "write `{account_id}`"
    assert not any(path.startswith("accounts/") for path in result.files)
    assert any(path.startswith("after_sales/") for path in result.files)


def test_a_path_parameter_and_its_template_must_agree(project: Path) -> None:
    spec = project / "specs" / "after_sales.yaml"
    edit(spec, "name: user_id", "name: customer_id")
    assert sorted(one.code for one in errors(compile_project(project))) == ["IN-12", "IN-12", "RF-01"]
    edit(spec, "/users/{user_id}:", "/users/{customer_id}:")
    assert [one.message for one in errors(compile_project(project))] == ["`{user_id}` names nothing that this tool has"]
    edit(spec, "'{user_id} is known", "'{customer_id} is known")
    assert errors(compile_project(project)) == []


@pytest.mark.parametrize(
    ("source", "tool", "old", "new"),
    [
        ("accounts", "get_balance", "account_id", "account_number"),
        ("after_sales", "calculate_refund", "item_ids", "item_numbers"),
    ],
)
def test_the_command_renames_what_is_generated(
    project: Path, monkeypatch: pytest.MonkeyPatch, source: str, tool: str, old: str, new: str
) -> None:
    """Rename, generate, check: the tool says the old name nowhere but where a former name is meant to stand."""
    monkeypatch.chdir(project)
    before = compile_project(project)
    assert main(["generate", "--quiet"]) == 0
    assert main(["rename", source, tool, old, new, "--yes", "--quiet"]) == 0
    assert main(["generate", "--quiet"]) == 0
    assert main(["check", "--quiet", "--only", "drift"]) == 0
    after = compile_project(project)
    assert errors(after) == []
    told = [path for path, content in after.files.items() if says(content, old)]
    assert told == [f"{source}/contract.json"]
    was = [path for path, content in before.files.items() if says(content, old)]
    assert [path for path, content in after.files.items() if says(content, new)] == was


def says(content: bytes, word: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9_]){word}(?![A-Za-z0-9_])".encode(), content) is not None
