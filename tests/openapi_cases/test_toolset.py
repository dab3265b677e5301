"""Cases 5, 7, 17, 20, 21, 24, 27, 28 and 29 as a program meets them: through the generated toolset, over a socket."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support.compiling import compile_text, import_package
from support.fake_http import Answer, FakeApi, json_answer
from support.openapi import document
from support.openapi_case import Case

Cases = Callable[[int], Case]


# --- 5: names


def test_case_05_a_name_that_only_looks_alike_calls_nothing(case: Cases, api: FakeApi) -> None:
    with case(5).calling(api.url, confirm=lambda _: True) as tools:
        for name in ("users.get", "users_get", "users-get", "reposupdate_x", "get_ping"):
            error = tools.call(name, {}).error
            assert (error.kind, "there is no such tool" in error.message) == ("unknown_tool", True)
        assert api.requests == []
        assert tools.call("users_get_delete", {"id": "7"}).ok
        assert tools.repos_update_x().ok
    assert [(one.method, one.target) for one in api.requests] == [("DELETE", "/users/7"), ("PATCH", "/repos")]


# --- 7: credentials and what the host knows


def test_case_07_the_host_gives_both_and_the_model_neither(case: Cases, api: FakeApi) -> None:
    with case(7).calling(api.url, auth={"key": "k-123456"}, context={"tenant": {"id": 7}}) as tools:
        assert tools.call("list_invoices", {"year": 2026}).ok
        refused = tools.call("list_invoices", {"x-api-key": "mine", "X-Tenant-Id": 8})
    assert (refused.error.kind, refused.error.argument) == ("arguments", "x-api-key")
    sent = api.only
    assert (sent.target, sent.headers["x-api-key"], sent.headers["x-tenant-id"]) == (
        "/invoices?year=2026",
        "k-123456",
        "7",
    )


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"context": {"tenant": {"id": 7}}}, "key"),
        ({"auth": {"key": "k-123456"}}, "tenant.id"),
        ({"auth": {"key": "k-123456"}, "context": {"tenant": {"id": "seven"}}}, "tenant.id"),
    ],
)
def test_case_07_without_either_nothing_is_sent_and_no_value_is_told(
    case: Cases, api: FakeApi, given: dict[str, Any], named: str
) -> None:
    with case(7).calling(api.url, **given) as tools:
        error = tools.call("list_invoices", {}).error
    assert error.kind == "context"
    assert f"`{named}`" in error.message
    assert "seven" not in error.message
    assert api.requests == []


# --- 17: security

KEY, TOKEN, BEARER = "key-123456", "token-123456", "bearer-123456"


@pytest.mark.parametrize(
    ("tool", "auth", "sent"),
    [
        ("both", {"key": KEY, "oauth": TOKEN}, (KEY, f"Bearer {TOKEN}")),
        ("both", {"key": KEY, "oauth": TOKEN, "bearer": BEARER}, (KEY, f"Bearer {TOKEN}")),
        ("either", {"key": KEY, "oauth": TOKEN}, (KEY, None)),
        ("either", {"oauth": TOKEN}, (None, f"Bearer {TOKEN}")),
        ("none", {"key": KEY, "oauth": TOKEN, "bearer": BEARER}, (None, None)),
        ("perhaps", {"bearer": BEARER}, (None, f"Bearer {BEARER}")),
        ("perhaps", {"key": KEY}, (None, None)),
        ("none", {}, (None, None)),
    ],
)
def test_case_17_and_or_none_and_an_operations_own(
    case: Cases, api: FakeApi, tool: str, auth: dict[str, str], sent: tuple[str | None, str | None]
) -> None:
    with case(17).calling(api.url, auth=auth) as tools:
        assert tools.call(tool, {}).ok
    assert (api.only.headers.get("x-key"), api.only.headers.get("authorization")) == sent


@pytest.mark.parametrize(
    ("tool", "auth", "wanted"),
    [
        ("both", {"key": KEY}, "`key` and `oauth`"),
        ("both", {"bearer": BEARER}, "`key` and `oauth`"),
        ("either", {"bearer": BEARER}, "`key` or `oauth`"),
        ("either", {}, "`key` or `oauth`"),
    ],
)
def test_case_17_without_what_is_needed_nothing_is_sent(
    case: Cases, api: FakeApi, tool: str, auth: dict[str, str], wanted: str
) -> None:
    with case(17).calling(api.url, auth=auth) as tools:
        error = tools.call(tool, {}).error
    assert (error.kind, error.message) == ("context", f"the host has no credential for {wanted}")
    assert api.requests == []


# --- 20: responses


@pytest.mark.parametrize(
    ("tool", "answer", "value"),
    [
        ("by_default", json_answer(7), 7),
        ("by_range", json_answer(["a", "b"], 206), ["a", "b"]),
        ("by_range", json_answer([], 200), []),
        ("nothing", Answer(status=204), None),
        ("exact", json_answer({"a": 1}, 201), {"a": 1}),
        ("exact", Answer(status=201, headers={"Content-Type": "text/csv"}, body=b"a,b\r\n"), "a,b\r\n"),
        ("exact", json_answer(False), False),
    ],
)
def test_case_20_the_value_of_an_answer(case: Cases, api: FakeApi, tool: str, answer: Answer, value: Any) -> None:
    api.respond = lambda _: answer
    confirm = {"confirm": lambda _: True}  # one of them deletes
    with case(20).calling(api.url, **confirm) as tools:
        result = tools.call(tool, {})
    assert (result.ok, result.status, result.value) == (True, answer.status, value)


def test_case_20_an_error_is_no_value(case: Cases, api: FakeApi) -> None:
    api.respond = lambda _: json_answer(3, 404)
    with case(20).calling(api.url) as tools:
        result = tools.call("exact", {})
    assert (result.ok, result.value, result.status, result.error.details) == (False, None, 404, 3)


# --- 21: deprecated and internal


def test_case_21_both_are_called_like_the_rest(case: Cases, api: FakeApi) -> None:
    with case(21).calling(api.url) as tools:
        assert tools.call("get_old", {"size": 1}).ok
        assert tools.get_inner().ok
    assert [request.target for request in api.requests] == ["/old?size=1", "/inner"]


def test_case_21_an_excluded_one_cannot_be_called(case: Cases, api: FakeApi) -> None:
    with case(21).calling(api.url) as tools:
        assert tools.call("get_older", {}).error.kind == "unknown_tool"
    assert api.requests == []


# --- 24: long text


def test_case_24_a_tool_with_a_long_description_is_listed_whole_and_called(api: FakeApi, tmp_path: Path) -> None:
    text = "a word and " * 2_000
    result = compile_text(document({"description": text}, method="get"), tmp_path, "long")
    with import_package(result, "long", tmp_path) as package, package.SyncToolset(base_url=api.url) as tools:
        (listed,) = tools.definitions("openai")
        assert listed["function"]["description"] == text.strip()
        assert tools.call("do_thing", {}).ok
    assert api.only.target == "/things"


# --- 27: mistakes


def test_case_27_what_is_left_can_be_called(case: Cases, api: FakeApi) -> None:
    with case(27).calling(api.url) as tools:
        assert tools.call("fine", {}).ok
        assert [tools.call(name, {}).error.kind for name in ("twice", "undeclared", "template")] == ["unknown_tool"] * 3
    assert [request.target for request in api.requests] == ["/fine"]


# --- 28: servers


def test_case_28_the_host_must_say_where_a_relative_server_is(case: Cases) -> None:
    with pytest.raises(ValueError, match=r"has no absolute URL: its server is `/relative`; pass base_url="):
        case(28).calling()


SERVERS = """
openapi: 3.1.0
info: {{title: Servers, version: "1"}}
servers:
  - url: http://{{host}}/{{base}}
    variables: {{host: {{default: "127.0.0.1:1"}}, base: {{default: v1, enum: [v1, v2]}}}}
paths:
  /a: {{get: {{operationId: a, responses: {{"204": {{description: ok}}}}}}}}
  /b:
    get:
      operationId: b
      servers: [{{url: '{url}/upload/'}}]
      responses: {{"204": {{description: ok}}}}
"""


def test_case_28_variables_are_put_in_and_an_operations_own_server_counts(api: FakeApi, tmp_path: Path) -> None:
    result = compile_text(SERVERS.format(url=api.url), tmp_path, "served", targets=("contract", "python"))
    host = api.url.removeprefix("http://")
    with import_package(result, "served", tmp_path) as package:
        with package.SyncToolset(variables={"host": host, "base": "v2"}) as tools:
            assert tools.a().ok
            assert tools.b().ok
        with package.SyncToolset(variables={"host": host}) as tools:
            assert tools.a().ok
        with pytest.raises(ValueError, match="`base` is one of `v1`, `v2`"):
            package.SyncToolset(variables={"base": "v3"})
        with pytest.raises(ValueError, match="no server variable `hsot`"):
            package.SyncToolset(variables={"hsot": host})
    assert [request.target for request in api.requests] == ["/v2/a", "/upload/b", "/v1/a"]


def test_case_28_base_url_takes_the_place_of_every_server(case: Cases, api: FakeApi) -> None:
    with case(28).calling(f"{api.url}/v9/") as tools:
        assert [tools.call(name, {}).ok for name in ("a", "b", "c")] == [True] * 3
    assert [request.target for request in api.requests] == ["/v9/a", "/v9/b", "/v9/b"]


# --- 29: the same bytes everywhere


def test_case_29_equal_calls_are_equal_bytes(case: Cases) -> None:
    photo = {"file": "data:image/png;base64,iVBORw0KGgo=", "caption": "a"}
    arguments = {name: value for name, value in photo.items() if name in case(12).properties("photo")}
    first, second = (case(12).send("photo", arguments) for _ in range(2))
    assert b"boundary=" in (first.header("Content-Type") or b"")
    assert (first.line, first.headers, first.body) == (second.line, second.headers, second.body)
