"""Jackson's naming strategies (`PropertyNamingStrategies` 2.21), by which `@JsonNaming` renames properties."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["STRATEGIES"]


def _snake(name: str) -> str:
    written: list[str] = []
    translated = False
    for index, letter in enumerate(name):
        if index == 0 and letter == "_":
            continue
        if letter.isupper():
            if not translated and written and written[-1] != "_":
                written.append("_")
            letter = letter.lower()
            translated = True
        else:
            translated = False
        written.append(letter)
    return "".join(written) or name


def _separated(name: str, separator: str) -> str:
    written: list[str] = []
    capitals = 0
    for index, letter in enumerate(name):
        lower = letter.lower()
        if lower == letter:
            if capitals > 1:
                written.insert(len(written) - 1, separator)
            capitals = 0
        else:
            if capitals == 0 and index > 0:
                written.append(separator)
            capitals += 1
        written.append(lower)
    return "".join(written)


STRATEGIES: dict[str, Callable[[str], str]] = {
    "SnakeCaseStrategy": _snake,
    "UpperSnakeCaseStrategy": lambda name: _snake(name).upper(),
    "LowerCamelCaseStrategy": lambda name: name,
    "UpperCamelCaseStrategy": lambda name: name[:1].upper() + name[1:],
    "LowerCaseStrategy": str.lower,
    "KebabCaseStrategy": lambda name: _separated(name, "-"),
    "LowerDotCaseStrategy": lambda name: _separated(name, "."),
}
"""Simple name of a strategy to what it makes of a field's name."""
