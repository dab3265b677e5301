"""The identifier rules on real tools: every error is in `docs/precision.md`, read and judged by a person.

Run it with `-s` to see what the rules say of the corpus.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from pathlib import Path

import pytest

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.linting import lint_catalog
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings

from support.corpus import catalogs

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

_ROW = re.compile(
    r"^\| `(?P<source>[^`]+)` \| (?P<rule>ID-\d\d) \| `(?P<token>[^`]+)` \| (?P<tools>\d+) \| (?P<verdict>\w+) \|"
)


def token_of(finding: Diagnostic) -> str:
    found = re.search(
        r"(?:says|documents|argument|field|names|sends to) `([^`]+)`[;,]?(?!\w)", _after_label(finding.message)
    )
    assert found is not None, finding.message
    return found.group(1)


def _after_label(message: str) -> str:
    return re.sub(r"^argument `[^`]*` ", "", message)


def test_every_error_was_judged(corpus: Path, root: Path) -> None:
    judged = [one for line in (root / "docs/precision.md").read_text("utf-8").splitlines() if (one := _ROW.match(line))]
    wanted = Counter({(one["source"], one["rule"], one["token"]): int(one["tools"]) for one in judged})
    found: Counter[tuple[str, str, str]] = Counter()
    renderer = Renderer()
    tools, seconds = 0, 0.0
    for name, catalog in catalogs(corpus):
        tools += len(catalog.contracts)
        begin = time.process_time()
        findings = lint_catalog(catalog, LintSettings(), renderer=renderer)
        seconds += time.process_time() - begin
        for one in findings:
            if one.severity is Severity.ERROR and one.code.startswith("ID-"):
                print(f"{name}: {one.code} [{one.tool}] {one.message}")  # noqa: T201 - to be read
                found[name, one.code, token_of(one)] += 1
    print(f"{sum(found.values())} errors in {tools} tools, {1000 * seconds / tools:.2f} s of CPU per 1,000")  # noqa: T201 - to be read
    assert found == wanted
    true = sum(int(one["tools"]) for one in judged if one["verdict"] == "true")
    assert true >= 0.95 * sum(wanted.values())
