"""The three formats, and code frames in the cells of a terminal."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.drift import Difference
from toolmint.edits import Fix
from toolmint.location import Location
from toolmint.reporters import REPORTERS, frame, load_reporter, sarif
from toolmint.reporters.frame import code_frame
from toolmint.reporters.json_text import indented
from toolmint.reporters.report import Failure, Layout, Report

LINES = {42: "      operationId: create_order"}
NAMES = {"FS-01": "missing-description"}


def finding(**changes: Any) -> Diagnostic:
    values: dict[str, Any] = {
        "code": "FS-01",
        "severity": Severity.ERROR,
        "message": "tool `create_order` has no description",
        "location": Location(path="specs/orders.yaml", pointer="/paths", line=42, column=7, width=11),
        "hint": "add `description` to the operation",
        "tool": "create_order",
    }
    return Diagnostic(**{**values, **changes})


def report(*findings: Diagnostic, name: str = "text", limit: int | None = None, width: int = 100, **more: Any) -> str:
    told = Report(findings=findings, names=NAMES, lines=lambda path, line: LINES.get(line), **more)
    return load_reporter(name)(told, Layout(limit=limit, width=width))


def test_a_finding() -> None:
    assert report(finding()) == (
        "specs/orders.yaml:42:7: error[FS-01] tool `create_order` has no description\n"
        "   |\n"
        "42 |       operationId: create_order\n"
        "   |       ^^^^^^^^^^^\n"
        "   = rule: missing-description (`toolmint explain FS-01`)\n"
        "\n"
        "hint: add `description` to the operation\n"
    )


def test_a_finding_without_a_line_hint_or_name() -> None:
    place = Location(path="specs/orders.yaml")
    assert report(finding(location=place, hint=None, code="XX-01")) == (
        "specs/orders.yaml:1:1: error[XX-01] tool `create_order` has no description\n"
    )


def test_related_places() -> None:
    other = Related(message="first declared here", location=Location(path="a.yaml", line=3, column=1))
    assert "   = see: a.yaml:3:1: first declared here\n" in report(finding(related=(other,)))


def test_nothing_to_say() -> None:
    assert report() == report(name="github") == ""
    assert report(differences=()) == ""


def test_a_source_cannot_steer_the_terminal() -> None:
    text = report(finding(message="a\x1b[2Jb\nc", hint="d\u202ee", location=Location(path="x\n.yaml")))
    assert text == (
        "x\\n.yaml:1:1: error[FS-01] a\\x1b[2Jb\\nc\n"
        "   = rule: missing-description (`toolmint explain FS-01`)\n"
        "\n"
        "hint: d\\u202ee\n"
    )


@pytest.mark.parametrize(
    ("counts", "rest"),
    [
        ((0, 3, 0), None),
        ((5, 3, 0), None),
        ((1, 4, 0), "… and 1 more warning (`--verbose` shows all)"),
        ((1, 5, 1), "… and 2 more warnings and 1 note (`--verbose` shows all)"),
        ((1, 1, 4), "… and 2 more notes (`--verbose` shows all)"),
    ],
)
def test_the_limit(counts: tuple[int, int, int], rest: str | None) -> None:
    findings = [
        finding(severity=severity, code=f"FS-{number:02}", message=f"{severity.value} {number}", hint=None)
        for severity, count in zip(
            (Severity.INFO, Severity.ERROR, Severity.WARNING), (counts[2], counts[0], counts[1]), strict=True
        )
        for number in range(count)
    ]
    text = report(*findings, limit=3)
    assert text.count("error[") == counts[0]
    assert text.count("warning[") == min(counts[1], 3)
    assert (text.splitlines()[-1] == rest) if rest else ("… and" not in text)


def test_warnings_of_one_kind_are_told_under_the_first() -> None:
    places = [Location(path="specs/orders.yaml", line=42, column=column) for column in range(1, 10)]
    alike = [
        finding(severity=Severity.WARNING, message=f"name {one.column} is cut", location=one, hint="choose one")
        for one in places
    ]
    text = report(*alike, limit=3)
    assert text.count("warning[FS-01]") == text.count("hint: choose one") == text.count("42 |") == 1
    assert text.count("= also: specs/orders.yaml:42:") == 5
    assert "   = also: specs/orders.yaml:42:2: name 2 is cut\n" in text
    assert "   = also: 3 more like it (`--verbose` shows all)\n" in text
    for whole in (
        report(*alike),  # everything was asked for
        report(*alike[:3], limit=10),  # few enough
        report(*(replace(one, severity=Severity.ERROR) for one in alike), limit=3),
        report(*(replace(one, hint=str(number)) for number, one in enumerate(alike)), limit=10),
    ):
        assert "also:" not in whole


DIFFERENCES = (
    Difference(
        path="orders/a.py",
        cause="changed",
        detail="the source changed",
        mend="generate",
        diff=("--- orders/a.py (checked in)", "+++ orders/a.py (fresh)", "@@ -1 +1 @@", "--- a", "+b"),
        cut=3,
    ),
    Difference(path="stock/", cause="missing", detail="nothing was generated yet", mend="generate", files=9),
)


def test_drift() -> None:
    assert report(differences=DIFFERENCES) == (
        "generated/orders/a.py  changed  the source changed\n"
        "generated/stock/       missing  nothing was generated yet (9 files)\n"
        "\n"
        "--- generated/orders/a.py (checked in)\n"
        "+++ generated/orders/a.py (fresh)\n"
        "@@ -1 +1 @@\n"
        "--- a\n"
        "+b\n"
        "… 3 more lines of this diff (`--verbose` shows more)\n"
    )


def test_drift_where_there_is_little_room() -> None:
    assert report(differences=DIFFERENCES, width=40).startswith(
        "generated/orders/a.py\n"
        "    changed: the source changed\n"
        "generated/stock/\n"
        "    missing: nothing was generated yet\n"
        "    (9 files)\n"
    )


def alike(count: int, cause: Any = "changed", package: str = "orders") -> tuple[Difference, ...]:
    return tuple(
        Difference(path=f"{package}/{number}.json", cause=cause, detail="`x` changed in a.yaml", mend="generate")
        for number in range(count)
    )


def test_files_that_differ_for_one_reason_are_told_together() -> None:
    other = Difference(path="orders/2a.py", cause="hand-edited", detail="its digest", mend="move-edit")
    found = (*alike(6)[:3], other, *alike(6)[3:], *alike(3, package="stock"))
    assert report(differences=found, width=80, limit=10) == (
        "generated/orders/       changed      `x` changed in a.yaml (6 files)\n"
        "    0.json 1.json 2.json 3.json 4.json 5.json\n"
        "generated/orders/2a.py  hand-edited  its digest\n"
        "generated/stock/0.json  changed      `x` changed in a.yaml\n"
        "generated/stock/1.json  changed      `x` changed in a.yaml\n"
        "generated/stock/2.json  changed      `x` changed in a.yaml\n"
    )
    assert report(differences=found, width=40, limit=10).startswith(
        "generated/orders/\n"
        "    changed: `x` changed in a.yaml (6\n"
        "    files)\n"
        "    0.json 1.json 2.json 3.json 4.json\n"
        "    5.json\n"
        "generated/orders/2a.py\n"
        "    hand-edited: its digest\n"
    )


def test_every_file_has_its_row_where_nothing_is_left_out() -> None:
    assert report(differences=alike(6), limit=None).count("changed in a.yaml\n") == 6


def test_errors_come_first_for_people_and_in_their_place_for_programs() -> None:
    def at(line: int, severity: Severity) -> Diagnostic:
        return finding(location=Location(path="a.yaml", line=line, column=1), severity=severity, hint=None)

    told = [at(1, Severity.INFO), at(2, Severity.WARNING), at(3, Severity.ERROR), at(4, Severity.WARNING)]
    told.append(at(5, Severity.ERROR))
    firsts = [line.split(" ")[0] for line in report(*told).splitlines() if line.startswith("a.yaml")]
    assert firsts == ["a.yaml:3:1:", "a.yaml:5:1:", "a.yaml:2:1:", "a.yaml:4:1:", "a.yaml:1:1:"]
    assert [one["line"] for one in json.loads(report(*told, name="json"))["diagnostics"]] == [1, 2, 3, 4, 5]
    assert [line.split(",")[1] for line in report(*told, name="github").splitlines()] == [
        f"line={number}" for number in range(1, 6)
    ]


def test_a_failure_without_a_place() -> None:
    failure = Failure(message="there is no source `a\x1b[31m`", hint="did you mean `b`?")
    assert report(failure=failure) == ("error: there is no source `a\\x1b[31m`\n\nhint: did you mean `b`?\n")
    assert json.loads(report(failure=failure, name="json")) == {
        "diagnostics": [],
        "summary": {},
        "failure": {"message": "there is no source `a\x1b[31m`", "hint": "did you mean `b`?"},
    }
    assert report(failure=failure, name="github") == (
        "::error title=toolmint::there is no source `a\\x1b[31m`%0Ahint: did you mean `b`?\n"
    )
    assert report(failure=Failure(message="no"), name="github") == "::error title=toolmint::no\n"


def test_json() -> None:
    other = Related(message="here", location=Location(path="a.yaml"))
    text = report(
        finding(related=(other,), message="\ud800"), name="json", summary={"tools": 1}, differences=DIFFERENCES
    )
    assert json.loads(text) == {
        "diagnostics": [
            {
                "code": "FS-01",
                "name": "missing-description",
                "severity": "error",
                "message": "\ud800",
                "path": "specs/orders.yaml",
                "line": 42,
                "column": 7,
                "pointer": "/paths",
                "tool": "create_order",
                "hint": "add `description` to the operation",
                "related": [{"message": "here", "path": "a.yaml", "line": None, "column": None, "pointer": ""}],
            }
        ],
        "summary": {"tools": 1},
        "drift": [
            {"path": "generated/orders/a.py", "cause": "changed", "detail": "the source changed", "files": 1},
            {"path": "generated/stock/", "cause": "missing", "detail": "nothing was generated yet", "files": 9},
        ],
    }
    assert text.isascii()
    assert "drift" not in json.loads(report(name="json"))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='a"\\\n{}[],: é', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(alphabet="ab{},\n", max_size=3), inner, max_size=3)
    ),
    max_leaves=30,
)


@given(value=JSON_VALUES)
@example(value=[{"a": {}}, {"b": []}, {"a": "},\n    {"}, {}, {"c": [1]}, {"d": 1}])
def test_indented_json_is_the_standard_librarys(value: Any) -> None:
    assert indented(value) == json.dumps(value, indent=2)


def test_github() -> None:
    odd = finding(location=Location(path="a,b:c.yaml"), message="50%\nof it", severity=Severity.INFO, hint=None)
    assert report(finding(), odd, name="github", differences=DIFFERENCES[:1]) == (
        "::error file=specs/orders.yaml,line=42,col=7,title=FS-01 missing-description::"
        "tool `create_order` has no description%0Ahint: add `description` to the operation\n"
        "::notice file=a%2Cb%3Ac.yaml,line=1,col=1,title=FS-01 missing-description::50%25%0Aof it\n"
        "::error file=generated/orders/a.py,title=changed generated file::generated/orders/a.py: the source changed\n"
    )


@pytest.mark.parametrize("name", REPORTERS)
def test_every_reporter_ends_in_a_line_feed(name: str) -> None:
    assert report(finding(), name=name).endswith("\n")


@pytest.mark.parametrize(
    ("source", "column", "width", "room", "line", "carets"),
    [
        ("name: a", 1, 4, 80, "name: a", "^^^^"),
        ("name: a", 7, 0, 80, "name: a", "      ^"),
        ("\tname: a", 2, 4, 80, "    name: a", "    ^^^^"),
        ("\u540d\u5b57: \u503c", 5, 1, 80, "\u540d\u5b57: \u503c", "      ^^"),
        ("e\u0301x: y", 3, 1, 80, "e\u0301x: y", " ^"),
        ("a\u200bb: c", 3, 1, 80, "a\\u200bb: c", "       ^"),
        ("a\x1b[31m", 2, 1, 80, "a\\x1b[31m", " ^^^^"),
        ("a: b", 5, 1, 80, "a: b", "    ^"),
        ("a: b", 50, 3, 80, "a: b", "    ^"),
        ("", 1, 0, 80, "", "^"),
        ("a: b", 3, 99, 80, "a: b", "  ^^"),
        ("x" * 100, 1, 3, 20, "x" * 18 + "…", "^^^"),
        ("x" * 100, 100, 1, 20, "…" + "x" * 18, " " * 18 + "^"),
        ("x" * 50 + "HERE" + "x" * 50, 51, 4, 20, "…xxxxHERExxxxxxxxxx…", "     ^^^^"),
    ],
)
def test_frames(source: str, column: int, width: int, room: int, line: str, carets: str) -> None:
    assert code_frame(source, column=column, width=width, room=room) == (line, carets)


def cells(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF") for c in text)


@given(
    source=st.text(max_size=120).filter(lambda text: "\n" not in text),
    column=st.integers(1, 130),
    width=st.integers(0, 130),
    room=st.integers(20, 100),
)
def test_frames_keep_to_their_room(source: str, column: int, width: int, room: int) -> None:
    line, carets = code_frame(source, column=column, width=width, room=room)
    assert cells(line) <= room
    assert cells(carets) <= room + 1  # the caret after the last character
    assert carets.strip(" ") == "^" * carets.count("^") != ""


ANY_LINE = st.text(st.sampled_from("ab \t\u200b\u0301字\U0001d4aaé\x1b"), max_size=60)


@given(ANY_LINE, st.integers(0, 70), st.integers(0, 70), st.integers(0, 40))
def test_a_frame_is_what_the_whole_line_gives(source: str, column: int, width: int, room: int) -> None:
    assert code_frame(source, column=column, width=width, room=room) == _whole_frame(source, column, width, room)


def _whole_frame(source: str, column: int, width: int, room: int) -> tuple[str, str]:
    """Lay a line out with every character of it measured."""
    letters = [frame._letter(letter) for letter in source]
    cells = [one for _, one in letters]
    first = min(max(column - 1, 0), len(source))
    last = min(first + max(width, 1), len(source))
    begin, end = frame._window(cells, first, last, max(room, frame._MIN_ROOM))
    before, after = "…" if begin > 0 else "", "…" if end < len(source) else ""
    line = before + "".join(piece for piece, _ in letters[begin:end]) + after
    carets = max(1, sum(cells[first : min(last, end)]))
    return line.rstrip(), " " * (len(before) + sum(cells[begin:first])) + "^" * carets


def test_a_frame_of_a_document_in_one_line_looks_at_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []

    def letter(one: str) -> tuple[str, int]:
        looked_at.append(one)
        return one, 1

    monkeypatch.setattr(frame, "_letter", letter)
    line, _ = code_frame("x" * 1_000_000, column=500_000, width=900, room=80)
    assert len(line) == 80
    assert len(looked_at) < 1_000


@given(st.text(st.sampled_from("ab字\U0001d4aa\U0001d4ab\ud83d\ude00é")), st.data())
def test_columns_in_code_units_are_what_encoding_gives(line: str, data: st.DataObject) -> None:
    length = data.draw(st.integers(0, len(line)))
    assert sarif._units(line, length) == len(line[:length].encode("utf-16-le", "surrogatepass")) // 2


def test_a_moved_finding_keeps_everything_else() -> None:
    place, related = Location(path="b"), (Related(message="other", location=Location(path="c")),)
    asked = finding(fix=Fix(edits=()))
    assert asked.moved(place, related) == replace(asked, location=place, related=related)
    assert asked.moved(place, related).fix is asked.fix
