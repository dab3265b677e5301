"""Credentials and servers of the generated client: where they go, and where they are never seen."""

from __future__ import annotations

import base64
import itertools
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2
import pytest

from toolmint.ir.binding import HttpBinding, Server

from support.client_catalog import SCHEMES, Twin, TwinName, client_catalog, given, secured_catalog
from support.fake_http import Answer, FakeApi, Received, fake_api, json_answer
from support.importing import catalog, imported, tool

TWINS: tuple[TwinName, ...] = ("async", "sync")
TOKEN = 'tok/en+"of-40 chars\\é'
PLAIN = "s3cret-token-0123456789"
PASSWORD = "pass word/&?"
Open = Callable[..., Twin]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with imported(secured_catalog(), tmp_path_factory.mktemp("secured"), "secured") as package:
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

    def open_twin(auth: Any = None, **options: Any) -> Twin:
        made.append(Twin(shop, twin, **{"base_url": api.url, "auth": auth, **options}))
        return made[-1]

    yield open_twin
    for one in made:
        one.close()


def basic(user: str, password: str) -> str:
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()


@pytest.mark.parametrize(
    ("scheme", "credential", "header", "value", "target"),
    [
        ("header", PLAIN, "x-key", PLAIN, "/by_header"),
        ("query", PLAIN, "authorization", None, f"/by_query?api%20key={PLAIN}"),
        ("query", "a&b=c#d", "authorization", None, "/by_query?api%20key=a%26b%3Dc%23d"),
        ("cookie", PLAIN, "cookie", f"session={PLAIN}", "/by_cookie"),
        ("bearer", PLAIN, "authorization", f"Bearer {PLAIN}", "/by_bearer"),
        ("basic", ("me", PASSWORD), "authorization", basic("me", PASSWORD), "/by_basic"),
        ("oauth", PLAIN, "authorization", f"Bearer {PLAIN}", "/by_oauth"),
        ("openid", PLAIN, "authorization", f"Bearer {PLAIN}", "/by_openid"),
    ],
)
@pytest.mark.parametrize("source", ["value", "function", "async function"])
def test_each_scheme_goes_to_its_place(
    opened: Open,
    twin: TwinName,
    api: FakeApi,
    scheme: str,
    credential: Any,
    header: str,
    value: Any,
    target: str,
    source: str,
) -> None:
    made = {"value": credential, "function": lambda: credential, "async function": given(twin, lambda: credential)}
    assert opened({scheme: made[source]}).call(f"by_{scheme}").ok
    assert api.only.target == target
    assert api.only.headers.get(header) == value


def test_a_function_is_asked_for_every_call(opened: Open, api: FakeApi) -> None:
    numbers = itertools.count()
    tools = opened({"bearer": lambda: f"token-{next(numbers)}"})
    for _ in range(2):
        assert tools.call("by_bearer").ok
    assert [r.headers["authorization"] for r in api.requests] == ["Bearer token-0", "Bearer token-1"]
    # Its own attempts, though, are one call.
    api.queue.append(json_answer({}, 503))
    tools.call("by_bearer")
    assert [r.headers["authorization"] for r in api.requests[2:]] == ["Bearer token-2"] * 2


@pytest.mark.parametrize(
    ("name", "have", "sent"),
    [
        ("by_both", {"header", "bearer"}, {"x-key", "authorization"}),
        ("by_both", {"header"}, None),
        ("by_both", {"bearer", "basic"}, None),
        ("by_either", {"header", "query"}, {"x-key", "query"}),
        ("by_either", {"header", "basic"}, {"authorization"}),
        ("by_either", {"header", "query", "basic"}, {"x-key", "query"}),
        ("by_either", {"header"}, None),
        ("by_any", set(), set()),
        ("by_any", {"bearer"}, {"authorization"}),
        ("by_none", {"bearer", "header", "query", "cookie"}, set()),
        ("by_certificate", {"bearer"}, None),
    ],
)
def test_what_an_operation_needs_is_computed(
    opened: Open, api: FakeApi, name: str, have: set[str], sent: set[str] | None
) -> None:
    auth = {scheme: ("me", "password") if scheme == "basic" else PLAIN for scheme in have}
    result = opened(auth).call(name)
    if sent is None:
        assert (result.error.kind, result.error.retryable) == ("context", False)
        assert api.requests == []
        return
    assert result.ok
    found = {header for header in ("x-key", "authorization", "cookie") if header in api.only.headers}
    assert found | ({"query"} if "api%20key" in api.only.target else set()) == sent


def test_a_missing_credential_is_named(opened: Open) -> None:
    message = opened().call("by_either").error.message
    assert message == "the host has no credential for `header` and `query` or `basic`"


def test_a_client_may_do_what_is_not_done_here(shop: ModuleType, twin: TwinName, api: FakeApi) -> None:
    client = httpx2.AsyncClient() if twin == "async" else httpx2.Client()
    tools = Twin(shop, twin, base_url=api.url, client=client)
    assert tools.call("by_certificate").ok
    assert tools.call("by_digest").ok
    assert not tools.call("by_header").ok
    tools.run(client.aclose() if isinstance(client, httpx2.AsyncClient) else client.close())
    tools.close()


def test_no_argument_replaces_a_credential(opened: Open, api: FakeApi) -> None:
    tools = opened({"header": "the-hosts", "cookie": "the-hosts"})
    assert tools.call("by_place", {"X-Key": "the-models", "session": "the-models"}).ok
    assert api.only.headers["x-key"] == "the-hosts"
    assert api.only.headers["cookie"].endswith("; session=the-hosts")


@pytest.mark.parametrize(
    ("auth", "message"),
    [
        ({"beaer": PLAIN}, "there is no security scheme `beaer`; there are: `header`,"),
        ({"bearer": ("me", PLAIN)}, "the credential for `bearer` is to be a token, as text"),
        ({"bearer": ""}, "the credential for `bearer` is to be a token, as text"),
        ({"basic": PLAIN}, r"the credential for `basic` is to be \(user, password\)"),
        ({"basic": ("m:e", PLAIN)}, "the user for `basic` holds a colon"),
        ({"bearer": PLAIN + "\n"}, "the credential for `bearer` holds white space"),
        ({"cookie": PLAIN + "; admin=1"}, "the credential for `cookie` holds white space"),
        ({"digest": PLAIN}, "the scheme `digest` needs an HTTP client that does it"),
    ],
)
def test_a_credential_that_cannot_be_used(
    opened: Open, twin: TwinName, api: FakeApi, auth: dict[str, Any], message: str
) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        opened(auth)
    assert PLAIN not in str(caught.value)
    ((name, credential),) = auth.items()
    if name in {scheme.name for scheme in SCHEMES}:
        error = opened({name: given(twin, lambda: credential)}).call(f"by_{name}").error
        assert error.kind == "context"
        assert f"`{name}`" in error.message
        assert PLAIN not in repr(error)
        assert api.requests == []


def test_a_function_that_fails(opened: Open, twin: TwinName) -> None:
    def broken() -> str:
        raise RuntimeError(f"refused for {PLAIN}")

    error = opened({"bearer": given(twin, broken)}).call("by_bearer").error
    assert error.kind == "context"
    assert error.message == "the host could not get a credential for `bearer` (RuntimeError)"


# --- where a credential is never seen


def spellings(secret: str) -> list[str]:
    encoded = base64.b64encode(f"me:{secret}".encode()).decode()
    return [secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], encoded]


def echoes(request: Received, secret: str) -> list[Answer]:
    """Answers of an API that gives everything back that it gets."""
    heard = {"target": request.target, "headers": dict(request.headers)}
    text = json.dumps(heard)
    pretty = json.dumps(heard, ensure_ascii=False)
    # As one byte a character, which is how the server read them.
    raw = {key: value.encode("latin-1").decode("utf-8", "replace") for key, value in request.headers.items()}
    return [
        json_answer(heard),
        json_answer(heard, 400),
        json_answer(raw),
        Answer(body=json.dumps(raw, ensure_ascii=False).encode(), headers={"Content-Type": "application/json"}),
        Answer(body=text.replace("/", "\\/").encode(), headers={"Content-Type": "application/json"}),
        Answer(body=pretty.encode(), headers={"Content-Type": "text/plain"}),
        Answer(body="\n".join(raw.values()).encode(), headers={"Content-Type": "text/plain"}),
        Answer(status=500, body=b"x" * 1_496 + secret.encode()),
        Answer(status=500, body=text.encode(), headers={"Content-Type": "text/html"}),
        Answer(status=401, headers={"WWW-Authenticate": f"Bearer {request.headers.get('authorization', '')}"}),
        Answer(status=302, headers={"Location": f"//{secret}.example.com/"}),
        Answer(status=303, headers={"Location": f"/{secret}"}),
        Answer(hang_up=True),
    ]


def test_every_echo_is_of_the_credential() -> None:
    request = Received(method="GET", target="/", headers={"authorization": PLAIN, "x-key": PLAIN}, body=b"")
    for answer in echoes(request, PLAIN)[:-1]:
        assert PLAIN in f"{answer.body!r} {answer.headers}"


CUT = 7
"""The one of `echoes` that is longer than what is read, and ends inside of it."""
IN_HEADERS = (9, 10, 11)
"""Those of `echoes` that have it in a header: at DEBUG, httpcore2 logs the headers of every response as they came."""


@pytest.mark.parametrize("secret", [PLAIN, TOKEN], ids=["plain", "odd"])
@pytest.mark.parametrize("scheme", ["header", "query", "cookie", "bearer", "basic"])
def test_no_credential_is_in_anything_that_comes_out(
    opened: Open, api: FakeApi, caplog: pytest.LogCaptureFixture, capfd: Any, secret: str, scheme: str
) -> None:
    if scheme == "cookie":
        secret = secret.replace(" ", "")
    events: list[Any] = []
    credential = ("me", secret) if scheme == "basic" else secret
    tools = opened({scheme: credential}, observer=events.append, retries=0, max_result_bytes=1_500)
    for number in range(13):
        api.requests.clear()
        api.respond = lambda request, number=number: echoes(request, secret)[number]  # type: ignore[misc]
        caplog.set_level(logging.DEBUG)
        caplog.set_level(logging.INFO if number in IN_HEADERS else logging.DEBUG, "httpcore2")
        result = tools.call(f"by_{scheme}")
        assert len(api.requests) == 1
        everything = "\n".join(map(str, shown(tools, result, caplog, [*events, *capfd.readouterr()])))
        assert f"by_{scheme}" in everything
        for spelling in spellings(secret):
            assert spelling not in everything, number
        if number == CUT:
            # A credential that is cut off is one, too.
            assert result.error.details == "x" * 1_496
        caplog.clear()


def shown(tools: Twin, result: Any, caplog: pytest.LogCaptureFixture, others: list[Any]) -> list[Any]:
    """Return all that a host, a model or a log may get to see of a call."""
    written = result.to_dict()
    texts = [json.dumps(written), json.dumps(written, ensure_ascii=False), caplog.text]
    inside = [vars(tools.tools), vars(tools.tools._calls), repr(tools.tools)]
    return [*others, *texts, *inside, written, result, repr(result), result.error, repr(result.error)]


def test_a_step_does_not_show_what_it_sends(shop: ModuleType, api: FakeApi) -> None:
    shown: list[str] = []

    class Looking(shop.SyncToolset):  # type: ignore[misc, name-defined]
        def _exchange(self, exchange: Any) -> Any:
            shown.append(repr(exchange))
            answer = super()._exchange(exchange)
            shown.append(repr(answer))
            return answer

    with Looking(base_url=api.url, auth={"query": PLAIN, "header": PLAIN}) as tools:
        assert tools.call("by_either", {}).ok
    assert len(shown) == 2
    assert PLAIN not in "".join(shown)
    assert PLAIN in api.only.target


@pytest.mark.parametrize("scheme", ["header", "query", "cookie", "bearer", "basic"])
def test_no_credential_leaves_for_another_host(opened: Open, api: FakeApi, scheme: str) -> None:
    tools = opened({scheme: ("me", PASSWORD) if scheme == "basic" else PLAIN})
    with fake_api() as other:
        for status in (301, 302, 303, 307, 308):
            api.queue.append(Answer(status=status, headers={"Location": other.url}))
            assert tools.call(f"by_{scheme}").error.kind == "redirect"
        assert other.connections == 0


def test_on_its_own_host_a_redirect_keeps_them(opened: Open, api: FakeApi) -> None:
    tools = opened({"header": PLAIN, "query": PLAIN})
    api.queue.append(Answer(status=307, headers={"Location": f"/moved?a=1&api%20key={PLAIN}"}))
    assert tools.call("by_either").ok
    assert api.requests[-1].target == f"/moved?a=1&api%20key={PLAIN}"
    assert api.requests[-1].headers["x-key"] == PLAIN


# --- servers


def transport(twin: TwinName, asked: list[httpx2.Request]) -> Any:
    def handle(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        return httpx2.Response(200, json={})

    client = httpx2.AsyncClient if twin == "async" else httpx2.Client
    return client(transport=httpx2.MockTransport(handle))


@pytest.mark.parametrize(
    ("options", "url", "elsewhere"),
    [
        ({}, "https://eu.example.com/v1/by_none", "https://else.example.com/e"),
        ({"variables": {"region": "us"}}, "https://us.example.com/v1/by_none", "https://else.example.com/e"),
        ({"variables": {"base": "a/b"}}, "https://eu.example.com/a/b/by_none", "https://else.example.com/e"),
        ({"base_url": "http://h:8080/p/"}, "http://h:8080/p/by_none", "http://h:8080/p/e"),
        ({"base_url": "HTTPS://Host"}, "https://host/by_none", "https://host/e"),
    ],
)
def test_where_the_api_answers(
    shop: ModuleType, twin: TwinName, options: dict[str, Any], url: str, elsewhere: str
) -> None:
    asked: list[httpx2.Request] = []
    tools = Twin(shop, twin, client=transport(twin, asked), **options)
    assert tools.call("by_none").ok
    assert tools.call("elsewhere").ok
    assert [str(request.url) for request in asked] == [url, elsewhere]
    tools.close()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"variables": {"region": "moon"}}, "the server variable `region` is one of `eu`, `us`"),
        ({"variables": {"regoin": "eu"}}, "there is no server variable `regoin`; there are: `base`, `region`"),
        ({"base_url": "api.example.com"}, "base_url is no absolute URL: `api.example.com`"),
        ({"base_url": "/v1"}, "base_url is no absolute URL"),
        ({"base_url": "ftp://h"}, "base_url is no absolute URL"),
        ({"base_url": "https://h/?a=1"}, "base_url ends in a query or a fragment"),
        ({"base_url": f"https://me:{PLAIN}@h"}, "pass them with auth="),
        ({"base_url": "https://h:port"}, "[Pp]ort"),
    ],
)
def test_a_server_that_cannot_be_used(shop: ModuleType, twin: TwinName, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        Twin(shop, twin, **options)
    assert PLAIN not in str(caught.value)


@pytest.mark.parametrize(
    ("servers", "message"),
    [
        ((), "relative has no absolute URL: its document names no server; pass base_url="),
        ((Server(url="/v2"),), "relative has no absolute URL: its server is `/v2`; pass base_url="),
        ((Server(url="https://{host}/v2"),), "the server variable `host` has no default; pass variables="),
    ],
)
def test_a_document_without_an_absolute_server(tmp_path: Path, servers: tuple[Server, ...], message: str) -> None:
    from dataclasses import replace

    source = replace(catalog(tool("ping", {}), servers=servers), name="relative")
    with imported(source, tmp_path, "relative") as package:
        with pytest.raises(ValueError, match=message):
            package.SyncToolset()
        assert repr(package.SyncToolset(base_url="https://h/v")) == "<SyncToolset https://h/v>"


def test_servers_of_every_operation_are_enough(tmp_path: Path) -> None:
    own = HttpBinding(method="GET", path="/x", servers=(Server(url="https://own.example.com"),))
    with imported(catalog(tool("own", {}, binding=own)), tmp_path, "own_servers") as package:
        package.SyncToolset().close()


def test_a_query_credential_is_in_no_url_that_a_client_logs(shop: ModuleType, twin: TwinName) -> None:
    asked: list[httpx2.Request] = []
    tools = Twin(shop, twin, client=transport(twin, asked), base_url="https://h", auth={"query": PLAIN})
    assert tools.call("by_query").ok
    assert asked[0].url.query == f"api%20key={PLAIN}".encode()
    assert PLAIN not in f"{asked[0].url} {asked[0].url!r} {asked[0]!r}"
    tools.close()


def test_many_toolsets_may_share_a_client(api: FakeApi, tmp_path: Path) -> None:
    with imported(client_catalog(), tmp_path, "shared") as package, httpx2.Client() as client:
        for number in range(20):
            tools = package.SyncToolset(base_url=api.url, client=client, context={"tenant": {"id": number}})
            assert tools.call("tenants", {}).ok
            tools.close()
    assert [r.headers["x-tenant"] for r in api.requests] == [str(n) for n in range(20)]
    assert api.connections == 1
