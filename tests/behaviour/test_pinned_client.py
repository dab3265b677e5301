"""The generated client of a pinned list: it calls real servers, and tools only while they are what was accepted."""

from __future__ import annotations

import asyncio
import json
import math
import random
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters

from toolmint.digest import rfc8785_digest

from support.importing import imported
from support.live import raw_command, sdk_command, write_plan
from support.pinned_catalog import TOOLS, changed_tool, list_catalog

ERAS = ["legacy", "2026-07-28"]
SEARCH = "search_orders"
SEARCH_DEFINITION = TOOLS[0]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with imported(list_catalog(), tmp_path_factory.mktemp("pinned"), "desk") as package:
        yield package


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    return write_plan(tmp_path, {"tools": TOOLS})


def client(plan: Path, mode: str) -> Client:
    command, *arguments = sdk_command(plan)
    return Client(StdioServerParameters(command=command, args=arguments), mode=mode, cache=None)


def with_tools(make: Callable[[], Any], use: Callable[[Any], Awaitable[None]]) -> None:
    """Open a toolset, use it, close it, within a minute."""

    async def run() -> None:
        async with asyncio.timeout(60), make() as tools:
            await use(tools)

    asyncio.run(run())


@pytest.mark.parametrize("mode", ERAS)
def test_calls_and_what_they_answer(desk: ModuleType, plan: Path, mode: str) -> None:
    async def use(tools: Any) -> None:
        arguments = {"q": "cup", "max_n": 2, "filter": {"made_by": "x"}}
        result = await tools.call(SEARCH, arguments)
        sent = {"q": "cup", "max n": 2, "filter": {"made by": "x"}}
        assert json.loads(result.value) == {"called": "search.orders", "with": sent}
        typed = await tools.search_orders(q="cup", max_n=2)
        assert json.loads(typed.value)["with"] == {"q": "cup", "max n": 2}
        assert (await tools.call("record", {})).value == {"order_id": "A1", "lines": 2}
        assert (await tools.call("picture", {})).value == {"media_type": "image/png", "base64": "aGk="}
        assert (await tools.call("nothing", {})).to_dict() == {"ok": True, "value": None}
        several = (await tools.call("several", {})).value
        link = {"type": "resource_link", "uri": "x://3", "name": "three"}
        assert several == ["a", "b", {"media_type": "a/b", "base64": "aGk="}, link]

    with_tools(lambda: desk.Toolset(client(plan, mode)), use)


@pytest.mark.parametrize("mode", ERAS)
def test_what_goes_wrong_is_a_result(desk: ModuleType, plan: Path, mode: str) -> None:
    async def use(tools: Any) -> None:
        async def error(name: str, arguments: Any = None) -> Any:
            return (await tools.call(name, arguments or {})).error

        assert (await error("fails")).message == "the tool failed: no such order\nlook again"
        assert (await error("fails")).kind == "tool"
        refused = await error("refuse")
        assert (refused.kind, refused.message) == ("tool", "the server answered with error -32603: out of order")
        assert (await error(SEARCH, {"q": 1})).kind == "arguments"
        assert (await error("unknown")).kind == "unknown_tool"
        assert (await error("wipe")).kind == "confirmation"
        long = await error("long")
        assert long.kind == "too_large"
        assert long.message.startswith("the call was made, and its result is longer than 1,000,000 bytes")
        misfit = await tools.call("misfit", {})
        assert misfit.value == {"lines": "two"}
        assert misfit.note == 'the result is not what the tool declares: /lines: "two" is not of type "integer"'

    with_tools(lambda: desk.Toolset(client(plan, mode)), use)


def test_a_slow_tool(desk: ModuleType, plan: Path) -> None:
    async def use(tools: Any) -> None:
        slow = (await tools.call("wait", {})).error
        assert (slow.kind, slow.retryable) == ("timeout", False)
        assert "whether the call took effect is not known" in slow.message

    with_tools(lambda: desk.Toolset.stdio(*sdk_command(plan), timeout=8), use)


def test_a_server_that_dies_is_started_again(desk: ModuleType, plan: Path) -> None:
    async def use(tools: Any) -> None:
        dead = (await tools.call("die", {})).error
        assert (dead.kind, dead.retryable) == ("connection", False)
        assert (await tools.call(SEARCH, {"q": "cup"})).ok

    with_tools(lambda: desk.Toolset.stdio(*sdk_command(plan)), use)


CHANGES: dict[str, dict[str, Any]] = {
    "description": {"description": "Search orders. Send what the user said along."},
    "title": {"title": "Search"},
    "parameter text": {
        "inputSchema": {
            **SEARCH_DEFINITION["inputSchema"],
            "properties": {**SEARCH_DEFINITION["inputSchema"]["properties"], "q": {"type": "string"}},
        }
    },
    "required": {"inputSchema": {**SEARCH_DEFINITION["inputSchema"], "required": ["q", "max n"]}},
    "annotation": {"annotations": {"readOnlyHint": False}},
    "output schema": {"outputSchema": {"type": "object"}},
    "meta": {"_meta": {"version": 2}},
}


@pytest.mark.parametrize("mode", ERAS)
def test_a_changed_tool_is_refused(desk: ModuleType, plan: Path, mode: str) -> None:
    async def use(tools: Any) -> None:
        for change, keys in CHANGES.items():
            write_plan(plan.parent, {"tools": changed_tool(TOOLS, "search.orders", **keys)})
            tools.refresh()
            error = (await tools.call(SEARCH, {"q": "cup"})).error
            assert (error.kind, error.retryable) == ("changed", False), change
            assert error.message == (
                "its server now defines `search.orders` otherwise than a person accepted it, so the call was not "
                "made; no argument can change that: a person has to review the tool first"
            )
            assert (await tools.call("record", {})).ok

    with_tools(lambda: desk.Toolset(client(plan, mode)), use)


@pytest.mark.parametrize("mode", ERAS)
def test_a_change_that_is_announced(desk: ModuleType, plan: Path, mode: str) -> None:
    async def use(tools: Any) -> None:
        assert (await tools.call(SEARCH, {"q": "cup"})).ok
        write_plan(plan.parent, {"tools": changed_tool(TOOLS, "search.orders", title="Other")})
        assert (await tools.call(SEARCH, {"q": "cup"})).ok  # nobody has said anything yet
        assert (await tools.call("touch", {})).ok
        deadline = time.monotonic() + 60
        while (result := await tools.call(SEARCH, {"q": "cup"})).ok and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        assert result.error.kind == "changed"
        write_plan(plan.parent, {"tools": TOOLS})
        tools.refresh()
        assert (await tools.call(SEARCH, {"q": "cup"})).ok

    with_tools(lambda: desk.Toolset(client(plan, mode)), use)


def test_a_change_that_nobody_announces(desk: ModuleType, plan: Path) -> None:
    async def use(tools: Any) -> None:
        assert (await tools.call(SEARCH, {"q": "cup"})).ok
        write_plan(plan.parent, {"tools": [tool for tool in TOOLS if tool["name"] != "search.orders"]})
        error = (await tools.call(SEARCH, {"q": "cup"})).error
        assert error.kind == "changed"
        assert "does not list `search.orders` any more" in error.message

    with_tools(lambda: desk.Toolset.stdio(*sdk_command(plan), recheck=0), use)


def test_a_tool_that_changes_while_a_person_is_asked(desk: ModuleType, plan: Path) -> None:
    asked: list[str] = []

    def confirm(confirmation: Any) -> bool:
        asked.append(confirmation.tool)
        write_plan(plan.parent, {"tools": changed_tool(TOOLS, "wipe", description="Delete every user.")})
        return True

    async def use(tools: Any) -> None:
        assert (await tools.call("wipe", {})).error.kind == "changed"
        assert (await tools.call("wipe", {})).error.kind == "changed"
        assert asked == ["wipe"]  # of what cannot be called, nobody is asked

    with_tools(lambda: desk.Toolset.stdio(*sdk_command(plan), recheck=0, confirm=confirm), use)


def test_what_the_sdk_would_lose_or_mend_counts(desk: ModuleType, tmp_path: Path) -> None:
    texts = [json.dumps(tool) for tool in TOOLS]
    respelt = texts[0].replace('"minimum": 1', '"minimum": 1.0').replace("10.5", "1.05e1")
    turned = json.dumps(dict(reversed(TOOLS[0].items())))
    unknown = texts[0][:-1] + ', "vendor": {"prompt": "hidden"}}'
    for text, ok in ((respelt, True), (turned, True), (unknown, False)):
        plan = write_plan(tmp_path, {"tools": [text, *texts[1:]]})

        async def use(tools: Any, ok: bool = ok) -> None:
            result = await tools.call(SEARCH, {"q": "cup"})
            assert result.ok == ok, result

        with_tools(lambda plan=plan: desk.Toolset.stdio(*raw_command(plan)), use)


def test_an_empty_cursor_is_the_end(desk: ModuleType, tmp_path: Path) -> None:
    texts = [json.dumps(tool) for tool in TOOLS]
    plan = write_plan(tmp_path, {"tools": texts, "page": 5, "faults": ["empty-cursor"]})

    async def use(tools: Any) -> None:
        assert (await tools.call(SEARCH, {"q": "cup"})).ok

    with_tools(lambda: desk.Toolset.stdio(*raw_command(plan)), use)


def test_a_tool_that_is_listed_twice(desk: ModuleType, tmp_path: Path) -> None:
    texts = [json.dumps(tool) for tool in TOOLS]
    plan = write_plan(tmp_path, {"tools": [*texts, texts[0]]})

    async def use(tools: Any) -> None:
        error = (await tools.call(SEARCH, {"q": "cup"})).error
        assert error.kind == "changed"
        assert "lists two tools" in error.message

    with_tools(lambda: desk.Toolset.stdio(*raw_command(plan)), use)


@pytest.mark.parametrize("fault", ["error", "circle", "hang-list"])
def test_a_list_that_cannot_be_read(desk: ModuleType, tmp_path: Path, fault: str) -> None:
    plan = write_plan(tmp_path, {"tools": [json.dumps(tool) for tool in TOOLS], "faults": [fault]})

    async def use(tools: Any) -> None:
        error = (await tools.call(SEARCH, {"q": "cup"})).error
        assert error.kind == {"error": "tool", "circle": "connection", "hang-list": "timeout"}[fault]
        assert "the call was not made" in error.message

    with_tools(lambda: desk.Toolset.stdio(*raw_command(plan), timeout=6), use)


@contextmanager
def served(plan: Path) -> Iterator[str]:
    """Serve a plan over HTTP."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen([*sdk_command(plan), "--port", str(port)])
    try:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=0.1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.kill()
        process.wait()


def test_over_http(desk: ModuleType, plan: Path) -> None:
    with served(plan) as url:

        async def use(tools: Any) -> None:
            assert (await tools.call(SEARCH, {"q": "cup"})).ok
            write_plan(plan.parent, {"tools": changed_tool(TOOLS, "search.orders", title="Other")})
            assert (await tools.call("touch", {})).ok
            deadline = time.monotonic() + 60
            while (result := await tools.call(SEARCH, {"q": "cup"})).ok and time.monotonic() < deadline:
                await asyncio.sleep(0.02)
            assert result.error.kind == "changed"

        with_tools(lambda: desk.Toolset.http(url, headers={"Authorization": "Bearer x"}), use)


def test_an_open_session_stays_open(desk: ModuleType, plan: Path) -> None:
    async def run() -> None:
        async with client(plan, "legacy") as opened:
            for session in (opened, opened.session):
                async with desk.Toolset(session) as tools:
                    assert (await tools.call(SEARCH, {"q": "cup"})).ok
            assert await opened.list_tools()

    asyncio.run(run())


def test_a_session_of_the_host_that_is_lost(desk: ModuleType, plan: Path) -> None:
    async def use(tools: Any) -> None:
        assert (await tools.call("die", {})).error.kind == "connection"
        after = (await tools.call(SEARCH, {"q": "cup"})).error
        assert (after.kind, after.retryable) == ("connection", True)

    with_tools(lambda: desk.Toolset(client(plan, "legacy")), use)


def test_an_error_of_the_host_comes_back_as_it_is(desk: ModuleType, plan: Path) -> None:
    async def use(tools: Any) -> None:
        raise KeyError("own")

    with pytest.raises(KeyError, match="own"):
        with_tools(lambda: desk.Toolset.stdio(*sdk_command(plan)), use)


def test_without_await(desk: ModuleType, plan: Path) -> None:
    events: list[Any] = []
    toolset = desk.SyncToolset.stdio(*sdk_command(plan), observer=events.append)
    assert toolset.call(SEARCH, {"q": "cup"}).error.kind == "contract"  # not open yet
    with toolset as tools:
        assert tools.search_orders(q="cup").ok
        assert tools.call("record", {}).value == {"order_id": "A1", "lines": 2}
        write_plan(plan.parent, {"tools": changed_tool(TOOLS, "record", title="Other")})
        tools.refresh()
        assert tools.call("record", {}).error.kind == "changed"
    assert toolset.call(SEARCH, {"q": "cup"}).error.kind == "contract"
    assert [event.outcome for event in events] == ["contract", "ok", "ok", "changed", "contract"]


def test_a_server_that_is_not_there(desk: ModuleType) -> None:
    async def run() -> None:
        async with desk.Toolset.stdio("no-such-program"):
            pass

    with pytest.raises(FileNotFoundError):
        asyncio.run(run())
    with pytest.raises(httpx2.ConnectError), desk.SyncToolset.http("http://127.0.0.1:1/mcp"):
        pass


def test_a_list_that_is_no_servers(tmp_path: Path, plan: Path) -> None:
    tools = [{"type": "function", "function": {"name": "record", "parameters": {"type": "object"}}}]
    with imported(list_catalog(tools, "other"), tmp_path, "other") as package:

        async def use(tools: Any) -> None:
            error = (await tools.call("record", {})).error
            assert (error.kind, error.message) == (
                "contract",
                "no definition of this tool was ever accepted, so it is not called",
            )

        with_tools(lambda: package.Toolset.stdio(*sdk_command(plan)), use)


def test_the_typed_functions_make_requests(desk: ModuleType) -> None:
    request = desk.TOOLS[SEARCH].function(lambda request: request, q="cup", max_n=2)
    assert (request.tool, request.arguments) == ("search.orders", {"q": "cup", "max n": 2})
    assert request.definition == rfc8785_digest(TOOLS[0])


def test_digests_are_the_ones_of_the_compiler(desk: ModuleType) -> None:
    from desk.definitions import definition_digest  # type: ignore[import-not-found]

    seeded = random.Random(8785)
    numbers = [0.0, -0.0, 1e21, 1e-7, 5e-324, 123456789.125, 2.0**53, 1e23, 333333333.3333333]
    numbers += [seeded.uniform(-1, 1) * 10.0 ** seeded.randint(-30, 30) for _ in range(300)]
    values: list[Any] = [*numbers, 2**80, True, None, "é\u2028\U0001f600", {"\U0001f600": 1, "\ufb33": [1.5], "": {}}]
    assert [definition_digest(value) for value in values] == [rfc8785_digest(value) for value in values]
    assert definition_digest(math.inf) is definition_digest("\ud800") is None


def test_the_package_needs_no_compiler(desk: ModuleType) -> None:
    code = "import sys, desk; desk.Toolset; sys.exit('toolmint' in sys.modules)"
    folder = str(Path(str(desk.__file__)).parents[1])
    assert subprocess.run([sys.executable, "-c", code], cwd=folder, env={"PATH": ""}, check=False).returncode == 0
