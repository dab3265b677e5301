"""OpenAI's SDK sends what it is given, and has a helper of its own for strict schemas."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pydantic
import pytest

from support.compiled import DOCUMENTS, entries, printed
from support.recording_server import RecordingServer

pytestmark = pytest.mark.slow

Sdk = Callable[[str], Any]

CHAT = ["openai", "openai-strict"]
CHAT_REPLY = {"id": "c", "object": "chat.completion", "created": 0, "model": "m", "choices": []}
RESPONSE = {"id": "r", "object": "response", "created_at": 0, "model": "m", "output": []} | {
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
}


def client(sdk: Sdk, server: RecordingServer) -> Any:
    return sdk("openai").OpenAI(api_key="k", base_url=server.url, max_retries=0)


@pytest.mark.parametrize("dialect", CHAT)
def test_chat_sends_the_list_as_it_is(sdk: Sdk, server: RecordingServer, document: str, dialect: str) -> None:
    server.reply = CHAT_REPLY
    tools = printed(dialect, document)
    client(sdk, server).chat.completions.create(model="m", messages=[{"role": "user", "content": "hi"}], tools=tools)
    assert server.only_body()["tools"] == printed(dialect, document)


def test_responses_sends_the_list_as_it_is(sdk: Sdk, server: RecordingServer, document: str) -> None:
    server.reply = RESPONSE
    client(sdk, server).responses.create(model="m", input="hi", tools=printed("openai-responses", document))
    assert server.only_body()["tools"] == printed("openai-responses", document)


@pytest.mark.parametrize("dialect", CHAT)
def test_chat_tools_are_of_the_sdk_s_type(sdk: Sdk, document: str, dialect: str) -> None:
    adapter = pydantic.TypeAdapter(sdk("openai.types.chat").ChatCompletionFunctionToolParam)
    for tool in entries(dialect, document):
        assert adapter.validate_python(tool, extra="forbid") == tool


def test_response_tools_are_of_the_sdk_s_type(sdk: Sdk, document: str) -> None:
    adapter = pydantic.TypeAdapter(sdk("openai.types.responses").FunctionToolParam)
    for tool in entries("openai-responses", document):
        assert adapter.validate_python(tool, extra="forbid") == tool
        # Without the flag, and with a key that nobody knows, the same check fails.
        with pytest.raises(pydantic.ValidationError):
            adapter.validate_python({key: value for key, value in tool.items() if key != "strict"}, extra="forbid")
        with pytest.raises(pydantic.ValidationError):
            adapter.validate_python(tool | {"losses": []}, extra="forbid")


def strict_functions(document: str) -> list[dict[str, Any]]:
    chat = [tool["function"] for dialect in CHAT for tool in entries(dialect, document)]
    return [one for one in [*chat, *entries("openai-responses", document)] if one.get("strict")]


def test_the_sdk_s_strict_helper_changes_nothing_of_a_strict_schema(sdk: Sdk, document: str) -> None:
    ensure = sdk("openai.lib._pydantic")._ensure_strict_json_schema
    for function in strict_functions(document):
        ours = function["parameters"]
        helped = deepcopy(ours)
        assert ensure(helped, path=(), root=helped) == ours, function["name"]


def test_the_strict_helper_has_something_to_look_at() -> None:
    names = {one["name"] for document in DOCUMENTS for one in strict_functions(document)}
    assert {"book_room", "ping", "users_get_delete", "submit_refund_request", "list_transactions"} <= names


@pytest.mark.parametrize(("dialect", "document"), [("openai", "strict"), ("openai-strict", "after_sales")])
def test_the_sdk_parses_strict_tools(sdk: Sdk, server: RecordingServer, dialect: str, document: str) -> None:
    server.reply = CHAT_REPLY
    parse = client(sdk, server).chat.completions.parse
    parse(model="m", messages=[{"role": "user", "content": "hi"}], tools=printed(dialect, document))
    assert server.only_body()["tools"] == printed(dialect, document)


def test_the_sdk_parses_no_other_tools(sdk: Sdk, server: RecordingServer) -> None:
    parse = client(sdk, server).chat.completions.parse
    with pytest.raises(ValueError, match="strict"):
        parse(model="m", messages=[{"role": "user", "content": "hi"}], tools=printed("openai", "after_sales"))
    assert server.requests == []
