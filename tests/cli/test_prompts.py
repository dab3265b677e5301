"""Prompts of a project in `lint` and `check`: where they are looked for, what lets findings pass, earlier states."""

from __future__ import annotations

import json
from typing import Any

import pytest

SPEC = """\
openapi: 3.1.0
info: {title: Orders, version: "1"}
paths:
  /orders/{order_id}:
    get:
      operationId: getOrder
      x-tool:
        does: Look up one order of the shop.
        when: the user asks about an order
        requires: "{order_id} is known"
        never: change the order
      parameters:
        - {name: order_id, in: path, required: true, description: "As printed, such as A1", schema: {type: string}}
      responses: {"200": {description: The order}}
"""
PROMPT = "You are the shop's assistant.\n\nCall `getOrder` with the order_id.\n"
RULES = ("--select", "ID,PM")


@pytest.fixture
def shop(real: Any) -> Any:
    real.write("specs/orders.yaml", SPEC)
    real.write("toolmint.toml", 'prompts = ["prompts/**/*.md"]\n')
    real.write("prompts/system/shop.md", PROMPT)
    return real


def test_lint_and_check_judge_them(shop: Any) -> None:
    assert shop.run("lint", *RULES) == 1
    first = "prompts/system/shop.md:3:7: error[ID-04] the prompt says `getOrder`; the tool is called `get_order`"
    assert shop.stdout.startswith(first)
    assert "3 | Call `getOrder` with the order_id.\n  |       ^^^^^^^^\n" in shop.stdout
    assert "linted 1 source: 1 tool, 1 prompt; 1 error" in shop.stderr
    shop.run("generate")
    assert shop.run("check") == 1
    assert first in shop.stdout
    assert shop.run("check", "--only", "drift") == 0


def test_generating_does_not_need_them(shop: Any) -> None:
    assert shop.run("generate") == 0
    assert "getOrder" not in shop.stdout + shop.stderr


def test_json(shop: Any) -> None:
    assert shop.run("lint", *RULES, "--format", "json") == 1
    held = json.loads(shop.stdout)
    (found,) = held["diagnostics"]
    assert (found["path"], found["line"], found["column"]) == ("prompts/system/shop.md", 3, 7)
    assert held["summary"]["prompts"] == 1


def test_from_a_folder_below(shop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(shop.folder / "prompts")
    assert shop.run("lint", *RULES) == 1
    assert shop.stdout.startswith("system/shop.md:3:7: error[ID-04]")
    assert "3 | Call `getOrder`" in shop.stdout


def test_a_pattern_that_matches_nothing(shop: Any) -> None:
    shop.write("toolmint.toml", 'prompts = [\n  "prompts/**/*.md",\n  "evals/*.jsonl",\n]\n')
    shop.write("prompts/system/shop.md", "Call get_order.\n")
    assert shop.run("lint", *RULES) == 0
    assert shop.stdout.startswith("toolmint.toml:3:3: warning[PF-05] `evals/*.jsonl` matches no file\n")
    assert '3 |   "evals/*.jsonl",\n  |   ^^^^^^^^^^^^^^^\n' in shop.stdout
    assert shop.run("lint", *RULES, "--fail-on", "warning") == 1


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("/etc/*.md", "found the absolute pattern `/etc/*.md`"),
        ("prompts/**.md", "`prompts/**.md`"),
    ],
)
def test_wrong_patterns(shop: Any, pattern: str, says: str) -> None:
    shop.write("toolmint.toml", f'prompts = ["{pattern}"]\n')
    shop.run("lint")
    assert says in shop.stdout + shop.stderr
    shop.write("toolmint.toml", 'prompts = "prompts"\n')
    assert shop.run("lint") == 2
    assert 'found the string `"prompts"` for `prompts`, wanted a list of strings' in shop.stderr


def test_what_is_generated_or_hidden_is_no_prompt(shop: Any) -> None:
    shop.write("toolmint.toml", 'prompts = ["**/*.md"]\n')
    shop.write("generated/orders/old.md", PROMPT)
    shop.write(".cache/a.md", PROMPT)
    assert shop.run("lint", *RULES) == 1
    assert shop.stdout.count("error[ID-04]") == 1
    shop.write("toolmint.toml", 'prompts = [".cache/*.md"]\n')
    assert shop.run("lint", *RULES) == 1
    assert shop.stdout.startswith(".cache/a.md:3:7:")


def test_a_named_source_is_judged_without_them(shop: Any) -> None:
    assert shop.run("lint", "orders", *RULES) == 0
    assert "prompt" not in shop.stderr


def test_of_several_sources_any_tool_may_be_meant(shop: Any) -> None:
    tool = {"name": "getOrder", "description": "Another.", "inputSchema": {"type": "object", "properties": {}}}
    shop.write("specs/other.mcp.json", json.dumps({"tools": [tool]}))
    shop.run("lint", *RULES)
    assert "getOrder" not in shop.stdout


def test_not_judged_where_a_source_cannot_be_read(shop: Any) -> None:
    shop.write("specs/broken.yaml", "openapi: 3.1.0\ninfo: [\n")
    assert shop.run("lint", *RULES) == 2
    assert "ID-04" not in shop.stdout


@pytest.mark.parametrize("about", ["get_order", "prompts/system/shop.md"])
def test_the_project_suppresses_with_a_reason(shop: Any, about: str) -> None:
    shop.write("prompts/system/shop.md", "The get_order tool takes the `orderId`.\n")
    assert shop.run("lint", *RULES) == 1
    more = f'prompts = ["prompts/**/*.md"]\n[lint]\nignore = {{"ID-03" = {{"{about}" = "as printed"}}}}\n'
    shop.write("toolmint.toml", more)
    assert shop.run("lint", *RULES) == 0
    assert "1 suppressed" in shop.stderr
    shop.write("prompts/system/shop.md", "The get_order tool.\n")
    shop.run("lint")
    assert f"`ID-03` of `{about}` is suppressed here and finds nothing any more" in shop.stdout


def test_a_tool_suppresses_nothing_in_prompts(shop: Any) -> None:
    shop.write("prompts/system/shop.md", "The get_order tool takes the `orderId`.\n")
    shop.write("specs/orders.yaml", SPEC.replace("        never", '        ignore: {ID-03: "why"}\n        never'))
    assert shop.run("lint", *RULES) == 1


def test_levels_and_externals(shop: Any) -> None:
    prompts = 'prompts = ["prompts/**/*.md"]\n[lint]\n'
    shop.write("toolmint.toml", f'{prompts}levels = {{"ID-04" = "warning"}}\n')
    assert shop.run("lint", *RULES) == 0
    shop.write("toolmint.toml", f'{prompts}externals = ["getOrder"]\n')
    assert shop.run("lint", *RULES, "--fail-on", "warning") == 0


def test_the_baseline(shop: Any) -> None:
    shop.write("toolmint.toml", 'prompts = ["prompts/**/*.md"]\n[lint]\nbaseline = "baseline.json"\n')
    assert shop.run("lint", *RULES, "--update-baseline") == 0
    assert '"source": "prompts/system/shop.md", "tool": "get_order", "code": "ID-04"' in shop.read("baseline.json")
    assert shop.run("lint") == 0
    assert "1 in the baseline" in shop.stderr
    # Another line is the same finding; another prompt is a new one.
    shop.write("prompts/system/shop.md", "Hello.\n\n" + PROMPT)
    assert shop.run("lint", *RULES) == 0
    shop.write("prompts/other.md", PROMPT)
    assert shop.run("lint", *RULES) == 1
    (shop.folder / "prompts/other.md").unlink()
    (shop.folder / "prompts/system/shop.md").rename(shop.folder / "prompts/now.md")
    assert shop.run("lint") == 1
    assert "warning[LK-06] the baseline still lists ID-04 of `get_order`, which is not found any more" in shop.stdout
    assert shop.run("lint", *RULES, "--update-baseline") == 0
    assert "1 added, 1 removed" in shop.stderr


def test_against_the_checked_in_contract(shop: Any) -> None:
    shop.write("prompts/system/shop.md", "Pass `order_id` to get_order.\n")
    shop.run("generate")
    shop.write("specs/orders.yaml", SPEC.replace("order_id", "number"))
    assert shop.run("lint", *RULES) == 1
    assert (
        "prompts/system/shop.md:1:7: error[ID-02] the prompt says `order_id`, which is called `number` now"
        in shop.stdout
    )
    assert shop.run("check") == 1
    assert "error[ID-02]" in shop.stdout


def test_files_that_cannot_be_read(shop: Any) -> None:
    patterns = 'prompts = ["prompts/*.json", "prompts/*.jsonl", "prompts/*.yaml", "prompts/*.txt"]\n'
    shop.write("toolmint.toml", patterns)
    shop.write("prompts/a.json", '{"a": }')
    shop.write("prompts/b.jsonl", '{"a": 1}\n\n{"a": \n')
    shop.write("prompts/c.yaml", "a: [\n")
    (shop.folder / "prompts/d.txt").write_bytes(b"caf\xe9")
    assert shop.run("lint", *RULES) == 1
    places = [line.split(": ")[0] for line in shop.stdout.splitlines() if "error[IN-01]" in line]
    assert places == ["prompts/a.json:1:7", "prompts/b.jsonl:3:7", "prompts/c.yaml:2:1", "prompts/d.txt:1:4"]
