"""Sections of a text that document arguments one by one: `Args:` of a docstring, `## Parameters`, `参数`."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Entry", "Section", "argument_sections"]

_TITLES = (
    "Args|Arguments|Parameters|Params|Inputs?|Input [Pp]arameters|Keyword Args|"
    "参数|入参|参数说明|请求参数|输入参数|输入|パラメータ|引数"
)
_HEADER = re.compile(
    rf"^(?P<indent>[ \t]*)(?P<mark>#{{1,6}}[ ]+|\*\*|__)?(?P<title>{_TITLES})(?P<colon>[ \t]*[:：])?(?:\*\*|__)?"
    r"(?P<late>[ \t]*[:：])?[ \t]*$",
    re.MULTILINE,
)
_ENTRY = re.compile(
    r"(?P<indent>[ \t]*)(?P<bullet>[-*•+][ \t]+)?(?P<open>`{1,2}|\*\*|[\"'])?\*{0,2}(?P<name>[A-Za-z_][\w.\[\]-]*)"
    r"(?P<close>`{1,2}|\*\*|[\"'])?(?:[ \t]*[(（\[](?P<type>[^()（）\n]*(?:\([^()\n]*\)[^()\n]*)?)[)）\]])?"
    r"(?P<type2>[ \t]+(?:str|string|int|integer|float|number|bool|boolean|list|array|dict|object))?"
    r"(?:\*\*)?[ \t]*(?::(?=\s|$)|：|[-–—](?=[ \t]))",
    re.ASCII,
)
_NEXT = re.compile(
    r"\s*(?:#{1,6}\s|\*\*)?(?:Returns?|Raises|Yields|Examples?|Outputs?|Notes?|Usage|Response|See Also|Warnings?|"
    r"返回|示例|输出|异常|注意)(?![A-Za-z0-9_])"
)
_UNDERLINE = re.compile(r"\s*-{3,}\s*$")
_QUICK = re.compile(_TITLES)


@dataclass(frozen=True, slots=True)
class Entry:
    """One documented argument."""

    name: str
    start: int
    """Offset of the name in the text."""
    end: int


@dataclass(frozen=True, slots=True)
class Section:
    """A section of arguments."""

    start: int
    end: int
    entries: tuple[Entry, ...]


def argument_sections(text: str) -> tuple[Section, ...]:
    """Find the sections of a text that document arguments.

    Only the strict shape counts: a title alone on its line, and below it entries at one indentation, each a name, a
    type perhaps, a colon or a dash, and words. What stands further in belongs to the entry above it.
    """
    if "\n" not in text or not _QUICK.search(text):
        return ()
    found = []
    for header in _HEADER.finditer(text):
        if not (header["colon"] or header["late"] or header["mark"] or _is_underlined(text, header.end())):
            continue
        section = _section(text, header)
        if section.entries:
            found.append(section)
    return tuple(found)


def _is_underlined(text: str, end: int) -> bool:
    return _UNDERLINE.match(text, end + 1) is not None and text[end : end + 1] == "\n"


def _section(text: str, header: re.Match[str]) -> Section:
    outer = _width(header["indent"])
    base: int | None = None
    entries: list[Entry] = []
    position = header.end() + 1
    blank = False
    while position < len(text):
        line_end = text.find("\n", position)
        line_end = len(text) if line_end < 0 else line_end
        line = text[position:line_end]
        if line.strip() and not _UNDERLINE.match(line):
            entry = _ENTRY.match(line)
            indent = _width(line[: len(line) - len(line.lstrip())])
            if _ends(line, indent, outer, base, entry, after_blank=blank):
                break
            if entry is not None and (base is None or indent == base):
                base = indent
                entries.append(_entry(entry, position))
        blank = not line.strip()
        position = line_end + 1
    return Section(header.start(), min(position, len(text)), tuple(entries))


def _ends(
    line: str, indent: int, outer: int, base: int | None, entry: re.Match[str] | None, *, after_blank: bool
) -> bool:
    """Whether a line stands behind the section."""
    if _NEXT.match(line) and (base is None or indent <= base):
        return True
    if base is not None and indent > base:
        return False
    if base is not None and indent < base:
        return True
    if indent > outer:
        # Words instead of a first entry: the section is written in another way than entry by entry.
        return entry is None and base is None
    # At the title's own indentation only bullets belong to it, as any sentence with a colon looks like an entry.
    return entry is None or not entry["bullet"]


def _entry(found: re.Match[str], offset: int) -> Entry:
    return Entry(found["name"].removesuffix("[]"), offset + found.start("name"), offset + found.end("name"))


def _width(indent: str) -> int:
    return len(indent.expandtabs(4))
