"""The page of a code: what a finding means, why it matters, an example, and what to do.

A rule's page is its docstring. That of every other code begins with its entry in `diagnostics.CODES` and goes on in the
Markdown files of `pages/`, one a category.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from textwrap import dedent, wrap

from toolmint.diagnostics import CODES, Severity
from toolmint.reporters.report import CodeText
from toolmint.rule import Rule
from toolmint.rules import all_rules

__all__ = ["HEADINGS", "Page", "Section", "all_pages", "code_text", "page_markdown", "page_text"]

HEADINGS = ("Why is this bad?", "Example", "What to do")
"""Of a page that is no rule's, in their order."""

_SECTION = re.compile(r"(?m)^### (.+)\n")
_CODE = re.compile(r"(?m)^## (\S+)\n")
_RULE_HEADING = re.compile(r"(?m)^(What it does:|Why is this bad\?|Example:|Use instead:)\n")
_FENCE = re.compile(r"(?ms)^( *)```(\w*) ?(.*?)\n(.*?)^ *```$")
_INDENT = "    "
_WIDEST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of a page."""

    title: str
    text: str
    """Markdown: paragraphs, lists and fences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What there is to know of a code."""

    code: str
    name: str
    meaning: str
    """One sentence."""
    text: str
    """More of it, in Markdown; may be empty."""
    sections: tuple[Section, ...]
    severity: str | None = None
    """Of a rule's findings, where neither project nor evidence say otherwise; None: it depends on the finding."""


@cache
def all_pages() -> Mapping[str, Page]:
    """Return code to page, of what reading finds and then of rules."""
    written = dict(_written())
    pages = []
    for code, entry in CODES.items():
        text, sections = written.get(code, ("", ()))
        pages.append(Page(code=code, name=entry.name, meaning=entry.meaning, text=text, sections=sections))
    return {page.code: page for page in (*pages, *map(_rule_page, all_rules()))}


def _written() -> Iterator[tuple[str, tuple[str, tuple[Section, ...]]]]:
    """Yield code, text and sections of what stands in `pages/`."""
    folder = files("toolmint.cli").joinpath("pages")
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        _, *parts = _CODE.split(file.read_text(encoding="utf-8"))
        for code, body in zip(parts[::2], parts[1::2], strict=True):
            text, *sections = _SECTION.split(body)
            yield code, (text.strip(), _sections(sections))


def _rule_page(rule: Rule) -> Page:
    meaning, *parts = _RULE_HEADING.split(inspect.getdoc(rule) or "")
    return Page(
        code=rule.code,
        name=rule.name,
        meaning=" ".join(meaning.split()),
        text="`toolmint lint --fix` mends it where that is safe." if rule.fixable else "",
        sections=_sections([part.removesuffix(":") for part in parts]),
        severity=rule.severity.value,
    )


def _sections(parts: list[str]) -> tuple[Section, ...]:
    """Make sections of titles and texts that follow each other."""
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return tuple(Section(title=title.strip(), text=dedent(text).strip()) for title, text in pairs)


def page_text(page: Page, width: int) -> str:
    """Lay a page out for a terminal.

    Args:
        page: the page.
        width: columns that there are.
    """
    width = min(width, _WIDEST)
    severity = f" ({page.severity})" if page.severity is not None else ""
    parts = [f"{page.code} {page.name}{severity}", *_blocks(page.meaning, width), *_blocks(page.text, width)]
    for section in page.sections:
        parts += [section.title, *_blocks(section.text, width)]
    return "\n\n".join(parts) + "\n"


def code_text(code: str) -> CodeText | None:
    """Return a page as reporters want it; None for an unknown code."""
    page = all_pages().get(code)
    if page is None:
        return None
    severity = Severity(page.severity) if page.severity is not None else None
    text = page_text(page, _WIDEST)
    return CodeText(meaning=page.meaning, text=text, markdown=page_markdown(page), severity=severity)


def page_markdown(page: Page) -> str:
    """Write a page in Markdown, without its title."""
    parts = [page.meaning, page.text, *(f"### {section.title}\n\n{section.text}" for section in page.sections)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _blocks(markdown: str, width: int) -> Iterator[str]:
    """Yield paragraphs wrapped, and what stands in fences as it is, indented, below the name of its file."""
    end = 0
    for fence in _FENCE.finditer(markdown):
        yield from _paragraphs(markdown[end : fence.start()], width)
        lines = dedent(fence[4]).rstrip("\n").split("\n")
        title = [f"{fence[3]}:"] if fence[3] else []
        yield "\n".join([*title, *(f"{_INDENT}{line}".rstrip() for line in lines)])
        end = fence.end()
    yield from _paragraphs(markdown[end:], width)


def _paragraphs(text: str, width: int) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith("- "):
            entries = re.split(r"(?m)^- ", block)[1:]
            yield "\n".join(
                line
                for entry in entries
                for line in wrap(" ".join(entry.split()), width, initial_indent="- ", subsequent_indent="  ")
            )
        elif block:
            yield "\n".join(wrap(" ".join(block.split()), width, break_long_words=False, break_on_hyphens=False))
