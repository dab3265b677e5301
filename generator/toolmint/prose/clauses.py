"""Author's text as it fits into a template's sentence.

A field of a contract may hold a clause ("the user asks for a refund"), a clause with its own opening word ("if the
user asks for a refund") or a whole sentence ("Use this tool only when the user asks for a refund."). A template
frames the first two and prints the third as it is. Words are the author's throughout; only the case of a first
letter, a full stop and an opening that the frame says itself may change.
"""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["GRAMMARS", "Clause", "Frame", "Grammar", "Parts", "fit", "sentence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A piece of text that a template frames."""

    lead: str
    """The author's own opening, which takes the place of the frame's (`if`, `cannot`); empty for the frame's."""
    text: str
    """The rest, without a full stop."""
    opens_latin: bool = False
    """Whether an ideograph before it is to be set off by a space."""
    ends_latin: bool = False
    """Whether an ideograph after it is to be set off by a space."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a field holds, for a template."""

    clauses: tuple[Clause, ...] = ()
    """To be framed."""
    sentences: tuple[str, ...] = ()
    """Whole sentences, each with its full stop, to be printed as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """How the text of one field meets the sentence that a template makes of it."""

    whole: re.Pattern[str]
    """Found in text that is a sentence of its own."""
    said: re.Pattern[str]
    """An opening that the frame says itself."""
    lead: re.Pattern[str]
    """An opening that takes the place of the frame's; group 1 is kept."""
    ending: re.Pattern[str]
    """An ending that the frame says itself."""
    lower: re.Pattern[str]
    """A capitalised first word that is lower case inside a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """One language of the shipped templates."""

    stop: str
    """The full stop."""
    spaced: bool
    """Whether words of Latin letters are set off by a space from what surrounds them."""
    when: Frame
    requires: Frame
    never: Frame


_NOTHING = re.compile(r"(?!)")
# First words that are no names. A word outside the list keeps its capital: it may be one (`GitHub is connected`).
_SMALL_WORDS = re.compile(
    r"(?:The|An?|This|That|These|Those|It|Its|They|Their|You|Your|There|Some|Any|All|No|One|Both|Each|Every|Either"
    r"|Users?|Customers?|When|Whenever|If|After|Before|Once|While|Only|At|In|On|For|To|As|With|Someone|Somebody"
    r"|Asked|Looking)\b"
)


def _any_case(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


GRAMMARS: dict[str, Grammar] = {
    "en": Grammar(
        stop=".",
        spaced=False,
        when=Frame(
            whole=_any_case(
                r"^(?:please\s+|only\s+|always\s+|do\s+not\s+|don['’]t\s+|never\s+)*(?:use|call|invoke|choose|prefer)\s+"
                r"(?:this|it|the\s+tool|only|when|whenever|if|for|to|after|before)\b"
                r"|^this\s+tool\b|^not\s+(?:for|to|when|if)\b|^(?:do\s+not|don['’]t|never)\b|[!?…]$|\.\.\.$"
            ),
            said=_any_case(r"^(?:only\s+)?when\s+"),
            lead=_any_case(
                r"^(?:only\s+)?(if|whenever|after|before|once|while|for|to|as|during|until|unless|in|on|with)\s+"
            ),
            ending=_NOTHING,
            lower=_SMALL_WORDS,
        ),
        requires=Frame(
            whole=_any_case(
                r"^before\s+(?:you\s+)?(?:call|us|invok|mak|runn)\w*\b(?!\s*:)|^this\s+tool\b"
                r"|^(?:do\s+not|don['’]t|never)\b|[!?…]$|\.\.\.$"
            ),
            said=_any_case(r"^before\s+calling\s*:\s*"),
            lead=_NOTHING,
            ending=_NOTHING,
            lower=_NOTHING,
        ),
        never=Frame(
            whole=_any_case(r"^(?:this\s+tool|it|please|do\s+not|don['’]t|never|not?)\b|[!?…]$|\.\.\.$"),
            said=_any_case(r"^(?:does\s+not|doesn['’]t)\s+"),
            lead=_any_case(r"^(cannot|can\s+not|can['’]t|will\s+not|won['’]t|must\s+not|may\s+not|should\s+not)\s+"),
            ending=_NOTHING,
            # The first word is a verb here, and a verb is no name.
            lower=re.compile(r"[A-Z][a-z]*(?![\w-])"),
        ),
    ),
    "zh": Grammar(
        stop="。",
        spaced=True,
        when=Frame(
            whole=re.compile(
                r"(?:使用|调用|选用)(?:本|此|该|这个)(?:工具|接口)|^(?:请|不要|不得|切勿|勿|禁止)|[!?！？…]$|\.\.\.$"
            ),
            # Not the first character of another word: 当前, 当天, 若干.
            said=re.compile(r"^(?:仅当|只有当|只当|仅在|只在|当(?![前天日月年地场])|如果|若(?!干))\s*"),
            lead=_NOTHING,
            # Not the last character of another word: 小时, 及时, 临时, 实时.
            ending=re.compile(r"\s*(?:的时候|(?<![小及临实同准定随当])时)$"),
            lower=_NOTHING,
        ),
        requires=Frame(
            whole=re.compile(r"^(?:在)?(?:调用|使用)(?:本工具|此工具|该工具)?(?:之)?前(?!须知)|[!?！？…]$|\.\.\.$"),
            said=re.compile(r"^调用前须知\s*[：:]\s*"),
            lead=_NOTHING,
            ending=_NOTHING,
            lower=_NOTHING,
        ),
        never=Frame(
            whole=re.compile(r"^(?:本|该|此|这个)(?:工具|接口)|^(?:请勿|切勿|勿|禁止|不要)|[!?！？…]$|\.\.\.$"),
            said=re.compile(r"^不会\s*"),
            lead=re.compile(r"^(不能够?|不可以|不可|不得|无法|从不|绝不|永不|不支持|不允许|不)\s*"),
            ending=_NOTHING,
            lower=_NOTHING,
        ),
    ),
}
"""Language to its grammar; each has a template `description/<language>.jinja`."""

_FULL_STOP = re.compile(r"(?:(?<!\.)\.|[。;；,，])$")
_ENDED = re.compile(r"[.!?…。！？:：][)\]\"'”’」』）】`*_]*$")
_PLAIN_WORD = re.compile(r"[a-z]+(?=[ ,;:!?]|$)")
_IDEOGRAPH = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LINE_BREAK = re.compile(r"[ \t]*\r?\n\s*")
_LINE_BREAK_WITHIN_CHINESE = re.compile(rf"(?<=[{_IDEOGRAPH}，。；：、])[ \t]*\r?\n\s*(?=[{_IDEOGRAPH}])")
_LATIN_START = re.compile(r"[A-Za-z0-9`]")
_LATIN_END = re.compile(r"[A-Za-z0-9`]$")


def fit(texts: Iterable[str], frame: Frame, grammar: Grammar) -> Parts:
    """Sort a field's texts into what a template frames and what it prints as it is."""
    clauses: list[Clause] = []
    sentences: list[str] = []
    for text in texts:
        line = _one_line(text)
        if not line:
            continue
        if frame.whole.search(line):
            sentences.append(sentence(line, grammar))
        else:
            clauses.append(_clause(line, frame, grammar))
    return Parts(clauses=tuple(clauses), sentences=tuple(sentences))


def sentence(text: str, grammar: Grammar) -> str:
    """Write text as a sentence of its own: a capital first letter, and a full stop where there is no end mark.

    Text of several lines gets no full stop: it may end in a list or a code block.
    """
    text = text.strip()
    if not text:
        return ""
    if _PLAIN_WORD.match(text):
        text = text[0].upper() + text[1:]
    return text if "\n" in text or _ENDED.search(text) else text + grammar.stop


def _clause(line: str, frame: Frame, grammar: Grammar) -> Clause:
    text = _FULL_STOP.sub("", line).rstrip()
    text = frame.ending.sub("", text)
    lead = ""
    if said := frame.said.match(text):
        text = text[said.end() :]
    elif own := frame.lead.match(text):
        lead = own.group(1).lower()
        text = text[own.end() :]
    if frame.lower.match(text):
        text = text[0].lower() + text[1:]
    return Clause(
        lead=lead,
        text=text,
        opens_latin=grammar.spaced and _LATIN_START.match(text) is not None,
        ends_latin=grammar.spaced and _LATIN_END.search(text) is not None,
    )


def _one_line(text: str) -> str:
    return _LINE_BREAK.sub(" ", _LINE_BREAK_WITHIN_CHINESE.sub("", text.strip()))
