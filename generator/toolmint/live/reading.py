"""Reading everything of a live server that a model may see, in bounded time and memory."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import anyio

from toolmint.errors import ServerError, UsageError
from toolmint.listing import CommandServer, Listing, UrlServer
from toolmint.live.limits import Limits
from toolmint.live.masking import Mask
from toolmint.live.wire import Wire

if TYPE_CHECKING:
    from mcp.client.client import Client

__all__ = ["passed_values", "read_listing"]

_FIRST_NEWS = 3.0
_NEWS = 10.0
"""Seconds of silence before the first and each later word about a slow server."""


def read_listing(
    name: str,
    server: CommandServer | UrlServer,
    *,
    environ: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    limits: Limits | None = None,
    progress: Callable[[str], None] | None = None,
) -> Listing:
    """Ask a live server for its tools, prompts, resource templates and instructions.

    Args:
        name: the server's name, for messages.
        server: how it is reached.
        environ: where the values of the variables that it names are found; default: this process's environment.
        cwd: the folder that a process starts in; default: this process's.
        limits: bounds of time and memory.
        progress: told what is waited for, when that takes longer than a few seconds.

    Raises:
        UsageError: the `mcp` SDK is not installed, or a variable that the server names is not set.
        ServerError: the server cannot be reached or read; the message says why and holds no value of a variable.
    """
    if importlib.util.find_spec("mcp") is None:
        raise UsageError(
            "a live server is read with the module `mcp`, which is not installed",
            hint="install it with `pip install 'toolmint[serve]'`",
        )
    values = passed_values(name, server, os.environ if environ is None else environ)
    reading = _Reading(name, server, values, cwd, limits or Limits(), progress or (lambda _: None))
    return anyio.run(reading.run)


def passed_values(name: str, server: CommandServer | UrlServer, environ: Mapping[str, str]) -> dict[str, str]:
    """Look up what a server is passed: the values of environment variables, or of headers, by name.

    Args:
        name: the server's name, for messages.
        server: names them.
        environ: where their values are found.

    Raises:
        UsageError: a variable is not set, a value cannot be passed, or the address is none.
    """
    if isinstance(server, CommandServer):
        wanted: Mapping[str, str] = {variable: variable for variable in server.env}
    else:
        wanted = server.headers
        _check_url(name, server.url)
    for variable in wanted.values():
        if variable not in environ:
            raise UsageError(
                f"environment variable `{variable}` is not set, which is passed on to server `{name}`",
                hint=f"set it, or take it out of the pin `{name}`",
            )
    values = {passed: environ[variable] for passed, variable in wanted.items()}
    for passed, value in values.items():
        if isinstance(server, UrlServer) and not (value.isascii() and value.isprintable()):
            raise UsageError(
                f"the value for header `{passed}` holds characters that a header cannot, such as a line end"
            )
    return values


def _check_url(name: str, url: str) -> None:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise UsageError(f"the address of server `{name}` is none that HTTP knows", hint="write `https://HOST/PATH`")


class _Reading:
    """One reading: its settings, and what the ticker tells about it."""

    def __init__(
        self,
        name: str,
        server: CommandServer | UrlServer,
        values: Mapping[str, str],
        cwd: Path | None,
        limits: Limits,
        progress: Callable[[str], None],
    ) -> None:
        self._name = name
        self._server = server
        self._values = values
        self._cwd = cwd
        self._limits = limits
        self._progress = progress
        self._mask = Mask(values, url=server.url if isinstance(server, UrlServer) else None)
        self._wire = Wire(name, limits, self._mask)
        self._listed = 0

    async def run(self) -> Listing:
        """Try one way after the other, under one limit of time."""
        from toolmint.live.connecting import FIRST, next_way, quiet_sdk

        quiet_sdk()
        way: str | None = FIRST
        first_error: ServerError | None = None
        deadline = anyio.current_time() + self._limits.total_seconds
        while way is not None:
            self._wire = Wire(self._name, self._limits, self._mask)
            try:
                return await self._attempt(way, deadline)
            except ServerError as error:
                first_error = first_error or error
            way = next_way(way, self._server, self._wire)
        assert first_error is not None
        raise first_error

    async def _attempt(self, way: str, deadline: float) -> Listing:
        from toolmint.live.connecting import client_for
        from toolmint.live.troubles import server_error

        client = client_for(way, self._server, self._values, cwd=self._cwd, wire=self._wire)
        found: Listing | None = None
        try:
            with anyio.fail_after(max(0.0, deadline - anyio.current_time())):
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(self._tell)
                    async with client:
                        found = await self._read(client)
                    tasks.cancel_scope.cancel()
        except Exception as error:
            if found is None:
                raise server_error(error, self._wire) from None
        # what goes wrong while a connection is closed changes nothing of what was read
        assert found is not None
        return found

    async def _tell(self) -> None:
        started = anyio.current_time()
        await anyio.sleep(_FIRST_NEWS)
        while True:
            listed = f", {self._listed} entries so far" if self._listed else ""
            seconds = anyio.current_time() - started
            self._progress(f"waiting for `{self._wire.request}` of server `{self._name}` ({seconds:.0f} s{listed})")
            await anyio.sleep(_NEWS)

    async def _read(self, client: Client) -> Listing:
        from toolmint.live.lists import Lists

        lists = Lists(client, self._wire, self._count)
        return await lists.read()

    def _count(self, entries: int) -> None:
        self._listed += entries
