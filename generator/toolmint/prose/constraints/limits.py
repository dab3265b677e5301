"""Statements of a limit or a range: `at most 50 characters`, `(min 20, max 100)`, `between 1 and 50`, `不超过100`."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Literal, TypeAlias

from toolmint.prose.constraints.amounts import amount_at, counts_characters
from toolmint.prose.constraints.model import Amount, StatedLimit
from toolmint.prose.constraints.sentences import is_hedged, sentence_span

__all__ = ["LIMIT_HINT", "limit_keyword", "limits"]

Bound: TypeAlias = Literal["minimum", "maximum"]

LIMIT_HINT = re.compile(
    r"(?i:(?<![a-z])(?:max|min|most|least|up to|than|exceed|limit|between|range|from [-\d])|\w[ -](?:char|letter)"
    r"|[<>≤≥])|固定|恰好|(?<=[(\[])\s?-?\d+\s?[-~,]"
    r"|最|至[多少]|不超|不得超|不能超|不[大小高低少]于|[大小]于|[上下]限|范围|之间|以[内下上]|[到至]\s?\d"
)
_WHAT = (
    r"(?:\s(?:values?|allowed|sizes?|numbers?|counts?|limits?|lengths?|is|are|of|supported|items?|results?|entries|chars"
    r"|characters))*\s?[:=]?\s?"
)
_CUE = re.compile(
    rf"""(?ix)(?<![A-Za-z0-9_.])(?:
    (?P<most>max(?:imum)?\.?(?:[ _-]?(?:length|len|value|items|size))?{_WHAT}|at\smost\s|up\sto\s(?:a\smaximum\sof\s)?
        |no\s(?:more|greater|longer|larger|higher)\sthan\s|limit(?:ed)?\s(?:of|is|to)\s(?:a\smaximum\sof\s)?
        |(?:not|never)\s(?:to\s)?(?:exceed|be\s(?:more|greater|longer|larger|higher)\sthan)\s
        |(?:less|fewer|smaller|shorter|lower)\sthan\sor\sequal\sto\s|exceeding\s)
    |(?P<least>(?<!\d\s)min(?:imum)?\.?(?:[ _-]?(?:length|len|value|items|size))?{_WHAT}|at\sleast\s
        |no\s(?:less|fewer|smaller|shorter|lower)\sthan\s|(?:greater|more|larger|longer|higher)\sthan\sor\sequal\sto\s)
    |(?P<below>(?:less|fewer|smaller|shorter|lower)\sthan\s)
    |(?P<above>(?:greater|more|larger|longer|higher)\sthan\s)
    )|(?<![-=<>])(?P<symbol><=|>=|≤|≥|<|>)\s?
    |(?P<most_cjk>(?:最大|最多|至多|上限|不[得能]?超过|最长|不[大高]于|小于(?:或)?等于)(?:值|长度|数量|数)?
        (?:支持|可|不[得能]?超过)?[为是:=]?\s?)
    |(?P<least_cjk>(?:最小|最少|至少|下限|不[少小低]于|最短|大于(?:或)?等于)(?:值|长度|数量|数)?[为是:=]?\s?)
    |(?P<below_cjk>小于)\s?|(?P<above_cjk>大于)\s?"""
)
_RANGE = re.compile(
    r"""(?ix)(?<![A-Za-z0-9_])(?:between|(?P<from>from)|(?:value\s)?ranges?(?:\s(?:is|of|from|between))?\s?[:=]?
        |must\sbe(?=\s-?\d+\s?(?:-|~|to\s)))\s(?:-?\s?)?(?=[-\d])"""
    r"|(?<=[(\[])\s?(?=-?\d+(?:\.\d+)?(?:\s?[-~]\s?\d+(?:\.\d+)?\s?[)\],;]|\s?,\s?\d+(?:\.\d+)?\s?[)\]]))"
    r"|(?:取值)?范围(?:[为是在]|[:=])*\s?[\[(]?(?=-?\d)"
)
_CJK_RANGE = re.compile(r"(?<![\d.])(?=-?\d+(?:\.\d+)?\s?[-~到至]\s?-?\d+(?:\.\d+)?\s?(?:之间|の間))")
_AND = re.compile(r"\s*(?:-(?!\s*-)|~|\.\.\.?|,|to|and|through|到|至|から)\s*")
_SYMBOLS: dict[str, tuple[Bound, bool]] = {
    "<=": ("maximum", False),
    "≤": ("maximum", False),
    "<": ("maximum", True),
    ">=": ("minimum", False),
    "≥": ("minimum", False),
    ">": ("minimum", True),
}
_GROUPS: dict[str, tuple[Bound, bool]] = {
    "most": ("maximum", False),
    "least": ("minimum", False),
    "below": ("maximum", True),
    "above": ("minimum", True),
}
_LENGTH = re.compile(r"(?i:length|(?<![a-z])len(?![a-z])|longer|shorter)|最[长短]|长度")
_NOT = re.compile(r"(?i:(?<![a-z])(?:not|never|cannot|[a-z]+n['’]t)(?![a-z])[^.;!?\n]*$)")
_ITEM_OF_VALUES = re.compile(r"\s*[-*•+]\s*(?:`|\*\*|[\"'])")
_EXACTLY = re.compile(
    r"(?i:(?<![a-z])(?:exactly|an?|the|fixed)\s(?P<number>\d+|two|three|four|five|six|eight|ten)"
    r"[ -](?:characters?|chars?|letters?)(?![a-z])(?!\s(?:max|min|or\s)))"
    r"|(?:固定|恰好)\s?(?P<cjk>\d+)\s?(?:个?字符|文字)"
)
_NUMBER = re.compile(r"\d|(?i:two|three|four|five|six|eight|ten)[ -](?:char|letter)")
_NUMERALS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10}
_ALTERNATIVE = re.compile(r"(?i:(?<![a-z])(?:or|also|either|first|last|prefix|suffix)(?![a-z]))|也|許容")
_COUNT_BEHIND = re.compile(
    r"(?<![\w.,])(?P<number>\d{1,3}(?:,\d{3})+|\d+)\s?(?P<noun>文字|字符|行|件|个|条|[A-Za-z]+)?\s?"
    r"(?:(?P<most>以内|以下|max(?:imum)?(?![a-z])|or\s(?:fewer|less)(?![a-z]))|(?P<least>以上|or\smore(?![a-z])))"
)


def limits(text: str) -> Iterator[StatedLimit]:
    """Find the limits that a readable text states."""
    if not _NUMBER.search(text):
        return
    taken: set[int] = set()
    for found in _CUE.finditer(text):
        one = _bound(text, found)
        if one is not None and one.end not in taken:
            taken.add(one.end)
            yield one
    for pattern in (_RANGE, _CJK_RANGE):
        for found in pattern.finditer(text):
            pair = list(_range(text, found))
            if pair and pair[0].end not in taken:
                taken.add(pair[0].end)
                yield from pair
    for found in _EXACTLY.finditer(text):
        yield from _exact(text, found)
    for found in _COUNT_BEHIND.finditer(text):
        if found.end("number") not in taken:
            noun = (found["noun"] or "").lower()
            bound: Bound = "maximum" if found["most"] else "minimum"
            amount = Amount(int(found["number"].replace(",", "")), noun=noun)
            yield _limit(text, found.start(), found.end(), bound, amount)


def _exact(text: str, found: re.Match[str]) -> Iterator[StatedLimit]:
    if _ALTERNATIVE.search(text, *sentence_span(text, found.start(), found.end())):
        return
    number = found["cjk"] or found["number"].lower()
    amount = Amount(_NUMERALS.get(number) or int(number), noun="characters")
    yield _limit(text, found.start(), found.end(), "minimum", amount)
    yield _limit(text, found.start(), found.end(), "maximum", amount)


def _bound(text: str, found: re.Match[str]) -> StatedLimit | None:
    read = amount_at(text, found.end())
    if read is None:
        return None
    amount, end = read
    group = (found.lastgroup or "").removesuffix("_cjk")
    bound, exclusive = _SYMBOLS[found["symbol"]] if group == "symbol" else _GROUPS[group]
    if group in ("above", "below") and _NOT.search(text, max(0, found.start() - 60), found.start()):
        bound, exclusive = ("maximum" if bound == "minimum" else "minimum"), False
    of_length = _LENGTH.search(text, max(0, found.start() - 12), found.end()) is not None
    return _limit(text, found.start(), end, bound, amount, exclusive=exclusive, of_length=of_length)


def _range(text: str, found: re.Match[str]) -> Iterator[StatedLimit]:
    low = amount_at(text, found.end())
    between = _AND.match(text, low[1]) if low is not None else None
    high = amount_at(text, between.end()) if between is not None else None
    if low is None or high is None or not low[0].value < high[0].value:
        return
    # The unit stands behind the second number and is both's.
    first = Amount(low[0].value, low[0].unit or high[0].unit, high[0].noun)
    of_length = _LENGTH.search(text, max(0, found.start() - 12), found.end()) is not None
    yield _limit(text, found.start(), high[1], "minimum", first, of_length=of_length)
    yield _limit(text, found.start(), high[1], "maximum", high[0], of_length=of_length)


def _limit(
    text: str,
    start: int,
    end: int,
    bound: Bound,
    amount: Amount,
    *,
    exclusive: bool = False,
    of_length: bool = False,
) -> StatedLimit:
    sentence = sentence_span(text, start, end)
    return StatedLimit(
        start=start,
        end=end,
        sentence=sentence,
        # "* `02`: less than 30 days" says what a value means.
        hedged=is_hedged(text, sentence, end) or _ITEM_OF_VALUES.match(text, sentence[0]) is not None,
        bound=bound,
        amount=amount,
        exclusive=exclusive,
        of_length=of_length,
    )


def limit_keyword(limit: StatedLimit, types: Collection[str]) -> str | None:
    """Return the schema keyword that says the same as a limit, by the type of the value; None where there is none.

    A limit of a text must say that it counts characters, or limits a length: `max 50` beside a comma-separated list
    limits its elements.
    """
    least = limit.bound == "minimum"
    if len(types) != 1 and not {"integer", "number"}.issuperset(types):
        return None
    characters = counts_characters(limit.amount)
    if {"integer", "number"}.issuperset(types) and types:
        if characters or limit.of_length or limit.amount.noun.startswith("digit"):
            return None
        if limit.exclusive:
            return "exclusiveMinimum" if least else "exclusiveMaximum"
        return "minimum" if least else "maximum"
    if limit.exclusive or limit.amount.unit:
        return None
    if "string" in types:
        return ("minLength" if least else "maxLength") if characters or _plain_length(limit) else None
    if "array" in types and not characters:
        return "minItems" if least else "maxItems"
    return None


def _plain_length(limit: StatedLimit) -> bool:
    return limit.of_length and not limit.amount.noun
