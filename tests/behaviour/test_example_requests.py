"""No request of the worked examples violates its document, by an independent validator."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from support.document_requests import check_document

EXAMPLES = sorted((Path(__file__).parents[2] / "specs").glob("*.yaml"))


@pytest.mark.slow
@pytest.mark.parametrize("spec", EXAMPLES, ids=lambda spec: spec.stem)
def test_every_request_of_an_example_validates(spec: Path, root: Path, tmp_path: Path) -> None:
    copy = tmp_path / f"example_{spec.name}"  # another test may have imported the package by its own name
    shutil.copy(spec, copy)
    assert check_document(copy, root, tmp_path).endswith("operations")
