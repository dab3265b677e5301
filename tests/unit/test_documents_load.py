"""Reading documents: what values mean, and where a text that cannot be read is wrong."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from toolmint.diagnostics import CODES, Diagnostic
from toolmint.documents import load_document, parse_document
from toolmint.documents.faults import MAX_DEPTH, MAX_DIGITS
from toolmint.documents.yaml_reader import NODE_BUDGET
from toolmint.errors import SourceError


@pytest.fixture(params=["libyaml", "python"])
def either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both of PyYAML's parsers, so that a machine without libyaml reads the same."""
    if request.param == "python":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not hasattr(yaml, "CSafeLoader"):
        pytest.skip("PyYAML was built without libyaml")
    return str(request.param)


def value_of(text: str | bytes, name: str = "api.yaml") -> Any:
    content = text.encode() if isinstance(text, str) else text
    return parse_document(content, path=name, file=Path(name)).value


def problem_of(text: str | bytes, name: str = "api.yaml") -> Diagnostic:
    with pytest.raises(SourceError) as caught:
        value_of(text, name)
    assert caught.value.diagnostic is not None
    return caught.value.diagnostic


def place_of(finding: Diagnostic) -> tuple[str, int, int]:
    return finding.code, finding.location.line, finding.location.column


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("on", "on"),
        ("NO", "NO"),
        ("yes", "yes"),
        ("True", True),
        ("FALSE", False),
        ("~", None),
        ("Null", None),
        ("", None),
        ("2024-10-01", "2024-10-01"),
        ("2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"),
        ("12:30:45", "12:30:45"),
        ("017", 17),
        ("0o17", 15),
        ("0x1F", 31),
        ("0b11", "0b11"),
        ("1_000", "1_000"),
        ("-12", -12),
        ("+3", 3),
        ("1e3", 1000.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("1.2.3", "1.2.3"),
        (".inf", ".inf"),
        ("-.INF", "-.INF"),
        (".nan", ".nan"),
        ("1e999", "1e999"),
        ("=", "="),
        ("-", [None]),
        ("'200'", "200"),
        ("!!str 200", "200"),
        ("! 200", "200"),
        ("!!float 2", 2.0),
        ("!!int '7'", 7),
        ("|-\n  12", "12"),
    ],
)
def test_scalars_follow_the_core_schema(either_parser: str, written: str, meant: object) -> None:
    read = value_of(f"key:\n  {written}\n")["key"]
    assert (read, type(read)) == (meant, type(meant))


def test_keys_are_their_source_text(either_parser: str) -> None:
    text = "200: a\ntrue: b\nnull: c\n1.0: d\n0x1F: e\non: f\n~: g\n2024-10-01: h\n"
    assert list(value_of(text)) == ["200", "true", "null", "1.0", "0x1F", "on", "~", "2024-10-01"]


def test_an_alias_as_key_is_its_source_text(either_parser: str) -> None:
    assert value_of("a: &x 017\nb: {*x : 1}\n") == {"a": 17, "b": {"017": 1}}


@pytest.mark.parametrize(
    ("text", "merged"),
    [
        ("b: &b {x: 1, y: 1}\nm: {<<: *b, y: 2}\n", {"x": 1, "y": 2}),
        ("b: &b {x: 1, y: 1}\nm: {y: 2, <<: *b}\n", {"x": 1, "y": 2}),
        ("b: &b {x: 1}\nc: &c {x: 2, z: 3}\nm: {<<: [*b, *c]}\n", {"x": 1, "z": 3}),
        ("b: &b {x: 1}\nc: &c {<<: *b, y: 2}\nm: {<<: *c}\n", {"x": 1, "y": 2}),
        ("m: {<<: {x: 1}}\n", {"x": 1}),
        ('m: {"<<": {x: 1}}\n', {"<<": {"x": 1}}),
    ],
)
def test_merge_keys(either_parser: str, text: str, merged: object) -> None:
    assert value_of(text)["m"] == merged


def test_line_ends_and_byte_order_mark_are_no_content(either_parser: str) -> None:
    assert value_of("a: |\r\n  x\r\n  y\r\nb: 1\r\n") == {"a": "x\ny\n", "b": 1}
    assert value_of(b"\xef\xbb\xbfa: 1") == {"a": 1}
    assert value_of(b'\xef\xbb\xbf{"a": 1}', "api.json") == {"a": 1}


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "says"),
    [
        ("", "IN-01", 1, 1, "empty"),
        ("# only a comment\n---\n", "IN-01", 1, 1, "empty"),
        ("a:\n\tb: 1", "IN-01", 2, 1, "tab"),
        ("a:\n  b: 1\n\tc: 2", "IN-01", 3, 1, "tab"),
        ("d: foo: bar", "IN-01", 1, 7, "inside unquoted text"),
        ("é: 😀: bar", "IN-01", 1, 5, "inside unquoted text"),
        ("d: {id} is it\ne: 1", "IN-01", 1, 9, "closing `}`"),
        ("d: `x`", "IN-01", 1, 4, "backtick"),
        ("d: *note* this\ne: 1", "IN-01", 1, 4, "alias"),
        ("d: *absent", "IN-01", 1, 4, "`*absent` names no anchor"),
        ('d: "x\ne: 1\n', "IN-01", 1, 4, "never closed"),
        ("a:\n  b: 1\n c: 2", "IN-01", 3, 2, "indentation"),
        ("a: [1, 2\nb: 3", "IN-01", 2, 2, "closing bracket of the `[` of line 1"),
        ('a: "\\q"', "IN-01", 1, 5, "found `\\q` in double quotes"),
        ("a: 1\n--- \nb: 2\n", "IN-01", 2, 1, "second YAML document"),
        ("a: !Ref b", "IN-01", 1, 4, "tag `!Ref`"),
        ("a: !!binary aGk=", "IN-01", 1, 4, "tag `!!binary`"),
        ("a: !!python/object/apply:os.getcwd []", "IN-01", 1, 4, "tag `!!python/object/apply:os.getcwd`"),
        ("a: !!int x", "IN-01", 1, 4, "`!!int`"),
        ("? [1]\n: 2", "IN-01", 1, 3, "wanted text"),
        ("<<: 3", "IN-01", 1, 5, "`<<`"),
        ("a: \x01", "IN-01", 1, 4, "U+0001"),
        ("a: 1\nb: 2\na: 3", "IN-02", 3, 1, "key `a` stands twice"),
        ("1: a\n'1': b", "IN-02", 2, 1, "key `1` stands twice"),
        ("b: &a [*a]", "IN-03", 1, 8, "inside what it repeats"),
        ("a: " + "1" * (MAX_DIGITS + 1), "IN-01", 1, 4, "4,301 digits"),
    ],
)
def test_yaml_that_cannot_be_read(either_parser: str, text: str, code: str, line: int, column: int, says: str) -> None:
    finding = problem_of(text)
    assert place_of(finding) == (code, line, column)
    assert says in finding.message
    assert finding.location.width >= 1


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "says"),
    [
        ('{\n "a": 1,\n}', "IN-01", 2, 8, "a comma before `}`"),
        ('{"a": [1,]}', "IN-01", 1, 9, "a comma before `]`"),
        ("{'a': 1}", "IN-01", 1, 2, "double quotes"),
        ('{"a": "x', "IN-01", 1, 7, "never closed"),
        ('{"a": "x\ty"}', "IN-01", 1, 9, "a tab inside a string"),
        ('{"a": 1} x', "IN-01", 1, 10, "after the end"),
        ('{"a": NaN}', "IN-01", 1, 7, "`NaN`"),
        ('{"a": -Infinity}', "IN-01", 1, 7, "`-Infinity`"),
        ('{"a": 1e999}', "IN-01", 1, 7, "out of range"),
        ('{"a": "\\ud83d x"}', "IN-01", 1, 7, "surrogate"),
        ('{"a": "\\ude00\\ud83d"}', "IN-01", 1, 7, "surrogate"),
        ('{"a": "\\\\ud83d\\ude00"}', "IN-01", 1, 7, "surrogate"),  # the first backslash escapes the second
        ('{"a": "\\ud83d\\ude00", "b": "\\ud83d"}', "IN-01", 1, 28, "surrogate"),
        ('{"a": ' + "9" * (MAX_DIGITS + 1) + "}", "IN-01", 1, 7, "digits"),
        ('{"a": {"b": 1, "c": "b", "b": 2}}', "IN-02", 1, 26, "key `b` stands twice"),
        ('{"a\\u0062": 1, "ab": 2}', "IN-02", 1, 16, "key `ab` stands twice"),
    ],
)
def test_json_that_cannot_be_read(text: str, code: str, line: int, column: int, says: str) -> None:
    finding = problem_of(text, "api.json")
    assert place_of(finding) == (code, line, column)
    assert says in finding.message


@pytest.mark.parametrize("name", ["api.yaml", "api.json"])
def test_a_repeated_key_names_the_first(name: str) -> None:
    finding = problem_of('{"x": {"k": 0},\n "k": 1,\n "l": {"k": 2},\n "k": 3}', name)
    assert place_of(finding) == ("IN-02", 4, 2)
    [first] = finding.related
    assert (first.location.line, first.location.column) == (2, 2)
    assert "line 2" in first.message


def test_a_merged_key_is_no_repeated_key() -> None:
    finding = problem_of("b: &b {x: 1}\nm:\n  <<: *b\n  x: 2\n  x: 3\n")
    assert place_of(finding) == ("IN-02", 5, 3)
    assert finding.related[0].location.line == 4


@pytest.mark.parametrize(
    ("content", "line", "column", "says"),
    [
        (
            "a: 1\nciudad: Málaga\n".encode("latin-1"),
            2,
            10,
            "byte 0xE1 is not UTF-8; the file looks like Latin-1, where it is `á`",
        ),
        ("é: “x”\n".encode() + "b: “x”".encode("cp1252"), 2, 4, "Windows-1252, where it is `“`"),
        (b"\xef\xbb\xbfa: \xe9", 1, 4, "0xE9"),
        ("a: 1".encode("utf-16"), 1, 1, "UTF-16"),
        ("a: 1".encode("utf-16-le"), 1, 1, "UTF-16"),
    ],
)
def test_another_encoding(content: bytes, line: int, column: int, says: str) -> None:
    finding = problem_of(content)
    assert place_of(finding) == ("IN-01", line, column)
    assert says in finding.message
    assert finding.hint == "save the file as UTF-8"


def test_the_hint_quotes_the_text() -> None:
    assert problem_of("description: Note: read this").hint == 'quote the text: `description: "Note: read this"`'


def nested(depth: int, opening: str, closing: str) -> str:
    return opening * depth + closing * depth


@pytest.mark.parametrize("name", ["api.yaml", "api.json"])
@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 900, 50_000])
def test_deep_nesting_is_refused(name: str, depth: int) -> None:
    finding = problem_of(nested(depth, "[", "]"), name)
    assert finding.code == "IN-01"
    assert "wanted 200 at most" in finding.message


@pytest.mark.parametrize("name", ["api.yaml", "api.json"])
def test_nesting_up_to_the_limit_is_read(name: str) -> None:
    assert value_of(nested(MAX_DEPTH, "[", "]"), name) is not None
    assert value_of("- " * MAX_DEPTH + "x") is not None


def test_aliases_cannot_nest_deeper_than_brackets() -> None:
    text = "a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 400))
    assert "wanted 200 at most" in problem_of(text).message


def test_an_alias_bomb_is_refused_before_it_expands() -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 9)]
    finding = problem_of("\n".join(levels))
    assert finding.code == "IN-03"
    assert f"{NODE_BUDGET:,}" in finding.message


def test_long_text_under_an_anchor_weighs_more_than_one_value() -> None:
    text = f"a: &a {'x' * 40_000}\nb: [{', '.join(['*a'] * 3_000)}]"
    assert problem_of(text).code == "IN-03"


def test_aliases_within_the_budget_are_read() -> None:
    assert len(value_of(f"a: &a {{x: 1}}\nb: [{', '.join(['*a'] * 1_000)}]")["b"]) == 1_000


@pytest.mark.parametrize(
    ("name", "text", "syntax"),
    [
        ("api.json", '{"a": 1}', "json"),
        ("api.yaml", '{"a": 1}', "json"),
        ("api.yaml", '{"a": "\t"}', "yaml"),
        ("api.yaml", "{a: 1}", "yaml"),
        ("api.json", "a: 1", "yaml"),
    ],
)
def test_the_syntax_is_what_the_text_is(name: str, text: str, syntax: str) -> None:
    document = parse_document(text.encode(), path=name, file=Path(name))
    assert document.syntax == syntax
    assert list(document.value) == ["a"]  # type: ignore[arg-type]  # a mapping in every case


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        load_document(tmp_path / "absent.yaml", path="absent.yaml")
    assert caught.value.diagnostic is not None
    assert place_of(caught.value.diagnostic) == ("IN-01", 1, 1)
    assert caught.value.message == "the file does not exist"


plain_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=20), inner, max_size=4),
    max_leaves=20,
)


@given(plain_values)
def test_json_reads_as_the_standard_library_reads_it(value: Any) -> None:
    text = json.dumps(value)
    assert value_of(text, "api.json") == json.loads(text)


@given(plain_values)
def test_yaml_gives_back_what_was_dumped(value: Any) -> None:
    # YAML knows JSON's strings, quoted; scalars outside quotes are what the parametrised tests are about.
    text = yaml.safe_dump({"root": value}, default_style='"', allow_unicode=False, sort_keys=False)
    read = value_of(text.replace('!!null "null"', "null"))["root"]
    assert read == value
    assert json.dumps(read) == json.dumps(value) or _holds_float(value)


def _holds_float(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_holds_float, value.values()))
    return any(map(_holds_float, value)) if isinstance(value, list) else isinstance(value, float)


@pytest.mark.parametrize("text", [r"\ud83d\ude00", r"\uD83D\uDE00\ud83d\ude01", r"\\\ud83d\ude00", r"\\ud83d"])
def test_json_has_pairs_of_escapes(text: str) -> None:
    assert value_of(f'{{"a": "{text}"}}', "api.json") == json.loads(f'{{"a": "{text}"}}')


@given(plain_values)
def test_json_read_as_yaml_is_the_same(value: Any) -> None:
    """JSON behind a plain key goes through the YAML reader, escapes of surrogate pairs included."""
    assert value_of("root: " + json.dumps(value))["root"] == value


def test_pairs_of_escapes_are_one_character_in_double_quotes_alone(either_parser: str) -> None:
    text = r"""{a: "x\uD83D\ude00\\\ud83d\ude01 \\ud83d", b: '\ud83d\ude00', c: \ud83d\ude00, "k\ud83d\ude00": d}"""
    assert value_of(f"r: {text}")["r"] == {
        "a": "x😀\\😁 \\ud83d",
        "b": r"\ud83d\ude00",
        "c": r"\ud83d\ude00",
        "k😀": "d",
    }


@given(st.integers() | st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_read_as_python_writes_them(number: float) -> None:
    read = value_of(f"n: {number!r}")["n"]
    assert type(read) is type(number)
    assert math.isclose(read, number, rel_tol=0, abs_tol=0)


def attempt(content: bytes, name: str) -> Diagnostic | None:
    """Parse, and return what is wrong."""
    try:
        parse_document(content, path=name, file=Path(name))
    except SourceError as error:
        return error.diagnostic
    return None


@given(st.text(min_size=1))
def test_no_text_crashes_the_reader(text: str) -> None:
    for name in ("api.yaml", "api.json"):
        finding = attempt(text.encode("utf-8", "surrogatepass"), name)
        if finding is not None:
            assert finding.code in CODES
            assert finding.location.line >= 1


def test_corpus_documents_are_read(corpus: Path) -> None:
    files = [file for file in sorted((corpus / "openapi").rglob("*")) if file.suffix in (".yaml", ".yml", ".json")]
    assert files
    for file in files:
        document = load_document(file, path=file.name)
        if document.syntax == "json":
            assert document.value == json.loads(document.text)


def test_broken_corpus_documents_have_a_place(corpus: Path) -> None:
    findings = {file.name: attempt(file.read_bytes(), file.name) for file in sorted((corpus / "broken").iterdir())}
    assert {name: place_of(finding) for name, finding in findings.items() if finding is not None} == {
        "latin1-encoding.yaml": ("IN-01", 19, 26),
        "tabs-in-indent.yml": ("IN-01", 3, 1),
        "trailing-comma.json": ("IN-01", 28, 12),
    }
