"""Characters that a reader does not see and a model reads: tags, bidi controls, zero-width, escape sequences."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["HiddenRun", "hidden_runs", "may_hide"]

_TAGS = "\U000e0000-\U000e007f"
_BIDI = "\u202a-\u202e\u2066-\u2069"
_CONTROLS = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
_ZERO_WIDTH = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2060-\u2065"
    "\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
)
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_PRIVATE = "\ue000-\uf8ff\U000f0000-\U0010ffff"
_HIDDEN = re.compile(f"[{_TAGS}{_BIDI}{_CONTROLS}{_ZERO_WIDTH}{_SELECTORS}{_PRIVATE}]+")
_FLAG = re.compile("[\U000e0020-\U000e007e]{1,16}\U000e007f")
_GRAVE = re.compile(f"[{_TAGS}{_BIDI}\x1b\x9b]|[{_SELECTORS}]{{2}}")
_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_MARKS = frozenset("\u200e\u200f\u061c")


@dataclass(frozen=True, slots=True)
class HiddenRun:
    """Hidden characters that stand together."""

    start: int
    characters: str
    grave: bool
    """Whether there is no honest use for them: tags, bidi overrides, terminal escapes, a row of selectors."""

    @property
    def shown(self) -> str:
        """The code points, for messages; never the characters themselves."""
        names = [f"U+{ord(one):04X}" for one in self.characters[:4]]
        more = len(self.characters) - len(names)
        name = unicodedata.name(self.characters[0], "")
        said = " ".join(names) + (f" and {more} more" if more else "")
        return f"{said} ({name.lower()})" if name and len(self.characters) == 1 else said


def may_hide(text: str) -> bool:
    """Whether a text holds a character that can be hidden: one look that rules nearly every text out."""
    return not (text.isascii() and text.isprintable()) and _HIDDEN.search(text) is not None


def hidden_runs(text: str) -> Iterator[HiddenRun]:
    """Find the hidden characters of a text, those left out that its writing needs.

    Needed: joiners in emoji and in Persian and Indic words, flags made of tags, selectors behind the character that
    they choose a form of, direction marks beside Hebrew and Arabic, zero-width spaces between words of scripts without
    spaces.
    """
    for found in _HIDDEN.finditer(text):
        characters = found.group()
        before = text[found.start() - 1 : found.start()]
        behind = text[found.end() : found.end() + 1]
        if _GRAVE.search(characters):
            if not (before == "\U0001f3f4" and _FLAG.fullmatch(characters)):
                yield HiddenRun(found.start(), characters, grave=True)
        elif not _is_needed(characters, before, behind, text):
            yield HiddenRun(found.start(), characters, grave=False)


def _is_needed(characters: str, before: str, behind: str, text: str) -> bool:
    if found := characters.strip("\ufe0e\ufe0f\u200d"):
        if _MARKS.issuperset(found) and _RTL.search(text):
            return True
        if unicodedata.category(found[0]) in ("Cc", "Co"):
            return False
        if "\ufe00" <= found[0] <= "\ufe0f" or "\U000e0100" <= found[0] <= "\U000e01ef":
            return len(found) == 1 and before != "" and not before.isascii()
        if characters[0] == "\ufeff" and before == "":
            return False
    # A selector of emoji style may stand behind a digit: keycaps.
    if not found and "\u200d" not in characters:
        return before != "" and (not before.isascii() or before in "0123456789#*")
    beside = before + behind
    return beside != "" and not any(one.isascii() for one in beside)
