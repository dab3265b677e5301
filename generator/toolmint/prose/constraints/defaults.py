"""Statements of a default: `defaults to 20`, ``(default: `asc`)``, `默认为 false`, `* **embedded** (default)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.ir.schema import Json
from toolmint.prose.constraints.amounts import amount_at
from toolmint.prose.constraints.model import Amount, StatedDefault
from toolmint.prose.constraints.readable import MARKED
from toolmint.prose.constraints.sentences import is_conditional, sentence_span

__all__ = ["DEFAULT_HINT", "defaults"]

DEFAULT_HINT = re.compile("(?i:default)|默认|默認|缺省|预设|デフォルト|既定")
_CUE = re.compile(
    r"(?i:(?<![A-Za-z0-9_])(?:"
    r"default(?:s|ed|ing)?(?:\s(?:value|setting))?(?:\s(?:is|are|to|will\sbe)(?:\s(?:set\s)?to)?(?=\s)|\sof(?=\s\d)|\s{0,5}[:=])"
    r"|by\sdefault,?(?:\s(?:it|this|that|(?:the|this)\s(?:value|field|parameter)))?(?:\sis)?(?:\sset\sto)?[:=]?"
    r"|(?:(?<=\()|(?<=\[)|(?<=,\s)|(?<=;\s)|(?<=\.\s)|^\s*)default(?=\s[`\"'“*\d]|\s(?:true|false)(?![a-z])))\s*)"
    r"|(?:默认|默認|缺省|预设)(?:值|情况下)?(?:[为為是取]|设[为置]|使用|[:=])?\s*"
    r"|(?:デフォルト|既定)(?:値)?(?:[はでが:=]|では)?\s*"
)
_WORD = re.compile(
    r"(?P<word>[A-Za-z][A-Za-z0-9_.-]*[A-Za-z0-9]|[A-Za-z])(?=\s*(?:$|[.,;)\]\n。、]|です|となり)|\s(?:if|when)\s)"
)
_MARKED = re.compile(MARKED)
_LITERAL = re.compile(r"(?i:true|false|null|none|nil)(?![A-Za-z0-9_])")
_BEHIND = re.compile(
    rf"(?:{MARKED}|(?P<literal>(?i:true|false)|\d+)|(?<=[-*•]\s)(?P<item>[A-Za-z0-9][\w.-]*))"
    r"(?:\s?\((?:(?i:the\s)?(?i:default)(?:\s(?i:value))?|默认值?|デフォルト)\)"
    r"|\s(?i:is\sthe\sdefault)(?![a-z])(?!\s\w)|(?<=\d)\s(?i:by\sdefault)(?![a-z])|(?<=[a-z`])\s(?i:by\sdefault)(?![a-z]))"
)
_TYPE_WORDS = frozenset(
    {"str", "int", "float", "bool", "dict", "list", "string", "integer", "number", "boolean", "array", "object"}
)
_LITERALS: dict[str, Json] = {"true": True, "false": False, "null": None, "none": None, "nil": None}
_QUOTES = "'\"`"


def defaults(text: str) -> Iterator[StatedDefault]:
    """Find the defaults that a readable text states, in reading order of each shape."""
    taken: set[int] = set()
    for cue in _CUE.finditer(text):
        one = _value(text, cue.start(), cue.end())
        if one is not None and one.end not in taken:
            taken.add(one.end)
            yield one
    for found in _BEHIND.finditer(text):
        group = next(name for name in ("marked", "literal", "item") if found[name])
        value = found[group]
        if found.group().lower().endswith("by default") and found["marked"]:
            continue  # "returns `name` by default"
        # In parentheses, or as a whole clause: what goes on behind it speaks of the value.
        sentence = sentence_span(text, found.start(), found.end())
        read, said, amount = _read(value)
        at = found.start(group) + value.find(said)
        yield StatedDefault(
            start=found.start(),
            end=found.end(),
            sentence=sentence,
            value=read,
            said=said,
            at=(at, at + len(said)),
            amount=amount,
        )


def _value(text: str, start: int, at: int) -> StatedDefault | None:
    marked = _MARKED.match(text, at)
    if marked is not None:
        return _stated(text, start, marked.end(), *_read(marked["marked"]))
    literal = _LITERAL.match(text, at)
    if literal is not None:
        return _stated(text, start, literal.end(), *_read(literal.group()))
    amount = amount_at(text, at)
    if amount is not None:
        return _stated(text, start, amount[1], amount[0].value, text[at : amount[1]], amount[0])
    word = _WORD.match(text, at)
    if word is not None and word["word"].lower() not in _TYPE_WORDS:
        return _stated(text, start, word.end("word"), word["word"], word["word"], None, bare=True)
    return None


def _read(value: str) -> tuple[Json, str, Amount | None]:
    """Read what is set off as a value: a literal, a number, or a text."""
    plain = value.strip(_QUOTES)
    if plain.lower() in _LITERALS:
        return _LITERALS[plain.lower()], plain, None
    amount = amount_at(plain, 0)
    if amount is not None and amount[1] == len(plain):
        return amount[0].value, plain, amount[0]
    return plain, plain, None


def _stated(
    text: str, start: int, end: int, value: Json, said: str, amount: Amount | None, *, bare: bool = False
) -> StatedDefault:
    sentence = sentence_span(text, start, end)
    at = text.rfind(said, start, end)
    return StatedDefault(
        start=start,
        end=end,
        sentence=sentence,
        hedged=is_conditional(text, sentence, start, end),
        value=value,
        said=said,
        at=(at, at + len(said)),
        amount=amount,
        bare=bare,
    )
