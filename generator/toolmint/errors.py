"""Failures: the run cannot go on. Wrong input that can be judged is a `Diagnostic`, not one of these."""

from __future__ import annotations

import enum
from typing import Self

from toolmint.diagnostics import Diagnostic

__all__ = [
    "ConfigError",
    "ExitCode",
    "InternalError",
    "OutputError",
    "ServerError",
    "SourceError",
    "ToolmintError",
    "UsageError",
    "system_reason",
]


class ExitCode(enum.IntEnum):
    """What the process returns; the meaning is documented in docs/cli.md."""

    CLEAN = 0
    FINDINGS = 1
    UNUSABLE = 2
    BUG = 3
    INTERRUPTED = 130


class ToolmintError(Exception):
    """A run that cannot go on.

    Args:
        message: one lower-case phrase, backticks round literals.
        hint: what the user can do about it.
        diagnostic: the finding to print instead of the bare message, where there is a place to point at.
    """

    exit_code = ExitCode.UNUSABLE

    def __init__(self, message: str, *, hint: str | None = None, diagnostic: Diagnostic | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.diagnostic = diagnostic

    @classmethod
    def at(cls, diagnostic: Diagnostic) -> Self:
        """Make the error whose text is a finding with a place."""
        return cls(diagnostic.message, hint=diagnostic.hint, diagnostic=diagnostic)


class UsageError(ToolmintError):
    """The command line asks for something that does not exist."""


class ConfigError(ToolmintError):
    """The project file is missing, unreadable or wrong."""


class SourceError(ToolmintError):
    """A source is missing, unreadable or not parsable."""


class ServerError(SourceError):
    """A tool server cannot be reached, or sends what cannot be used."""


class OutputError(ToolmintError):
    """Output cannot be written, or would leave its folder."""


class InternalError(ToolmintError):
    """A bug in toolmint."""

    exit_code = ExitCode.BUG


def system_reason(error: OSError) -> str:
    """Return why the operating system refused, as the end of a message: `permission denied`."""
    return (error.strerror or str(error)).lower()
