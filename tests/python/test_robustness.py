"""Wrong and hostile code: one clear finding each, with its line, and the other tools are read all the same."""

# ruff: noqa: E501 - a case a line

from __future__ import annotations

import time
from pathlib import Path

import pytest

from toolmint.documents import DocumentStore
from toolmint.errors import SourceError
from toolmint.source import SourceInput
from toolmint.sources import load_source

from support.python_code import extract_code, findings, store_of

HEAD = "from toolmint.annotations import tool\n"
GOOD = f'{HEAD}@tool\ndef good(a: int):\n    """Be good."""\n'


def names(files: dict[str, str | bytes]) -> list[str]:
    return [one.name for one in extract_code(files).catalog.contracts]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def broken(:\n    pass\n", "1:12 IN-01 syntax error: invalid syntax; what can be read of the file is read"),
        ("x = (1,\n", "1:5 IN-01 syntax error: '(' was never closed; what can be read of the file is read"),
        ("def f():\nreturn 1\n", "2:1 IN-01 syntax error: expected an indented block after function definition on line 1; what can be read of the file is read (and 1 more)"),
        ("x = 1\n  y = 2\n", "2:2 IN-01 syntax error: unexpected indent; what can be read of the file is read"),
        ("x = '\0'\n", "1:6 IN-01 found a NUL character, which no Python file may hold; what can be read of the file is read"),
        ("x = " + "(" * 300 + ")" * 300 + "\n", "1:205 IN-01 syntax error: too many nested parentheses; what can be read of the file is read"),
        ('print "hello"\n', "1:1 IN-01 syntax error: missing parentheses in call to 'print'. Did you mean print(...)?; what can be read of the file is read"),
        (f"{HEAD}@tool\ndef f(a: int, a: str): ...\n", "3:15 IN-01 syntax error: duplicate argument 'a' in function definition; what can be read of the file is read"),
        (f"{HEAD}@tool(when='a', when='b')\ndef f(): ...\n", "2:17 IN-01 syntax error: keyword argument repeated: when; what can be read of the file is read"),
        (f"{HEAD}\n@tool\ndef f():\n    await g()\n", "5:5 IN-01 syntax error: 'await' outside async function; what can be read of the file is read"),
    ],
    ids=["signature", "open", "indentation", "indent", "nul", "nested", "python-2", "parameters", "keywords", "await"],
)  # fmt: skip
def test_what_is_no_python_is_told_once(text: str, found: str) -> None:
    assert findings({"bad.py": text, "good.py": GOOD}) == [found]
    assert names({"bad.py": text, "good.py": GOOD}) == ["good"]


def test_other_statements_of_a_file_with_a_mistake_are_read() -> None:
    text = (
        f"{HEAD}@tool\ndef first(a: int): ...\n\n@tool(\n    when='x' 'y,\n)\ndef second(a: int): ...\n\n"
        "class Third:\n    @tool\n    def third(self): ...\n\nx = = 1\n\n@tool\ndef last(): ...\n"
    )
    extraction = extract_code({"shop.py": text})
    assert [one.name for one in extraction.catalog.contracts] == ["first", "third", "last"]
    (problem,) = extraction.diagnostics
    assert problem.message.endswith("what can be read of the file is read (and 1 more)")


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"# caf\xe9\n", "1:6 IN-01 byte 0xE9 is not UTF-8; the file looks like Latin-1, where it is `\xe9`"),
        ("x = 1\n".encode("utf-16"), "1:1 IN-01 found what looks like UTF-16, wanted UTF-8"),
        (b"\x7fELF\x00\x00\xff", "1:1 IN-01 found binary data, wanted text in UTF-8"),
    ],
    ids=["latin-1", "utf-16", "binary"],
)
def test_other_encodings(content: bytes, found: str) -> None:
    assert findings({"bad.py": content, "good.py": GOOD}) == [found]
    assert names({"bad.py": content, "good.py": GOOD}) == ["good"]
    source = SourceInput(name="bad", kind="python", file=Path("src/bad.py"))
    with pytest.raises(SourceError):
        load_source("python").extract(source, store_of({"bad.py": content}))


def test_a_byte_order_mark_and_line_ends_of_other_systems() -> None:
    text = ("\ufeff" + GOOD + "@tool(wen='x')\ndef bad(): ...\n").replace("\n", "\r\n")
    assert findings({"shop.py": text}) == ["5:11 PY-02 `@tool` has no keyword `wen`"]
    assert names({"shop.py": text}) == ["good"]


def test_columns_are_counted_in_characters() -> None:
    text = f"{HEAD}@tool(when='退款', wen='x')\ndef f(): ...\n"
    assert findings({"shop.py": text}) == ["2:22 PY-02 `@tool` has no keyword `wen`"]


def test_imports_in_a_circle() -> None:
    files = {
        "a.py": f"{HEAD}from b import Thing\n@tool\ndef bad(x: Thing): ...\n@tool\ndef fine(y: int): ...\n",
        "b.py": "from c import Thing\n",
        "c.py": "from a import Thing\n",
    }
    assert findings(files) == ["4:12 PY-01 `x`: the type `Thing` is not known: imports lead in a circle"]
    assert names(files) == ["fine"]


def test_modules_that_import_each_other_are_read() -> None:
    files = {
        "a.py": f"{HEAD}import b\nfrom pydantic import BaseModel\nclass A(BaseModel):\n    b: 'b.B | None'\n"
        "@tool\ndef f(x: A): ...\n",
        "b.py": "import a\nfrom pydantic import BaseModel\nclass B(BaseModel):\n    a: 'a.A | None'\n",
    }
    extraction = extract_code(files)
    assert extraction.diagnostics == ()
    assert sorted(extraction.catalog.definitions.input) == ["A", "B"]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("A = A\n", "the type is nested too deep, or leads back to itself"),
        ("A = list['A']\n", "the type is nested too deep, or leads back to itself"),
        ("A = B\nB = A\n", "the type is nested too deep, or leads back to itself"),
        ("class A(A): ...\n", "`A` is no model, dataclass, `TypedDict`, `NamedTuple` or `Enum`"),
        ("class A(B): ...\nclass B(A): ...\n", "`A` is no model, dataclass, `TypedDict`, `NamedTuple` or `Enum`"),
        ("from os import *\n", "the type `A` is not known: nothing in the file defines or imports it"),
        ("A = make()\n", "`A` is made by a call, so what it is shows at run time alone"),
        ("A: int\n", "`A` is a variable, wanted a type"),
        ("import nowhere.at.all as A\n", "the type `nowhere.at.all` is declared in no file of the source"),
    ],
    ids=range(9),
)
def test_types_that_lead_nowhere(code: str, reason: str) -> None:
    text = f"{HEAD}{code}@tool\ndef bad(x: A): ...\n@tool\ndef fine(): ...\n"
    (found,) = findings({"shop.py": text})
    assert found.partition(" ")[2] == f"PY-01 `x`: {reason}"
    assert names({"shop.py": text}) == ["fine"]


def test_expressions_that_are_nested_deep() -> None:
    deep = "list[" * 90 + "int" + "]" * 90
    long = " + ".join(["'a'"] * 400)
    union = " | ".join(["int"] * 400)
    text = f"{HEAD}@tool\ndef bad(x: {deep}): ...\n@tool(when={long})\ndef fine(x: {union}): ...\n"
    (found,) = findings({"shop.py": text})
    assert found.partition(" ")[2] == "PY-01 `x`: the type is nested too deep, or leads back to itself"
    assert names({"shop.py": text}) == ["fine"]


def test_an_expression_that_python_itself_cannot_read() -> None:
    text = f"{GOOD}x = {' + '.join(['1'] * 20_000)}\n@tool\ndef fine(): ...\n"
    assert findings({"shop.py": text}) == [
        "5:1 IN-01 an expression is nested too deep to be read; what can be read of the file is read"
    ]
    assert names({"shop.py": text}) == ["good", "fine"]


def test_a_class_that_nests_deep_is_read() -> None:
    classes = "".join(f"class C{index}(BaseModel):\n    x: C{index + 1}\n" for index in range(150))
    text = f"from __future__ import annotations\n{HEAD}from pydantic import BaseModel\n{classes}class C150(BaseModel): ...\n"
    text += "@tool\ndef f(x: C0): ...\n@tool\ndef fine(): ...\n"
    extraction = extract_code({"shop.py": text})
    assert "fine" in [one.name for one in extraction.catalog.contracts]
    assert len(extraction.diagnostics) <= 1


def test_a_file_of_50_000_lines() -> None:
    functions = "".join(f"def f{index}(a: int, b: str = 'x') -> str:\n    return b\n\n" for index in range(16_700))
    text = f"{HEAD}{functions}@tool\ndef good(a: int): ...\n@tool\ndef bad(a: Nowhere): ...\n"
    start = time.process_time()
    found = findings({"big.py": text})
    assert names({"big.py": text}) == ["good"]
    assert time.process_time() - start < 30
    assert found == [
        "1:1 IN-03 the file has 50,106 lines; one that is written by hand has no more than 20,000",
        "50105:12 PY-01 `a`: the type `Nowhere` is not known: nothing in the file defines or imports it",
    ]


def test_many_tools_are_read_in_little_time() -> None:
    parts = [
        f"@tool(when='asked {index}')\ndef f{index}(a: Annotated[int, Field(ge=1)], b: Item | None = None) -> list[Item]:\n"
        f'    """Do {index}.\n\n    Args:\n        a: The a.\n    """\n'
        for index in range(500)
    ]
    text = f"{HEAD}from typing import Annotated\nfrom pydantic import BaseModel, Field\nclass Item(BaseModel):\n    a: int\n"
    start = time.process_time()
    assert len(names({"shop.py": text + "".join(parts)})) == 500
    assert time.process_time() - start < 10


def test_a_link_that_leads_back(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src/good.py").write_text(GOOD)
    (tmp_path / "src/again").symlink_to(tmp_path / "src", target_is_directory=True)
    (tmp_path / "src/loop.py").symlink_to(tmp_path / "src/loop.py")
    source = SourceInput(name="src", kind="python", file=Path("src"))
    extraction = load_source("python").extract(source, DocumentStore(tmp_path))
    assert [one.name for one in extraction.catalog.contracts] == ["good"]
    assert extraction.diagnostics == ()


def test_folders_that_nobody_writes_are_left_out() -> None:
    files = {
        "good.py": GOOD,
        ".hidden/a.py": GOOD,
        "venv/pyvenv.cfg": "",
        "venv/lib/a.py": GOOD,
        "__pycache__/a.py": GOOD,
    }
    assert names(files) == ["good"]


def test_hostile_values_of_a_mark() -> None:
    text = f"{HEAD}@tool(when='x' * 10**9, notes=2**10**9)\ndef bad(): ...\n@tool\ndef fine(): ...\n"
    assert [one.partition(" ")[2][:5] for one in findings({"shop.py": text})] == ["PY-02", "PY-02"]
    assert names({"shop.py": text}) == ["fine"]


def test_files_of_a_library_beside_the_source_are_not_read_in_its_place() -> None:
    files = {
        "pydantic/__init__.py": "class BaseModel: ...\n",
        "good.py": f"{HEAD}from pydantic import BaseModel\nclass Item(BaseModel):\n    a: int\n@tool\ndef good(a: Item): ...\n",
    }
    assert findings(files) == []
    assert names(files) == ["good"]
