"""The server of `raw_server` over HTTP, on 127.0.0.1, with an answer a path for each way to go wrong."""

from __future__ import annotations

import contextlib
import gzip
import http.server
import json
import queue
import ssl
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from support.raw_server import answer


class _Handler(http.server.BaseHTTPRequestHandler):
    """Paths: `/mcp` JSON, `/events` server-sent events in answers to POST, `/sse` the older transport, `/<status>`."""

    protocol_version = "HTTP/1.1"
    server: RawHttp

    def log_message(self, *_: Any) -> None:
        """Keep still."""

    def do_DELETE(self) -> None:
        self._send(200, "")

    def do_GET(self) -> None:
        self.server.seen.append(dict(self.headers))
        if self.path != "/sse":
            self._send(405, "")
            return
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self._event("/messages?session=1", "endpoint")
        with contextlib.suppress(OSError):
            while (text := self.server.events.get()) is not None:
                self._event(text)

    def do_POST(self) -> None:
        self.server.seen.append(dict(self.headers))
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        text = answer(message, self.server.plan)
        path = self.path.partition("?")[0].strip("/")
        if path == "messages":
            self._send(202, "")
            if text is not None:
                self.server.events.put(text)
        elif path == "sse":
            self._send(405, "")
        elif path == "moved":
            self._send(307, "", location=self.server.elsewhere + "/mcp?key=1")
        elif path == "slash":
            self._send(307, "", location="/mcp")
        elif path.isdigit():
            self._send(int(path), "<html>no</html>", kind="text/html")
        elif text is None:
            self._send(202, "")
        elif message["method"] == "tools/list" and path != "mcp" and path != "events":
            self._misbehave(path, text)
        elif path == "events":
            self._send(200, f"event: message\r\nid: 1\r\ndata: {text}\r\n\r\n", kind="text/event-stream")
        else:
            self._send(200, text, session="initialize" in message["method"])

    def _misbehave(self, path: str, text: str) -> None:
        match path:
            case "hang":
                time.sleep(10)
            case "invalid":
                self._send(200, text[:-5])
            case "invalid-event":
                self._send(200, f"data: {text[:-5]}\n\n", kind="text/event-stream")
            case "cut":
                self._send(200, text, length=len(text) + 100)
                self.close_connection = True
            case "huge":
                self._endless("application/json", b"x")
            case "huge-event":
                self._endless("text/event-stream", b"data: x\n")
            case "packed":
                body = gzip.compress(b" " * 20_000_000 + text.encode(), 1)
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-encoding", "gzip")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            case "html":
                self._send(200, "<html>welcome</html>", kind="text/html")

    def _endless(self, kind: str, part: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("connection", "close")
        self.end_headers()
        block = part * (1024 * 1024 // len(part))
        with contextlib.suppress(OSError):
            for _ in range(100):
                self.wfile.write(block)
        self.close_connection = True

    def _event(self, data: str, name: str = "message") -> None:
        self.wfile.write(f"event: {name}\ndata: {data}\n\n".encode())
        self.wfile.flush()

    def _send(
        self,
        status: int,
        text: str,
        *,
        kind: str = "application/json",
        location: str | None = None,
        length: int | None = None,
        session: bool = False,
    ) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body) if length is None else length))
        if location is not None:
            self.send_header("location", location)
        if session:
            self.send_header("mcp-session-id", "abc")
        self.end_headers()
        with contextlib.suppress(OSError):
            self.wfile.write(body)


class RawHttp(http.server.ThreadingHTTPServer):
    """Serves a plan of `raw_server`."""

    daemon_threads = True

    def __init__(self, plan: dict[str, Any]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.plan = plan
        self.elsewhere = "http://elsewhere.invalid"
        self.seen: list[dict[str, str]] = []
        self.events: queue.Queue[str | None] = queue.Queue()

    def handle_error(self, *_: Any) -> None:
        """Keep still when a client leaves."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@contextlib.contextmanager
def raw_http(plan: dict[str, Any], *, certificate: Path | None = None) -> Iterator[RawHttp]:
    """Serve a plan while the block runs.

    Args:
        plan: see `raw_server`.
        certificate: a file with a key and a certificate, to speak TLS.
    """
    with RawHttp(plan) as server:
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.events.put(None)
            server.shutdown()
            thread.join()
