"""What can be said of pins without the network: whether `specs/` still holds what was accepted, and by whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from toolmint.config import PinSettings, Project, read_project_file
from toolmint.diagnostics import Diagnostic, Severity
from toolmint.digest import rfc8785_digest
from toolmint.documents import DocumentStore, parse_document, read_file, shown_path
from toolmint.errors import ConfigError, SourceError, system_reason
from toolmint.ir.schema import Json
from toolmint.listing import Listing, parse_text
from toolmint.location import Location, join_pointer, split_pointer
from toolmint.lock import (
    GROUPS,
    LOCK,
    OPENAPI_SPEC,
    SPEC,
    Entry,
    Lock,
    Named,
    PinLock,
    document_entry,
    entry_of,
    named_objects,
    parse_lock,
    parse_spec,
    text_entry,
)
from toolmint.text import comma_list, visible

__all__ = ["check_offline", "lock_file", "read_lock", "spec_file"]

_KEYS = {"tools": "tools", "prompts": "prompts", "resourceTemplates": "resourceTemplates"}
_SHOWN = 4
"""Parts of an object that a finding names."""


def lock_file(root: Path) -> Path:
    """Return where a project's lock lies, whether there is one or not."""
    return root / LOCK


def read_lock(root: Path) -> Lock:
    """Read a project's lock; without a file nothing is pinned.

    Raises:
        ConfigError: the file cannot be read, or is no lock.
    """
    try:
        return parse_lock(read_file(lock_file(root)))
    except FileNotFoundError:
        return Lock()
    except OSError as error:
        raise ConfigError(f"cannot read `{LOCK}`: {system_reason(error)}") from error


def spec_file(specs: Path, name: str, pin: PinLock) -> Path:
    """Return the file that holds what was accepted of a pin."""
    return specs / f"{name}{OPENAPI_SPEC if pin.kind == 'openapi' else SPEC}"


def check_offline(
    project: Project, lock: Lock, store: DocumentStore, *, names: Iterable[str] | None = None
) -> tuple[Diagnostic, ...]:
    """Compare `specs/` and the project file with the lock.

    Args:
        project: its specs folder and its pins.
        lock: what was accepted.
        store: reads the files that findings point at.
        names: the pins that are asked for; None: all, so that what nobody asked about is found too.

    Returns:
        Findings: LK-01, LK-02 and LK-05.
    """
    found = list(_findings(project, lock, None if names is None else set(names)))
    with suppress(OSError, SourceError):
        content = read_file(lock_file(project.root))
        store.add(parse_document(content, path=LOCK, file=Path(f"{LOCK}.json")))
    for path in {finding.location.path for finding in found if not finding.location.resolved} - {LOCK}:
        with suppress(SourceError):
            store.load(project.root / path)
    return tuple(_placed(store.located(finding)) for finding in found)


def _placed(finding: Diagnostic) -> Diagnostic:
    """Put a finding about a file that is not there at its beginning."""
    if finding.location.resolved:
        return finding
    return replace(finding, location=replace(finding.location, line=1, column=1))


def _findings(project: Project, lock: Lock, wanted: set[str] | None) -> Iterator[Diagnostic]:
    specs = project.specs
    if specs is None:
        return
    for name, pin in lock.pins.items():
        if wanted is None or name in wanted:
            yield from _Pin(name, pin, spec_file(specs, name, pin), project.root).check()
    if wanted is None:
        yield from _strangers(project, lock, specs)
    known = {settings.name for settings in project.pins}
    for settings in project.pins:
        locked = lock.pins.get(settings.name)
        if (wanted is None or settings.name in wanted) and (locked is None or locked.kind != settings.kind):
            yield _unlocked(settings, locked, project.root)
    for name in lock.pins:
        if name not in known and (wanted is None or name in wanted):
            yield _homeless(name)


def _strangers(project: Project, lock: Lock, specs: Path) -> Iterator[Diagnostic]:
    """Report tool lists in the specs folder that nobody accepted."""
    if not specs.is_dir():
        return
    pinned = bool(lock.pins) or bool(project.pins)
    for file in sorted(specs.glob(f"*{SPEC}")):
        name = file.name[: -len(SPEC)]
        locked = lock.pins.get(name)
        if (locked is None or locked.kind != "mcp") and not any(one.name == name for one in project.pins):
            yield Diagnostic(
                code="LK-01",
                # Where nothing is pinned, a list that lies there is its owner's affair.
                severity=Severity.ERROR if pinned else Severity.INFO,
                message=f"nobody accepted this tool list: `{LOCK}` has no pin `{visible(name)}`",
                location=Location(path=shown_path(file, project.root)),
                hint=f"`toolmint pin add {name} --file {shown_path(file, project.root)}` pins it",
            )


def _unlocked(settings: PinSettings, locked: PinLock | None, root: Path) -> Diagnostic:
    if locked is None:
        message = f"pin `{settings.name}` stands in the project file, and nothing of it is accepted"
    else:
        message = f"pin `{settings.name}` is of kind `{settings.kind}` here and `{locked.kind}` in `{LOCK}`"
    read = read_project_file(root)
    return Diagnostic(
        code="LK-01",
        severity=Severity.ERROR,
        message=message,
        location=read.place("pins", settings.name) if read is not None else Location(path=LOCK),
        hint=f"`toolmint pin add {settings.name}` writes both; take the table out of the project file first",
    )


def _homeless(name: str) -> Diagnostic:
    return Diagnostic(
        code="LK-01",
        severity=Severity.WARNING,
        message=f"the project file does not say where `{name}` comes from, so that nobody can see what changed there",
        location=Location(path=LOCK, pointer=join_pointer(["pins", name]), at="key"),
        hint=f"give `pins.{name}` a `command`, `url`, `file` or `openapi` there, or take it out of the lock",
    )


@dataclass(frozen=True, slots=True)
class _Pin:
    """One pin, and where its file lies."""

    name: str
    lock: PinLock
    file: Path
    root: Path

    @property
    def path(self) -> str:
        return shown_path(self.file, self.root)

    def check(self) -> Iterator[Diagnostic]:
        yield from self._approvals()
        try:
            text = read_file(self.file).decode("utf-8-sig")
        except FileNotFoundError:
            hint = f"`git checkout -- {self.path}` brings it back; a pin that is given up leaves the lock too"
            yield self._at_lock((), "LK-01", f"`{self.path}`, which holds what was accepted, is not there", hint)
            return
        except (OSError, UnicodeDecodeError):
            return  # reading the source says so
        try:
            yield from self._document(text) if self.lock.kind == "openapi" else self._listing(text)
        except SourceError as error:
            # What is no JSON at all, reading the source says too; this is about what was accepted.
            message = f"this is not what was accepted: {error.message}"
            yield self._at_spec("", "LK-02", message, self._restore)

    @property
    def _restore(self) -> str:
        return f"`git checkout -- {self.path}` brings back what was accepted; a pinned text is never edited"

    def _approvals(self) -> Iterator[Diagnostic]:
        entries: dict[tuple[str, ...], Entry] = {}
        for key, entry in (("instructions", self.lock.instructions), ("document", self.lock.document)):
            if entry is not None:
                entries[(key,)] = entry
        for group in GROUPS:
            entries |= {(_KEYS[group], name): entry for name, entry in self.lock.group(group).items()}
        for keys, entry in entries.items():
            if (wrong := entry.unbound) is not None:
                hint = f"`toolmint pin review {self.name}` and `pin accept` write approvals; nobody else does"
                about = f"`{visible(keys[-1])}`" if len(keys) > 1 else f"the {keys[0]}"
                yield self._at_lock((*keys, "approvals"), "LK-05", f"{about} of `{self.name}`: {wrong}", hint)

    def _listing(self, text: str) -> Iterator[Diagnostic]:
        listing = parse_spec(text, what=self.path)
        groups = {group: named_objects(listing, group, what=self.path) for group in GROUPS}
        for group, named in groups.items():
            yield from self._objects(GROUPS[group][0], _KEYS[group], named, self.lock.group(group))
        yield from self._instructions(listing)
        order = tuple(groups["tools"])
        if order != self.lock.order and sorted(order) == sorted(self.lock.order):
            yield self._at_spec("/tools", "LK-02", "the tools stand in another order than was accepted", self._restore)

    def _objects(
        self, noun: str, key: str, named: Mapping[str, Named], entries: Mapping[str, Entry]
    ) -> Iterator[Diagnostic]:
        for index, (name, one) in enumerate(named.items()):
            pointer = join_pointer([key, index])
            if name not in entries:
                message = f"{noun} `{visible(name)}` was never accepted: the lock does not have it"
                yield self._at_spec(pointer, "LK-01", message, self._restore, tool=name)
                continue
            if rfc8785_digest(one.value) != entries[name].sha256:
                parts, first = _parts(entries[name], entry_of(one.value))
                message = f"{noun} `{visible(name)}`: {parts} not what was accepted"
                hint = _accepted(entries[name], first) or self._restore
                yield self._at_spec(pointer + first, "LK-02", message, hint, tool=name)
        for name in entries.keys() - named.keys():
            message = f"{noun} `{visible(name)}` was accepted, and `{self.path}` does not hold it"
            yield self._at_lock((key, name), "LK-01", message, self._restore, tool=name)

    def _instructions(self, listing: Listing) -> Iterator[Diagnostic]:
        locked = self.lock.instructions
        found = None if listing.instructions is None else text_entry(listing.instructions)
        if (locked and locked.sha256) != (found and found.sha256):
            where = "/instructions" if found is not None else ""
            hint = _accepted(locked, "") if locked is not None else None
            message = "the server's instructions are not what was accepted"
            yield self._at_spec(where, "LK-02", message, hint or self._restore)

    def _document(self, text: str) -> Iterator[Diagnostic]:
        locked = self.lock.document
        found = document_entry(parse_text(text, what=self.path))
        if locked is not None and locked.sha256 != found.sha256:
            parts, first = _parts(locked, found)
            yield self._at_spec(first, "LK-02", f"{parts} not what was accepted", self._restore)

    def _at_spec(self, pointer: str, code: str, message: str, hint: str, tool: str | None = None) -> Diagnostic:
        place = Location(path=self.path, pointer=pointer)
        return Diagnostic(code=code, severity=Severity.ERROR, message=message, location=place, hint=hint, tool=tool)

    def _at_lock(
        self, keys: tuple[str, ...], code: str, message: str, hint: str, tool: str | None = None
    ) -> Diagnostic:
        place = Location(path=LOCK, pointer=join_pointer(["pins", self.name, *keys]), at="key")
        return Diagnostic(code=code, severity=Severity.ERROR, message=message, location=place, hint=hint, tool=tool)


def _parts(locked: Entry, found: Entry) -> tuple[str, str]:
    """Name the parts that differ, with the verb; and the first one that is there."""
    pointers = sorted(
        pointer
        for pointer in locked.parts.keys() | found.parts.keys()
        if locked.parts.get(pointer) != found.parts.get(pointer)
    )
    first = next((one for one in pointers if one in found.parts), "")
    verb = "is" if len(pointers) == 1 else "are"
    return f"{comma_list([_dotted(one) for one in pointers], limit=_SHOWN)} {verb}", first


def _dotted(pointer: str) -> str:
    return visible(".".join(split_pointer(pointer)))


def _accepted(entry: Entry, pointer: str) -> str | None:
    """Write the accepted text, which the lock holds; None where it is long or no text."""
    text: Json = entry.texts.get(pointer)
    if not isinstance(text, str) or len(text) > 200:
        return None
    return f"accepted was: {visible(text)}"
