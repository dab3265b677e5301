"""The names that a person most probably meant: what spares comparing must find what comparing all finds."""

from __future__ import annotations

import difflib

from hypothesis import example, given
from hypothesis import strategies as st

from toolmint.text import name_words, nearest

_NAMES = st.one_of(
    st.text("abdeiorsu_I2", max_size=12),
    st.builds(
        lambda letter, count, end: letter * count + end,
        st.sampled_from("aeZ"),
        st.integers(12, 40),
        st.text("ab_", max_size=3),
    ),
    st.lists(st.sampled_from(["user", "account", "id", "name", "order"]), max_size=4).map("_".join),
)


def _compared(name: str, candidates: list[str]) -> list[str]:
    """Compare with every candidate."""
    words = {word.lower() for word in name_words(name)}
    scored = []
    for candidate in set(candidates):
        other = [word.lower() for word in name_words(candidate)]
        folded = "".join(word.lower() for word in name_words(name))
        score = difflib.SequenceMatcher(None, folded, "".join(other)).ratio() + 0.2 * len(words & set(other))
        if score >= 0.6:
            scored.append((-score, candidate))
    return [candidate for _, candidate in sorted(scored)]


@given(_NAMES, st.lists(_NAMES, max_size=8))
@example("a" * 20, ["a" * 17, "a" * 16, "b" * 20])
@example("aab" * 6, ["a" * 17 + "b" * 3])
def test_the_nearest_are_those_that_comparing_all_finds(name: str, candidates: list[str]) -> None:
    assert nearest(name, candidates, limit=3) == _compared(name, candidates)[:3]


def test_the_nearest_name() -> None:
    assert nearest("userid", ["user_id", "order_id", "name"])[0] == "user_id"
