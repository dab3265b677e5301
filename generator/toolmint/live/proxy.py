"""A server that stands between a client and a vendor's server, and lets through what was accepted.

It lists the accepted definitions whatever the vendor lists. A call goes on only while the tool's live definition is the
accepted one, and its result comes back as it is. What is kept back is told, for whoever runs the proxy, and to the
client in words that a model understands.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Protocol

import mcp_types
from mcp.server import Server
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from toolmint.digest import rfc8785_digest
from toolmint.errors import ServerError, system_reason
from toolmint.listing import Listing, parse_text
from toolmint.text import visible

__all__ = ["Guard", "Upstream", "create_proxy"]

_Tell = Callable[[str], object]
_BLOCKED = {
    "changed": "the vendor's server now defines it otherwise than it was accepted",
    "missing": "the vendor's server does not list it any more",
    "ambiguous": "the vendor's server lists two tools of that name",
    "new": "nobody accepted it",
}


class Upstream(Protocol):
    """The vendor's server, as the generated runtime of pinned tools connects to it."""

    async def __aenter__(self) -> object:
        """Connect."""
        ...

    async def __aexit__(self, kind: Any, error: Any, trace: Any, /) -> None:
        """Leave."""
        ...

    async def exchange(self, exchange: Any) -> Any:
        """Compare a tool with what was accepted, then call it."""
        ...

    async def live_digests(self) -> dict[str, str | None]:
        """Return the digests of what is listed."""
        ...


class Guard:
    """What was accepted, and what became of it.

    Args:
        name: the pin's name.
        listing: what was accepted.
        tell: gets a line on each thing that is kept back.
    """

    def __init__(self, name: str, listing: Listing, tell: _Tell) -> None:
        self.name = name
        self._tell = tell
        self.tools: list[dict[str, Any]] = []
        self.definitions: dict[str, str] = {}
        self.instructions = listing.instructions
        self._told: dict[str, str] = {}
        self._heard = asyncio.Event()
        for text in listing.tools:
            tool = parse_text(text, what="a tool")
            assert isinstance(tool, dict)
            self._take(str(tool["name"]), tool)

    def hear(self) -> None:
        """Note that the vendor's server says that its list has changed."""
        self._heard.set()

    def blocked(self, name: str, state: str, *, called: bool) -> str:
        """Tell that a tool is kept back.

        Returns:
            Why, for the client.
        """
        if called or self._told.get(name) != state:
            what = "blocked a call of" if called else "keeps back"
            self._tell(f"{what} `{visible(name)}`: {_BLOCKED[state]}")
        self._told[name] = state
        return _BLOCKED[state]

    @contextlib.asynccontextmanager
    async def opened(self, upstream: Upstream) -> AsyncIterator[None]:
        """Connect, and look at the vendor's list now and each time that it changes.

        Raises:
            ServerError: the vendor's server cannot be reached.
        """
        async with contextlib.AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(upstream)
            except Exception as error:
                reason = system_reason(error) if isinstance(error, OSError) else type(error).__name__
                raise ServerError(f"server `{self.name}` cannot be reached: {reason}") from None
            self._heard.set()
            watching = asyncio.create_task(self._watch(upstream))
            try:
                yield
            finally:
                watching.cancel()
                await asyncio.wait([watching])

    def compare(self, live: Mapping[str, str | None]) -> None:
        """Tell what is kept back of what the vendor's server lists now."""
        for name in self.definitions.keys() | live.keys():
            state = self._state(name, live)
            if state is not None:
                self.blocked(name, state, called=False)
            elif self._told.pop(name, None) is not None:
                self._tell(f"lets `{visible(name)}` through again: it is what was accepted")

    def _state(self, name: str, live: Mapping[str, str | None]) -> str | None:
        if name not in self.definitions:
            return "new"
        if name not in live:
            return "missing"
        if live[name] is None:
            return "ambiguous"
        return None if live[name] == self.definitions[name] else "changed"

    def _take(self, name: str, tool: dict[str, Any]) -> None:
        try:
            mcp_types.Tool.model_validate(tool)
        except ValidationError:
            self._tell(f"leaves out `{visible(name)}`: the protocol does not allow such a definition")
            return
        self.tools.append(tool)
        self.definitions[name] = rfc8785_digest(tool)

    async def _watch(self, upstream: Upstream) -> None:
        while True:
            await self._heard.wait()
            self._heard.clear()
            try:
                self.compare(await upstream.live_digests())
            except Exception as error:  # calls say why themselves; the proxy goes on
                self._tell(f"cannot read what the vendor's server lists ({type(error).__name__})")


def create_proxy(guard: Guard, upstream: Upstream, exchange_of: Callable[..., Any]) -> Server[Any]:
    """Make a server of what was accepted.

    Args:
        guard: knows what was accepted.
        upstream: makes the calls.
        exchange_of: makes what `upstream` takes, of a tool's name, its arguments and the digest of its definition.
    """

    async def list_tools(_: Any, params: mcp_types.PaginatedRequestParams | None) -> mcp_types.ListToolsResult:
        if params is not None and params.cursor is not None:
            raise MCPError(mcp_types.INVALID_PARAMS, "the list has one page; no cursor is known")
        return mcp_types.ListToolsResult.model_validate({"tools": guard.tools})

    async def call_tool(_: Any, params: mcp_types.CallToolRequestParams) -> mcp_types.CallToolResult:
        definition = guard.definitions.get(params.name)
        if definition is None:
            return _refused(params.name, guard.blocked(params.name, "new", called=True))
        reply = await upstream.exchange(exchange_of(params.name, params.arguments or {}, definition))
        state = getattr(reply, "state", None)
        if state is None:  # a failure of the connection
            return _error(f"the vendor's server gave no answer to `{params.name}` ({reply.kind}: {reply.name})")
        if state != "accepted":
            return _refused(params.name, guard.blocked(params.name, state, called=True))
        if reply.error is not None:
            raise MCPError(*reply.error)
        return _passed_on(params.name, reply.result)

    schemas = {tool["name"]: tool["inputSchema"] for tool in guard.tools}
    return Server(
        guard.name,
        instructions=guard.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=schemas.get,
    )


def _passed_on(name: str, result: Mapping[str, Any]) -> mcp_types.CallToolResult:
    try:
        return mcp_types.CallToolResult.model_validate(dict(result))
    except ValidationError:
        return _error(f"the vendor's server answered `{name}` with something that is no result of a tool")


def _refused(name: str, reason: str) -> mcp_types.CallToolResult:
    return _error(
        f"`{name}` was not called: {reason}. No argument can change that: a person has to review the tool first."
    )


def _error(text: str) -> mcp_types.CallToolResult:
    return mcp_types.CallToolResult(content=[mcp_types.TextContent(type="text", text=text)], is_error=True)
