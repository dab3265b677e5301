"""What README shows was printed by the commands that it shows, and its Python runs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.golden import Golden

_CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
_PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Path:
    """A checkout of the worked examples and of what they compile to."""
    for name in ("specs", "generated", "docs/examples"):
        shutil.copytree(root / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / ".gitignore", tmp_path)
    author = "-c user.name=reader -c user.email=reader@example.com -c commit.gpgsign=false"
    run(f"git init -q && git add . && git {author} commit -q --no-verify -m all", tmp_path)
    return tmp_path


def run(command: str, folder: Path) -> str:
    """Run one command as a reader would, and return what a terminal would show."""
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "NO_COLOR": "1",
        "COLUMNS": "100",
    }
    environment.pop("FORCE_COLOR", None)
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def test_transcripts_are_what_the_commands_print(root: Path, copy: Path, golden: Golden) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")

    def replay(block: re.Match[str]) -> str:
        commands = [line[2:] for line in block.group(1).splitlines() if line.startswith("$ ")]
        shown = "".join(f"$ {command}\n{run(command, copy)}" for command in commands)
        return f"```console\n{shown}```"

    assert len(_CONSOLE.findall(text)) == 5
    golden.check_file(_CONSOLE.sub(replay, text).encode(), root / "README.md")
    assert run("git status --short", copy) == ""


@pytest.mark.parametrize(
    ("index", "printed"),
    [
        (0, "GET /orders/A10086/refund-estimate\n" * 2),
        (1, "argument `order` is unknown; did you mean `order_id`?; argument `order_id` is missing\n"),
    ],
)
def test_the_python_examples_run(index: int, printed: str, root: Path, copy: Path) -> None:
    code = _PYTHON.findall((root / "README.md").read_text(encoding="utf-8"))[index]
    done = subprocess.run([sys.executable, "-c", code], cwd=copy, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == printed


def test_what_goes_in_and_comes_out_is_what_is_checked_in(root: Path) -> None:
    text = (root / "README.md").read_text(encoding="utf-8")
    (operation,) = re.findall(r"```yaml\n(  /orders.*?)```", text, re.DOTALL)
    (description,) = re.findall(r"```text\n(Calculate.*?)```", text, re.DOTALL)
    assert set(operation.splitlines()) <= set((root / "specs/after_sales.yaml").read_text("utf-8").splitlines())
    assert description.strip() in (root / "generated/after_sales/tools.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w-]+\.(?:py|md|json))`", text.partition("| file in")[2].partition("\n\n")[0])
    assert named
    assert [name for name in named if not (root / "generated/after_sales" / name).exists()] == []
