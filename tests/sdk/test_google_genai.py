"""Google's SDK checks `parameters`, passes `parametersJsonSchema` through, and spells its keys in snake case."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pydantic
import pytest

from support.compiled import entries, printed
from support.recording_server import RecordingServer

pytestmark = pytest.mark.slow

Sdk = Callable[[str], Any]


def camel(name: str) -> str:
    return re.sub("_([a-z])", lambda found: found[1].upper(), name)


def one_spelling(schema: Any) -> Any:
    """Write a `parameters` schema in camel case with types in capitals; names of arguments stay as they are."""
    if isinstance(schema, list):
        return [one_spelling(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    written = {camel(key): value for key, value in schema.items()}
    for key in {"items", "anyOf"} & written.keys():
        written[key] = one_spelling(written[key])
    if "properties" in written:
        written["properties"] = {name: one_spelling(one) for name, one in written["properties"].items()}
    return {**written, "type": written["type"].upper()} if "type" in written else written


def declarations(tools: Any) -> list[dict[str, Any]]:
    """Return what stands in a list, in one spelling; a JSON Schema inside stays as it is."""
    (tool,) = tools
    ((key, found),) = tool.items()
    assert camel(key) == "functionDeclarations"
    written = [{camel(key): value for key, value in declaration.items()} for declaration in found]
    return [{**one, "parameters": one_spelling(one["parameters"])} if "parameters" in one else one for one in written]


def generate(sdk: Sdk, server: RecordingServer, tools: Any) -> Any:
    """Ask for content with these tools, and return the tools that arrived."""
    genai = sdk("google.genai")
    server.reply = {"candidates": []}
    client = genai.Client(api_key="k", http_options=genai.types.HttpOptions(base_url=server.url))
    client.models.generate_content(model="m", contents="hi", config=genai.types.GenerateContentConfig(tools=tools))
    client.close()
    return server.only_body()["tools"]


@pytest.mark.parametrize("dialect", ["gemini", "gemini-parameters"])
def test_content_is_asked_for_with_the_list_as_it_is(
    sdk: Sdk, server: RecordingServer, document: str, dialect: str
) -> None:
    arrived = generate(sdk, server, printed(dialect, document))
    assert declarations(arrived) == declarations(printed(dialect, document))


def test_json_schema_arrives_untouched(sdk: Sdk, server: RecordingServer) -> None:
    (tool,) = generate(sdk, server, printed("gemini", "torture"))
    schemas = [next((one[key] for key in one if "chema" in key), None) for one in next(iter(tool.values()))]
    assert schemas == [one.get("parametersJsonSchema") for one in entries("gemini", "torture")]


@pytest.mark.parametrize("dialect", ["gemini", "gemini-parameters"])
def test_declarations_are_of_the_sdk_s_type(
    sdk: Sdk, document: str, dialect: str, recwarn: pytest.WarningsRecorder
) -> None:
    types = sdk("google.genai").types
    for declaration in entries(dialect, document):
        checked = types.FunctionDeclaration.model_validate(declaration)
        dumped = checked.model_dump(by_alias=True, exclude_none=True, mode="json")
        assert declarations([{"functionDeclarations": [dumped]}]) == declarations(
            [{"functionDeclarations": [declaration]}]
        )
        with pytest.raises(pydantic.ValidationError):
            types.FunctionDeclaration.model_validate(declaration | {"losses": []})
    # A type that the SDK does not know gets a warning alone.
    assert [str(one.message) for one in recwarn if issubclass(one.category, UserWarning)] == []


def test_a_json_schema_would_be_refused_as_parameters(sdk: Sdk) -> None:
    types = sdk("google.genai").types
    for keyword, value in (("const", 1), ("exclusiveMinimum", 0), ("oneOf", []), ("$ref", "#/$defs/A")):
        with pytest.raises(pydantic.ValidationError):
            types.FunctionDeclaration.model_validate({"name": "a", "parameters": {"type": "object", keyword: value}})
