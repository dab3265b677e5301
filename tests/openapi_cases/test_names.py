"""Cases 4, 5, 13, 15 and 23: names that collide, that no provider takes, or that mean something to Python."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable

import yaml

from toolmint.renames import find_renames

from support.openapi import extract
from support.openapi_case import SPECS, Case

Cases = Callable[[int], Case]

# --- 4: one name in several places


def test_case_04_each_place_has_its_own_argument_and_an_operation_overrides_its_path(case: Cases) -> None:
    assert case(4).properties("move_shelf") == {
        "path_id": {"type": "string", "description": "of the path"},
        "lang": {"type": "string", "enum": ["en", "it"]},
        "x_trace": {"type": "integer"},  # header names are compared without case
        "query_id": {"type": "integer"},
        "body_id": {"type": "boolean"},
        "body": {"type": "string"},
    }
    assert case(4).schema("move_shelf")["required"] == ["path_id", "lang", "body_id"]
    assert list(case(4).properties("get_shelf")) == ["id", "lang", "X_Trace"]


def test_case_04_each_reaches_its_own_place(case: Cases) -> None:
    arguments = {"path_id": "p", "query_id": 7, "body_id": True, "body": "b", "lang": "it", "x_trace": 3}
    received = case(4).send("move_shelf", arguments)
    assert received.line == b"PUT /shelves/p?lang=it&id=7 HTTP/1.1"
    assert received.header("X-Trace") == b"3"
    assert received.body == b'{"id":true,"body":"b"}'
    assert case(4).send("get_shelf", {"id": "p", "X_Trace": "t"}).line == b"GET /shelves/p HTTP/1.1"


# --- 5: tool names

NAMES = {
    "GET /users/{id}": "users_get_get_users_id",
    "DELETE /users/{id}": "users_get_delete",
    "GET /users": "users_get_get_users",
    "PATCH /repos": "repos_update_x",
    "POST /repos": "repos_create",
    "GET /reports": "list_every_report_of_the_department_that_the_caller_may_f8abaf",
    "POST /reports": "list_every_report_of_the_department_that_the_caller_may_e41d7b",
    "GET /ping/now": "get_ping_now",
}


def test_case_05_names_are_legal_unique_and_made_from_each_operations_own_method_and_path(case: Cases) -> None:
    named = {f"{one.binding.method} {one.binding.path}": one.name for one in case(5).catalog.contracts}
    assert named == NAMES
    assert len(set(NAMES.values())) == len(NAMES)
    assert max(map(len, NAMES.values())) <= 64
    # A name that had to be cut is worth a word.
    assert [(one.code, one.severity.value) for one in case(5).result.diagnostics] == [("NM-03", "warning")] * 2


def test_case_05_the_order_of_the_document_changes_no_name() -> None:
    document = yaml.safe_load((SPECS / "05-tool-names.yaml").read_text(encoding="utf-8"))
    document["paths"] = {path: dict(reversed(item.items())) for path, item in reversed(document["paths"].items())}
    contracts = extract(json.dumps(document)).catalog.contracts
    assert {f"{one.binding.method} {one.binding.path}": one.name for one in contracts} == NAMES


def test_case_05_no_name_depends_on_an_operation_that_is_left_out() -> None:
    document = yaml.safe_load((SPECS / "05-tool-names.yaml").read_text(encoding="utf-8"))
    document["paths"]["/users"]["get"]["x-tool"] = False
    contracts = extract(json.dumps(document)).catalog.contracts
    left = {identity: name for identity, name in NAMES.items() if identity != "GET /users"}
    assert {f"{one.binding.method} {one.binding.path}": one.name for one in contracts} == left


def test_case_05_a_name_that_is_not_the_checked_in_one_is_reported_as_a_rename(case: Cases) -> None:
    document = yaml.safe_load((SPECS / "05-tool-names.yaml").read_text(encoding="utf-8"))
    document["paths"]["/ping/now"]["get"]["operationId"] = "pingNow"
    document["paths"]["/repos"]["patch"]["operationId"] = "repos/change-x"
    found = find_renames(case(5).catalog, extract(json.dumps(document)).catalog)
    said = sorted(f"{one.code} {one.severity.value} {one.message}" for one in found)
    assert said == [
        "NM-04 warning tool `get_ping_now` is called `ping_now` now",
        "NM-04 warning tool `repos_update_x` is called `repos_change_x` now",
    ]


def test_case_05_each_name_calls_its_own_operation(case: Cases) -> None:
    lines = {
        name: case(5).send(name, {"id": "7"} if "{id}" in identity else {}).line.decode()
        for identity, name in NAMES.items()
    }
    assert lines == {name: f"{identity} HTTP/1.1".replace("{id}", "7") for identity, name in NAMES.items()}


# --- 13: keys that no provider takes


def test_case_13_keys_are_made_legal_and_stay_apart(case: Cases) -> None:
    assert case(13).schema("list_calls") == {
        "type": "object",
        "properties": {
            "filter_status__ff36da": {"type": "string"},
            "filter_status_": {"type": "integer"},
            "StartTime_": {"type": "string"},
            "uids__": {"type": "array", "items": {"type": "integer"}},
            "_type": {"type": "string"},
            "lines": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "unit_price_07293d": {"type": "number", "x-wire-name": "unit.price"},
                        "unit_price": {"type": "string"},
                        "key_9677f3": {"type": "string", "description": "币种", "x-wire-name": "币种"},
                    },
                    "required": ["unit_price_07293d", "unit_price"],
                },
            },
        },
        "additionalProperties": False,
        "required": ["filter_status_", "_type"],
    }


def test_case_13_the_wire_has_the_keys_of_the_document(case: Cases) -> None:
    line = {"unit_price_07293d": 1.5, "unit_price": "1.50", "key_9677f3": "CNY"}
    arguments = {"filter_status__ff36da": "a", "filter_status_": 1, "StartTime_": "b", "uids__": [2, 3], "_type": "t"}
    received = case(13).send("list_calls", {**arguments, "lines": [line]})
    assert received.target == b"/calls?filter%5Bstatus%5D=a&filter_status_=1&StartTime%3C=b&uids%5B%5D=2&uids%5B%5D=3"
    assert received.body.decode() == '{"@type":"t","lines":[{"unit.price":1.5,"unit_price":"1.50","币种":"CNY"}]}'


# --- 15: the spelling of names


def test_case_15_no_name_is_recased(case: Cases) -> None:
    assert list(case(15).properties("get_user")) == ["userId", "user_id", "PageSize", "account_id"]
    sent = case(15).send("get_user", {"userId": "u", "user_id": "v", "PageSize": 2, "account_id": "a"})
    assert sent.target == b"/users/u?user_id=v&PageSize=2&acct=a"


def test_case_15_the_typed_function_sends_the_same(case: Cases) -> None:
    function = case(15).package.tools.get_user
    one = case(15)
    # What Python calls its parameters is its own business; each stands for one wire name.
    assert len(inspect.signature(function).parameters) == 6
    request = function(lambda made: made, userId="u", user_id="v")
    assert request.target == "/users/u?user_id=v"
    assert one.binding("get_user").parameters[0].name == "userId"


# --- 23: names that mean something to Python


def test_case_23_such_names_stay_as_they_are_for_the_model(case: Cases) -> None:
    assert case(23).tools == ["class", "import", "tools", "dispatch"]
    assert list(case(23).properties("class")) == [
        *("class", "from", "None", "_1st", "_send", "_context"),
        *("model_config", "copy", "schema", "json", "self", "cls"),
    ]


def test_case_23_the_package_imports_and_every_value_reaches_the_wire(case: Cases) -> None:
    query = {"class": "a", "from": "b", "None": "c", "_1st": "d", "_send": "e", "_context": "f"}
    inner = {"copy": "1", "class": "2", "model_dump": "3"}
    body = {"model_config": "g", "copy": 1, "schema": inner, "json": True, "self": "h", "cls": "i"}
    received = case(23).send("class", {**query, **body})
    assert received.target == b"/class?class=a&from=b&None=c&1st=d&_send=e&_context=f"
    assert json.loads(received.body) == body
    assert [case(23).send(name, {}).target for name in ("import", "tools", "dispatch")] == [
        b"/import",
        b"/tools",
        b"/dispatch",
    ]


def test_case_23_the_typed_functions_take_every_value(case: Cases) -> None:
    package = case(23).package
    functions = package.tools
    tools = {name: tool.function for name, tool in functions.TOOLS.items()}
    assert set(tools) == {"class", "import", "tools", "dispatch"}
    parameters = [one for one in inspect.signature(tools["class"]).parameters.values() if one.kind is one.KEYWORD_ONLY]
    values: dict[str, object] = {
        one.name: 1 if "copy" in one.name else True if "json" in one.name else "v" for one in parameters
    }
    context = next(name for name in values if name.strip("_") == "context" and parameters[-1].name == name)
    values[context] = None
    values.pop(next(name for name in values if name.startswith("schema")))
    request = tools["class"](lambda made: made, **values)
    assert request.query_string == "class=v&from=v&None=v&1st=v&_send=v&_context=v"
    assert json.loads(request.body) == {"model_config": "v", "copy": 1, "json": True, "self": "v", "cls": "v"}
