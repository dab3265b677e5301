"""Statements of whether an argument must be passed: `(optional)`, `Required.`, `必填`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.prose.constraints.model import StatedPresence
from toolmint.prose.constraints.sentences import sentence_span

__all__ = ["PRESENCE_HINT", "presences"]

PRESENCE_HINT = re.compile(
    "(?i:optional|required|mandatory)|可选|选填|非必[填传须]|必[填传须選]|可省略|任意|必須|省略可"
)
_OPEN = r"(?:^[\s*_]*|[(\[,;]\s*|(?<=[.!\n])\s*\**)"
_CLOSE = r"(?=\**\s*(?:[.,;:)\]\n。]|-\s|$))"
_ALONE = re.compile(
    rf"{_OPEN}(?i:(?P<optional>optional)|(?P<required>(?:required|mandatory)))(?:[:.]?\*\*)?{_CLOSE}"
    rf"|{_OPEN}(?P<optional_cjk>可选|选填|非必[填传]|可省略|可选参数|任意|省略可)(?:参数|项)?{_CLOSE}"
    rf"|{_OPEN}(?P<required_cjk>必[填传须選]|必須|必填项?)(?:参数|项)?{_CLOSE}"
)
_SAID = re.compile(
    r"(?i:(?<![a-z])(?:this|the)\s(?:parameter|field|argument|property|value|option)\sis\s\**(?:(?P<optional>optional)"
    r"|(?P<required>required|mandatory))(?![a-z-]))|该?(?:参数|字段)(?:是|为)(?:(?P<optional_cjk>可选|选填)|(?P<required_cjk>必填|必传))"
)
_OPENING = re.compile(
    r"[\s*_]*(?i:optional)\s(?!fields?|parameters?|arguments?|properties|settings|values|when|if|for|in|only|unless|to|by|with|but)[a-z]"
)
_CONDITION = re.compile(
    r"(?i:(?<![a-z])(?:if|when|whenever|unless|for|in|only|except|depend[a-z]*|otherwise|but|where|with|while|either|or|by)(?![a-z]))"
    r"|如果|当|时|仅|若|除非|場合|時"
)


def presences(text: str) -> Iterator[StatedPresence]:
    """Find what a readable text says of whether its argument must be passed; `required if …` is not said of it."""
    for pattern in (_ALONE, _SAID):
        for found in pattern.finditer(text):
            sentence = sentence_span(text, found.start(), found.end())
            start = sentence[0] if pattern is _SAID else found.start()
            # What stands in parentheses is said of the argument, whatever the sentence around them speaks of.
            closed = text[found.end() : found.end() + 1] in (")", "]", ".")
            if _CONDITION.search(text, start, found.start()) or (
                not closed and _CONDITION.search(text, found.end(), sentence[1])
            ):
                continue
            required = found["required"] is not None or found["required_cjk"] is not None
            yield StatedPresence(
                start=found.start(),
                end=found.end(),
                sentence=sentence,
                required=required,
                outright=_is_outright(text, found),
            )
    opening = _OPENING.match(text)
    if opening is not None:
        sentence = sentence_span(text, 0, opening.end())
        if not _CONDITION.search(text, *sentence):
            yield StatedPresence(start=0, end=opening.end() - 2, sentence=sentence, required=False, outright=False)


def _is_outright(text: str, found: re.Match[str]) -> bool:
    return not text[: found.start()].strip(" *_\n([")
