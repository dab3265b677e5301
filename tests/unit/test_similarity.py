"""Tools that a model takes for each other: the measure, what tells two apart, and that all pairs are found."""

from __future__ import annotations

import random
import re
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolmint.ir.binding import McpBinding
from toolmint.ir.contract import Prose, ToolContract
from toolmint.location import Location
from toolmint.prose import similarity
from toolmint.prose.similarity import CONFUSABLE, confusable_pairs

WORDS = ["order", "parcel", "shop", "town", "label", "price", "item", "state", "day", "mail", "bill", "stock"]


def tool(name: str, text: str, *arguments: str) -> ToolContract:
    return ToolContract(
        name=name,
        input_schema={"type": "object", "properties": {one: {} for one in arguments}},
        binding=McpBinding(tool=name),
        prose=Prose(verbatim=text),
        origin=Location(path="tools.json"),
    )


def pairs(*tools: ToolContract) -> list[tuple[str, str]]:
    return [(one.one, one.other) for one in confusable_pairs(tools)]


def test_near_duplicates() -> None:
    one = tool("find_order", "Find orders by town and day.", "town", "day")
    other = tool("find_orders", "Find the orders by day and town.", "day", "town")
    far = tool("send_mail", "Send a mail to a customer.", "text")
    assert pairs(one, far, other) == [("find_order", "find_orders")]


def test_verbs_tell_apart() -> None:
    text = "The label of a parcel by its town and street."
    assert pairs(tool("create_label", text, "town"), tool("update_label", text, "town")) == []
    assert pairs(tool("get_label", text, "town"), tool("list_labels", text, "town")) == []


def test_a_text_that_names_the_other_tells_apart() -> None:
    one = tool("find_order", "Find orders by town and day; find_order_fast knows no towns.", "town", "day")
    assert pairs(one, tool("find_order_fast", "Find orders by town and day; knows no towns.", "town", "day")) == []


def test_a_word_is_no_mention_of_a_tool() -> None:
    one = tool("lookup", "Find orders by town and day, a lookup of lookups.", "town", "day")
    assert pairs(one, tool("lookup_v2", "Find orders by town and day, a lookup of lookups.", "town", "day")) == [
        ("lookup", "lookup_v2")
    ]


def test_objects_of_their_own_tell_apart() -> None:
    def text(thing: str) -> str:
        return (
            f"Delete the {thing} of a theme for good, so that the shop falls back to the usual {thing} of all themes."
        )

    assert pairs(tool("delete_theme_logo", text("logo"), "id"), tool("delete_theme_icon", text("icon"), "id")) == []
    assert pairs(tool("create_team", text("team"), "id"), tool("create_team_member", text("member"), "id")) == []
    # A kind of the shorter, a text that speaks of both, the same text.
    assert pairs(tool("create_link", text("link"), "id"), tool("create_partner_link", text("link"), "id")) != []
    both = text("logo") + " An icon stays."
    assert pairs(tool("delete_theme_logo", both, "id"), tool("delete_theme_icon", both, "id")) != []


def test_what_many_tools_share_counts_for_nothing_but_its_absence_does() -> None:
    shared = [tool(f"get_{word}", f"Work with the {word} of the big shop in town.", "api_key") for word in WORDS]
    assert pairs(*shared) == []
    searches = [tool(f"get_{word}_search", f"Work with the {word} of the big shop in town.", "text") for word in WORDS]
    assert pairs(*shared, *searches) == []


def test_chinese_texts_are_compared_by_pairs_of_characters() -> None:
    one, other = "根据订单号查询物流信息", "根据订单号查询物流的信息"
    assert pairs(tool("query_a", one, "order_id"), tool("query_b", other, "order_id")) == []
    assert pairs(tool("query_a", one, "order_id"), tool("query_a2", one, "order_id")) == [("query_a", "query_a2")]


def test_tools_without_text_and_arguments() -> None:
    assert pairs(tool("ping", ""), tool("pong", "")) == []
    assert pairs(tool("order_state", "", "id"), tool("order_states", "", "id")) == []
    assert pairs(tool("order_state_day", "", "id"), tool("order_day_state", "", "id")) == [
        ("order_state_day", "order_day_state")
    ]


def test_blocking_finds_what_comparing_all_with_all_finds() -> None:
    chosen = random.Random(5)
    tools = [
        tool(f"{word}_{number}", " ".join(chosen.sample(WORDS, 6)), *chosen.sample(WORDS[:3], 2))
        for number in range(40)
        for word in chosen.sample(WORDS, 1)
    ]
    apart = [tool(f"only_{number}", f"unlike{number}") for number in range(400)]
    together = {(one, other) for one, other in pairs(*tools, *apart) if not other.startswith("only")}
    alone = {
        (one.name, other.name)
        for one, other in combinations(tools, 2)
        if (one.name, other.name) in pairs(one, other, *apart)
    }
    # Of a tool with many copies some pairs are not told; nothing else is lost or made up.
    assert together <= alone
    assert {name for pair in alone for name in pair} == {name for pair in together for name in pair}
    assert all(found.score >= CONFUSABLE for found in confusable_pairs(tools))


@given(st.text() | st.text(st.sampled_from("aZ k_09-\n\u212a\u0130订单号")))
def test_words_of_a_text_are_those_of_a_pattern(text: str) -> None:
    assert {one for one in similarity._words(text) if one.isascii()} == (
        set(re.findall("[a-z0-9]+", text.lower())) - similarity._STOP
    )


_SETS = st.lists(st.frozensets(st.sampled_from("abcdef")), min_size=2, max_size=12)


@given(st.tuples(_SETS, _SETS, _SETS))
def test_the_likeness_is_the_weighted_index_of_jaccard(
    sets: tuple[list[frozenset[str]], list[frozenset[str]], list[frozenset[str]]],
) -> None:
    length = min(map(len, sets))
    descriptions, arguments, names = (similarity._part(one[:length]) for one in sets)
    parts = descriptions, arguments, names
    total = weights = 0.0
    for weight, part in zip(similarity._WEIGHTS, parts, strict=True):
        own, others = (part.words[at] - part.shared for at in (0, 1))
        differ = (part.words[0] & part.shared) ^ (part.words[1] & part.shared)
        if words := len(own | others) + len(differ):
            weights += weight
            total += weight * len(own & others) / words
    score = total / weights if weights else 0.0
    found = similarity._score(parts, 0, 1)
    assert found == score or (not found and score < CONFUSABLE)
    assert [part.own() for part in parts] == [[words - part.shared for words in part.words] for part in parts]


tools = st.builds(
    tool,
    st.lists(st.sampled_from([*WORDS, "get", "list"]), min_size=1, max_size=3).map("_".join),
    st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join),
    st.sampled_from(WORDS[:3]),
)


@given(st.lists(tools, max_size=30, unique_by=lambda one: one.name))
def test_signatures_keep_every_pair_that_reaches_the_threshold(listed: list[ToolContract]) -> None:
    found = confusable_pairs(listed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(similarity, "_SIGNATURE_BITS", 1)  # all alike, so that nothing is passed over
        assert confusable_pairs(listed) == found
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(similarity, "_SIGNATURE_BITS", 2)  # many words to a bit
        assert confusable_pairs(listed) == found
