"""The files that a project's `prompts` name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from toolmint.config.project_file import ProjectFile
from toolmint.diagnostics import Diagnostic, Severity

__all__ = ["find_prompts"]

_WILD = re.compile(r"[*?\[]")


def find_prompts(read: ProjectFile, root: Path, *, out: Path) -> tuple[tuple[Path, ...], tuple[Diagnostic, ...]]:
    """Find the files that `prompts` names.

    Hidden files count only where a pattern spells the dot, and what is generated never does.

    Args:
        read: the project file.
        root: what patterns are relative to, absolute.
        out: the output folder, absolute.

    Returns:
        The files in path order, and a warning for each pattern that matches none.

    Raises:
        ConfigError: a pattern is absolute, or none.
    """
    found: set[Path] = set()
    unmatched: list[Diagnostic] = []
    patterns: list[str] = read.values.get("prompts", [])
    for index, pattern in enumerate(patterns):
        place = read.place("prompts", entry=pattern, number=patterns[:index].count(pattern))
        if Path(pattern).is_absolute():
            message = f"found the absolute pattern `{pattern}`, wanted one relative to the project file"
            read.fail(message, [], place=place)
        try:
            matched = set(_matches(root, pattern, out))
        except ValueError as error:
            read.fail(f"`{pattern}` is no pattern: {str(error).lower()}", [], place=place)
        found |= matched
        if not matched:
            hint = "`**` stands for any folders: `prompts/**/*.md`" if _WILD.search(pattern) else None
            message = f"`{pattern}` matches no file"
            unmatched.append(
                Diagnostic(code="PF-05", severity=Severity.WARNING, message=message, location=place, hint=hint)
            )
    return tuple(sorted(found)), tuple(unmatched)


def _matches(root: Path, pattern: str, out: Path) -> Iterator[Path]:
    hidden = {part for part in pattern.split("/") if part.startswith(".")}
    for match in root.glob(pattern):
        file = Path(os.path.normpath(match))
        below = Path(os.path.relpath(file, root)).parts
        shown = all(not part.startswith(".") or part == ".." or part in hidden for part in below)
        if shown and file.is_file() and not file.is_relative_to(out):
            yield file
