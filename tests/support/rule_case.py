"""Literate cases of rules: Markdown whose fenced documents say, line by line, what a rule must find in them.

A fence is ```` ```yaml ```` (an OpenAPI document, or one operation, which then stands in a document around it) or
```` ```json ```` (an MCP tool, or a list of them), or ```` ```java ```` (classes with AgentScope's annotations, whose
imports need not be written). What follows the language sets the case up:

    earlier            not judged itself: the earlier state of the next fence
    path=/a/{b}        path of a single operation; `method=get` likewise
    externals=a,b      names that the project allows; `pedantic`
    file=NAME          the file that a tool list is kept in
    repeat=N           the one tool of the fence, N times, each under a name of its own; `#` is its number

A ```` ```prompt ```` fence below it is a file of prompts that speaks of the tools, `file=evals.jsonl` one that is no
Markdown. A fence that holds fences has more backticks.

What must be found stands in comments at the end of the line that a finding points at, `# error: [ID-03]` (in Java
`// error: [AS-01]`), or, for
JSON and inside block scalars, in a ```` ```findings ```` fence below it: `error[ID-03] tool: words of the message`, one
a line. A ```` ```snapshot ```` fence holds the findings in full, as well or instead. Anything missing or left
over fails.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from textwrap import dedent, indent

import yaml

from toolmint.diagnostics import Diagnostic, Severity, ordered
from toolmint.documents import DocumentStore
from toolmint.ir.contract import Catalog
from toolmint.linting import lint_catalog
from toolmint.linting.prompts import PromptLinter
from toolmint.location import Location
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings
from toolmint.source import SourceInput
from toolmint.sources import load_source

__all__ = ["Case", "compile_case", "differences", "examples", "judged", "parse_cases", "rendered"]

_FENCE = re.compile(r"^(?P<mark>`{3,})(?P<info>[^\n`]*)\n(?P<body>.*?)^(?P=mark)[ \t]*$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,4} +(.+)$", re.MULTILINE)
_COMMENT = re.compile(r"(?:#|//)\s*(error|warning|info): \[([A-Z]+-\d+)\](?=\s*(?:$|#|//))")
_FINDING = re.compile(r"(error|warning|info)\[([A-Z]+-\d+)\](?: ([^:\s]+):)?(.*)")
_JAVA = "import io.agentscope.core.tool.*; import java.util.*; import com.fasterxml.jackson.annotation.*;\n"
_ROOT = Path("/project")
_RENDERER = Renderer()


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One document and what must be found in it."""

    title: str
    language: str
    text: str
    options: Mapping[str, str] = field(default_factory=dict)
    earlier: Case | None = None
    prompts: Mapping[str, str] = field(default_factory=dict)
    """Name of a file of prompts to its text."""
    findings: tuple[str, ...] = ()
    snapshot: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """A case's document as a catalog."""

    catalog: Catalog
    store: DocumentStore
    shift: int = 0
    """Lines that stand above the case's own text."""


def parse_cases(text: str) -> list[Case]:
    """Read the cases of a Markdown text, in order."""
    cases: list[Case] = []
    waiting: Case | None = None
    for found in _FENCE.finditer(text):
        language, *options = found["info"].split() or [""]
        if language in ("yaml", "json", "java"):
            headings = [one.group(1) for one in _HEADING.finditer(text, 0, found.start())]
            case = Case(
                title=headings[-1] if headings else "case",
                language=language,
                text=found["body"],
                options=dict(option.partition("=")[::2] for option in options),
                earlier=waiting,
            )
            if "earlier" in case.options:
                waiting = case
            else:
                waiting = None
                cases.append(case)
        elif language == "prompt":
            written = dict(option.partition("=")[::2] for option in options)
            prompts = {**cases[-1].prompts, written.get("file", "prompt.md"): found["body"]}
            cases[-1] = replace(cases[-1], prompts=prompts)
        elif language == "findings":
            lines = tuple(line for line in found["body"].splitlines() if line.strip())
            cases[-1] = replace(cases[-1], findings=lines)
        elif language == "snapshot":
            cases[-1] = replace(cases[-1], snapshot=found["body"])
    return cases


def examples(docstring: str, heading: str) -> list[Case]:
    """Read the cases below a heading of a rule's docstring, such as `Example`."""
    section = re.search(rf"^{re.escape(heading)}:?\n(.*?)(?=^\S|\Z)", dedent(_unindented(docstring)), re.M | re.S)
    return parse_cases(dedent(section.group(1))) if section is not None else []


def _unindented(docstring: str) -> str:
    first, _, rest = docstring.partition("\n")
    return first + "\n" + dedent(rest)


def compile_case(case: Case) -> Compiled:
    """Make the catalog of a case's document.

    Raises:
        AssertionError: the document has errors of its own.
    """
    if case.language == "json":
        case = _repeated(case)
        text, shift, kind, name = case.text, 0, "tool-list", case.options.get("file", "tools.json")
    elif case.language == "java":
        head = "" if "import " in case.text else _JAVA
        text, shift, kind, name = head + case.text, head.count("\n"), "java", "Tools.java"
    else:
        text, shift = _document(case)
        kind, name = "openapi", "spec.yaml"
    store = _store({name: text, **case.prompts})
    source = SourceInput(name="spec", kind=kind, file=Path(name))
    extraction = load_source(kind).extract(source, store)
    errors = [one.message for one in extraction.diagnostics if one.severity is Severity.ERROR]
    assert errors == [], f"{case.title}: {errors}"
    return Compiled(catalog=extraction.catalog, store=store, shift=shift)


def _repeated(case: Case) -> Case:
    if "repeat" not in case.options:
        return case
    tools = [json.loads(case.text.replace("#", str(number))) for number in range(int(case.options["repeat"]))]
    named = [{**tool, "name": f"{tool['name']}_{number}"} for number, tool in enumerate(tools)]
    return replace(case, text=json.dumps(named))


def _store(files: Mapping[str, str]) -> DocumentStore:
    contents = {_ROOT / name: text.encode() for name, text in files.items()}

    def read(file: Path) -> bytes:
        if file not in contents:
            raise FileNotFoundError(2, "No such file or directory", str(file))
        return contents[file]

    return DocumentStore(_ROOT, read=read)


def _document(case: Case) -> tuple[str, int]:
    """Put a document around a single operation; return it, and how many lines stand above the operation."""
    value = yaml.safe_load(case.text)
    if "openapi" in value or "swagger" in value:
        return case.text, 0
    head = [
        "openapi: 3.1.0",
        "info: {title: T, version: '1'}",
        "paths:",
        f"  {case.options.get('path', '/things')}:",
        f"    {case.options.get('method', 'post' if 'requestBody' in value else 'get')}:",
    ]
    body = indent(case.text.rstrip("\n"), " " * 6)
    tail = []
    if "operationId" not in value:
        tail.append("      operationId: doThing")
    if "responses" not in value:
        tail.append("      responses: {'204': {description: done}}")
    return "\n".join([*head, body, *tail]) + "\n", len(head)


def judged(case: Case, codes: str = "") -> list[Diagnostic]:
    """Lint a case; return the findings whose codes begin so, with their lines."""
    compiled = compile_case(case)
    earlier = compile_case(case.earlier).catalog if case.earlier is not None else None
    names = [name for name in case.options.get("externals", "").split(",") if name]
    settings = LintSettings(externals=frozenset(names), pedantic="pedantic" in case.options)
    found = [*lint_catalog(compiled.catalog, settings, earlier=earlier, renderer=_RENDERER)]
    before = {"spec": earlier} if earlier is not None else None
    linter = PromptLinter({"spec": compiled.catalog}, settings, earlier=before)
    for name in case.prompts:
        found += linter.lint(_ROOT / name, compiled.store)[1]

    def moved(location: Location) -> Location:
        place = compiled.store.locate(location)
        if location.path in case.prompts:
            return place
        inside = 6 if compiled.shift and case.language == "yaml" else 0
        return replace(place, line=place.line - compiled.shift, column=place.column - inside)

    def located(one: Diagnostic) -> Diagnostic:
        related = tuple(replace(other, location=moved(other.location)) for other in one.related)
        return replace(one, location=moved(one.location), related=related)

    return list(ordered(located(one) for one in found if one.code.startswith(codes)))


def differences(case: Case, codes: str) -> list[str]:
    """Say what a case expects and lacks, and what was found beside it; empty when all is as it says."""
    found = judged(case, codes)
    wanted = list(_wanted(case))
    if case.snapshot is not None and not wanted:
        return []  # the snapshot says it all
    problems: list[str] = []
    for line, severity, code, tool, words in wanted:
        match = next(
            (
                one
                for one in found
                if (one.severity.value, one.code) == (severity, code)
                and line in (None, one.location.line)
                and (line is None or one.location.path not in case.prompts)
                and tool in (None, one.tool)
                and words in one.message
            ),
            None,
        )
        if match is None:
            where = f"line {line}" if line is not None else tool or ""
            problems.append(f"missing: {severity}[{code}] {where} {words}".rstrip())
        else:
            found.remove(match)
    return problems + [f"extra: {one}" for one in _lines(found, case)]


def _wanted(case: Case) -> Iterator[tuple[int | None, str, str, str | None, str]]:
    if case.language != "json":
        for number, line in enumerate(case.text.splitlines(), 1):
            for severity, code in _COMMENT.findall(line):
                yield number, severity, code, None, ""
    for line in case.findings:
        found = _FINDING.fullmatch(line.strip())
        assert found is not None, f"no finding: {line}"
        yield None, found[1], found[2], found[3], found[4].strip()


def rendered(case: Case, codes: str) -> str:
    """Write the findings of a case in full, for its snapshot."""
    return "".join(f"{line}\n" for line in _lines(judged(case, codes), case))


def _lines(found: list[Diagnostic], case: Case) -> list[str]:
    lines = []
    for one in found:
        place = one.location
        file = f"{place.path}:" if place.path in case.prompts else ""
        lines.append(f"{file}{place.line}:{place.column}: {one.severity.value}[{one.code}] {one.message}")
        lines += [f"    {o.location.line}:{o.location.column}: {o.message}" for o in one.related]
        lines += [f"    hint: {one.hint}"] if one.hint else []
    return lines
