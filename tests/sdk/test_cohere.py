"""Cohere's SDK sends the tools of a v2 chat as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from support.compiled import entries, printed
from support.recording_server import RecordingServer

pytestmark = pytest.mark.slow

Sdk = Callable[[str], Any]

REPLY = {"id": "c", "finish_reason": "COMPLETE", "message": {"role": "assistant", "content": []}}


def test_chat_sends_the_list_as_it_is(sdk: Sdk, server: RecordingServer, document: str) -> None:
    server.reply = REPLY
    client = sdk("cohere").ClientV2(api_key="k", base_url=server.url)
    messages = [{"role": "user", "content": "hi"}]
    client.chat(model="m", messages=messages, tools=printed("cohere", document), strict_tools=True)
    assert server.only_body()["tools"] == printed("cohere", document)
    assert server.only_body()["strict_tools"] is True


def test_tools_are_of_the_sdk_s_type(sdk: Sdk, document: str) -> None:
    for tool in entries("cohere", document):
        checked = sdk("cohere").ToolV2.model_validate(tool)
        # The model keeps what it does not know, so that is looked for by hand.
        assert not checked.model_extra
        assert not checked.function.model_extra
        assert checked.model_dump(exclude_none=True) == tool
