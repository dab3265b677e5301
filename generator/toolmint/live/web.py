"""A server that is reached over HTTP: the SDK's transports over a client that watches what comes in.

The watching stands between the SDK and the socket: it keeps raw messages, bounds their size, and notes why a request
failed, which the SDK reports as one error for all.
"""

from __future__ import annotations

import json
import re
import ssl
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import suppress
from typing import Any

import httpx2

from toolmint.live.masking import shown_address
from toolmint.live.wire import HttpAnswer, Wire

__all__ = ["WatchedClient"]

_LINE_END = re.compile(rb"\r\n|\n|\r(?!$)")
_CONNECT_SECONDS = 15.0
_CLOSE_SECONDS = 2.0


class WatchedClient(httpx2.AsyncClient):
    """An HTTP client whose answers are noted and bounded.

    Args:
        wire: notes them.
        headers: sent with each request.
    """

    def __init__(self, wire: Wire, headers: Mapping[str, str]) -> None:
        seconds = wire.limits.request_seconds
        super().__init__(
            # packed answers could unpack to any size after they were counted
            headers={"accept-encoding": "identity", **headers},
            # longer than the session's own limit, whose message is the better one
            timeout=httpx2.Timeout(seconds + 5, connect=min(_CONNECT_SECONDS, seconds)),
            follow_redirects=False,
        )
        self._wire = wire

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """Send a request; note what it asks and what becomes of it."""
        self._note_request(request)
        try:
            response = await super().send(request, **options)
        except httpx2.TransportError as error:
            if request.method != "DELETE":  # the end of a session that has served its purpose
                self._wire.fail(f"cannot be reached at `{shown_address(str(request.url))}`: {_reason(error)}")
            raise
        self._note_status(request, response)
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            await response.aclose()
            raise self._wire.fail("sent a packed answer, though it was asked for a plain one")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _WatchedStream(self._wire, response.stream, events=_is_events(response))
        return response

    def _note_request(self, request: httpx2.Request) -> None:
        if request.method == "DELETE":
            request.extensions["timeout"] = dict.fromkeys(("connect", "read", "write", "pool"), _CLOSE_SECONDS)
        if request.method != "POST":
            return
        with suppress(httpx2.RequestNotRead):  # a message that is sent again after a redirect
            message = json.loads(request.content)
            if "method" in message and "id" in message:
                self._wire.sent(message["method"], message["id"])

    def _note_status(self, request: httpx2.Request, response: httpx2.Response) -> None:
        if request.method == "DELETE" or (request.method == "GET" and self._wire.answered):
            return  # ends a session, or opens the stream that a server need not have
        if response.status_code < 300:
            self._wire.http = None
            return
        location = response.headers.get("location")
        where = shown_address(str(request.url.join(location))) if location and response.status_code < 400 else None
        self._wire.http = HttpAnswer(status=response.status_code, location=where)


class _WatchedStream(httpx2.AsyncByteStream):
    """A body that is counted and kept as it is read."""

    def __init__(self, wire: Wire, inner: httpx2.AsyncByteStream, *, events: bool) -> None:
        self._wire = wire
        self._inner = inner
        self._events = _Events() if events else None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        body: list[bytes] = []
        size = 0
        async for chunk in self._inner:
            if self._events is None:
                size += len(chunk)
                body.append(chunk)
                self._wire.count(len(chunk), message=size)
            else:
                for text in self._events.feed(chunk):
                    self._wire.received(text)
                self._wire.count(len(chunk), message=self._events.size)
            yield chunk
        if self._events is None and size:
            self._note(b"".join(body))

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _note(self, body: bytes) -> None:
        try:
            self._wire.received(body.decode())
        except UnicodeDecodeError as error:
            self._wire.fail(f"sent bytes that are not UTF-8: {error.reason}")


class _Events:
    """Server-sent events, of which only the data counts here."""

    def __init__(self) -> None:
        self._line: list[bytes] = []
        self._data: list[bytes] = []
        self.size = 0
        """Bytes of the event so far."""

    def feed(self, chunk: bytes) -> Iterator[str]:
        """Take bytes; yield the data of each event that they complete."""
        self.size += len(chunk)
        if not re.search(rb"[\r\n]", chunk) and not (self._line and self._line[-1].endswith(b"\r")):
            self._line.append(chunk)
            return
        *lines, rest = _LINE_END.split(b"".join((*self._line, chunk)))
        self._line = [rest]
        for line in lines:
            if line:
                name, _, value = line.partition(b":")
                if name == b"data":
                    self._data.append(value.removeprefix(b" "))
                continue
            if self._data:
                yield b"\n".join(self._data).decode("utf-8", "replace")
            self._data = []
            self.size = len(rest)


def _is_events(response: httpx2.Response) -> bool:
    return bool(response.headers.get("content-type", "").lower().startswith("text/event-stream"))


def _reason(error: httpx2.TransportError) -> str:
    """Say why no answer came, without the words of three libraries."""
    if isinstance(error, httpx2.ConnectTimeout):
        return "no connection in time"
    if isinstance(error, httpx2.TimeoutException):
        return "no answer in time"
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"its certificate cannot be trusted: {cause.verify_message}"
        if isinstance(cause, ssl.SSLError):
            return f"no secure connection: {(cause.reason or str(cause)).lower().replace('_', ' ')}"
        cause = cause.__cause__ or cause.__context__
    return re.sub(r"^\[errno -?\d+\] ", "", str(error).lower()) or type(error).__name__
