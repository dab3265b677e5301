"""A server of both eras, written with the SDK: `python sdk_server.py PLAN.json` on stdio, with `--port` over HTTP.

The plan is read again for each list, so that a test changes what is served by writing another. Its keys are those of
`raw_server`; a tool is an object or its text. What a call answers, `RESULTS` says by the tool's name; `touch` tells
the client that the list has changed.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import anyio
import mcp_types
import uvicorn
from mcp.server import Server
from mcp.server.lowlevel import NotificationOptions
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged
from mcp.shared.exceptions import MCPError

PLAN = Path(sys.argv[1])
BUS = InMemorySubscriptionBus()


def _text(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


RESULTS: dict[str, dict[str, Any]] = {
    "record": {"content": [_text("{}")], "structuredContent": {"order-id": "A1", "lines": 2}},
    "misfit": {"content": [_text("{}")], "structuredContent": {"lines": "two"}},
    "fails": {"content": [_text("no such order"), _text("look again")], "isError": True},
    "picture": {"content": [{"type": "image", "data": "aGk=", "mimeType": "image/png"}]},
    "several": {
        "content": [
            _text("a"),
            {"type": "resource", "resource": {"uri": "x://1", "text": "b"}},
            {"type": "resource", "resource": {"uri": "x://2", "blob": "aGk=", "mimeType": "a/b"}},
            {"type": "resource_link", "uri": "x://3", "name": "three"},
        ]
    },
    "nothing": {"content": []},
    "long": {"content": [_text("x" * 2_000_000)]},
}


def plan() -> dict[str, Any]:
    """Return what is served now."""
    read: dict[str, Any] = json.loads(PLAN.read_text())
    return read


async def list_tools(_: Any, params: mcp_types.PaginatedRequestParams | None) -> mcp_types.ListToolsResult:
    tools = [json.loads(tool) if isinstance(tool, str) else tool for tool in plan()["tools"]]
    size = plan().get("page") or len(tools) or 1
    start = int(params.cursor) if params is not None and params.cursor else 0
    return mcp_types.ListToolsResult(
        tools=[mcp_types.Tool.model_validate(tool) for tool in tools[start : start + size]],
        next_cursor=str(start + size) if start + size < len(tools) else None,
    )


async def list_prompts(_: Any, __: Any) -> mcp_types.ListPromptsResult:
    return mcp_types.ListPromptsResult.model_validate({"prompts": plan().get("prompts", [])})


async def list_resources(_: Any, __: Any) -> mcp_types.ListResourcesResult:
    return mcp_types.ListResourcesResult(resources=[])


async def list_templates(_: Any, __: Any) -> mcp_types.ListResourceTemplatesResult:
    return mcp_types.ListResourceTemplatesResult.model_validate({"resourceTemplates": plan().get("templates", [])})


async def call_tool(ctx: Any, params: mcp_types.CallToolRequestParams) -> mcp_types.CallToolResult:
    match params.name:
        case "touch":
            await BUS.publish(ToolsListChanged())
            with contextlib.suppress(Exception):  # there is no such notification in the era without handshake
                await ctx.session.send_tool_list_changed()
        case "wait":
            await anyio.sleep(30)
        case "die":
            os._exit(1)
        case "refuse":
            raise MCPError(mcp_types.INTERNAL_ERROR, "out of order")
    echo = {"content": [_text(json.dumps({"called": params.name, "with": params.arguments}))]}
    return mcp_types.CallToolResult.model_validate(RESULTS.get(params.name, echo))


def server() -> Server[Any]:
    return Server(
        "desk",
        instructions=plan().get("instructions"),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_subscriptions_listen=ListenHandler(BUS),
        on_list_prompts=list_prompts,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
    )


async def main() -> None:
    """Serve until the client leaves."""
    if "--port" in sys.argv:
        app = server().streamable_http_app()
        port = int(sys.argv[sys.argv.index("--port") + 1])
        await uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error")).serve()
        return
    served = server()
    async with stdio_server() as (read, write):
        await served.run(read, write, served.create_initialization_options(NotificationOptions(tools_changed=True)))


if __name__ == "__main__":
    anyio.run(main)
