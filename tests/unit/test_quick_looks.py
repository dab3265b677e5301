"""The quick looks that spare a search of a text: none rules out what the search would have found.

Texts are made from the patterns themselves, as one at random would hardly ever match.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from toolmint.prose import masking, mentions, sentences, tokens
from toolmint.prose.pieces import holds_any

_LOOKS: list[tuple[str, re.Pattern[str], Callable[[str], object]]] = [
    ("argument beside", tokens._AFTER, lambda text: holds_any(text, tokens._CUE_SIGNS)),
    ("argument before", tokens._BEFORE, lambda text: holds_any(text, tokens._CUE_SIGNS)),
    ("denial", mentions._DENIAL, lambda text: holds_any(text.lower(), mentions._DENYING)),
    ("call", mentions._OUTRIGHT, lambda text: holds_any(text.lower(), mentions._CALLS)),
    ("bare name", tokens._BARE, tokens._may_hold_bare),
    ("choice of names", tokens._CHOICE, tokens._may_name),
    ("template", tokens._LEAK, tokens._may_name),
    ("code", masking._CODE, masking._may_hold_code),
    ("fence", masking._FENCE, masking.may_mask),
    ("markup", masking._MARKUP, masking.may_mask),
    ("address", masking._ADDRESS, masking.may_mask),
    ("path", masking._PATH, masking.may_mask),
    ("file name", masking._FILE, masking.may_mask),
    ("example", masking._EXAMPLE, masking.may_mask),
    ("prompt", masking._PROMPT, masking.may_mask),
]

# To make a text from a pattern with look-around, many are thrown away.
_PATIENT = settings(max_examples=100, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])


@_PATIENT
@given(st.data())
@pytest.mark.parametrize(("pattern", "look"), [one[1:] for one in _LOOKS], ids=[one[0] for one in _LOOKS])
def test_what_a_pattern_finds_is_looked_for(
    pattern: re.Pattern[str], look: Callable[[str], object], data: st.DataObject
) -> None:
    text = data.draw(st.from_regex(pattern))
    assume(pattern.search(text))
    assert look(text)


_PIECES = st.one_of([st.from_regex(pattern) for _, pattern, _ in _LOOKS] + [st.text(max_size=8)])
_TEXTS = st.lists(_PIECES, max_size=5).flatmap(
    lambda words: st.sampled_from([" ", "", "\n"]).map(lambda joint: joint.join(words))
)


@_PATIENT
@given(_TEXTS)
def test_candidates_are_all_candidates(text: str) -> None:
    tokens.candidates.cache_clear()
    assert tokens.candidates(text) == tokens.every_candidate(text)


@_PATIENT
@given(_TEXTS)
def test_what_is_masked_is_all_that_is_to_be_masked(text: str) -> None:
    masking.mask.cache_clear()
    assert masking.mask(text) == masking.mask_all(text)


@_PATIENT
@given(_TEXTS, st.integers(0, 12))
def test_sentences_over_a_number_of_words_are_those_of_all(text: str, words: int) -> None:
    assert sentences.sentences_over(text, words) == [
        span for span in sentences.sentence_spans(text) if span.words > words
    ]
