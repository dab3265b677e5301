"""Each of the thirty cases has tests of its own: of what is compiled, and of what goes over the wire."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ON_THE_WIRE = frozenset({"SyncToolset", "calling", "dispatch", "send"})
"""Methods that only a test calls that sends something."""
CASES = {
    1: "nullable and exclusive bounds",
    2: "readOnly and writeOnly",
    3: "cycles",
    4: "one name in many places",
    5: "names of tools",
    6: "ignored headers",
    7: "credentials and context",
    8: "required bodies",
    9: "unions and discriminators",
    10: "content parameters",
    11: "styles",
    12: "media types",
    13: "keys that no provider takes",
    14: "omitted, null, default",
    15: "wire names",
    16: "unknown arguments",
    17: "security",
    18: "references",
    19: "nothing is dropped",
    20: "responses",
    21: "deprecated and internal",
    22: "hostile text",
    23: "keywords",
    24: "long descriptions",
    25: "names in prose",
    26: "integers",
    27: "mistakes",
    28: "servers",
    29: "the same bytes everywhere",
    30: "path arguments",
}


def numbered() -> dict[int, list[ast.FunctionDef]]:
    """Return the tests by the number in their names."""
    found: dict[int, list[ast.FunctionDef]] = {}
    for file in HERE.glob("test_*.py"):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and (name := re.match(r"test_case_(\d\d)_", node.name)):
                found.setdefault(int(name[1]), []).append(node)
    return found


def goes_over_the_wire(test: ast.FunctionDef) -> bool:
    called = [node.func for node in ast.walk(test) if isinstance(node, ast.Call)]
    return not ON_THE_WIRE.isdisjoint(function.attr for function in called if isinstance(function, ast.Attribute))


def test_no_test_has_another_number() -> None:
    assert set(numbered()) == set(CASES)


@pytest.mark.parametrize("number", CASES, ids=lambda number: f"{number:02}")
def test_a_case_is_tested_in_the_compiler_and_on_the_wire(number: int) -> None:
    sent = [goes_over_the_wire(test) for test in numbered()[number]]
    assert any(sent), f"case {number}, {CASES[number]}: nothing is sent"
    assert not all(sent), f"case {number}, {CASES[number]}: no test of what is compiled"
