"""Runs the command line in a folder of its own and keeps a transcript."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from toolmint.cli.main import main

from support import fake_plugins
from support.golden import Golden

SNAPSHOTS = Path(__file__).parent / "snapshots"


class Terminal:
    """A folder, and what was typed and printed in it."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.stdout = ""
        """Of the last command."""
        self.stderr = ""
        self._capture = capture
        self._transcript: list[str] = []

    def write(self, path: str, text: str) -> Path:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return file

    def read(self, path: str) -> str:
        return (self.folder / path).read_text(encoding="utf-8")

    def run(self, *arguments: str) -> int:
        """Run a command and return its exit code."""
        self._capture.readouterr()
        code = main(arguments)
        printed = self._capture.readouterr()
        self.stdout, self.stderr = (text.replace(str(self.folder), "[DIR]") for text in printed)
        self._transcript.append(f"$ toolmint {' '.join(arguments)}\nexit {code}\n")
        self._transcript += [
            f"--- {name}\n{text}" for name, text in (("stdout", self.stdout), ("stderr", self.stderr)) if text
        ]
        return code

    @property
    def transcript(self) -> bytes:
        return "\n".join(self._transcript).encode()


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Installs other fakes than the usual ones."""
    return lambda targets: fake_plugins.install(monkeypatch, targets)


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    fake_plugins.install(monkeypatch)
    folder = tmp_path.resolve() / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return Terminal(folder, capsys)


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    """As `terminal`, with the sources and targets that toolmint has."""
    folder = tmp_path.resolve() / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return Terminal(folder, capsys)


@pytest.fixture
def snapshot(terminal: Terminal, golden: Golden, request: pytest.FixtureRequest) -> Callable[[], None]:
    """Compares the transcript with the file that is named after the test."""
    name = request.node.name.removeprefix("test_").replace("[", "-").rstrip("]")
    return lambda: golden.check_file(terminal.transcript, SNAPSHOTS / f"{name}.txt")
