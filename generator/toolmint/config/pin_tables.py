"""Writing a pin into the project file: a table at its end, so that nothing else in it is touched."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import assert_never

from toolmint.config.pins import DocumentAt, FileAt, PinSettings
from toolmint.config.project_file import ProjectFile
from toolmint.documents import read_file
from toolmint.errors import ConfigError
from toolmint.listing import CommandServer, UrlServer
from toolmint.text import quoted_json

__all__ = ["project_file_with"]

_NEW_FILE = "toolmint.toml"


def project_file_with(settings: PinSettings, read: ProjectFile | None, root: Path) -> tuple[Path, bytes]:
    """Return the project file, and what it is to hold.

    Args:
        settings: the pin.
        read: the project file; None where there is none yet, so that `toolmint.toml` is made.
        root: the project's folder.

    Raises:
        ConfigError: the file is written in a way that no table can be added to; the hint has the lines.
    """
    file, above = (read.file, read.table) if read is not None else (root / _NEW_FILE, ())
    # The bytes, since the text that was read knows neither its line ends nor a byte-order mark.
    text = read_file(file).decode("utf-8") if read is not None else ""
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = _lines(settings, above)
    body = text.rstrip()
    joined = newline.join([*([body, ""] if body else []), *lines, ""])
    try:
        parsed = tomllib.loads(joined.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        raise ConfigError(f"cannot add the pin to `{file.name}`", hint="add:\n" + "\n".join(lines)) from None
    for key in (*above, "pins", settings.name):
        parsed = parsed[key]
    assert parsed == _values(settings)
    return file, joined.encode()


def _lines(settings: PinSettings, above: tuple[str, ...]) -> list[str]:
    header = ".".join((*above, "pins", settings.name if settings.name.isascii() else quoted_json(settings.name)))
    return [f"[{header}]", *(f"{key} = {_toml(value)}" for key, value in _values(settings).items())]


def _values(settings: PinSettings) -> dict[str, object]:
    match settings.origin:
        case CommandServer(command=command, env=env):
            return {"command": list(command), **({"env": list(env)} if env else {})}
        case UrlServer(url=url, headers=headers):
            return {"url": url, **({"headers": dict(headers)} if headers else {})}
        case FileAt(file=file):
            return {"file": file}
        case DocumentAt(place=place):
            return {"openapi": place}
        case _:
            assert_never(settings.origin)


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(held)}" for key, held in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return quoted_json(str(value))


def _key(name: str) -> str:
    return name if all(letter.isalnum() or letter in "_-" for letter in name) and name.isascii() else quoted_json(name)
