"""The worked example in Python: what `generated/warehouse` does with the functions of `specs/warehouse.py`."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.client_catalog import Twin, TwinName

CONTEXT = {"warehouse": {"site": "north"}, "user": {"id": "u1"}}


def forget() -> None:
    """Let the functions and what calls them be imported anew, together: the stock is in memory."""
    for name in [one for one in sys.modules if one == "warehouse" or one.startswith("generated.warehouse")]:
        del sys.modules[name]


@pytest.fixture(params=["async", "sync"])
def warehouse(request: pytest.FixtureRequest, root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Twin]:
    monkeypatch.syspath_prepend(root)
    monkeypatch.syspath_prepend(root / "specs")
    forget()
    import generated.warehouse

    twin: TwinName = request.param
    tools = Twin(generated.warehouse, twin, context=CONTEXT, confirm=lambda asked: asked.arguments != {})
    yield tools
    tools.close()
    forget()


def test_reading_and_writing(warehouse: Twin) -> None:
    level = warehouse.call("check_stock", {"sku": "LMP-0042"})
    assert level.value == {"sku": "LMP-0042", "on_hand": 120, "reserved": 8, "shelf": "B-07"}
    lines = [{"sku": "LMP-0042", "quantity": 2}]
    (made,) = warehouse.method("reserve_articles", order_id="A10086", lines=lines, until="2026-12-24").value
    assert (made["reservation_id"], made["until"]) == ("R00001", "2026-12-24")
    assert warehouse.call("check_stock", {"sku": "LMP-0042"}).value["reserved"] == 10
    assert warehouse.call("release_reservation", {"reservation_id": "R00001"}).ok
    assert warehouse.call("check_stock", {"sku": "LMP-0042"}).value["reserved"] == 8
    assert [one["sku"] for one in warehouse.call("list_articles", {"sort": "free"}).value] == ["CHR-0100", "LMP-0042"]
    counted = {"sku": "CHR-0100", "counted": 3, "reason": "recounted"}
    assert warehouse.call("correct_count", counted).value["on_hand"] == 3


@pytest.mark.parametrize(
    ("tool", "arguments", "kind", "argument", "said"),
    [
        ("check_stock", {"sku": "XXX-0000"}, "tool", "sku", "there is no article XXX-0000 here"),
        ("check_stock", {"sku": "42"}, "arguments", "sku", "does not match"),
        ("set_stock", {}, "unknown_tool", None, "it is now called `correct_count`"),
        ("correct_count", {"sku": "LMP-0042", "counted": 1, "reason": "stolen"}, "arguments", "reason", "not one of"),
        ("release_reservation", {"reservation_id": "R9"}, "tool", "reservation_id", "there is no reservation R9"),
        (
            "reserve_articles",
            {"order_id": "A1", "lines": [{"sku": "CHR-0100", "quantity": 15}]},
            "tool",
            "lines",
            "only 14 pieces of CHR-0100 are free",
        ),
    ],
)
def test_a_model_can_reason_on_errors(
    warehouse: Twin, tool: str, arguments: Any, kind: str, argument: str | None, said: str
) -> None:
    error = warehouse.call(tool, arguments).error
    assert (error.kind, error.argument) == (kind, argument)
    assert said in error.message


@pytest.mark.slow
@pytest.mark.parametrize("command", [["-m", "generated.warehouse.server"], ["-m", "toolmint", "serve", "warehouse"]])
def test_it_is_served_over_mcp(command: list[str], root: Path) -> None:
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    # toolmint knows where it has read the functions; the package alone is told.
    functions = [] if "toolmint" in command else [root / "specs"]
    paths = os.pathsep.join(map(str, [*functions, root, root / "generator"]))
    environment = {**os.environ, "PYTHONPATH": paths, "SITE": "north", "CLERK": "u1"}
    settings = ["--stdio", "--context", "warehouse.site=ENV:SITE", "--context", "user.id=ENV:CLERK"]
    parameters = StdioServerParameters(
        command=sys.executable, args=[*command, *settings], env=environment, cwd=str(root)
    )

    async def talk() -> Any:
        async with Client(stdio_client(parameters)) as client:
            listed = await client.list_tools()
            return listed, await client.call_tool("check_stock", {"sku": "LMP-0042"})

    listed, answer = asyncio.run(talk())
    assert [one.name for one in listed.tools] == [
        "check_stock",
        "list_articles",
        "reserve_articles",
        "release_reservation",
        "correct_count",
    ]
    assert json.loads(answer.content[0].text)["on_hand"] == 120
    assert answer.structured_content["shelf"] == "B-07"


def test_a_module_that_is_not_to_be_found_is_told_with_what_helps(root: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-m", "generated.warehouse.server", "--stdio"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "error: the module `warehouse` cannot be imported" in done.stderr
    assert "PYTHONPATH" in done.stderr
