"""Statements of how a value is written: `ISO 8601`, `epoch seconds`, `comma-separated`. A closed list of phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from toolmint.prose.constraints.model import Form, StatedForm
from toolmint.prose.constraints.sentences import sentence_span

__all__ = ["FORM_HINT", "forms"]

FORM_HINT = re.compile(
    r"(?i:iso[ -]?8601|rfc[ -]?3339|y{4}|epoch|unix|timestamp|separated|delimited|json|lists?(?![a-z])|array|boolean"
    r"|integer|uuid|guid"
    r"|(?<![a-z])in (?:(?:milli|micro)?seconds|ms|minutes|hours|days|bytes|[km]i?b|megabytes|kilobytes))"
    r"|逗号|分隔|时间戳|毫秒|布尔|整数|单位|以[秒分]为"
)
_QUALIFIED = r"(?:\((?:optional|required)\)\s*|(?:optional|required)[:.,]?\s*)?(?:an?\s|the\s)?"
_START = rf"(?i:(?:^|(?<=[.!?\n])\s*){_QUALIFIED})"
_BEGIN = rf"(?i:\A{_QUALIFIED})"


def _unit(english: str, chinese: str) -> str:
    return (
        rf"(?i:(?<![a-z])in\s(?:{english})(?![a-z]))|单位[为是:]?\s?{chinese}(?![A-Za-z级])"
        rf"|以{chinese}为单位|[(]{chinese}[)]"
    )


_PHRASES: tuple[tuple[Form, str], ...] = (
    (
        Form.DATE_TIME,
        (
            r"(?i:(?<![a-z])y{4}-?mm-?dd(?:[ t'\"]+|\\s)hh[:.]?mm|date-?time\sin\s(?:iso|rfc)"
            r"|(?:iso[ -]?8601|rfc[ -]?3339)\s(?:date-?time|timestamp))"
        ),
    ),
    (
        Form.DATE,
        (
            r"(?i:(?<![a-z])(?:iso[ -]?8601\s(?:calendar\s)?dates?(?![-\s]?time|\s(?:and|or|string))"
            r"|(?:in|as|format:?|the)\s[`\"'(]?y{4}-mm-dd(?![ t'\"]*t?hh|[a-z]|[`\"')]*\s(?:or|and|h))))"
        ),
    ),
    (
        Form.EPOCH,
        (
            r"(?i:(?<![a-z])(?:(?:unix|epoch|posix)\s(?:epoch\s)?(?:time(?:stamp)?s?|(?:milli)?seconds)"
            r"|(?:milli)?seconds\ssince\s(?:the\s)?(?:unix\s)?epoch))|(?:秒级|毫秒级|秒|毫秒)时间戳|[Uu]nix\s?时间戳"
        ),
    ),
    (
        Form.SEPARATED,
        (
            r"(?i:(?<![a-z])(?:comma|pipe|semicolon|space)[ -](?:separated|delimited)(?![a-z])"
            r"|separated by (?:commas|a comma|spaces|semicolons))|逗号(?:分隔|隔开|分割)|用逗号"
        ),
    ),
    (
        Form.JSON_TEXT,
        (
            r"(?i:(?<![a-z])(?:json[ -](?:encoded|serialized|formatted)\s(?:string|text)|(?:a|as)\sjson\sstring"
            r"|stringified\sjson|string\sof\sjson))|JSON\s?(?:格式的?)?字符串"
        ),
    ),
    (Form.LIST, _BEGIN + r"(?i:(?:list|array)\sof\s(?!values?\sseparated)(?=[a-z]))|(?i:must be an array(?![a-z]))"),
    (
        Form.BOOLEAN,
        (
            rf"{_START}(?i:boolean(?![a-z])(?!\s(?:expression|query|search|operator|filter|string|logic|condition)))"
            r"|布尔(?:值|类型)"
        ),
    ),
    (
        Form.INTEGER,
        (
            r"(?i:(?<![a-z])(?:must|should|has to)\sbe\san?\s(?:positive\s|non-negative\s|whole\s)?integer(?![a-z]))"
            r"|(?:必须|应)[为是](?:正|非负)?整数"
        ),
    ),
    (Form.UUID, _START + r"(?i:(?:uuid|guid)(?![a-z])(?!\sor\s|\s?/))|(?i:must be an? (?:valid )?uuid(?![a-z]))"),
    (Form.MILLISECONDS, _unit("milliseconds|ms", "毫秒")),
    (Form.MICROSECONDS, _unit("microseconds", "微秒")),
    (Form.SECONDS, _unit("seconds", "秒")),
    (Form.MINUTES, _unit("minutes", "分钟")),
    (Form.HOURS, _unit("hours", "小时")),
    (Form.DAYS, _unit("days", "天")),
    (Form.BYTES, _unit("bytes", "字节")),
    (Form.KILOBYTES, _unit("kilobytes|kb|kib", "KB")),
    (Form.MEGABYTES, _unit("megabytes|mb|mib", "MB")),
)
_DOUBT = re.compile(
    r"(?i:(?<![a-z])(?:or|either|if|when|unless|not|e\.g|such as|for example|returns?|returned|response|displayed|both"
    r"|also|alternatively|instead|convert(?:ed|s)?|each|elements?|items?|values are)(?![a-z]))|或|例如|如果|返回"
)


@cache
def _pattern() -> re.Pattern[str]:
    """Return the pattern of all phrases, compiled when a text hints at one: that takes longest of all patterns."""
    return re.compile("|".join(f"(?P<f{index}>{pattern})" for index, (_, pattern) in enumerate(_PHRASES)), re.MULTILINE)


def forms(text: str) -> Iterator[StatedForm]:
    """Find the forms that a readable text states."""
    for found in _pattern().finditer(text):
        form = _PHRASES[int((found.lastgroup or "f0")[1:])][0]
        sentence = sentence_span(text, found.start(), found.end())
        words = found.group().strip()
        yield StatedForm(
            start=found.start(),
            end=found.end(),
            sentence=sentence,
            hedged=_DOUBT.search(text, *sentence) is not None,
            form=form,
            words=" ".join(words.split()),
        )
