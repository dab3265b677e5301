"""Every case of `tests/rules/*.md`: what a rule must find, and what it must leave alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolmint.rules import all_rules

from support.rule_case import differences, parse_cases, rendered

FOLDER = Path(__file__).resolve().parent / "rules"
FILES = sorted(FOLDER.glob("*.md"))
CASES = [
    pytest.param(file, index, id=f"{file.stem}[{index}]")
    for file in FILES
    for index in range(len(parse_cases(file.read_text(encoding="utf-8"))))
]


@pytest.mark.parametrize(("file", "index"), CASES)
def test_case(file: Path, index: int) -> None:
    case = parse_cases(file.read_text(encoding="utf-8"))[index]
    codes = _codes(file.stem)
    assert differences(case, codes) == [], case.title
    if case.snapshot is not None:
        assert rendered(case, codes) == case.snapshot


def _codes(stem: str) -> str:
    """Return how the codes begin that a file's cases list: the whole category, or the rule alone.

    Those of FS and CL tell what a text lacks, those of AS what one schema loses in several ways, and a case is about
    one thing.
    """
    category, number, *_ = stem.split("-")
    return f"{category}-{number}" if category in ("AS", "CL", "FS") else f"{category}-"


def test_every_rule_has_its_cases() -> None:
    wanted = {f"{rule.code}-{rule.name}" for rule in all_rules()}
    assert wanted - {file.stem for file in FILES} == set()
