"""Phrases that steer a model instead of describing a tool: instructions aimed at it, and praise.

A phrase counts within one sentence only. Each family of phrases is one signal, however often it is said.
"""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from toolmint.prose.mentions import sentence_span
from toolmint.prose.pieces import holds_any, pieces
from toolmint.prose.words import letters_in
from toolmint.text import word_set

__all__ = ["Praise", "Signal", "may_praise", "may_steer", "praises", "signals"]

Family: TypeAlias = Literal["override", "secrecy", "precedence", "markup", "files", "disclosure", "persona"]

_NOT_LETTER = "(?<![a-z])"
_GAP = r"[^.;!?\n]{0,40}?"


@dataclass(frozen=True, slots=True)
class _Phrases:
    family: Family
    needs: tuple[tuple[str, ...], ...]
    """Pieces of which a text in lower case must hold one of each group: looking for them is what costs least."""
    pattern: re.Pattern[str]


def _any_case(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.IGNORECASE)


_PHRASES = (
    _Phrases(
        "override",
        (pieces("ignore|disregard|forget|overrid|bypass|instruction|忽略"),),
        _any_case(
            rf"{_NOT_LETTER}(?:ignore|disregard|forget|override|bypass)\s"
            r"(?:(?:all|any|every|the|your|of|these|those|my|other)\s){0,3}"
            r"(?:previous|prior|above|earlier|preceding|existing|system|other)\s(?:(?:system|user|tool|safety)\s)?"
            r"(?:instructions?|prompts?|messages?|rules|guidelines|directions|context)(?![a-z])",
            rf"{_NOT_LETTER}(?:new|updated|real|true)\s(?:system\s)?instructions?\s?:",
            r"忽略(?:之前|以上|先前|上述|前面|所有)\S{0,6}?(?:指令|指示|提示|说明|规则)",
        ),
    ),
    _Phrases(
        "secrecy",
        (
            pieces("user|human|operator|customer|anyone|this|that|anything|用户"),
            pieces("tell|inform|notif|alert|mention|reveal|disclos|let|from the user|用户"),
            pieces("not |not\n|n't|n’t|never|without|from the user|用户"),
        ),
        _any_case(
            rf"{_NOT_LETTER}(?:do\snot|don['’]t|never|must\snot|should\snot|without)\s"
            r"(?:tell|inform|notify|alert|mention|reveal|disclose|let"
            r"|telling|informing|notifying|alerting|mentioning|revealing|disclosing|letting)\s"
            rf"(?:{_GAP}\s)?(?:to\s)?(?:the\s)?(?:user|human|operator|customer)(?![a-z'’])",
            rf"{_NOT_LETTER}(?:do\snot|don['’]t|never)\s(?:mention|reveal|disclose|tell)\s"
            rf"(?:this|that|it|these|anything)(?![a-z]){_GAP}(?:user|anyone|instruction|step|file|tool)",
            rf"{_NOT_LETTER}(?:hide|conceal|keep){_GAP}(?:secret|hidden)?\s?from\sthe\suser(?![a-z])",
            r"(?:不要|不得|不能|切勿|禁止)(?:告诉|告知|通知|提醒|透露给)用户|(?:对|向)用户(?:保密|隐瞒)|不让用户知道",
        ),
    ),
    _Phrases(
        "precedence",
        (
            pieces("tool|工具"),
            pieces("before|first|time|whenever|前"),
        ),
        _any_case(
            rf"{_NOT_LETTER}before\s(?:using|calling|invoking|running|executing|you\s(?:use|call|invoke|run))\s"
            r"(?:any|every|all|another|an)\s(?:(?:of\sthe|other)\s){0,2}tools?(?![a-z])",
            rf"{_NOT_LETTER}(?:this|the)\stool\s(?:must|has\sto|should|needs\sto)\s(?:always\s)?be\s"
            r"(?:called|used|run|invoked)\s(?:first|before\s(?:any|all|every|other)(?![a-z]))",
            rf"{_NOT_LETTER}(?:whenever|every\stime|each\stime)\s(?:any|another|a)\s(?:other\s)?tool\sis\s"
            r"(?:called|used|invoked)",
            r"(?:使用|调用)(?:任何|其他|所有)(?:其他)?工具(?:之)?前",
        ),
    ),
    _Phrases(
        "markup",
        (pieces("<|["),),
        _any_case(
            r"</?(?:important|system|secret|hidden|instructions?|critical|priority|override|admin|assistant|developer)>",
            r"<\|(?:im_start|im_end|system|assistant)\|>|\[/?(?:INST|SYSTEM)\]|<<SYS>>",
        ),
    ),
    _Phrases(
        "files",
        (pieces(".ssh|id_rsa|id_ed|/etc/|.aws/|mcp.json|desktop_config|.netrc|.npmrc|.git-|.env"),),
        _any_case(
            rf"{_NOT_LETTER}(?:read|cat|open|load|send|include|pass|upload|copy|attach|access|print|fetch|provide)s?\s{_GAP}"
            r"(?:~/\.ssh|\.ssh/|id_rsa|id_ed25519|/etc/(?:passwd|shadow)|\.aws/credentials|\.cursor/mcp\.json|mcp\.json"
            r"|claude_desktop_config|\.netrc|\.npmrc|\.git-credentials|(?<![\w.])\.env(?![\w.]))",
        ),
    ),
    _Phrases(
        "disclosure",
        (
            pieces(
                "conversation|history|system prompt|system message|instructions above|api key|password|credentials"
                "|environment variable|对话|聊天|提示|密"
            ),
        ),
        _any_case(
            rf"{_NOT_LETTER}(?:send|forward|upload|post|transmit|leak|exfiltrate|bcc|email|pass|include|append|copy"
            r"|repeat|output|report)s?\s(?:me\s|us\s|them\s)?(?:a\scopy\sof\s|all\sof\s)?"
            r"(?:(?:the|your|whole|entire|full|complete|all|previous)\s){1,3}(?:conversation|chat\shistory"
            r"|message\shistory|system\sprompt|system\smessage|instructions\sabove|api\skeys?|passwords?|credentials"
            r"|environment\svariables)(?![a-z])",
            r"(?:发送|上传|转发|附上)(?:全部|完整|整个|所有)(?:的)?(?:对话|聊天记录|系统提示|密码|密钥)",
        ),
    ),
    _Phrases(
        "persona",
        (pieces("you are now|from now|pretend|mode|从现在"),),
        _any_case(
            rf"{_NOT_LETTER}(?:you\sare\snow\s(?:an?|the|in)\s|from\snow\son,?\syou\s(?:must|will|are)\s"
            r"|pretend\s(?:to\sbe|that\syou)\s|enter\s(?:developer|debug|god|jailbreak)\smode)",
            r"从现在(?:开始|起)，?你(?:是|必须|将)",
        ),
    ),
)
_SPOKEN_OF = re.compile(
    r"(?i:(?<![a-z])(?:detect|detects|detecting|prevent|prevents|guard|scan|scans|attack|attacks|injection|jailbreak|malicious"
    r"|suspicious|phishing|adversarial)(?![a-z]))|攻击|注入|检测"
)
_SHORTEST = 8
"""Characters of the shortest phrase: `[SYSTEM]`."""
_QUOTED = re.compile(r"[\"'“‘「`]\s*$")


@dataclass(frozen=True, slots=True)
class Signal:
    """One phrase."""

    family: Family
    words: str
    start: int
    spoken_of: bool
    """Whether the sentence speaks of such phrases, as a tool that looks for them does, or quotes this one."""


_TELLING = (
    (word_set("ignore disregard forget override bypass instruction instructions"),),
    (
        word_set(
            """
            tell telling inform informing notify notifying alert alerting mention mentioning reveal revealing disclose
            disclosing let letting hide conceal keep
            """
        ),
        word_set("not don never must should without hide conceal keep"),
    ),
    (word_set("tool tools"), word_set("before whenever time must has should needs")),
    (
        word_set(
            """
            important system secret hidden instruction instructions critical priority override admin assistant developer
            im inst sys
            """
        ),
    ),
    (word_set("ssh rsa ed etc aws mcp desktop netrc npmrc git env"),),
    (
        word_set(
            """
            send sends forward forwards upload uploads post posts transmit transmits leak leaks exfiltrate exfiltrates
            bcc email emails pass include includes append appends copy repeat repeats output outputs report reports
            """
        ),
        word_set(
            """
            conversation history prompt message above key keys password passwords credential credentials variables
            """
        ),
    ),
    (word_set("you pretend enter"), word_set("now pretend mode")),
)
"""Of each family of phrases the words that it is made of: one of each group, save in Chinese."""


def may_steer(text: str) -> bool:
    """Whether a text holds the words of which phrases of some family are made: one look that rules most tools out."""
    if not text.isascii():
        return True
    words = letters_in(text)
    return any(not any(map(words.isdisjoint, groups)) for groups in _TELLING)


@lru_cache(maxsize=4096)
def signals(text: str) -> tuple[Signal, ...]:
    """Find phrases in a text that instruct the model in what is not the tool's business.

    Texts repeat from tool to tool, so what was found is kept.
    """
    if len(text) < _SHORTEST:
        return ()
    found: list[Signal] = []
    lower = text.lower()
    for phrases in _PHRASES:
        # One group after the other, as the first rules nearly every text out.
        for needed in phrases.needs:
            if not holds_any(lower, needed):
                break
        else:
            found += _matches(phrases, text)
    return tuple(found)


def _matches(phrases: _Phrases, text: str) -> Iterator[Signal]:
    for found in phrases.pattern.finditer(text):
        sentence = text[slice(*sentence_span(text, found.start(), found.end()))]
        quoted = _QUOTED.search(text, max(0, found.start() - 3), found.start()) is not None
        spoken_of = quoted or _SPOKEN_OF.search(sentence) is not None
        yield Signal(phrases.family, " ".join(found.group().split()), found.start(), spoken_of)


_TOOL = r"(?:tool|function|server|mcp|service)"
_OTHERS = r"(?:all|any|every|other)"
_SUPERLATIVE = (
    r"(?:best|most\s(?:accurate|reliable|powerful|comprehensive|advanced|trusted|complete|efficient|popular)|number\sone"
    r"|\#1|world-class|state-of-the-art|industry-leading|superior|ultimate)"
)
_PRAISE = re.compile(
    rf"""(?ix){_NOT_LETTER}(?:
    (?P<always>(?:always|must\salways|you\smust|please\salways)\s(?:use|call|prefer|choose|select|invoke|pick)
        \s(?:this|our|the\spresent)\s{_TOOL}(?![a-z]))
    |(?P<prefer>(?:this\stool\s)?(?:must|should)\s(?:always\s)?be\s(?:preferred|chosen|prioriti[sz]ed|favou?red)
        (?:\s(?:over|above)\s{_OTHERS})?
        |(?:prefer|prioriti[sz]e|favou?r|choose)\s(?:this|our)\s{_TOOL}?\s?(?:over|above|instead\sof)\s{_OTHERS})
    |(?P<best>(?:the|our|is|as)\s(?:very\s)?{_SUPERLATIVE}\s(?:(?!of\s)[a-z-]+\s){{0,2}}
        (?:{_TOOL}|solution|choice|option)(?![a-z])
        |(?:better|superior|faster|more\s(?:accurate|reliable))\s(?:than|to)\s(?:any|all|every)\s(?:other|alternative))
    |(?P<often>(?:use|call|invoke)\sthis\s(?:tool\s|function\s)?(?:whenever\spossible|as\soften\sas\spossible
        |at\severy\sopportunity|for\s(?:everything|(?:all|every)\s(?:request|quer|question|task)[a-z]*)))
    |(?P<kept>(?:actively|well)[ -]maintained(?![a-z])|officially\srecommended
        |trusted\sby\s(?:thousands|millions|[\d,]+))
    )"""
    r"|(?P<zh>(?:必须|务必|请)?(?:总是|始终|一律|优先)(?:使用|调用|选择|选用)(?:本|此|该|这个)(?:工具|接口|服务)"
    r"|最好的(?:工具|选择)|首选工具)"
)
_PRAISE_NEEDS = pieces(
    "always|you must|prefer|prioriti|favor|favour|chosen|choose|best|most |number one|#1|world-class|state-of-the-art"
    "|industry-leading|superior|ultimate|better|faster|more accurate|more reliable|whenever possible|as often as"
    "|every opportunity|use this|call this|invoke this|maintained|officially|trusted by|优先|总是|始终|一律|最好的|首选"
)
_PRAISING = word_set(
    """
    always must prefer preferred prioritise prioritize prioritised prioritized favor favour favored favoured choose
    chosen best most number world state industry superior ultimate better faster more whenever often opportunity
    everything actively well officially trusted
    """
)
_USING = frozenset({"use", "call", "invoke"})
_REASON = re.compile(
    r"\*{0,2}\s(?i:when|whenever|if|before|after|to|for|first|once|again|until|in order)(?![a-z])|时|前|后|来"
)
_CONDITION = re.compile(
    r"(?i:(?<![a-z])(?:if|when|whenever|once|unless|to|for(?!\s(?:any|all|every)(?![a-z])))(?![a-z]))|如果|当|若"
)


@dataclass(frozen=True, slots=True)
class Praise:
    """One phrase of self-promotion."""

    words: str
    start: int
    reasoned: bool
    """Whether its sentence has a condition: "always use this tool when the user asks for a refund" says when."""


def may_praise(text: str) -> bool:
    """Whether a text holds a word that advertises, or begins to: one look that rules most tools out."""
    if not text.isascii() or "#1" in text:
        return True
    words = letters_in(text)
    return not _PRAISING.isdisjoint(words) or ("this" in words and not _USING.isdisjoint(words))


def praises(text: str) -> Iterator[Praise]:
    """Find phrases in a text that advertise the tool instead of saying what it does."""
    if not holds_any(text.lower(), _PRAISE_NEEDS):
        return
    for found in _PRAISE.finditer(text):
        low, _ = sentence_span(text, found.start(), found.end())
        reasoned = (found["always"] or found["zh"]) is not None and bool(
            _REASON.match(text, found.end()) or _CONDITION.search(text, low, found.start())
        )
        yield Praise(" ".join(found.group().split()), found.start(), reasoned)
