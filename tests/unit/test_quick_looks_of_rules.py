"""What lets rules pass over most tools lets by all that they find: proven by cases, and by texts made from patterns."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from toolmint.linting import lint_catalog
from toolmint.prose import constraints, hidden, language, statements, steering, width
from toolmint.prose.hidden import may_hide
from toolmint.prose.language import language_read
from toolmint.prose.statements import Statement, states
from toolmint.prose.words import Gate, Needs, letters, needs, words_in
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings, Rule
from toolmint.rules import all_rules
from toolmint.rules.checklist import implementation_leak, required_not_knowable
from toolmint.rules.security import hidden_unicode

from support.corpus import catalogs
from support.rule_case import Case, compile_case, examples, judged, parse_cases

DECLARED = [rule for rule in all_rules() if rule.words]
CASES = [
    case
    for file in sorted((Path(__file__).resolve().parent.parent / "rules").glob("*.md"))
    for case in parse_cases(file.read_text("utf-8"))
]
CASES += [
    case
    for rule in all_rules()
    for heading in ("Example", "Use instead")
    for case in examples(inspect.getdoc(rule) or "", heading)
]

PATTERNS: list[tuple[Needs, re.Pattern[str]]] = [
    *((one.words, one.pattern) for one in steering._PHRASES),
    *((words, steering._praise(kind)) for kind, (words, _) in steering._PRAISE_PHRASES.items()),
    (required_not_knowable._WORDS, required_not_knowable._UNKNOWABLE),
]


# To make a text from a pattern with look-around, many are thrown away.
_PATIENT = settings(max_examples=50, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])


def _open_gates(patch: pytest.MonkeyPatch) -> None:
    """Let every gate pass everything, those of the engine and those that rules have for single texts."""
    patch.setattr(Gate, "may_hold", lambda gate, _: frozenset(key for _, key in gate._ways))
    for rule in all_rules():
        if rule.bindings:
            patch.setattr(type(rule), "bindings", ())


def test_rules_declare_what_they_need() -> None:
    assert {rule.code for rule in DECLARED} >= {"CL-08", "SEC-03", "SEC-04"}
    assert {rule.code for rule in all_rules() if rule.bindings} >= {"AS-01", "AS-15", "ID-13"}


def test_cases_have_the_same_findings_without_gates(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(case: Case) -> list[tuple[str, str]]:
        return [(one.code, one.message) for one in judged(case)]

    gated = [found(case) for case in CASES]
    _open_gates(monkeypatch)
    assert [found(case) for case in CASES] == gated
    assert any(gated)


@pytest.mark.slow
def test_the_corpus_has_the_same_findings_without_gates(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer, choice = Renderer(), LintSettings(select=tuple(rule.code for rule in DECLARED))
    for name, catalog in catalogs(corpus):
        gated = lint_catalog(catalog, choice, renderer=renderer)
        with monkeypatch.context() as patch:
            steering.signals.cache_clear()
            _open_gates(patch)
            assert lint_catalog(catalog, choice, renderer=renderer) == gated, name


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.code) for rule in DECLARED])
def test_a_rule_s_own_example_passes_its_gate(rule: Rule) -> None:
    for case in examples(inspect.getdoc(rule) or "", "Example"):
        texts = str(compile_case(case).catalog.contracts)
        assert Gate({rule.code: rule.words}).may_hold(texts) == {rule.code}


@pytest.mark.parametrize(("words", "pattern"), PATTERNS)
@given(data=st.data())
@_PATIENT
def test_every_match_of_a_pattern_holds_its_words(words: Needs, pattern: re.Pattern[str], data: st.DataObject) -> None:
    text = data.draw(st.from_regex(pattern))
    assert Gate({"it": words}).may_hold(text), pattern.search(text)


@pytest.mark.parametrize("what", statements._PATTERNS)
@given(data=st.data())
@_PATIENT
def test_what_a_pattern_of_statements_matches_is_stated(what: Statement, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(statements._PATTERNS[what]).map(str.lower))
    assert states(text, what) or not statements._PATTERNS[what].search(text), text


@pytest.mark.parametrize("reader", constraints._READERS, ids=lambda reader: reader[2].__name__)
@given(data=st.data())
@_PATIENT
def test_what_a_hint_of_constraints_matches_passes_the_look_before_it(
    reader: tuple[Callable[[str], bool], re.Pattern[str], object], data: st.DataObject
) -> None:
    may_state, hint, _ = reader
    text = data.draw(st.from_regex(hint, alphabet=st.characters(max_codepoint=127)))
    assert may_state(text.lower()), text


@pytest.mark.parametrize("kind", implementation_leak._SIGNALS)
@given(data=st.data())
@_PATIENT
def test_a_sign_of_how_a_tool_is_built_is_not_passed_over(kind: str, data: st.DataObject) -> None:
    _, pattern = implementation_leak._SIGNALS[kind]
    text = data.draw(st.from_regex(pattern, alphabet=st.characters(max_codepoint=127)))
    assert kind in implementation_leak._signals(text) or not pattern.search(text), text


@pytest.mark.parametrize("what", statements._TELLING)
def test_a_word_that_states_something_is_of_the_pattern(what: Statement) -> None:
    assert [word for word in statements._TELLING[what] if not statements._PATTERNS[what].search(word)] == []


@given(st.from_regex(width._LIST))
def test_a_list_of_three_has_two_joints(text: str) -> None:
    assert width._joints(text) >= 2


@given(st.lists(st.sampled_from([*language._LATIN_SCRIPT, *language._ENGLISH, "order", "größe", "2", "per_page"])))
def test_a_language_is_told_by_counting_small_words(words: list[str]) -> None:
    text = " ".join(words)
    counted = re.findall("[a-z\u00e0-\u024f]+", text)
    other = sum(word in language._LATIN_SCRIPT for word in counted)
    foreign = other > 1 and other > sum(word in language._ENGLISH for word in counted)
    assert language_read(text) == (None if foreign else "en")


@given(st.text() | st.text(st.sampled_from("aZ k_0#<[\u0131\u0130\u017f\u212a忽-\n")))
def test_letters_are_those_of_patterns_without_case(text: str) -> None:
    plain = text.translate({0x130: "i", 0x131: "i", 0x17F: "s", 0x212A: "k"}).lower()
    runs = [text[one.start() : one.end()] for one in re.finditer("[a-z]+", text, re.IGNORECASE)]
    found = letters(text)
    assert len(runs) == len(re.findall("[a-z]+", plain))
    assert {one for one in found if one.isascii() and one.isalpha()} == set(re.findall("[a-z]+", plain))
    assert {one for one in found if not one.isascii()} == {one for one in plain if not one.isascii()}
    assert {one for one in found if one in "#<["} == set("#<[").intersection(text)


@given(st.text() | st.text(st.sampled_from("aZ k_0-\n\u212a")))
def test_words_are_those_of_a_pattern(text: str) -> None:
    assert words_in(text) == frozenset(re.findall("[a-z0-9_]+", text.lower()))


def test_a_gate_wants_a_word_of_each_group_of_one_line() -> None:
    table = needs(
        """
        keep + from + user
        忽 + 略
        """
    )
    gate = Gate({"secret": table, "tool": needs("tool tools")})
    assert gate.may_hold("Keep it FROM the user's eyes.") == {"secret"}
    assert gate.may_hold("忽略; use the tools") == {"secret", "tool"}
    assert gate.may_hold("keep it from users") == frozenset()
    assert Gate({}).may_hold("keep") == frozenset()


@given(
    st.recursive(
        st.text() | st.integers() | st.none(), lambda below: st.lists(below) | st.dictionaries(st.text(), below)
    )
)
def test_no_hidden_character_of_a_value_is_passed_over(value: hidden_unicode.Json) -> None:
    if any(may_hide(text) for text in hidden_unicode._strings(value)):
        assert hidden_unicode._may_hide(value)


@given(st.text())
def test_a_quick_look_for_hidden_characters_misses_none(text: str) -> None:
    assert may_hide(text) == (hidden._HIDDEN.search(text) is not None)
