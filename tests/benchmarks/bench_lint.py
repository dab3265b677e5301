"""Print how often the linter is right, and how much it sees: `python tests/benchmarks/bench_lint.py CORPUS`.

CORPUS holds OpenAPI documents in `openapi/` and MCP tool lists in `mcp/`; without it, the folder that TOOLMINT_CORPUS
names. First the corpus as it is: findings per thousand tools, and each error with the sentence that it is about, for a
person to judge. Then the corpus with one schema changed at a time and the prose left as it is: how many of these
changes are told. `--json FILE` writes the numbers, `--misses` lists the changes that nothing tells.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import Catalog
from toolmint.linting import lint_catalog
from toolmint.prose.mentions import sentence_span
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings

from support.corpus import catalogs
from support.lint_recall import MARKED, Known, Recall, measure
from support.schema_mutations import NAME_KINDS, VALUE_KINDS, Kind, name_mutations, value_mutations

WIDTH = 100
HISTORY: tuple[Known, Known] = ("with the earlier contract", "without it")
SEVERITIES = (Severity.ERROR, Severity.WARNING, Severity.INFO)


def main(argv: Sequence[str] | None = None) -> None:
    """Measure both sets and print them."""
    parser = argparse.ArgumentParser(description="measure the linter on real tools")
    parser.add_argument("corpus", nargs="?", type=Path, default=os.environ.get("TOOLMINT_CORPUS"))
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers")
    parser.add_argument("--misses", action="store_true", help="list the changes that nothing tells")
    options = parser.parse_args(argv)
    if options.corpus is None or not Path(options.corpus).is_dir():
        parser.error("name a corpus, or set TOOLMINT_CORPUS to its folder")
    renderer = Renderer()
    tell("reading")
    sources = list(catalogs(Path(options.corpus)))
    findings = {name: judged(name, catalog, renderer) for name, catalog in sources}
    counts = print_benign(sources, findings)
    recall = measure(sources, name_mutations, renderer, progress=lambda name: tell(f"{name}: names"))
    measure(
        sources,
        value_mutations,
        renderer,
        known=HISTORY[1:],
        into=recall,
        progress=lambda name: tell(f"{name}: values"),
    )
    print_recall(recall)
    if options.misses:
        print_misses(recall)
    if options.json is not None:
        options.json.write_text(json.dumps({"benign": counts, "mutations": numbers(recall)}, indent=1), "utf-8")


def tell(what: str) -> None:
    """Say on standard error what is being done."""
    print(what, file=sys.stderr)


def judged(name: str, catalog: Catalog, renderer: Renderer) -> tuple[Diagnostic, ...]:
    """Lint a source as it is."""
    tell(f"{name}: as it is")
    return lint_catalog(catalog, LintSettings(), renderer=renderer)


def print_benign(
    sources: Sequence[tuple[str, Catalog]], findings: dict[str, tuple[Diagnostic, ...]]
) -> dict[str, dict[str, int]]:
    """Print the findings of the unchanged corpus, source by source, then rule by rule, then each error."""
    counts: dict[str, dict[str, int]] = {}
    print("The corpus as it is: findings, and findings per thousand tools\n")
    print(f"{'source':<52}{'tools':>6}" + "".join(f"{one.value + 's':>14}" for one in SEVERITIES))
    for name, catalog in sources:
        if catalog.contracts:
            counts[name] = counted(findings[name], len(catalog.contracts))
            print(row_of(name, counts[name]))
    total = {key: sum(one[key] for one in counts.values()) for key in ("tools", "error", "warning", "info")}
    counts["all"] = total
    print(row_of(f"all {len(counts) - 1} sources", total))
    print("\nBy rule, per thousand tools\n")
    rules = Counter((one.code, one.severity) for found in findings.values() for one in found)
    print(f"{'rule':<8}" + "".join(f"{one.value + 's':>14}" for one in SEVERITIES))
    for code in sorted({code for code, _ in rules}):
        print(f"{code:<8}" + "".join(share(rules[code, one], total["tools"]) for one in SEVERITIES))
    print_errors(findings)
    return counts


def counted(found: Sequence[Diagnostic], tools: int) -> dict[str, int]:
    """Count tools and findings."""
    return {"tools": tools, **{one.value: sum(f.severity is one for f in found) for one in SEVERITIES}}


def row_of(name: str, counts: dict[str, int]) -> str:
    """Write one row: counts, and in parentheses what they are per thousand tools."""
    shown = name if len(name) <= 51 else "…" + name[-50:]
    return f"{shown:<52}{counts['tools']:>6,}" + "".join(
        share(counts[one.value], counts["tools"]) for one in SEVERITIES
    )


def share(count: int, tools: int) -> str:
    """Write a count with what it is per thousand tools."""
    return f"{f'{count:,} ({1000 * count / tools:,.0f})':>14}"


def print_errors(findings: dict[str, tuple[Diagnostic, ...]]) -> None:
    """Print each error with its sentence; equal ones of one source once, with their number."""
    print("\nEvery error, with the sentence that it is about\n")
    for name, found in findings.items():
        alike: dict[tuple[str, str, str], list[Diagnostic]] = {}
        for one in found:
            if one.severity is Severity.ERROR:
                said = one.message.replace(f"`{one.tool}`", "the tool")
                alike.setdefault((one.code, said, sentence_of(one)), []).append(one)
        for (code, message, sentence), errors in alike.items():
            times = f" ({len(errors)} times)" if len(errors) > 1 else ""
            for line in (f"{name} {code} {errors[0].tool or ''}{times}", f"    {message}", f"    {sentence}"):
                for piece in folded(line):
                    print(piece)


def sentence_of(finding: Diagnostic) -> str:
    """Return the sentence that a finding points into; empty where it is about no text."""
    place = finding.location
    if place.within is None or place.needle is None:
        return ""
    start, end = sentence_span(place.within, place.offset, place.offset + len(place.needle))
    return " ".join(place.within[start:end].split())


def folded(line: str) -> Iterator[str]:
    """Fold a line at the width of the page, the rest indented."""
    indent = line[: len(line) - len(line.lstrip())]
    words, row = line.split(), indent
    for word in words:
        if len(row) + len(word) > WIDTH and row.strip():
            yield row.rstrip()
            row = indent + "    "
        row += word + " "
    if row.strip():
        yield row.rstrip()


def print_recall(recall: Recall) -> None:
    """Print how many changes are told, by kind and by how prose states what was changed."""
    print("\n\nOne schema changed, the prose as it was: changes that a finding names\n")
    head = f"{'changed':<9}{'prose states it by':<22}{'changes':>8}"
    print(f"{'':<39}{'with the earlier contract':^30} {'without it':^30}")
    print(head + ("  " + "".join(f"{one:>9}" for one in ("any", "warning", "error")) + " ") * 2)
    for kind in (*NAME_KINDS, *VALUE_KINDS):
        marks = sorted({(row.also, order(row.mark), row.mark) for row in recall.total if row.kind == kind})
        for also, _, mark in marks:
            print_row(recall, (kind,), (mark,), also=also, label=f"{mark}{', ambiguous' if also else ''}")
        if kind in NAME_KINDS:
            print_row(recall, (kind,), MARKED, also=False, label="= the four, sure")
            print_row(recall, (kind,), MARKED, also=None, label="= the four, all")
    print("\nambiguous: the tool's schemas have the name for something else as well, a value or a field, so that the")
    print("sentence may mean that. The four: backticks, arguments section, cue word, snake_case.")


def order(mark: str) -> int:
    """Return where a mark stands in the table."""
    listed = ("backticks", "arguments section", "cue word", "snake_case", "other", "introduced", "bare")
    return listed.index(mark)


def print_row(recall: Recall, kinds: Sequence[Kind], marks: Any, *, also: bool | None, label: str) -> None:
    """Print one row of the table; nothing where there are no changes."""
    cells = ""
    changes = 0
    for known in HISTORY:
        rows = recall.rows(kinds, known, marks=marks, also=also)
        total = sum(recall.total[row] for row in rows)
        changes = max(changes, total)
        told = (recall.told, recall.warned, recall.failed)
        cells += (
            "  " + "".join(f"{100 * recall.share(one, rows):>8.1f}%" if total else f"{'-':>9}" for one in told) + " "
        )
    if changes:
        print(f"{kinds[0]:<9}{label:<22}{changes:>8,}{cells}".rstrip())


def print_misses(recall: Recall) -> None:
    """List the changes that nothing tells."""
    print("\nChanges that nothing tells\n")
    for row, source, mutation in recall.missed:
        print(f"{row.kind} {row.known}: {source} {mutation.tool} `{mutation.said}`, {row.mark}")


def numbers(recall: Recall) -> list[dict[str, Any]]:
    """Return the counts as JSON."""
    return [
        {
            "changed": row.kind,
            "stated_by": row.mark,
            "ambiguous": row.also,
            "known": row.known,
            "changes": total,
            "told": recall.told[row],
            "warned": recall.warned[row],
            "errors": recall.failed[row],
        }
        for row, total in sorted(recall.total.items(), key=lambda one: repr(one[0]))
    ]


if __name__ == "__main__":
    main()
