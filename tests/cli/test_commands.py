"""What people see: exit code, stdout and stderr of every command, in snapshots/."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest

from toolmint.cli import options
from toolmint.reporters import REPORTERS

ORDERS = """\
openapi: 3.1.0
title: Orders
tools:
  create_order: Use this to create an order for a customer of the shop.
  cancel_order: Use this to cancel an order for a customer of the shop.
  internal_sync: false
"""
STOCK = """\
openapi: 3.1.0
tools:
  list_stock: Use this to see what the shop has in stock.
"""
BROKEN = """\
openapi: 3.1.0
tools:
  create_order: Use this to create an order for a customer of the shop.
  cancel_order:
findings:
  - code: RF-01
    severity: error
    message: "`{ordr_id}` names nothing that the tool has"
    hint: "the nearest names: `order_id`"
    at: /tools/cancel_order
    related: /tools/create_order
  - code: NM-03
    severity: warning
    message: the name was cut
    at: /tools/create_order
"""


@pytest.fixture
def project(terminal: Any) -> Any:
    terminal.write("specs/orders.yaml", ORDERS)
    terminal.write("specs/stock.yaml", STOCK)
    return terminal


@pytest.mark.parametrize(
    "command", ["", "generate", "check", "lint", "diff", "rename", "serve", "explain", "pin", "pin add"]
)
def test_help(terminal: Any, snapshot: Callable[[], None], command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert terminal.run(*command.split(), "--help") == 0
    snapshot()


def test_without_arguments(terminal: Any) -> None:
    assert terminal.run() == 2
    assert terminal.stdout == ""
    assert terminal.stderr.startswith("Usage: toolmint")


def test_generate_then_check(project: Any, snapshot: Callable[[], None]) -> None:
    assert project.run("check") == 1
    assert project.run("generate") == 0
    assert project.run("generate") == 0
    assert project.run("check") == 0
    snapshot()
    assert project.read("generated/orders/tools.py").startswith("# python of specs/orders.yaml\n")


def test_generate_a_path_without_a_project(terminal: Any, snapshot: Callable[[], None]) -> None:
    terminal.write("petstore.yaml", STOCK)
    assert terminal.run("generate", "petstore.yaml", "--out", "build") == 0
    assert terminal.run("check", "petstore.yaml", "--out", "build") == 0
    (terminal.folder / "build/petstore/tools.py").unlink()
    assert terminal.run("check", "petstore.yaml", "--out", "build") == 1
    assert terminal.run("generate", "petstore.yaml", "--out", "build") == 0
    snapshot()
    assert terminal.read("build/petstore/tools.py").startswith("# python of petstore.yaml\n")


def test_every_cause_of_drift(project: Any, snapshot: Callable[[], None]) -> None:
    project.run("generate", "--quiet")
    project.write("specs/orders.yaml", ORDERS.replace("create an order", "create one order"))
    (project.folder / "generated/orders/docs/tools.md").unlink()
    project.write("generated/stock/tools.py", project.read("generated/stock/tools.py") + "print(1)\n")
    project.write("generated/stock/notes.txt", "mine\n")
    assert project.run("check") == 1
    assert project.run("check", "--only", "drift", "--format", "github") == 1
    assert project.run("check", "orders", "--format", "json") == 1
    assert project.run("generate") == 0
    assert project.run("check") == 1
    snapshot()
    assert project.read("generated/stock/notes.txt") == "mine\n"


def test_drift_in_sixty_columns(project: Any, snapshot: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    project.run("generate", "--quiet")
    project.write("specs/orders.yaml", ORDERS.replace("create an order", "create one order"))
    project.write("generated/stock/tools.py", "")
    assert project.run("check") == 1
    snapshot()


def test_templates_or_toolmint_changed(project: Any, fakes: Any, snapshot: Callable[[], None]) -> None:
    from support.fake_plugins import TARGETS, FakeTarget

    project.run("generate", "--quiet")
    fakes({**TARGETS, "python": FakeTarget(name="python", file="tools.py", suffix="!")})
    assert project.run("check", "stock") == 1
    snapshot()


def test_a_source_that_is_gone(project: Any, snapshot: Callable[[], None]) -> None:
    project.run("generate", "--quiet")
    (project.folder / "specs/stock.yaml").unlink()
    project.write("generated/site/manifest.json", '{"name": "a web app, not ours"}\n')
    assert project.run("check") == 1
    assert project.run("generate") == 0
    assert project.run("check") == 0
    snapshot()
    assert not (project.folder / "generated/stock").exists()
    assert (project.folder / "generated/site/manifest.json").exists()


def test_errors_in_a_source(project: Any, snapshot: Callable[[], None]) -> None:
    project.write("specs/orders.yaml", BROKEN)
    assert project.run("generate") == 1
    assert not (project.folder / "generated/orders").exists()
    assert (project.folder / "generated/stock/tools.py").exists()
    assert project.run("check", "--only", "drift") == 1
    assert project.run("generate", "--keep-going") == 1
    assert project.run("generate", "--format", "github") == 1
    snapshot()
    assert (project.folder / "generated/orders/tools.py").exists()


@pytest.mark.parametrize("columns", ["60", "120"])
def test_findings_and_drift(
    project: Any, snapshot: Callable[[], None], monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    project.write("specs/orders.yaml", BROKEN.replace("error", "info"))
    project.write("specs/more.yaml", STOCK)
    project.run("generate", "--quiet")
    project.write("specs/stock.yaml", STOCK.replace("to see what", "to see all of what"))
    for name in ("contract.txt", "manifest.json", "tools.py", "docs/tools.md"):
        (project.folder / "generated/more" / name).unlink()
    project.write("generated/more/mine.txt", "mine\n")
    assert project.run("check") == 1
    assert project.run("check", "--only", "lint") == 0
    snapshot()


def test_an_unparsable_source(project: Any, snapshot: Callable[[], None]) -> None:
    project.write("specs/orders.yaml", "openapi: 3.1.0\ntools: [\n")
    assert project.run("generate") == 2
    assert project.run("check") == 2
    snapshot()
    assert (project.folder / "generated/stock/tools.py").exists()


def test_many_warnings_do_not_flood(terminal: Any, snapshot: Callable[[], None]) -> None:
    entry = "  - {{code: IN-05, severity: {0}, message: '{0} {1}', at: /openapi}}\n"
    findings = "".join(entry.format("warning", n) for n in range(10, 40)) + entry.format("info", 1)
    terminal.write("big.yaml", f"openapi: 3.1.0\ntools: {{one: One.}}\nfindings:\n{findings}")
    assert terminal.run("generate", "big.yaml") == 0
    snapshot()
    assert terminal.run("generate", "big.yaml", "--verbose") == 0
    assert terminal.stdout.count("warning[IN-05]") == 30
    assert "more" not in terminal.stdout


def test_one_target(project: Any, snapshot: Callable[[], None]) -> None:
    project.run("generate", "--quiet")
    project.write("specs/stock.yaml", STOCK.replace("to see", "to learn"))
    assert project.run("generate", "stock", "--target", "markdown") == 0
    assert project.run("check") == 1
    assert project.run("generate", "stock", "--target", "python") == 0
    snapshot()


def test_quiet(project: Any) -> None:
    project.write("specs/stock.yaml", STOCK + BROKEN[BROKEN.index("findings") :].replace("error", "info"))
    for command in (["generate"], ["check"], ["check", "--format", "github"]):
        assert project.run(*command, "--quiet") == 0
        assert project.stdout == ""
        assert project.stderr == ""


def test_wrong_arguments(project: Any, snapshot: Callable[[], None]) -> None:
    for arguments in (
        ["chek"],
        ["check", "--fromat", "json"],
        ["check", "--only", "nothing"],
        ["check", "--target", "python"],
        ["check", "--nonsense"],
        ["generate", "order"],
        ["generate", "specs/order.yaml"],
        ["generate", "orders", "specs/../elsewhere.yaml"],
        ["generate", "--quiet", "--verbose"],
        ["generate", "--project", "nowhere"],
        ["explain", "RF-1"],
        ["explain", "unknown-refrence"],
    ):
        assert project.run(*arguments) == 2
        assert project.stdout == ""
    snapshot()


def test_project_files(project: Any, snapshot: Callable[[], None]) -> None:
    project.write("toolmint.toml", '[tool.toolmint]\nout = "out"\ntarget = ["python"]\n')
    assert project.run("check") == 2
    project.write("toolmint.toml", '[tool.toolmint.sources.a]\npath = "specs/order.yaml"\n')
    assert project.run("check") == 2
    project.write("toolmint.toml", "[tool.toolmint]\nout = [\n")
    assert project.run("check") == 2
    (project.folder / "toolmint.toml").unlink()
    project.write("specs/stock.json", '{"openapi": "3.1.0"}')
    assert project.run("check") == 2
    snapshot()


def test_nothing_to_compile(terminal: Any, snapshot: Callable[[], None]) -> None:
    assert terminal.run("generate") == 2
    terminal.write("specs/values.yaml", "a: 1\n")
    assert terminal.run("check") == 2
    snapshot()


def test_explain(terminal: Any, snapshot: Callable[[], None]) -> None:
    assert terminal.run("explain", "RF-01") == 0
    assert terminal.run("explain", "unknown-reference", "--format", "json") == 0
    snapshot()


def test_a_project_elsewhere(project: Any, monkeypatch: pytest.MonkeyPatch, snapshot: Callable[[], None]) -> None:
    project.write("specs/orders.yaml", BROKEN)
    project.write("toolmint.toml", "[tool.toolmint]\n")
    monkeypatch.chdir(project.folder.parent)
    assert project.run("check", "--project", "project") == 1
    monkeypatch.chdir(project.folder / "specs")
    assert project.run("check", "orders") == 1
    snapshot()


def test_formats_are_the_reporters_that_exist() -> None:
    assert get_args(options.Format) == tuple(REPORTERS)
