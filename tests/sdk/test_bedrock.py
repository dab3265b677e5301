"""boto3 checks a tool configuration against the service model and sends it as it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from support.compiled import entries, printed
from support.recording_server import RecordingServer

pytestmark = pytest.mark.slow

Sdk = Callable[[str], Any]

REPLY = {
    "output": {"message": {"role": "assistant", "content": [{"text": "hi"}]}},
    "stopReason": "end_turn",
    "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
    "metrics": {"latencyMs": 1},
}


def converse(sdk: Sdk, server: RecordingServer, configuration: Any) -> None:
    client = sdk("boto3").client(
        "bedrock-runtime",
        endpoint_url=server.url,
        region_name="us-east-1",
        aws_access_key_id="k",
        aws_secret_access_key="k",
    )
    client.converse(modelId="m", messages=[{"role": "user", "content": [{"text": "hi"}]}], toolConfig=configuration)


def test_converse_sends_the_configuration_as_it_is(sdk: Sdk, server: RecordingServer, document: str) -> None:
    server.reply = REPLY
    converse(sdk, server, printed("bedrock", document))
    assert server.only_body()["toolConfig"] == printed("bedrock", document)


def test_converse_would_refuse_another_shape(sdk: Sdk, server: RecordingServer) -> None:
    refused = sdk("botocore.exceptions").ParamValidationError
    specification = entries("bedrock", "accounts")[0]["toolSpec"]
    for wrong in (specification | {"losses": []}, specification | {"description": ""}, {"name": "no_schema"}):
        with pytest.raises(refused):
            converse(sdk, server, {"tools": [{"toolSpec": wrong}]})
    assert server.requests == []


def test_names_and_texts_keep_to_the_service_model(sdk: Sdk, document: str) -> None:
    # botocore checks neither the pattern nor the greatest length that its own model states.
    model = sdk("botocore.session").Session().get_service_model("bedrock-runtime")
    name = model.shape_for("ToolName").metadata
    text = model.shape_for("ToolSpecification").members["description"].metadata
    assert name
    for entry in entries("bedrock", document):
        specification = entry["toolSpec"]
        assert name["min"] <= len(specification["name"]) <= name["max"]
        assert re.fullmatch(name["pattern"], specification["name"])
        assert len(specification["description"]) >= text["min"]
