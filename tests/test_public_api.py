"""What `import toolmint` gives, and that it costs nothing until it is used."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import toolmint

IMPORTED_BY_TOOLMINT = """
import sys
before = set(sys.modules)
import toolmint
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""


def test_importing_toolmint_imports_only_the_standard_library() -> None:
    run = subprocess.run([sys.executable, "-c", IMPORTED_BY_TOOLMINT], capture_output=True, text=True, check=True)
    imported = set(run.stdout.split())
    assert "toolmint" in imported
    assert imported - {"toolmint"} <= sys.stdlib_module_names


def test_importing_toolmint_loads_no_module_of_it() -> None:
    code = "import sys, toolmint; print([name for name in sys.modules if name.startswith('toolmint.')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


@pytest.mark.parametrize("name", [name for name in toolmint.__all__ if name != "__version__"])
def test_a_public_name_is_the_one_of_its_module(name: str) -> None:
    module = importlib.import_module(toolmint._MODULES[name])
    assert getattr(toolmint, name) is getattr(module, name)
    assert name in module.__all__
    assert name in dir(toolmint)


def test_type_checkers_and_python_see_the_same_names() -> None:
    (guarded,) = (node for node in ast.parse(Path(toolmint.__file__).read_text()).body if isinstance(node, ast.If))
    imports = {
        alias.name: node.module for node in guarded.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    assert imports == toolmint._MODULES
    assert set(toolmint.__all__) == {*toolmint._MODULES, "__version__"}


def test_the_version_is_the_installed_one(root: Path) -> None:
    file = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["hatch"]["version"]["path"]
    assert Path(toolmint.__file__) == root / file
    assert toolmint.__version__ == importlib.metadata.version("toolmint")


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'toolmint' has no attribute 'nonsense'"):
        _ = toolmint.nonsense
    assert not hasattr(toolmint, "nonsense")
