"""Documents over HTTP: what is refused, in bounded time and memory, and that a pin of one works."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from toolmint.cli.main import main
from toolmint.errors import SourceError
from toolmint.live.fetching import fetch

DOCUMENT = b"""\
openapi: 3.1.0
info: {title: Orders, version: "1"}
paths:
  /orders: {get: {operationId: listOrders, summary: List orders., responses: {"200": {description: x}}}}
"""


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path == "/large":
            self.send_response(200)
            self.end_headers()
            try:
                for _ in range(64):
                    self.wfile.write(b"x" * 65536)
            except OSError:
                pass
        elif self.path == "/slow":
            self.send_response(200)
            self.end_headers()
            try:
                for _ in range(100):
                    self.wfile.write(b"x")
                    self.wfile.flush()
                    time.sleep(0.05)
            except OSError:
                pass
        elif self.path == "/round":
            self.send_response(302)
            self.send_header("Location", "/round")
            self.end_headers()
        elif self.path == "/there":
            self.send_response(302)
            self.send_header("Location", "/openapi.yaml")
            self.end_headers()
        elif self.path == "/openapi.yaml":
            self.send_response(200)
            self.end_headers()
            self.wfile.write(DOCUMENT)
        else:
            self.send_response(404)
            self.end_headers()

    def log_request(self, *arguments: object) -> None:
        pass


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_what_is_there(base: str) -> None:
    assert fetch(f"{base}/openapi.yaml") == DOCUMENT
    assert fetch(f"{base}/there") == DOCUMENT


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/gone", "`127.0.0.1` answers 404 for the document"),
        ("/large", "the document at `127.0.0.1` is larger than 1 MB"),
        ("/slow", "the document at `127.0.0.1` did not arrive within 0.5 seconds"),
        ("/round", "`127.0.0.1` leads from one place to the next, more than 5 times"),
    ],
)
def test_what_is_refused(base: str, path: str, said: str) -> None:
    with pytest.raises(SourceError) as caught:
        fetch(f"{base}{path}", seconds=0.5 if path == "/slow" else 10, most_bytes=1024 * 1024)
    assert caught.value.message == said


def test_nobody_there() -> None:
    with pytest.raises(SourceError, match=r"cannot reach `127\.0\.0\.1`"):
        fetch("http://127.0.0.1:9/openapi.json")


def test_a_pin_of_a_document(
    base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["pin", "add", "orders", "--openapi", f"{base}/openapi.yaml"]) == 0
    assert main(["pin", "check"]) == 0
    assert "127.0.0.1" not in (tmp_path / "toolmint.lock").read_text()
    assert "127.0.0.1" not in (tmp_path / "specs/orders.openapi.json").read_text()
    assert main(["pin", "add", "more", "--openapi", f"{base}/gone"]) == 2
    assert not (tmp_path / "specs/more.openapi.json").exists()
    assert "answers 404" in capsys.readouterr().err
