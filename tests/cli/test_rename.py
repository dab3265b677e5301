"""`toolmint rename`: what it shows, asks and writes, and what it refuses."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from toolmint import output
from toolmint.errors import OutputError

SPEC = """\
openapi: 3.1.0
info: {title: Orders, version: "1"}
paths:
  /orders/{order_id}:   # one order
    get:
      operationId: getOrder
      summary: Look up an order by its `order_id`.
      parameters:
        - {name: order_id, in: path, required: true, schema: {type: string}}
        - {name: depth, in: query, schema: {type: integer}, x-tool: {was: [level]}}
        - {name: X-Tenant, in: header, schema: {type: string}, x-tool: {context: tenant.id}}
      responses: {"204": {description: done}}
    put:
      operationId: putOrder
      summary: Write an order.
      parameters:
        - {name: order_id, in: path, required: true, schema: {type: string}}
        - {name: order_id, in: query, schema: {type: string}}
      requestBody:
        content:
          application/json:
            schema: {type: array, items: {type: object, properties: {sku: {type: string}, code: {type: string}}}}
      responses: {"204": {description: done}}
  /carts:
    post:
      operationId: addCart
      summary: Add a cart.
      x-tool: {name: open_cart, was: [new_cart]}
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              properties: {kind: {type: string, x-tool: {name: cart_kind}}, size: {type: integer}}
      responses: {"204": {description: done}}
"""


class Keyboard(io.StringIO):
    """Somebody at a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Types an answer on a terminal."""

    def type_in(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", Keyboard(text))
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)

    return type_in


@pytest.fixture
def orders(real: Any) -> Any:
    real.write("specs/orders.yaml", SPEC)
    return real


def test_rename_shows_and_writes(orders: Any, golden: Any) -> None:
    assert orders.run("rename", "orders", "get_order", "depth", "levels", "--dry-run") == 0
    assert orders.run("rename", "orders", "get_order", "depth", "levels", "--dry-run", "--quiet") == 0
    assert orders.read("specs/orders.yaml") == SPEC
    assert orders.run("rename", "orders", "get_order", "depth", "levels") == 2
    assert orders.read("specs/orders.yaml") == SPEC
    assert orders.run("rename", "orders", "get_order", "depth", "levels", "--yes") == 0
    assert orders.run("rename", "orders", "get_order", "depth", "levels", "--yes") == 2
    golden.check_file(orders.transcript, Path(__file__).parent / "snapshots" / "rename.txt")


def test_what_is_generated_has_to_follow(orders: Any) -> None:
    assert orders.run("generate") == 0
    assert orders.run("rename", "orders", "get_order", "depth", "levels", "--yes") == 0
    assert "hint: run `toolmint generate`" in orders.stderr
    assert orders.run("check", "--only", "drift") == 1


@pytest.mark.parametrize(
    ("typed", "written"), [("y\n", True), ("Yes\n", True), ("\n", False), ("n\n", False), ("", False)]
)
def test_it_asks_on_a_terminal(orders: Any, answer: Any, typed: str, written: bool) -> None:
    answer(typed)
    assert orders.run("rename", "orders", "get_order", "depth", "levels") == 0
    assert "write 1 file? [y/N]" in orders.stderr
    assert ("levels" in orders.read("specs/orders.yaml")) == written
    assert ("nothing written" in orders.stderr) == (not written)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("getorder depth levels", "there is no tool `getorder`"),
        ("getorder depth levels", "did you mean `get_order` or `put_order`?"),
        ("get_order deep levels", "did you mean `depth`?"),
        ("get_order level levels", "`level` of `get_order` is called `depth` now"),
        ("get_order depth depth", "`depth` is called so already"),
        ("get_order depth 2nd", "`2nd` is no name that an argument can have"),
        ("get_order depth a.b --model-only", "`a.b` is no name that an argument can have"),
        ("get_order depth order_id", "`order_id` is an argument of `get_order`, in the path"),
        ("get_order order_id level", "`level` is a former name of `depth` of `get_order`"),
        ("get_order X-Tenant Tenant --model-only", "is not shown to a model"),
        ("put_order order_id number", "stands in the path, as `path_order_id` and in the query, as `query_order_id`"),
        ("put_order path_order_id number", "`path_order_id` is what a model sees of `order_id`"),
        ("put_order body payload", "`body` is the whole body of the request"),
        ("put_order body[].sku code", "`code` is a property beside `sku`"),
        ("put_order body[].sku. code", "`body[].sku.` is no name of an argument"),
        ("put_order body.sku code", "there is no `sku` there"),
        ("put_order body[].size.x code", "there is no `size` in argument `body`"),
        ("open_cart cart_kind size", "`size` is an argument of `open_cart`"),
        ("open_cart get_order", "there is a tool `get_order` already"),
        ("open_cart 9lives", "is no name that every provider takes"),
        ("get_order new_cart", "`new_cart` is a former name of `open_cart`"),
        ("open_cart size", "`size` is an argument of `open_cart`"),
        ("open_cart size", "toolmint rename SOURCE open_cart size NEW"),
        ("open_cart basket --model-only", "the name of a tool is seen by the model alone"),
        ("get_order depth levels --yes --dry-run", "contradict each other"),
    ],
)
def test_refusals(orders: Any, typed: str, says: str) -> None:
    assert orders.run("rename", "orders", *typed.split()) == 2
    assert says in orders.stderr, orders.stderr
    assert orders.read("specs/orders.yaml") == SPEC


def test_a_side_effect_is_refused(real: Any) -> None:
    """Of two equal names one gets another: the second would lose what told the two apart."""
    text = """\
openapi: 3.1.0
info: {title: Equal names, version: "1"}
paths:
  /a/{id}:
    get:
      operationId: a
      summary: A.
      parameters:
        - $ref: '#/components/parameters/Id'
        - {name: id, in: query, required: true, schema: {type: string}}
      responses: {"204": {description: done}}
  /b/{id}:
    get:
      operationId: b
      summary: B.
      parameters: [{$ref: '#/components/parameters/Id'}]
      responses: {"204": {description: done}}
components: {parameters: {Id: {name: id, in: path, required: true, schema: {type: string}}}}
"""
    real.write("spec.yaml", text)
    assert real.run("rename", "spec.yaml", "b", "id", "key", "--yes") == 2
    assert "the rename would do more than was asked" in real.stderr
    assert "`path_id` of `a` would become `key`" in real.stderr
    assert real.read("spec.yaml") == text


def test_only_openapi_documents(real: Any) -> None:
    real.write(
        "tools.json", '[{"name": "a", "description": "A.", "inputSchema": {"type": "object", "properties": {}}}]'
    )
    assert real.run("rename", "tools.json", "a", "b", "c") == 2
    assert "is no OpenAPI document" in real.stderr


def test_a_source_that_cannot_be_read(real: Any) -> None:
    real.write("spec.yaml", "openapi: 3.1.0\n  x: [\n")
    assert real.run("rename", "spec.yaml", "a", "b", "c") == 2
    assert "spec.yaml:2:" in real.stdout + real.stderr


def test_line_ends_and_mark_stay(orders: Any) -> None:
    file = orders.folder / "specs/orders.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + SPEC.replace("\n", "\r\n").encode())
    assert orders.run("rename", "orders", "get_order", "order_id", "number", "--yes") == 2  # put_order's two
    assert orders.run("rename", "orders", "get_order", "depth", "levels", "--yes") == 0
    content = file.read_bytes()
    assert content.startswith(b"\xef\xbb\xbfopenapi")
    assert content.count(b"\r\n") == content.count(b"\n") == SPEC.count("\n")
    assert b"{name: levels, in: query" in content


def test_a_file_outside_of_the_project_is_not_changed(real: Any) -> None:
    text = SPEC.replace(
        "        - {name: depth, in: query, schema: {type: integer}, x-tool: {was: [level]}}\n",
        "        - $ref: ../../elsewhere.yaml#/Depth\n",
    )
    real.write("specs/orders.yaml", text)
    outside = real.folder.parent / "elsewhere.yaml"
    outside.write_text("Depth: {name: depth, in: query, schema: {type: integer}}\n", encoding="utf-8")
    assert real.run("rename", "orders", "get_order", "depth", "levels", "--yes") == 2
    assert "lies outside of the project" in real.stderr
    assert "depth" in outside.read_text(encoding="utf-8")
    # Named by its path, a source may have its parts beside it.
    outside.with_name("other.yaml").write_text(text.replace("../../elsewhere.yaml", "elsewhere.yaml"), encoding="utf-8")
    assert real.run("rename", "../other.yaml", "get_order", "depth", "levels", "--yes") == 0, real.stderr
    assert "levels" in outside.read_text(encoding="utf-8")


def test_a_link_is_followed(orders: Any) -> None:
    target = orders.folder / "kept" / "orders.yaml"
    target.parent.mkdir()
    (orders.folder / "specs/orders.yaml").rename(target)
    (orders.folder / "specs/orders.yaml").symlink_to(target)
    assert orders.run("rename", "orders", "get_order", "depth", "levels", "--yes") == 0
    assert (orders.folder / "specs/orders.yaml").is_symlink()
    assert "levels" in target.read_text(encoding="utf-8")


def test_several_files_are_written_or_none(real: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    real.write(
        "specs/a.yaml",
        SPEC.replace(
            "{name: depth, in: query, schema: {type: integer}, x-tool: {was: [level]}}", "{$ref: 'parts/z.json#/Depth'}"
        ).replace("Look up", "Look up to `depth`"),
    )
    real.write("specs/parts/z.json", '{"Depth": {"name": "depth", "in": "query", "schema": {"type": "integer"}}}')
    before = real.read("specs/a.yaml")

    def fail(file: Path, content: bytes) -> None:
        if file.name == "z.json":
            raise OutputError("the disk is full")
        output.write_whole(file, content)

    monkeypatch.setattr("toolmint.cli.source_edits.write_whole", fail)
    assert real.run("rename", "a", "get_order", "depth", "levels", "--yes") == 2
    assert "the disk is full" in real.stderr
    assert real.read("specs/a.yaml") == before


def test_a_file_that_changes_while_somebody_thinks(orders: Any, answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answer("y\n")
    monkeypatch.setattr(
        "toolmint.cli.console.Console.ask",
        lambda self, question: bool(orders.write("specs/orders.yaml", SPEC + "# mine\n")),
    )
    assert orders.run("rename", "orders", "get_order", "depth", "levels") == 2
    assert "has changed in the meantime" in orders.stderr
    assert orders.read("specs/orders.yaml") == SPEC + "# mine\n"


def test_the_host_is_told_of_its_key(real: Any) -> None:
    real.write("spec.yaml", SPEC.replace("{context: tenant.id}", "{context: true}"))
    assert real.run("rename", "spec.yaml", "get_order", "X-Tenant", "X-Shop", "--yes") == 0, real.stderr
    assert "the host supplies `X-Shop` in place of `X-Tenant`" in real.stderr
    assert "{name: X-Shop, in: header" in real.read("spec.yaml")
    assert "was: [X" not in real.read("spec.yaml")


def test_an_explicit_name_and_its_wire_name_are_renamed_apart(orders: Any) -> None:
    assert orders.run("rename", "orders", "open_cart", "cart_kind", "sort", "--yes") == 0
    assert "kind: {type: string, x-tool: {name: sort, was: [cart_kind]}}" in orders.read("specs/orders.yaml")
    assert orders.run("rename", "orders", "open_cart", "kind", "variety", "--yes") == 0
    assert "variety: {type: string, x-tool: {name: sort, was: [cart_kind]}}" in orders.read("specs/orders.yaml")
    assert "requests say `variety` from now on" in orders.stderr
