"""Which Python runs the user's code."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

__all__ = ["NoInterpreterError", "find_interpreter"]

_PROGRAMS = ("bin/python", "Scripts/python.exe")


class NoInterpreterError(Exception):
    """The interpreter that a source names is not there; the text says what was looked for."""


def find_interpreter(named: str | None, root: Path) -> Path:
    """Find the interpreter that has what the project's code needs.

    Args:
        named: by the source: a program, a virtual environment's folder, or a command; relative to `root`.
        root: the project's folder.

    Returns:
        What is named; else that of the active virtual environment; else that of the project's `.venv`; else the one
        that runs toolmint.

    Raises:
        NoInterpreterError: what is named does not exist.
    """
    if named is not None:
        return _named(named, root)
    active = os.environ.get("VIRTUAL_ENV")
    for folder in ([Path(active)] if active else []) + [root / ".venv"]:
        program = _program(folder)
        if program is not None:
            return program
    return Path(sys.executable)


def _named(named: str, root: Path) -> Path:
    path = root / named
    if path.is_dir():
        program = _program(path)
        if program is None:
            raise NoInterpreterError(f"the folder `{named}` is no virtual environment: it has no `bin/python`")
        return program
    if path.is_file():
        return path
    command = shutil.which(named) if Path(named).name == named else None
    if command is None:
        raise NoInterpreterError(f"the interpreter `{named}` does not exist")
    return Path(command)


def _program(environment: Path) -> Path | None:
    # Links are not followed: a virtual environment's program finds its packages by where it is called.
    return next((environment / name for name in _PROGRAMS if (environment / name).is_file()), None)
