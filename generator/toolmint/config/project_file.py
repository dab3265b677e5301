"""Reading the project file, with a place for every complaint.

The settings stand in `[tool.toolmint]` of pyproject.toml, or in toolmint.toml: there at the top, or below the same
header.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from toolmint.config.keys import BUDGET_KEYS, LINT_KEYS, PIN_KEYS, PROJECT_KEYS, SOURCE_KEYS, Key
from toolmint.config.places import find_entry, find_key
from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.errors import ConfigError, system_reason
from toolmint.location import Location
from toolmint.text import comma_list, nearest, resemblance, visible

__all__ = ["ProjectFile", "SourceTable", "has_project_file", "read_project_file"]

_OWN_FILE = "toolmint.toml"
_TABLE = ("tool", "toolmint")
_MISSPELT_FROM = 0.85
"""How much a table's name must look like `toolmint`: `toolmin` does, `tooling` does not."""
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
    """Its keys without the tables."""
    sources: tuple[SourceTable, ...] = ()
    budget: Mapping[str, int] = field(default_factory=dict)
    """The keys of its table `budget`."""
    lint: Mapping[str, Any] = field(default_factory=dict)
    """The keys of its table `lint`; what its own tables hold is not checked yet."""
    pins: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Name to the keys of `[tool.toolmint.pins.NAME]`."""
    notices: tuple[Diagnostic, ...] = ()
    """What is not wrong and has no effect (PF-05)."""

    def fail(
        self,
        message: str,
        keys: Sequence[str],
        *,
        hint: str | None = None,
        code: str = "PF-01",
        place: Location | None = None,
        related: tuple[Related, ...] = (),
    ) -> NoReturn:
        """Refuse a value of this file.

        Args:
            message: what was found and what was wanted.
            keys: the key's path below the settings' table.
            hint: what to do about it.
            code: which kind of finding it is.
            place: where it stands, if not at the key.
            related: other places that explain it.

        Raises:
            ConfigError: always.
        """
        _refuse(place or self.place(*keys), message, hint=hint, code=code, related=related)

    def place(self, *keys: str, entry: str | None = None, number: int = 0) -> Location:
        """Find where a key below the settings' table, or an entry of the list behind it, is written.

        Args:
            keys: the key's path.
            entry: a string in the list; where it cannot be found, the place is that of the key.
            number: which one, of several that are equal.
        """
        line, column, width = find_key(self.text, (*self.table, *keys))
        if entry is not None:
            line, column, width = find_entry(self.text, entry, line, number) or (line, column, width)
        return Location(path=self.file.name, line=line, column=column, width=width)

    def header(self, *keys: str) -> str:
        """Write the header of a table below the settings' own, or name the file where there is none."""
        path = ".".join((*self.table, *keys))
        return f"`[{path}]`" if path else f"`{self.file.name}`"


def read_project_file(folder: Path) -> ProjectFile | None:
    """Read the project file of a folder.

    Returns:
        None where the folder has no `toolmint.toml`, and no `[tool.toolmint]` or what looks like it in its
        `pyproject.toml`.

    Raises:
        ConfigError: unreadable, not TOML, an unknown key, a value of the wrong kind, or settings in both files.
    """
    read = [one for name in (_OWN_FILE, "pyproject.toml") if (one := _read_table(folder / name)) is not None]
    notices = tuple(notice for bare, _ in read for notice in bare.notices)
    found = [(bare, settings) for bare, settings in read if settings is not None]
    if not found:
        return replace(read[0][0], notices=notices) if notices else None
    if len(found) == 2:
        own = found[0][0].place()
        found[1][0].fail(
            "there are settings here and in `toolmint.toml`",
            [],
            hint="keep one of them, so that there is one place to look",
            related=(Related(message="the other ones", location=own),),
        )
    bare, settings = found[0]
    budget = settings.get("budget", {})
    lint = settings.get("lint", {})
    tables = ("sources", "pins", "budget", "lint")
    values = {key: value for key, value in settings.items() if key not in tables}
    _check_values(bare, values, PROJECT_KEYS, (), also=tables)
    for name, held, keys in (("budget", budget, BUDGET_KEYS), ("lint", lint, LINT_KEYS)):
        if not isinstance(held, Mapping):
            bare.fail(f"`{name}` is a table: {bare.header(name)}", [name])
        _check_values(bare, held, keys, (name,))
    sources, pins = (_tables(bare, settings, *one) for one in (("sources", SOURCE_KEYS), ("pins", PIN_KEYS)))
    listed = tuple(SourceTable(name=name, values=entry) for name, entry in sources.items())
    complete = replace(bare, values=values, sources=listed, budget=budget, lint=lint, pins=pins)
    return replace(complete, notices=(*notices, *_without_effect(complete)))


def _tables(
    read: ProjectFile, settings: Mapping[str, Any], key: str, keys: Sequence[Key]
) -> Mapping[str, Mapping[str, Any]]:
    """Return the tables below `sources` or `pins`, their keys checked."""
    held = settings.get(key, {})
    if not isinstance(held, Mapping):
        read.fail(f"`{key}` holds one table a {key[:-1]}: {read.header(key, 'NAME')}", [key])
    for name, entry in held.items():
        if not isinstance(entry, Mapping):
            read.fail(f"`{key}.{name}` is a table: {read.header(key, name)}", [key, name])
        _check_values(read, entry, keys, (key, name))
    return held


def has_project_file(folder: Path) -> bool:
    """Say whether a folder has a project file, be it right or wrong."""
    if (folder / _OWN_FILE).is_file():
        return True
    try:
        return _MENTION.search((folder / "pyproject.toml").read_bytes()) is not None
    except OSError:
        return False


def _read_table(file: Path) -> tuple[ProjectFile, Mapping[str, Any] | None] | None:
    """Read one of the two files; its settings are None where it has none."""
    if not file.is_file():
        return None
    start = Location(path=file.name, line=1, column=1)
    try:
        text = file.read_text(encoding="utf-8-sig")
        parsed = tomllib.loads(text)
    except OSError as error:
        _refuse(start, f"the file cannot be read: {system_reason(error)}")
    except UnicodeDecodeError as error:
        _refuse(start, f"the file is not UTF-8: {error.reason} at byte {error.start}")
    except tomllib.TOMLDecodeError as error:
        _refuse_syntax(file, text, error)
    if file.name == _OWN_FILE and "tool" not in parsed:
        top = ProjectFile(file=file, text=text, table=())
        for key, value in parsed.items():
            if isinstance(value, Mapping) and resemblance(key, _TABLE[-1]) >= _MISSPELT_FROM:
                hint = "settings stand at the top of this file, without a header, or in `[tool.toolmint]`"
                top.fail(f"nobody reads `[{visible(key)}]`", [key], hint=hint)
        return top, parsed
    bare = ProjectFile(file=file, text=text)
    tool = parsed.get("tool", {})
    tables = tool if isinstance(tool, Mapping) else {}
    settings = tables.get("toolmint")
    bare = replace(bare, notices=tuple(_misspelt(bare, tables)))
    if file.name == _OWN_FILE:
        _refuse_what_is_outside(bare, parsed, settings)
    if settings is not None and not isinstance(settings, Mapping):
        bare.fail("`tool.toolmint` is a table: `[tool.toolmint]`", [])
    return bare, settings


def _refuse_what_is_outside(read: ProjectFile, parsed: Mapping[str, Any], settings: object) -> None:
    """Refuse everything that a file of toolmint's own holds beside `[tool.toolmint]`."""
    for notice in read.notices:
        _refuse(notice.location, notice.message, hint=notice.hint)
    top = replace(read, table=())
    for key in parsed:
        if key != "tool":
            top.fail(f"`{visible(key)}` stands outside of `[tool.toolmint]`", [key])
    if settings is None:
        top.fail("`tool` is no setting", ["tool"])


def _misspelt(read: ProjectFile, tables: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Report tables that only look like the settings' own: everybody else passes them over, and so must toolmint."""
    for name in tables:
        if name != _TABLE[-1] and resemblance(name, _TABLE[-1]) >= _MISSPELT_FROM:
            place = replace(read, table=_TABLE[:-1]).place(name)
            message = f"nobody reads `[tool.{visible(name)}]`"
            yield _notice(message, place, hint="did you mean `[tool.toolmint]`?")


def _without_effect(read: ProjectFile) -> Iterator[Diagnostic]:
    """Report entries of lists that stand twice, and patterns that are taken in and left out at once."""
    for at, values in (((), read.values), *((("sources", table.name), table.values) for table in read.sources)):
        for key, entries in values.items():
            for entry in dict.fromkeys(entries) if isinstance(entries, list) else ():
                if entries.count(entry) > 1:
                    place = read.place(*at, key, entry=entry, number=1)
                    yield _notice(f"`{visible(entry)}` stands twice in `{key}`", place, hint="remove one of them")
        for entry in values.get("include", ()):
            if entry in values.get("exclude", ()):
                message = f"`{visible(entry)}` stands in `include` and in `exclude`, which wins"
                yield _notice(message, read.place(*at, "include", entry=entry), hint="remove one of them")


def _notice(message: str, place: Location, *, hint: str) -> Diagnostic:
    return Diagnostic(code="PF-05", severity=Severity.WARNING, message=message, location=place, hint=hint)


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
        read.fail(f"found {_described(value)} for `{key.name}`, wanted {noun}", at)
    if key.choices and key.kind != "table" and value not in key.choices:
        read.fail(f"found `{value}` for `{key.name}`, wanted one of {comma_list(key.choices)}", at)


def _described(value: object) -> str:
    match value:
        case bool():
            return f"`{str(value).lower()}`"
        case int() | float():
            return f"the number `{value}`"
        case "":
            return "an empty string"
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
    found = _PLACE_IN_ERROR.search(said)
    lines = text.split("\n")
    line, column = len(lines), len(lines[-1]) + 1
    if found and found[1]:
        line, column = int(found[1]), int(found[2])
    message = _PLACE_IN_ERROR.sub("", said)
    place = Location(path=file.name, line=line, column=column)
    _refuse(place, f"not TOML: {message[:1].lower()}{message[1:]}")


def _refuse(
    place: Location,
    message: str,
    *,
    hint: str | None = None,
    code: str = "PF-01",
    related: tuple[Related, ...] = (),
) -> NoReturn:
    raise ConfigError.at(
        Diagnostic(code=code, severity=Severity.ERROR, message=message, location=place, hint=hint, related=related)
    )
