"""`toolmint show`, on a document that every dialect loses something of."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from toolmint.cli.main import main
from toolmint.lowering.size import compact
from toolmint.profiles import PROFILES

from support.golden import Golden

SNAPSHOTS = Path(__file__).parent / "snapshots"
SHOP = """\
openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /orders:
    post:
      operationId: createOrder
      x-tool:
        does: Create an order.
        when: the user has said what they want to buy
        never: take a payment
        was: [make_order]
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [items]
              properties:
                items:
                  type: array
                  minItems: 1
                  items: {$ref: "#/components/schemas/Item"}
                note:
                  type: string
                  maxLength: 200
                  description: 顾客的备注例如送货时间或者礼品包装的要求最多两百个字请不要写付款的信息
                labels: {type: object, additionalProperties: {type: string}}
                extra: {not: {required: [a, b]}}
      responses: {"201": {description: made}}
  /orders/{order_id}:
    get:
      operationId: aVeryLongOperationIdentifierThatHardlyFitsIntoAnyTable
      summary: Look an order up.
      parameters: [{name: order_id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: found}}
  /ping:
    get:
      operationId: ping
      summary: Say whether the shop answers.
      responses: {"204": {description: yes}}
components:
  schemas:
    Item:
      type: object
      required: [sku]
      properties:
        sku: {type: string, pattern: "^[A-Z]{3}$"}
        parts: {type: array, items: {$ref: "#/components/schemas/Item"}}
"""


class Printed(NamedTuple):
    code: int
    out: str
    err: str


Shop = Callable[..., Printed]


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shop:
    """Shows the shop, with further arguments."""
    (tmp_path / "shop.yaml").write_text(SHOP, encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Printed:
        code = main(["show", *arguments])
        return Printed(code, *capsys.readouterr())

    return run


def widths(text: str) -> list[int]:
    """Return the cells of each line, save of a name that stands alone: it is never cut."""
    lines = [line for line in text.split("\n") if not re.fullmatch("[a-z_]+", line)]
    return [sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line) for line in lines]


def test_help(shop: Shop, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    printed = shop("--help")
    assert printed.code == 0
    golden.check_file(printed.out.encode(), SNAPSHOTS / "help-show.txt")


@pytest.mark.parametrize("columns", ["60", "100"])
def test_one_tool(shop: Shop, columns: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    printed = shop("shop.yaml", "create_order")
    assert printed.code == 0
    assert max(widths(printed.out)) <= int(columns)
    golden.check_file(printed.out.encode(), SNAPSHOTS / f"show_one_tool-{columns}.txt")
    assert printed.err == "\n`toolmint show shop.yaml create_order --as DIALECT` prints what is sent\n"


@pytest.mark.parametrize("columns", ["60", "100"])
def test_all_tools(shop: Shop, columns: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    printed = shop("shop.yaml")
    assert printed.code == 0
    assert max(widths(printed.out)) <= int(columns)
    golden.check_file(printed.out.encode(), SNAPSHOTS / f"show_all_tools-{columns}.txt")


def test_every_dialect_is_there(shop: Shop) -> None:
    for printed in (shop("shop.yaml"), shop("shop.yaml", "ping")):
        assert set(PROFILES) <= set(re.findall(r"[a-z][a-z0-9-]+", printed.out))


def test_colour_changes_nothing_else(shop: Shop) -> None:
    for arguments in (["shop.yaml"], ["shop.yaml", "create_order"]):
        plain, painted = shop(*arguments).out, shop(*arguments, "--color", "always").out
        assert plain != painted
        assert re.sub("\x1b\\[[0-9;]*m", "", painted) == plain


@pytest.mark.parametrize("dialect", list(PROFILES))
def test_a_dialect_is_printed_as_generate_writes_it(shop: Shop, dialect: str, tmp_path: Path) -> None:
    assert main(["generate", "shop.yaml", "--out", "build", "--quiet", "--target", dialect]) == 0
    written = (tmp_path / f"build/shop/{dialect}.json").read_text(encoding="utf-8")
    assert shop("shop.yaml", "--as", dialect).out == written
    (alone,) = entries(json.loads(shop("shop.yaml", "ping", "--as", dialect).out))
    assert alone == entries(json.loads(written))[2]
    # As a program gets it, and measured.
    told = json.loads(shop("shop.yaml", "ping", "--as", dialect, "--format", "json").out)
    (shown,) = told["dialects"]
    assert shown["definition"] == alone
    assert shown["bytes"] == len(compact(alone).encode())


def entries(value: Any) -> list[Any]:
    value = value["tools"] if isinstance(value, dict) else value
    return list(value[0]["functionDeclarations"]) if "functionDeclarations" in value[0] else list(value)


def test_markdown(shop: Shop, tmp_path: Path) -> None:
    assert main(["generate", "shop.yaml", "--out", "build", "--quiet", "--target", "markdown"]) == 0
    written = (tmp_path / "build/shop/tools.md").read_text(encoding="utf-8")
    assert shop("shop.yaml", "--as", "markdown").out == written
    section = shop("shop.yaml", "ping", "--as", "markdown").out
    assert section.startswith("## ping\n")
    assert written.endswith(section)


def test_json_of_one_tool(shop: Shop) -> None:
    told = json.loads(shop("shop.yaml", "create_order", "--format", "json").out)
    assert (told["source"], told["tool"], told["place"]) == ("shop.yaml", "create_order", "shop.yaml:5")
    assert told["description"].startswith("Create an order.\nUse this tool only when")
    assert [row["path"] for row in told["arguments"]][:2] == ["items", "items[].sku"]
    assert [one["dialect"] for one in told["dialects"]] == list(PROFILES)
    by_name = {one["dialect"]: one for one in told["dialects"]}
    assert by_name["mistral"]["losses"] == []
    assert {"keyword": "maxLength", "effect": "said", "pointer": "/properties/note"} in by_name["gemini"]["losses"]
    for one in told["dialects"]:
        assert sum(one["loss_counts"].values()) == len(one["losses"])


def test_json_of_all_tools(shop: Shop) -> None:
    told = json.loads(shop("shop.yaml", "--format", "json").out)
    names = [tool["name"] for tool in told["tools"]]
    assert names == ["create_order", "a_very_long_operation_identifier_that_hardly_fits_into_any_table", "ping"]
    one = json.loads(shop("shop.yaml", "ping", "--format", "json").out)
    summary = {key: one["dialects"][0][key] for key in told["tools"][2]["dialects"][0]}
    assert told["tools"][2]["dialects"][0] == summary


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["shop.yaml", "creat_order"], "`shop.yaml` has no tool `creat_order`", "near it: `create_order`"),
        (["shop.yaml", "make_order"], "`shop.yaml` has no tool `make_order`", "it is called `create_order` now"),
        (["shop.yaml", "xyzzy"], "`shop.yaml` has no tool `xyzzy`", "there are: `create_order`, "),
        (["shop.yaml", "ping", "--as", "gemni"], "there is no dialect `gemni`", "near it: `gemini`"),
        (["shop.yaml", "--as", "xyzzy"], "there is no dialect `xyzzy`", "there are: `openai`, "),
        (["shop.yaml", "--as", "markdown", "--format", "json"], "`--as markdown` is text", ""),
        (["shop.yaml", "a\x1b[31mb"], "`shop.yaml` has no tool `a\\x1b[31mb`", ""),
        (["nowhere.yaml"], "nowhere.yaml", ""),
    ],
)
def test_what_cannot_be_shown(shop: Shop, arguments: list[str], message: str, hint: str) -> None:
    printed = shop(*arguments)
    assert printed.code == 2
    told, other = (printed.out, printed.err) if "json" in arguments else (printed.err, printed.out)
    assert other == ""
    assert message in told
    assert hint in told


def test_a_source_that_cannot_be_read(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "shop.yaml").write_text("openapi: [", encoding="utf-8")
    printed = shop("shop.yaml")
    assert (printed.code, printed.out) == (2, "")
    assert "shop.yaml:1:" in printed.err
    told = shop("shop.yaml", "--format", "json")
    assert (told.code, told.err) == (2, "")
    assert [one["code"] for one in json.loads(told.out)["diagnostics"]] == ["IN-01"]


def test_errors_leave_the_rest_to_see(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "shop.yaml").write_text(SHOP.replace("does: Create", "does: Create {nothing}"), encoding="utf-8")
    printed = shop("shop.yaml", "ping")
    assert printed.code == 0
    assert printed.out.startswith("ping  shop.yaml:")
    assert "warning: the source has 1 error, which `toolmint check shop.yaml` tells" in printed.err
    assert shop("shop.yaml", "ping", "--quiet").err.count("\n") == 2


def test_text_from_a_source_does_not_steer_the_terminal(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "shop.yaml").write_text(SHOP.replace("Create an order.", '"a\\u202eb\\u001b[31m"'), encoding="utf-8")
    for arguments in (["create_order"], ["create_order", "--format", "json"], ["create_order", "--as", "openai"]):
        printed = shop("shop.yaml", *arguments).out
        assert not {"\u202e", "\x1b"} & set(printed)
        assert "\\u202e" in printed


def test_nothing_is_written(shop: Shop, tmp_path: Path) -> None:
    shop("shop.yaml", "ping")
    assert [path.name for path in tmp_path.iterdir()] == ["shop.yaml"]


def test_what_is_over_a_limit_is_told(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "shop.yaml").write_text(SHOP.replace("Look an order up.", "Look it up. " * 200), encoding="utf-8")
    name = "a_very_long_operation_identifier_that_hardly_fits_into_any_table"
    printed = shop("shop.yaml", name).out
    assert re.search(r"^warning\[PT-02\] openai: 1,024 characters is the limit", printed, re.MULTILINE)
    assert "[PT-" not in shop("shop.yaml", "ping").out
    told = json.loads(shop("shop.yaml", name, "--as", "openai", "--format", "json").out)
    assert [one["code"] for one in told["dialects"][0]["problems"]] == ["PT-02"]


def test_many_losses_do_not_flood(shop: Shop, tmp_path: Path) -> None:
    many = "".join(f"                p{n}: {{type: string, maxLength: 9}}\n" for n in range(40))
    text = SHOP.replace("                note:\n", f"{many}                note:\n")
    (tmp_path / "shop.yaml").write_text(text, encoding="utf-8")
    printed = shop("shop.yaml", "create_order").out
    assert re.search(r"^      … and \d+ more places \(`--verbose` shows all\)$", printed, re.MULTILINE)
    assert not re.search(r"^      p39 +maxLength$", printed, re.MULTILINE)
    every = shop("shop.yaml", "create_order", "--verbose").out
    assert "more place" not in every
    assert re.search(r"^      p39 +maxLength$", every, re.MULTILINE)
