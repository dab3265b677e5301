"""Phrases that steer a model instead of describing a tool: instructions aimed at it, and praise.

A phrase counts within one sentence only. Each family of phrases is one signal, however often it is said.
"""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from toolmint.prose.mentions import sentence_span
from toolmint.prose.words import Gate, Needs, needs

__all__ = ["PRAISING", "STEERING", "Praise", "Signal", "praises", "signals"]

Family: TypeAlias = Literal["override", "secrecy", "precedence", "markup", "files", "disclosure", "persona"]

_NOT_LETTER = "(?<![a-z])"
_GAP = r"[^.;!?\n]{0,40}?"


@dataclass(frozen=True, slots=True)
class _Phrases:
    family: Family
    words: Needs
    """Words of which its phrases are made: every match of the pattern holds those of one line."""
    pattern: re.Pattern[str]


def _any_case(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.IGNORECASE)


_READING = "read cat open load send include pass upload copy attach access print fetch provide"
_HANDING_ON = (
    "send forward upload post transmit leak exfiltrate bcc email pass include append copy repeat output report"
)


def _one_of(verbs: str) -> str:
    return "|".join(verbs.split())


def _and_third_person(verbs: str) -> str:
    """Add what a pattern has that allows an `s` behind each."""
    return f"{verbs} {verbs.replace(' ', 's ')}s"


_PHRASES = (
    _Phrases(
        "override",
        needs(
            """
            ignore disregard forget override bypass + previous prior above earlier preceding existing system other \
                + instruction instructions prompt prompts message messages rules guidelines directions context
            new updated real true + instruction instructions
            忽 + 略 + 指 提 说 规
            """
        ),
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
        needs(
            """
            not don never without + user human operator customer \
                + tell inform notify alert mention reveal disclose let \
                  telling informing notifying alerting mentioning revealing disclosing letting
            not don never + mention reveal disclose tell + this that it these anything
            hide hides conceal conceals concealed concealing keep keeps keeping + from + the + user
            用 + 户 + 不 切 禁 + 告 通 提 透
            用 + 户 + 保 隐
            不 + 让 + 知
            """
        ),
        _any_case(
            rf"{_NOT_LETTER}(?:do\snot|don['’]t|never|must\snot|should\snot|without)\s"
            r"(?:tell|inform|notify|alert|mention|reveal|disclose|let"
            r"|telling|informing|notifying|alerting|mentioning|revealing|disclosing|letting)\s"
            rf"(?:{_GAP}\s)?(?:to\s)?(?:the\s)?(?:user|human|operator|customer)(?![a-z'’])",
            rf"{_NOT_LETTER}(?:do\snot|don['’]t|never)\s(?:mention|reveal|disclose|tell)\s"
            rf"(?:this|that|it|these|anything)(?![a-z]){_GAP}(?:user|anyone|instruction|step|file|tool)",
            rf"{_NOT_LETTER}(?:hides?|conceal(?:s|ed|ing)?|keep(?:s|ing)?)(?![a-z]){_GAP}(?:secret|hidden)?\s?"
            rf"{_NOT_LETTER}from\sthe\suser(?![a-z])",
            r"(?:不要|不得|不能|切勿|禁止)(?:告诉|告知|通知|提醒|透露给)用户|(?:对|向)用户(?:保密|隐瞒)|不让用户知道",
        ),
    ),
    _Phrases(
        "precedence",
        needs(
            """
            before + tool tools + using calling invoking running executing you + any every all another an
            must has should needs + tool + be + called used run invoked
            whenever time + tool + is + any another a
            工 + 具 + 前 + 任 其 所
            """
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
        needs(
            """
            < + important system secret hidden instruction instructions critical priority override admin assistant \
                developer im sys
            [ + inst system
            """
        ),
        _any_case(
            r"</?(?:important|system|secret|hidden|instructions?|critical|priority|override|admin|assistant|developer)>",
            r"<\|(?:im_start|im_end|system|assistant)\|>|\[/?(?:INST|SYSTEM)\]|<<SYS>>",
        ),
    ),
    _Phrases(
        "files",
        needs(f"ssh rsa ed etc aws mcp desktop netrc npmrc git env + {_and_third_person(_READING)}"),
        _any_case(
            rf"{_NOT_LETTER}(?:{_one_of(_READING)})s?\s{_GAP}"
            r"(?:~/\.ssh(?![a-z])|\.ssh/|id_rsa(?![a-z])|id_ed25519|/etc/(?:passwd|shadow)|\.aws/credentials"
            rf"|\.cursor/mcp\.json|{_NOT_LETTER}mcp\.json|claude_desktop_config|\.(?:netrc|npmrc)(?![a-z])"
            r"|\.git-credentials|(?<![\w.])\.env(?![\w.]))",
        ),
    ),
    _Phrases(
        "disclosure",
        needs(
            f"""
            conversation history prompt message above key keys password passwords credentials variables \
                + {_and_third_person(_HANDING_ON)} \
                + the your whole entire full complete all previous
            对 聊 系 密 + 发 传 附 + 全 完 整 所
            """
        ),
        _any_case(
            rf"{_NOT_LETTER}(?:{_one_of(_HANDING_ON)})s?\s(?:me\s|us\s|them\s)?(?:a\scopy\sof\s|all\sof\s)?"
            r"(?:(?:the|your|whole|entire|full|complete|all|previous)\s){1,3}(?:conversation|chat\shistory"
            r"|message\shistory|system\sprompt|system\smessage|instructions\sabove|api\skeys?|passwords?|credentials"
            r"|environment\svariables)(?![a-z])",
            r"(?:发送|上传|转发|附上)(?:全部|完整|整个|所有)(?:的)?(?:对话|聊天记录|系统提示|密码|密钥)",
        ),
    ),
    _Phrases(
        "persona",
        needs(
            """
            you + are + now
            you + from + now + on
            pretend + to that
            enter + developer debug god jailbreak
            从 + 现 + 在 + 你
            """
        ),
        _any_case(
            rf"{_NOT_LETTER}(?:you\sare\snow\s(?:an?|the|in)\s|from\snow\son,?\syou\s(?:must|will|are)\s"
            r"|pretend\s(?:to\sbe|that\syou)\s|enter\s(?:developer|debug|god|jailbreak)\smode)",
            r"从现在(?:开始|起)，?你(?:是|必须|将)",
        ),
    ),
)
STEERING: Needs = tuple(way for phrases in _PHRASES for way in phrases.words)
"""The words of which phrases are made that `signals` finds."""
_GATE = Gate({phrases.family: phrases.words for phrases in _PHRASES})
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


@lru_cache(maxsize=4096)
def signals(text: str) -> tuple[Signal, ...]:
    """Find phrases in a text that instruct the model in what is not the tool's business.

    Texts repeat from tool to tool, so what was found is kept.
    """
    if len(text) < _SHORTEST:
        return ()
    held = _GATE.may_hold(text)
    return tuple(signal for phrases in _PHRASES if phrases.family in held for signal in _matches(phrases, text))


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
_PRAISED = "tool function server mcp service"
_CHOSEN = f"{_PRAISED} solution choice option"
_PRAISE_PHRASES: dict[str, tuple[Needs, str]] = {
    "always": (
        needs(f"always must + use call prefer choose select invoke pick + this our present + {_PRAISED}"),
        rf"""(?:always|must\salways|you\smust|please\salways)\s(?:use|call|prefer|choose|select|invoke|pick)
            \s(?:this|our|the\spresent)\s{_TOOL}(?![a-z])""",
    ),
    "prefer": (
        needs(
            """
            must should + be + preferred chosen prioritised prioritized favored favoured
            prefer prioritise prioritize favor favour choose + this our
            """
        ),
        rf"""(?:this\stool\s)?(?:must|should)\s(?:always\s)?be\s
            (?:preferred|chosen|prioriti[sz]ed|favou?red)(?![a-z])(?:\s(?:over|above)\s{_OTHERS})?
            |(?:prefer|prioriti[sz]e|favou?r|choose)\s(?:this|our)\s{_TOOL}?\s?(?:over|above|instead\sof)\s{_OTHERS}""",
    ),
    "best": (
        needs(
            f"""
            best superior ultimate # + {_CHOSEN} + the our is as
            most + accurate reliable powerful comprehensive advanced trusted complete efficient popular + {_CHOSEN} \
                + the our is as
            number + one + {_CHOSEN} + the our is as
            world + class + {_CHOSEN} + the our is as
            state + art + {_CHOSEN} + the our is as
            industry + leading + {_CHOSEN} + the our is as
            better superior faster + than to + any all every
            more + accurate reliable + than to + any all every
            """
        ),
        rf"""(?:the|our|is|as)\s(?:very\s)?{_SUPERLATIVE}\s(?:(?!of\s)[a-z-]+\s){{0,2}}
            (?:{_TOOL}|solution|choice|option)(?![a-z])
            |(?:better|superior|faster|more\s(?:accurate|reliable))\s(?:than|to)\s(?:any|all|every)
            \s(?:other|alternative)""",
    ),
    "often": (
        needs(
            """
            use call invoke + this + whenever often
            use call invoke + this + at + every
            use call invoke + this + for + everything all every
            """
        ),
        r"""(?:use|call|invoke)\sthis\s(?:tool\s|function\s)?(?:whenever\spossible|as\soften\sas\spossible
            |at\severy\sopportunity|for\s(?:everything(?![a-z])|(?:all|every)\s(?:request|quer|question|task)[a-z]*))""",
    ),
    "kept": (
        needs(
            """
            actively well + maintained
            officially
            trusted + by
            """
        ),
        r"""(?:actively|well)[ -]maintained(?![a-z])|officially\srecommended
            |trusted\sby\s(?:thousands|millions|[\d,]+)""",
    ),
    "zh": (
        needs(
            """
            总 终 律 先 + 使 调 选 + 本 此 该 这 + 工 接 服
            最 + 好 + 工 选
            首 + 选 + 工
            """
        ),
        r"(?:必须|务必|请)?(?:总是|始终|一律|优先)(?:使用|调用|选择|选用)(?:本|此|该|这个)(?:工具|接口|服务)|最好的(?:工具|选择)|首选工具",
    ),
}
"""Kind of praise to the words that its phrases are made of, and its pattern."""
PRAISING: Needs = tuple(way for ways, _ in _PRAISE_PHRASES.values() for way in ways)
"""The words of which phrases are made that `praises` finds."""
_PRAISE_GATE = Gate({kind: ways for kind, (ways, _) in _PRAISE_PHRASES.items()})


@cache
def _praise(*kinds: str) -> re.Pattern[str]:
    """Return the pattern of some kinds, compiled when a text has words of theirs: few lists praise themselves."""
    groups = [f"{'' if kind == 'zh' else _NOT_LETTER}(?P<{kind}>{_PRAISE_PHRASES[kind][1]})" for kind in kinds]
    return re.compile("|".join(groups), re.IGNORECASE | re.VERBOSE)


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


def praises(text: str) -> Iterator[Praise]:
    """Find phrases in a text that advertise the tool instead of saying what it does."""
    # Of several kinds in one place the first counts, so that alone can tell; each for itself is quicker.
    if not any(_praise(kind).search(text) for kind in _PRAISE_GATE.may_hold(text)):
        return
    for found in _praise(*_PRAISE_PHRASES).finditer(text):
        low, _ = sentence_span(text, found.start(), found.end())
        reasoned = (found["always"] or found["zh"]) is not None and bool(
            _REASON.match(text, found.end()) or _CONDITION.search(text, low, found.start())
        )
        yield Praise(" ".join(found.group().split()), found.start(), reasoned)
