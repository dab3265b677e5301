"""`toolmint pin add`: what a server lists, or a file holds, becomes a pinned source of the project."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from toolmint.cli.console import Console
from toolmint.cli.pins import Pins, open_pins
from toolmint.config import (
    DocumentAt,
    FileAt,
    PinOrigin,
    PinSettings,
    project_file_with,
    read_project_file,
    refused_command,
    refused_name,
    refused_url,
)
from toolmint.documents import shown_path
from toolmint.errors import ExitCode, OutputError, UsageError, system_reason
from toolmint.listing import CommandServer, UrlServer, parse_text
from toolmint.lock import LOCK, OPENAPI_SPEC, SPEC, Lock, PinLock, document_entry, lock_bytes, parse_spec
from toolmint.output import write_whole
from toolmint.pins.acceptance import first_lock
from toolmint.pins.offline import lock_file
from toolmint.pins.origins import read_origin
from toolmint.text import plural

__all__ = ["AddOptions", "run"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOptions:
    """What the command line says of a new pin."""

    name: str
    command: Sequence[str] = ()
    url: str | None = None
    file: str | None = None
    openapi: str | None = None
    env: Sequence[str] = ()
    headers: Sequence[str] = field(default_factory=tuple)
    """`NAME=ENV` each."""


def run(console: Console, folder: Path | None, options: AddOptions) -> ExitCode:
    """Read what is listed, and write it down with its lock and its place in the project file.

    Raises:
        ToolmintError: it cannot be read, or its name is taken; nothing is written.
    """
    if (wrong := refused_name(options.name)) is not None:
        raise UsageError(wrong)
    pins = open_pins(folder)
    settings = _settings(options, pins)
    _refuse_taken(settings, pins)
    with console.progress() as progress:
        if progress is not None:
            progress(f"{options.name}: asking", 0, 1)
        text = read_origin(settings, pins.root, progress=console.say)
    shown = shown_path(settings.spec, pins.root)
    locked = _locked(settings, text, shown)
    lock = Lock(pins={**pins.lock.pins, settings.name: locked})
    project_file, project_text = project_file_with(settings, read_project_file(pins.root), pins.root)
    _write({settings.spec: text.encode(), lock_file(pins.root): lock_bytes(lock), project_file: project_text})
    console.say(f"pinned `{settings.name}`: {_counted(locked)}; wrote `{shown}`, `{LOCK}` and `{project_file.name}`")
    console.hint(
        f"it is text that a model reads: look through `{shown}`, or at what `toolmint lint {settings.name}` says;\n"
        f"      `toolmint generate {settings.name}` compiles it"
    )
    return ExitCode.CLEAN


def _settings(options: AddOptions, pins: Pins) -> PinSettings:
    given = {
        "-- COMMAND": bool(options.command),
        "--url": options.url is not None,
        "--file": options.file is not None,
        "--openapi": options.openapi is not None,
    }
    chosen = [name for name, is_given in given.items() if is_given]
    if len(chosen) != 1:
        found = " and ".join(f"`{name}`" for name in chosen) or "none of them"
        raise UsageError(
            f"found {found}, wanted one of `-- COMMAND ...`, `--url`, `--file` and `--openapi`",
            hint=f"`toolmint pin add {options.name} -- npx -y some-server` pins what a server lists",
        )
    if options.env and not options.command:
        raise UsageError("`--env` goes with `-- COMMAND ...`", hint="`--header NAME=ENV` is for `--url`")
    if options.headers and options.url is None:
        raise UsageError("`--header` goes with `--url`", hint="`--env NAME` is for `-- COMMAND ...`")
    assert pins.project.specs is not None
    ending = OPENAPI_SPEC if options.openapi is not None else SPEC
    return PinSettings(
        name=options.name, origin=_origin(options, pins), spec=pins.project.specs / f"{options.name}{ending}"
    )


def _origin(options: AddOptions, pins: Pins) -> PinOrigin:
    if options.command:
        for name in options.env:
            if "=" in name or not name.isidentifier():
                hint = "the value comes from the environment each time, and is written nowhere"
                raise UsageError(f"`--env {name.partition('=')[0]}` wants the name of a variable alone", hint=hint)
        if (wrong := refused_command(options.command)) is not None:
            raise UsageError(wrong)
        return CommandServer(command=tuple(options.command), env=tuple(dict.fromkeys(options.env)))
    if options.url is not None:
        if (wrong := refused_url(options.url)) is not None:
            raise UsageError(wrong)
        return UrlServer(url=options.url, headers=_headers(options.headers))
    if options.openapi is not None:
        origin = DocumentAt(place=options.openapi)
        if origin.is_url:
            if (wrong := refused_url(options.openapi)) is not None:
                raise UsageError(wrong)
            return origin
        return DocumentAt(place=_from_root(options.openapi, pins))
    return FileAt(file=_from_root(options.file or "", pins))


def _headers(given: Sequence[str]) -> Mapping[str, str]:
    headers: dict[str, str] = {}
    for one in given:
        name, equals, variable = one.partition("=")
        if not equals or not name or not variable.isidentifier():
            # What was typed may be a credential.
            raise UsageError(
                f"`--header {name}=…` wants the name of an environment variable behind `=`",
                hint="as `--header Authorization=WEATHER_AUTH`; the value is written nowhere",
            )
        headers[name] = variable
    return headers


def _from_root(path: str, pins: Pins) -> str:
    """Write a path as the project file has it: seen from the project, wherever the command was typed."""
    file = Path(os.path.normpath(pins.cwd / path))
    return Path(os.path.relpath(file, pins.root)).as_posix()


def _refuse_taken(settings: PinSettings, pins: Pins) -> None:
    name = settings.name
    if name in pins.lock.pins or any(one.name == name for one in pins.project.pins):
        hint = f"`toolmint pin review {name}` shows what changed since"
        raise UsageError(f"`{name}` is pinned already", hint=hint)
    own = (
        isinstance(settings.origin, FileAt) and (pins.root / settings.origin.file).resolve() == settings.spec.resolve()
    )
    if settings.spec.exists() and not own:
        hint = f"`--file {shown_path(settings.spec, pins.root)}` pins what lies there"
        raise UsageError(f"`{shown_path(settings.spec, pins.root)}` is there already", hint=hint)
    for source in pins.project.sources:
        same = (pins.root / source.file).resolve() == settings.spec.resolve()
        if source.name.casefold() == name.casefold() and not same:
            raise UsageError(f"the project has a source `{source.name}` already", hint="give the pin another name")


def _locked(settings: PinSettings, text: str, shown: str) -> PinLock:
    if isinstance(settings.origin, DocumentAt):
        return PinLock(kind="openapi", document=document_entry(parse_text(text, what=settings.origin.place)))
    is_live = isinstance(settings.origin, CommandServer | UrlServer)
    what = "the server" if is_live else shown
    return first_lock(parse_spec(text, what=what), what=what, strict=is_live)


def _write(files: Mapping[Path, bytes]) -> None:
    """Write each file, all of them or none."""
    before = {file: file.read_bytes() if file.exists() else None for file in files}
    try:
        for file, content in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(file, content)
    except BaseException as error:
        for file, old in before.items():
            if old is None:
                file.unlink(missing_ok=True)
            else:
                write_whole(file, old)
        if isinstance(error, OSError):
            raise OutputError(f"cannot write `{error.filename}`: {system_reason(error)}") from error
        raise


def _counted(locked: PinLock) -> str:
    if locked.document is not None:
        count = sum(one.startswith("/paths/") for one in locked.document.parts)
        return f"a document of {plural(count, 'part')} below `paths`"
    parts = [plural(len(locked.tools), "tool")]
    parts += [plural(len(locked.prompts), "prompt")] if locked.prompts else []
    parts += [plural(len(locked.templates), "resource template")] if locked.templates else []
    parts += ["instructions"] if locked.instructions is not None else []
    return ", ".join(parts)
