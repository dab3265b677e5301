"""`toolmint lint`, and the rules in `check`: findings, suppressions, baseline, earlier states, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from toolmint.build import BuildResult
from toolmint.cli import lint
from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import DocumentStore, parse_document
from toolmint.documents.origins import Origins
from toolmint.location import Location
from toolmint.text import plural

SPEC = """\
openapi: 3.1.0
info: {title: Orders, version: "1"}
paths:
  /orders/{order_id}:
    get:
      operationId: getOrder
      summary: Look up an order by its `orderId`.
      parameters:
        - {name: order_id, in: path, required: true, description: "As printed, such as A1", schema: {type: string}}
      responses: {"200": {description: The order}}
"""
RENAMED = """\
openapi: 3.1.0
info: {title: Balance, version: "1"}
paths:
  /balance:
    get:
      operationId: getBalance
      x-tool:
        does: Tell the balance
        when: the user asks for it
        requires: "{account_id} is known; it is not the customer"
        never: move money
      parameters:
        - {name: account_id, in: query, required: true, description: "Of the account, as A1", schema: {type: string}}
      responses: {"200": {description: The balance}}
"""
LIST = [
    {
        "name": "find_user",
        "description": "Find a user by `userName`.",
        "inputSchema": {"type": "object", "properties": {"user_name": {"type": "string", "description": "A name"}}},
    }
]


def project_file(real: Any, lint: str = "", more: str = "") -> None:
    real.write("toolmint.toml", f"{more}\n[lint]\n{lint}\n")


def git(folder: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=n", "-c", "user.email=e@example.com")
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_lint_finds(real: Any, golden: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    assert real.run("lint", "--select", "ID") == 1
    assert real.run("lint", "--select", "ID", "--quiet") == 1
    assert real.run("lint", "--select", "ID-12") == 0
    assert real.run("lint", "--select", "ID-12", "--quiet") == 0
    assert (real.stdout, real.stderr) == ("", "")
    assert real.run("lint", "--select", "ID", "--ignore", "ID-03,ID-08") == 0
    golden.check_file(real.transcript, Path(__file__).parent / "snapshots" / "lint_finds.txt")


def test_a_tool_list_is_a_source(real: Any) -> None:
    real.write("tools.json", json.dumps(LIST, indent=2))
    assert real.run("lint", "tools.json") == 1
    assert real.stdout.startswith("tools.json:4:37: error[ID-03] the description says `userName`; the schema spells it")


def test_json_and_counts(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    assert real.run("lint", "--format", "json", "--select", "ID") == 1
    held = json.loads(real.stdout)
    assert [(one["code"], one["name"], one["tool"], one["line"]) for one in held["diagnostics"]] == [
        ("ID-03", "case-variant-field", "get_order", 7)
    ]
    assert (held["summary"]["error"], held["summary"]["suppressed"]) == (1, 0)


@pytest.mark.parametrize(("level", "code"), [("warning", 0), ("info", 0), ("off", 0), ("error", 1)])
def test_levels(real: Any, level: str, code: int) -> None:
    real.write("specs/orders.yaml", SPEC)
    project_file(real, f'levels = {{"ID-03" = "{level}"}}')
    assert real.run("lint", "--select", "ID") == code
    assert real.run("lint", "--select", "ID", "--fail-on", "warning") == (level in ("warning", "error"))
    assert real.run("lint", "--select", "ID", "--fail-on", "info") == (level != "off")


@pytest.mark.parametrize(
    "ignore", ['"ID-03" = "said so by the vendor"', '"ID-03" = {get_order = "said so by the vendor"}']
)
def test_the_project_suppresses_with_a_reason(real: Any, ignore: str) -> None:
    real.write("specs/orders.yaml", SPEC)
    project_file(real, f"ignore = {{{ignore}}}")
    assert real.run("lint", "--fail-on", "warning", "--select", "ID") == 0
    assert "1 suppressed" in real.stderr


def test_a_tool_suppresses_for_itself(real: Any) -> None:
    real.write(
        "specs/orders.yaml", SPEC.replace("      responses", '      x-tool: {ignore: {ID-03: "why"}}\n      responses')
    )
    assert real.run("lint", "--select", "ID") == 0
    assert "1 suppressed" in real.stderr


def test_an_unused_suppression_is_told(real: Any) -> None:
    text = SPEC.replace("`orderId`", "id")
    ignored = '      x-tool:\n        ignore: {ID-03: "why", IN-05: "no rule"}\n      responses'
    real.write("specs/orders.yaml", text.replace("      responses", ignored))
    project_file(real, 'ignore = {"ID-04" = "was there once"}')
    assert real.run("lint", "--select", "ID", "--fail-on", "warning") == 1
    assert "`ID-03` of `get_order` is suppressed here and finds nothing any more" in real.stdout
    assert "specs/orders.yaml:11:18: warning[LK-06]" in real.stdout
    assert "`IN-05` is no rule that can be suppressed" in real.stdout
    # With --select, nobody knows what the whole project would have found.
    assert "ID-04" not in real.stdout
    real.run("lint")
    assert "toolmint.toml:3:12: warning[LK-06] `ID-04` is suppressed here" in real.stdout


def test_one_suppression_above_many_tools(real: Any) -> None:
    text = SPEC.replace("paths:", 'x-tool: {ignore: {ID-03: "vendor spelling"}}\npaths:')
    more = "  /b:\n    get: {operationId: other, summary: Other., responses: {'204': {description: done}}}\n"
    real.write("specs/orders.yaml", text + more)
    assert real.run("lint", "--select", "ID", "--fail-on", "warning") == 0, real.stdout


@pytest.mark.parametrize(
    ("lint", "says"),
    [
        ('levels = {"ID-99" = "off"}', "no rule has the code `ID-99`"),
        ('levels = {"ID-03" = "loud"}', "found `loud` for the level of `ID-03`, wanted "),
        ('ignore = {"ID-03" = ""}', "`ID-03` is let pass without a reason"),
        ('ignore = {"ID-03" = {get_order = 3}}', "`ID-03` is let pass without a reason"),
        ('ignore = ["ID-03"]', "found a list for `ignore`, wanted a table"),
        ("extern = []", "unknown key `extern`"),
    ],
)
def test_wrong_settings(real: Any, lint: str, says: str) -> None:
    real.write("specs/orders.yaml", SPEC)
    project_file(real, lint)
    assert real.run("lint") == 2
    assert says in real.stdout + real.stderr


def test_options_that_name_nothing(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    assert real.run("lint", "--select", "XX") == 2
    assert real.run("lint", "--baseline", "gone.json") == 2
    assert real.run("lint", "--update-baseline") == 2
    assert real.run("lint", "--against", "nowhere") == 2
    assert "neither a file nor a git revision" in real.stderr


def test_baseline(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    project_file(real, 'baseline = "known.json"')
    assert real.run("lint") == 2  # named and missing
    assert real.run("lint", "--update-baseline", "--select", "ID") == 0
    assert "+ ID-03 orders.get_order: the description says" in real.stderr
    assert "1 added, 0 removed" in real.stderr
    kept = real.read("known.json")
    assert real.run("lint", "--select", "ID") == 0
    assert "1 in the baseline" in real.stderr
    assert real.run("check", "--only", "lint") in (0, 1)  # it honours the baseline
    assert "ID-03" not in real.stdout
    # Lines move, the finding stays known; another tool's is new.
    real.write("specs/orders.yaml", "# moved\n" + SPEC)
    assert real.run("lint", "--select", "ID") == 0
    real.write(
        "specs/orders.yaml", SPEC + SPEC.split("paths:\n")[1].replace("/orders/", "/o/").replace("getOrder", "other")
    )
    assert real.run("lint", "--select", "ID") == 1
    assert real.stdout.startswith("specs/orders.yaml:14:")
    # Mended, the entry is stale, and told at its line.
    real.write("specs/orders.yaml", SPEC.replace("`orderId`", "id"))
    assert real.run("lint", "--select", "ID", "--fail-on", "warning") == 1
    assert "known.json:4:1: warning[LK-06] the baseline still lists ID-03 of `get_order`" in real.stdout
    assert real.run("lint", "--update-baseline", "--select", "ID") == 0
    assert "0 added, 1 removed" in real.stderr
    assert real.read("known.json") != kept


def test_a_baseline_that_is_none(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    for content in ("[]", "{", '{"format": 9, "findings": []}', '{"format": 1, "findings": [{}]}'):
        real.write("known.json", content)
        assert real.run("lint", "--baseline", "known.json") == 2
        assert "known.json:1:1: error[PF-04]" in real.stdout + real.stderr


def test_a_field_that_is_gone_since_a_revision(real: Any, golden: Any) -> None:
    real.write("specs/bank.yaml", RENAMED.replace("account_id", "customer_ref"))
    real.run("generate")
    git(real.folder, "init", "-q")
    git(real.folder, "add", "-A")
    git(real.folder, "commit", "-qm", "first")
    real.write("specs/bank.yaml", RENAMED.replace("not the customer", "not the customer_ref"))
    assert real.run("lint", "--select", "ID-02") == 1
    assert "ID-02" in real.stdout
    assert real.run("lint", "--select", "ID-02", "--against", "HEAD") == 1
    real.run("generate")
    # The checked-in contract has forgotten the old name; the revision has not.
    assert real.run("lint", "--select", "ID-02") == 0
    assert real.run("lint", "--select", "ID-02", "--against", "HEAD") == 1
    assert "renamed" in real.stdout or "account_id" in real.stdout
    assert real.run("check", "--only", "lint", "--against", "HEAD") == 1
    assert "NM-06" in real.stdout


def test_a_revision_that_had_no_output_is_compiled(real: Any) -> None:
    real.write("specs/bank.yaml", RENAMED.replace("account_id", "customer_ref"))
    git(real.folder, "init", "-q")
    git(real.folder, "add", "-A")
    git(real.folder, "commit", "-qm", "first")
    real.write("specs/bank.yaml", RENAMED.replace("not the customer", "not the customer_ref"))
    assert real.run("lint", "--select", "ID-02") == 0
    assert real.run("lint", "--select", "ID-02", "--against", "HEAD") == 1


@pytest.mark.parametrize("earlier", ["old.yaml", "build", "build/old", "build/old/contract.json"])
def test_earlier_files(real: Any, earlier: str) -> None:
    real.write("old.yaml", RENAMED.replace("account_id", "customer_ref"))
    real.write("bank.yaml", RENAMED.replace("not the customer", "not the customer_ref"))
    assert real.run("generate", "old.yaml", "--out", "build") == 0
    (real.folder / "build/bank").mkdir()
    (real.folder / "build/bank/contract.json").write_bytes((real.folder / "build/old/contract.json").read_bytes())
    assert real.run("lint", "bank.yaml", "--select", "ID-02", "--against", earlier) == 1, real.stderr


def test_check_fails_on_errors_of_rules(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    assert real.run("generate") == 0
    assert real.run("check") == 1
    assert "ID-03" in real.stdout
    assert real.run("check", "--only", "drift") == 0


def test_a_name_that_two_sources_have(real: Any) -> None:
    real.write("specs/north.mcp.json", json.dumps(LIST))
    real.write("specs/south.mcp.json", json.dumps(LIST))
    assert real.run("lint", "--select", "CF-04", "--fail-on", "warning") == 1
    assert real.stdout.count("CF-04]") == 1
    assert "specs/south.mcp.json:1:2: warning[CF-04] `north` has a tool `find_user` too" in real.stdout
    assert real.run("lint", "specs/north.mcp.json", "--select", "CF-04", "--fail-on", "warning") == 0


OVERLAY = """\
overlay: 1.0.0
info: {title: Texts, version: "1"}
actions:
  - target: $.paths.*.*
    update: {description: It works. It works. It works with the id of the thing that was given to it before it began.}
"""


@pytest.mark.parametrize("overlay", [None, OVERLAY])
def test_notes_that_are_not_shown_are_counted_as_those_that_are(real: Any, overlay: str | None) -> None:
    real.write("specs/orders.yaml", SPEC)
    # Two sources of one file have the same notes, which are told once.
    real.write("toolmint.toml", "".join(f'[sources.{name}]\npath = "specs/orders.yaml"\n' for name in ("a", "b")))
    if overlay is not None:
        real.write("specs/orders.overlay.yaml", overlay)
    assert real.run("lint", "--format", "json") == 1
    notes = json.loads(real.stdout)["summary"]["info"]
    assert notes > 0
    for report_format in ("text", "sarif", "github", "junit", "gitlab"):
        assert real.run("lint", "--format", report_format) == 1
        assert f"{plural(notes, 'note')} not shown" in real.stderr
        assert real.run("lint", "--format", report_format, "--ignore", "ID", "--fail-on", "info") == 1
        assert real.run("lint", "--format", report_format, "--ignore", "ID") == 0


def test_the_lines_of_notes_that_are_not_shown_are_not_looked_up(real: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up = []

    def located(store: DocumentStore, finding: Diagnostic) -> Diagnostic:
        looked_up.append(finding.severity)
        return finding

    monkeypatch.setattr(DocumentStore, "located", located)
    real.write("tools.json", json.dumps(LIST))
    assert real.run("lint", "tools.json") == 1
    assert set(looked_up) == {Severity.ERROR, Severity.WARNING}
    assert real.run("lint", "tools.json", "--verbose") == 1
    assert Severity.INFO in looked_up


@pytest.mark.parametrize("with_notes", [True, False])
def test_notes_that_an_overlay_puts_in_one_place_are_one(tmp_path: Path, with_notes: bool) -> None:
    origins = Origins("over.yaml")
    origins.children = {key: Origins("over.yaml", "/c") for key in "ab"}
    store = DocumentStore(tmp_path)
    store.add(parse_document(b"c: 1", path="over.yaml", file=tmp_path / "over.yaml"))
    made = parse_document(b"{a: 1, b: 1}", path="made.yaml", file=tmp_path / "made.yaml")
    store.add(replace(made, origins=origins))
    notes = [
        Diagnostic(code="CL-12", severity=Severity.INFO, message="m", location=Location(path="made.yaml", pointer=at))
        for at in ("/a", "/b")
    ]
    compiled: Any = SimpleNamespace(store=store, result=BuildResult())
    judgement: Any = SimpleNamespace(findings=notes)
    found, passed_over = lint._found(compiled, judgement, with_notes=with_notes)
    assert len(found) + passed_over == 1


def test_a_tool_list_may_speak_of_openapi(real: Any) -> None:
    schema = {"type": "object", "properties": {"spec": {"type": "object", "examples": [{"openapi": "3.1.0"}]}}}
    real.write("tools.json", json.dumps([{"name": "check_spec", "description": "Check.", "inputSchema": schema}]))
    assert real.run("lint", "tools.json") == 0
    assert "linted 1 source: 1 tool" in real.stderr


def test_a_list_in_json_is_judged_without_what_only_other_runs_need(tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text('{"tools": [{"name": "find", "inputSchema": {"type": "object"}}]}')
    needless = ["yaml", "toolmint.editing", "toolmint.lowering.catalog", "toolmint.prose.prompts.reading"]
    code = (
        "import sys; from toolmint.cli.main import main; main(['lint', 'list.json', '--format', 'json']);"
        f" print([one for one in {needless!r} if one in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    report, _, found = done.stdout.rstrip().rpartition("\n")
    assert json.loads(report)["diagnostics"]
    assert found == "[]"
