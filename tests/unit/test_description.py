"""Descriptions: the shape that contract.md promises, authors' habits, both languages, references."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from toolmint.ir.binding import HttpBinding
from toolmint.ir.contract import (
    ArgumentReference,
    Catalog,
    Prose,
    Reference,
    ResultReference,
    Segment,
    Sentence,
    ToolContract,
    ToolReference,
    ValueReference,
)
from toolmint.location import Location
from toolmint.prose.clauses import GRAMMARS
from toolmint.prose.description import describe, language_of, reference_name, render_sentence
from toolmint.rendering import Renderer, shipped_templates

PLACE = Location(path="specs/orders.yaml")
RENDERER = Renderer()


def argument(*path: str) -> ArgumentReference:
    return ArgumentReference(path=path)


def sentences(texts: list[str | Sentence]) -> tuple[Sentence, ...]:
    return tuple((text,) if isinstance(text, str) else text for text in texts)


def tool(
    *, deprecated: bool = False, internal: bool = False, verbatim: str | None = None, **fields: Any
) -> ToolContract:
    return ToolContract(
        name="calculate_refund",
        input_schema={"type": "object"},
        binding=HttpBinding(method="GET", path="/refunds/{id}"),
        prose=Prose(verbatim=verbatim, **{name: sentences(texts) for name, texts in fields.items()}),
        origin=PLACE,
        deprecated=deprecated,
        internal=internal,
        was=("former_name",),
    )


def description(contract: ToolContract, language: str | None = None) -> str:
    catalog = Catalog(name="orders", contracts=(contract,), origin=PLACE, language=language)
    return describe(contract, catalog, RENDERER)


def test_the_four_sentences() -> None:
    contract = tool(
        does=["Calculate the refundable amount for an existing order."],
        when=["the user asks how much money can be refunded"],
        requires=[(argument("order_id"), " is known")],
        never=["submit, approve, cancel or modify a refund request"],
    )
    assert description(contract) == (
        "Calculate the refundable amount for an existing order.\n"
        "Use this tool only when the user asks how much money can be refunded.\n"
        "Before calling: `order_id` is known.\n"
        "This tool does not submit, approve, cancel or modify a refund request."
    )


def test_the_four_sentences_in_chinese() -> None:
    contract = tool(
        does=["计算已有订单的可退金额"],
        when=["用户询问可以退多少钱"],
        requires=[("已知", argument("order_id"))],
        never=["提交、审批、取消或修改退款申请"],
    )
    assert description(contract) == (
        "计算已有订单的可退金额。\n"
        "仅当用户询问可以退多少钱时使用本工具。\n"
        "调用前须知：已知 `order_id`。\n"
        "本工具不会提交、审批、取消或修改退款申请。"
    )


def test_several_texts_a_field() -> None:
    contract = tool(
        does=["List orders.", "Newest first."],
        when=["the user asks for orders", "a refund needs one"],
        requires=["A is known.", "B is known."],
        never=["pay.", "cancel."],
        notes=["Amounts are in cents.\n", "- a list\n- of two"],
    )
    assert description(contract) == (
        "List orders. Newest first.\n"
        "Use this tool only when the user asks for orders, or when a refund needs one.\n"
        "Before calling: A is known; B is known.\n"
        "This tool does not pay. It does not cancel.\n"
        "Amounts are in cents.\n"
        "- a list\n- of two"
    )


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("the user asks.", "Use this tool only when the user asks."),
        ("The user asks", "Use this tool only when the user asks."),
        ("When the user asks", "Use this tool only when the user asks."),
        ("only when the user asks", "Use this tool only when the user asks."),
        ("if the user asks", "Use this tool only if the user asks."),
        ("Only after an order was found.", "Use this tool only after an order was found."),
        ("for refunds", "Use this tool only for refunds."),
        ("GitHub is connected", "Use this tool only when GitHub is connected."),
        ("A10086 is an order", "Use this tool only when A10086 is an order."),
        ("Use this tool only when the user asks.", "Use this tool only when the user asks."),
        ("use it for refunds", "Use it for refunds."),
        ("Do not use it for orders.", "Do not use it for orders."),
        ("ready?", "Ready?"),
        ("folded\n  over lines\n", "Use this tool only when folded over lines."),
        ("the U.S. is meant, e.g. etc.", "Use this tool only when the U.S. is meant, e.g. etc."),
        ("it goes on ...", "It goes on ..."),
    ],
)
def test_when_as_authors_write_it(written: str, expected: str) -> None:
    assert description(tool(does=["Do."], when=[written])) == f"Do.\n{expected}"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("submit a refund.", "This tool does not submit a refund."),
        ("Submit a refund", "This tool does not submit a refund."),
        ("does not submit a refund", "This tool does not submit a refund."),
        ("Doesn't submit a refund", "This tool does not submit a refund."),
        ("cannot submit a refund.", "This tool cannot submit a refund."),
        ("Will not pay", "This tool will not pay."),
        ("This tool does not pay", "This tool does not pay."),
        ("It never pays.", "It never pays."),
        ("never pay", "Never pay."),
        ("Do not call it twice.", "Do not call it twice."),
        ("POST anything", "This tool does not POST anything."),
    ],
)
def test_never_as_authors_write_it(written: str, expected: str) -> None:
    assert description(tool(does=["Do."], never=[written])) == f"Do.\n{expected}"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("The order exists.", "Before calling: The order exists."),
        ("Before calling: the order exists", "Before calling: the order exists."),
        ("before you call this, look the order up", "Before you call this, look the order up."),
        ("Before using it, ask.", "Before using it, ask."),
    ],
)
def test_requires_as_authors_write_it(written: str, expected: str) -> None:
    assert description(tool(does=["Do."], requires=[written])) == f"Do.\n{expected}"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("calculate refunds", "Calculate refunds."),
        ("Calculate refunds!", "Calculate refunds!"),
        ("Calculate (roughly).", "Calculate (roughly)."),
        ("iOS builds are listed", "iOS builds are listed."),
        ("First.\n\n- one\n- two", "First.\n\n- one\n- two"),
    ],
)
def test_does_as_authors_write_it(written: str, expected: str) -> None:
    assert description(tool(does=[written])) == expected


@pytest.mark.parametrize(
    ("field", "written", "expected"),
    [
        ("when", "当用户询问退款时。", "仅当用户询问退款时使用本工具。"),
        ("when", "用户询问退款的时候", "仅当用户询问退款时使用本工具。"),
        ("when", "当前用户已登录", "仅当当前用户已登录时使用本工具。"),
        ("when", "订单超过 24 小时", "仅当订单超过 24 小时时使用本工具。"),
        ("when", "仅在用户确认后使用本工具", "仅在用户确认后使用本工具。"),
        ("when", "请先登录。", "请先登录。"),
        ("when", "使用 API", "仅当使用 API 时使用本工具。"),
        ("requires", "调用前须知：已登录", "调用前须知：已登录。"),
        ("requires", "调用本工具前先查询订单", "调用本工具前先查询订单。"),
        ("never", "不会付款。", "本工具不会付款。"),
        ("never", "不能付款", "本工具不能付款。"),
        ("never", "POST 任何内容", "本工具不会 POST 任何内容。"),
        ("never", "禁止付款", "禁止付款。"),
        ("never", "调用 API", "本工具不会调用 API。"),
        ("when", "用户\n询问", "仅当用户询问时使用本工具。"),
    ],
)
def test_chinese_as_authors_write_it(field: str, written: str, expected: str) -> None:
    fields: dict[str, Any] = {field: [written]}
    assert description(tool(does=["查询。"], **fields)) == f"查询。\n{expected}"


def test_several_texts_a_field_in_chinese() -> None:
    contract = tool(
        does=["查询订单", "按时间排序。"],
        when=["用户询问", "需要退款"],
        requires=["甲", "乙。"],
        never=["付款", "不取消"],
    )
    assert description(contract) == (
        "查询订单。按时间排序。\n仅当用户询问，或当需要退款时使用本工具。\n调用前须知：甲；乙。\n本工具不会付款，也不取消。"
    )


def test_names_are_set_off_from_ideographs() -> None:
    contract = tool(
        does=["查"], when=[(argument("id"), "已知")], requires=[("订单", argument("id"), "，已知", argument("x"))]
    )
    assert description(contract) == "查。\n仅当 `id` 已知时使用本工具。\n调用前须知：订单 `id`，已知 `x`。"


@pytest.mark.parametrize(
    ("reference", "expected"),
    [
        (argument("order_id"), "order_id"),
        (argument("items", "[]", "sku"), "items[].sku"),
        (argument("rows", "[]", "[]", "x"), "rows[][].x"),
        (ResultReference(path=("data", "[]", "id")), "data[].id"),
        (ToolReference(tool="get_order"), "get_order"),
        (ValueReference(path=("state",), value="paid"), "paid"),
        (ValueReference(path=("n",), value=3), "3"),
        (ValueReference(path=("n",), value=True), "true"),
        (ValueReference(path=("n",), value=None), "null"),
        (ValueReference(path=("n",), value=""), '""'),
        (ValueReference(path=("n",), value={"a": ["é"]}), '{"a": ["é"]}'),
    ],
)
def test_names_of_references(reference: Reference, expected: str) -> None:
    assert reference_name(reference) == expected
    assert render_sentence(("see ", reference, ".")) == f"see `{expected}`."


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (("`", argument("a"), "` is known"), "`a` is known"),
        (("`", argument("a"), ".", argument("b"), "`"), "`a.b`"),
        (("`x` and ", argument("a"), " and `y`"), "`x` and `a` and `y`"),
        (("``", argument("a"), " ` ``"), "``a ` ``"),
        (("a lone ` before ", argument("a")), "a lone ` before `a`"),
        (("is ", ValueReference(path=("p",), value="a`b")), "is `` a`b ``"),
        ((argument("a"), argument("b")), "`a``b`"),
    ],
)
def test_backticks_are_not_doubled(line: tuple[Segment, ...], expected: str) -> None:
    assert render_sentence(line) == expected


@pytest.mark.parametrize(
    "text",
    ["As it is ", " two\n\nlines\n", "{{ 7*7 }} {% raw %} {order_id}", '"""\\', "\u202e", "当…时", "<!-- --> | ```"],
)
def test_an_authors_own_description_is_unchanged(text: str) -> None:
    assert description(tool(verbatim=text)) == text


def test_text_is_never_template() -> None:
    hostile = "{{ 7*7 }}{% if x %}{# #}&amp;<b>"
    assert description(tool(does=[hostile], never=[hostile], notes=[hostile])) == (
        f"{hostile}.\nThis tool does not {hostile}.\n{hostile}"
    )


def test_without_any_text_the_call_is_named() -> None:
    assert description(tool()) == "GET /refunds/{id}"
    assert description(tool(verbatim="")) == "GET /refunds/{id}"


def test_sentences_go_before_a_description_of_the_authors_own() -> None:
    assert description(tool(does=["List."], verbatim="Unused.")) == "List."


def test_deprecated_and_internal_tools_say_so() -> None:
    assert description(tool(does=["List."], deprecated=True)) == "Deprecated.\nList."
    assert description(tool(does=["List."], internal=True)) == "Internal: not part of the public API.\nList."
    assert description(tool(does=["查询"], deprecated=True, internal=True)) == (
        "已弃用。\n内部工具，不属于公开接口。\n查询。"
    )
    assert description(tool(verbatim=" a\n b", deprecated=True)) == "Deprecated.\n a\n b"
    assert description(tool(deprecated=True)) == "Deprecated.\nGET /refunds/{id}"


@pytest.mark.parametrize("text", ["Deprecated: use v2.", "**DEPRECATED** use v2.", "[deprecated] x."])
def test_a_mark_that_is_there_is_not_repeated(text: str) -> None:
    assert description(tool(verbatim=text, deprecated=True)) == text


def test_a_mark_is_not_mistaken() -> None:
    assert description(tool(verbatim="Replaces the deprecated list.", deprecated=True)).startswith("Deprecated.\n")


def test_former_names_are_not_shown() -> None:
    assert "former_name" not in description(tool(does=["Do."], deprecated=True))


@pytest.mark.parametrize(
    ("contract", "fixed", "expected"),
    [
        (tool(does=["Calculate 退款"]), None, "zh"),
        (tool(does=["Calculate"], when=["退款"]), None, "en"),
        (tool(verbatim="查询"), None, "zh"),
        (tool(verbatim="注文を取得する"), None, "en"),
        (tool(does=["查询"]), "en", "en"),
        (tool(does=["List"]), "zh", "zh"),
        (tool(), None, "en"),
    ],
)
def test_language(contract: ToolContract, fixed: str | None, expected: str) -> None:
    catalog = Catalog(name="orders", contracts=(contract,), origin=PLACE, language=fixed)
    assert language_of(contract, catalog) == expected


def test_every_language_has_a_template() -> None:
    files = {file.name.removesuffix(".jinja") for file in (shipped_templates() / "description").iterdir()}
    assert files == set(GRAMMARS)


def test_a_project_restyles_the_sentences(tmp_path: Path) -> None:
    (tmp_path / "description").mkdir()
    (tmp_path / "description/en.jinja").write_text(
        "{% for text in does %}{{ text|prose }}{% endfor %}"
        "{% for clause in when.clauses %} Call it when {{ clause.text|prose }}.{% endfor %}\n"
    )
    contract = tool(does=["List."], when=["asked."])
    catalog = Catalog(name="orders", contracts=(contract,), origin=PLACE)
    assert describe(contract, catalog, Renderer(tmp_path)) == "List. Call it when asked."
