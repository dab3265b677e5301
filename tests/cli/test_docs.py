from __future__ import annotations

from pathlib import Path

import pytest

from toolmint.cli import docs
from toolmint.cli.code_pages import all_pages
from toolmint.config import PROJECT_KEYS, SOURCE_KEYS


def test_the_pages_are_up_to_date(root: Path) -> None:
    stale = [name for name, text in docs.pages().items() if (root / "docs" / name).read_text("utf-8") != text]
    assert stale == [], "run `make docs`"


def test_the_pages_do_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    narrow = docs.pages()
    monkeypatch.setenv("COLUMNS", "200")
    assert docs.pages() == narrow


def test_the_pages_name_everything() -> None:
    pages = docs.pages()
    for key in (*PROJECT_KEYS, *SOURCE_KEYS):
        assert f"| `{key.name}` |" in pages["config.md"]
    for page in all_pages().values():
        anchor = f"{page.code} {page.name}".lower().replace(" ", "-")
        assert f"| [`{page.code}`](#{anchor}) |" in pages["codes.md"]
        assert f"\n## {page.code} {page.name}\n" in pages["codes.md"]
    for command in ("generate", "check", "lint", "serve", "show", "explain"):
        assert f"\n## toolmint {command}\n" in pages["cli.md"]


def test_check_finds_a_stale_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert docs.main([]) == 2
    (tmp_path / "docs").mkdir()
    assert docs.main(["--check"]) == 1
    assert docs.main([]) == 0
    assert docs.main(["--check"]) == 0
    (tmp_path / "docs/cli.md").write_text("edited\n")
    assert docs.main(["--check"]) == 1
