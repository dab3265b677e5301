"""Drift: what a build gives, compared with what is checked in.

Each differing file gets a cause, since each cause has its own cure; one "run `toolmint generate`" for all of them
would bless an edited file or a change that nobody can explain.
"""

from __future__ import annotations

import difflib
import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from toolmint.build import BuildResult, SourceSummary
from toolmint.causes import Causes, Reprint
from toolmint.digest import file_digest
from toolmint.manifest import MANIFEST, Manifest
from toolmint.text import plural, visible

__all__ = ["Cause", "Difference", "Mend", "counts", "diff_output"]

Cause: TypeAlias = Literal["changed", "missing", "stale", "hand-edited"]
Mend: TypeAlias = Literal["generate", "move-edit", "review", "remove"]
"""What helps: a fresh run; moving the edit to where it belongs; looking first, as the cause is unknown; removing the
file by hand, as toolmint deletes only what it wrote."""

MAX_DIFF_LINES = 60
"""Lines of one file's diff that are shown unless all are asked for."""
MAX_LINE_LENGTH = 400
"""Characters of one line of a diff that are shown: a JSON file may hold everything in one line."""
# `difflib` needs quadratic time.
_MAX_COMPARED = 2_000
_STRAYS = ("__pycache__", "Thumbs.db", "desktop.ini")
# A package that is missing or stale as a whole is one difference from this many files on.
_COLLAPSED_FROM = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One file, or one whole package, that is not what the sources compile to."""

    path: str
    """Below the output folder; a whole package ends in `/`."""
    cause: Cause
    detail: str
    """The reason, as far as it can be known."""
    mend: Mend
    files: int = 1
    """How many files it stands for."""
    diff: tuple[str, ...] = field(default=(), compare=False)
    """Unified diff, line by line without line ends, made visible; empty where one side does not exist."""
    cut: int = 0
    """Lines of the diff that are left out at its end; -1 where there are more than anybody counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Checked:
    """A package as it is checked in."""

    files: Mapping[str, bytes]
    manifest: Manifest | None


def diff_output(
    result: BuildResult,
    out: Path,
    *,
    whole: bool,
    manifests: Mapping[str, Manifest],
    reprint: Reprint | None = None,
    max_diff_lines: int | None = MAX_DIFF_LINES,
) -> tuple[Difference, ...]:
    """Compare a build with an output folder.

    Packages of sources that could not be compiled are not judged.

    Args:
        result: the build.
        out: the output folder; one that does not exist holds no files.
        whole: whether the build is of everything that `out` is generated from, so that other packages are stale.
        manifests: package to manifest, as they lie in `out`.
        reprint: prints what is checked in once more, to tell a changed source from changed templates.
        max_diff_lines: how much of one file's diff is made; None: all.

    Returns:
        Ordered by path.

    Raises:
        OSError: a file exists and cannot be read.
    """
    found: list[Difference] = []
    for source in result.sources:
        if source.status == "built":
            checked = _Checked(files=_read_package(out / source.name), manifest=manifests.get(source.name))
            causes = _causes(source, result, checked, reprint)
            found += _diff_package(source, result, checked, causes, max_diff_lines)
    if whole:
        known = {source.name for source in result.sources}
        for package in manifests.keys() - known:
            if manifests[package].readable:
                checked = _Checked(files=_read_package(out / package), manifest=manifests[package])
                found += _stale_package(package, checked)
    return tuple(sorted(found, key=lambda difference: difference.path))


def _causes(source: SourceSummary, result: BuildResult, checked: _Checked, reprint: Reprint | None) -> Causes | None:
    if checked.manifest is None or not checked.manifest.readable:
        return None
    return Causes(
        package=source.name,
        label=source.label,
        catalog=result.catalogs.get(source.name),
        fresh=result.manifests[source.name],
        earlier=checked.manifest,
        checked_in=checked.files,
        reprint=reprint,
    )


def _diff_package(
    source: SourceSummary,
    result: BuildResult,
    checked: _Checked,
    causes: Causes | None,
    max_diff_lines: int | None,
) -> Iterator[Difference]:
    prefix = f"{source.name}/"
    fresh = {path.removeprefix(prefix): text for path, text in result.files.items() if path.startswith(prefix)}
    missing = [path for path in fresh if path not in checked.files]
    if len(missing) == len(fresh) >= _COLLAPSED_FROM and not checked.files:
        detail = "nothing was generated yet"
        yield Difference(path=prefix, cause="missing", detail=detail, mend="generate", files=len(missing))
        return
    differences = [
        Difference(path=prefix + path, cause="missing", detail="not there", mend="generate") for path in missing
    ]
    for path, content in fresh.items():
        existing = checked.files.get(path)
        if existing is None or existing.replace(b"\r\n", b"\n") == content or path == MANIFEST:
            continue
        cause, detail, mend = _judge(path, existing, content, checked.manifest, causes)
        diff, cut = _unified_diff(prefix + path, existing, content, max_diff_lines)
        differences.append(Difference(path=prefix + path, cause=cause, detail=detail, mend=mend, diff=diff, cut=cut))
    differences += [_stale(prefix, path, checked.manifest) for path in checked.files.keys() - fresh.keys()]
    yield from differences
    yield from _diff_manifest(prefix, fresh, checked, causes, among=bool(differences))


def _judge(
    path: str, existing: bytes, fresh: bytes, manifest: Manifest | None, causes: Causes | None
) -> tuple[Cause, str, Mend]:
    if manifest is None:
        return "changed", f"no `{MANIFEST}` tells what was generated", "review"
    if causes is None:
        return "changed", f"`{MANIFEST}` cannot be read, so an edit by hand cannot be told from a change", "review"
    if path not in manifest.files:
        return "hand-edited", "toolmint did not write it: the manifest does not list it", "move-edit"
    if manifest.files[path] != file_digest(existing):
        return "hand-edited", "its digest is not the manifest's", "move-edit"
    return "changed", causes.of(path, fresh), "generate"


def _stale(prefix: str, path: str, manifest: Manifest | None) -> Difference:
    if manifest is not None and path in manifest.files:
        return Difference(path=prefix + path, cause="stale", detail="nothing produces it any more", mend="generate")
    detail = "nothing produces it, and toolmint did not write it"
    return Difference(path=prefix + path, cause="stale", detail=detail, mend="remove")


def _diff_manifest(
    prefix: str, fresh: Mapping[str, bytes], checked: _Checked, causes: Causes | None, *, among: bool
) -> Iterator[Difference]:
    """Report the manifest only where it is the news: it differs whenever another file does."""
    existing = checked.files.get(MANIFEST)
    if existing is None or existing.replace(b"\r\n", b"\n") == fresh[MANIFEST]:
        return
    readable = checked.manifest is not None and checked.manifest.readable
    if among and readable:
        return
    if causes is None or not readable:
        detail = "it cannot be read as a manifest"
    elif causes.source_changed:
        detail = causes.told
    else:
        detail = "its digests are not those of the files beside it"
    yield Difference(path=prefix + MANIFEST, cause="changed", detail=detail, mend="generate")


def _stale_package(package: str, checked: _Checked) -> Iterator[Difference]:
    manifest = checked.manifest or Manifest()
    listed = [path for path in checked.files if path in manifest.files or path == MANIFEST]
    others = [path for path in checked.files if path not in manifest.files and path != MANIFEST]
    detail = "no source produces this package any more"
    if len(listed) >= _COLLAPSED_FROM:
        yield Difference(path=f"{package}/", cause="stale", detail=detail, mend="generate", files=len(listed))
    else:
        for path in listed:
            yield Difference(path=f"{package}/{path}", cause="stale", detail=detail, mend="generate")
    for path in others:
        yield _stale(f"{package}/", path, manifest)


def _read_package(folder: Path) -> dict[str, bytes]:
    """Read every file below a folder but hidden ones and what Python caches; links to folders are not followed.

    Type checkers, linters, editors and file browsers leave such files wherever they look, and no target writes any.
    """
    files: dict[str, bytes] = {}
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not _is_stray(name))
        for name in names:
            file = Path(parent, name)
            if not _is_stray(name) and file.is_file():
                files[file.relative_to(folder).as_posix()] = file.read_bytes()
    return files


def _is_stray(name: str) -> bool:
    return name.startswith(".") or name in _STRAYS or name.endswith(".pyc")


def _unified_diff(path: str, old: bytes, new: bytes, limit: int | None) -> tuple[tuple[str, ...], int]:
    before, after = (_lines(content) for content in (old, new))
    head, tail = _equal_ends(before, after)
    # Everything outside the compared part is equal, three lines of it are context.
    start, stop = max(0, head - 3), max(0, tail - 3)
    before, after = (lines[start : len(lines) - stop] for lines in (before, after))
    uncounted = max(len(before), len(after)) > _MAX_COMPARED
    made = difflib.unified_diff(
        before[:_MAX_COMPARED], after[:_MAX_COMPARED], f"{path} (checked in)", f"{path} (fresh)", lineterm=""
    )
    lines = [_shown(line, start) for line in made]
    if limit is None or len(lines) <= limit:
        return tuple(lines), -1 if uncounted else 0
    return tuple(lines[:limit]), -1 if uncounted else len(lines) - limit


def _lines(content: bytes) -> list[str]:
    text = content.replace(b"\r\n", b"\n").decode("utf-8", "replace")
    *lines, last = text.split("\n")
    return [*lines, f"{last} (no line feed at the end)"] if last else lines


def _equal_ends(before: Sequence[str], after: Sequence[str]) -> tuple[int, int]:
    """Return how many lines are equal at the beginning, and how many of the rest at the end."""
    pairs = zip(before, after, strict=False)
    head = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
    rest = zip(reversed(before[head:]), reversed(after[head:]), strict=False)
    return head, sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], rest))


def _shown(line: str, offset: int) -> str:
    if line.startswith("@@"):
        return _moved_hunk(line, offset)
    cut = len(line) - MAX_LINE_LENGTH
    return visible(line if cut <= 0 else f"{line[:MAX_LINE_LENGTH]}… {plural(cut, 'more character')}")


def _moved_hunk(header: str, offset: int) -> str:
    """Count the lines of a hunk from the beginning of the file instead of from the compared part."""

    def moved(span: str) -> str:
        start, _, length = span[1:].partition(",")
        return f"{span[0]}{int(start) + offset}{',' if length else ''}{length}"

    mark, old, new, end = header.split(" ")
    return f"{mark} {moved(old)} {moved(new)} {end}"


def counts(differences: Sequence[Difference]) -> dict[Cause, int]:
    """Count the differing files by cause, in the order in which people are told."""
    order: tuple[Cause, ...] = ("changed", "missing", "stale", "hand-edited")
    return {cause: sum(d.files for d in differences if d.cause == cause) for cause in order}
