"""The manifest of a generated package: which files toolmint wrote there, and from which contracts.

It tells a file that was edited by hand from one that a source changed, and it is the licence to delete.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import cast

from toolmint.digest import file_digest, value_digest
from toolmint.ir.codec import catalog_to_json
from toolmint.ir.contract import Catalog
from toolmint.ir.schema import Json

__all__ = [
    "MANIFEST",
    "Manifest",
    "catalog_digest",
    "is_safe_path",
    "manifest_of",
    "merged",
    "parse_manifest",
    "read_manifests",
]

MANIFEST = "manifest.json"
"""Its file name in the package's folder."""
VERSION = 1
"""Of the form; raised when a reader of the old form would misread the new one."""

_DRIVE = re.compile(r"[A-Za-z]:")


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What toolmint last wrote into one package."""

    files: Mapping[str, str] = field(default_factory=dict)
    """Path below the package's folder to sha256 of the content, CRLF read as LF."""
    contracts: Mapping[str, str] = field(default_factory=dict)
    """Tool to sha256 of its contract's canonical JSON."""
    catalog: str = ""
    """sha256 of the whole catalog's canonical JSON: shared schemas and servers are in no single contract."""
    source: str = ""
    """What the files call the source."""
    readable: bool = True
    """False where a manifest lies there that nobody can read, as after a merge conflict."""

    def to_bytes(self) -> bytes:
        """Write the manifest as its file, sorted."""
        value = {
            "version": VERSION,
            "source": self.source,
            "catalog": self.catalog,
            "contracts": dict(self.contracts),
            "files": dict(self.files),
        }
        return (json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def manifest_of(catalog: Catalog, files: Mapping[str, bytes], *, source: str) -> Manifest:
    """Make the manifest of a freshly printed package.

    Args:
        catalog: what was printed.
        files: path below the package's folder to content, without the manifest.
        source: what the files call the source.
    """
    contracts, whole = _digests(catalog)
    return Manifest(
        files={path: file_digest(content) for path, content in files.items()},
        contracts=contracts,
        catalog=whole,
        source=source,
    )


def catalog_digest(catalog: Catalog) -> str:
    """Return what the manifest of a catalog's package says of the whole."""
    return _digests(catalog)[1]


def _digests(catalog: Catalog) -> tuple[dict[str, str], str]:
    encoded = catalog_to_json(catalog)
    written = cast("Iterable[Json]", encoded["contracts"])
    contracts = {contract.name: value_digest(value) for contract, value in zip(catalog.contracts, written, strict=True)}
    # The order of the tools is part of the catalog, so the digests stand in a list here.
    return contracts, value_digest({**encoded, "contracts": list(contracts.values())})


def merged(fresh: Manifest, earlier: Manifest | None) -> Manifest:
    """Return the manifest of a package of which only some targets were printed.

    The entries of files that were not printed stay. Where there are such, the digests of the contracts stay too: they
    say what those other files were made from.
    """
    if earlier is None or not earlier.readable or earlier.files.keys() <= fresh.files.keys():
        return fresh
    return replace(earlier, files={**earlier.files, **fresh.files})


def parse_manifest(content: bytes) -> Manifest:
    """Read a manifest's file; one that is not of this form comes back as not readable."""
    unreadable = Manifest(readable=False)
    try:
        value = json.loads(content)
    except ValueError:
        return unreadable
    if (
        not isinstance(value, dict)
        or value.get("version") != VERSION
        or not all(isinstance(value.get(key), str) for key in ("catalog", "source"))
    ):
        return unreadable
    tables = (value.get("files"), value.get("contracts"))
    for table in tables:
        if not isinstance(table, dict) or not all(isinstance(digest, str) for digest in table.values()):
            return unreadable
    # Whoever can write a manifest must not be able to delete elsewhere with it.
    if not all(is_safe_path(path) for path in value["files"]):
        return unreadable
    return Manifest(**{key: value[key] for key in ("files", "contracts", "catalog", "source")})


def read_manifests(out: Path) -> dict[str, Manifest]:
    """Read the manifest of every package in an output folder.

    Returns:
        Package to manifest, sorted; a folder without one is none of ours and is left out.

    Raises:
        OSError: a manifest exists and cannot be read.
    """
    if not out.is_dir():
        return {}
    found = sorted(entry for entry in out.iterdir() if entry.is_dir() and (entry / MANIFEST).is_file())
    return {entry.name: parse_manifest((entry / MANIFEST).read_bytes()) for entry in found}


def is_safe_path(path: str) -> bool:
    """Say whether a path with `/` stays below the folder that it is relative to, on every system."""
    parts = PurePosixPath(path).parts
    return (
        bool(parts)
        and path == "/".join(parts)
        and not path.startswith("/")
        and not {"..", "."} & set(parts)
        and "\\" not in path
        and "\0" not in path
        and not _DRIVE.match(path)
    )
