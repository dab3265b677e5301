"""Judging a catalog by every rule. Pure: no files, no clock, the same findings for the same catalog."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from toolmint.diagnostics import Diagnostic, Severity, ordered
from toolmint.ir.contract import Catalog
from toolmint.prose.catalog_names import CatalogNames
from toolmint.prose.texts import Text, definition_texts
from toolmint.prose.views import SchemaView, ToolView, ToolViews
from toolmint.prose.words import Gate
from toolmint.rendering import Renderer
from toolmint.rule import Finding, LintSettings, Rule, RuleContext
from toolmint.rules import all_rules

__all__ = ["STRENGTH", "lint_catalog", "lint_tools", "strength", "to_diagnostic"]

STRENGTH = (
    "ID-02",
    "ID-03",
    "ID-04",
    "ID-06",
    "ID-01",
    "ID-05",
    "ID-12",
    "ID-10",
    "ID-09",
    "ID-07",
    "ID-08",
    "PM-01",
    "PM-02",
    "PM-03",
)
"""Of several findings about one name in one tool the most severe counts; among equals, the first of these rules."""
_ORDER = {code: number for number, code in enumerate(STRENGTH)}

_AT_ONCE = 32

_Found: TypeAlias = tuple[Rule, Finding, str | None]
"""A rule, what it found, and the tool that this is about."""


def lint_catalog(
    catalog: Catalog,
    settings: LintSettings,
    *,
    earlier: Catalog | None = None,
    neighbours: Mapping[str, frozenset[str]] | None = None,
    renderer: Renderer,
) -> tuple[Diagnostic, ...]:
    """Judge a catalog by every rule.

    Args:
        catalog: what a source says.
        settings: what the project says of linting.
        earlier: the catalog as it once was; what it had and this one has not, prose must not name.
        neighbours: the project's other sources, and the names of their tools.
        renderer: renders the descriptions.

    Returns:
        Findings, ordered; their lines are not looked up yet.
    """
    names = CatalogNames(catalog, externals=settings.externals, earlier=earlier)
    return _judge(replace(_context(names, settings, renderer), neighbours=neighbours or {}), settings)


def lint_tools(
    tools: Collection[str], names: CatalogNames, settings: LintSettings, *, renderer: Renderer
) -> tuple[Diagnostic, ...]:
    """Judge some tools of a catalog; the others lend their names, and shared schemas are not judged.

    Args:
        tools: the names of those to judge.
        names: what all tools of the catalog share, and what the catalog once was.
        settings: what the project says of linting.
        renderer: renders the descriptions.
    """
    return _judge(_context(names, settings, renderer, only=frozenset(tools)), settings)


def _judge(context: RuleContext, settings: LintSettings) -> tuple[Diagnostic, ...]:
    rules = [rule for rule in all_rules() if settings.judges(rule.code)]
    found: list[_Found] = []
    bindings = {type(contract.binding) for contract in context.catalog.contracts}
    of_tools = [
        rule
        for rule in rules
        if type(rule).check is not Rule.check and not (rule.bindings and bindings.isdisjoint(rule.bindings))
    ]
    gate = Gate({rule.code: rule.words for rule in of_tools if rule.words})
    # Some tools at a time: what one rule has worked out of a text, the next finds at hand, and the processor keeps the
    # code of a rule over several tools.
    for start in range(0, len(context.tools), _AT_ONCE):
        tools = context.tools[start : start + _AT_ONCE]
        held = [gate.may_hold("\n".join([text.text for text in tool.texts])) for tool in tools]
        for rule in of_tools:
            for tool in _judged(rule, tools, held):
                for one in rule.check(tool, context):  # no comprehension: nearly always there is nothing to gather
                    found.append((rule, one, one.tool or tool.contract.name))  # noqa: PERF401
    found += [(rule, one, one.tool) for rule in rules for one in rule.check_catalog(context)]
    return ordered(to_diagnostic(rule, one, settings, tool=tool) for rule, one, tool in _strongest(found, settings))


def _judged(rule: Rule, tools: Sequence[ToolView], held: Sequence[Container[str]]) -> Iterable[ToolView]:
    """Return the tools in which a rule may find something, by the codes of rules that the words of each let in."""
    if rule.bindings:
        return [tool for tool in tools if type(tool.contract.binding) in rule.bindings]
    if rule.words:
        return [tool for tool, codes in zip(tools, held, strict=True) if rule.code in codes]
    return tools


def _context(
    names: CatalogNames, settings: LintSettings, renderer: Renderer, *, only: frozenset[str] | None = None
) -> RuleContext:
    catalog = names.catalog
    contracts = [one for one in catalog.contracts if only is None or one.name in only]
    shared: dict[str, list[Text]] = {}
    for name, text in definition_texts(catalog, "input") if only is None else ():
        shared.setdefault(name, []).append(text)
    return RuleContext(
        catalog=catalog,
        names=names,
        tools=ToolViews(contracts, names, renderer),
        schemas=tuple(SchemaView(name, tuple(texts), names) for name, texts in shared.items()),
        settings=settings,
    )


def _strongest(found: Iterable[_Found], settings: LintSettings) -> Iterator[_Found]:
    """Leave out what a stronger rule says already about the same name in the same tool, or the same shared schema."""
    best: dict[tuple[str, str], tuple[tuple[int, int, str], _Found]] = {}
    for one in found:
        rule, finding, tool = one
        if finding.token is None:
            yield one
            continue
        key = (tool or f"{finding.place.path}#{finding.place.pointer}", finding.token)
        own = strength(rule, finding, settings)
        if key not in best or own < best[key][0]:
            best[key] = (own, one)
    for _, one in best.values():
        yield one


def strength(rule: Rule, finding: Finding, settings: LintSettings) -> tuple[int, int, str]:
    """Return what orders findings about one name, the strongest first."""
    return -_severity(rule, finding, settings).rank, _ORDER.get(rule.code, len(_ORDER)), rule.code


def _severity(rule: Rule, finding: Finding, settings: LintSettings) -> Severity:
    """Return how much a finding matters: what evidence took off, no project's setting puts back."""
    own = settings.levels.get(rule.code) or rule.severity
    if finding.severity is None:
        return own
    return min(own, finding.severity, key=lambda one: one.rank) if rule.code in settings.levels else finding.severity


def to_diagnostic(rule: Rule, finding: Finding, settings: LintSettings, *, tool: str | None = None) -> Diagnostic:
    """Return a finding, of one tool where it does not name another itself, as the rest of the compiler knows it."""
    return Diagnostic(
        code=rule.code,
        severity=_severity(rule, finding, settings),
        message=finding.message,
        location=finding.place,
        hint=finding.hint,
        related=finding.related,
        tool=finding.tool or tool,
        fix=finding.fix,
    )
