"""Every fixable rule mends its own example, and what it makes is not found again."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

from toolmint import sources as source_plugs
from toolmint.diagnostics import Diagnostic
from toolmint.documents import DocumentStore
from toolmint.editing import edit_document
from toolmint.linting import lint_catalog, resolved_edits
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings, Rule
from toolmint.rules import all_rules
from toolmint.source import SourceInput

from support.rule_case import Case, examples

FIXABLE = [pytest.param(rule, id=rule.code) for rule in all_rules() if rule.fixable]


def judged(text: str, code: str) -> tuple[list[Diagnostic], DocumentStore]:
    store = DocumentStore(Path("/work"), read=lambda file: text.encode())
    source = SourceInput(name="tools", kind="tool-list", file=Path("tools.json"))
    catalog = source_plugs.load_source("tool-list").extract(source, store).catalog
    found = lint_catalog(catalog, LintSettings(select=(code,)), renderer=Renderer())
    return [one for one in found if one.code == code], store


@pytest.mark.parametrize("rule", FIXABLE)
def test_an_example_is_mended(rule: Rule) -> None:
    (case,) = examples(inspect.getdoc(rule) or "", "Example")
    text = json.dumps(case_value(case), indent=2)
    found, store = judged(text, rule.code)
    assert found
    edits = [edit for one in found if one.fix is not None for edit in resolved_edits(one.fix, store)]
    text = edit_document(store.load(Path("tools.json")), edits).decode()
    left, _ = judged(text, rule.code)
    assert left == []
    (wanted,) = examples(inspect.getdoc(rule) or "", "Use instead")
    assert json.loads(text) == case_value(wanted)


def case_value(case: Case) -> Any:
    return json.loads(case.text)


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.code) for rule in all_rules() if not rule.fixable])
def test_no_other_rule_has_a_fix(rule: Rule) -> None:
    source = inspect.getsource(inspect.getmodule(type(rule)) or rule)  # type: ignore[arg-type]
    assert "fix=" not in source
