"""The generated HTTP client: what is sent, what comes back, and what is never done; both twins alike."""

from __future__ import annotations

import asyncio
import base64
import datetime as dt
import email.utils
import gzip
import itertools
import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2
import pytest

from toolmint.ir.contract import ToolAnnotations

from support.client_catalog import Twin, TwinName, client_catalog, given
from support.fake_http import Answer, FakeApi, Received, fake_api, json_answer
from support.importing import catalog, imported, json_body, tool, write_package

TWINS: tuple[TwinName, ...] = ("async", "sync")
Open = Callable[..., Twin]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with imported(client_catalog(), tmp_path_factory.mktemp("client")) as package:
        yield package


@pytest.fixture
def api(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeApi]:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    with fake_api() as served:
        yield served


@pytest.fixture(params=TWINS)
def twin(request: pytest.FixtureRequest) -> TwinName:
    name: TwinName = request.param
    return name


@pytest.fixture
def opened(shop: ModuleType, twin: TwinName, api: FakeApi) -> Iterator[Open]:
    made: list[Twin] = []

    def open_twin(**options: Any) -> Twin:
        made.append(Twin(shop, twin, **{"base_url": api.url, **options}))
        return made[-1]

    yield open_twin
    for one in made:
        one.close()


@pytest.fixture
def tools(opened: Open) -> Twin:
    return opened()


def failed(result: Any, kind: str) -> Any:
    """Return the error, of that kind, after a look at what a model would get."""
    assert result.error is not None, result
    assert not result.ok
    assert result.value is None
    assert result.error.kind == kind, result.error
    written = json.loads(json.dumps(result.to_dict()))
    assert written["ok"] is False
    assert written["error"]["message"] == result.error.message
    assert "Traceback" not in result.error.message
    return result.error


# --- what is sent


def test_a_call_and_a_typed_method_send_the_same(tools: Twin, api: FakeApi) -> None:
    by_name = tools.call("get_thing", {"id": "a/b", "limit": 3})
    typed = tools.method("get_thing", id="a/b", limit=3)
    assert by_name == typed
    assert (by_name.ok, by_name.value, by_name.status) == (True, {"done": True}, 200)
    assert by_name.to_dict() == {"ok": True, "status": 200, "value": {"done": True}}
    first, second = api.requests
    assert (first.method, first.target) == ("GET", "/things/a%2Fb?limit=3")
    assert first == second


def test_omitted_null_and_default_are_three_things(tools: Twin, api: FakeApi, shop: ModuleType) -> None:
    tools.call("save_thing", {"name": "n"})
    tools.call("save_thing", {"name": "n", "note": None})
    tools.method("save_thing", name="n", note=None)
    # No null is allowed here, so it means that the model had nothing to say.
    tools.call("save_thing", {"name": "n", "size": None})
    assert [r.body for r in api.requests] == [
        b'{"name":"n"}',
        b'{"name":"n","note":null}',
        b'{"name":"n","note":null}',
        b'{"name":"n"}',
    ]
    tools.call("get_thing", {"id": "a"})
    assert api.requests[-1].target == "/things/a"
    # A default is told to the model, and left to the API.
    assert shop.TOOLS["get_thing"].input_schema["properties"]["limit"]["default"] == 10


def test_text_of_any_script_is_sent_as_utf_8(opened: Open, api: FakeApi) -> None:
    opened(context={"tenant": {"id": 1}, "name": "售后"}).call("tenants", {"q": "订单"})
    assert api.only.target == "/tenants?q=%E8%AE%A2%E5%8D%95"
    assert api.only.headers["x-name"].encode("latin-1").decode() == "售后"


def test_context_is_filled_in(opened: Open, api: FakeApi) -> None:
    tools = opened(context={"tenant": {"id": 7}, "name": "base"})
    assert tools.call("tenants").ok
    assert tools.call("tenants", {}, context={"name": "own"}).ok
    assert tools.method("tenants", _context={"tenant": {"id": 8}}).ok
    sent = [(r.headers["x-tenant"], r.headers["x-name"]) for r in api.requests]
    assert sent == [("7", "base"), ("7", "own"), ("8", "base")]


def test_context_that_does_not_fit_is_no_business_of_the_model(opened: Open, api: FakeApi) -> None:
    error = failed(opened(context={"tenant": {"id": "not-a-number"}}).call("tenants"), "context")
    assert "tenant.id" in error.message
    assert "not-a-number" not in error.message
    assert not error.retryable
    assert failed(opened().call("tenants"), "context").argument is None
    assert api.requests == []


@pytest.mark.parametrize("value", ["../x", "..", "a/../b"])
def test_a_path_argument_cannot_leave_its_segment(tools: Twin, api: FakeApi, value: str) -> None:
    assert failed(tools.call("get_thing", {"id": value}), "arguments").argument == "id"
    assert api.requests == []


def test_a_url_that_is_too_long_is_an_error(tools: Twin) -> None:
    assert not failed(tools.call("get_thing", {"id": "x" * 70_000}), "contract").retryable


# --- what is refused


def test_an_unknown_argument_is_refused(tools: Twin, api: FakeApi) -> None:
    error = failed(tools.call("get_thing", {"id": "a", "limt": 1}), "arguments")
    assert error.argument == "limt"
    assert "did you mean `limit`" in error.message
    assert (error.retryable, error.status, error.details) == (False, None, None)
    assert api.requests == []


def test_former_names_are_answered_with_the_new_ones(tools: Twin, api: FakeApi) -> None:
    error = failed(tools.call("get_thing", {"thing": "a"}), "arguments")
    assert "it is now called `id`" in error.message
    assert error.argument == "thing"
    assert "it is now called `get_thing`" in failed(tools.call("fetch_thing"), "unknown_tool").message
    assert "did you mean" in failed(tools.call("get_things"), "unknown_tool").message
    assert api.requests == []


@pytest.mark.parametrize("arguments", [None, "id=a", ["a"], {"id": object()}, {"id": float("nan")}])
def test_what_is_no_json_object_is_refused(tools: Twin, arguments: Any) -> None:
    failed(tools.call("get_thing", arguments), "arguments")


def test_an_error_inside_is_a_result_without_a_traceback(
    tools: Twin, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise LookupError("internal text")

    monkeypatch.setattr(type(tools.tools._calls), "_exchange", broken)
    error = failed(tools.call("search"), "contract")
    assert "LookupError" in error.message
    assert "internal text" not in error.message + caplog.text
    assert "`search` failed: LookupError in broken" in caplog.text


# --- consent


def test_a_call_that_needs_consent_is_refused_where_nobody_can_give_it(tools: Twin, api: FakeApi) -> None:
    assert not failed(tools.call("delete_thing", {"id": "a"}), "confirmation").retryable
    assert api.requests == []
    assert tools.call("put_thing", {"id": "a"}).ok


@pytest.mark.parametrize("kind", ["plain", "async"])
def test_a_person_is_asked(opened: Open, twin: TwinName, api: FakeApi, kind: str) -> None:
    asked: list[Any] = []

    def confirm(confirmation: Any) -> bool:
        asked.append(confirmation)
        return True

    tools = opened(confirm=given(twin, confirm) if kind == "async" else confirm)
    assert tools.call("delete_thing", {"id": "a"}).ok
    assert tools.call("pay", {"amount": 3}).ok
    assert tools.call("save_thing", {"name": "n"}).ok
    first, second = asked
    assert (first.tool, first.title, first.arguments) == ("delete_thing", "Delete a thing", {"id": "a"})
    assert first.question == "Call `delete_thing` with these arguments?"
    assert (second.title, second.question) == ("pay", "Pay this amount?")
    assert [r.method for r in api.requests] == ["DELETE", "POST", "POST"]


@pytest.mark.parametrize("answer", [False, None, "yes", 1])
def test_only_true_is_consent(opened: Open, api: FakeApi, answer: Any) -> None:
    failed(opened(confirm=lambda _: answer).call("pay", {"amount": 3}), "confirmation")
    assert api.requests == []


def test_a_question_that_fails_is_no_consent(opened: Open, api: FakeApi) -> None:
    def confirm(_: Any) -> bool:
        raise RuntimeError("the words of the host")

    error = failed(opened(confirm=confirm).call("pay", {"amount": 3}), "confirmation")
    assert "RuntimeError" in error.message
    assert "words of the host" not in error.message
    assert api.requests == []


def test_nobody_is_asked_for_a_call_that_cannot_be_made(opened: Open) -> None:
    asked: list[Any] = []
    failed(opened(confirm=asked.append).call("pay", {"amount": "3"}), "arguments")
    assert asked == []


def test_a_call_may_bring_its_own_confirmer(opened: Open) -> None:
    tools = opened(confirm=lambda _: False)
    assert tools.call("pay", {"amount": 3}, confirm=lambda _: True).ok
    assert not tools.call("pay", {"amount": 3}).ok


# --- events


def test_an_observer_gets_one_event_a_call_without_values(
    opened: Open, twin: TwinName, api: FakeApi, shop: ModuleType
) -> None:
    events: list[Any] = []
    tools = opened(observer=given(twin, events.append))
    api.queue += [Answer(status=503, headers={"Retry-After": "0"}), json_answer({"secret": "value-out"})]
    tools.call("get_thing", {"id": "value-in", "limit": 3})
    tools.call("get_thing", {"id": "value-in", "value-in": 1})
    tools.call("nothing", {"value-in": 1})
    tools.call("pay", {"amount": 1})
    assert [(e.tool, e.arguments, e.outcome, e.status, e.attempts) for e in events] == [
        ("get_thing", ("id", "limit"), "ok", 200, 2),
        ("get_thing", ("id",), "arguments", None, 0),
        ("nothing", (), "unknown_tool", None, 0),
        ("pay", ("amount",), "confirmation", None, 0),
    ]
    assert not any("value-" in repr(event) for event in events)
    assert 0 < events[0].duration < 5
    assert events[2].contract is None
    assert events[0].contract == events[1].contract != events[3].contract


def test_an_event_names_the_contract_as_the_manifest_does(root: Path) -> None:
    code = (
        "import json, pathlib, after_sales\n"
        "events = []\n"
        "with after_sales.SyncToolset(observer=events.append) as tools: tools.call('query_order', {})\n"
        "manifest = json.loads(pathlib.Path(after_sales.__file__).with_name('manifest.json').read_text())\n"
        "assert events[0].contract == manifest['contracts']['query_order']\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=root / "generated", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_an_observer_that_fails_harms_no_call(opened: Open, caplog: pytest.LogCaptureFixture) -> None:
    def observer(_: Any) -> None:
        raise RuntimeError("words")

    assert opened(observer=observer).call("search").ok
    assert "the observer failed on `search`: RuntimeError" in caplog.text


def test_a_cancelled_call_has_an_event_and_leaves_nothing(shop: ModuleType, api: FakeApi) -> None:
    events: list[Any] = []

    async def main() -> set[asyncio.Task[Any]]:
        async with shop.Toolset(base_url=api.url, observer=events.append) as tools:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(tools.call("search", {}), 0.1)
        return asyncio.all_tasks() - {asyncio.current_task()}  # type: ignore[arg-type]

    api.respond = lambda _: Answer(delay=0.5)
    assert asyncio.run(main()) == set()
    assert [event.outcome for event in events] == ["cancelled"]
    api.wait_until_disconnected()


# --- results


@pytest.mark.parametrize(
    ("content_type", "body", "value"),
    [
        ("application/json", b'{"a": [1, null]}', {"a": [1, None]}),
        ("application/problem+json; charset=utf-8", b"3", 3),
        ("application/json", b"\xef\xbb\xbf[]", []),
        ("application/json", b'"\\ud800 \\ud83d\\ude00"', "\ufffd \U0001f600"),
        ("text/plain; charset=latin-1", b"\xfc", "\u00fc"),
        ("text/plain; charset=nonsense", "\u00fc".encode(), "\u00fc"),
        ("application/xml", b"<a/>", "<a/>"),
        ("text/csv", b"a,b", "a,b"),
        ("image/png", b"\x89PNG", {"media_type": "image/png", "base64": "iVBORw=="}),
        ("application/octet-stream", b"text", {"media_type": "application/octet-stream", "base64": "dGV4dA=="}),
        ("application/json", b"", None),
        ("", b"plain", "plain"),
        ("", b"\xff\x00", {"media_type": "application/octet-stream", "base64": "/wA="}),
    ],
)
def test_a_value_is_read_by_its_content_type(
    tools: Twin, api: FakeApi, content_type: str, body: bytes, value: Any
) -> None:
    api.queue.append(Answer(body=body, headers={"Content-Type": content_type} if content_type else {}))
    result = tools.call("put_thing", {"id": "a"})
    assert (result.ok, result.value, result.note) == (True, value, None)
    json.dumps(result.to_dict(), allow_nan=False).encode()


def test_no_content_is_none(tools: Twin, api: FakeApi) -> None:
    api.queue.append(Answer(status=204))
    result = tools.call("put_thing", {"id": "a"})
    assert (result.ok, result.value, result.status) == (True, None, 204)


@pytest.mark.parametrize(
    ("content_type", "body", "value", "note"),
    [
        ("text/html", b"<p>hello", "<p>hello", "the API promises application/json and sent text/html"),
        ("application/json", b"<p>hello", "<p>hello", "the API says that this is JSON, which it is not"),
        ("application/json", b"[NaN]", "[NaN]", "the API says that this is JSON, which it is not"),
        ("application/json", b"[" * 100_000, "[" * 100_000, "the API says that this is JSON, which it is not"),
        ("", b"<p>hello", "<p>hello", "the API says that this is JSON, which it is not"),
    ],
)
def test_what_is_no_json_where_json_is_promised(
    tools: Twin, api: FakeApi, content_type: str, body: bytes, value: str, note: str
) -> None:
    api.queue.append(Answer(body=body, headers={"Content-Type": content_type} if content_type else {}))
    result = tools.call("search")
    assert (result.ok, result.value) == (True, value)
    assert result.note.startswith(note)
    assert result.to_dict()["note"] == result.note


def test_keys_of_a_result_are_those_that_the_model_knows(tools: Twin, api: FakeApi) -> None:
    wire = {
        "thing-id": "t",
        "parts[]": [{"part.no": 1, "more": 2}, {}],
        "by_name": {"part.no": {"part.no": 3}},
        "owner": {"kind": "firm", "name": "F"},
        "name": "not renamed here",
    }
    api.queue += [json_answer(wire), json_answer({**wire, "owner": {"kind": "person", "name": "P"}}), json_answer([1])]
    assert tools.call("get_thing", {"id": "t"}).value == {
        "thing_id": "t",
        "parts": [{"part_no": 1, "more": 2}, {}],
        "by_name": {"part.no": {"part_no": 3}},
        "owner": {"kind": "firm", "firm_name": "F"},
        "name": "not renamed here",
    }
    assert tools.call("get_thing", {"id": "t"}).value["owner"] == {"kind": "person", "full_name": "P"}
    assert tools.call("get_thing", {"id": "t"}).value == [1]


def endless() -> Iterator[tuple[float, bytes]]:
    return ((0, b"x" * 1000) for _ in itertools.count())


@pytest.mark.parametrize(
    "answer",
    [
        Answer(body=b"x" * 2001),
        Answer(pieces=[(0, b"x" * 1000)] * 3),
        Answer(pieces=endless()),
        Answer(body=gzip.compress(b"x" * 10_000), headers={"Content-Encoding": "gzip"}),
    ],
    ids=["stated", "chunked", "endless", "compressed"],
)
def test_a_result_that_is_too_large_is_not_read_to_its_end(opened: Open, api: FakeApi, answer: Answer) -> None:
    api.queue.append(answer)
    error = failed(opened(max_result_bytes=2000).call("get_thing", {"id": "a"}), "too_large")
    assert "2,000 bytes" in error.message
    assert "`limit`" in error.message
    assert "`id`" not in error.message
    assert (error.status, error.retryable) == (200, False)


def test_a_result_of_just_the_bound_is_read(opened: Open, api: FakeApi) -> None:
    api.queue.append(Answer(body=b"x" * 2000, headers={"Content-Type": "text/plain"}))
    assert len(opened(max_result_bytes=2000).call("put_thing", {"id": "a"}).value) == 2000


# --- errors of the API


def test_the_body_of_an_error_is_parsed(tools: Twin, api: FakeApi) -> None:
    problem = {"title": "Bad", "errors": [{"pointer": "#/limit", "detail": "too many"}]}
    api.queue.append(
        Answer(status=422, body=json.dumps(problem).encode(), headers={"Content-Type": "application/problem+json"})
    )
    error = failed(tools.call("get_thing", {"id": "a", "limit": 1000}), "http")
    assert (error.status, error.details, error.argument, error.retryable) == (422, problem, "limit", False)
    assert "422 Unprocessable" in error.message


def test_nothing_at_a_path_blames_its_argument(tools: Twin, api: FakeApi) -> None:
    api.queue.append(json_answer({"message": "no such thing"}, 404))
    error = failed(tools.call("get_thing", {"id": "a"}), "http")
    assert (error.argument, error.details) == ("id", {"message": "no such thing"})


@pytest.mark.parametrize("status", [400, 500])
def test_the_body_of_an_error_is_bounded(opened: Open, api: FakeApi, status: int) -> None:
    api.respond = lambda _: Answer(status=status, body=b"<p>" + b"x" * 1_000_000, headers={"Content-Type": "text/html"})
    error = failed(opened(retries=0).call("get_thing", {"id": "a"}), "http")
    assert error.details.startswith("<p>xxx")
    assert len(json.dumps(error.to_dict())) < 5_000


def test_a_long_json_error_is_cut_as_text(tools: Twin, api: FakeApi) -> None:
    api.queue.append(json_answer({"errors": ["x" * 100] * 1000}, 400))
    error = failed(tools.call("get_thing", {"id": "a"}), "http")
    assert error.details.startswith('{"errors": ["xxx')


@pytest.mark.parametrize(
    ("tool_name", "status", "retryable"),
    [
        ("get_thing", 500, True),
        ("get_thing", 404, False),
        ("get_thing", 429, True),
        ("save_thing", 500, False),
        ("save_thing", 504, False),
        ("save_thing", 429, True),
        ("save_thing", 409, False),
    ],
)
def test_a_model_is_told_whether_a_retry_can_help(
    opened: Open, api: FakeApi, tool_name: str, status: int, retryable: bool
) -> None:
    api.respond = lambda _: json_answer({}, status)
    error = failed(
        opened(retries=0).call(tool_name, {"id": "a"} if tool_name == "get_thing" else {"name": "n"}), "http"
    )
    assert error.retryable is retryable
    if tool_name == "save_thing" and status >= 500:
        assert "whether the call took effect is not known" in error.message


# --- retries


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_idempotent_calls_are_tried_again(tools: Twin, api: FakeApi, status: int) -> None:
    api.queue += [json_answer({}, status), json_answer({}, status)]
    assert tools.call("get_thing", {"id": "a"}).ok
    assert len(api.requests) == 3
    assert len({r.target for r in api.requests}) == 1


def test_no_more_often_than_the_host_allows(opened: Open, api: FakeApi) -> None:
    api.respond = lambda _: json_answer({}, 503)
    failed(opened(retries=1).call("get_thing", {"id": "a"}), "http")
    assert len(api.requests) == 2


@pytest.mark.parametrize("answer", [json_answer({}, 503), json_answer({}, 500), Answer(hang_up=True)])
def test_a_write_is_never_tried_again(tools: Twin, api: FakeApi, answer: Answer) -> None:
    api.queue.append(answer)
    assert not tools.call("save_thing", {"name": "n"}).ok
    assert len(api.requests) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422, 501])
def test_what_will_not_pass_is_not_tried_again(tools: Twin, api: FakeApi, status: int) -> None:
    api.queue.append(json_answer({}, status))
    failed(tools.call("get_thing", {"id": "a"}), "http")
    assert len(api.requests) == 1


def test_pauses_grow(opened: Open, api: FakeApi, monkeypatch: pytest.MonkeyPatch, shop: ModuleType) -> None:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    callers = sys.modules["shop.callers"]
    monkeypatch.setattr(callers.asyncio, "sleep", sleep)  # type: ignore[attr-defined]
    monkeypatch.setattr(callers.time, "sleep", pauses.append)  # type: ignore[attr-defined]
    # The server sleeps too; only the client's own pauses are wanted.
    api.respond = lambda _: json_answer({}, 503)
    opened(retries=4, timeout=None).call("get_thing", {"id": "a"})
    own = [pause for pause in pauses if pause]
    assert len(own) == 4
    for number, pause in enumerate(own):
        assert 0.5 <= pause / (0.25 * 2**number) <= 1


def test_retry_after_in_seconds(tools: Twin, api: FakeApi) -> None:
    api.queue.append(json_answer({}, 429, Retry_After="1"))
    started = time.monotonic()
    assert tools.call("get_thing", {"id": "a"}).ok
    assert 1 <= time.monotonic() - started < 3


def test_retry_after_as_a_date(tools: Twin, api: FakeApi) -> None:
    soon = dt.datetime.now(dt.UTC) + dt.timedelta(seconds=2)
    api.queue.append(json_answer({}, 503, Retry_After=email.utils.format_datetime(soon, usegmt=True)))
    started = time.time()
    assert tools.call("get_thing", {"id": "a"}).ok
    assert time.time() >= int(soon.timestamp())
    assert time.time() - started < 4


@pytest.mark.parametrize(
    "wish", ["3600", "Fri, 31 Dec 2999 23:59:59 GMT", "99999999999999999999999"], ids=["seconds", "date", "absurd"]
)
@pytest.mark.parametrize("timeout", [30, None])
def test_a_longer_wait_is_told_and_not_waited_for(opened: Open, api: FakeApi, wish: str, timeout: float | None) -> None:
    api.respond = lambda _: json_answer({}, 429, Retry_After=wish)
    started = time.monotonic()
    error = failed(opened(timeout=timeout).call("get_thing", {"id": "a"}), "http")
    assert time.monotonic() - started < 2
    assert error.retryable
    assert error.retry_after > 3000
    assert "after" in error.message
    assert len(api.requests) == 1


@pytest.mark.parametrize("wish", ["soon", "-1", "", "1.5", "Fri, 99 Foo 2024"])
def test_a_wish_that_cannot_be_read_is_none(tools: Twin, api: FakeApi, wish: str) -> None:
    api.queue.append(json_answer({}, 429, Retry_After=wish))
    assert tools.call("get_thing", {"id": "a"}).ok


# --- no answer


def test_a_slow_api_is_not_waited_for(opened: Open, api: FakeApi) -> None:
    api.respond = lambda _: Answer(delay=1)
    started = time.monotonic()
    error = failed(opened(timeout=0.2).call("get_thing", {"id": "a"}), "timeout")
    assert time.monotonic() - started < 0.9
    assert error.retryable
    error = failed(opened(timeout=0.2).call("save_thing", {"name": "n"}), "timeout")
    assert not error.retryable
    assert "whether the call took effect is not known" in error.message


def test_an_api_that_drips_is_not_waited_for(opened: Open, api: FakeApi) -> None:
    api.queue.append(Answer(pieces=[(0.1, b"x")] * 50))
    started = time.monotonic()
    failed(opened(timeout=0.5).call("get_thing", {"id": "a"}), "timeout")
    assert time.monotonic() - started < 2


def test_a_pause_does_not_outlast_the_timeout(opened: Open, api: FakeApi) -> None:
    api.respond = lambda _: json_answer({}, 503, Retry_After="2")
    started = time.monotonic()
    failed(opened(timeout=1).call("get_thing", {"id": "a"}), "http")
    assert time.monotonic() - started < 0.9


def test_a_person_may_take_their_time(opened: Open) -> None:
    def confirm(_: Any) -> bool:
        time.sleep(0.4)
        return True

    assert opened(timeout=0.3, confirm=confirm).call("pay", {"amount": 1}).ok


def test_an_api_that_is_not_there(opened: Open) -> None:
    error = failed(opened(base_url="http://127.0.0.1:1", retries=0).call("save_thing", {"name": "n"}), "connection")
    assert "could not be reached" in error.message
    # Nothing was sent, so even a write may be tried again.
    assert error.retryable


def test_a_connection_that_breaks(opened: Open, api: FakeApi) -> None:
    api.queue.append(Answer(hang_up=True))
    assert opened().call("get_thing", {"id": "a"}).ok
    assert len(api.requests) == 2
    api.queue.append(Answer(hang_up=True))
    assert not failed(opened().call("save_thing", {"name": "n"}), "connection").retryable


def test_a_closed_toolset_says_so(shop: ModuleType, twin: TwinName, api: FakeApi) -> None:
    tools = Twin(shop, twin, base_url=api.url)
    tools.run(tools.tools.aclose() if twin == "async" else tools.tools.close())
    error = failed(tools.call("search"), "contract")
    assert "Closed" in error.message
    tools.close()


# --- redirects


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_to_another_host_is_not_followed(opened: Open, api: FakeApi, status: int) -> None:
    with fake_api() as other:
        api.queue.append(Answer(status=status, headers={"Location": f"{other.url}/stolen?to=here"}))
        error = failed(opened().call("get_thing", {"id": "a"}), "redirect")
        assert other.requests == []
    assert "to another host, 127.0.0.1:" in error.message
    assert "stolen" not in error.message
    assert (error.status, error.retryable) == (status, False)


@pytest.mark.parametrize(
    "location",
    [
        "//evil.example/x",
        "https://127.0.0.1@evil.example/",
        "ftp://127.0.0.1/x",
        "http://127.0.0.1:1/x",
        "http://[",
        "javascript:alert(1)",
    ],
)
def test_places_that_only_look_like_the_same_host(tools: Twin, api: FakeApi, location: str) -> None:
    api.queue.append(Answer(status=307, headers={"Location": location}))
    failed(tools.call("get_thing", {"id": "a"}), "redirect")
    assert len(api.requests) == 1


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@pytest.mark.parametrize("absolute", [True, False])
def test_a_redirect_on_the_same_host_stays_what_it_was(tools: Twin, api: FakeApi, status: int, absolute: bool) -> None:
    place = f"{api.url if absolute else ''}/moved?x=1"
    api.queue.append(Answer(status=status, headers={"Location": place}))
    assert tools.call("save_thing", {"name": "n"}).ok
    first, second = api.requests
    assert (second.method, second.target, second.body) == ("POST", "/moved?x=1", first.body)
    assert second.headers["content-type"] == "application/json"


def test_a_post_never_becomes_a_get(tools: Twin, api: FakeApi) -> None:
    api.queue.append(Answer(status=303, headers={"Location": "/things/7"}))
    error = failed(tools.call("save_thing", {"name": "n"}), "redirect")
    assert "/things/7" in error.message
    assert api.only.method == "POST"
    api.queue.append(Answer(status=303, headers={"Location": "/other"}))
    assert tools.call("get_thing", {"id": "a"}).ok
    assert api.requests[-1].target == "/other"


def test_redirects_in_a_circle_end(tools: Twin, api: FakeApi) -> None:
    api.respond = lambda _: Answer(status=307, headers={"Location": "/again"})
    failed(tools.call("get_thing", {"id": "a"}), "redirect")
    assert len(api.requests) == 6


# --- files


def test_text_and_base64_become_parts(tools: Twin, api: FakeApi) -> None:
    image = base64.b64encode(b"\x89PNG").decode()
    tools.call("upload", {"file": f"data:image/png;base64,{image}", "label": "file:not-a-file"})
    body = api.only.body
    assert b'name="file"; filename="file"\r\nContent-Type: image/png\r\n\r\n\x89PNG\r\n' in body
    assert b'name="label"\r\n\r\nfile:not-a-file\r\n' in body
    tools.method("upload", file="plain text")
    assert b"\r\n\r\nplain text\r\n" in api.requests[-1].body


def test_without_a_hook_no_path_is_read(tools: Twin, api: FakeApi, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("contents")
    for name, arguments in (("upload", {"file": f"file:{secret}"}), ("upload_raw", {"body": f"file://{secret}"})):
        error = failed(tools.call(name, arguments), "arguments")
        assert error.argument == next(iter(arguments))
        assert "data:TYPE;base64" in error.message
    assert api.requests == []


def test_the_hook_resolves_paths(opened: Open, twin: TwinName, api: FakeApi) -> None:
    asked: list[str] = []

    def files(path: str) -> bytes:
        asked.append(path)
        if path == "forbidden":
            raise PermissionError("not for you")
        return f"<{path}>".encode()

    tools = opened(files=given(twin, files))
    assert tools.call("upload", {"file": "file:a/b.pdf", "files": ["file:c.png", "text"], "label": "file:x"}).ok
    assert asked == ["a/b.pdf", "c.png"]
    body = api.only.body
    assert b'filename="file"\r\nContent-Type: application/pdf\r\n\r\n<a/b.pdf>\r\n' in body
    assert b"Content-Type: image/png\r\n\r\n<c.png>\r\n" in body
    assert b"\r\n\r\ntext\r\n" in body
    assert tools.call("upload_raw", {"body": "file:raw"}).ok
    assert api.requests[-1].body == b"<raw>"
    error = failed(tools.call("upload_raw", {"body": "file:forbidden"}), "arguments")
    assert (error.argument, "PermissionError" in error.message) == ("body", True)
    assert "not for you" not in error.message


def test_the_hook_resolves_paths_inside_a_body(opened: Open, twin: TwinName, api: FakeApi) -> None:
    asked: list[str] = []
    tools = opened(files=given(twin, lambda path: (asked.append(path), f"<{path}>".encode())[1]))
    body = {"scan": "file:a.png", "scans": ["text", "file:b"], "report": "file:c.pdf", "label": "file:x"}
    given_body = {**body, "scans": list(body["scans"])}
    assert tools.call("upload_whole", {"body": body}).ok
    assert asked == ["a.png", "b", "c.pdf"]
    assert body == given_body, "the caller's own values are changed"
    sent = api.only.body
    assert b'name="scan (1)"; filename="scan (1)"\r\nContent-Type: image/png\r\n\r\n<a.png>\r\n' in sent
    assert b'filename="scans"\r\nContent-Type: application/octet-stream\r\n\r\n<b>\r\n' in sent
    assert b'filename="report"\r\nContent-Type: application/pdf\r\n\r\n<c.pdf>\r\n' in sent
    assert b'name="label"\r\n\r\nfile:x\r\n' in sent
    error = failed(opened().call("upload_whole", {"body": {"label": "l", "scans": ["text", "file:q"]}}), "arguments")
    assert error.argument == "body.scans[1]"


# --- many calls, one toolset


def test_a_thousand_calls_at_once(shop: ModuleType, api: FakeApi) -> None:
    async def main() -> list[Any]:
        async with shop.Toolset(base_url=api.url, timeout=120) as tools:
            results = await asyncio.gather(*(tools.get_thing(id=f"t{n}") for n in range(1000)))
            assert asyncio.all_tasks() == {asyncio.current_task()}
            return results

    api.respond = lambda request: json_answer(request.target)
    assert [r.value for r in asyncio.run(main())] == [f"/things/t{n}" for n in range(1000)]
    assert api.connections <= 100
    api.wait_until_disconnected()


def test_a_thousand_calls_that_end_in_every_way_leave_nothing_behind(shop: ModuleType, api: FakeApi) -> None:
    def respond(request: Received) -> Answer:
        number = int(request.target.rpartition("t")[2])
        if number % 10 == 1:
            return json_answer({"message": "gone"}, 404)
        # Later calls are answered first.
        return replace(json_answer(number), delay=(1000 - number) / 20_000)

    async def one(tools: Any, number: int) -> Any:
        if number % 10 == 2:
            return await tools.call("get_thing", {"id": number})
        return await asyncio.wait_for(tools.get_thing(id=f"t{number}"), 0 if number % 10 == 3 else 60)

    async def main() -> list[Any]:
        async with shop.Toolset(base_url=api.url, timeout=60) as tools:
            calls = (one(tools, number) for number in range(1000))
            results = await asyncio.gather(*calls, return_exceptions=True)
            assert asyncio.all_tasks() == {asyncio.current_task()}
            assert (await tools.get_thing(id="t0")).value == 0
            return results

    def outcome(result: Any) -> Any:
        if isinstance(result, BaseException):
            return type(result).__name__
        return result.value if result.ok else result.error.kind

    api.respond = respond
    special = {1: "http", 2: "arguments", 3: "TimeoutError"}
    assert [outcome(one) for one in asyncio.run(main())] == [special.get(n % 10, n) for n in range(1000)]
    assert api.connections <= 100
    api.wait_until_disconnected()


def test_a_thousand_calls_of_many_threads(shop: ModuleType, api: FakeApi) -> None:
    api.respond = lambda request: json_answer(request.target)
    before = threading.active_count()
    with shop.SyncToolset(base_url=api.url, timeout=120) as tools, ThreadPoolExecutor(32) as pool:
        results = list(pool.map(lambda n: tools.call("get_thing", {"id": f"t{n}"}), range(1000)))
        assert api.connections <= 100
    assert [r.value for r in results] == [f"/things/t{n}" for n in range(1000)]
    api.wait_until_disconnected()
    assert threading.active_count() <= before + 100


def test_calls_that_fail_give_their_connections_back(opened: Open, api: FakeApi) -> None:
    tools = opened(max_result_bytes=1000, timeout=5)
    failures = [json_answer({}, 404), Answer(status=307, headers={"Location": "//e.example"}), Answer(hang_up=True)]
    # More than there are connections.
    api.queue += [Answer(body=b"x" * 5000)] * 101 + failures * 5
    for _ in range(len(api.queue)):
        assert tools.call("save_thing", {"name": "n"}).error.kind not in ("timeout", None)
    assert tools.call("get_thing", {"id": "a"}).ok
    assert api.open_connections <= 2


def test_its_own_client_is_closed_and_a_passed_one_is_not(shop: ModuleType, twin: TwinName, api: FakeApi) -> None:
    client = httpx2.AsyncClient() if twin == "async" else httpx2.Client()
    first = Twin(shop, twin, base_url=api.url, client=client)
    assert first.call("search").ok
    assert api.open_connections == 1
    first.run(first.tools.aclose() if twin == "async" else first.tools.close())
    assert not client.is_closed
    assert first.call("search").ok
    assert api.connections == 1
    first.run(client.aclose() if isinstance(client, httpx2.AsyncClient) else client.close())
    api.wait_until_disconnected()

    own = Twin(shop, twin, base_url=api.url)
    assert own.call("search").ok
    own.close()
    api.wait_until_disconnected()


def test_a_passed_client_keeps_what_it_adds(shop: ModuleType, twin: TwinName, api: FakeApi) -> None:
    made = httpx2.AsyncClient if twin == "async" else httpx2.Client
    client = made(headers={"X-App": "desk"}, params={"version": "2"}, cookies={"c": "1"}, follow_redirects=True)
    tools = Twin(shop, twin, base_url=api.url, client=client)
    tools.call("get_thing", {"id": "a", "limit": 2})
    assert api.only.target == "/things/a?limit=2&version=2"
    assert (api.only.headers["x-app"], api.only.headers["cookie"]) == ("desk", "c=1")
    api.queue.append(Answer(status=302, headers={"Location": "//evil.example/"}))
    failed(tools.call("get_thing", {"id": "a"}), "redirect")
    tools.run(client.aclose() if isinstance(client, httpx2.AsyncClient) else client.close())
    tools.close()


def test_one_persons_cookies_do_not_reach_the_next(tools: Twin, api: FakeApi) -> None:
    api.queue.append(json_answer({}, Set_Cookie="session=mine"))
    tools.call("search")
    tools.call("search")
    assert "cookie" not in api.requests[-1].headers


def test_the_sync_twin_takes_no_async_functions(shop: ModuleType, api: FakeApi) -> None:
    with shop.SyncToolset(base_url=api.url, confirm=given("async", lambda _: True)) as tools:
        error = failed(tools.call("pay", {"amount": 1}), "confirmation")
    assert "async function" in error.message
    assert api.requests == []


# --- the package


def test_tools_may_have_the_names_of_the_toolsets_own_methods(tools: Twin, api: FakeApi) -> None:
    assert tools.method("call_").ok
    assert tools.method("close_", self_="me").ok
    assert [r.target for r in api.requests] == ["/call", "/close?self=me"]


def test_definitions_are_the_files(root: Path) -> None:
    code = (
        "import json, pathlib, after_sales\n"
        "folder = pathlib.Path(after_sales.__file__).parent\n"
        "names = {f.stem for f in folder.glob('*.json')} - {'contract', 'manifest'}\n"
        "assert {'openai', 'anthropic', 'mcp'} <= names\n"
        "with after_sales.SyncToolset() as tools:\n"
        "    for name in names:\n"
        "        expected = json.loads((folder / f'{name}.json').read_text('utf-8'))\n"
        "        assert tools.definitions(name) == after_sales.definitions(name) == expected\n"
        "    tools.definitions('openai').clear()\n"
        "    assert tools.definitions('openai')\n"
        "    for name in ('contract', 'manifest', '../after_sales/openai', 'nobody'):\n"
        "        try: tools.definitions(name)\n"
        "        except ValueError as error: assert '`openai`' in str(error)\n"
        "        else: raise SystemExit(name)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=root / "generated", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_httpx2_is_imported_only_by_who_calls(tmp_path: Path) -> None:
    write_package(client_catalog(), tmp_path)
    code = (
        "import sys, shop, shop.tools, shop.models\n"
        "assert shop.definitions and 'httpx2' not in sys.modules\n"
        "sys.modules['httpx2'] = None\n"
        "shop.tools.search(lambda made: made, q='x')\n"
        "del sys.modules['httpx2']\n"
        "assert shop.Toolset and shop.SyncToolset and 'httpx2' in sys.modules and 'toolmint' not in sys.modules\n"
        "import builtins; assert not hasattr(shop, 'Registry')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_idempotence_that_nothing_states_follows_from_the_method(tmp_path: Path, api: FakeApi) -> None:
    post = json_body()
    contracts = [
        tool("read", {}),
        tool("write", {"body": {}}, binding=post),
        tool("safe_write", {"body": {}}, binding=post, annotations=ToolAnnotations(idempotent=True)),
        tool("odd_read", {}, annotations=ToolAnnotations(idempotent=False)),
    ]
    attempts = {}
    api.respond = lambda _: json_answer({}, 503)
    with imported(catalog(*contracts), tmp_path, "stated") as package, package.SyncToolset(base_url=api.url) as tools:
        for name in ("read", "write", "safe_write", "odd_read"):
            api.requests.clear()
            tools.call(name, {"body": {}} if "write" in name else {})
            attempts[name] = len(api.requests)
    assert attempts == {"read": 3, "write": 1, "safe_write": 3, "odd_read": 1}


def test_unwrap(tools: Twin, api: FakeApi, shop: ModuleType) -> None:
    assert tools.call("search").unwrap() == {"done": True}
    with pytest.raises(shop.CallFailedError, match="unknown_tool: ") as caught:
        tools.call("nothing").unwrap()
    assert caught.value.error.kind == "unknown_tool"


@pytest.mark.slow
def test_mypy_strict(tmp_path: Path) -> None:
    write_package(client_catalog(), tmp_path)
    (tmp_path / "user.py").write_text(
        """
import asyncio
from collections.abc import Mapping

from shop import CallError, Confirmation, Event, Result, SyncToolset, Toolset, definitions


async def confirm(asked: Confirmation) -> bool:
    return asked.tool == "pay"


def observer(event: Event) -> None:
    print(event.duration)


async def main() -> Result:
    auth: Mapping[str, str] = {}
    async with Toolset(auth=auth, confirm=confirm, observer=observer) as tools:
        first = asyncio.create_task(tools.get_thing(id="a", note=None))
        await tools.call("get_thing", {"id": "a"}, context={"a": 1})
        return await first


with SyncToolset(base_url="https://api.example.com", timeout=None) as tools:
    result: Result = tools.save_thing(name="n", size=3)
    error: CallError | None = result.error
    definitions("openai")
""",
        encoding="utf-8",
    )
    (tmp_path / "wrong.py").write_text(
        """
from shop import SyncToolset, Toolset

tools = SyncToolset()
tools.get_thing()
tools.get_thing(id=3)
tools.get_thing(id="a", unknown=1)
tools.get_thing(id="a", limit=None)
SyncToolset(bas_url="x")
SyncToolset(auth={"a": 3})
SyncToolset(confirm=lambda: True)
""",
        encoding="utf-8",
    )
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file=", "--no-error-summary"]
    good = subprocess.run([*mypy, "shop", "user.py"], cwd=tmp_path, capture_output=True, text=True)
    assert good.returncode == 0, good.stdout + good.stderr
    bad = subprocess.run([*mypy, "wrong.py"], cwd=tmp_path, capture_output=True, text=True)
    lines = {int(line.split(":")[1]) for line in bad.stdout.splitlines() if ": error: " in line}
    assert lines == set(range(5, 12)), bad.stdout
