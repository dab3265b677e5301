"""`import = true`: types that the code alone does not tell, asked of pydantic in a process of its own."""

# ruff: noqa: E501 - a message is easier to read in one line

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from toolmint.build import BuildResult, build
from toolmint.config import load_project
from toolmint.documents import DocumentStore
from toolmint.errors import ConfigError
from toolmint.execution import FailedRun, run_sources

HEAD = """
from __future__ import annotations
from typing import TYPE_CHECKING, Annotated, Any
from pydantic import BaseModel, Field, create_model
from toolmint.annotations import FromContext, Param, tool
if TYPE_CHECKING:
    from nowhere import Unseen
open("imported", "w").close()
def make():
    return create_model("Filter", colour=(str, Field(description="The colour.")), next=("Filter | None", None))
Filter = make()
Kind = type("Kind", (), {})
"""


class Shop:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "shop").mkdir()
        (folder / "shop" / "__init__.py").touch()
        self.failed: Sequence[FailedRun] = ()

    def compile(self, code: str, settings: str = "import = true") -> BuildResult:
        (self.folder / "shop" / "tools.py").write_text(code, encoding="utf-8")
        text = f'[sources.shop]\npath = "shop"\ntargets = ["contract"]\n{settings}\n'
        (self.folder / "toolmint.toml").write_text(text, encoding="utf-8")
        store = DocumentStore(self.folder)
        project = load_project(self.folder, store)
        self.failed = run_sources(project.sources, store)
        return build(project, store=store, keep_going=True)

    @property
    def was_imported(self) -> bool:
        return (self.folder / "imported").exists()


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shop:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    return Shop(tmp_path)


def tools(result: BuildResult) -> dict[str, Any]:
    return {tool.name: tool for tool in result.extracted["shop"].contracts}


def told(result: BuildResult) -> list[str]:
    return [f"{one.location.path}:{one.location.line} {one.code} {one.message}" for one in result.diagnostics]


def test_what_reading_does_not_tell_is_asked_of_pydantic(shop: Shop) -> None:
    result = shop.compile(
        HEAD
        + "@tool()\n"
        + "def find(filter: Annotated[Filter, Param('What is wanted, not {limit}.', name='wanted')], limit: int = 3)"
        + " -> list[Filter]:\n    'Find things.'\n"
        + "@tool()\ndef keep(a: list[Filter], f: Annotated[Filter, FromContext('x.y')] = None):\n    'Keep things.'\n"
        + "class Desk:\n    @tool()\n    def take(self, one: Filter | None = None):\n        'Take it.'\n"
    )
    assert told(result) == []
    find, keep, take = tools(result).values()
    assert find.input_schema == {
        "type": "object",
        "properties": {
            "wanted": {
                "$ref": "#/$defs/Filter",
                "x-wire-name": "filter",
                "description": "What is wanted, not `limit`.",
            },
            "limit": {"type": "integer", "default": 3},
        },
        "required": ["wanted"],
        "additionalProperties": False,
    }
    assert find.output_schema == {"type": "array", "items": {"$ref": "#/$defs/Filter"}}
    assert keep.input_schema["properties"] == {"a": {"type": "array", "items": {"$ref": "#/$defs/Filter"}}}
    assert [(one.key, one.schema, one.required) for one in keep.context] == [("x.y", {"$ref": "#/$defs/Filter"}, False)]
    assert take.input_schema["properties"]["one"]["anyOf"] == [{"$ref": "#/$defs/Filter"}, {"type": "null"}]
    definitions = result.extracted["shop"].definitions
    assert list(definitions.input) == list(definitions.output) == ["Filter"]
    assert definitions.input["Filter"]["properties"]["colour"]["description"] == "The colour."


def test_code_that_tells_everything_is_not_run(shop: Shop) -> None:
    result = shop.compile(HEAD + "@tool()\ndef count(a: int) -> int:\n    'Count it.'\n")
    assert told(result) == []
    assert list(tools(result)) == ["count"]
    assert not shop.was_imported


def test_nothing_is_run_unless_it_is_asked_for(shop: Shop) -> None:
    code = HEAD + "@tool()\ndef find(f: Filter):\n    'Find it.'\n"
    (finding,) = shop.compile(code, "import = false").diagnostics
    assert finding.code == "PY-01"
    assert "set `import = true`" in (finding.hint or "")
    assert not shop.was_imported


def test_one_type_that_fails_fails_alone(shop: Shop) -> None:
    result = shop.compile(
        HEAD
        + "@tool()\ndef bad(k: Kind, f: Filter):\n    'Do it.'\n"
        + "@tool()\ndef unseen(u: Unseen, f: Filter):\n    'Do it.'\n"
        + "@tool()\ndef odd(f: Filter) -> Kind:\n    'Do it.'\n"
        + "@tool()\ndef fine(f: Filter):\n    'Do it.'\n"
    )
    assert list(tools(result)) == ["odd", "fine"]
    first, second, third = result.diagnostics
    assert "`k`: " in first.message
    assert first.message.endswith(
        "PydanticSchemaGenerationError: Unable to generate pydantic-core schema for <class 'shop.tools.Kind'>"
    )
    assert first.hint == "write a type that pydantic has a JSON Schema for"
    assert second.message.endswith("NameError: name 'Unseen' is not defined")
    assert third.code == "IN-15"


def test_what_a_decorator_wraps_is_found(shop: Shop) -> None:
    result = shop.compile(
        HEAD
        + "import functools\n"
        + "def logged(f):\n    @functools.wraps(f)\n    def inner(*a, **k):\n        return f(*a, **k)\n    return inner\n"
        + "class Boxed:\n    def __init__(self, f):\n        self.fn = f\n"
        + "class Closed:\n    def __init__(self, f):\n        pass\n"
        + "@logged\n@tool()\ndef wrapped(f: Filter):\n    'Do it.'\n"
        + "@Boxed\n@tool()\ndef boxed(f: Filter):\n    'Do it.'\n"
        + "@Closed\n@tool()\ndef closed(f: Filter):\n    'Do it.'\n"
    )
    assert list(tools(result)) == ["wrapped", "boxed"]
    (finding,) = result.diagnostics
    assert finding.message.endswith("TypeError: its decorator has made an object of it, with no function inside")


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise KeyError('url')", "importing `shop.tools` raised `KeyError`: 'url' (shop/tools.py:13)"),
        ("import sys\nsys.exit(3)", "importing `shop.tools` ended in `sys.exit(3)` (shop/tools.py:14)"),
        ("import os\nos._exit(3)", "`shop` ended its process with status 3 before it had told anything"),
        ("import time\ntime.sleep(60)", "`shop` was not ready after 2 seconds; it was here then (shop/tools.py:14)"),
    ],
)
def test_code_that_fails_stops_only_the_tools_that_need_it(shop: Shop, code: str, reason: str) -> None:
    tail = "\n@tool()\ndef find(f: Filter):\n    'Find it.'\n@tool()\ndef count(a: int):\n    'Count it.'\n"
    result = shop.compile(f"{HEAD}{code}{tail}", "import = true\ntimeout = 2")
    assert list(tools(result)) == ["count"]
    (finding,) = result.diagnostics
    assert finding.code == "PY-01"
    assert finding.message.endswith(f"; {reason}"), finding.message


def test_what_failing_code_printed_is_kept(shop: Shop) -> None:
    shop.compile(HEAD + "print('last words')\n1 / 0\n@tool()\ndef find(f: Filter):\n    'Find it.'\n")
    assert [(run.name, run.output) for run in shop.failed] == [("shop", "last words\n")]


@pytest.mark.parametrize(
    ("pydantic", "said"),
    [
        ("raise ImportError", "needs pydantic, which is not there"),
        ("VERSION = '1.10.2'", "needs pydantic 2, and 1.10.2 is there"),
    ],
)
def test_an_interpreter_without_pydantic(shop: Shop, pydantic: str, said: str) -> None:
    (shop.folder / "pydantic.py").write_text(pydantic, encoding="utf-8")
    (finding,) = shop.compile(HEAD + "@tool()\ndef find(f: Filter):\n    'Find it.'\n").diagnostics
    assert said in finding.message


def test_modules_are_imported_from_where_their_files_are(shop: Shop) -> None:
    deep = shop.folder / "lib" / "deep" / "warehouse"
    deep.mkdir(parents=True)
    (deep / "__init__.py").touch()
    (deep / "kinds.py").write_text(HEAD, encoding="utf-8")
    code = "from warehouse.kinds import Filter, tool\n@tool()\ndef find(f: Filter):\n    'Find it.'\n"
    (deep / "tools.py").write_text(code, encoding="utf-8")
    (shop.folder / "toolmint.toml").write_text(
        '[sources.a]\npath = "lib/deep/warehouse/tools.py"\nimport = true\ntargets = ["contract"]\n', encoding="utf-8"
    )
    store = DocumentStore(shop.folder)
    project = load_project(shop.folder, store)
    assert run_sources(project.sources, store) == ()
    result = build(project, store=store)
    assert told(result) == []
    assert [one.name for one in result.catalogs["a"].contracts] == ["find"]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('path = "a.json"\nimport = true', "`import` is for Python code, and `a.json` is an OpenAPI document"),
        ('app = "a:b"\nimport = true', "`import` is for Python code, and `a:b` is an OpenAPI document"),
        ('app = "a:b"\nmodule = "x"', "`module` is for Python code, and `a:b` is an OpenAPI document"),
        ('path = "a.py"\nimport = "yes"', 'found the string `"yes"` for `import`, wanted `true` or `false`'),
        ('path = "a.py"\nimport = false\ntimeout = 3', "`timeout` says how code is run, and source `shop` runs none"),
    ],
)
def test_tables_that_are_wrong(tmp_path: Path, lines: str, told: str) -> None:
    (tmp_path / "a.json").write_text('{"openapi": "3.1.0", "paths": {}}', encoding="utf-8")
    (tmp_path / "a.py").touch()
    (tmp_path / "toolmint.toml").write_text(f"[sources.shop]\n{lines}\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_project(tmp_path, DocumentStore(tmp_path))
    assert caught.value.message == told


def test_the_generated_package_makes_the_type(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    shop.compile(
        HEAD + "@tool()\ndef find(f: Filter) -> str:\n    'Find it.'\n    return type(f).__name__ + f.colour\n"
    )
    (shop.folder / "toolmint.toml").write_text(
        '[sources.shop]\npath = "shop"\nimport = true\nname = "shop_calls"\n', encoding="utf-8"
    )
    store = DocumentStore(shop.folder)
    project = load_project(shop.folder, store)
    run_sources(project.sources, store)
    for path, content in build(project, store=store).files.items():
        file = shop.folder / "out" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    monkeypatch.chdir(shop.folder)
    monkeypatch.syspath_prepend(str(shop.folder / "out"))
    monkeypatch.syspath_prepend(str(shop.folder))
    before = set(sys.modules)
    try:
        package = importlib.import_module("shop_calls")
        with package.SyncToolset() as calls:
            assert calls.call("find", {"f": {"colour": "red"}}).value == "Filterred"
            refused = calls.call("find", {"f": {}})
            assert not refused.ok
            assert "colour" in json.dumps(str(refused))
    finally:
        for name in set(sys.modules) - before:
            if name.partition(".")[0] in ("shop", "shop_calls"):
                del sys.modules[name]
