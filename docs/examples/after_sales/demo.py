"""An agent's morning at the after-sales desk, without the agent: `make demo`.

A small API answers on 127.0.0.1; the compiled tools stand before it as an MCP server; a scripted client plays the
model's part, and a scripted person the person's. What a model would read is printed, what the host knows is not.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp_types import ElicitRequestParams, ElicitResult

sys.path.insert(0, str(Path(__file__).parent))
from api import TOKEN, AfterSalesServer

ROOT = Path(__file__).parents[3]
REFUND = {"order_id": "A10086", "amount": 1299, "reason": "damaged", "note": "The cup arrived broken."}


def say(who: str, what: str) -> None:
    """Print one line of the conversation."""
    sys.stdout.write(f"{who:>8}  {what}\n")


class Person:
    """Whoever sits at the desk: refuses the first time, agrees the second."""

    def __init__(self) -> None:
        self.answers = ["decline", "accept"]

    async def __call__(self, context: Any, params: ElicitRequestParams) -> ElicitResult:
        """Answer a question that the server asks before it calls the API."""
        answer = self.answers.pop(0)
        say("person", f"is asked: {params.message.splitlines()[0]}")
        say("person", "says no" if answer == "decline" else "says yes")
        return ElicitResult(action=answer, content={} if answer == "accept" else None)


async def call(client: Client, name: str, arguments: dict[str, Any]) -> None:
    """Call a tool as a model would, and print what it is told."""
    say("model", f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})")
    result = await client.call_tool(name, arguments)
    text = result.content[0].text if result.content else ""
    say("refused" if result.is_error else "result", json.dumps(json.loads(text), ensure_ascii=False))


async def main() -> int:
    """Play the whole conversation; 0 where one refund was filed, as the person agreed to one."""
    api = AfterSalesServer()
    threading.Thread(target=api.serve_forever, daemon=True).start()
    server = StdioServerParameters(
        command=sys.executable,
        args=[
            *("-m", "generated.after_sales.server", "--stdio", "--base-url", api.url),
            *("--auth", "deskToken=ENV:DESK_TOKEN"),
            *("--context", "tenant.id=ENV:TENANT", "--context", "user.id=ENV:ACTING_USER"),
        ],
        env={**os.environ, "DESK_TOKEN": TOKEN, "TENANT": "shop-1", "ACTING_USER": "clerk-7"},
        cwd=ROOT,
    )
    async with Client(server, elicitation_callback=Person()) as client:
        tools = (await client.list_tools()).tools
        say("model", f"sees {', '.join(tool.name for tool in tools)}")
        await call(client, "query_order", {"order_id": "A10086"})
        await call(client, "calculate_refund", {"order_id": "A10086", "item_ids": ["I-1"]})
        await call(client, "calculate_refund", {"order": "A10086"})
        await call(client, "submit_refund_request", REFUND)
        say("api", f"has {len(api.refunds)} refund requests")
        await call(client, "submit_refund_request", REFUND)
        say("api", f"has {len(api.refunds)} refund request")
    api.shutdown()
    return 0 if len(api.refunds) == 1 else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
