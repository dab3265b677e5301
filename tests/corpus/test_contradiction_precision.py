"""The contradiction and security rules on real tools: every error is in `docs/precision.md`, read and judged."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from toolmint.diagnostics import Severity
from toolmint.linting import lint_catalog
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings

from support.corpus import catalogs

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

_ROW = re.compile(
    r"^\| `(?P<source>[^`]+)` \| (?P<rule>(?:CT|CF|PR|SEC)-\d\d) \| (?P<errors>\d+) \| (?P<true>\d+) \|", re.MULTILINE
)
_CATEGORIES = ("CT", "CF", "PR", "SEC")


def test_every_error_was_judged(corpus: Path, root: Path) -> None:
    rows = list(_ROW.finditer((root / "docs/precision.md").read_text(encoding="utf-8")))
    wanted = Counter({(one["source"], one["rule"]): int(one["errors"]) for one in rows})
    found: Counter[tuple[str, str]] = Counter()
    warnings: Counter[str] = Counter()
    renderer = Renderer()
    for name, catalog in catalogs(corpus):
        for one in lint_catalog(catalog, LintSettings(), renderer=renderer):
            if one.code.partition("-")[0] not in _CATEGORIES or one.severity is Severity.INFO:
                continue
            print(f"{name}: {one.severity.value}[{one.code}] [{one.tool}] {one.message}")  # noqa: T201 - to be read
            if one.severity is Severity.ERROR:
                found[name, one.code] += 1
            else:
                warnings[one.code] += 1
    print(f"{sum(found.values())} errors; warnings: {dict(sorted(warnings.items()))}")  # noqa: T201 - to be read
    assert found == wanted
    assert not any(rule.startswith("SEC-") for _, rule in found)
    assert sum(int(one["true"]) for one in rows) >= 0.95 * sum(found.values())
