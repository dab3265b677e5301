"""`toolmint.annotations`: marks that change nothing and need nothing."""

from __future__ import annotations

import subprocess
import sys
from typing import Annotated, get_type_hints

import pytest

from toolmint.annotations import FromContext, Param, ToolInfo, tool, tool_info


def test_a_marked_function_is_the_same_function() -> None:
    def add(a: int, b: int) -> int:
        return a + b

    marked = tool(when="two numbers are given", never=["subtract", "divide"], read_only=True)(add)
    assert marked is add
    assert add(2, 3) == 5
    assert tool_info(add) == ToolInfo(when=("two numbers are given",), never=("subtract", "divide"), read_only=True)


def test_without_parentheses_nothing_is_said() -> None:
    @tool
    def nothing() -> None: ...

    assert tool_info(nothing) == ToolInfo()


def test_a_plain_function_has_no_info() -> None:
    def plain() -> None: ...

    assert tool_info(plain) is None


def test_unknown_words_are_refused() -> None:
    with pytest.raises(TypeError, match="wen"):
        tool(wen="typo")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="functions"):
        tool(3)  # type: ignore[type-var]


def test_parameters_keep_their_marks() -> None:
    def refund(
        order_id: Annotated[str, Param("The order id", was=("order_no",))],
        tenant: Annotated[str, FromContext("tenant.id")],
    ) -> None: ...

    hints = get_type_hints(refund, localns=locals(), include_extras=True)
    assert hints["order_id"].__metadata__ == (Param("The order id", was=("order_no",)),)
    assert hints["tenant"].__metadata__ == (FromContext("tenant.id"),)


def test_only_the_standard_library_is_imported() -> None:
    program = (
        "import sys, toolmint.annotations\n"
        "foreign = {name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names) - {'toolmint'}\n"
        "print(sorted(name for name in foreign if not name.startswith('_') and name != 'sitecustomize'))\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", program],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": next(p for p in sys.path if p.endswith("generator"))},
    )
    assert done.stdout == "[]\n", done.stderr
