"""`toolmint.lint`: judging a list that a program holds."""

from __future__ import annotations

from typing import Any

import pytest

import toolmint

SCHEMA = {"type": "object", "properties": {"user_name": {"type": "string", "description": "A name"}}}
TOOL = {"name": "find_user", "description": "Find a user by `userName`."}
SHAPES: list[Any] = [
    {"tools": [{**TOOL, "inputSchema": SCHEMA}]},
    [{"type": "function", "function": {**TOOL, "parameters": SCHEMA}}],
    [{**TOOL, "input_schema": SCHEMA}],
    [{"functionDeclarations": [{**TOOL, "parametersJsonSchema": SCHEMA}]}],
    {"tools": [{"toolSpec": {**TOOL, "inputSchema": {"json": SCHEMA}}}]},
]


@pytest.mark.parametrize("tools", SHAPES)
def test_every_shape_is_judged_alike(tools: Any) -> None:
    found = [one for one in toolmint.lint(tools) if one.severity is toolmint.Severity.ERROR]
    assert [(one.code, one.tool) for one in found] == [("ID-03", "find_user")]
    assert found[0].location.pointer.endswith("/description")


def test_what_it_once_was_counts() -> None:
    earlier = {"tools": [{**TOOL, "inputSchema": {"type": "object", "properties": {"userName": {"type": "string"}}}}]}
    assert "ID-02" in [one.code for one in toolmint.lint(SHAPES[0], earlier=earlier)]


def test_names_from_elsewhere() -> None:
    tools = [{"name": "a_tool", "description": "Works as `find_thing` does.", "inputSchema": {"type": "object"}}]
    told = {one.code for one in toolmint.lint(tools)}
    assert told - {one.code for one in toolmint.lint(tools, externals=["find_thing"])} == {"ID-08"}


def test_problems_of_reading_are_findings() -> None:
    found = toolmint.lint([{"name": "a", "inputSchema": {"type": "array"}}])
    assert [one.code for one in found if one.code.startswith("IN")] == ["IN-07"]


def test_what_is_no_list_is_refused() -> None:
    with pytest.raises(toolmint.ToolmintError, match="no tool list"):
        toolmint.lint({"a": 1})
