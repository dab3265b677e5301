"""Types that only running Python code tells, as the document that the source of kind `python` reads."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from toolmint.diagnostics import Diagnostic
from toolmint.documents import Document
from toolmint.sources.python.source import Unresolved

__all__ = ["import_folders", "types_document", "types_request"]

_FORMAT = 1


def import_folders(asked: Sequence[Unresolved], root: Path) -> list[Path]:
    """Return the folders that the modules are imported from, as the places of their files say."""
    found: dict[Path, None] = {}
    for one in asked:
        path = PurePosixPath(one.file)
        parts = list(path.with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        names = one.module.split(".")
        if parts[-len(names) :] == names:
            found[(root / Path(*parts[: -len(names)])).absolute()] = None
    return list(found)


def types_request(asked: Sequence[Unresolved]) -> dict[str, Any]:
    """Return what the child is asked: each module once, with its functions."""
    modules: dict[str, dict[str, list[str]]] = {}
    for one in asked:
        modules.setdefault(one.module, {})[one.qualname] = list(one.names)
    return {"task": "types", "modules": [{"name": name, "functions": found} for name, found in modules.items()]}


def types_document(
    asked: Sequence[Unresolved], answer: Mapping[str, Any], reasons: Mapping[str, Diagnostic], file: Path
) -> Document:
    """Make the document.

    Args:
        asked: whose types were asked for.
        answer: what the child has told.
        reasons: module to why nothing of it was told.
        file: what stands for the document.
    """
    errors = dict(answer.get("errors", {}))
    for one in asked:
        if one.module in reasons:
            errors[f"{one.module}.{one.qualname}"] = dict.fromkeys(one.names, _said(reasons[one.module]))
    value = {"format": _FORMAT, "functions": answer.get("functions", {}), "errors": errors}
    content = json.dumps(value, indent=1).encode()
    return Document(path=file.name, file=file, syntax="json", value=value, content=content)


def _said(reason: Diagnostic) -> str:
    place = reason.location
    return f"{reason.message} ({place.path}:{place.line})" if place.path.endswith(".py") else reason.message
