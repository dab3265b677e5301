"""Python code in memory or in a file: read statically, and imported to be asked what a library makes of it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toolmint.diagnostics import ordered
from toolmint.documents import DocumentStore
from toolmint.ir.contract import ToolContract
from toolmint.source import Extraction, SourceInput
from toolmint.sources import load_source

__all__ = ["extract_code", "extract_file", "findings", "import_file", "plain_schema", "require", "store_of", "tool_of"]

_ROOT = Path("/project")
_IMPORTS = "from typing import *\nfrom toolmint.annotations import FromContext, Param, tool\n"


def import_file(path: Path) -> ModuleType:
    """Import a file under its stem."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def require(package: str) -> None:
    """Skip the test where a library is not installed that only `make setup-sdk` brings."""
    pytest.importorskip(package, reason=f"`{package}` is not installed: `make setup-sdk` installs every SDK")


def store_of(files: Mapping[str, str | bytes]) -> DocumentStore:
    """Return a store of files that lie in a folder `src`."""
    held = {_ROOT / "src" / name: text.encode() if isinstance(text, str) else text for name, text in files.items()}

    def read(file: Path) -> bytes:
        if file not in held:
            raise FileNotFoundError(2, "No such file or directory", str(file))
        return held[file]

    return DocumentStore(_ROOT, read=read, walk=lambda folder: [file for file in held if folder in file.parents])


def extract_code(
    code: str | Mapping[str, str | bytes], store: DocumentStore | None = None, **options: Any
) -> Extraction:
    """Read one file, with the imports that cases need in front of it, or several files by their names."""
    files: Mapping[str, str | bytes] = {"shop.py": _IMPORTS + code} if isinstance(code, str) else code
    fields = {key: options.pop(key) for key in ("include", "exclude") if key in options}
    source = SourceInput(name="tools", kind="python", file=Path("src"), options=options, **fields)
    return load_source("python").extract(source, store or store_of(files))


def extract_file(path: Path, **options: Any) -> Extraction:
    """Read a file, or a folder as one source."""
    source = SourceInput(name="tools", kind="python", file=Path(path.name), options=options)
    return load_source("python").extract(source, DocumentStore(path.parent))


def tool_of(code: str | Mapping[str, str | bytes], name: str | None = None, **options: Any) -> ToolContract:
    """Read one tool; of several, the one of that name."""
    extraction = extract_code(code, **options)
    contracts = [one for one in extraction.catalog.contracts if name in (None, one.name)]
    assert len(contracts) == 1, [one.message for one in extraction.diagnostics]
    return contracts[0]


def findings(code: str | Mapping[str, str | bytes], **options: Any) -> list[str]:
    """Return what is found in code: `LINE:COLUMN CODE message`, lines counted below the imports that are set before."""
    files: Mapping[str, str | bytes] = {"shop.py": _IMPORTS + code} if isinstance(code, str) else code
    store = store_of(files)
    above = _IMPORTS.count("\n") if isinstance(code, str) else 0
    found = ordered(store.located(one) for one in extract_code(files, store, **options).diagnostics)
    return [f"{one.location.line - above}:{one.location.column} {one.code} {one.message}" for one in found]


def plain_schema(schema: Any, definitions: Mapping[str, Any], within: tuple[str, ...] = ()) -> Any:
    """Write a schema so that two of one meaning are equal: references followed, no titles, `required` sorted."""
    if isinstance(schema, list):
        return [plain_schema(one, definitions, within) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    if isinstance(schema.get("$ref"), str):
        name = schema["$ref"].rpartition("/")[2]
        beside = {key: part for key, part in schema.items() if key != "$ref"}
        if name in within:
            return {"again": len(within) - within.index(name)}
        return plain_schema({**definitions[name], **beside}, definitions, (*within, name))
    made: dict[str, Any] = {}
    for key, part in schema.items():
        if key in ("$defs", "title", "default") and not (key == "default" and not isinstance(part, Mapping)):
            continue
        if key == "properties":
            made[key] = {name: plain_schema(one, definitions, within) for name, one in part.items()}
        elif key == "required":
            made[key] = sorted(part)
        elif key == "discriminator":
            made[key] = {**part, "mapping": sorted(part.get("mapping", {}))}
        elif key == "x-tool":
            continue
        elif key in ("enum", "examples"):
            made[key] = part
        else:
            made[key] = plain_schema(part, definitions, within)
    return made
