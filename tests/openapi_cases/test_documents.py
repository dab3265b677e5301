"""Cases 18, 19, 20, 21, 27 and 29: what is read of a document, what is left out, and what is wrong."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from support.compiling import compile_file
from support.golden import compare
from support.openapi import errors, extract
from support.openapi_case import SPECS, Case

Cases = Callable[[int], Case]

# --- 18: references


def test_case_18_references_are_followed_wherever_the_standard_has_them(case: Cases) -> None:
    one = case(18)
    assert one.errors == []
    assert one.schema("get_book")["properties"] == {"isbn": {"type": "string"}}
    assert one.schema("lend")["properties"] == {
        "dry": {"type": "boolean"},
        "isbn": {"type": "string"},
        "reader": {"$ref": "#/$defs/Author"},
    }
    author = {"type": "object", "properties": {"name": {"type": "string"}, "mentor": {"$ref": "#/$defs/Author"}}}
    assert one.catalog.definitions.input == {"Author": author}
    assert one.tool("get_book").output_schema == {"$ref": "#/$defs/Author"}
    assert one.tool("lend").output_schema == {"$ref": "#/$defs/Loan"}


def test_case_18_what_stands_in_other_files_is_called_like_the_rest(case: Cases) -> None:
    assert case(18).send("get_book", {"isbn": "978 0"}).line == b"GET /books/978%200 HTTP/1.1"
    received = case(18).send("lend", {"isbn": "1", "dry": True, "reader": {"mentor": {"name": "n"}}})
    assert received.line == b"POST /loans?dry=true HTTP/1.1"
    assert received.body == b'{"isbn":"1","reader":{"mentor":{"name":"n"}}}'


@pytest.mark.parametrize(
    ("reference", "code"),
    [
        ("https://example.com/schemas.yaml#/Loan", "IN-10"),
        ("shared/18-books.yaml#/Laon", "IN-09"),
        ("shared/none.yaml#/Loan", "IN-09"),
        ("../../../etc/passwd", "IN-09"),
    ],
)
def test_case_18_a_reference_that_cannot_be_followed_is_an_error_and_nothing_is_fetched(
    tmp_path: Path, reference: str, code: str
) -> None:
    shutil.copytree(SPECS / "shared", tmp_path / "shared")
    text = (SPECS / "18-references.yaml").read_text(encoding="utf-8")
    (tmp_path / "spec.yaml").write_text(text.replace("shared/18-books.yaml#/Loan", reference), encoding="utf-8")
    result = compile_file(tmp_path / "spec.yaml", keep_going=True, targets=("contract",))
    assert {one.code for one in result.diagnostics if one.severity.value == "error"} == {code}
    assert [one.name for one in result.catalogs["spec"].contracts] == ["get_book"]


# --- 19: nothing is dropped

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


def test_case_19_every_method_is_compiled_and_named_from_method_and_path(case: Cases) -> None:
    assert case(19).tools == [f"{method}_things_id" for method in METHODS]


@pytest.mark.parametrize("method", METHODS)
def test_case_19_every_method_is_sent(case: Cases, method: str) -> None:
    assert case(19).send(f"{method}_things_id", {"id": "1"}).line.decode() == f"{method.upper()} /things/1 HTTP/1.1"


def test_case_19_what_is_no_tool_is_listed_with_its_reason(case: Cases) -> None:
    assert sorted((one.what, one.reason, one.failed) for one in case(19).catalog.left_out) == [
        (
            "GET /broken",
            "found `quary` for `in` of parameter `q`, wanted one of `path`, `query`, `header`, `cookie`",
            True,
        ),
        ("GET /left-out", "`x-tool: false`", False),
        ("webhook thingChanged", "the API calls it; an agent cannot", False),
    ]
    (error,) = case(19).errors
    assert (error.code, error.location.line, error.location.column) == ("IN-06", 18, 34)
    assert error.hint == "did you mean `query`?"


def test_case_19_without_keep_going_an_error_keeps_every_file_back() -> None:
    result = compile_file(SPECS / "19-nothing-is-dropped.yaml", targets=("contract",))
    assert result.files == {}
    assert result.sources[0].status == "blocked"


# --- 20: responses


@pytest.mark.parametrize(
    ("tool", "status", "media_type", "schema", "accept"),
    [
        ("by_default", "default", "application/json", {"type": "integer"}, b"application/json"),
        ("by_range", "2XX", "application/json", {"type": "array", "items": {"type": "string"}}, b"application/json"),
        ("nothing", "204", None, None, b"*/*"),
        (
            "exact",
            "201",
            "application/json",
            {"type": "object", "properties": {"a": {}}},
            b"text/csv, application/json",
        ),
    ],
)
def test_case_20_the_response_of_success(
    case: Cases, tool: str, status: str, media_type: str | None, schema: object, accept: bytes
) -> None:
    response = case(20).binding(tool).response
    assert response is not None
    assert (response.status, response.media_type) == (status, media_type)
    assert case(20).tool(tool).output_schema == schema
    assert ", ".join(case(20).binding(tool).accept or ("*/*",)).encode() == accept


def test_case_20_what_is_asked_for(case: Cases) -> None:
    sent = {tool: case(20).send(tool, {}).header("Accept") for tool in ("by_default", "nothing", "exact")}
    assert sent == {"by_default": b"application/json", "nothing": b"*/*", "exact": b"text/csv, application/json"}


# --- 21: deprecated and internal


def test_case_21_both_are_compiled_and_marked(case: Cases) -> None:
    old, inner = case(21).catalog.contracts
    assert (old.deprecated, old.internal, inner.deprecated, inner.internal) == (True, False, False, True)
    assert case(21).properties("get_old")["size"] == {"type": "integer", "description": "The size.", "deprecated": True}
    assert case(21).send("get_old", {"size": 1}).target == b"/old?size=1"


def test_case_21_prose_says_that_a_tool_is_deprecated() -> None:
    files = compile_file(SPECS / "21-deprecated-and-internal.yaml", targets=("contract", "markdown", "python")).files
    page = files["_21_deprecated_and_internal/tools.md"].decode()
    old, inner = page[page.index("get_old") :].split("get_inner", 1)
    assert "deprecated" in old.lower()
    assert "deprecated" not in inner.lower()


# --- 27: mistakes


def test_case_27_mistakes_are_errors_at_their_places_and_the_rest_compiles(case: Cases) -> None:
    assert case(27).tools == ["fine"]
    found = [(one.code, one.location.pointer, one.message) for one in case(27).errors]
    assert found == [
        ("IN-11", "/paths/~1one/get/operationId", "operationId `twice` is also that of `GET /two`"),
        ("IN-11", "/paths/~1two/get/operationId", "operationId `twice` is also that of `GET /one`"),
        (
            "IN-07",
            "/paths/~1undeclared/post/requestBody/content/application~1json/schema/required",
            "`required` names `nmae`, which no property declares",
        ),
        (
            "IN-12",
            "/paths/~1users~1{userId}/get",
            "`/users/{userId}` has `{userId}`, and no path parameter is called so",
        ),
        (
            "IN-12",
            "/paths/~1users~1{userId}/get/parameters/0/name",
            "path parameter `user_id` does not stand in `/users/{userId}`",
        ),
    ]
    assert all(one.location.line for one in case(27).errors)


def test_case_27_two_operations_may_share_an_id_where_each_has_a_name_of_its_own() -> None:
    document = yaml.safe_load((SPECS / "27-mistakes.yaml").read_text(encoding="utf-8"))
    document["paths"] = {path: document["paths"][path] for path in ("/one", "/two")}
    for path, item in document["paths"].items():
        item["get"]["x-tool"] = {"name": f"twice_{path[1:]}"}
    extraction = extract(json.dumps(document))
    assert errors(extraction) == []
    assert [one.name for one in extraction.catalog.contracts] == ["twice_one", "twice_two"]


# --- 29: the same bytes everywhere (hash seeds and the order of files: tests/test_repository.py)


@pytest.mark.parametrize("file", sorted(SPECS.glob("*.yaml")), ids=lambda file: file.name[:2])
def test_case_29_another_folder_and_another_line_end_change_no_byte(file: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "another folder" / "deeper"
    shutil.copytree(file.parent, elsewhere)
    for copy in elsewhere.rglob("*.yaml"):
        copy.write_bytes(copy.read_bytes().replace(b"\n", b"\r\n"))
    targets = ("contract", "markdown")
    here = compile_file(file, targets=targets, keep_going=True)
    there = compile_file(elsewhere / file.name, targets=targets, keep_going=True)
    assert here.files
    assert compare(there.files, here.files) == []
    assert [str(one) for one in there.diagnostics] == [str(one) for one in here.diagnostics]
