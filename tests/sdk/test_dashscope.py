"""DashScope's SDK sends tools as they are, below `parameters`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from support.compiled import printed
from support.recording_server import RecordingServer

pytestmark = pytest.mark.slow

Sdk = Callable[[str], Any]

REPLY = {"status_code": 200, "request_id": "r", "output": {"choices": []}, "usage": {}}


def test_generation_sends_the_list_as_it_is(
    sdk: Sdk, server: RecordingServer, document: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    dashscope = sdk("dashscope")
    monkeypatch.setattr(dashscope, "base_http_api_url", server.url)
    server.reply = REPLY
    answer = dashscope.Generation.call(
        model="m",
        api_key="k",
        messages=[{"role": "user", "content": "hi"}],
        tools=printed("dashscope", document),
        result_format="message",
    )
    assert answer.status_code == 200
    assert server.only_body()["parameters"]["tools"] == printed("dashscope", document)
