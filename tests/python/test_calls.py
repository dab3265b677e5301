"""From code to a call: a file is read, compiled, and the generated toolset calls its functions."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from toolmint.documents import DocumentStore
from toolmint.source import SourceInput
from toolmint.sources import load_source

from support.importing import imported
from support.python_code import import_file, require

CODE = """
from typing import Any
from pydantic import BaseModel, Field
from pydantic_ai import Agent, RunContext

agent = Agent("test")


class Order(BaseModel):
    order_id: str = Field(alias="orderId-x")
    count: int = 1


@agent.tool_plain
def place(order: Order) -> str:
    return f"{type(order).__name__} {order.order_id} {order.count}"


@agent.tool_plain
def many(a: int, *rest: str) -> list[Any]:
    return [a, *rest]
"""


def test_a_single_model_takes_all_arguments_and_rest_takes_a_list(tmp_path: Path) -> None:
    require("pydantic_ai")
    (tmp_path / "placing.py").write_text(CODE)
    import_file(tmp_path / "placing.py")
    source = SourceInput(name="placing_tools", kind="python", file=Path("placing.py"))
    catalog = load_source("python").extract(source, DocumentStore(tmp_path)).catalog
    try:
        with imported(catalog, tmp_path, "placing_tools") as package:
            tools = package.SyncToolset()
            placed = tools.call("place", {"orderId_x": "A1", "count": 2})
            assert (placed.error, placed.value) == (None, "Order A1 2")
            assert tools.call("place", {"orderId_x": "A1", "count": "many"}).error is not None
            assert tools.call("many", {"a": 1, "rest": ["x", "y"]}).value == [1, "x", "y"]
    finally:
        del sys.modules["placing"]


def test_the_worked_example_is_called(root: Path) -> None:
    sys.path[:0] = [str(root), str(root / "specs")]
    try:
        from generated.warehouse import SyncToolset, Toolset

        tools = SyncToolset(context={"warehouse": {"site": "north"}, "user": {"id": "u1"}}, confirm=lambda *_: True)
        level = tools.call("check_stock", {"sku": "LMP-0042"})
        assert (level.error, level.value["shelf"]) == (None, "B-07")
        lines = [{"sku": "LMP-0042", "quantity": 2}]
        made = asyncio.run(_reserve(Toolset(context={"warehouse": {"site": "north"}}), lines))
        assert made[0]["quantity"] == 2
        released = tools.call("release_reservation", {"reservation_id": made[0]["reservation_id"]})
        assert released.error is None
        assert tools.call("check_stock", {"sku": "lamp"}).error.argument == "sku"
    finally:
        del sys.path[:2]
        for name in [one for one in sys.modules if one.partition(".")[0] in ("generated", "warehouse")]:
            del sys.modules[name]


async def _reserve(tools: object, lines: list[dict[str, object]]) -> list[dict[str, object]]:
    result = await tools.call("reserve_articles", {"order_id": "A1", "lines": lines})  # type: ignore[attr-defined]
    assert result.error is None
    return list(result.value)
