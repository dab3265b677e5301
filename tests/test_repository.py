"""The repository keeps its own rules: what is checked in is what its sources give."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from toolmint.build import build
from toolmint.cli.main import main
from toolmint.config import load_project
from toolmint.documents import DocumentStore

from support.golden import compare, read_tree

PROGRAM = (
    "import sys, json, hashlib\n"
    "from pathlib import Path\n"
    "from toolmint.build import build\n"
    "from toolmint.config import load_project\n"
    "from toolmint.documents import DocumentStore\n"
    "root = Path(sys.argv[1])\n"
    "store = DocumentStore(root)\n"
    "files = build(load_project(root, store), store=store).files\n"
    "digests = {path: hashlib.sha256(content).hexdigest() for path, content in files.items()}\n"
    "print(json.dumps(digests, sort_keys=True))\n"
)


def compiled(root: Path) -> dict[str, bytes]:
    store = DocumentStore(root)
    return dict(build(load_project(root, store), store=store).files)


def test_generated_is_what_specs_compile_to(root: Path) -> None:
    differences = compare(compiled(root), read_tree(root / "generated"))
    assert [str(one) for one in differences] == [], "run `make generate`"


def test_pages_that_come_from_code_are_fresh(root: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "toolmint.cli.docs", "--check"], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr + "\nrun `make docs`"


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_no_hash_seed_changes_a_byte(root: Path, seed: str) -> None:
    def digests(value: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": value}
        command = [sys.executable, "-c", PROGRAM, str(root)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert digests(seed) == digests("7")


def test_another_folder_and_a_crlf_checkout_change_no_byte(root: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "another folder"
    shutil.copytree(root / "specs", elsewhere / "specs")
    for spec in (elsewhere / "specs").rglob("*.yaml"):
        spec.write_bytes(spec.read_bytes().replace(b"\n", b"\r\n"))
    assert compare(compiled(elsewhere), compiled(root)) == []


def test_the_order_in_which_a_file_system_lists_files_changes_no_byte(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    straight = compiled(root)
    listing = Path.iterdir
    monkeypatch.setattr(Path, "iterdir", lambda self: iter(sorted(listing(self), reverse=True)))
    walking, scanning = Path.rglob, Path.glob
    monkeypatch.setattr(Path, "rglob", lambda self, *a, **k: iter(sorted(walking(self, *a, **k), reverse=True)))
    monkeypatch.setattr(Path, "glob", lambda self, *a, **k: iter(sorted(scanning(self, *a, **k), reverse=True)))
    assert compare(compiled(root), straight) == []


def test_hooks_run_commands_that_exist(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hooks = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in hooks] == ["toolmint-check", "toolmint-generate"]
    for hook in hooks:
        assert {"name", "entry", "language", "files"} <= hook.keys()
        program, *arguments = [*hook["entry"].split(), *hook.get("args", ())]
        assert program == "toolmint"
        assert main([*arguments, "--help"]) == 0
        assert re.search(hook["files"], "specs/orders.yaml")
        assert not re.search(hook["files"], "src/specs.py")


def test_the_workflow_runs_targets_and_commands_that_exist(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file,) = (root / ".github/workflows").iterdir()
    workflow = yaml.safe_load(file.read_text(encoding="utf-8"))
    commands = [step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step]
    targets = set(re.findall(r"(?m)^([a-z-]+):.*##", (root / "Makefile").read_text(encoding="utf-8")))
    assert {"make lint", "make types", "make test", "make test-all"} <= set(commands)
    for program, *arguments in map(str.split, commands):
        if program == "make":
            assert set(arguments) <= targets
        else:
            assert program == ".venv/bin/toolmint"
            assert main([*arguments, "--help"]) == 0
