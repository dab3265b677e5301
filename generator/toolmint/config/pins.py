"""The pins of a project: what is not its own, where it comes from, and the sources that they give."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import parse_qsl, urlsplit

from toolmint.config.discovery import source_name
from toolmint.config.project_file import ProjectFile
from toolmint.listing import CREDENTIAL_FORM, CommandServer, UrlServer
from toolmint.source import SourceInput
from toolmint.text import comma_list, visible

__all__ = [
    "DocumentAt",
    "FileAt",
    "PinOrigin",
    "PinSettings",
    "pin_settings",
    "refused_command",
    "refused_name",
    "refused_url",
    "with_pinned_sources",
]

_ORIGINS = ("command", "url", "file", "openapi")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+\Z")
_SECRET = re.compile(r"(?i)(?:^|[_-])(?:api[_-]?key|key|token|secret|password|passwd|pwd|auth|signature|sig)$")


_SECRET_OPTION = re.compile(
    r"(?i)(?:^|[_-])(?:api[_-]?key|(?:access|secret|private)[_-]?key|token|secret|password|passwd|pwd)$"
)
_HEADER_SECRET = re.compile(
    r"(?i)^(?:[\w-]*(?:api-?key|token|secret)|authorization):\s*(?!\s*(?:(?:bearer|basic|token)\s+)?\$)\S"
)
_URL_SECRET = re.compile(
    r"(?i)[a-z][a-z0-9+.-]*://(?:[^\s/@:$]*:[^\s/@$]+@"
    r"|\S*[?&](?:[\w-]*[_-])?(?:api[_-]?key|key|token|secret|password)=[^\s&$])"
)
_BY_ENV = "the project file must not hold; pass it by `--env`, such as `--env KEY -- sh -c 'server --key \"$KEY\"'`"


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAt:
    """A tool list in a file that somebody else writes."""

    file: str
    """Relative to the project, or absolute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentAt:
    """An OpenAPI document that somebody else writes."""

    place: str
    """A path, relative to the project or absolute, or a URL."""

    @property
    def is_url(self) -> bool:
        """Whether it has to be fetched."""
        return self.place.lower().startswith(("http://", "https://"))


PinOrigin: TypeAlias = CommandServer | UrlServer | FileAt | DocumentAt


@dataclass(frozen=True, slots=True, kw_only=True)
class PinSettings:
    """One `[tool.toolmint.pins.NAME]`."""

    name: str
    """NAME, which is the name of the source too."""
    origin: PinOrigin
    spec: Path
    """The file in the specs folder that holds what was accepted, absolute."""

    @property
    def kind(self) -> Literal["mcp", "openapi"]:
        """What the lock says of it."""
        return "openapi" if isinstance(self.origin, DocumentAt) else "mcp"


def pin_settings(read: ProjectFile, specs: Path) -> tuple[PinSettings, ...]:
    """Read the pins of a project file.

    Args:
        read: the project file.
        specs: the specs folder, absolute.

    Raises:
        ConfigError: a name that no source can have, no origin or several, or a setting without the one it is for.
    """
    found: list[PinSettings] = []
    for name, values in sorted(read.pins.items()):
        at = ("pins", name)
        if (wrong := refused_name(name)) is not None:
            read.fail(wrong, at)
        given = [key for key in _ORIGINS if key in values]
        if len(given) != 1:
            state = f"has {comma_list(given)}" if given else "has none of them"
            read.fail(f"pin `{name}` {state}; wanted one of {comma_list(_ORIGINS)}", at)
        for key, belongs in (("env", "command"), ("headers", "url")):
            if key in values and given != [belongs]:
                read.fail(f"`{key}` goes with `{belongs}`", [*at, key])
        origin = _origin(read, at, values)
        ending = ".openapi.json" if isinstance(origin, DocumentAt) else ".mcp.json"
        found.append(PinSettings(name=name, origin=origin, spec=specs / f"{name}{ending}"))
    return tuple(found)


def _origin(read: ProjectFile, at: Sequence[str], values: Mapping[str, Any]) -> PinOrigin:
    if "command" in values:
        if not values["command"]:
            read.fail("`command` is empty, wanted a program and its arguments", [*at, "command"])
        if (wrong := refused_command(values["command"])) is not None:
            read.fail(wrong, [*at, "command"])
        for name in values.get("env", ()):
            if not _VARIABLE.match(name):
                hint = "names alone stand here; the values come from the environment"
                read.fail(f"`{visible(name)}` is no name of an environment variable", [*at, "env"], hint=hint)
        return CommandServer(command=tuple(values["command"]), env=tuple(values.get("env", ())))
    if "url" in values:
        if (wrong := refused_url(values["url"])) is not None:
            read.fail(wrong, [*at, "url"])
        headers = values.get("headers", {})
        for name, variable in headers.items():
            if not _HEADER.match(name):
                read.fail(f"`{visible(name)}` is no name of a header", [*at, "headers"])
            if not isinstance(variable, str) or not _VARIABLE.match(variable):
                hint = "the value of the header comes from the environment variable that is named here"
                read.fail(f"header `{name}` names no environment variable", [*at, "headers"], hint=hint)
        return UrlServer(url=values["url"], headers=dict(headers))
    if "openapi" in values:
        origin = DocumentAt(place=values["openapi"])
        if origin.is_url and (wrong := refused_url(origin.place)) is not None:
            read.fail(wrong, [*at, "openapi"])
        return origin
    return FileAt(file=values["file"])


def refused_name(name: str) -> str | None:
    """Say why a pin cannot be called so; None where it can."""
    near = source_name(Path(f"{name}.json")) if name and "/" not in name and "\\" not in name else "vendor"
    if near != name:
        return f"`{visible(name)}` is no Python identifier, which a source is called by; `{near}` is"
    return None


def refused_command(command: Sequence[str]) -> str | None:
    """Say why a command cannot stand in a project file; None where it can."""
    for argument, following in zip(command, (*command[1:], ""), strict=True):
        name, equals, value = argument.partition("=")
        if not equals and name.startswith("-") and not following.startswith("-"):
            value = following
        if value and not value.startswith("$") and _SECRET_OPTION.search(name):
            return f"`{visible(name)}` of the command looks like a secret, which {_BY_ENV}"
        if CREDENTIAL_FORM.search(argument) or _HEADER_SECRET.search(argument):
            return f"an argument of the command holds a credential, which {_BY_ENV}"
        if _URL_SECRET.search(argument):
            return f"a URL in the command holds a password or a key, which {_BY_ENV}"
    return None


def refused_url(url: str) -> str | None:
    """Say why a URL cannot stand in a project file; None where it can."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return f"`{visible(url)}` is no URL"
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return f"`{visible(url)}` is no URL of `http` or `https`"
    if parts.username is not None or parts.password is not None:
        return "the URL holds a user name or a password, which the project file must not; pass a header by `--header`"
    for key, value in parse_qsl(parts.query, keep_blank_values=True):
        if value and _SECRET.search(key):
            return f"the URL's `{visible(key)}` looks like a secret, which the project file must not hold"
    return None


def with_pinned_sources(
    sources: Sequence[SourceInput], pins: Sequence[PinSettings], *, language: str | None, options: dict[str, object]
) -> tuple[SourceInput, ...]:
    """Add the pins that a project file does not list among its sources."""
    listed = {source.file for source in sources}
    added = tuple(
        SourceInput(
            name=pin.name,
            kind="openapi" if pin.kind == "openapi" else "tool-list",
            file=pin.spec,
            language=language,
            options=options,
        )
        for pin in pins
        if pin.spec not in listed and pin.spec.is_file()
    )
    return (*sources, *added)
