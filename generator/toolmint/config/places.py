"""Where keys and values of a TOML file are written, found by searching its text: `tomllib` keeps no positions."""

from __future__ import annotations

import re

__all__ = ["find_entry", "find_key"]

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"^[ \t]*\[[ \t]*({_DOTTED})[ \t]*\]")
_ASSIGNMENT = re.compile(rf"^[ \t]*({_DOTTED})[ \t]*=")


def find_key(text: str, wanted: tuple[str, ...]) -> tuple[int, int, int]:
    """Find line, column and width of a key.

    A key inside an inline table is looked for on the line of the table; what is not found is placed at the header of
    its table, and last at the beginning.
    """
    if not wanted:
        return (1, 1, 0)
    best = (1, 1, 0)
    reached = 0
    table: tuple[str, ...] = ()
    for number, line in enumerate(text.split("\n"), 1):
        written: tuple[str, ...]
        if found := _HEADER.match(line):
            table = written = _parts(found[1])
        elif found := _ASSIGNMENT.match(line):
            written = table + _parts(found[1])
        else:
            continue
        if written[: len(wanted)] == wanted:
            return _place(line, number, wanted[-1])
        if len(written) > reached and wanted[: len(written)] == written:
            best, reached = _place(line, number, wanted[-1]), len(written)
    return best


def find_entry(text: str, entry: str, line: int, number: int = 0) -> tuple[int, int, int] | None:
    """Find line, column and width of a string of a list.

    Args:
        text: the file.
        entry: the string's value.
        line: where the list's key is written, 1-based.
        number: which one, of several that are equal.

    Returns:
        None where it is not written as it is: with an escape, or as a string of several lines.
    """
    lines = text.split("\n")
    quoted = re.compile("|".join(re.escape(f"{quote}{entry}{quote}") for quote in "\"'"))
    for index in range(line - 1, len(lines)):
        if index >= line and (_HEADER.match(lines[index]) or _ASSIGNMENT.match(lines[index])):
            return None
        places = list(quoted.finditer(lines[index].partition(" #")[0]))
        if number < len(places):
            return index + 1, places[number].start() + 1, len(entry) + 2
        number -= len(places)
    return None


def _parts(dotted: str) -> tuple[str, ...]:
    parts = re.findall(_PART, dotted)
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in parts)


def _place(line: str, number: int, key: str) -> tuple[int, int, int]:
    found = re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", line)
    if found:
        return number, found.start() + 1, len(key)
    indent = len(line) - len(line.lstrip())
    return number, indent + 1, len(line.strip())
