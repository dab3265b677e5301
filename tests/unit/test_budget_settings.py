"""`[tool.toolmint.budget]`: read, checked, and handed to what prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolmint.build import build
from toolmint.config import Project, load_project
from toolmint.documents import DocumentStore
from toolmint.errors import ConfigError
from toolmint.lowering.size import Budget

SPEC = """
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /ping: {get: {operationId: ping, summary: Say that the service is there., responses: {"204": {description: Done.}}}}
"""


def project(folder: Path, settings: str) -> Project:
    (folder / "specs").mkdir()
    (folder / "specs/ping.yaml").write_text(SPEC, encoding="utf-8")
    (folder / "toolmint.toml").write_text(settings, encoding="utf-8")
    return load_project(folder, DocumentStore(folder))


def test_no_budget_is_no_limit(tmp_path: Path) -> None:
    assert project(tmp_path, "").budget == Budget()


def test_a_budget_reaches_the_lists(tmp_path: Path) -> None:
    read = project(tmp_path, "[budget]\ntokens_per_tool = 5\ntokens_per_list = 6\n")
    assert read.budget == Budget(tokens_per_tool=5, tokens_per_list=6)
    found = build(read, targets=["openai", "mcp"]).diagnostics
    # One a limit, though two lists are over it.
    assert [one.code for one in found] == ["PT-03", "PT-03"]
    assert all("openai and mcp spend up to" in one.message for one in found)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("[budget]\ntokens_per_tol = 5\n", "unknown key `tokens_per_tol` in `[budget]`"),
        (
            "[budget]\ntokens_per_tool = 0\n",
            "found the number `0` for `tokens_per_tool`, wanted a whole number above 0",
        ),
        ("[budget]\ntokens_per_tool = true\n", "wanted a whole number above 0"),
        ("[budget]\ntokens_per_tool = 1.5\n", "wanted a whole number above 0"),
        ("budget = 5\n", "`budget` is a table: `[budget]`"),
    ],
)
def test_wrong_budgets(tmp_path: Path, settings: str, message: str) -> None:
    with pytest.raises(ConfigError) as raised:
        project(tmp_path, settings)
    assert message in str(raised.value)
