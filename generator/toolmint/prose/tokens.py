r"""The words of a text that look like names of something: candidates, each with how it is written.

ASCII borders are made by look-around and never by `\b`, which holds a Chinese character for a part of the word beside
it: `传入user_id字段` names `user_id`. Single plain words and UpperCamel are no candidates unless marked up.
"""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from toolmint.prose.masking import Piece, mask
from toolmint.prose.pieces import holds_any, pieces
from toolmint.prose.sections import argument_sections

__all__ = ["Candidate", "Cue", "Kind", "candidates", "every_candidate", "is_shaped"]

Kind: TypeAlias = Literal[
    "entry",
    "code",
    "snake",
    "camel",
    "mixed",
    "kebab",
    "path",
    "call",
    "assignment",
    "header",
    "brace",
    "leak",
    "quoted",
]
"""`entry`: documented in a section of arguments; `code`: alone in a code span; `mixed`: separators and capitals;
`leak`: `{{x}}`, a template that nobody filled in; `quoted`: a plain word in quotes or bold beside a cue."""
Cue: TypeAlias = Literal["", "argument", "field", "header"]
"""What the words beside it call it."""

_CUED = pieces("arameter|rgument|field|Field|ropert|参数|字段|属性")
_SIGNS = (*pieces("_|`|{|}|<code"), *_CUED)
_DOTTED = re.compile(r"\.[A-Za-z0-9]")
_CAPITAL_INSIDE = re.compile(r"[A-Z](?<=[a-z0-9][A-Z])")
_HYPHENED = re.compile(r"-(?<=[\w\]]-)\w")
_WORD = r"(?<![A-Za-z0-9_/.$@#%&\\:~+|-])"
_BARE = re.compile(
    # A look-ahead never gives back what it matched; `(?:…)++` says the same, and Python before 3.11.4 gets it wrong.
    rf"{_WORD}(?:(?=(?P<parted>[A-Za-z][A-Za-z0-9]*+(?:\[\])?(?:(?:\\?_(?:\\?_)?|-|\.)[A-Za-z0-9]++(?:\[\])?)+))"
    r"(?P=parted)"
    rf"|(?P<camel>[a-z][a-z0-9]*+[A-Z][A-Za-z0-9]*+))(?![A-Za-z0-9_])"
)
_CHOICE = re.compile(
    r"(?<![A-Za-z0-9_/.$@#%&\\:~+|-])(?:[a-z][a-z0-9]*(?:_[a-z0-9]+)+/){1,3}[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![A-Za-z0-9_/.=-])"
)
"""Names in snake_case with a slash between them, `owner_id/repo_id`; anything longer is a path."""
_QUOTED = re.compile(r"""(?P<open>\*\*|["'“‘「])(?P<name>[A-Za-z][A-Za-z0-9]{2,63})(?:\*\*|["'”’」])""")
_LEAK = re.compile(r"(?<![{$#])\{\{\s*([A-Za-z_][\w.]*)\s*\}\}(?!\})", re.ASCII)
_BRACE = re.compile(r"(?<=/)(?:\{([A-Za-z_][\w.-]*)\}|:([A-Za-z_]\w*))", re.ASCII)
_HEADER = re.compile(r"(?:X|Mcp-Param)(?:-[A-Za-z0-9]+)+")

_NAME = re.compile(r"[A-Za-z_][\w-]*(?:\[\])?", re.ASCII)
_PATH = re.compile(r"[A-Za-z_]\w*(?:\[\w*\])?(?:\.[A-Za-z_]\w*(?:\[\w*\])?)+", re.ASCII)
_CALL = re.compile(r"([A-Za-z_][\w.-]*)\([^()]*\)", re.ASCII)
_ASSIGNMENT = re.compile(r"([A-Za-z_][\w.-]*)=(?!=)\S*", re.ASCII)
_BRACED = re.compile(r"\{\{?([A-Za-z_]\w*)\}?\}", re.ASCII)

_SNAKE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")
_CONSTANT = re.compile(r"[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*")

_SIDE = "(?:query|path|body|input|request|optional|required|form|url|URL|string|boolean)"
_AFTER = re.compile(
    rf"[`\"'*”’」]*(?:\s{{1,2}}(?:{_SIDE}\s)?"
    r"(?:(?P<argument>(?:parameter|argument|param|arg)s?)|(?P<field>fields?|property|properties)|(?P<header>header)s?)"
    r"(?![A-Za-z0-9_])|\s?(?:(?P<zharg>参数|入参)|(?P<zhfield>字段|属性)|(?P<zhheader>请求头)))"
)
_BEFORE = re.compile(
    r"(?:(?<![A-Za-z0-9_])(?:(?P<argument>(?:parameter|argument|param|arg)s?)|(?P<field>fields?|property|properties)"
    r"|(?P<header>header)s?)(?:\s(?:named|called))?:?\s{1,2}|(?:(?P<zharg>参数|入参)|(?P<zhfield>字段|属性)"
    r"|(?P<zhheader>请求头))[名为是:：]?\s?)[`\"'*“‘「]*$"
)
_STUCK = frozenset("/@#\\\x00*")
"""Characters behind a word that make it a part of something else."""
_CUE_SIGNS = pieces("param|arg|field|propert|header|参|字段|属性|请求头")
"""What is in every word that `_AFTER` and `_BEFORE` look for."""
_CUES: dict[str, Cue] = {
    "argument": "argument",
    "field": "field",
    "header": "header",
    "zharg": "argument",
    "zhfield": "field",
    "zhheader": "header",
}
_REACH = 28


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word that may name something."""

    token: str
    """As a name: without backticks, escapes and brackets behind it."""
    kind: Kind
    start: int
    """Offset in the text."""
    end: int
    marked: bool = False
    """Whether it stands in a code span, in quotes or in bold."""
    cue: Cue = ""


def is_shaped(token: str) -> bool:
    """Whether a word has the shape of an identifier: a separator or a capital inside."""
    return "_" in token or (any(c.isupper() for c in token[1:]) and any(c.islower() for c in token))


@lru_cache(maxsize=4096)
def candidates(text: str) -> tuple[Candidate, ...]:
    """Find the words of a text that may be names, in reading order; the same place is found once.

    Texts repeat from tool to tool, so what was found is kept.
    """
    return every_candidate(text) if _may_name(text) or argument_sections(text) else ()


def every_candidate(text: str) -> tuple[Candidate, ...]:
    """Find candidates without a look first whether there is any sign of one; see `candidates`."""
    sections = argument_sections(text)
    prose, pieces = mask(text)
    found: dict[int, Candidate] = {}
    for section in sections:
        for entry in section.entries:
            found.setdefault(entry.start, Candidate(entry.name, "entry", entry.start, entry.end, marked=True))
    for piece in pieces:
        for one in _of_piece(piece, text):
            found.setdefault(one.start, one)
    for one in _bare(prose, text):
        found.setdefault(one.start, one)
    return tuple(found[start] for start in sorted(found))


def _may_name(text: str) -> bool:
    """Whether a text has a sign of a name at all; most have none, and looking for single signs costs least."""
    return holds_any(text, _SIGNS) or _may_hold_bare(text)


def _may_hold_bare(text: str) -> bool:
    """Whether a text may hold a name that is not marked up: one of several parts."""
    return (
        "_" in text
        or _DOTTED.search(text) is not None
        or _CAPITAL_INSIDE.search(text) is not None
        or ("-" in text and _HYPHENED.search(text) is not None)
    )


def _of_piece(piece: Piece, text: str) -> Iterator[Candidate]:
    if piece.kind == "code":
        content = piece.text.strip()
        start = piece.start + len(piece.text) - len(piece.text.lstrip())
        one = _span(content, start, text)
        if one is not None:
            yield one
    elif piece.kind == "path":
        for found in _BRACE.finditer(piece.text):
            group = 1 if found.group(1) else 2
            token = found.group(group)
            yield Candidate(token, "brace", piece.start + found.start(group), piece.start + found.end(group))


def _span(content: str, start: int, text: str) -> Candidate | None:
    """Read what a code span holds; an expression is code and nothing to judge."""
    end = start + len(content)
    cue = _cue(text, start, end)
    if _NAME.fullmatch(content):
        if _HEADER.fullmatch(content) or (cue == "header" and "-" in content):
            return Candidate(content, "header", start, end, marked=True, cue=cue)
        if _CONSTANT.fullmatch(content):
            return None
        token = content.removesuffix("[]")
        return Candidate(token, "kebab" if "-" in token else "code", start, end, marked=True, cue=cue)
    if _PATH.fullmatch(content):
        return Candidate(content, "path", start, end, marked=True, cue=cue)
    for pattern, kind in _SPANS:
        found = pattern.fullmatch(content)
        if found:
            return Candidate(found.group(1), kind, start + found.start(1), start + found.end(1), marked=True)
    return None


_SPANS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (_CALL, "call"),
    (_ASSIGNMENT, "assignment"),
    (_LEAK, "leak"),
    (_BRACED, "brace"),
)


def _bare(prose: str, text: str) -> Iterator[Candidate]:
    if "{{" in prose:
        for found in _LEAK.finditer(prose):
            yield Candidate(found.group(1), "leak", found.start(1), found.end(1))
    for found in _BARE.finditer(prose) if _may_hold_bare(prose) else ():
        one = _bare_word(found, prose, text)
        if one is not None:
            yield one
    for found in _CHOICE.finditer(prose) if "/" in prose else ():
        for name in _SNAKE.finditer(found.group()):
            start, end = found.start() + name.start(), found.start() + name.end()
            yield Candidate(name.group(), "snake", start, end, cue=_cue(text, start, end))
    for found in _QUOTED.finditer(prose) if holds_any(prose, _CUED) else ():
        start, end = found.span("name")
        cue = _cue(text, start, end)
        if cue:
            yield Candidate(found.group("name"), "quoted", start, end, marked=True, cue=cue)


def _bare_word(found: re.Match[str], prose: str, text: str) -> Candidate | None:
    start, end = found.span()
    following = prose[end : end + 2]
    # What is masked sticks to a word, save a tag: `<li>order_id</li>`.
    stuck = following[:1] in _STUCK and following != "**" and text[end : end + 1] != "<"
    if stuck or _goes_on(following):
        return None
    if prose[start - 1 : start] == "{" and following[:1] == "}":
        return None  # a placeholder
    token = found.group().replace("\\", "")
    marked = prose[start - 1 : start] in ('"', "'", "“", "‘", "「") or prose[max(0, start - 2) : start] == "**"
    kind = _kind_of(token, camel=found.lastgroup == "camel")
    if kind is None:
        return None
    if following[:1] == "(" and kind != "kebab":
        kind = "call"
    elif following[:1] == "=" and following != "==":
        kind = "assignment"
    return Candidate(token, kind, start, end, marked=marked, cue=_cue(text, start, end))


def _goes_on(following: str) -> bool:
    """Whether a word is a part of a longer one: `repo:read`, `a.b.`, `x-`."""
    return len(following) == 2 and following[0] in ":-." and (following[1].isalnum() or following[1] in "_*\x00")


def _kind_of(token: str, *, camel: bool) -> Kind | None:
    if camel:
        return "camel"
    if "." in token:
        return "path" if _PATH.fullmatch(token) else None
    token = token.removesuffix("[]")
    if "-" in token:
        if _HEADER.fullmatch(token):
            return "header"
        return "kebab" if "_" not in token and token[0].islower() else None
    if _SNAKE.fullmatch(token):
        return "snake"
    return None if _CONSTANT.fullmatch(token) else "mixed"


def _cue(text: str, start: int, end: int) -> Cue:
    if not holds_any(text, _CUE_SIGNS):
        return ""
    found = _AFTER.match(text, end, end + _REACH) or _BEFORE.search(text, max(0, start - _REACH), start)
    return _CUES[found.lastgroup] if found is not None and found.lastgroup else ""
