"""What the linter sees of schemas that changed while the prose did not, on real tools."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from toolmint.ir.contract import Catalog
from toolmint.rendering import Renderer

from support.corpus import catalogs
from support.lint_recall import MARKED, measure
from support.schema_mutations import SchemaMutation, name_mutations

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


def renames(catalog: Catalog) -> Iterator[SchemaMutation]:
    return (one for one in name_mutations(catalog) if one.kind == "rename")


def test_renames_of_the_schema_alone_are_told(corpus: Path) -> None:
    recall = measure(catalogs(corpus), renames, Renderer())
    remembered = recall.rows(["rename"], "with the earlier contract", also=None)
    forgotten = recall.rows(["rename"], "without it", marks=MARKED)
    assert sum(recall.total[row] for row in remembered) > 500
    assert recall.share(recall.told, remembered) >= 0.99
    assert recall.share(recall.failed, recall.rows(["rename"], "with the earlier contract")) >= 0.95
    assert recall.share(recall.told, forgotten) >= 0.9
