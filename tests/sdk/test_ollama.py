"""Ollama's client drops most of a schema without a word; our list holds only what it lets through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from support.compiled import DOCUMENTS, entries, printed
from support.recording_server import RecordingServer

pytestmark = pytest.mark.slow

Sdk = Callable[[str], Any]

REPLY = {"model": "m", "message": {"role": "assistant", "content": "hi"}, "done": True}


def chat(sdk: Sdk, server: RecordingServer, tools: Any) -> Any:
    server.reply = REPLY
    sdk("ollama").Client(host=server.url).chat(model="m", messages=[{"role": "user", "content": "hi"}], tools=tools)
    return server.only_body()["tools"]


def test_the_whole_list_survives_the_client(sdk: Sdk, server: RecordingServer, document: str) -> None:
    assert chat(sdk, server, printed("ollama", document)) == printed("ollama", document)


def test_the_client_drops_what_other_dialects_hold(sdk: Sdk, server: RecordingServer) -> None:
    given = {"anyOf": [{"type": "object", "properties": {"q": {"type": "string"}}}, {"type": "null"}]}
    tool = {"type": "function", "function": {"name": "a", "parameters": {"type": "object", "properties": {"b": given}}}}
    (arrived,) = chat(sdk, server, [tool])
    assert arrived["function"]["parameters"]["properties"] == {"b": {}}


def test_no_argument_is_left_without_a_type_or_a_word() -> None:
    bare = [
        (document, tool["function"]["name"], key)
        for document in DOCUMENTS
        for tool in entries("ollama", document)
        for key, schema in tool["function"]["parameters"].get("properties", {}).items()
        if not schema
    ]
    assert bare == []
