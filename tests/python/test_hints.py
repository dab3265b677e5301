"""Suggestions speak Python: the keyword of `@tool`, or the line of the docstring, to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolmint.cli.main import main
from toolmint.linting import lint_catalog
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings

from support.python_code import extract_code, store_of


def hints(code: str) -> dict[str, str | None]:
    catalog = extract_code(code).catalog
    return {one.code: one.hint for one in lint_catalog(catalog, LintSettings(), renderer=Renderer())}


def test_the_sentences_that_are_missing() -> None:
    found = hints('@tool\ndef cancel_order(order_id: str):\n    """Cancel an order of the shop."""\n')
    assert found["FS-02"] == 'write it in `@tool`, such as `when="the user asks how much money can be refunded"`'
    assert found["FS-03"] == (
        'write it in `@tool`, such as `requires="{order_id} is known, from the user or from an earlier result"`'
    )
    assert found["FS-04"] == 'write it in `@tool`, such as `never="submit or approve a refund"`'
    assert found["CL-05"] == (
        "say what it is, where the value comes from and how it is written, with an example: "
        '`Annotated[…, Param("…")]`, or `order_id: …` below `Args:` of the docstring'
    )
    assert found["CL-12"] == "annotate what it returns, or add a `Returns:` section to the docstring"


def test_the_purpose_and_consent() -> None:
    code = '@tool(destructive=True, confirm=False)\ndef delete_order(order_id: str) -> str:\n    """Delete order."""\n'
    found = hints(code)
    assert (found["FS-01"] or "").startswith(
        'write a docstring, such as `"""Calculate the refundable amount of an order."""`'
    )
    assert (found["CL-11"] or "").startswith("say so in `@tool`: `confirm=True`")


def test_values_of_the_host_and_effects() -> None:
    found = hints('@tool\ndef refund_order(api_key: str) -> str:\n    """Order money."""\n')
    assert found["CL-07"] == 'let the host supply it: `api_key: Annotated[…, FromContext("api_key")]`'
    assert "`read_only=False` in `@tool`" in (found["CL-09"] or "")


@pytest.mark.parametrize("head", ['from fastmcp import FastMCP\nmcp = FastMCP("x")\n@mcp.tool\n'])
def test_tools_of_other_frameworks_get_a_sentence_of_the_docstring(head: str) -> None:
    found = hints(f'{head}def find_order(order_id: str):\n    """Find an order of the shop."""\n')
    assert (found["FS-02"] or "").startswith("add a sentence to the docstring, such as `Use this tool when")
    assert (found["CL-05"] or "").endswith(": `order_id: …` below `Args:` of the docstring")


def test_chinese_prose_gets_chinese_examples() -> None:
    found = hints('@tool\ndef cancel_order(order_id: str):\n    """取消一个已有的订单。"""\n')
    assert found["FS-02"] == 'write it in `@tool`, such as `when="用户询问可以退多少钱"`'


def test_findings_stand_where_the_text_stands() -> None:
    code = (
        'from toolmint.annotations import Param, tool\nfrom typing import Annotated, Literal\n@tool(when="asked")\n'
        'def f(a: Literal["paid", "open"], b: Annotated[Literal["x1", "y1"], Param("`X1` or y1")]):\n'
        '    """Find paid things.\n\n    Args:\n        a: `Paid` or open.\n    """\n'
    )
    store = store_of({"shop.py": code})
    catalog = extract_code({"shop.py": code}, store).catalog
    found = [store.located(one) for one in lint_catalog(catalog, LintSettings(), renderer=Renderer())]
    assert sorted((one.location.line, one.location.column) for one in found if one.code == "CT-04") == [
        (4, 77),
        (8, 13),
    ]


def test_code_is_not_mended_and_nobody_is_told_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = 'from toolmint.annotations import tool\n@tool(when="`orderId` is given")\ndef f(order_id: str) -> str: ...\n'
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs/shop.py").write_text(text)
    assert main(["lint", "--project", str(tmp_path)]) == 1
    assert "--fix" not in "".join(capsys.readouterr())
    main(["lint", "--fix", "--project", str(tmp_path)])
    assert (tmp_path / "specs/shop.py").read_text() == text
