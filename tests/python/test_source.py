"""Annotated functions to contracts: names, prose, arguments, the host's values, results."""

# ruff: noqa: E501, RUF001 - a case a line; Chinese punctuation is what is meant

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from toolmint.documents import DocumentStore
from toolmint.ir.binding import PythonBinding, PythonParameter
from toolmint.ir.contract import ArgumentReference, ToolAnnotations, ToolReference, ValueReference
from toolmint.prose.description import describe
from toolmint.rendering import Renderer
from toolmint.source import SourceInput
from toolmint.sources import load_source

from support.python_code import extract_code, findings, store_of, tool_of


def binding_of(code: Any, name: str | None = None, **options: Any) -> PythonBinding:
    binding = tool_of(code, name, **options).binding
    assert isinstance(binding, PythonBinding)
    return binding


def test_everything_that_a_mark_says() -> None:
    contract = tool_of('''
WHEN = "the user asks " + "for a refund"
@tool(
    name="refund_order", title="Refund an order",
    does="Refund {order_id}.", when=[WHEN, "the order is {state=paid}"], requires=("{order_id} is known",),
    never="touch {tool:refund_order}s of others", notes="Braces: {{x}}",
    read_only=False, destructive=True, idempotent=True, open_world=False, confirm="Really refund?", strict=True,
    was=["refund"], examples=[{"order_id": "A1"}, {"order_id": "A2", "state": "paid"}], ignore={"FS-02": "known"},
)
def do_refund(order_id: str, state: Literal["paid", "open"] = "open"):
    """Not used."""
''')
    assert contract.name == "refund_order"
    assert contract.title == "Refund an order"
    assert contract.prose.does == (("Refund ", ArgumentReference(path=("order_id",)), "."),)
    assert contract.prose.when == (
        ("the user asks for a refund",),
        ("the order is ", ValueReference(path=("state",), value="paid")),
    )
    assert contract.prose.never == (("touch ", ToolReference(tool="refund_order"), "s of others"),)
    assert contract.prose.notes == (("Braces: {x}",),)
    assert contract.annotations == ToolAnnotations(
        read_only=False, destructive=True, idempotent=True, open_world=False, confirm="Really refund?"
    )
    assert (contract.strict, contract.was, dict(contract.ignore)) == (True, ("refund",), {"FS-02": "known"})
    assert contract.examples == ({"order_id": "A1"}, {"order_id": "A2", "state": "paid"})
    assert {"name", "title", "does/0", "when/1", "notes/0", "ignore/FS-02"} <= contract.places.keys()


def test_a_destructive_tool_asks_unless_the_author_says_otherwise() -> None:
    code = "@tool(destructive=True{})\ndef f(): ...\n"
    assert tool_of(code.format("")).annotations.confirm is True
    assert tool_of(code.format(", confirm=False")).annotations.confirm is False
    assert tool_of("@tool\ndef f(): ...\n").annotations == ToolAnnotations()


def test_without_sentences_the_docstring_is_the_description() -> None:
    contract = tool_of('''
@tool
def f(a: int):
    """Do it
    well.

    With {braces} kept.

    Args:
        a: The a.

    Returns:
        Nothing much.
    """
''')
    assert contract.prose.verbatim == "Do it\nwell.\n\nWith {braces} kept.\n\nReturns: Nothing much."
    assert contract.input_schema["properties"]["a"]["description"] == "The a."  # type: ignore[index]


def test_with_sentences_the_summary_is_what_it_does_and_the_rest_a_note() -> None:
    contract = tool_of('''
@tool(when="asked", notes="And {a}.")
def f(a: int) -> str:
    """Do it
    well.

    With {braces} kept.

    Returns:
        The answer.
    """
''')
    assert contract.prose.does == (("Do it well.",),)
    assert contract.prose.notes == (("With {braces} kept.",), ("And ", ArgumentReference(path=("a",)), "."))
    assert contract.output_schema == {"type": "string", "description": "The answer."}


@pytest.mark.parametrize(
    "docstring",
    [
        "Do it.\n\n    Args:\n        a (int): The a.\n        b: The b,\n            on two lines.\n    ",
        "Do it.\n    Args:\n        a (int): The a.\n        b: The b,\n            on two lines.\n    ",
        "Do it.\n\n    Parameters\n    ----------\n    a : int\n        The a.\n    b\n        The b,\n        on two lines.\n    ",
        "Do it.\n\n    :param int a: The a.\n    :param b: The b,\n        on two lines.\n    ",
        "Do it.\n\n    :param a: The a.\n    :type a: int\n    :param b: The b,\n        on two lines.\n    ",
    ],
    ids=["google", "google-without-blank-line", "numpy", "sphinx", "sphinx-types"],
)
def test_argument_sections_of_every_style(docstring: str) -> None:
    code = f'@tool\ndef f(a: int, b: str):\n    """{docstring}"""\n'
    contract = tool_of(code)
    assert contract.prose.verbatim == "Do it."
    properties: Any = contract.input_schema["properties"]
    assert properties["a"]["description"] == "The a."
    assert " ".join(properties["b"]["description"].split()) == "The b, on two lines."
    assert findings(code) == []


def test_a_stated_style_wins_over_the_look() -> None:
    code = '@tool\ndef f(a: int):\n    """Do it.\n\n    Args:\n        a: The a.\n    """\n'
    contract = tool_of(code, docstring_style="numpy")
    assert contract.prose.verbatim == "Do it.\n\nArgs:\n    a: The a."


def test_which_text_describes_an_argument() -> None:
    contract = tool_of('''
from pydantic import Field
from typing_extensions import Doc
@tool
def f(
    a: Annotated[int, Param("By Param"), Field(description="By Field")],
    b: Annotated[int, Field(description="By Field")],
    c: Annotated[int, "By a string"],
    d: Annotated[int, Doc("By Doc")],
    e: int,
    g: Annotated[int, "By a string", Param("By {a}")],
    h: int = Field(3, description="By default"),
):
    """Do it.

    Args:
        a: By docstring.
        b: By docstring.
        c: By docstring.
        d: By docstring.
        e: By docstring.
        h: By docstring.
    """
''')
    properties: Any = contract.input_schema["properties"]
    texts = {name: part.get("description") for name, part in properties.items()}
    assert texts == {
        "a": "By Param",
        "b": "By Field",
        "c": "By a string",
        "d": "By Doc",
        "e": "By docstring.",
        "g": "By `a`",
        "h": "By default",
    }
    assert properties["h"]["default"] == 3


def test_names_of_arguments_and_the_hosts_values() -> None:
    code = """
@tool(requires="{order} is known", examples=[{"order": "A1"}])
def f(
    order_id: Annotated[str, Param("The order", name="order", was=("order_id_old",), examples=["A1"])],
    tenant: Annotated[str, FromContext("tenant.id")],
    user: Annotated[Optional[int], FromContext(key="user.id")] = None,
    größe: int = 1,
): ...
"""
    contract = tool_of(code)
    properties: Any = contract.input_schema["properties"]
    assert list(properties) == ["order", "grosse"]
    assert properties["order"]["x-wire-name"] == "order_id"
    assert properties["order"]["x-was"] == ["order_id_old"]
    assert properties["order"]["examples"] == ["A1"]
    assert contract.input_schema["required"] == ["order"]
    assert [(one.key, one.name, one.required) for one in contract.context] == [
        ("tenant.id", "tenant", True),
        ("user.id", "user", False),
    ]
    assert binding_of(code).parameters == (
        PythonParameter(
            name="order_id",
            argument="order",
            type='Annotated[str, Param("The order", name="order", was=("order_id_old",), examples=["A1"])]',
        ),
        PythonParameter(name="tenant", context="tenant.id", type='Annotated[str, FromContext("tenant.id")]'),
        PythonParameter(name="user", context="user.id", type='Annotated[Optional[int], FromContext(key="user.id")]'),
        PythonParameter(name="größe", argument="grosse", type="int"),
    )
    assert any("NM-05" in one for one in findings(code))


def test_defaults() -> None:
    contract = tool_of("""
import enum, datetime
class Colour(enum.Enum):
    RED = "red"
MOST = 5
def now(): ...
@tool
def f(a, b=1, c=MOST * 2, d=Colour.RED, e: Optional[int] = None, g: int = None, h=now(), i: list[int] = [1, 2],
      j: float = float("inf"), k: datetime.date = datetime.date(2024, 1, 2), *, l: int, m=-1): ...
""")
    properties: Any = contract.input_schema["properties"]
    stated = {
        name: part["default"] for name, part in properties.items() if isinstance(part, dict) and "default" in part
    }
    assert stated == {"b": 1, "c": 10, "d": "red", "e": None, "i": [1, 2], "k": "2024-01-02", "m": -1}
    assert contract.input_schema["required"] == ["a", "l"]


def test_methods_and_what_they_are_called_on() -> None:
    code = """
class Shop:
    class Inner:
        @tool
        def deep(self, a: int): ...
    @tool
    def find(self, a: int) -> None: ...
    @tool
    @staticmethod
    def fixed(a: int): ...
    @classmethod
    @tool
    def of_class(cls, a: int): ...
    @tool
    async def later(self) -> AsyncIterator[int]: ...
"""
    bindings = {one.name: one.binding for one in extract_code(code).catalog.contracts}
    assert {name: (one.qualname, one.owner, one.is_async) for name, one in bindings.items()} == {  # type: ignore[union-attr]
        "deep": ("Shop.Inner.deep", "instance", False),
        "find": ("Shop.find", "instance", False),
        "fixed": ("Shop.fixed", "static", False),
        "of_class": ("Shop.of_class", "class", False),
        "later": ("Shop.later", "instance", True),
    }
    assert [one.name for one in bindings["fixed"].parameters] == ["a"]  # type: ignore[union-attr]
    assert [one.name for one in bindings["of_class"].parameters] == ["a"]  # type: ignore[union-attr]


def test_positional_and_any_arguments() -> None:
    code = "@tool\ndef f(a: int, /, b: int, *rest: int, c: int = 1, **more: int): ...\n"
    binding = binding_of(code)
    assert [(one.name, one.kind) for one in binding.parameters] == [
        ("a", "positional"),
        ("b", "keyword"),
        ("c", "keyword"),
    ]
    assert [one.partition(" ")[2][:5] for one in findings(code)] == ["PY-05", "PY-05"]


def test_results() -> None:
    code = """
from dataclasses import dataclass
@dataclass
class Item:
    a: int
    b: int = 1
@tool
def nothing() -> None: ...
@tool
def unsaid(): ...
@tool
def whatever() -> Any: ...
@tool
def text() -> str: ...
@tool
def items() -> list[Item]: ...
@tool
def odd() -> Frame: ...
"""
    extraction = extract_code(code)
    outputs = {one.name: one.output_schema for one in extraction.catalog.contracts}
    assert outputs == {
        "nothing": None,
        "unsaid": None,
        "whatever": None,
        "text": {"type": "string"},
        "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
        "odd": None,
    }
    assert [one.code for one in extraction.diagnostics] == ["IN-15"]


def test_functions_inside_of_functions_are_counted_and_left_out() -> None:
    extraction = extract_code(
        "def make():\n    @tool\n    def inner(): ...\n    return inner\n@tool\ndef outer(): ...\n"
    )
    assert [one.what for one in extraction.catalog.left_out] == ["function `inner`"]
    assert [one.name for one in extraction.catalog.contracts] == ["outer"]


def test_functions_that_the_project_lists() -> None:
    files = {
        "shop.py": 'class Shop:\n    def find(self, a: int):\n        """Find it."""\ndef other(): ...\ndef third(): ...\n'
    }
    extraction = extract_code(files, functions=["Shop.find", "shop.other", "shop.thrid"])
    assert [(one.name, one.binding.framework) for one in extraction.catalog.contracts] == [  # type: ignore[union-attr]
        ("find", "plain"),
        ("other", "plain"),
    ]
    (problem,) = extraction.diagnostics
    assert (problem.code, problem.message) == (
        "SL-01",
        "`functions` names `shop.thrid`, and no file of the source declares it",
    )
    assert "shop.third" in (problem.hint or "")


def test_tools_are_selected() -> None:
    code = "@tool\ndef find_a(): ...\n@tool\ndef find_b(): ...\n@tool\ndef sell(): ...\n"
    extraction = extract_code(code, include=("tool:find_*",), exclude=("find_b",))
    assert [one.name for one in extraction.catalog.contracts] == ["find_a"]
    assert [(one.what, one.reason) for one in extraction.catalog.left_out] == [
        ("tool `find_b`", "not selected: `exclude` has `find_b`"),
        ("tool `sell`", "not selected: nothing in `include` matches"),
    ]
    assert [one.code for one in extract_code(code, include=("tool:nothing",)).diagnostics] == ["SL-01"]
    assert [one.code for one in extract_code(code, include=("tga:nothing",)).diagnostics] == ["SL-02"]


def test_equal_names_are_an_error_of_each() -> None:
    code = '@tool\ndef a(): ...\n@tool(name="a")\ndef b(): ...\n@tool\ndef c(): ...\n'
    extraction = extract_code(code)
    assert [one.name for one in extraction.catalog.contracts] == ["c"]
    assert [one.partition(" ")[2] for one in findings(code)] == [
        "NM-02 `shop.a` and `shop.b` are both the tool `a`",
        "NM-02 `shop.a` and `shop.b` are both the tool `a`",
    ]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('@tool(wen="x")\ndef f(): ...\n', "1:11 PY-02 `@tool` has no keyword `wen`"),
        ("@tool(when=str(1))\ndef f(): ...\n", "1:12 PY-02 found `str(1)`, wanted a value that is written out, for `when` of `@tool`"),
        ('@tool(when=f"{x}")\ndef f(): ...\n', '1:12 PY-02 found `f"{x}"`, wanted a value that is written out, for `when` of `@tool`'),
        ("@tool(when=WHEN)\ndef f(): ...\n", "1:12 PY-02 `WHEN` is not known: nothing in the file defines or imports it, for `when` of `@tool`"),
        ('@tool(**{})\ndef f(): ...\n', "1:9 PY-02 `**` in `@tool` hides what it says"),
        ('@tool(when=1)\ndef f(): ...\n', "1:12 PY-02 found `1` for `when` of `@tool`, wanted a text"),
        ('@tool(when=["a", 1])\ndef f(): ...\n', "1:18 PY-02 found `1` for `when` of `@tool`, wanted a text"),
        ('@tool(when=" ")\ndef f(): ...\n', "1:12 PY-02 found an empty text for `when`, wanted one that says something"),
        ('@tool(read_only="yes")\ndef f(): ...\n', "1:17 PY-02 found `yes` for `read_only` of `@tool`, wanted `True` or `False`"),
        ('@tool(ignore={"FS-02": ""})\ndef f(): ...\n', "1:15 PY-02 found an empty text for `ignore`, wanted one that says something"),
        ('@tool(examples=[{"a": "x"}])\ndef f(a: int): ...\n', "1:17 IN-16 the example does not validate: found `x` for `a`, wanted an integer"),
        ('@tool(when="{b} is there")\ndef f(a: int): ...\n', "1:13 RF-01 `{b}` names nothing that this tool has"),
        ('@tool(when="{a} is there")\ndef f(a: Annotated[int, FromContext("a")]): ...\n', "1:13 RF-04 `{a}` is a context value and the model never sees it"),
        ('@tool\ndef f(a: Annotated[int, Param("of {b}")]): ...\n', "2:35 RF-01 `{b}` names nothing that this tool has"),
        ('@tool\ndef f(a: Frame): ...\n', "2:10 PY-01 `a`: the type `Frame` is not known: nothing in the file defines or imports it"),
        ('import pandas\n@tool\ndef f(a: list[pandas.DataFrame]): ...\n', "3:15 PY-01 `a`: the type `pandas.DataFrame` is declared in no file of the source"),
        ('class A: ...\n@tool\ndef f(a: A): ...\n', "3:10 PY-01 `a`: `A` is no model, dataclass, `TypedDict`, `NamedTuple` or `Enum`"),
        ('@tool\ndef f(a: Callable[[int], str]): ...\n', "2:10 PY-01 `a`: the type `typing.Callable` is declared in no file of the source"),
        ('@tool\ndef f(a: "list[int"): ...\n', "2:10 PY-01 `a`: `list[int` is no type"),
        ('@tool\ndef f(a: Annotated[int, FromContext()]): ...\n', "2:25 PY-01 `a`: `FromContext` names no key of the host's values"),
        ('@tool\ndef f(a: Annotated[int, Param(describe="x")]): ...\n', "2:40 PY-01 `a`: `Param` has no keyword `describe`"),
        ('@tool\ndef f(a: Annotated[int, Param("x", name=3)]): ...\n', "2:41 PY-01 `a`: found `3` for `name` of `Param`, wanted a text"),
        ('@tool\ndef f(a: Annotated[int, Param("x", was=["b", 3])]): ...\n', '2:40 PY-01 `a`: found `["b", 3]` for `was` of `Param`, wanted a text'),
        ('@tool\ndef f(a: Annotated[int, Param("x", "y")]): ...\n', "2:36 PY-01 `a`: `Param` takes one text, and its keywords"),
        ('@tool\ndef f(a: int = Param("x")): ...\n', "2:16 PY-01 `a`: `Param` is no default"),
        ('@tool\ndef f(*, a: str = FromContext("tenant.id")): ...\n', "2:19 PY-01 `a`: `FromContext` is no default"),
    ],
    ids=range(26),
)  # fmt: skip
def test_what_is_wrong_is_told_at_its_place(code: str, found: str) -> None:
    assert findings(code) == [found]
    assert extract_code(code + "@tool\ndef other(): ...\n").catalog.contract("other") is not None


@pytest.mark.parametrize(
    "parameter",
    [
        "a: Annotated[int, FromContext()]",
        'a: Annotated[int, Param(describe="x")]',
        'a: Annotated[int, Param("x", name=3)]',
        'a: int = Param("x")',
        'a: Annotated[int, Param(f"{b}")]',
    ],
)
def test_what_is_wrong_with_a_mark_is_not_told_to_be_a_type(parameter: str) -> None:
    [found] = [one for one in extract_code(f"@tool\ndef f({parameter}): ...\n").diagnostics if one.code == "PY-01"]
    assert found.hint
    assert "import" not in found.hint


def test_disagreements_between_docstring_and_signature() -> None:
    code = '''@tool
def f(order_id: str, limit: int = 10, note: str = "x", when: float = 1, state: str = "a"):
    """Do it.

    Args:
        order: Which one.
        limit (str): How many.
        note (str, default: "y"): Words.
        when (int): Number.
        state (string, optional): Fine.
        order_id (str, defaults to None): Id.
    """
'''
    assert findings(code) == [
        "6:9 PY-03 the docstring documents `order`, and `f` has no such parameter",
        "7:9 PY-04 the docstring says that `limit` is `str`, and its annotation `int`",
        '8:9 PY-04 the docstring says that `note` defaults to `"y"`, and it is `"x"`',
        "9:9 PY-04 the docstring says that `when` is `int`, and its annotation `float`",
        "11:9 PY-04 the docstring says that `order_id` defaults to `None`, and it has no default",
    ]
    assert findings('@tool\ndef f(**more):\n    """Do.\n\n    Args:\n        a: A.\n    """\n')[1:] == []


@pytest.mark.parametrize(
    ("annotation", "stated", "differs"),
    [
        ("list[int]", "list[str]", True),
        ("list[int]", "list of str", True),
        ("list[str] | None", "list of integers, optional", True),
        ("list[list[int]]", "list[list[str]]", True),
        ("dict[str, int]", "dict[str, str]", True),
        ("list[int]", "list", False),
        ("list", "list[int]", False),
        ("list[int]", "list of ids", False),
        ("list[int]", "list of numbers", False),
        ("list[str]", "array of strings", False),
        ("list[int | None]", "list[int]", False),
        ("list[int] | list[str]", "list[int]", False),
        ("dict[str, Any]", "dict[str, int]", False),
        ("tuple[int, str]", "tuple[int, str]", False),
    ],
)
def test_what_a_list_or_a_mapping_holds_is_compared_too(annotation: str, stated: str, differs: bool) -> None:
    head = f"from typing import Any\n@tool\ndef f(a: {annotation} = None):\n"
    google = f'    """Do it.\n\n    Args:\n        a ({stated}): A.\n    """\n'
    numpy = f'    """Do it.\n\n    Parameters\n    ----------\n    a : {stated}\n        A.\n    """\n'
    for docstring in (google, numpy):
        assert ["PY-04" in one for one in findings(head + docstring)] == [True] * differs, docstring


@pytest.mark.parametrize(
    "docstring",
    [
        "Args：\n        order_id：订单号：例如 A1。\n        limit（int，可选）：数量。\n\n    Returns：\n        结果。",
        "参数：\n        order_id：订单号：例如 A1。\n        limit（int）：数量。\n\n    返回：\n        结果。",
        "参数:\n        order_id (str): 订单号：例如 A1。\n        limit: 数量。\n    返回值:\n        结果。",
        "Args:\n        order_id：订单号：例如 A1。\n        limit (int)： 数量。\n\n    Returns:\n        结果。",
        ":param order_id：订单号：例如 A1。\n    :param limit: 数量。\n    :type limit：int\n    :returns：结果。",
    ],
)
def test_sections_with_chinese_titles_and_punctuation(docstring: str) -> None:
    code = f'@tool(when="查询订单")\ndef f(order_id: str, limit: int = 10) -> str:\n    """查询订单的全部内容，url：照写。\n\n    {docstring}\n    """\n'
    assert findings(code) == []
    contract = tool_of(code)
    properties: Any = contract.input_schema["properties"]
    assert [properties[one]["description"] for one in ("order_id", "limit")] == ["订单号：例如 A1。", "数量。"]
    assert contract.output_schema == {"type": "string", "description": "结果。"}
    assert contract.prose.does == (("查询订单的全部内容，url：照写。",),)
    gone = code.replace("limit: int", "most: int")
    assert [one.split(" ", 1)[1] for one in findings(gone)] == [
        "PY-03 the docstring documents `limit`, and `f` has no such parameter"
    ]


@pytest.mark.parametrize("stated", ["default 20", "default: 20", "default=20", "optional, default 20"])
def test_a_default_that_numpy_style_states_is_compared(stated: str) -> None:
    code = '@tool\ndef f(a: int = {}):\n    """Do it.\n\n    Parameters\n    ----------\n    a : int, {}\n        A.\n    """\n'
    assert findings(code.format(20, stated)) == []
    assert findings(code.format(10, stated)) == [
        "7:5 PY-04 the docstring says that `a` defaults to `20`, and it is `10`"
    ]


def test_a_class_that_is_marked_is_listed_among_what_was_left_out() -> None:
    extraction = extract_code("@tool(when='x')\nclass A:\n    @tool\n    def f(self): ...\n\n@tool\ndef g(): ...\n")
    assert [one.name for one in extraction.catalog.contracts] == ["f", "g"]
    assert [(one.what, one.failed) for one in extraction.catalog.left_out] == [("class `A`", False)]


def test_two_arguments_of_one_name_are_told_in_words_of_python() -> None:
    code = '@tool\ndef f(a: Annotated[int, Param("A", name="b")], b: int): ...\n'
    [found] = [one for one in extract_code(code).diagnostics if one.code == "NM-02"]
    assert found.hint is not None
    assert "Param(name=" in found.hint


def test_imports_are_followed_across_files() -> None:
    files = {
        "shop/__init__.py": "from .models import Item as Thing\n",
        "shop/models.py": "from __future__ import annotations\nfrom pydantic import BaseModel\nfrom . import kinds\n"
        "class Item(BaseModel):\n    kind: kinds.Kind\n    more: list[Item] = []\n",
        "shop/kinds.py": 'from enum import Enum\nclass Kind(Enum):\n    A = "a"\n',
        "shop/tools.py": "import shop\nfrom toolmint.annotations import tool\nimport shop.kinds as k\nfrom .models import *\n"
        "@tool\ndef f(a: shop.Thing, b: k.Kind = k.Kind.A, c: Item | None = None): ...\n",
    }
    contract = tool_of(files)
    assert binding_of(files).module == "shop.tools"
    properties: Any = contract.input_schema["properties"]
    assert properties == {
        "a": {"$ref": "#/$defs/Item"},
        "b": {"$ref": "#/$defs/Kind", "default": "a"},
        "c": {"default": None, "anyOf": [{"$ref": "#/$defs/Item"}, {"type": "null"}]},
    }


def test_what_lies_beside_a_file_is_read_for_its_types_and_gives_no_tools() -> None:
    files = {
        "tools.py": "from toolmint.annotations import tool\nfrom models import Item\n@tool\ndef f(a: Item): ...\n",
        "models.py": "from toolmint.annotations import tool\nfrom typing import TypedDict\n"
        "class Item(TypedDict):\n    a: int\n@tool\ndef g(): ...\n",
    }
    source = SourceInput(name="tools", kind="python", file=Path("src/tools.py"))
    extraction = load_source("python").extract(source, store_of(files))
    assert [one.name for one in extraction.catalog.contracts] == ["f"]
    assert "Item" in extraction.catalog.definitions.input


def test_the_module_is_named_by_the_project_or_by_the_place() -> None:
    text = "from toolmint.annotations import tool\n@tool\ndef f(): ...\n"
    assert binding_of({"tools.py": text}).module == "tools"
    assert binding_of({"a/__init__.py": "", "a/b/__init__.py": text}).module == "a.b"
    assert binding_of({"a/b.py": text}, module="pkg").module == "pkg.a.b"
    source = SourceInput(name="tools", kind="python", file=Path("src/tools.py"), options={"module": "shop.tools"})
    contract = load_source("python").extract(source, store_of({"tools.py": text})).catalog.contracts[0]
    assert contract.binding.call == "shop.tools.f"


def test_classes_of_one_name_are_told_apart() -> None:
    text = "from pydantic import BaseModel\nclass Item(BaseModel):\n    {}: int\n"
    files = {
        "a.py": text.format("a"),
        "b.py": text.format("b"),
        "tools.py": "import a, b\nfrom toolmint.annotations import tool\n@tool\ndef f(x: a.Item, y: b.Item): ...\n",
    }
    extraction = extract_code(files)
    assert sorted(extraction.catalog.definitions.input) == ["a_Item", "b_Item"]


def test_a_text_in_chinese_becomes_chinese_sentences() -> None:
    code = '@tool(when="用户询问可以退多少钱", requires="已知 {order_id}", never="提交退款申请", read_only=True)\ndef f(order_id: str):\n    """计算订单可退的金额。"""\n'
    extraction = extract_code(code)
    text = describe(extraction.catalog.contracts[0], extraction.catalog, Renderer())
    assert text.splitlines()[:2] == ["计算订单可退的金额。", "仅当用户询问可以退多少钱时使用本工具。"]


def test_places_are_where_a_person_would_look() -> None:
    files = {"shop.py": 'from toolmint.annotations import tool, Param\nfrom typing import Annotated\n\n@tool(when="asked")\ndef find(\n    a: Annotated[int, Param("The a")],\n):\n    """Find it."""\n'}  # fmt: skip
    store = store_of(files)
    contract = extract_code(files, store).catalog.contracts[0]
    lines = {key: (at := store.locate(place)).line * 100 + at.column for key, place in contract.places.items()}
    assert lines == {"argument/a": 605, "argument/a/text": 629, "when/0": 412, "summary": 805}
    assert store.locate(contract.origin).line == 5


def test_a_mark_is_known_by_its_import_alone() -> None:
    code = {
        "a.py": "from toolmint import annotations as t\n@t.tool\ndef one(): ...\n",
        "b.py": "from other import tool\n@tool\ndef two(): ...\n",
        "c.py": "def tool(f): return f\n@tool\ndef three(): ...\n",
        "d.py": "from marks import mint\n@mint(when='x')\ndef four(): ...\n",
        "marks.py": "from toolmint.annotations import tool as mint\n",
    }
    assert [one.name for one in extract_code(code).catalog.contracts] == ["one", "four"]


def test_a_source_without_tools_says_so() -> None:
    (found,) = findings("def f(): ...\n")
    assert found.endswith("IN-17 no function is marked as a tool, so nothing becomes a tool")


def test_given_schemas_stand_in_for_types_that_cannot_be_told() -> None:
    files = {
        "shop.py": "from toolmint.annotations import tool\nimport pandas\n@tool\n"
        "def f(a: pandas.DataFrame, b: int) -> pandas.Series: ...\n",
        "given.json": '{"format": 1, "functions": {"shop.f": {"parameters": {"a": {"$ref": "#/$defs/F", "$defs": '
        '{"F": {"type": "object", "properties": {"x": {"$ref": "#/$defs/F"}}}}}}, "returns": {"type": "array"}}}}',
    }
    contract = tool_of(files, schemas="src/given.json")
    assert contract.input_schema["properties"] == {"a": {"$ref": "#/$defs/F"}, "b": {"type": "integer"}}
    assert contract.output_schema == {"type": "array"}


def test_nothing_of_the_code_is_run(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    (tmp_path / "shop.py").write_text(
        f"open({str(mark)!r}, 'w')\nfrom toolmint.annotations import tool\n@tool\ndef f(a: int = open({str(mark)!r}, 'w')): ...\n"
    )
    source = SourceInput(name="shop", kind="python", file=Path("shop.py"))
    assert load_source("python").extract(source, DocumentStore(tmp_path)).catalog.contracts
    assert not mark.exists()


def test_a_deprecated_function_is_a_deprecated_tool() -> None:
    code = 'from typing_extensions import deprecated\n@tool\n@deprecated("use g")\ndef f(): ...\n@tool\ndef g(): ...\n'
    assert [one.deprecated for one in extract_code(code).catalog.contracts] == [True, False]
    assert [one.name for one in extract_code(code, exclude=("deprecated",)).catalog.contracts] == ["g"]
