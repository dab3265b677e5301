"""How often the linter notices that a schema was changed and the prose was not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import Catalog
from toolmint.linting import lint_tools
from toolmint.prose.catalog_names import CatalogNames
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings

from support.schema_mutations import Kind, Mark, SchemaMutation

__all__ = ["MARKED", "Known", "Recall", "Row", "measure"]

Known: TypeAlias = Literal["with the earlier contract", "without it"]

MARKED: tuple[Mark, ...] = ("backticks", "arguments section", "cue word", "snake_case")
"""The ways of prose that mark a name plainly."""
_SETTINGS = LintSettings(select=("ID", "CT"))
"""The rules that compare prose with a schema; the others judge something else."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is counted together."""

    kind: Kind
    mark: Mark
    also: bool
    """Whether something else of the tool has the name as well."""
    known: Known


@dataclass(slots=True)
class Recall:
    """Counts of mutations."""

    total: Counter[Row] = field(default_factory=Counter)
    told: Counter[Row] = field(default_factory=Counter)
    """Those that a finding of any severity names."""
    warned: Counter[Row] = field(default_factory=Counter)
    """Those that a warning or an error names."""
    failed: Counter[Row] = field(default_factory=Counter)
    """Those that an error names."""
    missed: list[tuple[Row, str, SchemaMutation]] = field(default_factory=list)
    """Those that nothing names, with the source."""

    def share(self, told: Counter[Row], rows: Collection[Row]) -> float:
        """Return the share of mutations in some rows that is told, 1 where there are none."""
        total = sum(self.total[row] for row in rows)
        return sum(told[row] for row in rows) / total if total else 1.0

    def rows(
        self,
        kinds: Collection[Kind],
        known: Known,
        *,
        marks: Collection[Mark] | None = None,
        also: bool | None = False,
    ) -> list[Row]:
        """Return the rows of some kinds and marks; `also` None: whether or not something else has the name."""
        return [
            row
            for row in self.total
            if row.kind in kinds
            and row.known == known
            and (marks is None or row.mark in marks)
            and (also is None or row.also is also)
        ]


def measure(
    catalogs: Iterable[tuple[str, Catalog]],
    mutate: Callable[[Catalog], Iterable[SchemaMutation]],
    renderer: Renderer,
    *,
    known: Collection[Known] = ("with the earlier contract", "without it"),
    into: Recall | None = None,
    progress: Callable[[str], None] = lambda name: None,
) -> Recall:
    """Lint each mutated tool and count what findings name the old name or value that were not there before.

    Args:
        catalogs: sources by name.
        mutate: yields the mutations of one.
        renderer: renders the descriptions.
        known: whether the linter is given the contract as it was.
        into: counts to go on with.
        progress: told of each source.
    """
    recall = into if into is not None else Recall()
    for name, catalog in catalogs:
        progress(name)
        names = CatalogNames(catalog)
        before: dict[str, set[tuple[str, Severity, str]]] = {}
        for mutation in mutate(catalog):
            if mutation.tool not in before:
                found = lint_tools([mutation.tool], names, _SETTINGS, renderer=renderer)
                before[mutation.tool] = set(map(_what, found))
            for how in known:
                earlier = names if how == "with the earlier contract" else None
                after = CatalogNames(mutation.after, earlier=earlier, beside=names)
                found = lint_tools([mutation.tool], after, _SETTINGS, renderer=renderer)
                fresh = [one for one in found if _what(one) not in before[mutation.tool]]
                told = [one.severity for one in fresh if mutation.is_told_by(one.message)]
                row = Row(mutation.kind, mutation.mark, mutation.also, how)
                recall.total[row] += 1
                recall.told[row] += bool(told)
                recall.warned[row] += any(severity is not Severity.INFO for severity in told)
                recall.failed[row] += Severity.ERROR in told
                if not told:
                    recall.missed.append((row, name, mutation))
    return recall


def _what(finding: Diagnostic) -> tuple[str, Severity, str]:
    return finding.code, finding.severity, finding.message
