"""Anthropic's SDK sends what it is given, and has a helper of its own for strict schemas."""

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

DIALECTS = ["anthropic", "anthropic-strict"]
REPLY = {"id": "m", "type": "message", "role": "assistant", "model": "m", "content": [], "stop_reason": "end_turn"} | {
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_messages_sends_the_list_as_it_is(sdk: Sdk, server: RecordingServer, document: str, dialect: str) -> None:
    server.reply = REPLY
    client = sdk("anthropic").Anthropic(api_key="k", base_url=server.url, max_retries=0)
    tools = printed(dialect, document)
    client.messages.create(model="m", max_tokens=1, messages=[{"role": "user", "content": "hi"}], tools=tools)
    assert server.only_body()["tools"] == printed(dialect, document)
    # Neither `strict` nor `input_examples` is a beta here.
    assert "anthropic-beta" not in server.requests[0].headers


@pytest.mark.parametrize("dialect", DIALECTS)
def test_tools_are_of_the_sdk_s_type(sdk: Sdk, document: str, dialect: str) -> None:
    adapter = pydantic.TypeAdapter(sdk("anthropic.types").ToolParam)
    for tool in entries(dialect, document):
        checked = adapter.validate_python(tool, extra="forbid")
        # Pydantic hands iterables back unread.
        assert {**checked, **({"input_examples": tool["input_examples"]} if "input_examples" in tool else {})} == tool
        with pytest.raises(pydantic.ValidationError):
            adapter.validate_python(tool | {"losses": []}, extra="forbid")


def strict_tools(document: str) -> list[dict[str, Any]]:
    return [tool for dialect in DIALECTS for tool in entries(dialect, document) if tool.get("strict")]


def as_the_helper_writes(schema: Any) -> Any:
    """Write all that the helper may change: no `type` beside values that say it, and `pattern` in words."""
    if isinstance(schema, list):
        return [as_the_helper_writes(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    literal = "enum" in schema or "const" in schema
    dropped = {"pattern", *(("type",) if literal else ())}
    written = {key: as_the_helper_writes(value) for key, value in schema.items() if key not in dropped}
    if isinstance(schema.get("pattern"), str):
        words = f"{{pattern: {schema['pattern']}}}"
        written["description"] = f"{schema['description']}\n\n{words}" if "description" in schema else words
    return written


def without_type_lists(schema: Any) -> Any:
    """Write `type: [a, b]` as `anyOf`, each branch with the keywords beside it."""
    if isinstance(schema, list):
        return [without_type_lists(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    rest = {key: without_type_lists(value) for key, value in schema.items() if key != "type"}
    if isinstance(schema.get("type"), list):
        return {"anyOf": [{"type": "null"} if name == "null" else {"type": name, **rest} for name in schema["type"]]}
    return {"type": schema["type"], **rest} if "type" in schema else rest


def test_the_sdk_s_helper_loses_nothing_of_a_strict_schema(sdk: Sdk, document: str) -> None:
    transform = sdk("anthropic").transform_schema
    for tool in strict_tools(document):
        ours = without_type_lists(tool["input_schema"])
        assert transform(deepcopy(ours)) == as_the_helper_writes(ours), tool["name"]


def test_the_sdk_s_helper_still_fails_on_type_lists(sdk: Sdk) -> None:
    # anthropic-sdk-python#1764. When it is mended, `without_type_lists` can go.
    with pytest.raises(AssertionError):
        sdk("anthropic").transform_schema({"type": ["string", "null"]})


def test_the_helper_has_something_to_look_at() -> None:
    assert {tool["name"] for document in DOCUMENTS for tool in strict_tools(document)} >= {"book_room", "ping"}
