"""What of a text is no prose: code blocks, URLs, SQL, file names.

Each is replaced by a filler of the same length, so that offsets stay those of the text. What rules read in another
way than prose (code spans, paths) is kept beside it.
"""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from toolmint.prose.pieces import holds_any, pieces

__all__ = ["FILLER", "Piece", "PieceKind", "is_file_name", "mask", "mask_all", "may_mask"]

FILLER = "\x00"
"""Stands for one masked character: no part of a word, no space, no end of a sentence."""

PieceKind: TypeAlias = Literal["code", "path", "block"]

_FILES = (
    "json|jsonl|ya?ml|toml|ini|cfg|csv|tsv|txt|md|rst|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|webp|mp3|mp4|wav|mov|"
    "zip|tar|gz|tgz|xml|html?|css|jsx?|tsx?|py|rb|go|rs|java|sh|bat|sql|ipynb|parquet|lock"
)
_SQL = "SELECT|INSERT|UPDATE|DELETE|WHERE"

# One pattern a pass, and each pass only where a quick look says so: most texts need one or none.
_FENCE = re.compile(
    r"^[ \t]*(?P<mark>`{3,}|~{3,})[^\n`]*\n(?s:.*?)(?:^[ \t]*(?P=mark)[`~]*[ \t]*$|\Z)",
    re.MULTILINE,
)
_MARKUP = re.compile(
    r"""(?=[`<(\[{])(?:  # one look at a character rules most places out
    (?P<comment><!--(?s:.*?)-->|<pre\b(?s:.*?)</pre>)
    |<(?:code|tt)>(?P<html>[^<>\n\x00]*)</(?:code|tt)>
    |(?<!`)(?P<ticks>`++)(?P<span>[^\x00]+?)(?<!`)(?P=ticks)(?!`)
    |(?P<target>(?<=\])\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?:[ ]"[^"\n]*")?\))
    |(?P<tag></?[A-Za-z_][^<>\n]{0,200}>)
    |(?P<json>\[?\{\s*"[^"\n]*"\s*:(?:[^{}]|\{[^{}]*\})*\}\]?)
    )""",
    re.VERBOSE,
)
_ADDRESS = re.compile(
    r"(?:(?<![A-Za-z0-9_])[a-z][a-z0-9+.-]*+://|www\.)[^\s<>\"'`)\]，。；）】」\x00]+"
    r"|(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]++@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+"
)
_PATH = re.compile(r"(?<![A-Za-z0-9_.~/<])(?:~|\.{1,2})?/[A-Za-z0-9_.{}$:*@-]+(?:/[A-Za-z0-9_.{}$:*@-]*)*")
_ENDING = re.compile(rf"\.(?:{_FILES})(?![A-Za-z0-9_(])")
_FILE = re.compile(rf"(?<![A-Za-z0-9_./\\-])[A-Za-z0-9_./\\*-]*[A-Za-z0-9_*-]\.(?:{_FILES})(?![A-Za-z0-9_(])")
_CODE = re.compile(
    rf"(?<![A-Za-z0-9_])(?:{_SQL})(?![A-Za-z0-9_])[^.;\n]{{0,40}}?(?<![A-Za-z0-9_])"
    rf"(?:{_SQL}|FROM|INTO|VALUES|SET)(?![A-Za-z0-9_])[^;\n]*"
    r"|\^\S{1,200}\$|\(\?[:=!<P]\S{1,200}"
    r"|(?<![A-Za-z0-9_])(?=[a-fA-F-]{0,40}[0-9])[0-9a-fA-F]{8,}(?:-[0-9a-fA-F]{4,}){0,8}(?![A-Za-z0-9_])"
)
_CODE_SIGNS = pieces("^|?")
_CAPITALS = re.compile("[A-Z][A-Z]{4}")
_SIGNS = pieces("`|~|<|{|]|@|/|>|例|www.|xample|XAMPLE|sage")
"""What is in all that other passes mask, save file names; single characters first, as these are found in no time."""
_DIGIT = re.compile("[0-9]")
_LONG_NUMBER = re.compile("[0-9a-fA-F][0-9a-fA-F]{7}")
"""A pattern that begins with one character of a set is searched for in half the time of one that repeats it."""
_EXAMPLE = re.compile(
    r"^(?P<indent>[ \t]*)(?:[^\n]*[.!?。][ ]?)?"
    r"(?P<block>(?:#+[ ]|\*\*)?(?:[A-Za-z]+[ ])?(?:[Ee]xamples?|EXAMPLES?|[Uu]sage|示例|例子|例)"
    r"[^\n:：]{0,30}[:：]?\**[ \t]*\n(?:(?P=indent)[ \t]+[^\n]*(?:\n|\Z)|[ \t]*\n)+)",
    re.MULTILINE,
)
_PROMPT = re.compile(r"^[ \t]*>>>.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """A masked piece that is read in its own way."""

    kind: PieceKind
    """`code`: the content of a code span; `path`: a URL path or its template; `block`: code that is prose to nobody."""
    text: str
    start: int


def is_file_name(word: str) -> bool:
    """Whether a word ends in a dot and a file name's extension."""
    return _FILE.fullmatch(word) is not None


@lru_cache(maxsize=1024)
def mask(text: str) -> tuple[str, tuple[Piece, ...]]:
    """Mask what is no prose; several rules ask for the same text, one after the other.

    Args:
        text: any text that a model reads.

    Returns:
        Prose of the same length, and the pieces that were taken out of it and are read in another way.
    """
    return mask_all(text) if may_mask(text) else (text, ())


def may_mask(text: str) -> bool:
    """Whether a text may hold anything but prose; most have no sign of it."""
    return holds_any(text, _SIGNS) or _ENDING.search(text) is not None or _may_hold_code(text)


def _may_hold_code(text: str) -> bool:
    """Whether `_CODE` may match: SQL is in capitals."""
    if holds_any(text, _CODE_SIGNS) or _CAPITALS.search(text):
        return True
    return _DIGIT.search(text) is not None and _LONG_NUMBER.search(text) is not None


def mask_all(text: str) -> tuple[str, tuple[Piece, ...]]:
    """Mask without a look first whether there is anything to mask; see `mask`."""
    pieces: list[Piece] = []

    def keep(kind: PieceKind, found: re.Match[str], group: str | int = 0) -> None:
        # From the text: what an earlier pass masked inside it is filler in the match.
        pieces.append(Piece(kind, text[found.start(group) : found.end(group)], found.start(group)))

    def fill(found: re.Match[str]) -> str:
        group = found.lastgroup
        if group == "span" or group == "html":
            keep("code", found, group)
        return FILLER * (found.end() - found.start())

    def fill_path(found: re.Match[str]) -> str:
        keep("path", found)
        return FILLER * (found.end() - found.start())

    def fill_fence(found: re.Match[str]) -> str:
        keep("block", found)
        return FILLER * (found.end() - found.start())

    def fill_block(found: re.Match[str]) -> str:
        group = "block" if found.lastgroup == "block" else 0
        keep("block", found, group)
        before = found.group()[: found.start(group) - found.start()]
        # The ends of lines stay, so that a section around the example is still read line by line.
        return before + re.sub(r"[^\n]", FILLER, found.group(group))

    masked = text
    if "```" in text or "~~~" in text:
        masked = _FENCE.sub(fill_fence, masked)
    if "`" in text or "<" in text or "{" in text or "](" in text:
        masked = _MARKUP.sub(fill, masked)
    if "://" in masked or "@" in masked or "www." in masked:
        masked = _ADDRESS.sub(fill, masked)
    if "/" in masked:
        masked = _PATH.sub(fill_path, masked)
    if "." in masked and _ENDING.search(masked):
        masked = _FILE.sub(fill, masked)
    if _may_hold_code(masked):
        masked = _CODE.sub(fill, masked)
    if "xample" in masked or "XAMPLE" in masked or "sage" in masked or "例" in masked:
        masked = _EXAMPLE.sub(fill_block, masked)
    if ">>>" in masked:
        masked = _PROMPT.sub(fill_block, masked)
    return masked, tuple(pieces)
