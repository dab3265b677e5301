"""The MCP SDK's server hands out the list, and its client reads it, in every revision that the list is meant for."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pydantic
import pytest

from support.compiled import entries, printed
from support.recording_server import without_proxies

pytestmark = pytest.mark.slow

Sdk = Callable[[str], Any]

REVISIONS = ["2025-06-18", "2025-11-25", "2026-07-28"]
# `mcp` is one list for all of them; the others are for one revision each.
LISTS = [(dialect, revision) for revision in REVISIONS for dialect in ("mcp", f"mcp-{revision}")]
# What 2026-07-28 wants beside the tools; the server adds it.
ENVELOPE = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


def on_the_wire(sdk: Sdk, revision: str, tools: list[dict[str, Any]]) -> Any:
    """Return what the SDK's server would send: fields that the revision does not know are dropped without a word."""
    return sdk("mcp_types.methods").serialize_server_result("tools/list", revision, {"tools": tools, **ENVELOPE})


@pytest.mark.parametrize(("dialect", "revision"), LISTS)
def test_every_revision_sends_the_list_as_it_is(sdk: Sdk, document: str, revision: str, dialect: str) -> None:
    assert on_the_wire(sdk, revision, entries(dialect, document))["tools"] == entries(dialect, document)


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_revision_would_drop_what_it_does_not_know(sdk: Sdk, revision: str) -> None:
    (tool, *_) = entries("mcp", "accounts")
    assert on_the_wire(sdk, revision, [tool | {"losses": []}])["tools"] == [tool]
    with pytest.raises(pydantic.ValidationError):
        on_the_wire(sdk, revision, [tool | {"inputSchema": {"properties": {}}}])


@contextmanager
def serving(sdk: Sdk, listed: Any) -> Iterator[str]:
    """Serve a list over streamable HTTP on a free port, and give its URL."""
    types, uvicorn = sdk("mcp_types"), sdk("uvicorn")

    async def list_tools(context: Any, params: Any) -> Any:
        return types.ListToolsResult.model_validate(listed)

    app = sdk("mcp.server.lowlevel").Server("s", on_list_tools=list_tools).streamable_http_app(json_response=True)
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error", ws="none"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/mcp"
    finally:
        server.should_exit = True
        thread.join()


@pytest.mark.parametrize(("dialect", "revision"), [one for one in LISTS if one[1] != "2025-06-18"])
def test_a_client_reads_what_was_meant(
    sdk: Sdk, document: str, dialect: str, revision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_proxies(monkeypatch)
    connect = sdk("mcp").Client
    mode = "legacy" if revision == "2025-11-25" else revision

    async def listed(url: str) -> tuple[str, Any]:
        async with connect(url, mode=mode) as client:
            return client.session.protocol_version, await client.list_tools()

    with serving(sdk, printed(dialect, document)) as url:
        version, result = asyncio.run(listed(url))
    assert version == revision
    assert [tool.model_dump(by_alias=True, exclude_none=True) for tool in result.tools] == entries(dialect, document)


@pytest.mark.parametrize("dialect", ["mcp", "mcp-2025-06-18"])
def test_the_oldest_revision_over_http(sdk: Sdk, document: str, dialect: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The SDK's client offers the newest handshake revision alone, so this one is spoken by hand.
    without_proxies(monkeypatch)
    import httpx2

    opening = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    headers = {"accept": "application/json, text/event-stream"}
    with serving(sdk, printed(dialect, document)) as url, httpx2.Client(headers=headers) as client:

        def call(**message: Any) -> Any:
            answer = client.post(url, json={"jsonrpc": "2.0", **message})
            answer.raise_for_status()
            client.headers.update({k: v for k, v in answer.headers.items() if k.lower() == "mcp-session-id"})
            return answer.json()["result"] if answer.content else None

        assert call(id=1, method="initialize", params=opening)["protocolVersion"] == "2025-06-18"
        client.headers["mcp-protocol-version"] = "2025-06-18"
        call(method="notifications/initialized")
        assert call(id=2, method="tools/list", params={})["tools"] == entries(dialect, document)
