"""Tools that are Python functions: the generated toolset calls them, typed, with what the host knows."""

from __future__ import annotations

import asyncio
import importlib
import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import date as day
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import pytest

from toolmint.ir.contract import ToolContract

from support.client_catalog import Twin, TwinName
from support.function_catalog import MODULE, function, stock
from support.importing import catalog, imported, write_package


@pytest.fixture
def module(tmp_path: Path) -> Iterator[ModuleType]:
    (tmp_path / "stock.py").write_text(MODULE, encoding="utf-8")
    sys.path.insert(0, str(tmp_path))
    importlib.invalidate_caches()
    try:
        yield importlib.import_module("stock")
    finally:
        sys.path.remove(str(tmp_path))
        del sys.modules["stock"]


@pytest.fixture
def package(module: ModuleType, tmp_path: Path) -> Iterator[ModuleType]:
    with imported(stock(), tmp_path, "functions_of_stock") as made:
        yield made


@pytest.fixture(params=["async", "sync"])
def twin(request: pytest.FixtureRequest) -> TwinName:
    return cast(TwinName, request.param)


@pytest.fixture
def tools(package: ModuleType, twin: TwinName) -> Iterator[Twin]:
    made = Twin(package, twin)
    yield made
    made.close()


def error_of(result: Any, kind: str) -> Any:
    assert result.error is not None, result
    assert result.error.kind == kind, result.error
    assert "secret" not in json.dumps(result.to_dict())
    return result.error


GIVEN = {
    "day": "2026-01-02",
    "color": "red",
    "lines": [{"sku_no": "a"}],
    "tags": ["x", "x"],
    "address": {"city": "Ulm"},
    "price": "2.5",
}


def test_arguments_come_as_the_types_that_the_function_declares(tools: Twin, module: ModuleType) -> None:
    result = tools.call("take", GIVEN, context={"tenant": {"id": 7}})
    assert result.ok, result.error
    day, colour, lines, tags, address, price, tenant = module.SEEN.pop()
    assert (day, colour) == (module.date(2026, 1, 2), module.Colour.RED)
    assert lines == [module.Line(sku="a")]
    assert (tags, address, price, tenant) == ({"x"}, module.Address("Ulm"), module.Decimal("2.5"), 7)
    assert result.value["day"] == "2026-01-02"
    assert result.value["price"] == "2.5"
    assert result.value["lines"] == [{"sku": "a", "amount": 1}]
    # An event loop must not wait for a function that is not async.
    assert result.value["thread"] is (tools.name == "sync")
    assert result.to_dict() == {"ok": True, "value": result.value}


def test_what_is_left_out_is_the_functions_default(tools: Twin, module: ModuleType) -> None:
    given = {name: value for name, value in GIVEN.items() if name != "price"}
    assert tools.call("take", given).ok
    assert module.SEEN.pop()[5:] == (module.Decimal("1.50"), 0)


def test_a_typed_method_does_the_same(tools: Twin, module: ModuleType) -> None:
    assert tools.method("later", count=2).value == [{"sku": "0", "amount": 1}, {"sku": "1", "amount": 1}]


@pytest.mark.parametrize(
    ("tool", "arguments", "argument", "said"),
    [
        ("take", {**GIVEN, "day": "soon"}, "day", "argument `day`: Input should be a valid date"),
        ("take", {**GIVEN, "color": "blue"}, "color", "argument `color`: Input should be 'red'"),
        ("take", {**GIVEN, "lines": [{}]}, "lines[0].sku", "argument `lines[0].sku`: Field required"),
        ("take", {**GIVEN, "colour": "red"}, "colour", "it is now called `color`"),
        ("take", {}, "day", "argument `day` is missing"),
        ("later", {"count": "two"}, "count", "argument `count`"),
    ],
)
def test_wrong_arguments_are_named(tools: Twin, tool: str, arguments: Any, argument: str, said: str) -> None:
    error = error_of(tools.call(tool, arguments), "arguments")
    assert error.argument == argument
    assert said in error.message


def test_a_wrong_context_is_the_hosts(tools: Twin) -> None:
    error = error_of(tools.call("take", GIVEN, context={"tenant": {"id": "secret"}}), "context")
    assert error.message == "the host gives no `tenant.id` that fits; no argument can change that"


def test_every_way_of_passing(tools: Twin) -> None:
    assert tools.call("mixed", {"first": 1, "second": [2]}).value == [1, [2], [], "x"]
    assert tools.call("mixed", {"first": 1, "second": 2, "key": None}).value == [1, 2, [], None]
    assert tools.call("many", {"first": 1, "second": 2, "rest": [3, 4]}).value == [1, 2, [3, 4], "x"]
    assert error_of(tools.call("many", {"first": 1, "second": 2, "rest": ["x"]}), "arguments").argument == "rest"


def test_a_type_that_is_nowhere_takes_json(tools: Twin) -> None:
    assert tools.call("unknown", {"value": {"a": [1]}}).value == {"a": [1]}


TYPED_DICTS = """
from __future__ import annotations
from datetime import date
from typing import Annotated, Literal, NotRequired, TypedDict

class Part(TypedDict, total=False):
    made: date
    of: list[Part]

class Filter(TypedDict):
    since: date
    part: NotRequired[Annotated[Part, "A part"]]

SEEN = []

def sift(one: Filter | None, many: list[Filter] = [], how: Literal["a", "b"] = "a") -> Filter:
    SEEN.append((one, many, how))
    return many[0]
"""


def test_a_typed_dict_of_the_standard_library_is_read_in_every_python(tmp_path: Path, twin: TwinName) -> None:
    (tmp_path / "sieve.py").write_text(TYPED_DICTS, encoding="utf-8")
    sys.path.insert(0, str(tmp_path))
    importlib.invalidate_caches()
    contract = function("sift", {"one": {}, "many": {"type": "array"}, "how": {}}, module="sieve")
    try:
        with imported(catalog(contract), tmp_path, "typed_dicts") as package:
            tools = Twin(package, twin)
            inner = {"made": "2026-01-02", "of": [{"made": "2026-01-03"}]}
            given = {"one": {"since": "2026-01-01", "part": inner}, "many": [{"since": "2026-01-04"}], "how": "b"}
            result = tools.call("sift", given)
            assert result.value == {"since": "2026-01-04"}, result.error
            one, many, how = sys.modules["sieve"].SEEN.pop()
            part = {"made": day(2026, 1, 2), "of": [{"made": day(2026, 1, 3)}]}
            assert one == {"since": day(2026, 1, 1), "part": part}
            assert (many, how) == ([{"since": day(2026, 1, 4)}], "b")
            assert error_of(tools.call("sift", {"one": {}}), "arguments").argument == "one.since"
            assert error_of(tools.call("sift", {"one": {"since": "soon"}}), "arguments").argument == "one.since"
            tools.close()
    finally:
        sys.path.remove(str(tmp_path))
        sys.modules.pop("sieve", None)


NODE = {
    "type": "object",
    "properties": {"title": {"type": "string"}, "below": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
    "required": ["title"],
    "additionalProperties": False,
}
PETS = [
    {
        "type": "object",
        "properties": {"kind": {"const": kind}, key: {"type": "integer"}},
        "required": ["kind", key],
    }
    for kind, key in (("cat", "lives"), ("dog", "age"))
]


@pytest.mark.parametrize(
    ("value", "argument", "said"),
    [
        ({"title": "a", "below": [{"tilte": "b", "title": "c"}]}, "value.below[0].tilte", "did you mean `title`?"),
        ({"title": "a", "below": [{}]}, "value.below[0].title", "argument `value.below[0].title` is missing"),
        ({"kind": "cat", "lives": "9"}, "value.lives", 'argument `value.lives`: "9" is not of type "integer"'),
        ({"kind": "dog"}, "value.age", "argument `value.age` is missing"),
        (3, "value", "argument `value`: 3 is not valid under any of the schemas"),
        ({"kind": "cow"}, "value", "is not valid under any of the schemas"),
    ],
)
def test_what_is_wrong_in_the_branch_that_is_meant_is_named(
    module: ModuleType, tmp_path: Path, value: Any, argument: str, said: str
) -> None:
    inside: dict[str, Any] = {"oneOf": PETS} if "kind" in str(value) else {"$ref": "#/$defs/Node"}
    schema = {"value": {"anyOf": [inside, {"type": "null"}]}}
    made = catalog(function("unknown", schema), definitions={"Node": NODE})
    with imported(made, tmp_path, "unions_of_branches") as package, package.SyncToolset() as tools:
        error = error_of(tools.call("unknown", {"value": value}), "arguments")
    assert error.argument == argument
    assert said in error.message


def test_only_what_was_written_for_the_model_reaches_it(tools: Twin, caplog: pytest.LogCaptureFixture) -> None:
    error = error_of(tools.call("fail", {"how": "reported"}), "tool")
    assert (error.message, error.argument, error.retryable) == ("order `A1` does not exist", "how", True)
    # What a tool tells a model is its work, and no failure of it.
    assert caplog.text == ""
    error = error_of(tools.call("fail", {"how": "?"}), "tool")
    assert (error.message, error.argument, error.retryable) == ("the tool failed (ValueError)", None, False)
    assert error_of(tools.call("fail", {"how": "timeout"}), "tool").message == "the tool failed (TimeoutError)"
    # Whoever runs the host finds the traceback in its log.
    assert "ValueError: a secret text" in caplog.text


def test_results_that_are_no_json_or_too_long(package: ModuleType, twin: TwinName) -> None:
    tools = Twin(package, twin, max_result_bytes=1000)
    assert "a Python object" in error_of(tools.call("fail", {"how": "value"}), "contract").message
    assert "a Python float" in error_of(tools.call("fail", {"how": "nan"}), "contract").message
    assert error_of(tools.call("fail", {"how": "long"}), "too_large").message == "the result is longer than 1000 bytes"
    tools.close()


def test_a_slow_function_is_left(package: ModuleType, twin: TwinName) -> None:
    tools = Twin(package, twin, timeout=0.05)
    assert "may have been done" in error_of(tools.call("slow", {}), "timeout").message
    tools.close()


def test_methods(package: ModuleType, module: ModuleType, twin: TwinName) -> None:
    tools = Twin(package, twin)
    assert tools.call("count", {"least": 3}).value == "Store 3"
    assert tools.call("ping", {}).value == "pong"
    said = "the host gives no object of the class `Store`; no argument can change that"
    assert error_of(tools.call("find", {"sku": "a"}), "context").message == said
    tools.close()
    tools = Twin(package, twin, objects=[object(), module.Branch("south")])
    assert tools.call("find", {"sku": "a"}).value == "branch south: a"
    tools.close()


def test_what_a_framework_fills_in_the_host_gives(package: ModuleType, twin: TwinName) -> None:
    tools = Twin(package, twin)
    assert "parameter `ctx`" in error_of(tools.call("wrapped", {"text": "a"}), "context").message
    tools.close()
    tools = Twin(package, twin, injected={"ctx": 5, "unused": 6})
    assert tools.call("wrapped", {"text": "a"}).value == ["a", 5]
    tools.close()


def test_consent_and_observer(package: ModuleType, twin: TwinName) -> None:
    events: list[Any] = []
    asked: list[Any] = []

    def confirm(question: Any) -> bool:
        asked.append(question.question)
        return len(asked) > 1

    tools = Twin(package, twin, observer=events.append, confirm=confirm)
    error_of(tools.call("erase", {}), "confirmation")
    assert tools.call("erase", {}).value == "pong"
    assert asked == ["Erase all?"] * 2
    assert [(e.tool, e.outcome, e.attempts) for e in events] == [("erase", "confirmation", 0), ("erase", "ok", 1)]
    tools.close()


def test_a_sync_toolset_inside_of_an_event_loop(package: ModuleType) -> None:
    async def inside() -> Any:
        with package.SyncToolset() as tools:
            return tools.call("later", {"count": 1}), tools.call("ping", {})

    refused, answered = asyncio.run(inside())
    assert "event loop" in error_of(refused, "contract").message
    assert answered.value == "pong"


def test_a_request_can_be_called_by_hand(package: ModuleType, module: ModuleType) -> None:
    made = package.dispatch("find", {"sku": "a"}, lambda request: request)
    assert (made.name, made.owner) == ("stock.Store.find", module.Store)
    assert made.call(module.Store("north")) == "north: a"
    assert package.dispatch("ping", {}, lambda request: request.call()) == "pong"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (function("gone", {}), "the module `stock` has no `gone`"),
        (function("gone", {}, module="nowhere"), "the module `nowhere` cannot be imported: ModuleNotFoundError"),
        (function("gone", {}, qualname="SEEN"), "`stock.SEEN` is no function"),
    ],
)
def test_a_function_that_is_gone_is_told_at_once(
    module: ModuleType, tmp_path: Path, source: ToolContract, said: str
) -> None:
    with imported(catalog(source), tmp_path, "functions_gone") as package:
        for toolset in (package.Toolset, package.SyncToolset):
            with pytest.raises(package.ContractError, match=said):
                toolset()


def test_it_is_served(module: ModuleType, tmp_path: Path) -> None:
    """The server lists and calls functions, and needs no HTTP client for it."""
    from mcp.client.client import Client

    package = write_package(stock(), tmp_path, "functions_served")
    tools = [{"name": one.name, "inputSchema": one.input_schema} for one in stock().contracts]
    (package / "mcp.json").write_text(json.dumps({"tools": tools}), encoding="utf-8")
    sys.path.insert(0, str(tmp_path))
    importlib.invalidate_caches()
    try:
        made = importlib.import_module("functions_served")
        server = importlib.import_module("functions_served.protocol").create_server(made.Toolset())

        async def talk() -> Any:
            async with Client(server) as client:
                return await client.call_tool("count", {"least": 3})

        answer = asyncio.run(talk())
    finally:
        sys.path.remove(str(tmp_path))
    assert json.loads(answer.content[0].text) == "Store 3"


def test_no_http_client_is_needed(module: ModuleType, tmp_path: Path) -> None:
    write_package(stock(), tmp_path, "functions_alone")
    code = (
        "import sys; sys.modules['httpx2'] = None; import functions_alone as p; "
        "print(p.SyncToolset().call('ping', {}).value)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("pong\n", 0), done.stderr
