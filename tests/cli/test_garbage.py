"""How often a run looks for circles of objects, and that it leaves the process as it was."""

from __future__ import annotations

import gc

import pytest

from toolmint.cli import garbage
from toolmint.cli.main import main


def test_a_run_leaves_the_collector_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    before = gc.get_threshold()
    main(["explain", "ID-02"])
    assert gc.get_threshold() == before


def test_a_failed_run_leaves_the_collector_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    before = gc.get_threshold()
    assert main(["lint", "no-such-file.json"]) == 2
    assert gc.get_threshold() == before


def test_a_server_is_collected_as_usual() -> None:
    before = gc.get_threshold()
    with garbage.collected_seldom():
        assert gc.get_threshold()[0] > 1_000_000
        garbage.collect_as_usual()
        assert gc.get_threshold() == before
    assert gc.get_threshold() == before
