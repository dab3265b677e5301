"""What a text says apart from how it is written: texts of the same words are spelt alike."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from toolmint.prose.wording import spelling, wording

_TEXTS = st.text() | st.text(st.sampled_from("aZ k_0-.\n\u212a\ufb01\u00df订"))


@given(_TEXTS)
@example("Find an order: the_first, or 2.")
@example("\ufb01nd")
def test_the_spelling_of_a_text_is_that_of_its_words(text: str) -> None:
    assert spelling(text) == "".join(wording(text))


def test_ascii_and_its_compatibility_forms_have_the_same_words() -> None:
    assert wording("\ufb01nd it") == wording("Find, it!")
    assert spelling("\ufb01nd it") == spelling("Find, it!")
