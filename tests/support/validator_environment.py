"""Environments of their own for independent validators, made when a test first asks for them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

__all__ = ["OPENAPI_CORE", "SCHEMATHESIS", "Kind", "Validator"]


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One validator: what is installed for it, where, and the program that runs there."""

    requirement: str
    folder: str
    """Beside the repository's own files."""
    variable: str
    """The environment variable that may name another place."""
    program: Path


HERE = Path(__file__).parent
OPENAPI_CORE = Kind(
    requirement="openapi-core>=0.23.1,<0.24",
    folder=".venv-validator",
    variable="TOOLMINT_VALIDATOR_VENV",
    program=HERE / "request_validator.py",
)
SCHEMATHESIS = Kind(
    requirement="schemathesis>=4.32.5,<5",
    folder=".venv-schemathesis",
    variable="TOOLMINT_SCHEMATHESIS_VENV",
    program=HERE / "second_opinion.py",
)


def _python(kind: Kind, root: Path) -> Path:
    """Return the interpreter of a validator's environment; skip the test where it cannot be installed."""
    folder = Path(os.environ.get(kind.variable) or root / kind.folder)
    python = folder / "bin" / "python"
    if python.exists():
        return python
    fresh = Path(tempfile.mkdtemp(prefix=".venv-", dir=folder.parent))
    commands = (
        [sys.executable, "-m", "venv", str(fresh)],
        [str(fresh / "bin" / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check", kind.requirement],
    )
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            shutil.rmtree(fresh)
            last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-1:]
            pytest.skip(f"{kind.requirement} cannot be installed: {' '.join(last)}")
    try:
        fresh.rename(folder)
    except OSError:  # another worker was faster
        shutil.rmtree(fresh)
    return python


class Validator:
    """Holds requests against one document.

    Args:
        kind: which one.
        root: the repository.
        document: the OpenAPI document.
    """

    def __init__(self, kind: Kind, root: Path, document: Path) -> None:
        self._command = [str(_python(kind, root)), str(kind.program)]
        self._document = document

    def problems(self, requests: Sequence[dict[str, Any]]) -> list[list[str]]:
        """Return what is wrong with each request."""
        lines = [{"document": str(self._document)}, *requests]
        done = subprocess.run(
            self._command,
            input="".join(json.dumps(line) + "\n" for line in lines),
            capture_output=True,
            text=True,
            check=False,
        )
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(answers) == len(requests), done.stderr
        return answers
