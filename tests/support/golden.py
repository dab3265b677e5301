"""Compare what a run produced with what is checked in, byte by byte and both ways.

A folder of expected files is compared whole: a file that is missing, changed or unexpected is a difference.
"""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Literal

import pytest

from toolmint.text import plural, visible

__all__ = ["Difference", "Golden", "compare", "read_tree", "update_command", "write_tree"]

MAX_DIFF_LINES = 200
"""Lines of one file's diff that are shown; a reader of more than that opens the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One file that is not as expected."""

    path: str
    cause: Literal["missing", "changed", "unexpected"]
    """`missing`: expected but not produced; `unexpected`: produced but not expected."""
    diff: str
    """From expected to produced, for people."""

    def __str__(self) -> str:
        return f"{self.path}: {self.cause}\n{self.diff}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """The comparer that the fixture `golden` hands to a test."""

    update: bool
    """Write instead of comparing."""
    command: str
    """What to type so that this test updates what it expects."""

    def check_tree(self, produced: Mapping[str, bytes], expected: Path) -> None:
        """Fail unless the folder holds exactly the produced files.

        Args:
            produced: paths relative to `expected`, with `/`, to contents.
            expected: a folder; one that does not exist holds no files.
        """
        __tracebackhide__ = True
        if self.update:
            write_tree(produced, expected)
            return
        self._report(compare(produced, read_tree(expected)), expected)

    def check_file(self, produced: bytes, expected: Path) -> None:
        """Fail unless the file holds exactly the produced bytes; other files beside it do not matter."""
        __tracebackhide__ = True
        if self.update:
            _write({expected: produced})
            return
        known = {expected.name: expected.read_bytes()} if expected.is_file() else {}
        self._report(compare({expected.name: produced}, known), expected.parent)

    def _report(self, differences: list[Difference], folder: Path) -> None:
        __tracebackhide__ = True
        if differences:
            count = plural(len(differences), "file is", "files are")
            details = "\n".join(str(difference) for difference in differences)
            pytest.fail(f"{count} not as expected in {folder}\n\n{details}\nto update: {self.command}", pytrace=False)


def compare(produced: Mapping[str, bytes], expected: Mapping[str, bytes]) -> list[Difference]:
    """Compare two trees in memory.

    Returns:
        Every difference, ordered by path; empty when the trees are equal.
    """
    differences = []
    for path in sorted(produced.keys() | expected.keys()):
        old, new = expected.get(path), produced.get(path)
        if old == new:
            continue
        cause: Literal["missing", "changed", "unexpected"] = (
            "missing" if new is None else "unexpected" if old is None else "changed"
        )
        differences.append(Difference(path=path, cause=cause, diff=_diff(old or b"", new or b"")))
    return differences


def read_tree(folder: Path) -> dict[str, bytes]:
    """Read every file below a folder, keyed by its path with `/`; what Python caches is left out."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def write_tree(produced: Mapping[str, bytes], folder: Path) -> None:
    """Make a folder hold exactly the produced files; equal files are not touched.

    Raises:
        ValueError: a path would leave the folder.
    """
    for path in produced:
        if not path or PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts or "\\" in path:
            raise ValueError(f"not a relative path below the expected folder: {path!r}")
    stale = read_tree(folder).keys() - produced.keys()
    for path in stale:
        (folder / path).unlink()
    for directory in sorted((entry for entry in folder.rglob("*") if entry.is_dir()), reverse=True):
        if not any(directory.iterdir()):
            directory.rmdir()
    _write({folder / path: content for path, content in produced.items()})


def update_command(test: pytest.Item) -> str:
    """Return what to type so that one test updates what it expects."""
    python = ".venv/bin/python" if (test.config.rootpath / ".venv/bin/python").exists() else "python"
    # `-m` in the configuration deselects these two kinds, even when one is named.
    every = ["-m", ""] if any(test.get_closest_marker(name) for name in ("slow", "corpus")) else []
    return shlex.join([python, "-m", "pytest", *every, test.nodeid, "--update-golden"])


def _write(files: Mapping[Path, bytes]) -> None:
    for file, content in files.items():
        if not file.is_file() or file.read_bytes() != content:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)


def _diff(old: bytes, new: bytes) -> str:
    try:
        lines = [_lines(old.decode()), _lines(new.decode())]
    except UnicodeDecodeError:
        return f"not UTF-8; {plural(len(old), 'byte')} expected, {plural(len(new), 'byte')} produced\n"
    shown = list(difflib.unified_diff(*lines, "expected", "produced", lineterm=""))
    if not shown:
        return "an empty file\n"
    rest = shown[MAX_DIFF_LINES:]
    if rest:
        shown = [*shown[:MAX_DIFF_LINES], f"... {plural(len(rest), 'more line')}"]
    return "".join(visible(line) + "\n" for line in shown)


def _lines(text: str) -> list[str]:
    """Split at line feeds alone, and mark a last line without one, so that no difference in bytes is invisible."""
    *lines, last = text.split("\n")
    return [*lines, last + " (no line feed at the end)"] if last else lines
