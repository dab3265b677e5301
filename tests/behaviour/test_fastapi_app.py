"""A real FastAPI app as the source: compiled, drifted, its findings in the code, called through what is generated."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from toolmint.cli.main import main

pytest.importorskip("fastapi")
uvicorn = pytest.importorskip("uvicorn")

SHOP = """
from typing import Annotated

from fastapi import APIRouter, FastAPI, Header, Query
from pydantic import BaseModel, Field

app = FastAPI(title="Shop", version="1", generate_unique_id_function=lambda route: route.name)
router = APIRouter(prefix="/v1")
print("never seen")


class Item(BaseModel):
    sku: str = Field(description="What is ordered.")
    count: int = Field(1, ge=1, alias="howMany")


class NewOrder(BaseModel):
    items: list[Item]


class Order(BaseModel):
    id: int
    tenant: str
    items: list[Item]


@router.post("/orders", openapi_extra={"x-tool": {"context": ["x-tenant"], "never": "pay for {items}"}})
def create_order(
    new: NewOrder, x_tenant: Annotated[str, Header()], dry: Annotated[bool, Query(alias="dryRun")] = False
) -> Order:
    "Create an order."
    return Order(id=0 if dry else 7, tenant=x_tenant, items=new.items)


@router.get("/orders/{order_id}")
async def get_order(order_id: int) -> Order:
    "Return an order."
    return Order(id=order_id, tenant="", items=[])


app.include_router(router)
"""
TABLE = '[sources.shop]\napp = "shop.main:app"\n'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "main.py").write_text(SHOP, encoding="utf-8")
    (tmp_path / "toolmint.toml").write_text(TABLE, encoding="utf-8")
    return tmp_path


@pytest.fixture
def server(project: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve the app itself on a free port."""
    monkeypatch.syspath_prepend(str(project))
    for name in [name for name in sys.modules if name.partition(".")[0] == "shop"]:
        monkeypatch.delitem(sys.modules, name)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    running = uvicorn.Server(uvicorn.Config("shop.main:app", log_level="error"))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 30
    while not running.started and time.monotonic() < deadline:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    running.should_exit = True
    thread.join(10)
    listener.close()
    for name in [name for name in sys.modules if name.partition(".")[0] == "shop"]:
        del sys.modules[name]


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def found(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Return place, code and message of what a command finds."""
    capsys.readouterr()
    main([*arguments, "--format", "json"])
    told = json.loads(capsys.readouterr().out)["diagnostics"]
    return [f"{one['path']}:{one['line']}:{one['column']} {one['code']} {one['message']}" for one in told]


def test_the_generated_package_calls_the_app(
    project: Path, server: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "toolmint.toml").write_text(TABLE.replace("sources.shop", "sources.shop_tools"), encoding="utf-8")
    assert main(["generate"]) == 0
    printed = capsys.readouterr()
    assert "never seen" not in printed.out + printed.err
    monkeypatch.syspath_prepend(str(project / "generated"))
    package = importlib.import_module("shop_tools")

    async def call() -> tuple[Any, Any]:
        async with package.Toolset(base_url=server, context={"x-tenant": "acme"}) as tools:
            arguments = {"items": [{"sku": "a", "howMany": 2}], "dryRun": False}
            created = await tools.call("create_order", arguments)
            return created, await tools.call("get_order", {"order_id": 3})

    created, read = asyncio.run(call())
    assert created.ok, created
    assert created.value == {"id": 7, "tenant": "acme", "items": [{"sku": "a", "howMany": 2}]}
    assert read.value["id"] == 3


def test_check_tells_that_the_code_has_drifted(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate"]) == 0
    assert main(["check", "--only", "drift"]) == 0
    (project / "shop" / "main.py").write_text("# a moved line\n" + SHOP, encoding="utf-8")
    assert main(["check", "--only", "drift"]) == 0
    edit(project / "shop" / "main.py", "order_id", "order_number")
    capsys.readouterr()
    assert main(["check", "--only", "drift"]) == 1
    told = capsys.readouterr()
    assert "changed" in told.out
    assert "order_number" in told.out


def test_findings_are_in_the_code(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = project / "shop" / "main.py"
    edit(code, "Return an order.", "Return an order by its `orderId`.")
    told = found(capsys, "lint")
    edit(code, "pay for {items}", "pay for {itmes}")
    told += found(capsys, "lint")
    lines = code.read_text(encoding="utf-8").splitlines()

    def place(text: str) -> str:
        line = next(number for number, line in enumerate(lines, 1) if text in line)
        return f"shop/main.py:{line}:{lines[line - 1].index(text) + 1}"

    assert any(one.startswith(f"{place('{itmes}')} RF-01") for one in told), told
    assert any(one.startswith(f"{place('orderId')} ID-") for one in told), told
    assert any(one.startswith(f"{place('order_id: int')} CL-05") for one in told), told
    assert any(one.startswith(f"{place('dry: Annotated')} ") for one in told), told


def test_an_overlay_changes_the_app(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "overlay.yaml").write_text(
        "overlay: 1.1.0\ninfo: {title: O, version: '1'}\nactions:\n"
        "  - target: $.paths['/v1/orders/{order_id}'].get\n"
        "    update: {x-tool: {name: read_order, when: '{nothing} is'}}\n",
        encoding="utf-8",
    )
    (project / "toolmint.toml").write_text(TABLE + 'overlay = "overlay.yaml"\n', encoding="utf-8")
    told = found(capsys, "lint")
    assert [one for one in told if "RF-01" in one] == [
        "overlay.yaml:5:48 RF-01 `{nothing}` names nothing that this tool has"
    ]
    assert any(one.startswith("shop/main.py:") for one in told)


def test_what_edits_sources_leaves_code_alone(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = project / "shop" / "main.py"
    edit(code, '"Return an order."', '"Return an order by its `orderId`."')
    before = code.read_bytes()
    main(["lint", "--fix"])
    assert code.read_bytes() == before
    capsys.readouterr()
    assert main(["rename", "shop", "get_order", "order_id", "number", "--yes"]) == 2
    assert "`shop` is what `shop.main:app` says of itself" in capsys.readouterr().err


def test_an_earlier_state_is_its_contract(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate"]) == 0
    contract = project / "before.json"
    contract.write_bytes((project / "generated" / "shop" / "contract.json").read_bytes())
    edit(project / "shop" / "main.py", "def get_order", "def read_order")
    assert any("NM-04" in one for one in found(capsys, "check", "--against", str(contract)))


def test_an_app_is_a_state_to_compare(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--quiet"]) == 0
    edit(project / "shop" / "main.py", '"Return an order."', '"Return one order."')
    capsys.readouterr()
    assert main(["diff", "generated/shop/contract.json", "shop.main:app"]) == 0
    told = capsys.readouterr()
    assert "BEHAVIOUR" in told.out
    assert "get_order" in told.out
    assert main(["diff", "generated/shop/contract.json", "."]) == 0
    assert "get_order" in capsys.readouterr().out
    assert main(["diff", "shop.main:app", "shop.main:nothing"]) == 2
    assert "EX-01" in capsys.readouterr().err


def test_the_page_is_true(root: Path, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (root / "docs" / "fastapi.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"(?ms)^```python\n(.*?)^```$", page)
    (project / "shop" / "main.py").write_text(code, encoding="utf-8")
    assert found(capsys, "lint") == []
    assert main(["generate", "shop.main:app", "--out", "build"]) == 0
    text = (project / "build" / "shop" / "tools.md").read_text(encoding="utf-8")
    assert "## calculate_refund" in text
    assert "Before calling: `order_id` is known." in text
    (tool,) = json.loads((project / "build/shop/openai.json").read_text(encoding="utf-8"))
    assert list(tool["function"]["parameters"]["properties"]) == ["order_id"]
    edit(project / "shop" / "main.py", "{order_id} is known", "{order_no} is known")
    (line,) = re.findall(r"(?m)^(shop/main\.py:.*)$", page)
    place, rest = line.split(": ", 1)
    severity_and_code, message = rest.split("] ", 1)
    assert f"{place} {severity_and_code.partition('[')[2]} {message}" in found(capsys, "lint")
