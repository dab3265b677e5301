"""The generated MCP server, called by the SDK's own client: every protocol era, over every transport."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from textwrap import dedent
from typing import Any

import black
import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp_types import ElicitRequestFormParams, ElicitResult, InputRequiredResult

from toolmint.build import build
from toolmint.cli.main import main as cli
from toolmint.cli.memory import importable
from toolmint.config import open_project

ORDER = {
    "id": "A10086",
    "user_id": "U2048",
    "status": "paid",
    "currency": "CNY",
    "total": 1299,
    "items": [{"id": "I-1", "title": "一只杯子", "quantity": 1, "price": 1299}],
}
TRANSACTIONS = [{"id": "T1", "date": "2024-10-01", "amount": -5, "text": None}]
REFUND = {"order_id": "A10086", "amount": 1299, "reason": "damaged"}
TOKEN = "s3cret-desk-token"
TENANT = "tenant-4711"
ENVIRONMENT = {"DESK_TOKEN": TOKEN, "TENANT": TENANT, "ACTING_USER": "agent-7"}
SETTINGS = ["--auth", "deskToken=ENV:DESK_TOKEN", "--context", "tenant.id=ENV:TENANT"]
SETTINGS += ["--context", "user.id=ENV:ACTING_USER"]
CLIENT = {"name": "a test", "version": "1"}
ERAS = ["legacy", "2026-07-28"]


@dataclass
class Api:
    """What the API was asked."""

    url: str
    requests: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def writes(self) -> list[Any]:
        return [json.loads(body) for method, _, _, body in self.requests if method == "POST"]


def answer(method: str, path: str, headers: dict[str, str]) -> tuple[int, str]:
    """Return status and body, one case an order."""
    if method == "POST":
        return 201, json.dumps({"id": "R-7", "order_id": "A10086", "state": "waiting"})
    if path.startswith("/transactions"):
        return 200, json.dumps(TRANSACTIONS)
    match path.rpartition("/")[2]:
        case "A404":
            return 404, json.dumps({"message": f"not for {headers['authorization']}"})
        case "A409":
            return 409, "<html>no</html>"
        case "A1":
            return 200, json.dumps({**ORDER, "status": "lost"})
        case "A2":
            return 200, json.dumps({**ORDER, "user_id": "half \ud83d of a character"})
        case "A3":
            return 204, ""
        case _:
            return 200, json.dumps(ORDER)


@contextmanager
def serving_api() -> Iterator[Api]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def respond(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers.get("content-length", 0)))
            api.requests.append((self.command, self.path, headers, body))
            status, text = answer(self.command, self.path, headers)
            self.send_response(status)
            if text:
                self.send_header("content-type", "text/html" if text[0] == "<" else "application/json")
            self.send_header("content-length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def do_GET(self) -> None:
            self.respond()

        def do_POST(self) -> None:
            self.respond()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    api = Api(f"http://127.0.0.1:{server.server_port}")
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    try:
        yield api
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def running_api() -> Iterator[Api]:
    with serving_api() as api:
        yield api


@pytest.fixture
def api(running_api: Api) -> Api:
    running_api.requests.clear()
    return running_api


def environment() -> dict[str, str]:
    return {**os.environ, **ENVIRONMENT, "NO_PROXY": "*"}


@dataclass
class Served:
    """A server process on HTTP."""

    process: subprocess.Popen[str]
    url: str
    stderr: list[str] = field(default_factory=list)


@contextmanager
def over_http(*command: str, root: Path) -> Iterator[Served]:
    """Start a command with `--port 0` and read where it serves."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command, "--port", "0"],
        cwd=root,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        said = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/mcp", said)
        assert found is not None, said + process.stderr.read()
        served = Served(process, found[0])
        served.stderr.append(said)
        yield served
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def http_server(root: Path, running_api: Api) -> Iterator[Served]:
    command = ["generated.after_sales.server", "--base-url", running_api.url, *SETTINGS]
    with over_http(*command, root=root) as served:
        yield served


class Person:
    """Answers what a client asks."""

    def __init__(self) -> None:
        self.action: Any = "accept"
        self.asked: list[str] = []

    async def __call__(self, _: object, params: Any) -> ElicitResult:
        assert isinstance(params, ElicitRequestFormParams)
        assert params.requested_schema == {"type": "object", "properties": {}}
        self.asked.append(params.message)
        if self.action == "by amount":
            # The first to be asked is the last to answer.
            small = "amount: 1\n" in params.message
            await asyncio.sleep(0.1 if small else 0)
            return ElicitResult(action="decline" if small else "accept")
        return ElicitResult(action=self.action, content={} if self.action == "accept" else None)


class Connections:
    """Clients that stay connected, on a loop of their own; starting a server takes seconds."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def run(self, awaitable: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(awaitable, self._loop).result(30)

    def open(self, *clients: Client) -> list[Client]:
        async def hold(client: Client, ready: asyncio.Future[Client]) -> None:
            try:
                async with client as connected:
                    ready.set_result(connected)
                    await self._stop.wait()
            except BaseException as error:
                if ready.done():
                    raise
                ready.set_exception(error)

        async def connect() -> list[Client]:
            ready = [self._loop.create_future() for _ in clients]
            pairs = zip(clients, ready, strict=True)
            self._tasks += [asyncio.create_task(hold(client, future)) for client, future in pairs]
            return await asyncio.gather(*ready)

        opened: list[Client] = self.run(connect())
        return opened

    def close(self) -> None:
        async def leave() -> None:
            self._stop.set()
            await asyncio.gather(*self._tasks)

        self.run(leave())
        self._loop.call_soon_threadsafe(self._loop.stop)


@dataclass
class Desk:
    """The after-sales desk as two clients see it: one that can ask a person, and one that cannot."""

    connections: Connections
    asking: Client
    mute: Client
    person: Person

    def call(self, tool: str, arguments: dict[str, Any] | None, *, mute: bool = False) -> Any:
        client = self.mute if mute else self.asking
        return self.connections.run(client.call_tool(tool, arguments))


@pytest.fixture(scope="module")
def connections() -> Iterator[Connections]:
    made = Connections()
    yield made
    made.close()


@pytest.fixture(scope="module", params=[f"{transport}-{era}" for transport in ("stdio", "http") for era in ERAS])
def open_desk(request: pytest.FixtureRequest, root: Path, running_api: Api, connections: Connections) -> Desk:
    transport, _, era = request.param.partition("-")
    where: str | StdioServerParameters
    if transport == "http":
        where = request.getfixturevalue("http_server").url
    else:
        command = ["-m", "generated.after_sales.server", "--stdio", "--base-url", running_api.url, *SETTINGS]
        where = StdioServerParameters(command=sys.executable, args=command, env=environment(), cwd=root)
    person = Person()
    able, unable = Client(where, mode=era, elicitation_callback=person), Client(where, mode=era)
    asking, mute = connections.open(able, unable)
    return Desk(connections, asking, mute, person)


@pytest.fixture
def desk(open_desk: Desk) -> Desk:
    open_desk.person.action = "accept"
    open_desk.person.asked.clear()
    return open_desk


def texts(result: Any) -> list[str]:
    assert {block.type for block in result.content} == {"text"}
    return [block.text for block in result.content]


def error(result: Any) -> dict[str, Any]:
    """Return the structured error of a result, which must be nothing but one."""
    assert result.is_error
    assert result.structured_content is None
    (text,) = texts(result)
    told: dict[str, Any] = json.loads(text)
    assert told["ok"] is False
    assert TOKEN not in text
    assert TENANT not in text
    assert "Traceback" not in text
    found: dict[str, Any] = told["error"]
    return found


def listed(root: Path, package: str) -> Any:
    return json.loads((root / f"generated/{package}/mcp.json").read_text("utf-8"))["tools"]


# --- the list


def test_the_list_is_the_one_that_is_checked_in(desk: Desk, root: Path) -> None:
    result = desk.connections.run(desk.mute.list_tools())
    tools = [tool.model_dump(by_alias=True, exclude_unset=True) for tool in result.tools]
    wanted = listed(root, "after_sales")
    assert tools == wanted
    for tool, other in zip(tools, wanted, strict=True):
        assert list(tool["inputSchema"]["properties"]) == list(other["inputSchema"]["properties"])
    assert result.next_cursor is None


def test_there_is_no_second_page(desk: Desk) -> None:
    with pytest.raises(MCPError, match="no cursor is known"):
        desk.connections.run(desk.mute.list_tools(cursor="2"))


# --- results


def test_a_result_is_structured_content_and_text(desk: Desk, api: Api) -> None:
    result = desk.call("query_order", {"order_id": "A10086"})
    assert not result.is_error
    assert result.structured_content == ORDER
    (text,) = texts(result)
    assert json.loads(text) == ORDER
    assert "一只杯子" in text
    ((method, path, headers, _),) = api.requests
    assert (method, path) == ("GET", "/orders/A10086")
    assert headers["authorization"] == f"Bearer {TOKEN}"
    assert headers["x-tenant-id"] == TENANT
    assert headers["x-acting-user"] == "agent-7"


def test_a_result_that_breaks_its_schema_is_told_as_an_error_and_not_as_structure(desk: Desk, api: Api) -> None:
    result = desk.call("query_order", {"order_id": "A1"})
    assert result.is_error
    assert result.structured_content is None
    said, sent = texts(result)
    assert "The call was made and the API accepted it (status 200)" in said
    assert "do not repeat" in said
    assert "/status" in said
    assert json.loads(sent) == {**ORDER, "status": "lost"}
    nothing = desk.call("query_order", {"order_id": "A3"})
    assert nothing.is_error
    assert "(status 204)" in texts(nothing)[0]
    assert len(api.requests) == 2


def test_half_a_character_does_not_end_the_connection(desk: Desk, api: Api) -> None:
    assert desk.call("query_order", {"order_id": "A2"}).structured_content["user_id"].startswith("half ")
    assert desk.call("query_order", {"order_id": "A10086"}).structured_content == ORDER


# --- errors


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"order_id": 7}, "argument `order_id`"),
        ({"order": "A1"}, "did you mean `order_id`"),
        ({}, "`order_id` is missing"),
        (None, "`order_id` is missing"),
        ({"order_id": "B7"}, "argument `order_id`"),
    ],
)
def test_input_is_refused_before_anything_is_sent(
    desk: Desk, api: Api, arguments: dict[str, Any] | None, said: str
) -> None:
    told = error(desk.call("query_order", arguments))
    assert told["kind"] == "arguments"
    assert said in told["message"]
    assert api.requests == []


def test_consent_is_no_argument(desk: Desk, api: Api) -> None:
    told = error(desk.call("submit_refund_request", {**REFUND, "confirm": True, "consent": "accept"}))
    assert told["kind"] == "arguments"
    assert desk.person.asked == []
    assert api.requests == []


def test_an_unknown_tool_is_told_with_the_nearest_name(desk: Desk, api: Api) -> None:
    told = error(desk.call("query_orders", {}))
    assert told["kind"] == "unknown_tool"
    assert "`query_order`" in told["message"]


def test_errors_of_the_api_are_told_without_credentials(desk: Desk, api: Api) -> None:
    told = error(desk.call("query_order", {"order_id": "A404"}))
    assert (told["kind"], told["status"], told["retryable"]) == ("http", 404, False)
    assert told["details"]["message"].startswith("not for Bearer ")
    told = error(desk.call("query_order", {"order_id": "A409"}))
    assert (told["kind"], told["status"], told["details"]) == ("http", 409, "<html>no</html>")


# --- consent


def test_a_write_waits_for_consent(desk: Desk, api: Api) -> None:
    result = desk.call("submit_refund_request", REFUND)
    assert not result.is_error
    assert result.structured_content == {"id": "R-7", "order_id": "A10086", "state": "waiting"}
    assert api.writes == [REFUND]
    (question,) = desk.person.asked
    assert question.splitlines() == [
        "File a refund request in your name?",
        "",
        "File a refund request (submit_refund_request)",
        'order_id: "A10086"',
        "amount: 1299",
        'reason: "damaged"',
    ]


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_without_consent_nothing_is_written(desk: Desk, api: Api, action: str) -> None:
    desk.person.action = action
    told = error(desk.call("submit_refund_request", REFUND))
    assert (told["kind"], told["retryable"]) == ("confirmation", False)
    assert "the person did not agree" in told["message"]
    assert len(desk.person.asked) == 1
    assert api.requests == []


def test_a_client_that_cannot_ask_is_refused(desk: Desk, api: Api) -> None:
    told = error(desk.call("submit_refund_request", REFUND, mute=True))
    assert told["kind"] == "confirmation"
    assert "this client has no way to ask" in told["message"]
    assert api.requests == []


def test_wrong_arguments_are_told_before_anyone_is_asked(desk: Desk, api: Api) -> None:
    told = error(desk.call("submit_refund_request", {**REFUND, "amount": 0}))
    assert told["kind"] == "arguments"
    assert desk.person.asked == []


def test_each_call_gets_its_own_answer(desk: Desk, api: Api) -> None:
    desk.person.action = "by amount"

    async def calls() -> list[Any]:
        amounts = [1, 2, 3]
        made = [desk.asking.call_tool("submit_refund_request", {**REFUND, "amount": amount}) for amount in amounts]
        return list(await asyncio.gather(*made))

    first, second, third = desk.connections.run(calls())
    assert error(first)["kind"] == "confirmation"
    assert not second.is_error
    assert not third.is_error
    assert sorted(write["amount"] for write in api.writes) == [2, 3]


def test_what_a_screen_hides_is_escaped_in_the_question(desk: Desk, api: Api) -> None:
    desk.person.action = "decline"
    desk.call("submit_refund_request", {**REFUND, "note": "refund\n\namount: 1\u202e\u200b"})
    assert desk.person.asked[0].splitlines()[-1] == 'note: "refund\\n\\namount: 1\\u202e\\u200b"'


def test_one_consent_is_good_for_one_call_with_these_arguments(desk: Desk, api: Api) -> None:
    if desk.asking.protocol_version != "2026-07-28":
        pytest.skip("in earlier revisions a client holds no answer that it could send again")
    yes = {"consent": ElicitResult(action="accept", content={})}

    def again(arguments: dict[str, Any] = REFUND, **answer: Any) -> Any:
        session = desk.asking.session
        made = session.call_tool("submit_refund_request", arguments, allow_input_required=True, **answer)
        return desk.connections.run(made)

    forged = again(input_responses=yes)
    assert isinstance(forged, InputRequiredResult)
    state = forged.request_state
    for arguments, sealed in (({**REFUND, "amount": 9999}, state), (REFUND, f"{state}x"), (REFUND, "consent")):
        with pytest.raises(MCPError, match="Invalid or expired requestState"):
            again(arguments, input_responses=yes, request_state=sealed)
    assert isinstance(again(request_state=state), InputRequiredResult)
    assert api.writes == []
    assert not again(input_responses=yes, request_state=state).is_error
    assert isinstance(again(input_responses=yes, request_state=state), InputRequiredResult)
    assert api.writes == [REFUND]


# --- the oldest revision that can ask, byte by byte


def test_2025_06_18_over_stdio_and_nothing_but_messages_on_stdout(root: Path, api: Api) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "generated.after_sales.server", "--base-url", api.url, *SETTINGS],
        cwd=root,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def send(**message: Any) -> None:
        assert process.stdin is not None
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        process.stdin.flush()

    def receive() -> Any:
        assert process.stdout is not None
        return json.loads(process.stdout.readline())

    capabilities: dict[str, Any] = {"elicitation": {}}
    client = {
        "protocolVersion": "2025-06-18",
        "capabilities": capabilities,
        "clientInfo": {"name": "t", "version": "1"},
    }
    send(id=1, method="initialize", params=client)
    started = receive()["result"]
    assert started["protocolVersion"] == "2025-06-18"
    assert started["serverInfo"] == {"name": "after_sales", "title": "After-sales desk", "version": "1.0"}
    send(method="notifications/initialized")
    send(id=2, method="tools/call", params={"name": "submit_refund_request", "arguments": REFUND})
    asked = receive()
    assert asked["method"] == "elicitation/create"
    assert asked["params"]["message"].startswith("File a refund request in your name?")
    assert api.writes == []
    send(id=asked["id"], result={"action": "accept", "content": {}})
    result = receive()["result"]
    assert result["structuredContent"]["id"] == "R-7"
    rest, errors = process.communicate(timeout=30)
    assert (rest, process.returncode) == ("", 0)
    assert TOKEN not in errors
    assert errors.splitlines() == ["serving after_sales on stdin and stdout"]


def test_2025_06_18_over_http_asks_on_the_stream_of_the_call(http_server: Served, api: Api) -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {"elicitation": {}}, "clientInfo": CLIENT}
    headers = {"accept": "application/json, text/event-stream"}

    def messages(answer: httpx2.Response) -> Iterator[Any]:
        lines = (line.removeprefix("data: ") for line in answer.iter_lines() if line.startswith("data: "))
        return (json.loads(line) for line in lines if line)

    with httpx2.Client(headers=headers, trust_env=False, timeout=10) as http:

        def stream(**message: Any) -> Any:
            return http.stream("POST", http_server.url, json={"jsonrpc": "2.0", **message})

        with stream(id=1, method="initialize", params=hello) as answer:
            assert next(messages(answer))["result"]["protocolVersion"] == "2025-06-18"
            http.headers["mcp-session-id"] = answer.headers["mcp-session-id"]
        http.headers["mcp-protocol-version"] = "2025-06-18"
        with stream(method="notifications/initialized"):
            pass
        # No other stream is open: the question has to come on this one.
        with stream(id=2, method="tools/call", params={"name": "submit_refund_request", "arguments": REFUND}) as answer:
            received = messages(answer)
            asked = next(received)
            assert asked["method"] == "elicitation/create"
            with stream(id=asked["id"], result={"action": "accept", "content": {}}) as accepted:
                assert accepted.status_code == 202
            assert next(received)["result"]["structuredContent"]["id"] == "R-7"
    assert api.writes == [REFUND]


# --- HTTP


def test_requests_from_elsewhere_are_refused(http_server: Served) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2026-07-28"}

    def status(**more: str) -> int:
        answer = httpx2.post(http_server.url, json=message, headers={**headers, **more}, trust_env=False)
        return answer.status_code

    assert status(host="rebound.example") == 421
    assert status(host="rebound.example:80") == 421
    assert status(origin="https://evil.example") == 403
    assert status(origin="null") == 403
    assert status() not in (403, 421)


@pytest.mark.parametrize("package", ["accounts", "after_sales"])
def test_black_leaves_it_alone(root: Path, package: str) -> None:
    for module in ("protocol", "server"):
        text = (root / f"generated/{package}/{module}.py").read_text("utf-8")
        assert black.format_str(text, mode=black.Mode()) == text


def test_it_listens_on_this_machine_alone(root: Path) -> None:
    with generated(root, "after_sales") as name:
        listener = importlib.import_module(f"{name}.server")._listen(0)
        with listener:
            assert listener.getsockname()[0] == "127.0.0.1"


# --- settings


@contextmanager
def generated(root: Path, package: str) -> Iterator[str]:
    folder = root / "generated" / package
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    with importable(package, files) as name:
        yield name


def refusal(root: Path, capsys: pytest.CaptureFixture[str], *arguments: str, package: str = "after_sales") -> str:
    """Return what a server's command line says when it cannot start."""
    with generated(root, package) as name:
        assert importlib.import_module(f"{name}.server").main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("error: ")
    return printed.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--auth", "deskToken=ENV:UNSET_TOKEN"],
            "`UNSET_TOKEN` of `--auth deskToken` is not set",
        ),
        (
            ["--auth", "deskToken=ENV:EMPTY_TOKEN"],
            "`EMPTY_TOKEN` of `--auth deskToken` is empty",
        ),
        (["--auth", "desktoken=ENV:DESK_TOKEN"], "did you mean `deskToken`?"),
        (["--auth", "x=ENV:DESK_TOKEN"], "there are: `deskToken`"),
        (["--context", "tenant=ENV:TENANT"], "did you mean `tenant.id`?"),
        (["--base-url", "not a url"], "base_url is no absolute URL"),
        (["--base-url", "https://user:word@api.example"], "the base URL holds credentials"),
        (["--port", "65536"], "cannot listen on port 65536: ports end at 65535"),
    ],
)
def test_settings_that_cannot_be_used(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    for variable, value in {**ENVIRONMENT, "EMPTY_TOKEN": ""}.items():
        monkeypatch.setenv(variable, value)
    assert said in refusal(root, capsys, *arguments)


@pytest.mark.parametrize("typed", [f"deskToken={TOKEN}", TOKEN, f"=ENV:{TOKEN}", "deskToken=ENV:"])
def test_a_value_on_the_command_line_is_refused_and_not_repeated(
    root: Path, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    said = refusal(root, capsys, "--auth", typed)
    assert "`--auth` takes `SCHEME=ENV:NAME`" in said
    assert TOKEN not in said


def test_a_port_that_is_taken(root: Path, capsys: pytest.CaptureFixture[str], http_server: Served) -> None:
    port = http_server.url.split(":")[2].split("/")[0]
    assert f"cannot listen on port {port}: address already in use" in refusal(root, capsys, "--port", port)


def test_values_are_read_as_their_schemas_want_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    spec = """
        openapi: 3.1.0
        info: {title: Typed, version: "1"}
        servers: [{url: "https://api.example"}]
        components:
          securitySchemes:
            login: {type: http, scheme: basic}
            key: {type: apiKey, in: header, name: X-Key}
        paths:
          /things:
            get:
              operationId: listThings
              summary: List things.
              parameters:
                - {name: X-Shop, in: header, schema: {type: integer}, x-tool: {context: shop}}
                - {name: X-Zip, in: header, schema: {type: string}, x-tool: {context: zip}}
                - {name: X-Dry, in: header, schema: {type: boolean}, x-tool: {context: dry}}
              responses: {"200": {description: Things.}}
        """
    (tmp_path / "typed.yaml").write_text(dedent(spec))
    project, store = open_project(("typed.yaml",), root=tmp_path, cwd=tmp_path)
    files = build(project, targets=["python"], store=store).files
    for variable, value in {"SHOP": "7", "ZIP": "01234", "DRY": "true", "LOGIN": "me:a:b", "KEY": "a:b"}.items():
        monkeypatch.setenv(variable, value)
    with importable("typed", {path.partition("/")[2]: content for path, content in files.items()}) as name:
        settings = importlib.import_module(f"{name}.settings")
        hosting = importlib.import_module(f"{name}.hosting")
        assert settings.context_values(["shop=ENV:SHOP", "zip=ENV:ZIP", "dry=ENV:DRY"]) == {
            "shop": 7,
            "zip": "01234",
            "dry": True,
        }
        assert hosting._credentials(["login=ENV:LOGIN", "key=ENV:KEY"]) == {"login": ("me", "a:b"), "key": "a:b"}
        with pytest.raises(settings.SettingError, match="`--context shop` has a value that its schema does not take"):
            settings.context_values(["shop=ENV:ZIP"])
        with pytest.raises(settings.SettingError, match="takes USER:PASSWORD"):
            hosting._credentials(["login=ENV:SHOP"])


WITHOUT_MCP = """
import sys
sys.modules["mcp"] = sys.modules["mcp_types"] = None
from generated.after_sales import server
sys.exit(server.main([]))
"""


def test_without_the_sdk_the_rest_of_the_package_works_and_the_server_says_what_to_install(root: Path) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_MCP], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: the module `mcp")
    assert "pip install 'mcp>=2" in done.stderr
    code = "import sys, generated.after_sales, generated.after_sales.toolset; print('mcp' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout == "False\n"


# --- interrupted


SERVERS = ["generated.after_sales.server", pytest.param("toolmint serve after_sales", marks=pytest.mark.slow)]


def interrupted(process: subprocess.Popen[str]) -> tuple[int, str]:
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    return process.returncode, errors


@pytest.fixture(params=[signal.default_int_handler, signal.SIG_IGN], ids=["foreground", "background"])
def inherited(request: pytest.FixtureRequest) -> Iterator[None]:
    """What becomes of an interrupt where a process begins: a shell lets its background jobs ignore it."""
    before = signal.signal(signal.SIGINT, request.param)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("inherited")
@pytest.mark.parametrize("module", SERVERS)
def test_one_interrupt_ends_it_on_stdio(root: Path, module: str) -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([sys.executable, "-m", *module.split()], cwd=root, text=True, **pipes)
    assert process.stderr is not None
    assert "on stdin and stdout" in process.stderr.readline()
    code, errors = interrupted(process)
    assert (code, errors) == (130, "")


@pytest.mark.usefixtures("inherited")
@pytest.mark.parametrize("module", SERVERS)
def test_one_interrupt_ends_it_on_http(root: Path, connections: Connections, module: str) -> None:
    with over_http(*module.split(), root=root) as served:
        # An open stream must not hold it up.
        (client,) = connections.open(Client(served.url, mode="legacy"))
        assert len(connections.run(client.list_tools()).tools) == 4
        code, errors = interrupted(served.process)
    assert code == 130
    assert "Traceback" not in errors


# --- toolmint serve


def test_toolmint_serve_tells_a_wrong_setting_as_its_own(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    assert cli(["serve", "after_sales", "--auth", "desktoken=ENV:DESK_TOKEN"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "error: there is no security scheme `desktoken`\n\nhint: did you mean `deskToken`?\n"


def test_toolmint_serve_on_stdio(root: Path, api: Api, connections: Connections) -> None:
    command = ["-m", "toolmint", "serve", "specs/accounts.yaml", "--stdio", "--base-url", api.url]
    where = StdioServerParameters(command=sys.executable, args=command, env=environment(), cwd=root)
    (client,) = connections.open(Client(where, mode="legacy"))
    tools = connections.run(client.list_tools()).tools
    assert [tool.model_dump(by_alias=True, exclude_unset=True) for tool in tools] == listed(root, "accounts")
    result = connections.run(client.call_tool("list_transactions", {"account_id": "4711"}))
    assert result.structured_content == {"result": TRANSACTIONS}
    assert json.loads(texts(result)[0]) == {"result": TRANSACTIONS}


@pytest.mark.slow
def test_toolmint_serve_on_http(root: Path, api: Api, connections: Connections) -> None:
    command = ["toolmint", "serve", "after_sales", "--base-url", api.url, *SETTINGS]
    with over_http(*command, root=root) as served:
        person = Person()
        (client,) = connections.open(Client(served.url, mode="2026-07-28", elicitation_callback=person))
        tools = connections.run(client.list_tools()).tools
        assert [tool.model_dump(by_alias=True, exclude_unset=True) for tool in tools] == listed(root, "after_sales")
        assert not connections.run(client.call_tool("submit_refund_request", REFUND)).is_error
        assert api.writes == [REFUND]
        assert api.requests[0][2]["x-tenant-id"] == TENANT
        assert len(person.asked) == 1
