"""Linters have nothing to say about generated packages: ruff as it comes, and this repository's own settings."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import ast
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import black
import pytest

from behaviour.test_python_target import rich
from toolmint.ir.contract import Catalog, Prose
from toolmint.rendering import PythonName
from toolmint.targets.python.names import exported

from support.compiling import compile_file
from support.function_catalog import stock
from support.importing import catalog, tool, write_package
from support.pinned_catalog import list_catalog

CHOSEN_BY_THE_DOCUMENT = ("A001", "A002", "N803", "N815", "RUF001", "RUF002")
"""Names of arguments, and characters of texts."""
WHOLE_SENTENCE = (
    "Whether it is sent at once, or kept until the customer confirms it, which nobody has to do in person. "
)
CHINESE = "按照订单编号查询订单详情，包括商品、支付状态和物流状态；如果订单不存在，则返回错误信息并说明原因。" * 3
URL = f"https://example.com/{'a-long-way-down/' * 9}end"


def wordy() -> Catalog:
    """A catalog whose texts and names are longer than a line."""
    properties: dict[str, Any] = {
        "note": {"type": ["string", "null"], "description": WHOLE_SENTENCE * 3},
        "chinese": {"type": "string", "minLength": 1, "description": CHINESE},
        "link": {"type": "string", "description": f'See "{URL}" and {URL}\n\nIt\'s {WHOLE_SENTENCE}'},
        "kind": {"oneOf": [{"const": "a"}, {"const": "b"}, {"type": "null"}]},
    }
    lines = [f"1. {WHOLE_SENTENCE * 2}", f"  - {CHINESE}", "", f"    indented {WHOLE_SENTENCE * 2}", URL, f"Or {URL}"]
    return catalog(
        tool("wordy", properties, prose=Prose(verbatim="\n".join([WHOLE_SENTENCE * 2, *lines, "\\" * 130]))),
        tool("one_line", {"a": {"type": "string"}}, prose=Prose(verbatim="x" * 113 + " y")),
        tool(f"{'very_' * 12}long", {"model": {"type": "object", "properties": {"a": {}}}}),
        title="Long texts",
    )


def ruff(root: Path, folder: Path, *, ours: bool) -> str:
    """Return what ruff says of a folder."""
    settings = ["--isolated"]
    if ours:
        ignored = ",".join([*CHOSEN_BY_THE_DOCUMENT, "D", "TID252"])
        settings = ["--config", str(root / "pyproject.toml"), "--ignore", ignored]
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--no-cache",
        *settings,
        "--output-format",
        "concise",
        str(folder),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("ours", [False, True], ids=["as-it-comes", "our-settings"])
@pytest.mark.parametrize(
    "source",
    [rich(), wordy(), catalog(), stock(), list_catalog()],
    ids=["rich", "wordy", "empty", "functions", "pinned"],
)
def test_a_package_is_clean(source: Catalog, ours: bool, root: Path, tmp_path: Path) -> None:
    write_package(source, tmp_path)
    assert ruff(root, tmp_path, ours=ours) == "All checks passed!\n"


def test_what_is_checked_in_is_clean(root: Path) -> None:
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "generated", "docs"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.stdout == "All checks passed!\n"
    assert ruff(root, root / "generated", ours=False) == "All checks passed!\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["box.json", "dub.yaml", "github-subset.json", "lark-im-zh.yaml", "spotify.yaml"])
def test_packages_of_real_documents_are_clean(name: str, corpus: Path, root: Path, tmp_path: Path) -> None:
    result = compile_file(corpus / "openapi" / name, targets=("python",))
    (package,) = result.catalogs
    folder = tmp_path / package
    folder.mkdir()
    for path, content in result.files.items():
        if path.endswith(".py"):
            (tmp_path / path).write_bytes(content)
    assert ruff(root, tmp_path, ours=False) == "All checks passed!\n"
    assert ruff(root, tmp_path, ours=True) == "All checks passed!\n"


def test_black_leaves_long_lines_alone(tmp_path: Path) -> None:
    for file in write_package(wordy(), tmp_path).glob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert black.format_str(text, mode=black.Mode()) == text, file.name


def test_wrapping_changes_no_word_and_no_value(tmp_path: Path) -> None:
    package = write_package(wordy(), tmp_path)
    (source,) = (one.prose.verbatim for one in wordy().contracts if one.name == "wordy")
    tree = ast.parse((package / "tools.py").read_text(encoding="utf-8"))
    (function,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "wordy")
    docstring = ast.get_docstring(function, clean=False)
    assert docstring is not None
    # Chinese has no spaces, so a line may end between any two characters.
    described = "".join(docstring.partition("Args:")[0].split())
    assert described == "".join(str(source).split())
    tree = ast.parse((package / "models.py").read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    schemas = wordy().contracts[0].input_schema["properties"].values()  # type: ignore[union-attr]
    assert {str(one["description"]) for one in schemas if "description" in one} <= texts


def test_a_module_names_what_the_others_import(tmp_path: Path) -> None:
    trees = {file.stem: ast.parse(file.read_bytes()) for file in write_package(rich(), tmp_path).glob("*.py")}
    missing = {
        f"{module} imports {node.module}.{alias.name}"
        for module, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module is not None
        for alias in node.names
        if alias.name not in names_in_all(trees[node.module])
    }
    assert missing == set()


def names_in_all(tree: ast.Module) -> Sequence[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            names: list[str] = ast.literal_eval(node.value)
            return names
    return ()


def test_exported_names_are_in_the_order_that_ruff_wants(tmp_path: Path) -> None:
    drawn = random.Random(7)
    names = {"".join(drawn.choices("aAbB_019", k=drawn.randint(1, 7))) for _ in range(3000)}
    listed = [PythonName(name) for name in sorted(names) if name.isidentifier()]
    lines = [f"{name} = 1" for name in listed]
    lines += ["__all__ = [", *(f'    "{name}",' for name in exported(listed)), "]", ""]
    (tmp_path / "module.py").write_text("\n".join(lines), encoding="utf-8")
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--isolated", "--select", "RUF022", "module.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "All checks passed!\n"
