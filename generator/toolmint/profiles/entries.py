"""Entries that several rows share, and short ways to write them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from toolmint.profiles.layout import Layout, Slot
from toolmint.profiles.profile import Evidence, Handling, KeywordRule, ValueRules

__all__ = [
    "ANY_VALUE",
    "COMBINATORS",
    "EVERY_KEYWORD",
    "FUNCTIONS",
    "NUMBER_FORMATS",
    "PRIMITIVES",
    "SAYABLE",
    "cited",
    "every_keyword_kept",
    "keyword_rules",
    "table",
    "words",
]

_DAY = "2026-12-01"


def cited(kind: Literal["sdk", "documentation", "wire", "probe", "inference"], text: str) -> Evidence:
    """Say where an entry comes from, as recorded on the day of the survey."""
    return Evidence(kind=kind, text=text, recorded=_DAY)


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


def keyword_rules(handling: Handling, evidence: Evidence, keywords: str) -> dict[str, KeywordRule]:
    """Treat several keywords, named in one text, alike."""
    return {keyword: KeywordRule(handling=handling, evidence=evidence) for keyword in keywords.split()}


ALL_TYPES = words("string number integer boolean null array object")
PRIMITIVES = ALL_TYPES - {"array", "object"}
COMBINATORS = words("oneOf anyOf allOf not enum const $ref")
NUMBER_FORMATS = words("int32 int64 float double")
SAYABLE = (
    "default examples deprecated minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength"
    " pattern format minItems maxItems uniqueItems minProperties maxProperties propertyNames patternProperties"
    " dependentRequired not contentEncoding contentMediaType"
)
"""Keywords that `lowering.phrases` has words for."""

_ANYWHERE: dict[str, KeywordRule] = {
    **keyword_rules(
        Handling.PROSE,
        cited(
            "documentation", "OpenAPI's keyword, no JSON Schema; the mapping is said in words, kept in contract.json"
        ),
        "discriminator",
    ),
    **keyword_rules(
        Handling.OMITTED,
        cited("inference", "notes for maintainers and hints of direction; input schemas hold only what can be written"),
        "$comment readOnly writeOnly",
    ),
}


def table(*groups: tuple[Handling, str], evidence: Evidence) -> Mapping[str, KeywordRule]:
    """Make a keyword table of groups that share one source; of two groups that name a keyword the later holds."""
    found: dict[str, KeywordRule] = {}
    for handling, keywords in groups:
        found |= keyword_rules(handling, evidence, keywords)
    return MappingProxyType(found | _ANYWHERE)


EVERY_KEYWORD: Mapping[str, KeywordRule] = MappingProxyType(_ANYWHERE)
"""The table of a dialect that takes all of JSON Schema."""

ANY_VALUE = ValueRules(
    enum=ALL_TYPES,
    formats=None,
    item_minima=None,
    pattern_refused="",
    evidence=cited("wire", "accepted while not strict: full 2020-12 except at the root"),
)

FUNCTIONS = Layout(
    tool={
        "type": "function",
        "function": {
            "name": Slot.NAME,
            "description": Slot.DESCRIPTION,
            "parameters": Slot.SCHEMA,
            "strict": Slot.STRICT,
        },
    },
    document=Slot.TOOLS,
)
"""OpenAI's list for Chat Completions, which others have copied."""


def every_keyword_kept(evidence: Evidence) -> KeywordRule:
    """Return the rule for keywords that no table names, where a dialect takes all of JSON Schema."""
    return KeywordRule(handling=Handling.KEPT, evidence=evidence)
