"""Writing a build to disk, so that no moment leaves a half-written file.

Every file is staged beside its place and moved there whole, the manifest of a package last. What did not change is
not touched; what the manifest does not list is not deleted.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from toolmint.digest import file_digest
from toolmint.errors import OutputError, system_reason
from toolmint.manifest import MANIFEST, Manifest, is_safe_path

__all__ = ["WriteReport", "write_output", "write_whole"]

_STAGED = ".toolmint-tmp"
_CACHE = "__pycache__"


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReport:
    """What writing did; paths are relative to the output folder, with `/`."""

    changed: tuple[str, ...] = ()
    """Files that were made or replaced."""
    deleted: tuple[str, ...] = ()
    """Files that nothing produces any more."""
    hand_edited: tuple[str, ...] = ()
    """Those of both whose content toolmint had not written; that content is gone."""
    unknown: tuple[str, ...] = ()
    """Packages whose manifest could not be read, so that nobody knows what was edited by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    """What has to be done, worked out before anything is touched."""

    write: Mapping[str, bytes]
    delete: tuple[str, ...]
    hand_edited: tuple[str, ...]
    unknown: tuple[str, ...]


def write_output(
    files: Mapping[str, bytes],
    out: Path,
    *,
    fresh: Mapping[str, Manifest],
    earlier: Mapping[str, Manifest],
    obsolete: Iterable[str] = (),
) -> WriteReport:
    """Make an output folder hold what a build gave.

    Args:
        files: path below `out` to content.
        out: the output folder; made where it does not exist.
        fresh: package to manifest, as the build gave them.
        earlier: package to manifest, as they lie in `out`.
        obsolete: packages that no source produces any more; what their manifests list is deleted.

    Returns:
        What was changed.

    Raises:
        OutputError: a path would leave `out`, a file that toolmint never wrote stands in the way, or the operating
            system refuses. What had been staged is removed again.
    """
    shown = out.name or str(out)
    for path in files:
        _check_inside(out, path, shown)
    try:
        plan = _plan(files, out, fresh=fresh, earlier=earlier, obsolete=obsolete)
        _write(plan, out)
    except OSError as error:
        raise _refused(error, Path(str(error.filename or out))) from error
    return WriteReport(
        changed=tuple(sorted(plan.write)),
        deleted=plan.delete,
        hand_edited=plan.hand_edited,
        unknown=plan.unknown,
    )


def write_whole(file: Path, content: bytes) -> None:
    """Replace one file, so that no moment leaves it half written.

    Args:
        file: the file; its folder exists.
        content: the bytes that it holds then.

    Raises:
        OutputError: the operating system refuses; the file is as it was.
    """
    temporary = file.with_name(f".{file.name}.{os.getpid()}{_STAGED}")
    try:
        _stage(temporary, content, file)
        if file.exists():
            temporary.chmod(file.stat().st_mode)
        temporary.replace(file)
    except OSError as error:
        raise _refused(error, file) from error
    finally:
        temporary.unlink(missing_ok=True)


def _plan(
    files: Mapping[str, bytes],
    out: Path,
    *,
    fresh: Mapping[str, Manifest],
    earlier: Mapping[str, Manifest],
    obsolete: Iterable[str],
) -> _Plan:
    write: dict[str, bytes] = {}
    edited: list[str] = []
    strangers: list[str] = []
    for path, content in files.items():
        existing = _read(out / path)
        if existing is not None and existing.replace(b"\r\n", b"\n") == content:
            continue
        write[path] = content
        package, _, inner = path.partition("/")
        if existing is None or inner == MANIFEST:
            continue
        manifest = earlier.get(package)
        if manifest is None:
            strangers.append(path)
        elif manifest.readable and manifest.files.get(inner) != file_digest(existing):
            edited.append(path)
    if strangers:
        raise OutputError(
            f"`{strangers[0]}` in `{out.name}` is no file that toolmint wrote; it is not replaced",
            hint="choose another folder with `--out`, or remove the file",
        )
    delete = _to_delete(out, fresh, earlier, obsolete)
    edited += [path for path in delete if _is_edited(out, path, earlier)]
    unknown = tuple(package for package, manifest in earlier.items() if package in fresh and not manifest.readable)
    return _Plan(write=write, delete=delete, hand_edited=tuple(sorted(edited)), unknown=unknown)


def _to_delete(
    out: Path, fresh: Mapping[str, Manifest], earlier: Mapping[str, Manifest], obsolete: Iterable[str]
) -> tuple[str, ...]:
    gone: list[str] = []
    for package, manifest in fresh.items():
        if package in earlier:
            gone += [f"{package}/{path}" for path in earlier[package].files.keys() - manifest.files.keys()]
    for package in obsolete:
        if package in earlier and earlier[package].readable:
            gone += [f"{package}/{path}" for path in (*earlier[package].files, MANIFEST)]
    for path in gone:
        _check_inside(out, path, out.name)
    # The manifest goes last, so that an interrupted deletion can be finished by the next run.
    there = [path for path in gone if (out / path).is_file()]
    return tuple(sorted(there, key=lambda path: (path.endswith(f"/{MANIFEST}"), path)))


def _is_edited(out: Path, path: str, earlier: Mapping[str, Manifest]) -> bool:
    package, _, inner = path.partition("/")
    return inner != MANIFEST and earlier[package].files.get(inner) != file_digest((out / path).read_bytes())


def _check_inside(out: Path, path: str, shown: str) -> None:
    if not is_safe_path(path):
        raise OutputError(f"`{path}` does not lie inside `{shown}`")
    root = out.resolve()
    entry = out
    for part in path.split("/"):
        entry /= part
        if entry.is_symlink() and not entry.resolve().is_relative_to(root):
            link = entry.relative_to(out).as_posix()
            raise OutputError(
                f"`{shown}/{link}` is a symbolic link that leads out of `{shown}`; nothing is written through it",
                hint="replace the link by a folder or file of its own",
            )


def _read(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None


def _write(plan: _Plan, out: Path) -> None:
    """Stage every file, move each to its place, delete, and move the manifests last.

    So an interrupted run leaves the old manifest, with which the next one finishes the work.
    """
    out.mkdir(parents=True, exist_ok=True)
    staged: dict[Path, Path] = {}
    made: list[Path] = []
    try:
        for path, content in plan.write.items():
            file = out / path
            _make_folder(file.parent, made)
            # Entered before it exists: an interrupt may come right after.
            temporary = staged[file] = file.with_name(f".{file.name}.{os.getpid()}{_STAGED}")
            _stage(temporary, content, file)
        manifests = [file for file in staged if file.name == MANIFEST]
        _move([file for file in staged if file.name != MANIFEST], staged)
        _delete(plan.delete, out)
        _move(manifests, staged)
    except BaseException:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)
        for folder in reversed(made):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
        raise


def _move(files: Iterable[Path], staged: dict[Path, Path]) -> None:
    for file in files:
        staged[file].replace(file)
        del staged[file]


def _stage(temporary: Path, content: bytes, file: Path) -> None:
    try:
        temporary.unlink(missing_ok=True)
        # Exclusive: nobody can have put a link to somewhere else there in the meantime.
        with temporary.open("xb") as stream:
            stream.write(content)
    except OSError as error:
        raise _refused(error, file) from error


def _make_folder(folder: Path, made: list[Path]) -> None:
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for entry in reversed(missing):
        entry.mkdir()
        made.append(entry)


def _delete(paths: Iterable[str], out: Path) -> None:
    for path in paths:
        file = out / path
        file.unlink(missing_ok=True)
        _remove_empty(file.parent, out)


def _remove_empty(folder: Path, out: Path) -> None:
    """Remove a folder that holds nothing any more but what Python cached, and so its parents up to `out`."""
    while folder != out and folder.is_dir():
        left = list(folder.iterdir())
        if any(entry.name != _CACHE for entry in left):
            return
        for cache in left:
            entries = list(cache.iterdir())
            if any(entry.suffix != ".pyc" for entry in entries):
                return
            for entry in entries:
                entry.unlink()
            cache.rmdir()
        folder.rmdir()
        folder = folder.parent


def _refused(error: OSError, file: Path) -> OutputError:
    return OutputError(f"cannot write `{file}`: {system_reason(error)}", hint="choose another folder with `--out`")
