"""What a description states: when to use a tool, what must be known before, what it does not do, what comes back.

A rule that misses a statement speaks of its absence, so the patterns take in more rather than less.
"""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, TypeAlias

from toolmint.prose.pieces import holds_any, pieces
from toolmint.prose.words import Gate, needs, words_in
from toolmint.text import word_set

__all__ = ["Statement", "states"]

Statement: TypeAlias = Literal["use", "precondition", "boundary", "result", "confirmation", "source"]
"""`source`: where a value comes from, or what it looks like."""

_WORD = r"(?<![a-z0-9_])"
_END = r"(?![a-z0-9_])"
_IT = (
    r"(?:this|it|the)(?:\s+(?:tool|function|endpoint|method|api|operation|call|action|command|resource|request|route))?"
)


def _any(*patterns: str, chinese: str) -> re.Pattern[str]:
    english = "|".join(patterns)
    return re.compile(rf"{_WORD}(?:{english}){_END}|{chinese}")


_PATTERNS: dict[Statement, re.Pattern[str]] = {
    "use": _any(
        rf"(?:use|using|call|calling|invoke|run|choose|prefer|pick|select|try)\s+{_IT}",
        r"(?:useful|helpful|handy|ideal|best|perfect|great|good|suitable|suited|intended|meant|designed|recommended"
        r"|appropriate|convenient|necessary|needed|required|essential)\s+(?:for|when|to|in|if|as|before|after)",
        r"(?:is|are|be|been|being|also|often|commonly|mainly|primarily|mostly)\s+(?:\w+\s+)?(?:used|called|invoked)",
        r"used\s+(?:to|for|when|by|as|in|with)",
        r"(?:when|whenever|if|once|before|after|while|in\s+case)\s+(?:the|a|an|your)?\s*"
        r"(?:users?|customers?|you|clients?|callers?|agents?|someone|people|person|asked|needed|working|looking"
        r"|requests?|models?|assistant)",
        r"(?:do\s+not|don't|never|not)\s+(?:use|call)",
        r"(?:use|call|prefer|try)\s+(?:the\s+)?[\[`'\"*_(]+[^\n]{1,80}",
        r"use\s?cases?|usage|when\s+to\s+use|in\s+order\s+to|so\s+that|scenarios?|allows?\s+(?:you|users?|clients?)\s+to",
        chinese=r"当[^。；\n]{1,60}?(?:时|的时候|后|前)|(?:在|需|若|如果|想)[^。；\n]{1,40}?(?:时|的时候)|用于|用来|适用|以便|场景|"
        r"如果|若(?!干)|假如|供[^。；\n]{1,20}使用|(?:使用|调用|选用)(?:本|此|该|这个)|需要(?:查|获|了解|知道|用)",
    ),
    "precondition": _any(
        r"must|requires?|required|requirements?|requiring|needs?|needed|prerequisites?|pre-?conditions?",
        r"before|first|beforehand|existing|exists?|already|valid|ensure|make\s+sure|verify\s+that|only\s+(?:if|when|after)",
        r"once|after|unless|permissions?|scopes?|authenticated|authori[sz]ed|logged\s+in|admins?|allowed\s+to|privileges?",
        r"obtain(?:ed)?|returned\s+by|from\s+(?:the\s+)?(?:response|result|output)s?|depends?\s+on|assumes?|expects?|given",
        chinese=r"必须|需要|必需|须|需(?=先|要|在|提供)|先(?!进)|前提|前置|已(?:存在|有|经|知|被|创建|登录|支付)|之前|调用前|确保|有效|"
        r"权限|登录|授权|依赖|仅当|只有",
    ),
    "boundary": _any(
        r"not|never|only|cannot|without|except|excepting|unless|instead|rather\s+than|over|no\s+longer|exclud(?:es?|ed|ing)",
        r"nothing|neither|nor|limited|limits?|restricted|solely|read-only|just|no",
        r"(?:do|does|did|is|are|was|were|has|have|wo|ca|should|would|could|must|need)n['’]t|unable|unsupported",
        chinese=r"不|仅|只(?:能|在|有|会|可|支持|返回|用|对|限)|无法|并非|而非|未(?!来|知)|勿|禁止|除(?:了|非|[^。；\n]{1,20}(?:外|以外))|"
        r"限(?:于|制)|上限|没有|避免",
    ),
    "result": _any(
        r"returns?|returned|returning|responses?|responds?|results?|outputs?|yields?|answers?|contains?|containing",
        r"includes?|including|provides?|gives?\s+back|produces?",
        chinese=r"返回|结果|响应|输出|包含|包括|得到",
    ),
    "confirmation": _any(
        r"confirm(?:s|ed|ation|ing)?|approv(?:e|es|al|ed|ing)|consents?|agree(?:s|d|ment)?|acknowledg\w+",
        r"ask(?:s|ed|ing)?\s+(?:the\s+)?(?:user|customer|person|human|operator|for)|(?:user|human|person)\s+(?:must|has\s+to)",
        r"human[\s-]in[\s-]the[\s-]loop|double[\s-]check|explicit(?:ly)?\s+(?:request|permission|ask|instruct)\w*|elicit\w*",
        r"only\s+(?:if|when|after|with)\s+(?:the\s+)?(?:user|customer|person|human)",
        chinese=r"确认|同意|批准|审批|许可|授权|征求|询问用户|人工",
    ),
    "source": _any(
        r"from|returned|obtain(?:ed)?|retriev(?:e|ed)|see|via|use|using|found|find|given|provided|supplied|taken|copied",
        r"e\.?g\.?|such\s+as|like|for\s+(?:example|instance)|examples?|format(?:ted)?|formats|pattern|prefix(?:ed)?",
        r"starts?\s+with|begins?\s+with|digits?|characters?|uuids?|guids?|numeric|numbers?|integers?|string\s+of|base64|hex",
        r"(?:get|list|search|fetch|find|query)_\w+|(?:the|a)\s+user\s+(?:mention|give|provide|say|enter)s?|call(?:ing)?|url",
        r"same\s+as|either|one\s+of|visit|copy|open|generated|client-generated|random|unique\s+(?:string|value)|default\w*",
        chinese=r"来自|从|由[^。；\n]{1,20}(?:返回|提供|获)|返回|获取|例如|比如|示例|如[：:「“\"']|形如|格式|以[^。；\n]{1,10}开头|"
        r"通过|可在|查询|参考|参见|用户(?:提供|输入|提到|给出)|生成|默认",
    ),
}

_TELLING: dict[Statement, frozenset[str]] = {
    "use": word_set("usage usecase usecases scenario scenarios"),
    "precondition": word_set(
        """
        must require requires required requirement requirements requiring need needs needed before first beforehand
        existing exist exists already valid ensure once after unless permission permissions scope scopes given admin
        admins prerequisite prerequisites precondition preconditions authenticated authorized authorised privilege
        privileges obtain obtained assume assumes expect expects
        """
    ),
    "boundary": word_set(
        """
        not never only cannot without except excepting unless instead over exclude excludes excluded excluding nothing
        neither nor limited limit limits restricted solely just no unable unsupported
        """
    ),
    "result": word_set(
        """
        return returns returned returning response responses respond responds result results output outputs contain
        contains containing include includes including provide provides yield yields answer answers produce produces
        """
    ),
    "confirmation": word_set(
        """
        confirm confirms confirmed confirmation confirming approve approves approval approved approving consent consents
        agree agrees agreed agreement
        """
    ),
    "source": word_set(
        """
        from returned obtain obtained retrieve retrieved see via use using found find given provided supplied taken
        copied like example examples format formatted formats pattern prefix prefixed digit digits character characters
        uuid uuids guid guids numeric number numbers integer integers base64 hex call calling url either visit copy
        open generated random default
        """
    ),
}
"""Words that state it on their own, whatever stands around them; the patterns have them too."""
_COMMON: dict[Statement, str] = {"source": " such as "}
"""What nearly all texts say that state it: looking for it costs least."""
_PIECES: dict[Statement, tuple[str, ...]] = {
    "precondition": pieces("make|verify|only|pre-|logged|allowed|returned|from|depend"),
    "boundary": pieces("rather|read-only|n't|n’t"),
    "result": pieces("give"),
    "confirmation": pieces("acknowledg|ask|user|human|person|double|explicit|elicit|only"),
    "source": pieces("e.g|such|start|begin|string|get_|list_|search_|fetch_|find_|query_|user|same|one|unique|default"),
}
"""Pieces of the rest of a pattern: an English text in lower case that has neither a word nor a piece states nothing."""
_USE = Gate(
    {
        "use": needs(
            """
            use call prefer try
            using calling invoke run choose pick select + this it the
            useful helpful handy ideal best perfect great good suitable suited intended meant designed recommended \
                appropriate convenient necessary needed required essential + for when to in if as before after
            is are be been being also often commonly mainly primarily mostly + used called invoked
            used + to for when by as in with
            when whenever if once before after while case
            in + order + to
            so + that
            allow allows + you user users client clients + to
            """
        )
    }
)
"""The same of `use`, by words: its pieces stand in nearly every text."""
_HAN = re.compile("[\u4e00-\u9fff]")
"""One of them is in whatever the Chinese part of a pattern matches."""


@lru_cache(maxsize=65536)
def states(text: str, what: Statement) -> bool:
    """Whether a text, English or Chinese, states something of a kind."""
    if what in _COMMON and _COMMON[what] in text:
        return True
    words = words_in(text)
    if not _TELLING[what].isdisjoint(words):
        return True
    lower = text.lower()
    may = holds_any(lower, _PIECES[what]) if what in _PIECES else _USE.met_by(words)
    if not may and (text.isascii() or _HAN.search(text) is None):
        return False
    # In lower case, as a pattern that ignores case cannot tell by a letter which of its branches may match.
    return _PATTERNS[what].search(lower) is not None
