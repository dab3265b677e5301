"""Servers that are reached over HTTP: both transports, and every way in which an answer fails to come."""

from __future__ import annotations

import re
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from toolmint.errors import ServerError, UsageError
from toolmint.listing import UrlServer
from toolmint.live import Limits, read_listing

from support.live import TOKEN, TOOL, read
from support.raw_http import RawHttp, raw_http

OTHER = TOOL.replace("search", "find")


@pytest.fixture
def desk() -> Iterator[RawHttp]:
    with raw_http({"tools": [TOOL, OTHER], "page": 1, "instructions": "Be brief."}) as server:
        yield server


@pytest.mark.parametrize("path", ["mcp", "events", "sse", "slash"])
def test_everything_is_read_as_it_is_spelt(desk: RawHttp, path: str) -> None:
    listing = read(f"{desk.url}/{path}")
    assert listing.tools == (TOOL, OTHER)
    assert listing.instructions == "Be brief."
    assert all(headers["Authorization"] == TOKEN for headers in desk.seen)


FAULTS = {
    "401": "answered `initialize` with HTTP status 401, which wants credentials",
    "403": "answered `initialize` with HTTP status 403, which refuses these credentials",
    "404": "answered `initialize` with HTTP status 404, so nothing is there",
    "405": "answered `initialize` with HTTP status 405, so it is no MCP server",
    "500": "answered `initialize` with HTTP status 500",
    "moved": "redirects to `http://elsewhere.invalid` with HTTP status 307, which is not followed",
    "hang": "gave no answer to `tools/list` within 1 seconds",
    "invalid": "sent JSON that cannot be used: its answer to `tools/list`, line 1, column N: "
    "found the end of the file, wanted a value",
    "invalid-event": "sent JSON that cannot be used: its answer to `tools/list`, line 1, column N: "
    "found the end of the file, wanted a value",
    "cut": "broke off its answer to `tools/list`: peer closed connection without sending complete message body "
    "(received N bytes, expected N)",
    "huge": "sent more than 16 MB in one message, so reading stopped",
    "huge-event": "sent more than 1 MB in one message, so reading stopped",
    "packed": "sent a packed answer, though it was asked for a plain one",
    "html": "answered `tools/list` with `text/html`, wanted JSON or a stream of events",
}


@pytest.mark.parametrize("path", FAULTS)
def test_a_faulty_server_is_one_clear_error(desk: RawHttp, path: str) -> None:
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    limits = Limits(request_seconds=1) if path == "hang" else Limits()
    if path == "huge-event":
        limits = Limits(message_bytes=1024 * 1024)
    with pytest.raises(ServerError) as caught:
        read(f"{desk.url}/{path}?key={TOKEN}", limits=limits)
    message = re.sub(r"(column|received|expected) \d+", r"\1 N", caught.value.message)
    assert message == f"server `desk` {FAULTS[path]}"
    assert TOKEN not in repr(caught.value) + str(caught.value.hint)
    if path == "401":  # a header was sent, so that "pass it" would be no advice
        assert "look at the values" in str(caught.value.hint)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 300 * 1024  # the server's own 100 MB included


def test_a_redirect_within_the_same_server_keeps_its_headers_there(desk: RawHttp) -> None:
    with raw_http({"tools": []}) as elsewhere:
        desk.elsewhere = elsewhere.url
        with pytest.raises(ServerError, match="which is not followed"):
            read(f"{desk.url}/moved")
        assert elsewhere.seen == []


def test_a_certificate_that_nobody_signed(tmp_path: Path) -> None:
    certificate = tmp_path / "desk.pem"
    subprocess.run(
        "exec openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -keyout desk.pem -out c.pem",
        shell=True,
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    certificate.write_text(certificate.read_text() + (tmp_path / "c.pem").read_text())
    with raw_http({"tools": []}, certificate=certificate) as desk, pytest.raises(ServerError) as caught:
        read(f"{desk.url.replace('http', 'https')}/mcp")
    address = desk.url.replace("http", "https")
    assert caught.value.message == (
        f"server `desk` cannot be reached at `{address}`: its certificate cannot be trusted: self-signed certificate"
    )


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("http://127.0.0.1:1/mcp?key=1", "cannot be reached at `http://127.0.0.1:1`: all connection attempts failed"),
        ("http://me:pass@desk.invalid/k", "cannot be reached at `http://desk.invalid`: "),
    ],
)
def test_nobody_there(url: str, said: str) -> None:
    with pytest.raises(ServerError) as caught:
        read(url)
    assert caught.value.message.startswith(f"server `desk` {said}")
    assert "pass@" not in caught.value.message


@pytest.mark.parametrize("url", ["ftp://desk/mcp", "desk/mcp", "http://", "http://desk:99999/mcp", "https://[::1/mcp"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(UsageError, match="the address of server `desk` is none that HTTP knows"):
        read(url)


@pytest.mark.parametrize("value", ["Bearer a\r\nHost: elsewhere", "schlüssel"])
def test_a_header_value_that_is_none(value: str) -> None:
    server = UrlServer(url="http://127.0.0.1:1/", headers={"Authorization": "DESK"})
    with pytest.raises(UsageError, match="the value for header `Authorization` holds characters") as caught:
        read_listing("desk", server, environ={"DESK": value})
    assert value not in caught.value.message
