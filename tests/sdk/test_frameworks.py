"""Frameworks take the lists with the few lines that docs/frameworks.md shows; these lines are what runs here."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from support.compiled import entries, printed
from support.recording_server import RecordingServer

pytestmark = pytest.mark.slow

Sdk = Callable[[str], Any]
Section = Callable[..., dict[str, Any]]

CALL = {"order_id": "A10086"}
ANSWER = {"target": "/orders/A10086/refund-estimate"}
CHAT_REPLY = {
    "id": "c",
    "object": "chat.completion",
    "created": 0,
    "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "hi"}}],
    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
}
MESSAGE = {"type": "output_text", "text": "hi", "annotations": []}
RESPONSE = {
    "id": "r",
    "object": "response",
    "created_at": 0,
    "model": "m",
    "output": [{"id": "o", "type": "message", "role": "assistant", "status": "completed", "content": [MESSAGE]}],
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
}


@pytest.fixture
def section(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Section]:
    """Runs a section of the page, over the checked-in lists or over those of another document."""
    text = (root / "docs/frameworks.md").read_text(encoding="utf-8")
    opening, *rest = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    bodies = dict(zip(rest[::2], rest[1::2], strict=True))
    monkeypatch.chdir(root)
    monkeypatch.syspath_prepend(str(root))

    def run(title: str, document: str | None = None) -> dict[str, Any]:
        namespace: dict[str, Any] = {"__name__": "page"}
        exec(_code(opening), namespace)
        if document is not None:
            namespace["tools_of"] = lambda file: printed(file.removesuffix(".json"), document)
        exec(_code(bodies[title]), namespace)
        return namespace

    yield run
    for module in [name for name in sys.modules if name.partition(".")[0] == "generated"]:
        del sys.modules[module]


def _code(markdown: str) -> str:
    (block,) = re.findall(r"```python\n(.*?)```", markdown, re.DOTALL)
    return str(block)


def of_name(tools: list[Any], name: str) -> Any:
    (found,) = [tool for tool in tools if tool.name == name]
    return found


def openai_client(sdk: Sdk, server: RecordingServer) -> Any:
    return sdk("openai").AsyncOpenAI(api_key="k", base_url=server.url, max_retries=0)


def test_langchain_binds_the_list_as_it_is(sdk: Sdk, document: str) -> None:
    # What `bind_tools` of chat models calls for each tool.
    convert = sdk("langchain_core.utils.function_calling").convert_to_openai_tool
    assert [convert(tool) for tool in printed("openai", document)] == printed("openai", document)


def test_langchain_answers_what_a_model_asks(sdk: Sdk, section: Section) -> None:
    message = sdk("langchain_core.messages").AIMessage(
        "", tool_calls=[{"name": "calculate_refund", "args": CALL, "id": "1"}]
    )
    (answer,) = section("LangChain")["answers"](message)
    assert (json.loads(answer.content), answer.tool_call_id) == (ANSWER, "1")


def test_langchain_tools(sdk: Sdk, section: Section, document: str) -> None:
    convert = sdk("langchain_core.utils.function_calling").convert_to_openai_tool
    tools = [convert(tool)["function"] for tool in section("LangChain", document)["tools"]]
    for arrived, ours in zip(tools, entries("mcp", document), strict=True):
        assert (arrived["name"], arrived["description"]) == (ours["name"], ours["description"])
        # The page says what becomes of the others.
        if "$defs" not in ours["inputSchema"] and '"title": "' not in json.dumps(ours["inputSchema"]):
            assert arrived["parameters"] == ours["inputSchema"]


def test_langchain_tools_lose_recursion(sdk: Sdk, section: Section) -> None:
    # When this fails the warning in the page can go.
    convert = sdk("langchain_core.utils.function_calling").convert_to_openai_tool
    tool = of_name(section("LangChain", "torture")["tools"], "create_node")
    assert convert(tool)["function"]["parameters"]["properties"]["body"]["properties"]["parent"] == {}


def test_langchain_tools_call(sdk: Sdk, section: Section) -> None:
    sdk("langchain_core")
    assert of_name(section("LangChain")["tools"], "calculate_refund").invoke(CALL) == ANSWER


def test_openai_agents(sdk: Sdk, section: Section, server: RecordingServer, document: str) -> None:
    agents = sdk("agents")
    agents.set_tracing_disabled(True)
    server.reply = RESPONSE
    model = agents.OpenAIResponsesModel("m", openai_client(sdk, server))
    agent = agents.Agent(name="a", model=model, tools=section("OpenAI Agents", document)["tools"])
    asyncio.run(agents.Runner.run(agent, "hi"))
    assert server.only_body()["tools"] == entries("openai-responses", document)


def test_openai_agents_call(sdk: Sdk, section: Section) -> None:
    sdk("agents")
    tool = of_name(section("OpenAI Agents")["tools"], "calculate_refund")
    said = asyncio.run(tool.on_invoke_tool(SimpleNamespace(tool_name=tool.name), json.dumps(CALL)))
    assert json.loads(said) == ANSWER


def as_pydantic_ai_writes(schema: Any, *, names: bool = False) -> Any:
    """Add an empty `properties` to objects without, and take titles away: it says the same."""
    if isinstance(schema, list):
        return [as_pydantic_ai_writes(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    below = {
        key: as_pydantic_ai_writes(value, names=not names and key in ("properties", "$defs"))
        for key, value in schema.items()
        if names or key != "title"
    }
    return {"properties": {}, **below} if not names and schema.get("type") == "object" else below


def test_pydantic_ai(sdk: Sdk, section: Section, server: RecordingServer, document: str) -> None:
    server.reply = CHAT_REPLY
    provider = sdk("pydantic_ai.providers.openai").OpenAIProvider(openai_client=openai_client(sdk, server))
    model = sdk("pydantic_ai.models.openai").OpenAIChatModel("gpt-5", provider=provider)
    tools = section("Pydantic AI", document)["tools"]
    ours = entries("mcp", document)
    assert [tool.tool_def.parameters_json_schema for tool in tools] == [tool["inputSchema"] for tool in ours]
    sdk("pydantic_ai").Agent(model, tools=tools).run_sync("hi")
    arrived = [tool["function"] for tool in server.only_body()["tools"]]
    assert [(tool["name"], tool["description"]) for tool in arrived] == [
        (tool["name"], tool["description"]) for tool in ours
    ]
    assert not any(tool.get("strict") for tool in arrived)
    assert [tool["parameters"] for tool in arrived] == [as_pydantic_ai_writes(tool["inputSchema"]) for tool in ours]


def test_pydantic_ai_calls(sdk: Sdk, section: Section) -> None:
    testing = sdk("pydantic_ai.models.test")
    tools = [of_name(section("Pydantic AI")["tools"], "calculate_refund")]
    model = testing.TestModel(custom_output_text="done")
    model.gen_tool_args = lambda tool: CALL
    result = sdk("pydantic_ai").Agent(model, tools=tools).run_sync("hi")
    answers = [p.content for m in result.all_messages() for p in m.parts if p.part_kind == "tool-return"]
    assert answers == [ANSWER]


def test_fastmcp(sdk: Sdk, section: Section, document: str) -> None:
    connect = sdk("fastmcp").Client

    async def listed(server: Any) -> list[Any]:
        async with connect(server) as client:
            return list(await client.list_tools())

    tools = asyncio.run(listed(section("FastMCP", document)["server"]))
    arrived = [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools]
    assert all(tool.pop("_meta") == {"fastmcp": {"tags": []}} for tool in arrived)
    titled = [{"title": tool["title"], **ours} for tool, ours in zip(arrived, entries("mcp", document), strict=True)]
    assert arrived == titled


def test_fastmcp_calls(sdk: Sdk, section: Section) -> None:
    connect = sdk("fastmcp").Client

    async def called(server: Any) -> Any:
        async with connect(server) as client:
            return await client.call_tool("calculate_refund", CALL, raise_on_error=False)

    namespace = section("FastMCP")
    estimate = {"order_id": "A10086", "currency": "CNY", "refundable": 1299}
    namespace["send"] = lambda request: estimate
    assert asyncio.run(called(namespace["server"])).structured_content == estimate
    # The client holds a result to the schema that stands in the list.
    namespace["send"] = lambda request: {"refundable": "much"}
    with pytest.raises(RuntimeError, match="Invalid structured content"):
        asyncio.run(called(namespace["server"]))


def test_pydantic_ai_left_to_itself_closes_objects(sdk: Sdk, section: Section, server: RecordingServer) -> None:
    # Why the page gives `strict` to Pydantic AI: when this fails its warning can go.
    server.reply = CHAT_REPLY
    provider = sdk("pydantic_ai.providers.openai").OpenAIProvider(openai_client=openai_client(sdk, server))
    model = sdk("pydantic_ai.models.openai").OpenAIChatModel("gpt-5", provider=provider)
    tools = [of_name(section("Pydantic AI", "styles")["tools"], "styles")]
    tools[0].strict = None
    sdk("pydantic_ai").Agent(model, tools=tools).run_sync("hi")
    (tool,) = server.only_body()["tools"]
    assert tool["function"]["parameters"]["properties"]["where"]["additionalProperties"] is False
    (ours,) = [one for one in entries("mcp", "styles") if one["name"] == "styles"]
    assert ours["inputSchema"]["properties"]["where"] == {"type": "object"}


def test_openai_agents_left_to_itself_makes_arguments_mandatory(sdk: Sdk, section: Section) -> None:
    # Why the page gives `strict_json_schema`: when this fails its warning can go.
    agents = sdk("agents")
    tool = of_name(section("OpenAI Agents")["tools"], "submit_refund_request")
    assert "note" not in tool.params_json_schema["required"]
    left = agents.FunctionTool(tool.name, tool.description, tool.params_json_schema, tool.on_invoke_tool)
    assert "note" in left.params_json_schema["required"]
    assert left.params_json_schema["properties"]["note"]["type"] == "string"


def test_fastmcp_left_to_itself_writes_definitions_out(sdk: Sdk, section: Section) -> None:
    # Why the page gives `dereference_schemas`.
    fastmcp = sdk("fastmcp")
    namespace = section("FastMCP", "strict")
    server = fastmcp.FastMCP("s")
    server.add_tool(of_name(asyncio.run(namespace["server"].list_tools()), "book_room"))

    async def listed() -> Any:
        async with fastmcp.Client(server) as client:
            return await client.list_tools()

    (tool,) = asyncio.run(listed())
    assert "$defs" not in tool.input_schema
