"""An API on this machine: answers as a test says, and keeps every request as it came off the socket."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["Answer", "FakeApi", "Received", "fake_api", "json_answer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """One request."""

    method: str
    target: str
    """Path and query, byte for byte."""
    headers: Mapping[str, str]
    """Names in lower case; of a name that came twice, the values with a comma between."""
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One response."""

    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0
    """Seconds before anything is sent."""
    pieces: Sequence[tuple[float, bytes]] | Iterator[tuple[float, bytes]] = ()
    """Sent instead of `body`, in chunks, each after its seconds."""
    hang_up: bool = False
    """Close the connection without a response."""


def json_answer(value: Any, status: int = 200, **headers: str) -> Answer:
    """Make a JSON response; `Retry_After` becomes `Retry-After`."""
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    return Answer(status=status, body=json.dumps(value).encode(), headers={"Content-Type": "application/json", **named})


@dataclass(slots=True)
class FakeApi:
    """What a test sees of the server."""

    url: str
    """Without a slash at the end."""
    respond: Callable[[Received], Answer] = lambda _: json_answer({"done": True})
    """Used once `queue` is empty."""
    queue: list[Answer] = field(default_factory=list)
    requests: list[Received] = field(default_factory=list)
    connections: int = 0
    """Opened since the start."""
    open_connections: int = 0
    most_at_once: int = 0
    _at_once: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def only(self) -> Received:
        """The one request there was."""
        assert len(self.requests) == 1, [request.target for request in self.requests]
        return self.requests[0]

    def take(self, request: Received) -> Answer:
        with self._lock:
            self.requests.append(request)
            self._at_once += 1
            self.most_at_once = max(self.most_at_once, self._at_once)
            queued = self.queue.pop(0) if self.queue else None
        return queued if queued is not None else self.respond(request)

    def finish(self) -> None:
        with self._lock:
            self._at_once -= 1

    def connected(self, change: int) -> None:
        with self._lock:
            self.connections += max(change, 0)
            self.open_connections += change

    def wait_until_disconnected(self, seconds: float = 5) -> None:
        """Wait until no client is connected, and fail if one stays."""
        until = time.monotonic() + seconds
        while self.open_connections and time.monotonic() < until:
            time.sleep(0.01)
        assert self.open_connections == 0


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # A thousand calls come at once.
    request_queue_size = 1024

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay silent when a client has left."""


@contextmanager
def fake_api() -> Iterator[FakeApi]:
    """Serve on a free port of the loopback interface."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def handle(self) -> None:
            api.connected(1)
            try:
                super().handle()
            finally:
                api.connected(-1)

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            names = {name.lower() for name in self.headers}
            headers = {name: ", ".join(self.headers.get_all(name, ())) for name in names}
            received = Received(method=self.command, target=self.path, headers=headers, body=body)
            answer = api.take(received)
            try:
                with suppress(ConnectionError):
                    self.send(answer)
            finally:
                api.finish()

        def send(self, answer: Answer) -> None:
            time.sleep(answer.delay)
            if answer.hang_up:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            bare = self.command == "HEAD" or answer.status in (204, 304)
            if answer.pieces:
                self.send_header("Transfer-Encoding", "chunked")
            elif "Content-Length" not in answer.headers and not bare:
                self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            if not answer.pieces:
                self.wfile.write(b"" if bare else answer.body)
                return
            for seconds, piece in answer.pieces:
                time.sleep(seconds)
                self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            self.wfile.write(b"0\r\n\r\n")

        # What `http.server` calls them.
        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = answer  # noqa: N815

        def log_message(self, *_: object) -> None:
            """Stay silent."""

    server = _Server(("127.0.0.1", 0), Handler)
    api = FakeApi(url=f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
