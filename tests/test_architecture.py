"""What keeps the code readable: floors, sizes, one place that prints, and nothing of anyone's machine."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

MAX_MODULE_LINES = 400
MAX_FUNCTION_LINES = 60
PRINTER = "generator/toolmint/cli/console.py"

# Put together here, so that this file does not hold them.
MACHINE_FOLDERS = ["/".join(["", *parts, ""]) for parts in (["work"], ["root"], ["tmp", "w"])]
HOMES = ["/".join(["", part, ""]) for part in ("home", "Users")]
INDEX_HOSTS = [".".join(parts) for parts in (["pypi", "org"], ["pythonhosted", "org"], ["npmjs", "org"])]
# A folder begins where no longer path or URL goes on: `https://example.com/work/` is nobody's machine. A home has a
# name and something in it, while `/home/timeline` is an API's path.
MACHINE_PATH = re.compile(
    rf"(?<![\w.~/}}-])(?:(?:{'|'.join(map(re.escape, MACHINE_FOLDERS))})|(?:{'|'.join(HOMES)})[\w.-]+/)"
)
INDEX_HOST = re.compile(rf"\b(?:{'|'.join(map(re.escape, INDEX_HOSTS))})\b")


def modules(root: Path) -> Iterator[tuple[str, str]]:
    """Yield path and text of every module of the compiler."""
    for file in sorted((root / "generator/toolmint").rglob("*.py")):
        yield file.relative_to(root).as_posix(), file.read_text(encoding="utf-8")


def nodes(root: Path) -> Iterator[tuple[str, ast.AST]]:
    for path, text in modules(root):
        for node in ast.walk(ast.parse(text)):
            yield path, node


def published(root: Path) -> Iterator[tuple[str, str]]:
    """Yield path and text of every file that git has or would take."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        text=True,
    )
    if listed.returncode:
        pytest.skip(f"not a git checkout: {listed.stderr.strip()}")
    for path in sorted(set(listed.stdout.split("\0")) - {""}):
        file = root / path
        content = file.read_bytes() if file.is_file() else b"\0"
        if b"\0" not in content:
            yield path, content.decode("utf-8", "replace")


def places(root: Path, pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path}:{number}: {found.group()}"
        for path, text in published(root)
        for number, line in enumerate(text.splitlines(), 1)
        if (found := pattern.search(line))
    ]


def test_imports_go_down_the_floors(root: Path) -> None:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as main; main()"]
    run = subprocess.run([*command, "--no-logo", "--no-cache"], cwd=root, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_modules_are_short(root: Path) -> None:
    lengths = [(path, len(text.splitlines())) for path, text in modules(root)]
    assert lengths
    assert [f"{path}: {length} lines" for path, length in lengths if length > MAX_MODULE_LINES] == []


def test_functions_are_short(root: Path) -> None:
    long = []
    for path, node in nodes(root):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > MAX_FUNCTION_LINES:
                long.append(f"{path}:{node.lineno}: {node.name} has {length} lines")
    assert long == []


def test_only_the_console_prints(root: Path) -> None:
    printing = {"print", "typer.echo", "typer.secho", "click.echo", "click.secho"}
    calls = [
        f"{path}:{node.lineno}: {ast.unparse(node.func)}"
        for path, node in nodes(root)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in printing and path != PRINTER
    ]
    assert calls == []


def test_no_file_names_a_machine(root: Path) -> None:
    assert places(root, MACHINE_PATH) == []
    if len(root.parts) > 2:  # `/app` could be an API's path
        assert places(root, re.compile(re.escape(str(root)) + r"(?![\w.-])")) == []


def test_no_file_names_a_package_index(root: Path) -> None:
    assert places(root, INDEX_HOST) == []


@pytest.mark.parametrize("folder", [*MACHINE_FOLDERS, *(f"{home}someone/" for home in HOMES)])
def test_machine_paths_are_recognised(folder: str) -> None:
    assert MACHINE_PATH.search(f"see {folder}thing")
    assert MACHINE_PATH.search(f'"{folder}"')
    assert not MACHINE_PATH.search(f"https://example.com{folder}items")
    assert not MACHINE_PATH.search(f"{folder[:-2]}")


@pytest.mark.parametrize("host", INDEX_HOSTS)
def test_package_indexes_are_recognised(host: str) -> None:
    assert INDEX_HOST.search(f"https://files.{host}/simple")
    assert not INDEX_HOST.search(host.replace(".", "-"))


def test_annotations_need_nothing_but_python(root: Path) -> None:
    # That they import nothing else of toolmint either is a floor.
    allowed = {"toolmint", *sys.stdlib_module_names}
    imported = [
        f"{path}: {name}"
        for path, node in nodes(root)
        if path in {"generator/toolmint/__init__.py", "generator/toolmint/annotations.py"}
        for name in imported_packages(node)
        if name not in allowed
    ]
    assert imported == []


def imported_packages(node: ast.AST) -> list[str]:
    """Return the top-level packages that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [(node.module or "").partition(".")[0]]
    return []
