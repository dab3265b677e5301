"""Every code has a page whose example is true: it gives the finding, and what to do takes it away."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from toolmint.cli.code_pages import HEADINGS, Page, all_pages, page_text
from toolmint.cli.main import main
from toolmint.diagnostics import CODES
from toolmint.rules import all_rules

_FENCE = re.compile(r"(?ms)^```(\w+) ?(\S*)\n(.*?)^```$")
_HEAD = "openapi: 3.1.0\ninfo: {title: Example, version: '1'}\n"
UNRUNNABLE = {"IN-14", "IN-18", "LK-03", "LK-04"}
"""A crash of the validator, a list of more than forty tools, two states of a pin: their examples are what is said."""
OF_SHORT_TEXTS = ("FS-", "CL-")
"""Rules on what a description lacks: an example is short."""

PAGES = [pytest.param(page, id=page.code) for page in all_pages().values() if page.code in CODES]
EXAMPLES = [pytest.param(page, id=page.code) for page in all_pages().values() if page.code in CODES.keys() - UNRUNNABLE]


def test_every_code_has_its_page() -> None:
    assert list(all_pages()) == [*CODES, *(rule.code for rule in all_rules())]
    names = [page.name for page in all_pages().values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_every_heading_in_order(page: Page) -> None:
    assert tuple(section.title for section in page.sections) == HEADINGS
    assert all(section.text for section in page.sections)
    _, example, fix = page.sections
    assert _FENCE.search(example.text)
    assert not fix.text.startswith("```")


def files_of(markdown: str) -> dict[str, str]:
    """Return path to content of what stands in fences; a snippet of a document gets what it needs round it."""
    found = {}
    for language, name, body in _FENCE.findall(markdown):
        path = name if "." in name else f"{name or 'specs'}/example.yaml"
        if language == "yaml" and body.startswith("/"):
            shared = body.find("\ncomponents:")
            paths, rest = (body, "") if shared < 0 else (body[: shared + 1], body[shared + 1 :])
            body = f"{_HEAD}paths:\n{re.sub(r'(?m)^', '  ', paths).rstrip()}\n{rest}"
        found["toolmint.toml" if language == "toml" and not name else path] = body
    return found


def codes_in(folder: Path, capsys: pytest.CaptureFixture[str]) -> set[str]:
    capsys.readouterr()
    main(["check", "--project", str(folder), "--format", "json"])
    told = json.loads(capsys.readouterr().out)
    assert "failure" not in told
    return {one["code"] for one in told["diagnostics"]}


def lay_out(folder: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("page", EXAMPLES)
def test_the_example_gives_the_finding_and_what_to_do_takes_it_away(
    page: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, example, fix = page.sections
    files = files_of(example.text)
    before = files.pop("before/example.yaml", None)
    if before is not None:
        lay_out(tmp_path, {"specs/example.yaml": before})
        assert main(["generate", "--project", str(tmp_path)]) == 0
    lay_out(tmp_path, files)
    assert page.code in codes_in(tmp_path, capsys)
    mended = tmp_path / "mended"
    lay_out(mended, files | files_of(fix.text))
    left = {code for code in codes_in(mended, capsys) if not code.startswith(OF_SHORT_TEXTS)}
    assert left - {"PT-01"} == set()


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_pages_keep_to_the_terminal(width: int) -> None:
    for page in all_pages().values():
        for line in page_text(page, width).splitlines()[1:]:
            assert len(line) <= width or line.startswith("    ") or " " not in line.strip("- "), line


def test_pages_are_text_and_no_markdown() -> None:
    for page in all_pages().values():
        text = page_text(page, 80)
        assert "```" not in text
        assert not re.search(r"(?m)^#", text)


def test_lists_and_files() -> None:
    page = Page(code="XX-01", name="x", meaning="It is.", text="- one\n  more\n- two", sections=(), severity="warning")
    assert page_text(page, 80) == "XX-01 x (warning)\n\nIt is.\n\n- one more\n- two\n"
