"""The sentence around a statement, and whether it is said outright."""

from __future__ import annotations

import re

from toolmint.prose.mentions import sentence_span

__all__ = ["is_conditional", "is_hedged", "sentence_span"]

_OMITTED = re.compile(
    r"(?i:(?<![a-z])(?:if|when|where)\s[^.;,()\n]{0,50}?(?<![a-z])(?:not|un[a-z]+|omitted|empty|absent|missing|null|none"
    r"|nothing|blank|no)(?![a-z])[^.;,()\n]{0,25})|(?:如果|若|当)?(?:未|没有|不)(?:指定|提供|填写?|传入?|设置)(?:时|的话|则)?"
    r"|(?:未指定|省略|指定しない)(?:の)?(?:時|とき|場合)"
)
"""The one condition that every default is under."""
_CASE = r"(?<![a-z])(?:if|when|whenever|while|unless|otherwise|except|depend[a-z]*|in case{more})(?![a-z])"
_CASE_CJK = "|如果|若(?!干)|当(?![前天日月年地场])|除非|否则|取决于|場合"
_BEFORE = re.compile("(?i:" + _CASE.format(more="") + ")" + _CASE_CJK)
_BEHIND = re.compile("(?i:" + _CASE.format(more="|for") + ")" + _CASE_CJK)
_STANDS_FOR = re.compile(r"(?i:(?<![a-z])(?:for|use|uses|using|means|means?\sthe|=)\s(?:the\s|a\s)?)$")
"""`0 for default of 100`: the default of something else, which a value stands for."""
_HEDGE = re.compile(
    r"(?i:(?<![a-z])(?:recommend[a-z]*|should|unless|if|when|while|whereas|plans?|tiers?|before|after|totals?|each|every"
    r"|combined|sum|otherwise|except|may\snot|might|typically|usually|approximately|about|roughly|around|depend[a-z]*|vary|varies"
    r"|truncated|suggest[a-z]*|ideally|best|optimal[a-z]*|prefer[a-z]*|free|enterprise)(?![a-z]))"
    r"|建议|推荐|如果|若(?!干)|当(?![前天日月年地场])|每(?![页次])|总|套餐|通常|大约|除非|目安|推奨|場合|合計"
)
_OF_SOME = re.compile(r"(?i:(?<![a-z])(?:for|per(?![ _-](?:page|call|request|query|batch))|in|on|across)(?![a-z]))")


def is_conditional(text: str, sentence: tuple[int, int], start: int, end: int) -> bool:
    """Whether a sentence states a default under another condition than that nothing is passed."""
    low, high = _clause(text, sentence, start, end)
    before, behind = text[low:start], text[end:high]
    if _STANDS_FOR.search(before):
        return True
    return bool(_BEFORE.search(_OMITTED.sub(" ", before)) or _BEHIND.search(_OMITTED.sub(" ", behind)))


def is_hedged(text: str, sentence: tuple[int, int], end: int) -> bool:
    """Whether a sentence gives advice, or speaks of some cases, or of something else as well.

    Args:
        text: the text.
        sentence: where the sentence begins and ends.
        end: where the statement ends; what follows it may say of what it holds.
    """
    low, high = _clause(text, sentence, end, end)
    return bool(_HEDGE.search(text, low, high) or _OF_SOME.search(text, end, high))


def _clause(text: str, sentence: tuple[int, int], start: int, end: int) -> tuple[int, int]:
    """Return the part of a sentence that a statement belongs to: what stands in parentheses is said on its own."""
    opened, closed = text.rfind("(", sentence[0], start), text.rfind(")", sentence[0], start)
    if opened <= closed:
        return sentence
    behind = text.find(")", end, sentence[1])
    return opened, behind if behind >= 0 else sentence[1]
