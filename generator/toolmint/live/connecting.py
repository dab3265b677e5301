"""Connections through the SDK: which transport, which era of the protocol, and what is tried when one fails."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

from mcp.client.client import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

from toolmint import __version__
from toolmint.listing import CommandServer, UrlServer
from toolmint.live.command import command_transport, passed_environment
from toolmint.live.web import WatchedClient
from toolmint.live.wire import Wire

__all__ = ["FIRST", "client_for", "next_way", "quiet_sdk"]

FIRST = "first"
"""The current transport; the SDK finds out the era with a request that servers of the handshake era refuse."""
HANDSHAKE = "handshake"
"""A process that is greeted with the handshake at once: some end at a request that they do not know."""
EVENTS = "events"
"""HTTP with one stream of events, as before 2025-03-26."""

_SSE_STATUS = frozenset({400, 404, 405})
"""What a server that knows only the older transport answers to a POST (MCP 2025-11-25, backwards compatibility)."""


def client_for(
    way: str, server: CommandServer | UrlServer, values: Mapping[str, str], *, cwd: Path | None, wire: Wire
) -> Client:
    """Return a client that connects when it is entered.

    Args:
        way: one of this module's constants.
        server: how it is reached.
        values: of the environment variables or headers, by name.
        cwd: the folder that a process starts in.
        wire: notes what passes.
    """
    return Client(
        _transport(way, server, values, cwd=cwd, wire=wire),
        mode="auto" if way == FIRST else "legacy",
        read_timeout_seconds=wire.limits.request_seconds,
        client_info=Implementation(name="toolmint", version=__version__),
        cache=None,
    )


def next_way(way: str, server: CommandServer | UrlServer, wire: Wire) -> str | None:
    """Return what to try after an attempt has failed, if anything."""
    if way != FIRST:
        return None
    if isinstance(server, CommandServer):
        return HANDSHAKE if wire.ended and not wire.answered else None
    return EVENTS if wire.http is not None and wire.http.status in _SSE_STATUS and not wire.answered else None


def quiet_sdk() -> None:
    """Keep the SDK's log off a terminal: it repeats what is raised, with tracebacks and unmasked."""
    for name in ("mcp", "client", "httpx2", "httpcore2"):
        logger = logging.getLogger(name)
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())


def _transport(
    way: str, server: CommandServer | UrlServer, values: Mapping[str, str], *, cwd: Path | None, wire: Wire
) -> AbstractAsyncContextManager[Any]:
    if isinstance(server, CommandServer):
        return command_transport(server.command, passed_environment(values), cwd, wire)
    if way == EVENTS:
        # the SDK asks for a client with its own headers and time limits, of which there are none here
        return sse_client(server.url, httpx_client_factory=lambda *_, **__: WatchedClient(wire, values))
    return _streamable(server.url, values, wire)


@asynccontextmanager
async def _streamable(url: str, headers: Mapping[str, str], wire: Wire) -> AsyncGenerator[Any]:
    async with (
        WatchedClient(wire, headers) as client,
        streamable_http_client(url, http_client=client, max_sse_event_size=wire.limits.message_bytes) as streams,
    ):
        yield streams
