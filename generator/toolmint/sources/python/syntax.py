"""Text to syntax trees: what can be read of a file that holds mistakes, and where each node stands."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from dataclasses import dataclass, field

from toolmint.documents.lines import LineTable

__all__ = ["Fault", "Span", "SyntaxTree", "parse_expression", "parse_file"]

Span = tuple[int, int]
"""Where something begins and ends, in characters of the text."""
_MOST_FAULTS = 10
"""Statements with mistakes that are passed over in one file; one with more is no Python."""
_TOP = re.compile(r"[^\s#)\]}]")
"""What a line at the outermost level begins with; a closing bracket belongs to what is above."""
_CONTINUES = re.compile(r"(?:else|elif|except|finally)\b")
_TYPE_STATEMENT = re.compile(r"^(\s*)type (\w+)(\s*=)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a statement, or a whole file, cannot be read."""

    message: str
    span: Span


@dataclass(slots=True)
class SyntaxTree:
    """A file that was read, as far as it is Python."""

    text: str
    module: ast.Module
    lines: LineTable
    faults: list[Fault] = field(default_factory=list)
    aliases: frozenset[int] = frozenset()
    """Lines with a `type` statement that stands in the tree as an assignment, as before Python 3.12."""

    def span(self, node: ast.AST) -> Span:
        """Return where a node of the tree stands."""
        line, column = int(getattr(node, "lineno", 1)), int(getattr(node, "col_offset", 0))
        end_line = int(getattr(node, "end_lineno", None) or line)
        start = self._offset(line, column)
        end = self._offset(end_line, int(getattr(node, "end_col_offset", None) or column))
        return start, max(start + 1, end)

    def source(self, node: ast.AST) -> str:
        """Return a node as it is written, on one line."""
        start, end = self.span(node)
        return " ".join(self.text[start:end].split())

    def _offset(self, line: int, column: int) -> int:
        """Turn a line and a column in bytes of UTF-8, as `ast` counts, into an offset in characters."""
        text = self.lines.line(line)
        if text is None:
            return len(self.text)
        if not text.isascii():
            column = len(text.encode("utf-8", "surrogatepass")[:column].decode("utf-8", "replace"))
        return self.lines.offset(line, 1) + min(column, len(text))


def parse_file(text: str) -> SyntaxTree:
    """Read a file; a statement that is no Python is passed over, and the others are read all the same."""
    lines = LineTable(text)
    rest, faults = text, list[Fault]()
    while True:
        parsed = _parse(rest)
        if isinstance(parsed, ast.Module):
            parsed = _compiled(rest) or parsed
        if isinstance(parsed, ast.Module):
            aliases = _aliases(text) if sys.version_info < (3, 12) else frozenset()
            return SyntaxTree(text, parsed, lines, faults, aliases)
        fault = _fault(parsed, lines, rest)
        faults.append(fault)
        shorter = _without_statement(rest, LineTable(rest), lines.position(fault.span[0])[0])
        if shorter is None or len(faults) >= _MOST_FAULTS:
            return SyntaxTree(text, ast.Module(body=[], type_ignores=[]), lines, faults[:1])
        rest = shorter


def parse_expression(text: str, at: ast.AST) -> ast.expr | None:
    """Read the expression in a text; its nodes stand where the text stands. None where it is no expression."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None
    for node in ast.walk(parsed):
        ast.copy_location(node, at)
    return parsed


def _parse(text: str) -> ast.Module | Exception:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of user code, such as an escape that is none
            return ast.parse(_as_older(text))
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        return error


def _compiled(text: str) -> SyntaxError | None:
    """Return what Python refuses of a text that it parses, such as two parameters of one name."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(_as_older(text), "<file>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return error
    except (ValueError, MemoryError, RecursionError):
        return None  # the tree is there, and nothing in it is wrong
    return None


def _as_older(text: str) -> str:
    """Write `type X = ...` as an assignment where the Python that runs does not know it; columns stay."""
    if sys.version_info >= (3, 12):
        return text
    return _TYPE_STATEMENT.sub(r"\1\2     \3", text)


def _aliases(text: str) -> frozenset[int]:
    return frozenset(text.count("\n", 0, found.start(2)) + 1 for found in _TYPE_STATEMENT.finditer(text))


def _fault(error: Exception, lines: LineTable, text: str) -> Fault:
    if isinstance(error, SyntaxError) and error.lineno:
        text = lines.line(error.lineno) or ""
        column = min(max((error.offset or 1) - 1, 0), len(text))
        start = lines.offset(error.lineno, 1) + column if lines.line(error.lineno) is not None else len(lines.text)
        end = start + 1
        if error.end_lineno == error.lineno and error.end_offset and error.end_offset > (error.offset or 1):
            end = start + error.end_offset - (error.offset or 1)
        return Fault(f"syntax error: {error.msg[:1].lower()}{error.msg[1:]}", (start, end))
    if "\0" in lines.text:
        start = lines.text.index("\0")
        return Fault("found a NUL character, which no Python file may hold", (start, start + 1))
    if isinstance(error, MemoryError | RecursionError):
        start = lines.offset(_deepest_statement(text), 1)
        return Fault("an expression is nested too deep to be read", (start, lines.line_end(start)))
    return Fault(f"syntax error: {error}", (0, 1))


def _deepest_statement(text: str) -> int:
    """Return the first line of the outermost statement that is nested too deep; Python itself does not say which."""
    rows = text.split("\n")
    starts = [index for index, row in enumerate(rows) if _begins(row)]
    for index, first in enumerate(starts):
        last = starts[index + 1] if index + 1 < len(starts) else len(rows)
        if isinstance(_parse("\n".join(rows[first:last])), MemoryError | RecursionError):
            return first + 1
    return 1


def _begins(row: str) -> bool:
    """Whether an outermost statement begins on a line."""
    return _TOP.match(row) is not None and _CONTINUES.match(row) is None


def _without_statement(text: str, lines: LineTable, number: int) -> str | None:
    """Return the text with the outermost statement that holds a line blanked; None where there is none to blank."""
    rows = text.split("\n")
    if number > len(rows):
        number = len(rows)
    first = number - 1
    while first > 0 and not _begins(rows[first]):
        first -= 1
    while first > 0 and rows[first - 1].startswith("@"):
        first -= 1
    last = number
    while last < len(rows) and not _begins(rows[last]):
        last += 1
    if rows[first].startswith("@") and last < len(rows):  # the mistake stands in a decorator
        while last < len(rows) and rows[last - 1].startswith("@") and _TOP.match(rows[last]):
            last += 1
            while last < len(rows) and not _TOP.match(rows[last]):
                last += 1
    if not any(row.strip() for row in rows[first:last]):
        return None
    return "\n".join([*rows[:first], *[""] * (last - first), *rows[last:]])
