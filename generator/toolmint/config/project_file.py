"""Reading the project file, with a place for every complaint.

The settings stand in `[tool.toolmint]` of pyproject.toml, or in toolmint.toml: there at the top, or below the same
header.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from toolmint.config.keys import BUDGET_KEYS, LINT_KEYS, PROJECT_KEYS, SOURCE_KEYS, Key
from toolmint.diagnostics import Diagnostic, Severity
from toolmint.errors import ConfigError
from toolmint.location import Location
from toolmint.text import comma_list, nearest, visible

__all__ = ["ProjectFile", "SourceTable", "has_project_file", "read_project_file"]

_OWN_FILE = "toolmint.toml"
_TABLE = ("tool", "toolmint")
_PART = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
_HEADER = re.compile(rf"^[ \t]*\[[ \t]*({_DOTTED})[ \t]*\]")
_ASSIGNMENT = re.compile(rf"^[ \t]*({_DOTTED})[ \t]*=")
_MENTION = re.compile(rb"^[ \t]*\[[ \t]*tool[ \t]*\.[ \t]*toolmint\b", re.MULTILINE)
_PLACE_IN_ERROR = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceTable:
    """One `[tool.toolmint.sources.NAME]`."""

    name: str
    """NAME as it is written."""
    values: Mapping[str, Any]
    """Its keys, all known and of the right kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectFile:
    """A project file whose keys are all known and whose values are of the right kind."""

    file: Path
    text: str
    table: tuple[str, ...] = _TABLE
    """The table that the settings stand in; empty where that is the whole file."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """Its keys without `sources` and `budget`."""
    sources: tuple[SourceTable, ...] = ()
    budget: Mapping[str, int] = field(default_factory=dict)
    """The keys of its table `budget`."""
    lint: Mapping[str, Any] = field(default_factory=dict)
    """The keys of its table `lint`; what its own tables hold is not checked yet."""

    def fail(self, message: str, keys: Sequence[str], *, hint: str | None = None) -> NoReturn:
        """Refuse a value of this file.

        Args:
            message: what was found and what was wanted.
            keys: the key's path below the settings' table.
            hint: what to do about it.

        Raises:
            ConfigError: always.
        """
        line, column, width = _find_key(self.text, (*self.table, *keys))
        _refuse(self.file, message, line=line, column=column, width=width, hint=hint)

    def place(self, *keys: str) -> Location:
        """Return where a key below the settings' table stands."""
        line, column, width = _find_key(self.text, (*self.table, *keys))
        return Location(path=self.file.name, line=line, column=column, width=width)

    def header(self, *keys: str) -> str:
        """Write the header of a table below the settings' own, or name the file where there is none."""
        path = ".".join((*self.table, *keys))
        return f"`[{path}]`" if path else f"`{self.file.name}`"


def read_project_file(folder: Path) -> ProjectFile | None:
    """Read the project file of a folder.

    Returns:
        None where the folder has no `toolmint.toml` and no `[tool.toolmint]` in its `pyproject.toml`.

    Raises:
        ConfigError: unreadable, not TOML, an unknown key, a value of the wrong kind, or settings in both files.
    """
    found = [read for name in (_OWN_FILE, "pyproject.toml") if (read := _read_table(folder / name)) is not None]
    if not found:
        return None
    if len(found) == 2:
        raise ConfigError(
            "there are settings in both `toolmint.toml` and `pyproject.toml`",
            hint="keep one of them, so that there is one place to look",
        )
    bare, settings = found[0]
    sources = settings.get("sources", {})
    budget = settings.get("budget", {})
    lint = settings.get("lint", {})
    tables = ("sources", "budget", "lint")
    values = {key: value for key, value in settings.items() if key not in tables}
    _check_values(bare, values, PROJECT_KEYS, (), also=tables)
    for name, held, keys in (("budget", budget, BUDGET_KEYS), ("lint", lint, LINT_KEYS)):
        if not isinstance(held, Mapping):
            bare.fail(f"`{name}` is a table: {bare.header(name)}", [name])
        _check_values(bare, held, keys, (name,))
    if not isinstance(sources, Mapping):
        bare.fail(f"`sources` holds one table a source: {bare.header('sources', 'NAME')}", ["sources"])
    for name, entry in sources.items():
        if not isinstance(entry, Mapping):
            bare.fail(f"`sources.{name}` is a table: {bare.header('sources', name)}", ["sources", name])
        _check_values(bare, entry, SOURCE_KEYS, ("sources", name))
    listed = tuple(SourceTable(name=name, values=entry) for name, entry in sources.items())
    return replace(bare, values=values, sources=listed, budget=budget, lint=lint)


def has_project_file(folder: Path) -> bool:
    """Say whether a folder has a project file, be it right or wrong."""
    if (folder / _OWN_FILE).is_file():
        return True
    try:
        return _MENTION.search((folder / "pyproject.toml").read_bytes()) is not None
    except OSError:
        return False


def _read_table(file: Path) -> tuple[ProjectFile, Mapping[str, Any]] | None:
    if not file.is_file():
        return None
    try:
        text = file.read_text(encoding="utf-8-sig")
        parsed = tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"cannot read `{file.name}`: {(error.strerror or str(error)).lower()}") from error
    except UnicodeDecodeError as error:
        _refuse(file, f"the file is not UTF-8: {error.reason} at byte {error.start}")
    except tomllib.TOMLDecodeError as error:
        _refuse_syntax(file, text, error)
    if file.name == _OWN_FILE and "tool" not in parsed:
        return ProjectFile(file=file, text=text, table=()), parsed
    bare = ProjectFile(file=file, text=text)
    tool = parsed.get("tool", {})
    settings = tool.get("toolmint") if isinstance(tool, Mapping) else None
    if file.name == _OWN_FILE:
        outside = [key for key in parsed if key != "tool"]
        if outside or settings is None:
            message = f"`{outside[0]}` stands outside of `[tool.toolmint]`" if outside else "`tool` is no setting"
            replace(bare, table=()).fail(message, [outside[0] if outside else "tool"])
    if settings is not None and not isinstance(settings, Mapping):
        _refuse(file, "`tool.toolmint` is a table: `[tool.toolmint]`")
    return None if settings is None else (bare, settings)


def _check_values(
    read: ProjectFile, values: Mapping[str, Any], keys: Sequence[Key], at: tuple[str, ...], also: tuple[str, ...] = ()
) -> None:
    known = {key.name: key for key in keys}
    for name, value in values.items():
        if name not in known:
            names = [*known, *also]
            near = nearest(name, names, limit=1)
            hint = f"did you mean `{near[0]}`?" if near else f"known keys: {comma_list(names, limit=20)}"
            read.fail(f"unknown key `{visible(name)}` in {read.header(*at)}", [*at, name], hint=hint)
        _check_value(read, known[name], value, [*at, name])


def _check_value(read: ProjectFile, key: Key, value: object, at: Sequence[str]) -> None:
    wanted = {
        "flag": "`true` or `false`",
        "strings": "a list of strings",
        "paths": "a list of paths",
        "count": "a whole number above 0",
        "table": "a table",
    }
    match key.kind:
        case "flag":
            right = isinstance(value, bool)
        case "table":
            right = isinstance(value, dict)
        case "count":
            right = isinstance(value, int) and not isinstance(value, bool) and value > 0
        case "string" | "path":
            right = isinstance(value, str) and value != ""
        case "strings" | "paths":
            right = isinstance(value, list) and all(isinstance(part, str) and part for part in value)
    if not right:
        noun = wanted.get(key.kind, "a path" if key.kind == "path" else "a string that is not empty")
        read.fail(f"`{key.name}` is {_described(value)}; {noun} was wanted", at)
    if key.choices and key.kind != "table" and value not in key.choices:
        read.fail(f"`{key.name}` is `{value}`; one of {comma_list(key.choices)} was wanted", at)


def _described(value: object) -> str:
    match value:
        case bool():
            return f"`{str(value).lower()}`"
        case int() | float():
            return f"the number `{value}`"
        case "":
            return "empty"
        case str():
            return f'the string `"{visible(value)}"`'
        case list():
            wrong = next((part for part in value if not isinstance(part, str) or not part), None)
            return "a list" if wrong is None else f"a list that holds {_described(wrong)}"
        case dict():
            return "a table"
        case _:
            return "a date or time"


def _refuse_syntax(file: Path, text: str, error: tomllib.TOMLDecodeError) -> NoReturn:
    # Python 3.11 to 3.13 tell the place only in the message.
    said = str(error)
    place = _PLACE_IN_ERROR.search(said)
    lines = text.split("\n")
    line, column = len(lines), len(lines[-1]) + 1
    if place and place[1]:
        line, column = int(place[1]), int(place[2])
    message = _PLACE_IN_ERROR.sub("", said)
    _refuse(file, f"not TOML: {message[:1].lower()}{message[1:]}", line=line, column=column)


def _refuse(
    file: Path, message: str, *, line: int = 1, column: int = 1, width: int = 0, hint: str | None = None
) -> NoReturn:
    location = Location(path=file.name, line=line, column=column, width=width)
    raise ConfigError.at(
        Diagnostic(code="PF-01", severity=Severity.ERROR, message=message, location=location, hint=hint)
    )


def _find_key(text: str, wanted: tuple[str, ...]) -> tuple[int, int, int]:
    """Find line, column and width of a key by searching the text, as `tomllib` keeps no positions.

    A key inside an inline table is looked for on the line of the table; what is not found is placed at the header of
    its table, and last at the beginning.
    """
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


def _parts(dotted: str) -> tuple[str, ...]:
    parts = re.findall(_PART, dotted)
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in parts)


def _place(line: str, number: int, key: str) -> tuple[int, int, int]:
    found = re.search(rf"(?<![\w-]){re.escape(key)}(?![\w-])", line)
    if found:
        return number, found.start() + 1, len(key)
    indent = len(line) - len(line.lstrip())
    return number, indent + 1, len(line.strip())
