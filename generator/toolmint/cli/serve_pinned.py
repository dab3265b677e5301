"""`toolmint serve NAME` of a pin: a proxy before the vendor's server, which lets through what was accepted."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from toolmint.cli.console import Console
from toolmint.cli.pins import Pins, broken, tell_findings
from toolmint.diagnostics import Severity
from toolmint.errors import ExitCode, UsageError
from toolmint.listing import CommandServer, UrlServer
from toolmint.lock import parse_spec

__all__ = ["run"]

_RECHECK = 60.0
"""Seconds for which the vendor's list is relied on, where the vendor's server does not say that it changed."""


def run(console: Console, pins: Pins, name: str, package: str, *, port: int | None) -> int:
    """Serve what was accepted of a pin until the client leaves or the run is interrupted.

    Args:
        console: prints, to stderr alone.
        pins: the project.
        name: the pin.
        package: by which name the pin's generated package is imported.
        port: where to answer on 127.0.0.1; None: on stdin and stdout.

    Returns:
        The exit code.

    Raises:
        ToolmintError: the run cannot take place.
    """
    # Whoever edited the accepted text by hand could let anything through.
    findings = [one for one in broken(pins, [name]) if one.severity is Severity.ERROR]
    if findings:
        tell_findings(console, pins, findings)
        console.tell(f"\nnothing is served: pin `{name}` is not what was accepted")
        return ExitCode.FINDINGS
    origin = pins.settings(name).origin
    assert isinstance(origin, CommandServer | UrlServer)
    from toolmint.live.proxy import Guard, create_proxy
    from toolmint.live.reading import passed_values

    values = passed_values(name, origin, os.environ)
    guard = Guard(name, parse_spec(pins.stored(name), what=f"specs/{name}.mcp.json"), console.tell)
    upstream = _upstream(package, origin, values, guard, pins.root)
    server = importlib.import_module(f"{package}.server")
    proxy = create_proxy(guard, upstream, _exchange_of(package))
    try:
        code: int = server.serve(proxy, guard.opened(upstream), port=port, tell=console.say)
    except server.SettingError as error:
        raise UsageError(error.message, hint=error.hint) from None
    return code


def _upstream(
    package: str, origin: CommandServer | UrlServer, values: Mapping[str, str], guard: Any, root: Path
) -> Any:
    """Connect by the runtime that the generated package has."""
    connection = importlib.import_module(f"{package}.connection")
    transports = importlib.import_module(f"{package}.transports")

    def client() -> Any:
        if isinstance(origin, CommandServer):
            return transports.command_client_of(*origin.command, env=values, cwd=root)
        return transports.http_client_of(origin.url, values, None)

    return connection.Connection(client, _RECHECK, changed=guard.hear)


def _exchange_of(package: str) -> Any:
    exchange = importlib.import_module(f"{package}.exchange")
    request = importlib.import_module(f"{package}.request")

    def made(tool: str, arguments: Mapping[str, Any], definition: str) -> Any:
        asked = request.Request(tool=tool, arguments=arguments, definition=definition)
        return exchange.Exchange(request=asked, call=True, deadline=None)

    return made
