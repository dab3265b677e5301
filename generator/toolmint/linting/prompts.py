"""Judging prompts: what they say of the tools of a project, by the rules that judge descriptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from toolmint.diagnostics import Diagnostic, Related, ordered
from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog
from toolmint.linting.engine import strength, to_diagnostic
from toolmint.location import Location
from toolmint.prose.mentions import mentions
from toolmint.prose.prompts.faults import CallJudge
from toolmint.prose.prompts.lexicon import PassageLexicon, subjects
from toolmint.prose.prompts.names import ProjectNames
from toolmint.prose.prompts.reading import read_prompt
from toolmint.prose.prompts.texts import Call, Prompt, PromptText
from toolmint.prose.tokens import is_shaped
from toolmint.rule import Finding, JudgedCall, LintSettings, PassageView, PromptContext, Rule
from toolmint.rules import all_rules

__all__ = ["PromptLinter"]


class PromptLinter:
    """Judges files of prompts by the tools of a whole project.

    Args:
        catalogs: name of a source to what it says: every source of the project, as a tool of one that is missing would
            look like none.
        settings: what the project says of linting.
        earlier: name of a source to what it once said.
    """

    def __init__(
        self,
        catalogs: Mapping[str, Catalog],
        settings: LintSettings,
        *,
        earlier: Mapping[str, Catalog] | None = None,
    ) -> None:
        names = ProjectNames(catalogs, externals=settings.externals, earlier=earlier)
        self._context = PromptContext(names=names, settings=settings)
        self._judge = CallJudge(names)
        self._lexicons: dict[frozenset[str], PassageLexicon] = {}

    def lint(self, file: Path, store: DocumentStore) -> tuple[str, tuple[Diagnostic, ...]]:
        """Judge one file.

        Args:
            file: absolute.
            store: reads it, and finds the lines of what is reported.

        Returns:
            The file as shown to people, and the findings, ordered; lines of YAML and JSON are not looked up yet.

        Raises:
            SourceError: it cannot be read, decoded or parsed.
        """
        prompt = read_prompt(file, store, self._context.names.is_tool)
        settings = self._context.settings
        rules = [rule for rule in all_rules() if settings.judges(rule.code)]
        found: list[tuple[Rule, Finding]] = []
        for passage in self._passages(prompt.texts):
            for rule in rules:
                about = rule.check_passage(passage, self._context)
                found += [(rule, replace(finding, tool=passage.lexicon.tool)) for finding in about]
        for call in self._calls(prompt):
            for rule in rules:
                found += [(rule, replace(finding, tool=call.tool)) for finding in rule.check_call(call, self._context)]
        kept = _merged(_strongest(found, settings))
        return prompt.path, ordered(to_diagnostic(rule, finding, settings) for rule, finding in kept)

    def _passages(self, texts: Iterable[PromptText]) -> Iterator[PassageView]:
        """Put texts together that speak of the same tools: what is wrong in all of them is told once."""
        names = self._context.names
        grouped: dict[frozenset[str], list[PromptText]] = {}
        for text in texts:
            grouped.setdefault(subjects(text, names), []).append(text)
        for tools, held in grouped.items():
            lexicon = self._lexicons.get(tools)
            if lexicon is None:
                lexicon = self._lexicons[tools] = PassageLexicon(names, tools)
            yield PassageView(texts=tuple(held), lexicon=lexicon, mentions=mentions(held))

    def _calls(self, prompt: Prompt) -> Iterator[JudgedCall]:
        for call in prompt.calls:
            tool = self._context.names.resolve(call.tool)
            if tool is None or not _may_be_meant(call):
                continue
            faults = self._judge.faults(call, tool)
            if faults:
                yield JudgedCall(call=call, tool=tool, faults=faults)


def _may_be_meant(call: Call) -> bool:
    """Whether a call can only be one of the tool: in program code, `fetch(url=...)` is some function's."""
    return call.form == "json" or not call.in_code or is_shaped(call.tool)


def _strongest(found: Iterable[tuple[Rule, Finding]], settings: LintSettings) -> Iterator[tuple[Rule, Finding]]:
    """Leave out what a stronger rule says already about the same name at the same place."""
    said: set[tuple[str, Location]] = set()
    for rule, finding in sorted(found, key=lambda one: strength(one[0], one[1], settings)):
        if finding.token is None:
            yield rule, finding
            continue
        places = [finding.place, *(one.location for one in finding.related)]
        left = [place for place in places if (finding.token, _start(place)) not in said]
        said.update((finding.token, _start(place)) for place in places)
        if left:
            yield rule, _at(finding, left)


def _start(place: Location) -> Location:
    return replace(place, width=0, needle=None, at="value") if place.resolved else place


def _merged(found: Iterable[tuple[Rule, Finding]]) -> Iterator[tuple[Rule, Finding]]:
    """Put findings together that say the same of several places."""
    places: dict[tuple[str, Finding], list[Location]] = {}
    rules: dict[str, Rule] = {}
    nowhere = Location(path="")
    for rule, finding in found:
        rules[rule.code] = rule
        key = (rule.code, replace(finding, place=nowhere, related=()))
        places.setdefault(key, []).extend([finding.place, *(one.location for one in finding.related)])
    for (code, finding), held in places.items():
        yield rules[code], _at(finding, sorted(held, key=lambda one: (one.line, one.column)))


def _at(finding: Finding, places: list[Location]) -> Finding:
    first, *others = dict.fromkeys(places)
    related = tuple(Related(message="here too", location=place) for place in others)
    return replace(finding, place=first, related=related)
