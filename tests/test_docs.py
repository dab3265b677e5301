"""What docs/ and README say is true: links, commands, options, keys, examples."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from toolmint.build import build
from toolmint.cli.app import app
from toolmint.cli.main import main
from toolmint.config import load_project
from toolmint.documents import DocumentStore
from toolmint.reporters import REPORTERS
from toolmint.rule import Rule
from toolmint.rules import all_rules
from toolmint.selection import parse_pattern
from toolmint.sources.openapi import extension

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", "CONTRIBUTING.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md"))]
COMMANDS = getattr(get_command(app), "commands", {})
HEAD = "openapi: 3.1.0\ninfo: {title: Example, version: '1'}\n"


def fences(root: Path, page: str, language: str) -> list[str]:
    text = (root / page).read_text(encoding="utf-8")
    return re.findall(rf"(?ms)^```{language}\n(.*?)^```$", text)


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(root: Path, page: str) -> None:
    file = root / page
    text = re.sub(r"(?ms)^```.*?^```$", "", file.read_text(encoding="utf-8"))
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        if "://" not in path:
            target = file if not path else file.parent / path
            assert target.exists(), link
            if anchor:
                headings = re.findall(r"(?m)^#+ (.+)$", target.read_text(encoding="utf-8"))
                assert anchor in {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}, link


@pytest.mark.parametrize("page", PAGES)
def test_commands_and_options_exist(root: Path, page: str) -> None:
    text = (root / page).read_text(encoding="utf-8")
    for command, rest in re.findall(r"(?:`|\$ |run: |/)toolmint ([a-z]+)([^`\n]*)", text):
        assert command in COMMANDS, command
        found = COMMANDS[command]
        below = getattr(found, "commands", {})
        word = rest.split()[0] if rest.split() else ""
        if below and word:
            assert word in below, rest
            found = below[word]
        known = {name for parameter in found.params for name in parameter.opts} | {"--help"}
        assert set(re.findall(r"(?<!\S)--[a-z-]+", rest.partition(" #")[0].partition(" -- ")[0])) <= known, rest


def test_x_tool_lists_every_key(root: Path) -> None:
    text = (root / "docs/x-tool.md").read_text(encoding="utf-8")
    operation, _, parameter = text.partition("## On a parameter or a property")
    for section, keys in ((operation, extension._TOOL_KEYS), (parameter, extension._PROPERTY_KEYS)):
        listed = {key for row in re.findall(r"(?m)^\| (`.*?) \|", section) for key in re.findall(r"`(\w+)`", row)}
        assert listed >= set(keys)


def test_the_example_of_x_tool_gives_its_description(root: Path, tmp_path: Path) -> None:
    (example,) = fences(root, "docs/x-tool.md", "yaml")
    (description,) = fences(root, "docs/x-tool.md", "text")
    indented = re.sub(r"(?m)^", "    ", example)
    parameter = "      parameters: [{name: order_id, in: query, schema: {type: string}}]\n"
    (tmp_path / "specs").mkdir()
    spec = f"{HEAD}paths:\n  /refund:\n{indented.rstrip()}\n{parameter}"
    (tmp_path / "specs/example.yaml").write_text(spec, encoding="utf-8")
    store = DocumentStore(tmp_path)
    result = build(load_project(tmp_path, store), targets=["openai"], store=store)
    (tool,) = json.loads(result.files["example/openai.json"])
    assert tool["function"]["description"] == description.rstrip("\n")


def test_the_example_of_an_overlay_is_applied(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (overlay,) = fences(root, "docs/overlays.md", "yaml")
    paths = {
        "/pets/{petId}": {
            "delete": {"operationId": "deletePet"},
            "parameters": [{"name": "petId", "in": "path", "required": True, "schema": {"type": "string"}}],
        },
        "/admin": {"get": {"operationId": "audit"}, "post": {"operationId": "purge"}},
    }
    (tmp_path / "specs").mkdir()
    spec = HEAD + yaml.safe_dump({"paths": paths})
    (tmp_path / "specs/petshop.yaml").write_text(spec, encoding="utf-8")
    (tmp_path / "specs/petshop.overlay.yaml").write_text(overlay, encoding="utf-8")
    assert main(["generate", "--project", str(tmp_path), "--target", "openai"]) == 0
    (tool,) = json.loads((tmp_path / "generated/petshop/openai.json").read_text(encoding="utf-8"))
    assert tool["function"]["name"] == "delete_pet"
    assert "does not delete more than one pet" in tool["function"]["description"]
    assert capsys.readouterr().out == ""


def test_patterns_of_the_example_are_patterns(root: Path) -> None:
    (settings,) = fences(root, "docs/overlays.md", "toml")
    source = tomllib.loads(settings)["tool"]["toolmint"]["sources"]["petshop"]
    kinds = {parse_pattern(entry).kind for entry in (*source["include"], *source["exclude"])}
    text = (root / "docs/overlays.md").read_text(encoding="utf-8")
    assert kinds <= {row for cell in re.findall(r"(?m)^\| (`.*?) \|", text) for row in re.findall(r"`([\w-]+)", cell)}


def test_rules_of_prompts_are_those_that_judge_them(root: Path) -> None:
    listed = re.findall(r"(?m)^\| `([A-Z]+-\d+)` \|", (root / "docs/prompts.md").read_text(encoding="utf-8"))
    judging = [
        rule.code
        for rule in all_rules()
        if type(rule).check_passage is not Rule.check_passage or type(rule).check_call is not Rule.check_call
    ]
    assert listed == judging


def test_formats_are_those_that_output_names(root: Path) -> None:
    text = (root / "docs/output.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?m)^\| `(\w+)` \| one ", text)) | set(re.findall(r"`--format (\w+)`", text))
    assert {"text", "gitlab", "junit", *named} == set(REPORTERS)


def test_json_is_what_output_says(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every key that stands there comes, and no other."""
    text = (root / "docs/output.md").read_text(encoding="utf-8")
    section = text.partition("## For programs")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"(?m)^\| `(\w+)` \| (.*) \|$", section))
    (tmp_path / "specs").mkdir()
    spec = f"{HEAD}paths:\n  /a: {{get: {{operationId: a, x-tool: {{does: 'Read {{b}}.'}}}}}}\n"

    def told(*arguments: str) -> dict[str, Any]:
        capsys.readouterr()
        main([*arguments, "--project", str(tmp_path), "--format", "json"])
        value: dict[str, Any] = json.loads(capsys.readouterr().out)
        return value

    (tmp_path / "specs/example.yaml").write_text(spec, encoding="utf-8")
    failed, found = told("check", "nothing"), told("check")
    assert {*failed, *found} == rows.keys()
    (finding,) = found["diagnostics"]
    keys = set(re.findall(r"`(\w+)`", section.partition("A finding has")[2])) - {"error", "warning", "info"}
    assert finding.keys() == keys
    counts = {key for command in ("generate", "check", "lint") for key in told(command)["summary"]}
    assert counts == set(re.findall(r"`(\w+)`", rows["summary"])) - {"generate", "check", "lint"}
    (tmp_path / "specs/example.yaml").write_text(spec.replace("{b}", "it"), encoding="utf-8")
    (difference,) = told("check")["drift"]
    assert difference.keys() == set(re.findall(r"`(\w+)`", rows["drift"])) - {"check"}
