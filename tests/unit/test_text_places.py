"""Where the words of a tool's texts stand in its source."""

from __future__ import annotations

from pathlib import Path

import pytest

from toolmint.build import build
from toolmint.config import project_for_paths
from toolmint.documents import DocumentStore
from toolmint.prose.mentions import mentions
from toolmint.prose.texts import tool_texts

SPEC = """\
openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a:
    get:
      operationId: getA
      summary: By userId
      description: |
        Or by userId, and userId.

        Then userId.
      parameters:
        - {name: userIds, in: query, schema: {type: string}, description: userId first}
      responses: {"204": {description: done}}
  /b:
    get:
      operationId: getB
      summary: Get it
      description: |
        Get it by userId.

        Then userId.
      x-tool: {title: All of userId}
      responses: {"204": {description: done}}
  /c:
    get:
      operationId: getC
      summary: Get userId
      description: Get userId by userId.
      x-tool: {when: "asked for userId, or for userId"}
      responses: {"204": {description: done}}
  /d:
    get:
      operationId: getD
      description: Get userId.
      x-tool: {when: asked}
      responses: {"204": {description: done}}
"""


@pytest.fixture
def places(tmp_path: Path) -> dict[str, list[tuple[int, int]]]:
    (tmp_path / "spec.yaml").write_text(SPEC, encoding="utf-8")
    store = DocumentStore(tmp_path)
    result = build(project_for_paths([Path("spec.yaml")], store, root=tmp_path), store=store, targets=["contract"])
    catalog = result.catalogs["spec"]
    found = {}
    for contract in catalog.contracts:
        located = [store.locate(one.place) for one in mentions(tool_texts(contract, catalog)) if one.token == "userId"]
        found[contract.name] = [(place.line, place.column) for place in located]
    return found


def test_each_of_several_equal_words_has_its_own_place(places: dict[str, list[tuple[int, int]]]) -> None:
    # The summary, the description twice in one paragraph and once in another, and the text of an argument whose own
    # name begins with the word.
    assert places["get_a"] == [(7, 19), (9, 15), (9, 27), (11, 14), (13, 75)]


def test_a_summary_that_the_description_repeats_is_not_where_its_words_stand(
    places: dict[str, list[tuple[int, int]]],
) -> None:
    assert places["get_b"] == [(23, 30), (20, 19), (22, 14)]


def test_words_beside_sentences_stand_in_the_summary_or_the_description(
    places: dict[str, list[tuple[int, int]]],
) -> None:
    assert places["get_c"] == [(28, 20), (30, 33), (30, 48)]
    assert places["get_d"] == [(35, 24)]
