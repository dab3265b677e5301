"""An environment of its own for openapi-core, made when a test first asks for it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

__all__ = ["Validator", "validator_python"]

REQUIREMENT = "openapi-core>=0.23.1,<0.24"
PROGRAM = Path(__file__).parent / "request_validator.py"


def validator_python(root: Path) -> Path:
    """Return the interpreter of an environment that holds openapi-core; skip the test where it cannot be installed.

    Args:
        root: the repository, where `.venv-validator` is made; TOOLMINT_VALIDATOR_VENV names another place.
    """
    folder = Path(os.environ.get("TOOLMINT_VALIDATOR_VENV") or root / ".venv-validator")
    python = folder / "bin" / "python"
    if python.exists():
        return python
    fresh = Path(tempfile.mkdtemp(prefix=".venv-", dir=folder.parent))
    commands = (
        [sys.executable, "-m", "venv", str(fresh)],
        [str(fresh / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", REQUIREMENT],
    )
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            shutil.rmtree(fresh)
            last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            pytest.skip(f"{REQUIREMENT} cannot be installed: {' '.join(last)}")
    try:
        fresh.rename(folder)
    except OSError:  # another worker was faster
        shutil.rmtree(fresh)
    return python


class Validator:
    """Holds requests against one document.

    Args:
        python: what `validator_python` gives.
        document: the OpenAPI document.
    """

    def __init__(self, python: Path, document: Path) -> None:
        self._python = python
        self._document = document

    def problems(self, requests: Sequence[dict[str, Any]]) -> list[list[str]]:
        """Return what is wrong with each request."""
        lines = [{"document": str(self._document)}, *requests]
        done = subprocess.run(
            [str(self._python), str(PROGRAM)],
            input="".join(json.dumps(line) + "\n" for line in lines),
            capture_output=True,
            text=True,
            check=False,
        )
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(answers) == len(requests), done.stderr
        return answers
