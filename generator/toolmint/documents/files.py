"""Reading files that people name: a regular file or a clear refusal, never a wait."""

from __future__ import annotations

import errno
import stat
from collections.abc import Iterator
from pathlib import Path

from toolmint.errors import system_reason

__all__ = [
    "SpecialFileError",
    "beginning_of",
    "check_regular",
    "files_below",
    "read_file",
    "shown_path",
    "why_unreadable",
]

_KINDS = (
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


class SpecialFileError(OSError):
    """A path names what is no regular file: reading it might wait, or never end."""


def shown_path(path: Path, root: Path) -> str:
    """Return a path as it is shown to people: relative to the root where it lies below it, else as it is."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()


def read_file(file: Path) -> bytes:
    """Return the content of a regular file.

    Raises:
        OSError: it cannot be read, or is no regular file; `why_unreadable` says why.
    """
    check_regular(file)
    return file.read_bytes()


def beginning_of(file: Path, size: int) -> bytes:
    """Return the first bytes of a regular file.

    Raises:
        OSError: as for `read_file`.
    """
    check_regular(file)
    with file.open("rb") as stream:
        return stream.read(size)


def check_regular(file: Path) -> None:
    """Refuse a pipe, a socket or a device.

    Raises:
        OSError: there is no such file, or it is no regular one. A folder is left to whoever opens it.
    """
    mode = file.stat().st_mode
    kind = next((name for is_kind, name in _KINDS if is_kind(mode)), None)
    if kind is not None:
        raise SpecialFileError(errno.EINVAL, f"found {kind}, wanted a file", str(file))


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, at any depth."""
    return (file for file in folder.rglob("*") if file.is_file())


def why_unreadable(error: OSError) -> str:
    """Say why the operating system does not give a file or a folder: one lower-case phrase."""
    match error:
        case SpecialFileError():
            return str(error.strerror)
        case FileNotFoundError() | NotADirectoryError():
            return "the file does not exist"
        case IsADirectoryError():
            return "found a folder, wanted a file"
        case _ if error.errno == errno.ELOOP:
            return "found a symbolic link that leads back to itself, wanted a file"
        case _:
            return f"cannot be read: {system_reason(error)}"
