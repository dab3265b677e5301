"""`toolmint diff`: states of every kind, formats, exit codes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

SNAPSHOTS = Path(__file__).parent / "snapshots"
SPEC = """\
openapi: 3.1.0
info: {title: Orders, version: "1"}
paths:
  /orders:
    get:
      operationId: listOrders
      summary: List the orders of a customer, the newest first.
      parameters:
        - {name: user_id, in: query, description: Whose orders., schema: {type: string, maxLength: 20}}
      responses: {"200": {description: The orders}}
"""
CHANGED = SPEC.replace("user_id", "account_id").replace("the newest first", "the oldest first").replace("20}", "40}")


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=n", "-c", "user.email=e@example.com")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.mark.parametrize("width", [60, 100])
def test_two_files(real: Any, golden: Any, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    real.write("old.yaml", SPEC)
    real.write("new.yaml", CHANGED)
    assert real.run("diff", "old.yaml", "new.yaml") == 0
    assert real.run("diff", "old.yaml", "new.yaml", "--fail-on", "BREAKING", "--quiet") == 1
    assert real.run("diff", "new.yaml", "new.yaml", "--fail-on", "NOTATION") == 0
    golden.check_file(real.transcript, SNAPSHOTS / f"diff_two_files-{width}.txt")


def test_a_changelog(real: Any, golden: Any) -> None:
    real.write("old.yaml", SPEC)
    real.write("new.yaml", CHANGED)
    assert real.run("diff", "old.yaml", "new.yaml", "--format", "markdown") == 0
    golden.check_file(real.stdout.encode(), SNAPSHOTS / "diff_changelog.md")


def test_json(real: Any) -> None:
    real.write("old.yaml", SPEC)
    real.write("new.yaml", CHANGED)
    assert real.run("diff", "old.yaml", "new.yaml", "--format", "json") == 0
    held = json.loads(real.stdout)
    assert held["summary"] == {
        "verdict": "major",
        "BREAKING": 1,
        "LOOSENED": 0,
        "BEHAVIOUR": 1,
        "EXPANDED": 1,
        "NOTATION": 0,
    }
    assert {one["kind"] for one in held["changes"]} == {"argument-removed", "argument-added", "description-changed"}


def test_states_of_every_kind(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    real.run("generate")
    git(real.folder, "init", "-q")
    git(real.folder, "add", "-A")
    git(real.folder, "commit", "-qm", "first")
    real.write("specs/orders.yaml", CHANGED)
    for old in ("HEAD", "generated", "generated/orders", "generated/orders/contract.json"):
        assert real.run("diff", old, "specs/orders.yaml", "--fail-on", "BREAKING") == 1, old
    real.run("generate")
    assert real.run("diff", "HEAD", "generated", "--fail-on", "BREAKING") == 1
    assert real.run("diff", "specs/orders.yaml", "generated", "--fail-on", "NOTATION") == 0
    git(real.folder, "add", "-A")
    git(real.folder, "commit", "-qm", "second")
    assert real.run("diff", "HEAD~1", "HEAD", "--fail-on", "BREAKING") == 1


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("gone.yaml", "a.yaml", "`gone.yaml` is neither a file nor a git revision"),
        ("a.yaml", "note.txt", "IN-04"),
        ("broken.yaml", "a.yaml", "IN-01"),
    ],
)
def test_states_that_are_none(real: Any, old: str, new: str, says: str) -> None:
    for name, text in (("a.yaml", SPEC), ("note.txt", "x"), ("broken.yaml", "a: [\n")):
        real.write(name, text)
    assert real.run("diff", old, new) == 2
    assert says in real.stdout + real.stderr


def test_a_source_that_came_and_one_that_went(real: Any) -> None:
    for name in ("one", "two"):
        real.write(f"{name}.yaml", SPEC)
        real.run("generate", f"{name}.yaml", "--out", f"old/{name}")
    real.write("old/a/one/contract.json", real.read("old/one/one/contract.json"))
    real.write("old/a/two/contract.json", real.read("old/two/two/contract.json"))
    real.write("old/b/one/contract.json", real.read("old/one/one/contract.json"))
    real.write("old/b/three/contract.json", real.read("old/two/two/contract.json"))
    assert real.run("diff", "old/a", "old/b", "--format", "json") == 0
    kinds = {(one["source"], one["kind"]) for one in json.loads(real.stdout)["changes"]}
    assert kinds == {("two", "tool-removed"), ("three", "tool-added")}


ALERTS = {"name": "list_alerts", "description": "List the warnings of a region.", "inputSchema": {"type": "object"}}


@pytest.fixture
def two_sources(real: Any) -> Any:
    """A project of two sources, both generated, and both changed since the last commit but one."""
    real.write("toolmint.toml", 'targets = ["contract"]\n')
    real.write("specs/orders.yaml", SPEC)
    real.write("specs/alerts.mcp.json", json.dumps([ALERTS]))
    git(real.folder, "init", "-q", ".")
    assert real.run("generate", "--quiet") == 0
    git(real.folder, "add", ".")
    git(real.folder, "commit", "-qm", "one")
    real.write("before.json", real.read("generated/orders/contract.json"))
    real.write("specs/orders.yaml", CHANGED)
    real.write("specs/alerts.mcp.json", json.dumps([{**ALERTS, "description": "List the storms of a region."}]))
    assert real.run("generate", "--quiet") == 0
    return real


@pytest.mark.parametrize(
    ("old", "new", "sources"),
    [
        ("before.json", "generated/orders/contract.json", {"orders"}),
        ("before.json", "specs/orders.yaml", {"orders"}),
        ("HEAD", "generated/orders/contract.json", {"orders"}),
        ("HEAD", "generated/orders", {"orders"}),
        ("HEAD", "specs/alerts.mcp.json", {"alerts"}),
        ("HEAD", "generated", {"orders", "alerts"}),
        ("HEAD", ".", {"orders", "alerts"}),
        (".", "generated", set()),
    ],
)
def test_what_is_compared_with_what(two_sources: Any, old: str, new: str, sources: set[str]) -> None:
    assert two_sources.run("diff", old, new, "--format", "json") == 0
    found = json.loads(two_sources.stdout)["changes"]
    assert {one["source"] for one in found} == sources
    assert not [one for one in found if one["kind"] in ("tool-removed", "tool-added")]


def test_tool_lists_are_compared_as_they_were_sent(real: Any) -> None:
    """What no contract holds is a change too; so are spelling and order."""
    real.write("old.json", json.dumps({"tools": [ALERTS, {**ALERTS, "name": "b"}]}))
    real.write("new.json", json.dumps({"tools": [{**ALERTS, "name": "b", "_meta": {"ui": 1}}, ALERTS]}))
    assert real.run("diff", "old.json", "new.json", "--format", "json") == 0
    found = json.loads(real.stdout)
    assert [(one["grade"], one["kind"], one["tool"]) for one in found["changes"]] == [
        ("NOTATION", "order-changed", None),
        ("BEHAVIOUR", "_meta-changed", "b"),
    ]
    real.write("twice.json", json.dumps([ALERTS, ALERTS]))
    assert real.run("diff", "old.json", "twice.json") == 0
    assert "BREAKING   b  tool" in real.stdout
