"""Mistral's SDK parses tools into models of its own, and what these do not know never arrives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pydantic
import pytest

from support.compiled import entries, printed
from support.recording_server import RecordingServer

pytestmark = pytest.mark.slow

Sdk = Callable[[str], Any]

REPLY = {"id": "m", "object": "chat.completion", "model": "m", "created": 0, "choices": []} | {
    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
}


def chat(sdk: Sdk, server: RecordingServer, tools: Any) -> Any:
    server.reply = REPLY
    client = sdk("mistralai.client").Mistral(api_key="k", server_url=server.url)
    client.chat.complete(model="m", messages=[{"role": "user", "content": "hi"}], tools=tools)
    return server.only_body()["tools"]


def test_chat_sends_the_list_as_it_is(sdk: Sdk, server: RecordingServer, document: str) -> None:
    assert chat(sdk, server, printed("mistral", document)) == printed("mistral", document)


def test_what_the_sdk_does_not_know_would_not_arrive(sdk: Sdk, server: RecordingServer) -> None:
    (tool, *_) = entries("mistral", "accounts")
    arrived = chat(sdk, server, [{"type": "function", "function": tool["function"] | {"losses": []}}])
    assert arrived == [tool]


def test_tools_are_of_the_sdk_s_type(sdk: Sdk, document: str) -> None:
    adapter = pydantic.TypeAdapter(sdk("mistralai.client.models").ToolTypedDict)
    for tool in entries("mistral", document):
        assert adapter.validate_python(tool, extra="forbid") == tool
        with pytest.raises(pydantic.ValidationError):
            adapter.validate_python({"type": "function", "function": {"name": "no_parameters"}}, extra="forbid")
