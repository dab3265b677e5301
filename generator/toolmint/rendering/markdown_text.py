"""Text as Markdown (CommonMark with GitHub's tables)."""

from __future__ import annotations

import re

from toolmint.rendering.quoted import Quoted
from toolmint.text import visible, writable

__all__ = ["md_code", "md_comment", "md_fence", "md_text"]

_LINE_END = re.compile(r"\r\n?")
_WHITE_SPACE = re.compile(r"\s+")
_ACTIVE = re.compile(
    r"[\\`*\[\]<|~$]"  # may open markup anywhere
    r"|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])"  # `_` inside a word opens nothing, so `order_id` stays readable
    r"|&(?=#?[A-Za-z0-9]+;)"  # an entity
    r"|^[#>+-]|#(?=#*$)"  # a block at the start, a heading's closing sequence at the end
)
_BACKTICKS = re.compile(r"`+")


def md_text(text: str) -> Quoted:
    """Write text so that it shows as it is, in a heading, a table cell or a line of prose.

    Line breaks and runs of white space become one space; invisible characters become escapes.
    """
    return Quoted(_ACTIVE.sub(lambda found: "\\" + found.group(), _one_line(text)))


def md_code(text: str) -> Quoted:
    """Write text as a code span for a table cell, where `|` needs a backslash even inside code."""
    line = _one_line(text)
    if not line:
        return Quoted("")
    ticks = "`" * (_longest_run(line) + 1) if "`" in line else "`"
    # CommonMark 6.1: one space at both ends is taken away, and is needed beside a backtick.
    pad = " " if line[0] == "`" or line[-1] == "`" else ""
    return Quoted(f"{ticks}{pad}{line}{pad}{ticks}".replace("|", "\\|"))


def md_fence(text: str, info: str = "text") -> Quoted:
    """Write text as a fenced code block, the fence longer than any run of backticks in it.

    Args:
        text: any text. What a reader sees stays as it is; characters that do not show become their escapes, so that
            nothing is read that differs from what a model is sent. Every line end is written as a line feed.
        info: the info string, such as `json`.

    Returns:
        The block without a line end after the closing fence.
    """
    if not re.fullmatch(r"[a-z]*", info):
        raise ValueError(f"not an info string: {info!r}")
    fence = "`" * max(3, _longest_run(text) + 1)
    body = visible(_LINE_END.sub("\n", writable(text)))
    return Quoted(f"{fence}{info}\n{body}{'' if body.endswith(chr(10)) else chr(10)}{fence}")


def md_comment(text: str) -> Quoted:
    """Write text into an HTML comment, which it cannot end: one line, `--` and `>` broken up."""
    return Quoted(_one_line(text).replace("--", "- -").replace("--", "- -").replace(">", "&gt;"))


def _one_line(text: str) -> str:
    return visible(_WHITE_SPACE.sub(" ", writable(text)).strip())


def _longest_run(text: str) -> int:
    return max((len(run) for run in _BACKTICKS.findall(text)), default=0)
