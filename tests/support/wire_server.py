"""A server on 127.0.0.1 that writes down what it receives, byte for byte, and a client that sends to it."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2

__all__ = ["Received", "Wire", "wire"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """One request as it came in."""

    line: bytes
    """The request line, without its line end."""
    headers: tuple[tuple[bytes, bytes], ...]
    """Names and values in their order, blanks around values taken off (RFC 9112 section 5)."""
    body: bytes

    @property
    def method(self) -> str:
        """The method, as it was sent."""
        return self.line.split(b" ")[0].decode("ascii")

    @property
    def target(self) -> bytes:
        """The path and the query, as they were sent."""
        return self.line.split(b" ")[1]

    def all(self, name: str) -> list[bytes]:
        """Return every value of a header; the case of names does not matter (RFC 9110 section 5.1)."""
        return [value for key, value in self.headers if key.lower() == name.lower().encode("ascii")]

    def header(self, name: str) -> bytes | None:
        """Return the one value of a header, None where it was not sent."""
        found = self.all(name)
        assert len(found) <= 1, f"{name} was sent {len(found)} times"
        return found[0] if found else None


@dataclass(slots=True)
class Wire:
    """A client and the server that it sends to; an instance is what generated packages call `send`."""

    client: httpx2.Client
    base: str
    _received: list[Received] = field(default_factory=list)

    def __call__(self, request: Any) -> Received:
        """Send a generated package's `Request` the way a host would, and return what came in."""
        headers = [(name.encode(), value.encode()) for name, value in request.headers]
        if request.cookies:
            headers.append((b"Cookie", "; ".join(f"{n}={v}" for n, v in request.cookies).encode()))
        before = len(self._received)
        answer = self.client.request(request.method, self.base + request.target, headers=headers, content=request.body)
        assert answer.status_code == 200
        assert len(self._received) == before + 1, "one call is one request"
        return self._received.pop()


class _Handler(socketserver.StreamRequestHandler):
    """Reads HTTP/1.1 itself: a library would tidy up what a test wants to see."""

    disable_nagle_algorithm = True
    server: _Server

    def handle(self) -> None:
        while (line := self.rfile.readline()).strip():
            headers = list(self._headers())
            named = {name.lower(): value for name, value in headers}
            assert b"transfer-encoding" not in named, "a request of known length is not chunked"
            body = self.rfile.read(int(named.get(b"content-length", b"0")))
            self.server.received.append(Received(line=line.rstrip(b"\r\n"), headers=tuple(headers), body=body))
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n")
            if not line.startswith(b"HEAD "):
                self.wfile.write(b"{}")

    def _headers(self) -> Iterator[tuple[bytes, bytes]]:
        while line := self.rfile.readline().rstrip(b"\r\n"):
            name, colon, value = line.partition(b":")
            assert colon, f"no header: {line!r}"
            yield name, value.strip(b" \t")


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, received: list[Received]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.received = received


@contextmanager
def wire() -> Iterator[Wire]:
    """Give a client whose requests go over a real socket to a server that records them."""
    received: list[Received] = []
    with _Server(received) as server, httpx2.Client(trust_env=False) as client:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield Wire(client, f"http://127.0.0.1:{server.server_address[1]}", received)
        finally:
            server.shutdown()
            thread.join()
