"""The rows of providers: complete, dated, and true to what the dialect survey says."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from datetime import date

import pytest

from toolmint.ir.schema import KEYWORDS, PRIVATE_KEYWORDS
from toolmint.profiles import PROFILES, Evidence, Handling, KeywordRule, Profile
from toolmint.targets import TARGETS

ROWS = list(PROFILES.values())
TYPES = {"string", "number", "integer", "boolean", "null", "array", "object"}


def evidence(value: object) -> Iterator[Evidence]:
    if isinstance(value, Evidence):
        yield value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from evidence(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from evidence(part)
    elif hasattr(value, "values"):
        for part in value.values():
            yield from evidence(part)


def test_the_dialects() -> None:
    assert list(PROFILES) == [
        *("openai", "openai-responses", "anthropic", "gemini", "bedrock", "mcp"),
        *("openai-strict", "anthropic-strict", "gemini-parameters"),
        *("mcp-2025-06-18", "mcp-2025-11-25", "mcp-2026-07-28"),
        *("mistral", "cohere", "ollama", "dashscope"),
    ]
    assert all(name == row.dialect for name, row in PROFILES.items())
    assert set(PROFILES) <= set(TARGETS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.dialect)
def test_every_entry_has_a_source_and_a_day(row: Profile) -> None:
    found = list(evidence(row))
    assert len(found) >= 4
    assert all(one.text and date.fromisoformat(one.recorded) >= date(2026, 1, 1) for one in found)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.dialect)
def test_rows_speak_of_keywords_that_exist(row: Profile) -> None:
    assert set(row.keywords) <= KEYWORDS - PRIVATE_KEYWORDS
    assert row.root_refused <= KEYWORDS
    assert row.values.enum <= TYPES
    re.compile(row.values.pattern_refused)
    if row.strict is not None:
        assert row.strict.keywords <= KEYWORDS - PRIVATE_KEYWORDS
        assert row.strict.values.enum <= TYPES
        re.compile(row.strict.values.pattern_refused)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.dialect)
def test_only_four_keywords_can_be_rewritten(row: Profile) -> None:
    rewritten = {keyword for keyword in KEYWORDS if row.handling(keyword) is Handling.REWRITTEN}
    assert rewritten <= {"const", "oneOf", "allOf", "prefixItems"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.dialect)
def test_what_every_dialect_shares(row: Profile) -> None:
    assert {"oneOf", "anyOf", "allOf", "enum", "not", "$ref"} <= row.root_refused
    assert row.handling("discriminator") is Handling.PROSE
    for keyword in ("type", "properties", "required", "items", "enum", "description", "anyOf"):
        assert row.handling(keyword) is Handling.KEPT
    assert row.references is (row.handling("$ref") is Handling.KEPT and row.shallow is None)
    # A list on disk need not be sent whole.
    assert not any(limit.enforced for limit in row.tools)


@pytest.mark.parametrize(
    ("dialect", "name", "taken"),
    [
        ("openai", "get-order_1", True),
        ("openai", "get.order", False),
        ("openai", "1st", True),
        ("gemini", "1st", False),
        ("gemini", "get.order:x", True),
        ("anthropic", "get.order", False),
        ("bedrock", "get order", False),
        ("mcp", "get.order", True),
        ("mcp", "get/order", False),
    ],
)
def test_name_patterns(dialect: str, name: str, taken: bool) -> None:
    assert all((re.fullmatch(rule.pattern, name) is not None) is taken for rule in PROFILES[dialect].tool_names)


@pytest.mark.parametrize(
    ("dialect", "limits"),
    [
        ("openai", [(64, True)]),
        ("openai-responses", [(64, False)]),
        ("anthropic", [(64, False), (128, True)]),
        ("gemini", [(64, True)]),
        ("bedrock", [(64, True)]),
        ("mcp", [(128, False)]),
    ],
)
def test_name_lengths(dialect: str, limits: list[tuple[int, bool]]) -> None:
    assert [(rule.maximum, rule.enforced) for rule in PROFILES[dialect].tool_names] == limits


@pytest.mark.parametrize(
    ("dialect", "limits"),
    [
        ("openai", [128]),
        ("openai-responses", [128]),
        ("anthropic", []),
        ("gemini", [512]),
        ("bedrock", []),
        ("mcp", []),
    ],
)
def test_list_lengths(dialect: str, limits: list[int]) -> None:
    assert [limit.maximum for limit in PROFILES[dialect].tools] == limits


def test_property_keys() -> None:
    (anthropic,) = PROFILES["anthropic"].property_keys
    assert anthropic.enforced
    assert re.fullmatch(anthropic.pattern, "a.b-c")
    assert not re.fullmatch(anthropic.pattern, "filter[a]")
    (gemini,) = PROFILES["gemini"].property_keys
    assert re.fullmatch(gemini.pattern, "_a1")
    assert not re.fullmatch(gemini.pattern, "a-b")


def test_geminis_keyword_list() -> None:
    # dialects.md section 2, the Gem-J list, without those that the IR does not hold.
    kept = (
        "$ref type format title description enum items prefixItems minItems maxItems minimum maximum anyOf properties"
        " additionalProperties required"
    )
    gemini = PROFILES["gemini"]
    assert {k for k in KEYWORDS - PRIVATE_KEYWORDS if gemini.handling(k) is Handling.KEPT} == set(kept.split())
    assert {k for k in KEYWORDS if gemini.handling(k) is Handling.REWRITTEN} == {"const", "allOf", "oneOf"}
    assert gemini.handling("if") is Handling.DROPPED
    assert gemini.handling("pattern") is Handling.PROSE


def test_a_new_dialect_is_one_row() -> None:
    openai = PROFILES["openai"]
    probe = Evidence(kind="probe", text="a test", recorded="2026-12-01")
    row = dataclasses.replace(
        openai, dialect="other", unlisted=KeywordRule(handling=Handling.DROPPED, evidence=probe), references=False
    )
    assert row.handling("pattern") is Handling.DROPPED
    assert openai.handling("pattern") is Handling.KEPT
