"""The rules on the four sentences and the checklist, on real tools: `docs/precision.md` says what they find.

Run it with `-s` to see every error, and of each rule's warnings the ones that were read and judged.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.linting import lint_catalog
from toolmint.prose.description import purpose_of
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings

from support.corpus import catalogs

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

SAMPLE = 30
_ERROR = re.compile(
    r"^\| `(?P<source>[^`]+)` \| (?P<rule>(?:FS|CL)-\d\d) \| (?P<token>[^|]+) \| (?P<tools>\d+) \| (?P<verdict>\w+) \|"
)
_COUNT = re.compile(
    r"^\| (?P<rule>(?:FS|CL)-\d\d) \| (?P<error>[\d,]+) \| (?P<warning>[\d,]+) \| (?P<info>[\d,]+) \|"
    r" *(?P<read>\d*) *\| *(?P<true>\d*) *\|"
)
_ARGUMENT = re.compile(r"^argument (`[^`]+`)")


def test_what_the_document_says_is_found(corpus: Path, root: Path) -> None:
    lines = (root / "docs/precision.md").read_text("utf-8").splitlines()
    counted = {one["rule"]: one for line in lines if (one := _COUNT.match(line))}
    judged = [one for line in lines if (one := _ERROR.match(line))]
    findings: dict[tuple[str, str], list[str]] = defaultdict(list)
    errors: Counter[tuple[str, str, str]] = Counter()
    renderer = Renderer()
    for name, catalog in catalogs(corpus):
        purposes = {one.name: " ".join(purpose_of(one).split())[:300] for one in catalog.contracts}
        for one in lint_catalog(catalog, LintSettings(select=("FS", "CL")), renderer=renderer):
            shown = f"{name} [{one.tool}] {one.message}\n      {purposes.get(one.tool or '', '')}"
            findings[one.code, one.severity.value].append(shown)
            if one.severity is Severity.ERROR:
                errors[name, one.code, _token(one)] += 1
    _show(findings)
    assert {
        (rule, severity): len(findings[rule, severity]) for rule in counted for severity in ("error", "warning", "info")
    } == {
        (rule, severity): int(row[severity].replace(",", ""))
        for rule, row in counted.items()
        for severity in ("error", "warning", "info")
    }
    assert {code for code, _ in findings} <= counted.keys()
    assert errors == Counter({(one["source"], one["rule"], one["token"]): int(one["tools"]) for one in judged})
    _check_shares(counted, judged)


def _token(finding: Diagnostic) -> str:
    argument = _ARGUMENT.match(finding.message)
    return argument.group(1) if argument is not None else "no text"


def _show(findings: Mapping[tuple[str, str], Sequence[str]]) -> None:
    """Print what was read: every error, and the same warnings in each run."""
    for (code, severity), found in sorted(findings.items()):
        if severity == "info":
            continue
        read = found
        if severity == "warning" and len(found) > SAMPLE:
            read = random.Random(code).sample(found, SAMPLE)
        print(f"== {code} {severity}: {len(found)}, of which {len(read)} shown")  # noqa: T201 - to be read
        for one in read:
            print(f"  {one}")  # noqa: T201 - to be read


def _check_shares(counted: Mapping[str, re.Match[str]], judged: Sequence[re.Match[str]]) -> None:
    true = sum(int(one["tools"]) for one in judged if one["verdict"] == "true")
    assert true >= 0.95 * sum(int(one["tools"]) for one in judged)
    for rule, row in counted.items():
        if row["read"]:
            assert int(row["read"]) == min(SAMPLE, int(row["warning"].replace(",", ""))), rule
            assert int(row["true"]) >= 0.75 * int(row["read"]), rule
