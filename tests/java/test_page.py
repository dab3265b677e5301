"""What docs/java.md shows was printed by the commands that it shows, and its Java stands in the example."""

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
_JAVA = re.compile(r"```java\n(.*?)```", re.DOTALL)


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Path:
    """A copy of the examples."""
    shutil.copytree(root / "docs/examples", tmp_path / "docs/examples", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def _printed(command: str, folder: Path) -> str:
    paths = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": paths, "NO_COLOR": "1", "COLUMNS": "100"}
    environment.pop("FORCE_COLOR", None)
    done = subprocess.run(
        ["bash", "-c", f"{{ {command}; }} 2>&1"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_transcripts_are_what_the_commands_print(root: Path, copy: Path, golden: Golden) -> None:
    page = root / "docs/java.md"
    text = page.read_text(encoding="utf-8")

    def replay(block: re.Match[str]) -> str:
        commands = [line[2:] for line in block.group(1).splitlines() if line.startswith("$ ")]
        shown = "".join(f"$ {command}\n{_printed(command, copy)}" for command in commands)
        return f"```console\n{shown}```"

    assert len(_CONSOLE.findall(text)) == 3
    golden.check_file(_CONSOLE.sub(replay, text).encode(), page)


def test_the_three_classes_are_told_apart_for_the_right_reasons(copy: Path) -> None:
    codes = {
        name: set(re.findall(r"warning\[(\S+)\]", _printed(f"toolmint lint docs/examples/java/{name}", copy)))
        for name in ("short", "vague", "bounded")
    }
    assert codes == {"short": {"FS-01", "CL-05"}, "vague": {"CL-02"}, "bounded": set()}


def test_the_bounded_class_is_compiled_and_shown(root: Path) -> None:
    example = root / "docs/examples/java/bounded/OrderTools.java"
    compiled = root / "specs/java/com/example/orders/OrderTools.java"
    # The two stand in one project with another source of the same tools.
    marked = re.sub(r"@SuppressWarnings.*\n", "", compiled.read_text(encoding="utf-8"))
    assert example.read_text(encoding="utf-8") == marked
    (shown,) = _JAVA.findall((root / "docs/java.md").read_text(encoding="utf-8"))
    plain = re.sub(r"(?m)^ +", "", example.read_text(encoding="utf-8"))
    assert re.sub(r"(?m)^ +", "", shown) in plain
