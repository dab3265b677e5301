"""SARIF, JUnit XML and GitLab's code quality report: what they hold, and that hostile text leaves them legal."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit
from xml.etree import ElementTree as ET

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolmint.cli.failures import explained
from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.drift import Difference
from toolmint.location import Location
from toolmint.reporters import DOCUMENTS, load_reporter
from toolmint.reporters.report import CodeText, Failure, Layout, Report

from support.golden import Golden
from support.sarif_schema import SARIF

SNAPSHOTS = Path(__file__).parent / "snapshots"
SARIF_VALIDATOR = jsonschema_rs.validator_for(SARIF, validate_formats=True)
SOURCE = "      summary: 查询𝒪订单 by its `orderId`."
ORDERS = Location(path="specs/orders.yaml", line=42, column=30, width=7)
PAGE = CodeText(
    meaning="Prose spells a field in another way than the schema.",
    text="ID-03 case-variant-field (error)\n",
    markdown="Prose spells a field in another way than the schema.\n",
    severity=Severity.ERROR,
)


def finding(**changes: Any) -> Diagnostic:
    values: dict[str, Any] = {
        "code": "ID-03",
        "severity": Severity.ERROR,
        "message": "the description says `orderId`; the schema spells it `order_id`",
        "location": ORDERS,
        "hint": "write `order_id`",
        "tool": "get_order",
    }
    return Diagnostic(**{**values, **changes})


FINDINGS = (
    finding(related=(Related(message="here too", location=replace(ORDERS, line=50, column=1)),)),
    finding(),
    finding(
        code="FS-01", severity=Severity.WARNING, message="no words", hint=None, location=Location(path="a b/ä.yaml")
    ),
    finding(code="ID-08", severity=Severity.INFO, tool=None, location=Location(path="/tmp/x y.json", line=1, column=1)),
)
DIFFERENCES = (
    Difference(
        path="orders/mcp.json", cause="changed", detail="`get_order` changed", mend="generate", diff=("-a", "+b")
    ),
    Difference(path="old/", cause="stale", detail="no source produces this package", mend="generate", files=7),
)
SUMMARY = {
    "sources": [
        {"name": "orders", "source": "specs/orders.yaml", "status": "built", "tools": 3},
        {"name": "accounts", "source": "specs/accounts.yaml", "status": "built", "tools": 1},
        {"name": "broken", "source": "specs/broken.yaml", "status": "unreadable", "tools": 0},
    ]
}
REPORT = Report(
    findings=FINDINGS,
    differences=DIFFERENCES,
    summary=SUMMARY,
    names={"ID-03": "case-variant-field"},
    lines=lambda path, line: SOURCE if (path, line) == ("specs/orders.yaml", 42) else None,
    explain=lambda code: PAGE if code == "ID-03" else None,
)


def write(name: str, report: Report) -> str:
    return load_reporter(name)(report, Layout())


def sarif(report: Report) -> Any:
    log = json.loads(write("sarif", report))
    assert [error.message for error in SARIF_VALIDATOR.iter_errors(log)] == []
    return log["runs"][0]


def suites(report: Report) -> ET.Element:
    root = ET.fromstring(write("junit", report))
    for element in (root, *root):
        for outcome, count in (("failure", "failures"), ("error", "errors")):
            assert len(list(element.iter(outcome))) == int(element.attrib[count])
        assert len(list(element.iter("testcase"))) == int(element.attrib["tests"])
    names = [(case.attrib["classname"], case.attrib["name"]) for case in root.iter("testcase")]
    assert len(set(names)) == len(names), "GitLab drops the second of two tests of one name"
    return root


def issues(report: Report) -> Any:
    listed = json.loads(write("gitlab", report))
    for issue in listed:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert issue["location"]["lines"]["begin"] >= 1
    marks = [issue["fingerprint"] for issue in listed]
    assert len(set(marks)) == len(marks)
    return listed


@pytest.mark.parametrize(("name", "ending"), [("sarif", "json"), ("junit", "xml"), ("gitlab", "json")])
def test_everything(name: str, ending: str, golden: Golden) -> None:
    golden.check_file(write(name, REPORT).encode(), SNAPSHOTS / f"{name}.{ending}")


@pytest.mark.parametrize(("name", "ending"), [("sarif", "json"), ("junit", "xml"), ("gitlab", "json")])
def test_a_run_that_ended(name: str, ending: str, golden: Golden) -> None:
    failure = Failure(message="`--out` names no folder", hint="name one")
    golden.check_file(write(name, Report(failure=failure)).encode(), SNAPSHOTS / f"{name}-failure.{ending}")


def test_a_document_also_where_there_is_nothing_to_tell() -> None:
    assert sarif(Report())["results"] == []
    assert issues(Report()) == []
    assert list(suites(Report())) == []
    assert json.loads(write("json", Report()))["diagnostics"] == []
    assert frozenset({"json", "sarif", "junit", "gitlab"}) == DOCUMENTS


def test_columns_are_counted_in_utf_16() -> None:
    region = sarif(REPORT)["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert SOURCE[ORDERS.column - 1 :][: ORDERS.width] == "orderId"
    line = SOURCE.encode("utf-16-le")
    cut = line[2 * (region["startColumn"] - 1) : 2 * (region["endColumn"] - 1)]
    assert cut.decode("utf-16-le") == "orderId"


def test_rules_are_those_that_occur() -> None:
    run = sarif(REPORT)
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["FS-01", "ID-03", "ID-08", "drift/changed", "drift/stale"]
    assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


def test_every_code_can_be_written() -> None:
    from toolmint.diagnostics import CODES
    from toolmint.rules import all_rules

    codes = [*CODES, *(rule.code for rule in all_rules())]
    run = sarif(Report(findings=tuple(finding(code=code) for code in codes), explain=explained))
    assert all(rule["help"]["markdown"] for rule in run["tool"]["driver"]["rules"])


def test_fingerprints_stay_when_lines_move() -> None:
    def marks(report: Report) -> list[list[str]]:
        return [
            [result["partialFingerprints"]["toolmintFinding/v1"] for result in sarif(report)["results"]],
            [issue["fingerprint"] for issue in issues(report)],
        ]

    moved = [replace(one, location=replace(one.location, line=7, column=3), hint="other") for one in FINDINGS]
    assert marks(REPORT) == marks(replace(REPORT, findings=tuple(moved)))
    assert marks(REPORT)[0] == marks(REPORT)[1]
    other = [replace(one, message=f"{one.message}!") for one in FINDINGS]
    assert not set(marks(REPORT)[0][:4]) & set(marks(replace(REPORT, findings=tuple(other)))[0][:4])


def test_the_bar_is_the_run_s() -> None:
    assert suites(replace(REPORT, differences=None)).attrib["failures"] == "2"
    assert suites(replace(REPORT, differences=None, fails_from=Severity.WARNING)).attrib["failures"] == "3"
    assert suites(replace(REPORT, differences=None, fails_from=Severity.INFO)).attrib["failures"] == "4"


def test_sources_without_findings_are_passed_tests() -> None:
    root = suites(replace(REPORT, findings=(), differences=()))
    assert [(suite.attrib["name"], suite[0].attrib["name"]) for suite in root] == [
        ("specs/orders.yaml", "orders: 3 tools"),
        ("specs/accounts.yaml", "accounts: 1 tool"),
        ("generated", "up to date"),
    ]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("specs/a.yaml", "specs/a.yaml"),
        ("../a.yaml", "../a.yaml"),
        ("a b/c#d?e%.yaml", "a%20b/c%23d%3Fe%25.yaml"),
        ("x:y.yaml", "x%3Ay.yaml"),
        ("订单.yaml", "%E8%AE%A2%E5%8D%95.yaml"),
        ("caf\udce9.yaml", "caf%E9.yaml"),
        ("/tmp/a b.yaml", "file:///tmp/a%20b.yaml"),
    ],
)
def test_places_are_uris(path: str, uri: str) -> None:
    run = sarif(Report(findings=(finding(location=Location(path=path)),)))
    place = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place["uri"] == uri
    assert ("uriBaseId" in place) is not path.startswith("/")
    assert unquote_to_bytes(urlsplit(uri).path) == path.encode("utf-8", "surrogateescape")


HOSTILE = ["a]]>b", "<b>&\"'", "\x00\x1b[2J\x7f\x85", "\ud800", "\udc00\ud800", "\ufffe\uffff", "{0} [a](javascript:b)"]
HOSTILE += ["\u202eabc", "\r\n\t", "&#0;", "\U0010ffff", "<!--", "<![CDATA[", ""]


def hostile(text: str) -> Report:
    place = Location(path=text or "x", line=1, column=2, width=3)
    one = finding(message=text, hint=text, tool=text, location=place, related=(Related(message=text, location=place),))
    drift = Difference(path=text, cause="changed", detail=text, mend="review", diff=(text,))
    return Report(
        findings=(one, one, replace(one, severity=Severity.WARNING)),
        differences=(drift,),
        failure=Failure(message=text, hint=text),
        lines=lambda path, line: text,
        summary={"sources": [{"name": text, "source": text, "status": "built", "tools": 1}]},
    )


def assert_legal(text: str) -> None:
    for name in sorted(DOCUMENTS):
        written = write(name, hostile(text))
        assert written.isascii()
        assert written.endswith("\n")
    for document in (issues(hostile(text)), sarif(hostile(text)) if text else None):
        for value in strings(document):
            value.encode("utf-8")
    root = suites(hostile(text))
    assert {suite.attrib["name"] for suite in root} >= {"generated", "toolmint"}


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    below = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for part in below for one in strings(part)]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_legal(text: str) -> None:
    assert_legal(text)


@given(st.text(st.characters(exclude_categories=()), max_size=20))
def test_any_text_is_legal(text: str) -> None:
    assert_legal(text)
