"""Cases 22, 24 and 25: texts that are hostile, long, or speak of names."""

from __future__ import annotations

import json
import os
import py_compile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from support.compiling import compile_file
from support.openapi import document, errors, extract, tool
from support.openapi_case import SPECS, Case, lint_findings

Cases = Callable[[int], Case]

# --- 22: hostile text


def hostile() -> dict[str, str]:
    """Return the texts of the document."""
    operation = yaml.safe_load((SPECS / "22-hostile-text.yaml").read_text(encoding="utf-8"))["paths"]["/text"]["get"]
    return {key: operation[key] for key in ("summary", "description")}


def test_case_22_the_contract_holds_the_text_as_it_is(case: Cases) -> None:
    verbatim = case(22).tool("say").prose.verbatim
    assert verbatim is not None
    texts = hostile()
    assert texts["summary"] in verbatim
    assert texts["description"].replace("\r\n", "\n") in verbatim.replace("\r\n", "\n")


def test_case_22_the_modules_compile_say_the_same_and_run_nothing(case: Cases, tmp_path: Path) -> None:
    one = case(22)
    for path, content in one.result.files.items():
        if path.endswith(".py"):
            (tmp_path / "module.py").write_bytes(content)
            py_compile.compile(str(tmp_path / "module.py"), doraise=True)
    doc = one.package.tools.say.__doc__
    assert doc is not None
    assert '""" \\" \\N{BULLET} `tick` ```fence``` {{ 7*7 }} {% raw %} ${HOME} */ // <!-- -->' in doc
    assert "import os; os.environ" in doc
    assert "PWNED" not in os.environ


def test_case_22_characters_that_nobody_can_see_stand_in_no_generated_file(case: Cases) -> None:
    files = {path: content.decode() for path, content in case(22).result.files.items()}
    assert [path for path, text in files.items() if set("\u202e\u202c\u200b\x07") & set(text)] == []


def test_case_22_values_reach_the_wire_as_they_are(case: Cases) -> None:
    assert case(22).properties("say")["q"]["enum"] == ['"""', "'; import os #", "{{ x }}"]
    targets = [case(22).send("say", {"q": value}).target for value in ('"""', "'; import os #", "{{ x }}")]
    assert targets == [b"/text?q=%22%22%22", b"/text?q=%27%3B%20import%20os%20%23", b"/text?q=%7B%7B%20x%20%7D%7D"]


# --- 24: long text


@pytest.mark.parametrize("length", [1024, 1025, 2049, 20_000])
def test_case_24_a_description_is_never_cut(length: int, tmp_path: Path) -> None:
    text = ("a word and " * (length // 11 + 1))[: length - 1].rstrip() + "."
    (tmp_path / "long.yaml").write_text(document({"description": text}), encoding="utf-8")
    result = compile_file(tmp_path / "long.yaml")
    assert result.catalogs["long"].contracts[0].prose.verbatim == text
    lists = {path: json.loads(content) for path, content in result.files.items() if path.endswith(".json")}
    providers = {path for path in lists if path.rpartition("/")[2] not in ("contract.json", "manifest.json")}
    assert len(providers) >= 6
    assert [path for path in sorted(providers) if text not in result.files[path].decode()] == []
    # No provider's limit on a description is an error here: none refuses such a request.
    assert [one for one in result.diagnostics if one.severity.value == "error"] == []


# --- 25: prose that speaks of names


def test_case_25_names_of_tools_values_and_results_are_no_false_alarm(case: Cases) -> None:
    assert case(25).errors == []
    assert case(25).send("get_order", {"id": "1"}, context={"tenant": "t"}).header("X-Tenant") == b"t"


@pytest.mark.parametrize(
    ("prose", "code"),
    [
        ("{X-Tenant} is known", "RF-04"),
        ("{orderId} is known", "RF-01"),
        ("{status=opne} was chosen", "RF-01"),
        ("{tool:list_order} was called", "RF-01"),
        ("{result.totl} is known", "RF-01"),
    ],
)
def test_case_25_a_reference_to_what_a_model_never_sees_or_what_is_not_there_is_an_error(prose: str, code: str) -> None:
    specification = yaml.safe_load((SPECS / "25-prose.yaml").read_text(encoding="utf-8"))
    specification["paths"]["/orders/{id}"]["get"]["x-tool"] = {"when": prose}
    found = errors(extract(json.dumps(specification, indent=2)))
    assert [one.split(" ")[1] for one in found] == [code]


@pytest.mark.parametrize(
    ("summary", "code", "severity"),
    [
        # By evidence: a word that calls itself a parameter, another spelling of a field, a name alone.
        ("Get one order by the `userId` parameter.", "ID-05", "error"),
        ("Get one order by its `STATUS`, if `stat_us` is open.", "ID-03", "error"),
        ("Get one order of `userId`.", "ID-08", "info"),
        # A hidden parameter.
        ("Get one order; X-Tenant is known to the desk.", "ID-13", "error"),
    ],
)
def test_case_25_what_the_linter_says_of_a_name_that_is_not_there(summary: str, code: str, severity: str) -> None:
    specification = yaml.safe_load((SPECS / "25-prose.yaml").read_text(encoding="utf-8"))
    operation = specification["paths"]["/orders/{id}"]["get"]
    del operation["x-tool"]
    operation["summary"] = summary
    found = lint_findings(extract(json.dumps(specification, indent=2)).catalog)
    assert {" ".join(one.split(" ")[:2]) for one in found} == {f"{code} {severity}"}, found


@pytest.mark.parametrize(
    "summary",
    [
        "Get one order, `open` or `closed`.",
        "Get one order; list_orders finds its id.",
        "Get one order, as GET /orders/{id} does.",
        "Get one order. The result has its `total`.",
    ],
)
def test_case_25_values_tools_paths_and_results_are_no_findings(summary: str) -> None:
    specification = yaml.safe_load((SPECS / "25-prose.yaml").read_text(encoding="utf-8"))
    operation = specification["paths"]["/orders/{id}"]["get"]
    del operation["x-tool"]
    operation["summary"] = summary
    assert lint_findings(extract(json.dumps(specification, indent=2)).catalog) == []


def test_case_25_the_authors_own_braces_are_no_references() -> None:
    assert tool(document({"summary": "Say {anything} here."})).prose.verbatim == "Say {anything} here."
