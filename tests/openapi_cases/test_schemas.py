"""Cases 1, 2, 3, 8, 9 and 26: what the schemas of a document become, and what goes out for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema_rs
import pytest

from support.openapi_case import SPECS, Case

Cases = Callable[[int], Case]
NUMBERS = sorted(int(file.name[:2]) for file in SPECS.glob("*.yaml"))


def subschemas(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every mapping in a JSON value."""
    if isinstance(value, dict):
        yield value
    for below in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from subschemas(below)


@pytest.mark.parametrize("number", NUMBERS)
def test_every_schema_is_json_schema_and_every_reference_leads_somewhere(case: Cases, number: int) -> None:
    catalog = case(number).catalog
    for contract in catalog.contracts:
        sides = [
            (contract.input_schema, catalog.definitions.input),
            (contract.output_schema, catalog.definitions.output),
        ]
        for schema, definitions in sides:
            whole = json.loads(json.dumps({"allOf": [schema], "$defs": definitions})) if schema is not None else {}
            jsonschema_rs.Draft202012Validator(whole)  # refuses what the metaschema refuses, and dangling references
            assert all(one["$ref"].startswith("#/$defs/") for one in subschemas(whole) if "$ref" in one)


# --- 1: 3.0's nullable and exclusive bounds


def test_case_01_nullable_and_exclusive_bounds_are_spelt_as_json_schema(case: Cases) -> None:
    assert case(1).properties("save_reading") == {
        "level": {"type": "number", "maximum": 100, "exclusiveMinimum": 0},
        "note": {"type": ["string", "null"], "maxLength": 20},
        "grade": {"type": ["string", "null"], "enum": ["low", "high", None]},
        # `enum` still decides (3.0.3 section 4.7.24.1), and null is not among its values.
        "closed": {"type": "string", "enum": ["low", "high"]},
        "sensor": {"anyOf": [{"$ref": "#/$defs/Sensor"}, {"type": "null"}]},
        "either": {"anyOf": [{"oneOf": [{"type": "integer"}, {"type": "boolean"}]}, {"type": "null"}]},
    }
    sensor = {"type": "object", "properties": {"serial": {"type": ["string", "null"]}}}
    assert case(1).catalog.definitions.input == {"Sensor": sensor}


def test_case_01_null_goes_out_where_it_may_and_a_bound_itself_is_refused(case: Cases) -> None:
    arguments = {"level": 0.5, "note": None, "grade": None, "sensor": {"serial": None}, "either": None}
    assert json.loads(case(1).send("save_reading", arguments).body) == arguments
    assert "`level`" in case(1).refusal("save_reading", {"level": 0})
    assert case(1).send("save_reading", {"level": 100, "closed": None}).body == b'{"level":100}'


# --- 2: readOnly and writeOnly


def test_case_02_what_the_other_side_writes_is_gone_and_not_required(case: Cases) -> None:
    one = case(2)
    assert one.schema("save_account") == {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "password": {"type": "string"},
            "keys": {"type": "array", "items": {"$ref": "#/$defs/Key"}},
        },
        "additionalProperties": False,
        "required": ["name", "password"],
    }
    key = {"type": "object", "properties": {"secret": {"type": "string"}, "label": {"type": "string"}}}
    assert one.catalog.definitions.input == {"Key": key | {"required": ["secret", "label"]}}
    output: Any = one.catalog.definitions.output
    assert one.tool("save_account").output_schema == {"$ref": "#/$defs/Account"}
    assert output["Account"]["required"] == ["id", "version", "name"]
    assert list(output["Account"]["allOf"][1]["properties"]) == ["name", "keys"]
    assert output["Key"]["required"] == ["fingerprint", "label"]
    assert list(output["Key"]["properties"]) == ["fingerprint", "label"]


def test_case_02_a_body_goes_out_without_what_only_the_server_writes(case: Cases) -> None:
    arguments = {"name": "n", "password": "p", "keys": [{"secret": "s", "label": "l"}]}
    assert json.loads(case(2).send("save_account", arguments).body) == arguments
    assert (
        case(2).refusal("save_account", {"name": "n", "password": "p", "id": 7}).startswith("argument `id` is unknown")
    )


# --- 3: cycles


def test_case_03_cycles_become_definitions(case: Cases) -> None:
    one = case(3)
    person = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "best_friend": {"$ref": "#/$defs/Person", "x-wire-name": "best-friend"},
            "boss": {"anyOf": [{"$ref": "#/$defs/Person"}, {"type": "null"}]},
            "children": {"type": "array", "items": {"$ref": "#/$defs/Person"}},
            "home": {"$ref": "#/$defs/House"},
        },
        "required": ["name"],
    }
    house = {
        "type": "object",
        "properties": {
            "street": {"type": "string"},
            "owners": {"type": "array", "items": {"$ref": "#/$defs/Person"}},
            "next": {"$ref": "#/$defs/House"},
        },
        "additionalProperties": False,
    }
    assert one.catalog.definitions.input == {"House": house, "Person": person}
    assert one.tool("add_person").output_schema == {"$ref": "#/$defs/Person"}
    assert {} not in list(subschemas(json.loads(json.dumps(one.schema("add_person")))))


def test_case_03_a_deep_value_is_checked_renamed_and_sent(case: Cases) -> None:
    friend = {"name": "c", "boss": None, "best_friend": {"name": "d"}, "home": {"next": {"owners": [{"name": "e"}]}}}
    received = case(3).send("add_person", {"name": "a", "best_friend": friend})
    wire = {"name": "c", "boss": None, "best-friend": {"name": "d"}, "home": {"next": {"owners": [{"name": "e"}]}}}
    assert json.loads(received.body) == {"name": "a", "best-friend": wire}
    wrong = {"name": "a", "children": [{"name": "b", "home": {"next": {"stret": "x"}}}]}
    said = "argument `children[0].home.next.stret` is unknown; did you mean `street`?"
    assert case(3).refusal("add_person", wrong) == said


# --- 8: required and optional bodies


@pytest.mark.parametrize(
    ("tool", "arguments", "required", "body_required"),
    [
        ("optional", ["body"], [], False),
        ("optional_and_free", ["name"], [], False),
        ("array", ["body"], ["body"], True),
        ("one_of", ["body"], ["body"], True),
        ("all_of", ["name", "age"], ["name", "age"], True),
    ],
)
def test_case_08_an_optional_body_stays_optional_and_a_required_one_required(
    case: Cases, tool: str, arguments: list[str], required: list[str], body_required: bool
) -> None:
    assert list(case(8).properties(tool)) == arguments
    assert case(8).schema(tool).get("required", []) == required
    body = case(8).binding(tool).body
    assert body is not None
    assert body.required is body_required


@pytest.mark.parametrize(
    ("tool", "arguments", "body"),
    [
        ("optional", {}, b""),
        ("optional", {"body": {"name": "n"}}, b'{"name":"n"}'),
        ("optional_and_free", {}, b""),
        ("optional_and_free", {"name": ""}, b'{"name":""}'),
        ("array", {"body": []}, b"[]"),
        ("array", {"body": [{"name": "n"}]}, b'[{"name":"n"}]'),
        ("one_of", {"body": "text"}, b'"text"'),
        ("all_of", {"age": 3, "name": "n"}, b'{"name":"n","age":3}'),
    ],
)
def test_case_08_bodies_on_the_wire(case: Cases, tool: str, arguments: Any, body: bytes) -> None:
    received = case(8).send(tool, arguments)
    assert received.body == body
    assert received.header("Content-Type") == (b"application/json" if body else None)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("optional", {"body": {}}, "argument `body.name` is missing"),
        ("array", {}, "argument `body` is missing"),
        ("one_of", {}, "argument `body` is missing"),
        ("all_of", {"name": "n"}, "argument `age` is missing"),
    ],
)
def test_case_08_what_is_required_is_demanded(case: Cases, tool: str, arguments: Any, said: str) -> None:
    assert case(8).refusal(tool, arguments) == said


# --- 9: unions


def test_case_09_a_union_keeps_its_discriminator_and_siblings_of_a_reference_count(case: Cases) -> None:
    one = case(9)
    assert one.catalog.definitions.input["Shape"] == {
        "oneOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Square"}],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {"round": "#/$defs/Circle", "square": "#/$defs/Square"},
        },
    }
    assert one.schema("draw_shape")["properties"] == {"body": {"$ref": "#/$defs/Shape"}}
    assert one.schema("draw_label")["required"] == ["color", "text"]


def test_case_09_the_root_is_an_object_for_every_provider() -> None:
    from support.compiling import compile_file

    files = compile_file(SPECS / "09-unions-and-discriminators.yaml").files
    lists = {path: json.loads(text) for path, text in files.items() if path.endswith(".json")}
    roots = [
        one[key]
        for document in lists.values()
        for one in subschemas(document)
        for key in ("parameters", "input_schema", "inputSchema", "parametersJsonSchema")
        if isinstance(one.get(key), dict)
    ]
    roots = [root["json"] if set(root) == {"json"} else root for root in roots]
    assert len(roots) >= 2 * 6
    assert {str(root["type"]).lower() for root in roots} == {"object"}
    assert not any(set(root) & {"oneOf", "anyOf", "allOf", "$ref"} for root in roots)


def test_case_09_each_branch_goes_out_and_a_mixture_does_not(case: Cases) -> None:
    assert (
        case(9).send("draw_shape", {"body": {"kind": "round", "radius": 1.5}}).body == b'{"kind":"round","radius":1.5}'
    )
    assert case(9).send("draw_label", {"color": "red", "text": "x"}).body == b'{"color":"red","text":"x"}'
    # `kind` says which branch is meant.
    assert "`body.radius`" in case(9).refusal("draw_shape", {"body": {"kind": "round", "side": 1}})


# --- 26: integers


def test_case_26_an_integer_stays_an_integer(case: Cases) -> None:
    assert case(26).properties("set_counter") == {
        "id": {"type": "integer", "format": "int64"},
        "value": {"type": "integer", "format": "int64"},
        "small": {"type": "integer", "format": "int32", "minimum": 0},
    }
    assert case(26).tool("set_counter").output_schema == {"type": "integer", "format": "int64"}


def test_case_26_integers_on_the_wire_have_no_fraction_and_no_exponent(case: Cases) -> None:
    received = case(26).send("set_counter", {"id": 9223372036854775807, "value": -9223372036854775808, "small": 3.0})
    assert received.target == b"/counters/9223372036854775807"
    assert received.body == b'{"value":-9223372036854775808,"small":3}'
    assert case(26).send("set_counter", {"id": 1e3}).target == b"/counters/1000"
    assert "`value`" in case(26).refusal("set_counter", {"id": 1, "value": 1.5})
