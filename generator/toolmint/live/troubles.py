"""Why a server could not be read, in words: what the SDK raises is one of few errors for many reasons."""

from __future__ import annotations

import re

import anyio
import httpx2
from mcp.shared.exceptions import MCPError
from mcp_types import CONNECTION_CLOSED, REQUEST_TIMEOUT, UNSUPPORTED_PROTOCOL_VERSION
from pydantic import ValidationError

from toolmint.errors import ServerError
from toolmint.live.wire import HttpAnswer, Wire

__all__ = ["server_error"]

_UNKNOWN_VERSION = re.compile(r"Unsupported protocol version from the server: (.*)", re.DOTALL)  # the SDK's own words
_UNKNOWN_CONTENT = re.compile(r"Unexpected content type: (.*)", re.DOTALL)  # likewise
_STATUS = {
    400: ("", None),
    401: ("which wants credentials", "pass them with `--header Authorization=NAME`, the variable that holds them"),
    403: ("which refuses these credentials", None),
    404: ("so nothing is there", "correct the address; many servers answer at `/mcp` or `/sse`"),
    405: ("so it is no MCP server", "correct the address; many servers answer at `/mcp` or `/sse`"),
    429: ("since it was asked too often", "wait, then try again"),
}


def server_error(error: BaseException, wire: Wire) -> ServerError:
    """Return the error that tells most about a failed reading.

    Args:
        error: what came out of the SDK; raised again where it is no failure of a connection.
        wire: what was noted on the way.
    """
    if wire.failure is not None:
        return wire.failure
    error = _first(error)
    try:
        wire.check_readable()
    except ServerError as unreadable:
        return unreadable
    if isinstance(error, ServerError):
        return error
    if wire.http is not None:
        return _http_error(wire.http, wire)
    if isinstance(error, MCPError):
        return _protocol_error(error, wire)
    if isinstance(error, TimeoutError):
        return wire.fail(f"gave no whole list within {wire.limits.total_seconds:g} seconds")
    if isinstance(error, ValidationError):
        return wire.fail(f"answered `{wire.request}` with what the protocol does not allow: {_first_fault(error)}")
    if isinstance(error, httpx2.HTTPError):
        return wire.fail(f"broke off its answer to `{wire.request}`: {wire.mask(_phrase(str(error)))}")
    if not isinstance(error, OSError | RuntimeError | ValueError | anyio.BrokenResourceError):
        raise error  # no trouble of the server's
    if version := _UNKNOWN_VERSION.fullmatch(str(error)):
        return wire.fail(
            f"speaks protocol version `{wire.mask(version[1])}`, which the `mcp` SDK does not know",
            hint="update `mcp`, then try again",
        )
    return wire.fail(f"cannot be read: {wire.mask(_phrase(str(error))) or type(error).__name__}")


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _http_error(answer: HttpAnswer, wire: Wire) -> ServerError:
    if answer.location is not None:
        return wire.fail(
            f"redirects to `{answer.location}` with HTTP status {answer.status}, which is not followed",
            hint="if that is the server that you mean, pin the address that it redirects to",
        )
    meaning, hint = _STATUS.get(answer.status, ("", None))
    if answer.status == 401 and wire.mask.hides:
        hint = "look at the values of the variables that hold the headers; many servers want `Bearer ` before a token"
    words = f", {meaning}" if meaning else ""
    return wire.fail(f"answered `{wire.request}` with HTTP status {answer.status}{words}", hint=hint)


def _protocol_error(error: MCPError, wire: Wire) -> ServerError:
    code, message = error.error.code, wire.mask(_phrase(error.error.message))
    if code == REQUEST_TIMEOUT and error.error.message.endswith("timed out"):  # the SDK's own words
        hint = None if wire.answered else "what installs itself when it is first started takes longer once; try again"
        return wire.fail(
            f"gave no answer to `{wire.request}` within {wire.limits.request_seconds:g} seconds", hint=hint
        )
    if code == CONNECTION_CLOSED:
        return wire.fail(f"ended the connection while `{wire.request}` was awaited")
    if code == UNSUPPORTED_PROTOCOL_VERSION:
        return wire.fail(f"speaks no protocol version that the `mcp` SDK knows: {message}")
    if found := _UNKNOWN_CONTENT.fullmatch(error.error.message):
        kind = wire.mask(found[1]) or "nothing that it names"
        return wire.fail(f"answered `{wire.request}` with `{kind}`, wanted JSON or a stream of events")
    return wire.fail(f"answered `{wire.request}` with error {code}: {message}")


def _phrase(message: str) -> str:
    return " ".join(message.split()).removesuffix(".")


def _first_fault(error: ValidationError) -> str:
    fault = error.errors(include_input=False, include_url=False)[0]
    where = ".".join(map(str, fault["loc"]))
    return f"`{where}`: {fault['msg'].lower()}" if where else fault["msg"].lower()
