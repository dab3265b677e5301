"""The formats of which a run prints one whole document: SARIF, JUnit XML, GitLab's code quality report."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import jsonschema_rs
import pytest

from support.sarif_schema import SARIF

SPEC = """\
openapi: 3.1.0
info: {title: Orders, version: "1"}
paths:
  /orders/{order_id}:
    get:
      operationId: getOrder
      summary: 查询 an order by its `orderId`.
      parameters:
        - {name: order_id, in: path, required: true, description: "As printed, such as A1", schema: {type: string}}
      responses: {"200": {description: The order}}
"""
CLEAN = SPEC.replace("`orderId`", "number")


def read_sarif(text: str) -> list[tuple[str, str]]:
    log = json.loads(text)
    assert [error.message for error in jsonschema_rs.validator_for(SARIF).iter_errors(log)] == []
    (run,) = log["runs"]
    told = [
        (result["ruleId"], result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
        for result in run["results"]
    ]
    return told + [("failure", "") for one in run["invocations"] if not one["executionSuccessful"]]


def read_junit(text: str) -> list[tuple[str, str]]:
    cases = [case for case in ET.fromstring(text).iter("testcase") if len(case) and case[0].tag != "system-out"]
    told = [(case[0].attrib["type"].split(" ")[0], case.attrib.get("file", "")) for case in cases]
    return [
        (f"drift/{case[0].attrib['message'].split(':')[0]}", file) if code == "drift" else (code, file)
        for (code, file), case in zip(told, cases, strict=True)
    ]


def read_gitlab(text: str) -> list[tuple[str, str]]:
    return [(issue["check_name"], issue["location"]["path"].strip(".")) for issue in json.loads(text)]


READERS: dict[str, Callable[[str], list[tuple[str, str]]]] = {
    "sarif": read_sarif,
    "junit": read_junit,
    "gitlab": read_gitlab,
}
FORMATS = pytest.mark.parametrize("name", READERS)
RULES = ("--select", "ID-03")


@FORMATS
def test_findings(real: Any, name: str) -> None:
    real.write("specs/orders.yaml", SPEC)
    assert real.run("lint", *RULES, "--format", name) == 1
    assert READERS[name](real.stdout) == [("ID-03", "specs/orders.yaml")]


def test_a_place_behind_letters_that_are_not_latin(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    real.run("lint", *RULES, "--format", "sarif")
    (result,) = json.loads(real.stdout)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 7,
        "startColumn": 36,
        "endColumn": 43,
    }


@FORMATS
def test_drift(real: Any, name: str) -> None:
    real.write("specs/orders.yaml", CLEAN)
    real.run("generate", "--target", "mcp", "--target", "openai")
    real.write("generated/orders/mcp.json", "{}\n")
    (real.folder / "generated/orders/openai.json").unlink()
    real.write("toolmint.toml", 'targets = ["mcp", "openai"]\n')
    assert real.run("check", "--only", "drift", "--format", name) == 1
    assert READERS[name](real.stdout) == [
        ("drift/hand-edited", "generated/orders/mcp.json"),
        ("drift/missing", "generated/orders/openai.json"),
    ]


@FORMATS
def test_nothing_to_tell_is_a_document_too(real: Any, name: str) -> None:
    real.write("specs/orders.yaml", CLEAN)
    real.write("toolmint.toml", 'targets = ["mcp"]\n')
    for command in (["generate"], ["lint", *RULES], ["check", "--only", "drift"]):
        assert real.run(*command, "--quiet", "--format", name) == 0
        assert READERS[name](real.stdout) == []
        assert real.stderr == ""


@FORMATS
def test_a_run_that_cannot_take_place(real: Any, name: str) -> None:
    real.write("specs/orders.yaml", CLEAN)
    assert real.run("check", "nothing", "--format", name) == 2
    assert READERS[name](real.stdout) == [("failure", "")]
    real.write("toolmint.toml", "outt = 1\n")
    assert real.run("check", "--format", name) == 2
    assert READERS[name](real.stdout) == [("PF-01", "toolmint.toml")]
    real.write("toolmint.toml", "")
    real.write("generated", "a file where a folder is wanted")
    assert real.run("generate", "--format", name) == 2
    assert READERS[name](real.stdout) == [("failure", "")]


def test_what_fails_a_run_fails_a_test(real: Any) -> None:
    real.write("specs/orders.yaml", SPEC)
    real.write("toolmint.toml", '[lint]\nlevels = {"ID-03" = "warning"}\n')
    assert real.run("lint", *RULES, "--format", "junit") == 0
    assert read_junit(real.stdout) == []
    assert "warning[ID-03]" in real.stdout
    assert real.run("lint", *RULES, "--format", "junit", "--fail-on", "warning") == 1
    assert read_junit(real.stdout) == [("ID-03", "specs/orders.yaml")]


@FORMATS
def test_notes_only_when_asked_for(real: Any, name: str) -> None:
    real.write("specs/orders.yaml", SPEC)
    real.write("toolmint.toml", '[lint]\nlevels = {"ID-03" = "info"}\n')
    real.run("lint", *RULES, "--format", name)
    assert "ID-03" not in real.stdout
    real.run("lint", *RULES, "--format", name, "--verbose")
    assert "ID-03" in real.stdout
