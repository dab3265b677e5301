"""What every rule says of itself: code, name, and a docstring whose example is true."""

from __future__ import annotations

import inspect
import re

import pytest

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.rule import Rule
from toolmint.rules import all_rules

from support.rule_case import examples, judged

HEADINGS = ("What it does", "Why is this bad?", "Example", "Use instead")
LEFT_OUT = frozenset({"AS-15", "FS-02", "FS-03", "CL-05", "CL-06", "CL-12", "CL-13"})
"""Rules that tell, for information, what a description does not say, or what one provider is not told."""
RULES = [pytest.param(rule, id=rule.code) for rule in all_rules()]


def test_codes_and_names_are_unique() -> None:
    rules = all_rules()
    assert [rule.code for rule in rules] == sorted({rule.code for rule in rules})
    assert len({rule.name for rule in rules}) == len(rules)


@pytest.mark.parametrize("rule", RULES)
def test_code_name_and_module_go_together(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z]{2,3}-\d{2}", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", rule.name)
    assert type(rule).__module__.rpartition(".")[2] == _words(type(rule).__name__)


def _words(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


@pytest.mark.parametrize("rule", RULES)
def test_docstring_has_every_heading_in_order(rule: Rule) -> None:
    text = inspect.getdoc(rule) or ""
    found = [line.rstrip(":") for line in text.splitlines() if line.rstrip(":") in HEADINGS]
    assert found == list(HEADINGS)


def _is_left_out(finding: Diagnostic) -> bool:
    return finding.severity is Severity.INFO and finding.code in LEFT_OUT


@pytest.mark.parametrize("rule", RULES)
def test_example_triggers_the_rule_and_no_other(rule: Rule) -> None:
    cases = examples(inspect.getdoc(rule) or "", "Example")
    assert cases
    for case in cases:
        found = [one for one in judged(case) if not _is_left_out(one) or one.code == rule.code]
        assert {one.code for one in found} == {rule.code}, found


@pytest.mark.parametrize("rule", RULES)
def test_what_to_use_instead_triggers_nothing(rule: Rule) -> None:
    cases = examples(inspect.getdoc(rule) or "", "Use instead")
    assert cases
    for case in cases:
        assert [one for one in judged(case) if not _is_left_out(one) or one.code == rule.code] == []
