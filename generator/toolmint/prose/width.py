"""Descriptions that promise everything: many unlike things done by one tool."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from functools import lru_cache

from toolmint.prose.pieces import holds_any
from toolmint.prose.verbs import WRITING, Act, act_of, verbs_in

__all__ = ["wide_words"]

_EVERYTHING = re.compile(
    r"(?<![A-Za-z0-9_])(?i:(?:and|or|and/or|do|does)\s+(?:anything|everything)(?:\s+else)?|(?:all|any)\s+(?:kinds?\s+of\s+"
    r"|types?\s+of\s+|sorts?\s+of\s+|\w+\s+)?operations|(?:do|execute|handle|manage|perform|run)s?\s+(?:all|any)\s+(?:\w+\s+)"
    r"{0,2}?(?:actions|tasks|requests)|all-in-one|(?:full\s+|complete\s+)?CRUD(?:\s+operations)?"
    r")(?![A-Za-z0-9_])"
    r"|增删改查|(?:所有|全部|任何|任意|各种|各类|一切)[^。；，\n]{0,8}(?:操作|动作|功能|任务|请求)"
)
_HINTS = (
    "thing",
    "operations",
    "actions",
    "tasks",
    "requests",
    "all-in-one",
    "crud",
    "增删改查",
    "所有",
    "全部",
    "任",
    "各",
    "一切",
)
_FIRST = re.compile(r"[^.。!?！？\n]*(?:\.(?=\S)[^.。!?！？\n]*)*")
_LIST = re.compile(
    r"(?<![A-Za-z-])[A-Za-z-]+(?:(?:\s*[,/、]\s*(?:(?:and|or|and/or)\s+)?|\s+(?:and|or|and/or)\s+|\s*&\s*)[A-Za-z-]+){2,}"
)
_HAN_LIST = re.compile("[\u4e00-\u9fff]{2,4}(?:[、/和或及与，][\u4e00-\u9fff]{2,4}){2,}")
_JOINT = re.compile(r"\s*(?:[,/、&和或及与，]|(?<![A-Za-z])(?:and/or|and|or)(?![A-Za-z]))\s*")
_TOLD = WRITING | {"read"}
_UNLIKE = 3
_SIGNS = (",", "/", "&", "、")


@lru_cache(maxsize=256)
def wide_words(text: str) -> str:
    """Return the words of a text's first sentence that promise everything, or unlike things; empty where none do.

    `create, update and delete` are unlike, `search, filter and sort` are not.
    """
    first = _FIRST.match(text)
    sentence = first.group() if first is not None else ""
    lower = sentence.lower()
    if holds_any(lower, _HINTS) and (found := _EVERYTHING.search(sentence)) is not None:
        return found.group()
    lists: list[re.Match[str]] = []
    if _joints(sentence) >= _UNLIKE - 1:
        lists += _LIST.finditer(sentence)
    if not sentence.isascii():
        lists += _HAN_LIST.finditer(sentence)
    for verbs in lists:
        acts = {act for word in _JOINT.split(verbs.group()) if (act := _act(word)) in _TOLD}
        if len(acts) >= _UNLIKE:
            return verbs.group()
    return ""


def _joints(sentence: str) -> int:
    """Count what may join the members of a list: without two no sentence has a list of three."""
    words = sentence.split()
    return sum(map(sentence.count, _SIGNS)) + words.count("and") + words.count("or")


def _act(word: str) -> Act | None:
    """Return what a member of a list does; a Chinese one may have its object behind it."""
    return act_of(word) or next((verb.act for verb in verbs_in(word[:2]) if not word.isascii()), None)
