"""A tool says the same in whatever provider's list it stands."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from toolmint.documents import DocumentStore
from toolmint.errors import SourceError
from toolmint.ir.binding import McpBinding
from toolmint.ir.codec import catalog_from_json, catalog_to_json
from toolmint.location import Location
from toolmint.source import Extraction, SourceInput
from toolmint.sources import load_source
from toolmint.sources.tool_list.schema_dialects import modernised

SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string", "description": "A city"}, "unit": {"$ref": "#/$defs/Unit"}},
    "required": ["city"],
    "$defs": {"Unit": {"type": "string", "enum": ["C", "F"]}},
}
SAID: dict[str, Any] = {"name": "get_weather", "description": "Tell the weather."}
MCP = {**SAID, "inputSchema": SCHEMA}
FUNCTION = {**SAID, "parameters": SCHEMA}
SHAPES: dict[str, Any] = {
    "MCP": {"tools": [MCP]},
    "MCP, an answer": {"jsonrpc": "2.0", "id": 1, "result": {"tools": [MCP]}},
    "MCP, a list": [MCP],
    "one tool": MCP,
    "OpenAI": [{"type": "function", "function": FUNCTION}],
    "OpenAI, a request": {"model": "m", "messages": [], "tools": [{"type": "function", "function": FUNCTION}]},
    "OpenAI Responses": [{"type": "function", **FUNCTION}],
    "Anthropic": [{**SAID, "input_schema": SCHEMA}],
    "Anthropic, custom": [{"type": "custom", **SAID, "input_schema": SCHEMA}],
    "Gemini": [{"functionDeclarations": [{**SAID, "parametersJsonSchema": SCHEMA}]}],
    "Gemini, Python": [{"function_declarations": [{**SAID, "parameters_json_schema": SCHEMA}]}],
    "Gemini, one group": {"functionDeclarations": [{**SAID, "parametersJsonSchema": SCHEMA}]},
    "Bedrock": {"tools": [{"toolSpec": {**SAID, "inputSchema": {"json": SCHEMA}}}]},
}


# By another way than the compiler's: this object has no number, on which ways of writing JSON differ.
WRITTEN = json.dumps(MCP, sort_keys=True, separators=(",", ":"))
DEFINITION = hashlib.sha256(WRITTEN.encode()).hexdigest()
"""Only the object that an MCP server sends is what a client of one compares."""


def listed(value: Any) -> list[Any]:
    """Return the tools of an MCP list, or what else is there."""
    value = value.get("result", value) if isinstance(value, dict) else value
    value = value.get("tools", [value]) if isinstance(value, dict) else value
    return list(value)


def extracted(value: Any, folder: Path) -> Extraction:
    (folder / "list.json").write_text(json.dumps(value), encoding="utf-8")
    source = SourceInput(name="listed", kind="tool-list", file=Path("list.json"))
    return load_source("tool-list").extract(source, DocumentStore(folder))


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_read_alike(shape: str, tmp_path: Path) -> None:
    found = extracted(SHAPES[shape], tmp_path)
    assert found.diagnostics == ()
    (tool,) = found.catalog.contracts
    assert (tool.name, tool.prose.verbatim, tool.binding) == (
        "get_weather",
        "Tell the weather.",
        McpBinding(tool="get_weather", definition=DEFINITION if MCP in listed(SHAPES[shape]) else None),
    )
    assert tool.input_schema["properties"] == {
        "city": {"type": "string", "description": "A city"},
        "unit": {"$ref": "#/$defs/Unit"},
    }
    assert found.catalog.definitions.input == {"Unit": {"type": "string", "enum": ["C", "F"]}}
    assert load_source("tool-list").claims(tmp_path / "list.json", DocumentStore(tmp_path))
    written = json.loads(json.dumps(catalog_to_json(found.catalog)))
    assert catalog_from_json(written, path="contract.json") == found.catalog


def test_gemini_spells_types_in_upper_case(tmp_path: Path) -> None:
    schema = {"type": "OBJECT", "properties": {"n": {"type": "INTEGER", "nullable": True}}}
    (tool,) = extracted([{**SAID, "parameters": schema}], tmp_path).catalog.contracts
    assert tool.input_schema == {"type": "object", "properties": {"n": {"type": ["integer", "null"]}}}


def test_a_value_that_looks_like_a_schema_is_left_alone(tmp_path: Path) -> None:
    default = {"$ref": "#/x", "type": "STRING", "items": [1]}
    schema = {"type": "object", "properties": {"enum": {"type": "object", "default": default}}}
    (tool,) = extracted([{**SAID, "inputSchema": schema}], tmp_path).catalog.contracts
    assert tool.input_schema["properties"] == {"enum": {"type": "object", "default": default}}


def test_older_drafts_are_written_as_2020_12_and_leave_the_document_as_it_is() -> None:
    schema = {
        "type": "OBJECT",
        "properties": {"pair": {"items": [{"type": "STRING"}], "additionalItems": False}, "plain": {"type": "string"}},
        "dependencies": {"pair": ["plain"], "plain": {"minProperties": 2}},
        "dependentRequired": {"plain": ["pair"]},
        "dependentSchemas": {"pair": {"maxProperties": 2}},
        "$defs": {"unit": {"$ref": "#/properties/plain"}},
    }
    before = json.dumps(schema)
    modern = modernised(schema, root="/tools/0/inputSchema")
    assert modern == {
        "type": "object",
        "properties": {"pair": {"prefixItems": [{"type": "string"}], "items": False}, "plain": {"type": "string"}},
        "dependentRequired": {"plain": ["pair"], "pair": ["plain"]},
        "dependentSchemas": {"pair": {"maxProperties": 2}, "plain": {"minProperties": 2}},
        "$defs": {"unit": {"$ref": "#/tools/0/inputSchema/properties/plain"}},
    }
    assert json.dumps(schema) == before


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "default": {"type": "STRING", "items": [1]}},
        {"properties": {"$ref": {"type": "string"}, "dependencies": True}, "anyOf": [{"items": {"$ref": "other"}}]},
        True,
        [],
        {},
    ],
)
def test_a_schema_of_today_comes_back_itself(schema: Any) -> None:
    assert modernised(schema, root="/tools/0") is schema


PLACED: dict[str, Any] = {
    "arguments": (
        {"type": "object", "properties": {"city": {"type": "string"}, "a/b": {}, "用户": {"type": "string"}}},
        {"city": "city", "a_b": "a~1b", "key_0d0e1a": "用户"},
    ),
    "a reference, with arguments of its own": (
        {
            "$ref": "#/$defs/Arguments",
            "properties": {"own": {"type": "string"}},
            "$defs": {"Arguments": {"type": "object", "properties": {"far": {"type": "string"}}}},
        },
        {"own": "own"},
    ),
    "no arguments": ({"type": "object"}, {}),
}


@pytest.mark.parametrize("case", PLACED)
def test_places_lead_to_texts_and_arguments(case: str, tmp_path: Path) -> None:
    schema, arguments = PLACED[case]
    (tool,) = extracted({"tools": [{**SAID, "title": "Weather", "inputSchema": schema}]}, tmp_path).catalog.contracts
    wanted = {text: Location(path="list.json", pointer=f"/tools/0/{text}") for text in ("title", "description")} | {
        f"argument/{name}": Location(path="list.json", pointer=f"/tools/0/inputSchema/properties/{token}")
        for name, token in arguments.items()
    }
    places = tool.places
    assert places == wanted
    assert repr(places) == repr(wanted)
    assert {**places} == wanted
    assert list(places) == list(wanted)
    assert len(places) == len(wanted)
    for absent in ("summary", "argument/", "argument/nobody", "city", "argument/city/text"):
        assert absent not in places
        assert places.get(absent) is None
    assert copy.deepcopy(places) == wanted
    assert pickle.loads(pickle.dumps(places)) == wanted


def test_what_a_reader_does_not_see_is_found_wherever_it_stands(tmp_path: Path) -> None:
    hidden = {
        **MCP,
        "_meta": {"no\u200bte": ["a\u202eb", "\x1b[1m", "line\nfeed", "\x7f"]},
        "inputSchema": {"type": "OBJECT"},
    }
    shown = {**MCP, "name": "shown", "_meta": {"note": "天气 \t C:\\new"}}
    first, second = extracted({"tools": [hidden, shown]}, tmp_path).catalog.contracts
    assert sorted((place.pointer, text) for place, text in first.unseen or ()) == [
        ("/tools/0/_meta/no\u200bte", "no\u200bte"),
        ("/tools/0/_meta/no\u200bte/0", "a\u202eb"),
        ("/tools/0/_meta/no\u200bte/1", "\x1b[1m"),
        ("/tools/0/_meta/no\u200bte/3", "\x7f"),
    ]
    assert second.unseen == ()


def test_what_a_provider_runs_itself_is_left_out_with_its_reason(tmp_path: Path) -> None:
    found = extracted([{"type": "web_search_20250305", "name": "web_search"}, MCP], tmp_path)
    assert [(one.what, one.reason, one.failed) for one in found.catalog.left_out] == [
        ("tool web_search", "the provider itself runs `web_search_20250305`", False)
    ]
    assert [one.name for one in found.catalog.contracts] == ["get_weather"]


def test_definitions_of_one_name_stay_apart(tmp_path: Path) -> None:
    other = {**SCHEMA, "$defs": {"Unit": {"type": "integer"}}}
    found = extracted([MCP, {**MCP, "name": "other", "inputSchema": other}], tmp_path).catalog
    first, second = ((one.input_schema["properties"])["unit"]["$ref"] for one in found.contracts)  # type: ignore[index,call-overload]
    assert first != second
    assert sorted(map(str, found.definitions.input.values())) == sorted(
        map(str, ({"type": "string", "enum": ["C", "F"]}, {"type": "integer"}))
    )


def test_a_schema_that_is_only_a_reference_has_its_arguments(tmp_path: Path) -> None:
    schema = {"$ref": "#/definitions/Arguments", "definitions": {"Arguments": SCHEMA}}
    schema["definitions"] = {"Arguments": {key: part for key, part in SCHEMA.items() if key != "$defs"}}
    schema["$defs"] = SCHEMA["$defs"]
    (tool,) = extracted([{**SAID, "inputSchema": schema}], tmp_path).catalog.contracts
    assert list(tool.input_schema["properties"]) == ["city", "unit"]  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [{"a": 1}, "text", 3, None, {"tools": "no"}, {"tools": {}}])
def test_what_is_no_list_is_refused(value: Any, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="found no tool list"):
        extracted(value, tmp_path)


@pytest.mark.parametrize("value", [[], {"tools": []}])
def test_an_empty_list_has_no_tools(value: Any, tmp_path: Path) -> None:
    assert extracted(value, tmp_path).catalog.contracts == ()
