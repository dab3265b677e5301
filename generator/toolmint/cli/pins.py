"""What the commands below `toolmint pin` have in common: the project, its pins and its lock."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from toolmint.build import BuildResult
from toolmint.cli.compiling import Compiled, print_report
from toolmint.cli.console import Console
from toolmint.config import NothingToCompile, PinSettings, Project, find_root, guess, open_project, pins_alone
from toolmint.diagnostics import Diagnostic
from toolmint.documents import DocumentStore, read_file
from toolmint.errors import SourceError, UsageError, system_reason
from toolmint.lock import Lock, PinLock
from toolmint.pins.offline import check_offline, read_lock, spec_file

__all__ = ["Pins", "author", "broken", "open_pins", "tell_findings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pins:
    """A project as the pins see it."""

    project: Project
    store: DocumentStore
    lock: Lock
    cwd: Path

    @property
    def root(self) -> Path:
        """The project's folder."""
        return self.project.root

    def named(self, names: Sequence[str]) -> list[str]:
        """Return the pins that were named, all of them where none was.

        Raises:
            UsageError: there is no such pin, or none at all.
        """
        known = sorted({*self.lock.pins, *(one.name for one in self.project.pins)})
        if not known:
            raise UsageError("nothing is pinned", hint="`toolmint pin add NAME -- COMMAND ...` pins a server's tools")
        for name in names:
            if name not in known:
                raise UsageError(f"there is no pin `{name}`", hint=guess(name, known, "pins"))
        return list(dict.fromkeys(names)) or known

    def settings(self, name: str) -> PinSettings:
        """Return what the project file says of a pin.

        Raises:
            UsageError: it says nothing.
        """
        found = next((one for one in self.project.pins if one.name == name), None)
        if found is None:
            hint = f"give `[tool.toolmint.pins.{name}]` a `command`, `url`, `file` or `openapi`"
            raise UsageError(f"the project file does not say where `{name}` comes from", hint=hint)
        return found

    def locked(self, name: str) -> PinLock:
        """Return what the lock says of a pin.

        Raises:
            UsageError: it says nothing.
        """
        found = self.lock.pins.get(name)
        if found is None:
            hint = f"take its table out of the project file, and run `toolmint pin add {name}`"
            raise UsageError(f"nothing of `{name}` is accepted yet", hint=hint)
        return found

    def stored(self, name: str) -> str:
        """Return what was accepted of a pin, as its file in the specs folder has it.

        Raises:
            SourceError: it cannot be read.
        """
        assert self.project.specs is not None
        file = spec_file(self.project.specs, name, self.locked(name))
        try:
            return read_file(file).decode("utf-8-sig").replace("\r\n", "\n")
        except (OSError, UnicodeDecodeError) as error:
            reason = system_reason(error) if isinstance(error, OSError) else "it is not UTF-8"
            raise SourceError(f"cannot read `{file.name}`: {reason}") from error


def open_pins(folder: Path | None) -> Pins:
    """Open the project that the pins belong to.

    Args:
        folder: the project's folder as it was given; None: the nearest one upwards.

    Raises:
        ToolmintError: the project file or the lock is wrong.
    """
    cwd = Path.cwd()
    if folder is not None and not (cwd / folder).is_dir():
        raise UsageError(f"`--project {folder}` is no folder")
    root = (cwd / folder).resolve() if folder is not None else find_root(cwd)
    lock = read_lock(root)
    try:
        project, store = open_project((), root=root, cwd=cwd)
    except NothingToCompile:  # what was accepted has been deleted, or nothing was pinned yet
        project, store = pins_alone(root), DocumentStore(root)
    return Pins(project=project, store=store, lock=lock, cwd=cwd)


def broken(pins: Pins, names: Sequence[str]) -> tuple[Diagnostic, ...]:
    """Return what is wrong with pins as they lie in the project, without asking anybody."""
    return check_offline(pins.project, pins.lock, pins.store, names=names)


def tell_findings(console: Console, pins: Pins, findings: Sequence[Diagnostic]) -> None:
    """Print findings to stderr."""
    compiled = Compiled(project=pins.project, store=pins.store, result=BuildResult(), manifests={}, cwd=pins.cwd)
    print_report(console, compiled, report_format="text", summary={}, findings=findings, as_data=False)


def author(given: str | None, root: Path) -> str:
    """Return who accepts: as the command line says, else as git knows the person.

    Raises:
        UsageError: nobody is named.
    """
    if given is not None:
        if not given.strip():
            raise UsageError("`--by` is empty, wanted who accepts")
        return given.strip()
    name, mail = (_git_value(root, key) for key in ("user.name", "user.email"))
    if name and mail:
        return f"{name} <{mail}>"
    if name or mail:
        return name or mail
    hint = "`--by NAME` says who accepts, or `git config user.name` for every time"
    raise UsageError("nobody is named who accepts", hint=hint)


def _git_value(root: Path, key: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), "config", "--get", key], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
