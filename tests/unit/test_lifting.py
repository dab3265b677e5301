"""Schemas of every dialect, written in the IR."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openapi_schema_validator import OAS30Validator

from support.openapi import catalog, document, errors, extract, findings, input_schema, tool

META = {"$schema": "https://json-schema.org/draft/2020-12/schema"}


@pytest.mark.parametrize(
    ("version", "written", "lifted"),
    [
        pytest.param("3.0.3", {"type": "string", "nullable": True}, {"type": ["string", "null"]}, id="nullable"),
        pytest.param(
            "3.0.3",
            {"type": "string", "nullable": True, "enum": ["a", None]},
            {"type": ["string", "null"], "enum": ["a", None]},
            id="nullable-enum-with-null",
        ),
        pytest.param(
            # 3.0.3 section 4.7.24.1: an enum without null does not allow it.
            "3.0.3",
            {"type": "string", "nullable": True, "enum": ["a"]},
            {"type": "string", "enum": ["a"]},
            id="nullable-enum-without-null",
        ),
        pytest.param("3.1.0", {"type": ["string", "null"]}, {"type": ["string", "null"]}, id="type-list"),
        pytest.param("3.1.0", {"type": ["integer"]}, {"type": "integer"}, id="type-list-of-one"),
        pytest.param(
            "3.0.3",
            {"type": "integer", "minimum": 0, "exclusiveMinimum": True, "maximum": 9, "exclusiveMaximum": False},
            {"type": "integer", "maximum": 9, "exclusiveMinimum": 0},
            id="exclusive-flag",
        ),
        pytest.param(
            "3.1.0",
            {"type": "integer", "exclusiveMinimum": 0},
            {"type": "integer", "exclusiveMinimum": 0},
            id="exclusive-number",
        ),
        pytest.param(
            # Spelt for another version; the number can mean one thing only.
            "3.0.3",
            {"type": "integer", "exclusiveMinimum": 0},
            {"type": "integer", "exclusiveMinimum": 0},
            id="exclusive-number-in-3.0",
        ),
        pytest.param(
            "3.0.3",
            {"type": "string", "example": "x", "externalDocs": {"url": "u"}, "xml": {}, "x-y": 1},
            {"type": "string", "examples": ["x"]},
            id="ornament",
        ),
        pytest.param(
            "3.1.0",
            {"enum": [1, True, 1, 1.0, "1", None, "1"]},
            {"enum": [1, True, 1.0, "1", None]},
            id="enum-duplicates",
        ),
        pytest.param(
            "3.0.3",
            {"type": "array", "items": [{"type": "string"}, {"type": "integer"}]},
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]},
            id="tuple-of-older-drafts",
        ),
        pytest.param("3.1.0", True, True, id="true"),
        pytest.param("3.1.0", False, False, id="false"),
        pytest.param(
            "3.0.3",
            {"type": "object", "properties": {"a-b": {"type": "string"}, "a": {}}, "required": ["a-b"]},
            {
                "type": "object",
                "properties": {"a_b": {"type": "string", "x-wire-name": "a-b"}, "a": {}},
                "required": ["a_b"],
            },
            id="illegal-key",
        ),
        pytest.param(
            "3.1.0",
            {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
            {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
            id="map",
        ),
        pytest.param(
            "3.1.0",
            {"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"not": {"const": 0}}},
            {"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"not": {"const": 0}}},
            id="conditions",
        ),
    ],
)
def test_a_schema_becomes(version: str, written: Any, lifted: Any) -> None:
    assert input_schema(written, version=version) == lifted


def test_keywords_come_out_in_one_order_whatever_the_source_has() -> None:
    written = {"type": "string", "description": "d", "minLength": 1, "maxLength": 9, "pattern": "^a"}
    backwards = dict(reversed(written.items()))
    assert json.dumps(input_schema(written)) == json.dumps(input_schema(backwards))


def test_nullable_beside_a_composition_allows_null() -> None:
    user = {
        "type": "object",
        "properties": {"boss": {"allOf": [{"$ref": "#/components/schemas/User"}], "nullable": True}},
    }
    assert input_schema({"$ref": "#/components/schemas/User"}, version="3.0.3", User=user) == {"$ref": "#/$defs/User"}
    operation = _body({"type": "object", "required": ["u"], "properties": {"u": {"$ref": "#/components/schemas/User"}}})
    found = catalog(document(operation, version="3.0.3", components={"schemas": {"User": user}}))
    assert found.definitions.input["User"] == {
        "type": "object",
        "properties": {"boss": {"anyOf": [{"$ref": "#/$defs/User"}, {"type": "null"}]}},
    }


def _body(schema: Any, *, required: bool = True) -> dict[str, Any]:
    return {"requestBody": {"required": required, "content": {"application/json": {"schema": schema}}}}


USER = {
    "type": "object",
    "required": ["id", "name", "password"],
    "properties": {
        "id": {"type": "string", "readOnly": True},
        "name": {"type": "string"},
        "password": {"type": "string", "writeOnly": True},
        "team": {"$ref": "#/components/schemas/Team"},
        "badge": {"allOf": [{"$ref": "#/components/schemas/Badge"}]},
    },
}
TEAM = {"type": "object", "required": ["tid"], "properties": {"tid": {"type": "string", "readOnly": True}}}
BADGE = {"type": "string", "readOnly": True}


def test_read_only_is_absent_from_input_and_write_only_from_output_and_from_required() -> None:
    operation = _body({"type": "array", "items": {"$ref": "#/components/schemas/User"}}) | {
        "responses": {
            "200": {
                "description": "ok",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}},
            }
        }
    }
    schemas = {"User": USER, "Team": TEAM, "Badge": BADGE}
    found = catalog(document(operation, version="3.0.3", components={"schemas": schemas}))
    assert found.definitions.input == {
        "User": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "password": {"type": "string"},
                "team": {"$ref": "#/$defs/Team"},
            },
            "required": ["name", "password"],
        },
        "Team": {"type": "object"},
    }
    output = found.definitions.output["User"]
    assert isinstance(output, dict)
    assert list(output["properties"]) == ["id", "name", "team", "badge"]
    assert output["required"] == ["id", "name"]


def test_required_of_one_branch_forgets_what_another_branch_marks_read_only() -> None:
    schema = {
        "allOf": [
            {"$ref": "#/components/schemas/User"},
            {"type": "object", "required": ["id", "reason"], "properties": {"reason": {"type": "string"}}},
        ]
    }
    schemas = {"User": USER, "Team": TEAM, "Badge": BADGE}
    found = tool(document(_body(schema), version="3.0.3", components={"schemas": schemas}))
    assert list(found.input_schema["properties"]) == ["name", "password", "team", "reason"]  # type: ignore[call-overload]
    assert found.input_schema["required"] == ["name", "password", "reason"]


@pytest.mark.parametrize(
    "schemas",
    [
        {"A": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/A"}}}},
        {
            "A": {"type": "object", "properties": {"b": {"$ref": "#/components/schemas/B"}}},
            "B": {"type": "object", "properties": {"a": {"$ref": "#/components/schemas/A"}}},
        },
        {"A": {"type": "array", "items": {"$ref": "#/components/schemas/A"}}},
        {
            "A": {
                "type": "object",
                "properties": {"x": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/A"}]}},
            }
        },
    ],
    ids=["direct", "mutual", "array", "union"],
)
def test_cycles_are_kept_as_references(schemas: dict[str, Any]) -> None:
    operation = _body({"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/components/schemas/A"}}})
    found = catalog(document(operation, components={"schemas": schemas}))
    assert set(found.definitions.input) == set(schemas)
    text = json.dumps(found.definitions.input)
    assert "#/components" not in text
    assert "{}" not in text
    whole = {**META, **found.contracts[0].input_schema, "$defs": dict(found.definitions.input)}
    jsonschema_rs.meta.validate(whole)


def test_a_schema_that_is_only_itself_is_an_error_of_what_uses_it() -> None:
    operation = _body({"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/components/schemas/A"}}})
    schemas = {"A": {"allOf": [{"$ref": "#/components/schemas/A"}, {"type": "object"}]}}
    extraction = extract(document(operation, components={"schemas": schemas}))
    assert [one.split(" ", 1)[1] for one in errors(extraction)] == ["IN-07 `A` refers to itself without an end"]
    assert extraction.catalog.contracts == ()


def test_discriminator_keeps_its_mapping_with_definitions_for_targets() -> None:
    pet = {
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {"propertyName": "kind", "mapping": {"c": "#/components/schemas/Cat", "d": "Dog"}},
    }
    cat = {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}}
    found = input_schema(pet, Cat=cat, Dog=cat)
    assert found["discriminator"] == {"propertyName": "kind", "mapping": {"c": "#/$defs/Cat", "d": "#/$defs/Dog"}}


def test_3_0_keeps_the_text_beside_a_reference_and_says_what_it_ignores() -> None:
    schema = {"$ref": "#/components/schemas/A", "description": "here", "minLength": 3}
    operation = _body({"type": "object", "required": ["a"], "properties": {"a": schema}})
    extraction = extract(document(operation, version="3.0.3", components={"schemas": {"A": {"type": "string"}}}))
    properties = extraction.catalog.contracts[0].input_schema["properties"]
    assert properties == {"a": {"$ref": "#/$defs/A", "description": "here"}}
    assert [one.split(" ", 1)[1] for one in findings(extraction)] == [
        "IN-08 OpenAPI 3.0 ignores what stands beside `$ref`: `minLength`"
    ]


def test_3_1_applies_what_stands_beside_a_reference() -> None:
    schema = {"$ref": "#/components/schemas/A", "minLength": 3}
    assert input_schema(schema, A={"type": "string"}) == {"$ref": "#/$defs/A", "minLength": 3}


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ({"type": "sting"}, "found `sting` for `type`, wanted a type"),
        ({"type": "object", "properties": ["a"]}, "found a list for `properties`, wanted a mapping"),
        ({"type": "array", "items": "string"}, "found a string for a schema, wanted a mapping"),
        ({"enum": "a"}, "found a string for `enum`, wanted a list"),
        ({"type": "integer", "minimum": "0"}, "found a string for `minimum`, wanted a number"),
        ({"type": "string", "maxLength": -1}, "found `-1` for `maxLength`, wanted a whole number of at least 0"),
        ({"allOf": []}, "found an empty list for `allOf`, wanted a list of at least one schema"),
        ({"type": "object", "required": "a"}, "found a string for `required`, wanted a list of property names"),
        ({"multipleOf": 0}, "found `0` for `multipleOf`, wanted a number above 0"),
        ({"type": "object", "x-tool": {"was": ["b"]}, "properties": {"a": {"x-tool": {"wass": ["b"]}}}}, None),
    ],
)
def test_what_cannot_be_read_without_guessing_fails_the_operation(schema: Any, message: str | None) -> None:
    operation = _body({"type": "object", "required": ["v"], "properties": {"v": schema}})
    extraction = extract(document(operation))
    found = [one.split(" ", 2)[2] for one in errors(extraction)]
    if message is None:
        assert found == ["`x-tool` has no key `wass`"]
    else:
        assert message in found
    assert extraction.catalog.contracts == ()
    assert [one.failed for one in extraction.catalog.left_out] == [True]


def test_harmless_forms_are_read_and_mentioned() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"type": "string", "required": True, "minLenght": 1},
            "b": {"type": "string", "pattern": "(?<=a"},
            "c": {"type": "string", "enum": []},
        },
    }
    extraction = extract(document(_body({"type": "object", "required": ["v"], "properties": {"v": schema}})))
    assert errors(extraction) == []
    assert sorted(one.split(" ", 2)[2] for one in findings(extraction)) == [
        "`enum` is empty and is left out: no value at all would be allowed",
        "`required` on a property is a list of its own properties; `true` or `false` says nothing here",
        "found `minLenght` in a schema, wanted a keyword; it is left out",
        "found no regular expression of ECMA-262 for `pattern`, so it is left out",
    ]


def test_a_reference_into_another_file_is_named_after_it() -> None:
    files = {
        "models/pet.yaml": "type: object\nproperties: {owner: {$ref: 'people.yaml#/Owner'}}\n",
        "models/people.yaml": "Owner: {type: object, properties: {pet: {$ref: 'pet.yaml'}}}\n",
    }
    body = {"type": "object", "required": ["pet"], "properties": {"pet": {"$ref": "models/pet.yaml"}}}
    found = catalog(document(_body(body)), files)
    assert set(found.definitions.input) == {"pet", "Owner"}
    assert found.definitions.input["pet"] == {"type": "object", "properties": {"owner": {"$ref": "#/$defs/Owner"}}}


def test_names_of_shared_schemas_do_not_depend_on_order() -> None:
    files = {"a/item.yaml": "{type: string}", "b/item.yaml": "{type: integer}"}
    properties = {"one": {"$ref": "a/item.yaml"}, "two": {"$ref": "b/item.yaml"}}
    backwards = dict(reversed(properties.items()))
    schemas = [
        catalog(document(_body({"type": "object", "required": [], "properties": order})), files).definitions.input
        for order in (properties, backwards)
    ]
    assert schemas[0] == schemas[1]
    assert len(schemas[0]) == 2
    assert all(name.startswith("item_") for name in schemas[0])


# Instances that tell schemas apart, and schemas made of what 3.0 has.
_SCALARS = st.none() | st.booleans() | st.integers(-3, 12) | st.text("ab", max_size=4)
_INSTANCES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)


def _schemas_3_0() -> st.SearchStrategy[dict[str, Any]]:
    leaf = st.one_of(
        st.fixed_dictionaries(
            {"type": st.just("string")},
            optional={
                "minLength": st.integers(0, 3),
                "maxLength": st.integers(0, 3),
                "nullable": st.booleans(),
                "enum": st.lists(st.sampled_from(["a", "ab", "b"]), min_size=1, unique=True),
                "pattern": st.sampled_from(["^a", "b$"]),
            },
        ),
        st.fixed_dictionaries(
            {"type": st.just("integer")},
            optional={"nullable": st.booleans()},
        ),
        st.fixed_dictionaries(
            {
                "type": st.sampled_from(["integer", "number"]),
                "minimum": st.integers(-2, 3),
                "maximum": st.integers(2, 9),
            },
            optional={"exclusiveMinimum": st.booleans(), "exclusiveMaximum": st.booleans(), "nullable": st.booleans()},
        ),
        st.just({"type": "boolean"}),
    )

    def bigger(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
        return st.one_of(
            st.fixed_dictionaries(
                {"type": st.just("array"), "items": inner},
                optional={"minItems": st.integers(0, 2), "uniqueItems": st.booleans(), "nullable": st.booleans()},
            ),
            st.fixed_dictionaries(
                {"type": st.just("object"), "properties": st.dictionaries(st.sampled_from("abc"), inner, max_size=3)},
                optional={
                    "required": st.lists(st.sampled_from("abc"), min_size=1, unique=True),
                    "additionalProperties": st.booleans() | inner,
                    "nullable": st.booleans(),
                    "minProperties": st.integers(0, 2),
                },
            ),
            st.fixed_dictionaries({"oneOf": st.lists(inner, min_size=1, max_size=3)}),
            st.fixed_dictionaries({"allOf": st.lists(inner, min_size=1, max_size=2)}),
            st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=2)}),
            st.fixed_dictionaries({"not": inner}),
        )

    return st.recursive(leaf, bigger, max_leaves=6)


@given(schema=_schemas_3_0(), instances=st.lists(_INSTANCES, min_size=4, max_size=8))
def test_the_lifted_schema_accepts_what_the_3_0_schema_accepts(schema: dict[str, Any], instances: list[Any]) -> None:
    lifted = input_schema(schema, version="3.0.3")
    jsonschema_rs.meta.validate({**META, **lifted} if isinstance(lifted, dict) else lifted)
    after = jsonschema_rs.Draft202012Validator(lifted)
    before = OAS30Validator(schema)
    for instance in instances:
        assert after.is_valid(instance) == before.is_valid(instance), (instance, lifted)
