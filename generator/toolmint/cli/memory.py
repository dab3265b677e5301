"""Generated packages that are imported from memory, so that nothing has to be written and cleaned up."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.resources.abc import Traversable, TraversableResources
from importlib.util import spec_from_loader
from types import ModuleType
from typing import cast

__all__ = ["importable"]


@contextmanager
def importable(package: str, files: Mapping[str, bytes]) -> Iterator[str]:
    """Let a package be imported, until the end of the block.

    Args:
        package: what it is called.
        files: path below the package's folder, with `/`, to content.

    Yields:
        The name to import it by, which no installed package has.
    """
    name = f"toolmint_served_{package}"
    finder = _MemoryFinder(name, files)
    sys.meta_path.insert(0, finder)
    try:
        yield name
    finally:
        sys.meta_path.remove(finder)
        for module in [m for m in sys.modules if m == name or m.startswith(f"{name}.")]:
            del sys.modules[module]


class _MemoryFinder(MetaPathFinder, InspectLoader):
    """Finds and loads the modules of one package."""

    def __init__(self, name: str, files: Mapping[str, bytes]) -> None:
        self._name = name
        self._files = files

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if self._file(fullname) not in self._files:
            return None
        return spec_from_loader(fullname, self, origin=f"<{fullname}>", is_package=self.is_package(fullname))

    def is_package(self, fullname: str) -> bool:
        return fullname == self._name

    def get_source(self, fullname: str) -> str:
        return self._files[self._file(fullname)].decode()

    def get_resource_reader(self, fullname: str) -> TraversableResources:
        return _Reader(self._files)

    def _file(self, fullname: str) -> str:
        if fullname == self._name:
            return "__init__.py"
        parent, _, module = fullname.rpartition(".")
        return f"{module}.py" if parent == self._name else ""


class _Reader(TraversableResources):
    """What `importlib.resources` reads the package's data files from."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        held = io.BytesIO()
        with zipfile.ZipFile(held, "w") as archive:
            for path, content in files.items():
                archive.writestr(path, content)
        self._archive = zipfile.ZipFile(held)

    def files(self) -> Traversable:
        return cast(Traversable, zipfile.Path(self._archive))
