"""Documents compiled as `toolmint generate` compiles them, and their packages imported."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from toolmint.build import BuildResult, build
from toolmint.config import project_for_paths
from toolmint.documents import DocumentStore

__all__ = ["compile_file", "compile_text", "import_package"]


def compile_file(file: Path, **options: Any) -> BuildResult:
    """Compile one document, for every target, and for more as `options` of `build` say."""
    store = DocumentStore(file.parent)
    return build(project_for_paths([Path(file.name)], store, root=file.parent), store=store, **options)


def compile_text(text: str, folder: Path, name: str = "spec", **options: Any) -> BuildResult:
    """Compile a document written inside a test."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.yaml"
    file.write_text(text, encoding="utf-8")
    return compile_file(file, **options)


@contextmanager
def import_package(result: BuildResult, name: str, folder: Path) -> Iterator[ModuleType]:
    """Write a package of a build below `folder` and import it; afterwards Python has forgotten it."""
    assert name not in sys.modules, f"`{name}` is imported already; give this one another name"
    assert any(path.startswith(f"{name}/") for path in result.files), [str(one) for one in result.diagnostics]
    for path, content in result.files.items():
        if path.startswith(f"{name}/"):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))
        for module in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
            del sys.modules[module]
