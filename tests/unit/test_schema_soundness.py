"""A last look at lifted schemas."""

from __future__ import annotations

import json
from pathlib import Path

from toolmint.documents import DocumentStore
from toolmint.lifting.soundness import unsound_schemas
from toolmint.source import SourceInput
from toolmint.sources import load_source


def test_sound_schemas_give_nothing() -> None:
    found = unsound_schemas({"a": {"type": "object"}, "b": True}, {"a": {"type": "string"}})
    assert not found.any


def test_a_tool_and_a_definition_of_one_name_are_judged_apart() -> None:
    found = unsound_schemas({"order": {"type": "object"}, "pay": {"type": "int"}}, {"order": {"minLength": "1"}})
    assert dict(found.tools) == {"pay": "`pay` is no JSON Schema: " + found.tools["pay"].partition(": ")[2]}
    assert "wanted" in found.tools["pay"]
    assert dict(found.definitions) == {
        "order": "`order` is no JSON Schema: found `1` for `minLength`, wanted an integer"
    }
    assert found.of_tool("order", []) == []
    assert found.of_tool("order", ["order"]) == [found.definitions["order"]]
    assert found.of_tool("pay", ["order"]) == [found.tools["pay"], found.definitions["order"]]


def test_each_of_many_schemas_is_judged() -> None:
    schemas = {f"tool_{number}": {"type": "object" if number % 300 else "int"} for number in range(901)}
    assert set(unsound_schemas(schemas, {}).tools) == {"tool_0", "tool_300", "tool_600", "tool_900"}


def test_a_definition_that_applies_to_itself_is_unsound() -> None:
    definitions = {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"}, "c": {"$ref": "#/$defs/a"}}
    found = unsound_schemas({}, definitions)
    assert set(found.definitions) == {"a", "b"}
    assert found.of_tool("x", ["a", "c"]) == ["`a` refers to itself without an end"]


def test_a_tool_list_is_looked_at_last_too() -> None:
    endless = {"$defs": {"x": {"allOf": [{"$ref": "#/$defs/y"}]}, "y": {"$ref": "#/$defs/x"}}}
    field = {"properties": {"a": {"$ref": "#/$defs/x"}}}
    tools = [
        {"name": "loop", "inputSchema": {"type": "object", **field, **endless}},
        {"name": "answers", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", **field, **endless}},
        {
            "name": "tree",
            "inputSchema": {"$ref": "#/$defs/n", "$defs": {"n": {"properties": {"n": {"$ref": "#/$defs/n"}}}}},
        },
    ]
    content = json.dumps(tools).encode()
    store = DocumentStore(Path("/"), read=lambda file: content)
    source = SourceInput(name="t", kind="tool-list", file=Path("t.json"))
    extraction = load_source("tool-list").extract(source, store)
    assert [one.name for one in extraction.catalog.contracts] == ["answers", "tree"]
    assert extraction.catalog.contracts[0].output_schema is None
    told = {(one.code, one.tool) for one in extraction.diagnostics}
    assert told == {("IN-07", "loop"), ("IN-15", "answers")}
    assert all("refers to itself without an end" in one.message for one in extraction.diagnostics)
