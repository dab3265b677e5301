"""Docstrings taken apart by griffe: what a function does, its arguments, its result."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

__all__ = ["STYLES", "DocstringStyle", "Documented", "ParsedDocstring", "detected_style", "parse_docstring"]

DocstringStyle: TypeAlias = Literal["google", "numpy", "sphinx"]
STYLES: tuple[DocstringStyle, ...] = ("google", "numpy", "sphinx")
_SPHINX = re.compile(r"^[ \t]*:(?:param|parameter|arg|argument|type|returns?|rtype|raises?)\b[^:\n]*:", re.MULTILINE)
_NUMPY = re.compile(
    r"^[ \t]*(?:Parameters|Returns|Yields|Raises|Other Parameters)[ \t]*\n[ \t]*-{3,}[ \t]*$", re.MULTILINE
)
_GOOGLE = re.compile(
    r"^[ \t]*(?:Args|Arguments|Parameters|Params|Keyword Args|Returns|Yields|Raises)[ \t]*:[ \t]*$", re.MULTILINE
)
_CHINESE_HEADINGS: Mapping[str, str] = {
    "参数": "Args",
    "返回": "Returns",
    "返回值": "Returns",
    "异常": "Raises",
    "抛出": "Raises",
}
_HEADING = re.compile(
    rf"^(?P<indent>[ \t]*)(?P<title>{'|'.join(_CHINESE_HEADINGS)}|Args|Arguments|Parameters|Params|Returns|Yields"
    r"|Raises)[ \t]*[:：][ \t]*$",
    re.MULTILINE,
)
_WIDE_ENTRY = re.compile(
    r"^([ \t]+\*{0,2}[A-Za-z_][A-Za-z0-9_]*)[ \t]*(?:[(（]([^()（）\n]*)[)）])?[ \t]*[:：]", re.MULTILINE
)
_WIDE_FIELD = re.compile(
    r"^([ \t]*:(?:param|parameter|arg|argument|type|returns?|rtype|raises?)\b[^:：\n]*)：", re.MULTILINE
)
_COLON_IN_TYPE = re.compile(r"^([ \t]+\*{0,2}\w+[ \t]*\([^()\n]*?)\bdefault[ \t]*:", re.MULTILINE)
_DEFAULT = re.compile(r"(?:,?[ \t]*)\bdefaults?(?:[ \t]+to)?[ \t]*[:=]?[ \t]*(?P<value>.+)$", re.IGNORECASE)
_OPTIONAL = re.compile(r",?[ \t]*\boptional\b[ \t]*,?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Documented:
    """One argument of a section."""

    name: str
    """Without the stars of `*args`."""
    description: str
    type: str = ""
    """As it is stated; empty where nothing is."""
    default: str | None = None
    """As it is stated beside the type."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedDocstring:
    """A docstring."""

    node: ast.Constant
    """Where it stands."""
    text: str
    """All of it, indentation taken away."""
    summary: str = ""
    """The first paragraph."""
    rest: str = ""
    """The paragraphs that follow, up to the first section; and those between sections."""
    body: str = ""
    """`summary` and `rest` as they are written."""
    parameters: Mapping[str, Documented] = field(default_factory=dict)
    returns: str = ""
    result: tuple[str, str] | None = None
    """Type and text of the first documented result."""
    leading: str = ""
    """The text before the first section alone."""
    style: DocstringStyle | None = None
    """None where it has no section."""

    @property
    def summary_lines(self) -> str:
        """The first paragraph, its line breaks kept."""
        return self.leading.partition("\n\n")[0].strip()

    @property
    def rest_before_sections(self) -> str:
        """The paragraphs between the first and the first section."""
        return self.leading.partition("\n\n")[2].strip()


def parse_docstring(
    node: ast.FunctionDef | ast.AsyncFunctionDef, style: DocstringStyle | None = None, *, chinese: bool = False
) -> ParsedDocstring | None:
    """Read the docstring of a function; None where it has none.

    Args:
        node: the function.
        style: how sections are written; None: as it looks.
        chinese: whether sections may have Chinese titles and punctuation, which no framework reads.
    """
    first = node.body[0] if node.body else None
    if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)):
        return None
    constant = first.value
    if not isinstance(constant.value, str) or not constant.value.strip():
        return None
    text = inspect.cleandoc(constant.value)
    structured = _in_ascii(text) if chinese else text
    found = style or detected_style(structured)
    if found is None:
        return _plain(constant, text)
    return replace(_sectioned(constant, structured, found), text=text)


def detected_style(text: str) -> DocstringStyle | None:
    """Guess how the sections of a docstring are written; None where it has none."""
    if _SPHINX.search(text):
        return "sphinx"
    if _NUMPY.search(text):
        return "numpy"
    return "google" if _GOOGLE.search(text) else None


def _in_ascii(text: str) -> str:
    """Write titles, colons and brackets of sections as griffe knows them; what is prose stays."""
    text = _WIDE_FIELD.sub(r"\1:", text)
    first = _HEADING.search(text)
    if first is None:
        return text
    sections = _HEADING.sub(_heading_in_ascii, text[first.start() :])
    return text[: first.start()] + _WIDE_ENTRY.sub(_entry_in_ascii, sections)


def _heading_in_ascii(found: re.Match[str]) -> str:
    title = found["title"]
    return f"{found['indent']}{_CHINESE_HEADINGS.get(title, title)}:"


def _entry_in_ascii(found: re.Match[str]) -> str:
    stated = f" ({found[2].replace('，', ', ')})" if found[2] is not None else ""
    return f"{found[1]}{stated}:"


def _plain(node: ast.Constant, text: str) -> ParsedDocstring:
    summary, rest = _split(text)
    return ParsedDocstring(node=node, text=text, body=text, leading=text, summary=summary, rest=rest)


def _split(text: str) -> tuple[str, str]:
    """Split at the first blank line; a summary over several lines becomes one."""
    summary, _, rest = text.strip().partition("\n\n")
    return " ".join(summary.split()), rest.strip()


def _sectioned(node: ast.Constant, text: str, style: DocstringStyle) -> ParsedDocstring:
    from griffe import Docstring, DocstringSectionKind, DocstringSectionParameters

    sections = Docstring(_prepared(text, style), lineno=1).parse(style, **_OPTIONS[style])
    texts: list[str] = []
    parameters: dict[str, Documented] = {}
    returns: list[str] = []
    result: tuple[str, str] | None = None
    for section in sections:
        if section.kind is DocstringSectionKind.text:
            texts.append(str(section.value).strip())
        elif isinstance(section, DocstringSectionParameters):
            for one in section.value:
                documented = _documented(one.name, one.description, str(one.annotation or ""), one.value)
                parameters.setdefault(documented.name, documented)
        elif section.kind is DocstringSectionKind.returns and result is None and section.value:
            first = section.value[0]
            result = (str(first.annotation or ""), str(first.description))
            returns += [str(one.description).strip() for one in section.value if str(one.description).strip()]
        elif section.kind in (DocstringSectionKind.returns, DocstringSectionKind.yields):
            returns += [str(one.description).strip() for one in section.value if str(one.description).strip()]
        elif section.kind is DocstringSectionKind.admonition:
            texts.append(f"{section.title or section.value.kind.capitalize()}: {section.value.contents}".strip())
    body = "\n\n".join(one for one in texts if one)
    summary, rest = _split(body)
    return ParsedDocstring(
        node=node,
        text=text,
        body=body,
        summary=summary,
        rest=rest,
        parameters=parameters,
        returns="\n".join(returns),
        result=result,
        leading=str(sections[0].value).strip() if sections and sections[0].kind is DocstringSectionKind.text else "",
        style=style,
    )


_OPTIONS: Mapping[DocstringStyle, Mapping[str, bool]] = {
    "google": {"warnings": False, "returns_multiple_items": False, "returns_named_value": False},
    "numpy": {"warnings": False},
    "sphinx": {"warnings": False},
}


def _prepared(text: str, style: DocstringStyle) -> str:
    """Set a blank line above each section of Google's style, and take the colon out of `(int, default: 3)`.

    griffe passes over a section that lacks the one, and ends a parameter's type at the other.
    """
    if style != "google":
        return text
    lines: list[str] = []
    for line in _COLON_IN_TYPE.sub(r"\1default", text).split("\n"):
        if lines and lines[-1].strip() and _GOOGLE.fullmatch(line):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)


def _documented(name: str, description: str, stated: str, value: object) -> Documented:
    default = str(value) if value is not None else None  # NumPy's style has its own place for it
    found = _DEFAULT.search(stated)
    if found is not None:
        default = found["value"].strip().strip("`")
        stated = stated[: found.start()]
    stated = _OPTIONAL.sub("", stated).strip().strip(",").strip()
    return Documented(name=name.lstrip("*"), description=description.strip(), type=stated, default=default)
