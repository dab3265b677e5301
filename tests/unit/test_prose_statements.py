"""What texts are read as: verbs, languages, statements, sentences, names of the caller's values."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import pytest

from toolmint.prose.caller import caller_value
from toolmint.prose.language import language_read
from toolmint.prose.sentences import sentence_spans
from toolmint.prose.statements import Statement, states
from toolmint.prose.verbs import name_verbs, opening_verb, verb_of_name
from toolmint.prose.width import wide_words


@pytest.mark.parametrize(
    ("name", "verbs"),
    [
        ("create_order", ["create"]),
        ("get_or_create_label", ["get", "create"]),
        ("create-or-update-file", ["create", "update"]),
        ("issue_write", ["write"]),
        ("git_create_branch", ["create"]),
        ("application_set_service_delete", ["delete"]),
        ("performSearch", ["search"]),
        ("comment_delete", ["delete"]),
        ("status_update", ["update"]),
        ("refund_preview", []),
        ("delete_order_dry_run", []),
        ("purchase_orders_show", ["show"]),
        ("order_status", []),
        ("exchange_rate", []),
        ("linked_accounts", []),
        ("", []),
    ],
)
def test_verbs_of_names(name: str, verbs: list[str]) -> None:
    assert [verb.word for verb in name_verbs(name)] == verbs


def test_of_joined_verbs_the_one_that_writes_counts() -> None:
    verb = verb_of_name("get_or_create_label")
    assert verb is not None
    assert verb.word == "create"


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("Creates an order.", "create"),
        ("Searching orders", "search"),
        ("This tool allows you to delete files", "delete"),
        ("⚠️ IMPORTANT: Permanently removes a file", "remove"),
        ("[DEPRECATED] Copies a file", "copy"),
        ("Performs a full text search across rooms", "search"),
        ("根据订单号查询物流信息", "查询"),
        ("## 删除订单", "删除"),
        ("取引の作成", None),
        ("The order of the day", None),
        ("", None),
    ],
)
def test_main_verb_of_the_first_sentence(text: str, verb: str | None) -> None:
    found = opening_verb(text)
    assert (found.verb.word if found is not None else None) == verb
    if found is not None:
        assert text[: found.end].lower().endswith(text[: found.end].split()[-1].lower())


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("List orders", "en"),
        ("查询订单 by id", "zh"),
        ("Pin 消息", "zh"),
        ("品目一覧の取得", None),
        ("Elenca i dataflow con le loro descrizioni", None),
        ("Die Bestellung und ihre Pakete", None),
        ("Показать заказ", None),
        ("주문 조회", None),
        ("List all of the orders in a shop", "en"),
        ("", "en"),
    ],
)
def test_languages(text: str, language: str | None) -> None:
    assert language_read(text) == language


@pytest.mark.parametrize(
    ("what", "stated", "unstated"),
    [
        ("use", "Use this tool when the user asks.", "Returns 404."),
        ("use", "当用户询问订单时调用", "获取当前用户"),
        ("use", "可用于回答问题", "查询若干订单"),
        ("precondition", "The order must be paid.", "Pay an order."),
        ("precondition", "需要先登录", "查询先进设备"),
        ("boundary", "It doesn't pay.", "Pay a note."),
        ("boundary", "仅查询，不会修改", "删除订单"),
        ("boundary", "除管理员外", "查询未来的天气"),
        ("result", "Returns a town.", "Look up a town."),
        ("confirmation", "Ask the user first.", "An irreversible act."),
        ("source", "As given by list_orders.", "The order"),
        ("source", "订单号，如：A1", "订单号"),
    ],
)
def test_statements(what: Statement, stated: str, unstated: str) -> None:
    assert states(stated, what)
    assert not states(unstated, what)


def test_words_of_statements_are_whole_words() -> None:
    assert not states("Note the connotation of a notation.", "boundary")


def test_sentences_and_their_words() -> None:
    text = "One two, e.g. three. `a b c` four\n\n- five six\n- seven: eight"
    assert [span.words for span in sentence_spans(text) if span.words] == [4, 2, 2, 1, 1]
    assert [text[span.start : span.start + 3] for span in sentence_spans(text) if span.words][:2] == ["One", "`a "]


def test_a_chinese_sentence_counts_as_many_words_as_its_english() -> None:
    assert [span.words for span in sentence_spans("查询订单的商品与包裹以及付款情况。")] == [9, 0]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("api_key", "secret"),
        ("apiKey", "secret"),
        ("X-Api-Key", "secret"),
        ("header_access_token", "secret"),
        ("tenantId", "identity"),
        ("is_admin", "right"),
        ("page_token", None),
        ("next_token", None),
        ("user_id_type", None),
        ("user_ids", None),
        ("key", None),
    ],
)
def test_values_of_the_caller(name: str, kind: str | None) -> None:
    assert caller_value(name) == kind


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("Create, read, and delete notes.", "Create, read, and delete"),
        ("Search, list and count notes.", ""),
        ("Notes. Create, read, and delete them.", ""),
        ("Notes and anything else", "and anything else"),
        ("笔记的增删改查", "增删改查"),
    ],
)
def test_wide_words(text: str, wide: str) -> None:
    assert wide_words(text) == wide
