"""`toolmint lint --fix`: what is mended, what is left to people, and that a second run changes nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

SPEC = """\
openapi: 3.0.3
info: {title: Orders, version: "1"}
paths:
  /orders:
    get:
      operationId: listOrders
      summary: >-
        List orders by `orderNumber`, the newest
        first; see `orderNumber`.   # no comment
      parameters:
        - name: order_number
          in: query
          description: 'The number; it''s printed, such as A1.'   # short
          schema: {type: string}
        - name: limit
          in: query
          description: How many to return; at most 100, defaults to 20.
          schema:
            type: integer   # of items
        - {name: sort, in: query, description: "One of `ASC` or `DESC`.", schema: {type: string, enum: [asc, desc]}}
        - {name: state, in: query, description: "Must be one of `open`, `closed`.", schema: {type: string}}
      responses: {"204": {description: done}}
  /orders/{order_number}:
    get:
      operationId: getOrder
      x-tool:
        name: get_order
        does: Look up an order by its orderNumber, after a call of `list-orders`.
        when: the user asks
        never: change it
      parameters:
        - {name: order_number, in: path, required: true, description: "The number, such as A1", schema: {type: string}}
      responses: {"204": {description: done}}
"""
LIST: list[dict[str, Any]] = [
    {
        "name": "read_page",
        "description": "Read a page. Call openPage first.\n\nArgs:\n    page_size: How many lines; defaults to 20.\n",
        "inputSchema": {"type": "object", "properties": {"page_size": {"type": "integer"}}},
    },
    {"name": "open_page", "description": "Open a page.", "inputSchema": {"type": "object", "properties": {}}},
]


def codes(real: Any) -> list[str]:
    return [one["code"] for one in json.loads(real.stdout)["diagnostics"] if one["code"][:2] in ("ID", "CT")]


def test_fix(real: Any, golden: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    assert real.run("lint", "--select", "ID,CT", "--quiet") == 1
    assert real.run("lint", "--select", "ID,CT", "--fix", "--dry-run") == 1
    assert real.read("specs/orders.yaml") == SPEC
    assert real.run("lint", "--select", "ID,CT", "--fix") == 0
    mended = real.read("specs/orders.yaml")
    assert mended != SPEC
    assert real.run("lint", "--select", "ID,CT", "--fix") == 0
    assert real.read("specs/orders.yaml") == mended
    assert real.run("lint", "--select", "ID,CT", "--fail-on", "info") == 0
    assert re.findall("# .*", SPEC) == re.findall("# .*", mended)
    golden.check_file(real.transcript, Path(__file__).parent / "snapshots" / "fix.txt")


def test_it_says_what_could_be_mended(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    real.run("lint", "--select", "ID-03")
    assert "2 findings can be mended by `--fix`" in real.stderr


def test_only_what_is_selected_is_mended(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    assert real.run("lint", "--select", "CT-04", "--fix") == 0
    assert real.read("specs/orders.yaml") == SPEC.replace("`ASC` or `DESC`", "`asc` or `desc`")


def test_a_tool_list_that_is_named(real: Any) -> None:
    real.write("tools.json", json.dumps(LIST, indent=2))
    assert real.run("lint", "tools.json", "--select", "ID,CT", "--fix") == 0
    mended = json.loads(real.read("tools.json"))
    assert mended[0]["description"].startswith("Read a page. Call open_page first.")
    assert mended[0]["inputSchema"]["properties"] == {"page_size": {"type": "integer", "default": 20}}
    assert real.read("tools.json") == json.dumps(mended, indent=2)
    assert real.run("lint", "tools.json", "--select", "ID,CT", "--fix") == 0
    assert "nothing to mend" in real.stderr


def test_what_a_vendor_wrote_is_left(real: Any) -> None:
    text = json.dumps({"tools": LIST}, indent=2)
    real.write("specs/vendor.mcp.json", text)
    assert real.run("lint", "--select", "ID,CT", "--fix") == 1
    assert "`specs/vendor.mcp.json` is left as it is: its text is somebody else's" in real.stderr
    assert real.read("specs/vendor.mcp.json") == text
    assert real.run("lint", "specs/vendor.mcp.json", "--select", "ID", "--fix") == 1
    assert real.read("specs/vendor.mcp.json") == text


def test_a_document_below_an_overlay_is_left(real: Any) -> None:
    base = SPEC.replace("list-orders", "list_orders")
    real.write("specs/orders.yaml", base)
    overlay = """\
overlay: 1.0.0
info: {title: Ours, version: "1"}
actions:
  - target: $.paths['/orders/{order_number}'].get
    update: {x-tool: {requires: the orderNumber is known}}
"""
    real.write("specs/orders.overlay.yaml", overlay)
    assert real.run("lint", "--select", "ID,CT", "--fix") == 1
    assert "`specs/orders.yaml` is left as it is" in real.stderr
    assert real.read("specs/orders.yaml") == base
    # One finding tells every place of a name in a tool; it is mended where all of them are ours.
    assert real.read("specs/orders.overlay.yaml") == overlay
    real.write("specs/orders.yaml", base.replace("by its orderNumber", "by its number"))
    real.run("lint", "--select", "ID,CT", "--fix")
    assert "the order_number is known" in real.read("specs/orders.overlay.yaml")


def test_what_may_mean_something_else_is_left(real: Any) -> None:
    text = SPEC.replace("`orderNumber`, the newest", "number, the newest").replace(
        "first; see `orderNumber`.", "first. Returns the orderNumber of each, e.g. orderNumber A1."
    )
    real.write("specs/orders.yaml", text)
    real.run("lint", "--select", "ID-03", "--fix")
    assert "Returns the orderNumber of each, e.g. orderNumber A1." in real.read("specs/orders.yaml")
    assert "specs/orders.yaml:9:28: warning[ID-03]" in real.stdout


def test_a_suppressed_finding_and_a_known_one_are_left(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    real.write("toolmint.toml", '[lint]\nbaseline = "known.json"\nignore = {"CT-04" = "as the vendor says it"}\n')
    assert real.run("lint", "--select", "ID-03", "--update-baseline") == 0
    assert real.run("lint", "--select", "ID-03,CT-04", "--fix") == 0
    assert real.read("specs/orders.yaml") == SPEC


def test_other_formats_keep_stdout(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    assert real.run("lint", "--select", "ID-03", "--fix", "--format", "json") == 0
    assert codes(real) == []
    assert "+        List orders by `order_number`, the newest" in real.stderr


def test_keywords_of_later_versions_are_not_written(real: Any) -> None:
    text = SPEC.replace("at most 100, defaults to 20", "must be less than 100")
    real.write("specs/orders.yaml", text)
    real.run("lint", "--select", "CT-07", "--fix")
    assert "exclusiveMaximum" not in real.read("specs/orders.yaml")
    real.write("specs/orders.yaml", text.replace("3.0.3", "3.1.0"))
    real.run("lint", "--select", "CT-07", "--fix")
    assert "exclusiveMaximum: 100" in real.read("specs/orders.yaml")


def test_a_fix_that_would_make_an_error_is_not_made(real: Any) -> None:
    """What prose states and an example contradicts: people must say which is right; the others are mended."""
    schema = "schema: {type: string, example: ABC}"
    code = f'        - {{name: code, in: query, description: "Max length: 2 characters.", {schema}}}\n'
    real.write("specs/orders.yaml", SPEC.replace("        - {name: sort", f"{code}        - {{name: sort"))
    real.run("lint", "--select", "CT", "--fix", "--verbose")
    mended = real.read("specs/orders.yaml")
    assert code in mended
    assert "maximum: 100" in mended
    assert "info[CT-07] prose alone states the limits of `code`" in real.stdout
    assert "CT-08" not in real.stdout


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--dry-run"], "`--dry-run` goes with `--fix`"),
        (["--fix", "--update-baseline", "--baseline", "x.json"], "are two steps"),
    ],
)
def test_options_that_do_not_go_together(real: Any, options: list[str], says: str) -> None:
    real.write("specs/orders.yaml", SPEC)
    assert real.run("lint", *options) == 2
    assert says in real.stderr
