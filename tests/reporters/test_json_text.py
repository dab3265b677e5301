"""JSON with indents: the same text as the standard library's."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.location import Location
from toolmint.reporters import load_reporter
from toolmint.reporters.json_text import indented
from toolmint.reporters.report import Layout, Report

texts = st.text(st.characters(), max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=30,
)
places = st.builds(
    Location, path=texts, pointer=texts, line=st.integers(0, 3), column=st.integers(0, 3), width=st.integers(0, 3)
)
findings = st.builds(
    Diagnostic,
    code=texts,
    severity=st.sampled_from(Severity),
    message=texts,
    location=places,
    hint=st.none() | texts,
    tool=st.none() | texts,
    related=st.lists(st.builds(Related, message=texts, location=places), max_size=2).map(tuple),
)


@given(values)
def test_any_value_is_written_as_the_standard_library_writes_it(value: Any) -> None:
    assert indented(value) == json.dumps(value, indent=2)


@given(st.lists(findings, max_size=3).map(tuple), st.dictionaries(texts, values, max_size=2))
def test_findings_are_written_as_the_standard_library_writes_them(
    told: tuple[Diagnostic, ...], summary: dict[str, Any]
) -> None:
    for report_format in ("json", "sarif", "gitlab"):
        report = Report(findings=told, summary=summary)
        text = load_reporter(report_format)(report, Layout(paint=lambda text, _: text, width=100))
        assert text == json.dumps(json.loads(text), indent=2) + "\n"
