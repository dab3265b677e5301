"""Tools of other frameworks, compared with what the real library makes of the same functions."""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from toolmint.ir.binding import PythonBinding
from toolmint.ir.contract import Catalog
from toolmint.ir.schema import reachable_definitions
from toolmint.prose.description import describe
from toolmint.rendering import Renderer

from support.python_code import extract_file, import_file, plain_schema, require, tool_of

FOLDER = Path(__file__).with_name("frameworks")


def ours(name: str) -> dict[str, dict[str, Any]]:
    """Read a file's tools: name to description and schemas."""
    extraction = extract_file(FOLDER / f"{name}_tools.py")
    assert [one.message for one in extraction.diagnostics if one.severity.value == "error"] == []
    return {one.name: _told(one, extraction.catalog) for one in extraction.catalog.contracts}


def _told(contract: Any, catalog: Catalog) -> dict[str, Any]:
    definitions = catalog.definitions
    output = contract.output_schema
    return {
        "description": describe(contract, catalog, Renderer()) if contract.prose.verbatim else "",
        "input": comparable(contract.input_schema, reachable_definitions(contract.input_schema, definitions.input)),
        "output": comparable(output, reachable_definitions(output, definitions.output)) if output is not None else None,
        "title": contract.title,
        "binding": contract.binding,
        "contract": contract,
    }


def comparable(schema: Any, definitions: Mapping[str, Any] | None = None) -> Any:
    """Write a schema so that those of one meaning are equal: whether the arguments are closed is left open."""
    made = plain_schema(schema, definitions if definitions is not None else schema.get("$defs", {}))
    if made.get("type") == "object":
        made = {"properties": {}, **made}
        made.pop("additionalProperties", None)
        made.pop("description", None)
        made["properties"] = {name: _without_null_default(one) for name, one in made["properties"].items()}
    return made


def _without_null_default(schema: Any) -> Any:
    # Said where the type takes no null either, by some: there it means that nothing was passed.
    if isinstance(schema, dict) and schema.get("default", 0) is None:
        return {key: part for key, part in schema.items() if key != "default"}
    return schema


def listed_by_fastmcp() -> dict[str, dict[str, Any]]:
    module = import_file(FOLDER / "fastmcp_tools.py")
    tools = asyncio.run(module.mcp.list_tools())
    return {
        one.name: {
            "description": one.description or "",
            "input": comparable(one.parameters),
            "output": one.output_schema,
            "title": one.title,
        }
        for one in tools
    }


def listed_by_sdk() -> dict[str, dict[str, Any]]:
    module = import_file(FOLDER / "mcp_sdk_tools.py")
    tools = asyncio.run(module.server.list_tools())
    return {
        one.name: {"description": inspect.cleandoc(one.description or ""), "input": comparable(one.input_schema)}
        for one in tools
    }


def listed_by_langchain() -> dict[str, dict[str, Any]]:
    from langchain_core.tools import BaseTool
    from langchain_core.utils.function_calling import convert_to_openai_function

    module = import_file(FOLDER / "langchain_tools.py")
    found = {}
    for one in vars(module).values():
        if isinstance(one, BaseTool):
            sent = convert_to_openai_function(one)
            schema = one.tool_call_schema.model_json_schema()  # type: ignore[union-attr]
            found[one.name] = {"description": inspect.cleandoc(sent["description"]), "input": comparable(schema)}
    return found


def listed_by_openai_agents() -> dict[str, dict[str, Any]]:
    from agents import FunctionTool

    module = import_file(FOLDER / "openai_agents_tools.py")
    tools = [one for one in vars(module).values() if isinstance(one, FunctionTool)]
    return {one.name: {"description": one.description, "input": comparable(one.params_json_schema)} for one in tools}


def listed_by_pydantic_ai() -> dict[str, dict[str, Any]]:
    module = import_file(FOLDER / "pydantic_ai_tools.py")
    tools = {**module.agent._function_toolset.tools, **module.toolset.tools}
    return {
        name: {
            "description": tool.description or "",
            "input": comparable(tool.function_schema.json_schema),
        }
        for name, tool in tools.items()
    }


def listed_by_agentscope() -> dict[str, dict[str, Any]]:
    recorded = json.loads((FOLDER / "agentscope.json").read_text(encoding="utf-8"))
    return {
        one["name"]: {"description": one["description"], "input": comparable(one["input_schema"])}
        for one in recorded["tools"]
    }


LISTS = {
    "fastmcp": listed_by_fastmcp,
    "mcp_sdk": listed_by_sdk,
    "langchain": listed_by_langchain,
    "openai_agents": listed_by_openai_agents,
    "pydantic_ai": listed_by_pydantic_ai,
    "agentscope": listed_by_agentscope,
}


PACKAGES = {
    "fastmcp": "fastmcp",
    "langchain": "langchain_core",
    "openai_agents": "agents",
    "pydantic_ai": "pydantic_ai",
}
"""The libraries that do not come with the tests of every day."""


@pytest.mark.parametrize("framework", LISTS)
def test_a_framework_is_read_as_it_reads_itself(framework: str) -> None:
    if framework in PACKAGES:
        require(PACKAGES[framework])
    theirs = LISTS[framework]()
    mine = ours(framework)
    assert sorted(mine) == sorted(theirs)
    strict = [name for name in theirs if name == "strict"]
    for name in theirs.keys() - set(strict):
        for part in ("description", "input"):
            assert mine[name][part] == theirs[name][part], f"{framework}: {part} of {name}"


def test_fastmcp_outputs_titles_and_hints() -> None:
    require("fastmcp")
    theirs, mine = listed_by_fastmcp(), ours("fastmcp")
    for name, tool in theirs.items():
        wanted = tool["output"]
        if wanted is not None and wanted.get("x-fastmcp-wrap-result"):
            held = comparable(wanted["properties"]["result"], wanted.get("$defs", {}))
        else:
            held = comparable(wanted) if wanted is not None else None
        if held == {"type": "null"}:
            held = None  # nothing is told of a function that gives nothing
        told = mine[name]["output"]
        if isinstance(told, dict):
            told.pop("description", None)
        assert told == held, name
    assert mine["renamed"]["contract"].annotations.read_only is True
    assert mine["renamed"]["contract"].tags == ("a", "b")
    assert (mine["renamed"]["title"], mine["named"]["title"]) == ("A title", "By hints")
    assert mine["named"]["contract"].annotations.destructive is True
    assert [one.injected for one in mine["renamed"]["binding"].parameters] == [False, True, True, True]


def test_openai_agents_are_strict_unless_they_say_otherwise() -> None:
    mine = ours("openai_agents")
    assert (mine["strict"]["contract"].strict, mine["plain"]["contract"].strict) == (True, False)
    assert mine["strict"]["contract"].input_schema["required"] == ["a"]


def test_pydantic_ai_shows_the_fields_of_a_single_model() -> None:
    mine = ours("pydantic_ai")
    binding = mine["single"]["binding"]
    assert isinstance(binding, PythonBinding)
    (parameter,) = binding.parameters
    assert (parameter.whole, parameter.argument) == (True, None)
    assert (mine["many"]["contract"].annotations.confirm, mine["many"]["contract"].strict) == (True, True)
    assert [(one.name, one.kind) for one in mine["many"]["binding"].parameters] == [
        ("a", "positional"),
        ("rest", "variadic"),
    ]
    assert [one.injected for one in mine["in_toolset"]["binding"].parameters] == [True, False]


def test_braces_of_other_frameworks_are_only_braces() -> None:

    contract = tool_of(
        'from fastmcp import FastMCP\nmcp = FastMCP("x")\n@mcp.tool\ndef f(a: int):\n    """Do {b}."""\n'
    )
    assert contract.prose.verbatim == "Do {b}."
