"""A provider on this machine: answers every request with one reply, and keeps what it was sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

__all__ = ["RecordingServer", "Request", "recording_server", "without_proxies"]

_PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request as it came off the socket."""

    path: str
    headers: dict[str, str]
    """Names in lower case."""
    body: Any
    """Parsed JSON."""


@dataclass(slots=True)
class RecordingServer:
    """What a test sees of the server."""

    url: str
    """Without a slash at the end."""
    reply: Any = None
    """Sent as JSON to every request."""
    requests: list[Request] = field(default_factory=list)

    def only_body(self) -> Any:
        """Return the body of the one request there was: an SDK that asks twice has asked for something else, too."""
        assert len(self.requests) == 1, [request.path for request in self.requests]
        return self.requests[0].body


@contextmanager
def recording_server() -> Iterator[RecordingServer]:
    """Serve on a free port of the loopback interface."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            record.requests.append(Request(path=self.path, headers=headers, body=json.loads(content)))
            answer = json.dumps(record.reply).encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    record = RecordingServer(url=f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield record
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def without_proxies(patch: pytest.MonkeyPatch) -> None:
    """Let no proxy of the machine stand between an SDK and the loopback interface."""
    for name in _PROXIES:
        patch.delenv(name, raising=False)
        patch.delenv(name.lower(), raising=False)
    patch.setenv("NO_PROXY", "*")
