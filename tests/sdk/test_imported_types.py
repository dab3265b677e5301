"""`import = true` finds the function inside of what each framework makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolmint.build import build
from toolmint.config import load_project
from toolmint.documents import DocumentStore
from toolmint.execution import run_sources

from support.python_code import require

FILTER = "from pydantic import create_model\nFilter = create_model('Filter', colour=(str, ...))\n"


@pytest.mark.parametrize(
    ("library", "code"),
    [
        (
            "fastmcp",
            "from fastmcp import FastMCP\nserver = FastMCP('x')\n@server.tool\ndef find(f: Filter) -> str:",
        ),
        ("langchain_core", "from langchain_core.tools import tool\n@tool\ndef find(f: Filter) -> str:"),
        ("agents", "from agents import function_tool\n@function_tool\ndef find(f: Filter) -> str:"),
        (
            "pydantic_ai",
            "from pydantic_ai import Agent\nagent = Agent('test')\n@agent.tool_plain\ndef find(f: Filter) -> str:",
        ),
    ],
)
def test_the_function_of_a_framework(library: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require(library)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    (tmp_path / "shop.py").write_text(f'{FILTER}{code}\n    """Find it."""\n    return ""\n', encoding="utf-8")
    (tmp_path / "toolmint.toml").write_text(
        '[sources.shop]\npath = "shop.py"\nimport = true\ntargets = ["contract"]\n', encoding="utf-8"
    )
    store = DocumentStore(tmp_path)
    project = load_project(tmp_path, store)
    assert run_sources(project.sources, store) == ()
    catalog = build(project, store=store).catalogs["shop"]
    assert [tool.name for tool in catalog.contracts] == ["find"]
    schema = catalog.contracts[0].input_schema["properties"]["f"]
    assert "colour" in catalog.definitions.input.get("Filter", schema)["properties"]
