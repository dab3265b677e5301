"""Text as Python source, in the form that black leaves alone."""

from __future__ import annotations

import re

from toolmint.rendering.quoted import PythonExpression, PythonName, PythonSource, Quoted, UnquotedTextError
from toolmint.rendering.wrapping import LONGEST_LINE, columns, pieces
from toolmint.text import visible, writable

__all__ = ["py_comment", "py_docstring", "py_expression", "py_name", "py_source", "py_str"]

_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_HANGING = re.compile(r" *(?:[-*+] +|[0-9]{1,3}[.)] +)?")
"""What the lines after the first of an item in a list stand below."""
_ARGUMENT = re.compile(r" +\w+: ")
"""The beginning of an entry in a docstring's section, whose further lines are indented more."""


def py_str(text: str) -> Quoted:
    """Write text as a string literal on one line.

    The delimiter is the double quote unless that needs more escapes than the single one, which is black's rule.

    Args:
        text: any text, lone surrogates included.
    """
    quote = "'" if text.count('"') > text.count("'") else '"'
    return Quoted(quote + _escaped(text).replace(quote, "\\" + quote) + quote)


def py_docstring(text: str, indent: int = 4) -> Quoted:
    """Write text as a docstring, which `inspect.getdoc` gives back save for its line breaks.

    Blank lines at both ends and what `inspect.cleandoc` takes away (a common margin after the first line, tabs) do
    not come back. A line that is too long goes on in the next one; no word is changed.

    Args:
        text: any text.
        indent: how many spaces the docstring itself is indented by.

    Returns:
        The literal from its first quote to its last; lines after the first are indented.
    """
    lines = text.split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    while lines and not lines[-1].strip():
        del lines[-1]
    # black writes an empty docstring so.
    if not lines:
        return Quoted('""" """')
    # black would drop a space at the start, and would put one between two quotation marks there or at the end.
    first, *rest = lines
    opening = f"\\x{ord(first[0]):02x}" if first[0] in ' "' else ""
    first = first[len(opening) // 4 :]
    room = LONGEST_LINE - indent
    # black moves the lines after the first to the docstring's own indent.
    written = [_docstring_line(line) for line in rest]
    own = min((len(line) - len(line.lstrip(" ")) for line in written if line), default=0)
    quotes = 3 + len(opening) + (0 if rest else 3)
    first, *more = _wrapped(first, room, room - quotes)
    rest = [*more, *(part for line in rest for part in _wrapped(line[own:], room, room))]
    if not rest:
        closing = "\\x22" if first.endswith('"') else ""
        return Quoted(f'"""{opening}{_docstring_line(first[: len(first) - len(closing) // 4])}{closing}"""')
    margin = " " * indent
    written = [_docstring_line(line) for line in rest]
    below = "".join(f"{margin}{line}\n" if line else "\n" for line in written)
    return Quoted(f'"""{opening}{_docstring_line(first)}\n{below}{margin}"""')


def py_name(name: PythonName) -> Quoted:
    """Write an identifier.

    Raises:
        UnquotedTextError: the text is not a proven `PythonName`.
    """
    if not isinstance(name, PythonName):
        raise UnquotedTextError(f"`py_name` takes a PythonName, not {type(name).__name__} {name!r}")
    return Quoted(name)


def py_expression(expression: PythonExpression) -> Quoted:
    """Write an expression.

    Raises:
        UnquotedTextError: the text is not a proven `PythonExpression`.
    """
    if not isinstance(expression, PythonExpression):
        raise UnquotedTextError(
            f"`py_expression` takes a PythonExpression, not {type(expression).__name__} {expression!r}"
        )
    return Quoted(expression)


def py_source(source: PythonSource) -> Quoted:
    """Write lines that a printer made of a syntax tree.

    Raises:
        UnquotedTextError: the text is no `PythonSource`.
    """
    if not isinstance(source, PythonSource):
        raise UnquotedTextError(f"`py_source` takes a PythonSource, not {type(source).__name__} {source!r:.60}")
    return Quoted(source)


def py_comment(text: str) -> Quoted:
    """Write text into a comment: one line, invisible characters as escapes."""
    return Quoted(visible(writable(text)).replace("\n", "\\n").replace("\t", "\\t"))


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\\\")
    # Everything that is not printable, so that no reader of the generated file sees other than what runs.
    return text if text.isprintable() else "".join(c if c.isprintable() else _escape(c) for c in text)


def _escape(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _wrapped(line: str, room: int, first: int) -> list[str]:
    """Divide a line of a docstring, what goes on being indented as the line is, below the text of a list's item."""
    if columns(_docstring_line(line)) <= first:
        return [line]
    bare = line.lstrip(" ")
    if not bare:
        return [line]
    lead = len(line) - len(bare)
    hanging = _HANGING.match(line)
    indent = hanging.end() if hanging is not None else lead
    indent = min(indent + 4 if _ARGUMENT.match(line) else indent, room // 2)
    *parts, last = pieces(bare, room - indent, first - lead, written=_docstring_line)
    found = [*(part.rstrip(" ") for part in parts), last]
    return [line[:lead] + found[0], *(" " * indent + part for part in found[1:])]


def _docstring_line(line: str) -> str:
    written = _escaped(line).replace('"""', '\\"\\"\\"')
    # black takes spaces from the end of a line.
    bare = written.rstrip(" ")
    return bare + "\\x20" * (len(written) - len(bare))
