"""JUnit XML as GitLab and Jenkins read it: a suite a file, a test a finding, a passed test for a source without any.

There is no one standard. Both take `testsuites/testsuite/testcase` with `failure`, `error` and `system-out`; GitLab
tells tests apart by `classname` and `name`, and drops the second of two that are alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, count
from typing import Literal
from xml.etree import ElementTree as ET

from toolmint.diagnostics import Diagnostic
from toolmint.drift import Difference
from toolmint.reporters.legal_text import legal, said
from toolmint.reporters.report import Failure, Layout, Report
from toolmint.text import plural

__all__ = ["report_junit"]

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'


@dataclass(frozen=True, slots=True, kw_only=True)
class _Test:
    suite: str
    name: str
    outcome: Literal["passed", "failure", "error"] = "passed"
    kind: str = ""
    """The type of a failure."""
    message: str = ""
    text: str = ""
    file: str | None = None


def report_junit(report: Report, layout: Layout) -> str:
    """Write a suite a file that has findings, a source that has none, and the output folder where files were compared.

    A finding that does not fail the run is a passed test whose output tells it.
    """
    suites: dict[str, list[_Test]] = {}
    for test in _tests(report):
        suites.setdefault(test.suite, []).append(test)
    root = ET.Element("testsuites", name="toolmint")
    _count(root, [test for tests in suites.values() for test in tests])
    for name, tests in suites.items():
        suite = ET.SubElement(root, "testsuite", name=legal(name))
        _count(suite, tests)
        for test, unique in zip(tests, _unique(_line(test.name) for test in tests), strict=True):
            _write(suite, test, unique)
    ET.indent(root)
    # References in place of letters outside ASCII, so that it is right in whatever encoding the terminal has.
    return f"{_DECLARATION}{ET.tostring(root, encoding='us-ascii', xml_declaration=False).decode()}\n"


def _tests(report: Report) -> Iterator[_Test]:
    for finding in report.findings:
        yield _of_finding(finding, report)
    yield from _clean_sources(report)
    if report.differences is not None and not report.differences:
        yield _Test(suite=report.out, name="up to date")
    for difference in report.differences or ():
        yield _of_difference(difference, report.out)
    if report.failure is not None:
        yield _of_failure(report.failure)


def _of_finding(finding: Diagnostic, report: Report) -> _Test:
    where = finding.location
    about = f" {finding.tool}" if finding.tool else ""
    fails = finding.severity.rank >= report.fails_from.rank
    place = f"{where.path}:{max(where.line, 1)}:{max(where.column, 1)}"
    return _Test(
        suite=where.path,
        name=f"{finding.code}{about}: {finding.message}",
        outcome="failure" if fails else "passed",
        kind=" ".join(filter(None, (finding.code, report.names.get(finding.code)))),
        message=finding.message,
        text=f"{place}: {finding.severity.value}[{finding.code}] {said(finding)}",
        file=where.path,
    )


def _clean_sources(report: Report) -> Iterator[_Test]:
    sources = report.summary.get("sources")
    told = {finding.location.path for finding in report.findings}
    for source in sources if isinstance(sources, list) else ():
        if not isinstance(source, Mapping) or source.get("status") != "built":
            continue
        # Findings name files as the current folder sees them, a source its file as the project does.
        label, tools = str(source.get("source")), source.get("tools")
        if not any(path == label or path.endswith(f"/{label}") for path in told):
            tested = plural(tools, "tool") if isinstance(tools, int) else "tools"
            yield _Test(suite=label, name=f"{source.get('name')}: {tested}")


def _of_difference(difference: Difference, out: str) -> _Test:
    path = f"{out}/{difference.path}"
    text = "\n".join([difference.detail, *difference.diff])
    message = f"{difference.cause}: {difference.detail}"
    name = difference.path
    return _Test(suite=out, name=name, outcome="failure", kind="drift", message=message, text=text, file=path)


def _of_failure(failure: Failure) -> _Test:
    text = f"{failure.message}\nhint: {failure.hint}" if failure.hint else failure.message
    return _Test(suite="toolmint", name="run", outcome="error", kind="failure", message=failure.message, text=text)


def _unique(names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        numbered = chain([name], (f"{name} ({number})" for number in count(2)))
        unique = next(one for one in numbered if one not in seen)
        seen.add(unique)
        yield unique


def _count(element: ET.Element, tests: list[_Test]) -> None:
    outcomes = Counter(test.outcome for test in tests)
    element.set("tests", str(len(tests)))
    element.set("failures", str(outcomes["failure"]))
    element.set("errors", str(outcomes["error"]))
    element.set("skipped", "0")
    element.set("time", "0")


def _write(suite: ET.Element, test: _Test, name: str) -> None:
    case = ET.SubElement(suite, "testcase", classname=legal(test.suite), name=name, time="0")
    if test.file is not None:
        case.set("file", legal(test.file))
    if test.outcome != "passed":
        child = ET.SubElement(case, test.outcome, type=_line(test.kind), message=_line(test.message))
        child.text = legal(test.text)
    elif test.text:
        ET.SubElement(case, "system-out").text = legal(test.text)


def _line(text: str) -> str:
    """Write a text into one line, as a list of tests shows it."""
    return legal(text).replace("\n", "\\n").replace("\t", " ")
