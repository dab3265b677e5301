"""Which language a text is in, as far as the rules need it: those that miss a sentence must be able to read."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, TypeAlias

from toolmint.prose.words import letters
from toolmint.text import word_set

__all__ = ["Language", "language_read"]

Language: TypeAlias = Literal["en", "zh"]

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_KANA = re.compile("[\u3040-\u30ff\u31f0-\u31ff]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_OTHER = re.compile("[\u0370-\u1fff\ua000-\uabff\uac00-\ud7ff\ufb1d-\ufdff\ufe70-\ufeff]")
"""Greek, Cyrillic, Hebrew, Arabic, the scripts of India and South-East Asia, Hangul."""
_WORD = re.compile("[a-z\u00e0-\u024f]+")
_LONGEST = 2_000
"""Characters that are looked at."""

_ENGLISH = word_set(
    "the of to for and or is are be by with from this that it as if when not all your you an at on in can will"
)
_LATIN_SCRIPT = word_set(
    """
    il lo gli della delle dei degli nel nella che di per con una sono tutti ogni anche
    der die das und ist mit den ein eine einer von zu im auf werden wird nicht oder
    le les des du et est pour avec une dans sur qui ou cette sont aux
    el los las del y es para con por una que se como
    os do da dos das e um uma em ao pelo pela
    een het van met voor niet wordt
    i w na z do nie jest oraz
    och att av som inte
    """
)
"""Small words of Italian, German, French, Spanish, Portuguese, Dutch, Polish and Swedish."""


@lru_cache(maxsize=32768)
def language_read(text: str) -> Language | None:
    """Return the language of a text where rules can read it: English or Chinese.

    A text of a few words without any that tell counts as English, as names of tools do.
    """
    text = text[:_LONGEST]
    if not text.isascii():
        if _KANA.search(text):
            return None
        han, other = len(_HAN.findall(text)), len(_OTHER.findall(text))
        if han or other:  # an English text with a dash or a curly quote has none
            latin = len(_LATIN.findall(text))
            if other > han + latin / 2:
                return None
            if han * 4 > latin:
                return "zh"
    words = letters(text) if text.isascii() else _WORD.findall(text.lower())
    if _LATIN_SCRIPT.isdisjoint(words):
        return "en"
    foreign = sum(map(_LATIN_SCRIPT.__contains__, words))
    return None if foreign > 1 and foreign > sum(map(_ENGLISH.__contains__, words)) else "en"
