"""Lowering: what each dialect gets, that nothing legal becomes unsayable, and that every loss has a name."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.binding import HttpBinding
from toolmint.ir.contract import Catalog, Definitions, Prose, ToolContract
from toolmint.location import Location
from toolmint.lowering.catalog import CatalogLowering, lower, lower_catalog
from toolmint.lowering.circles import circles
from toolmint.lowering.listing import write_list
from toolmint.lowering.merge import merge_all_of
from toolmint.lowering.output import is_wrapped, lower_output
from toolmint.lowering.schema import SchemaLowering
from toolmint.lowering.shared import SharedLowering
from toolmint.lowering.strict import strict_obstacle, strict_ready
from toolmint.profiles import PROFILES, Handling, KeywordRule, strict_row
from toolmint.rendering import Renderer

from support.dialect_rules import violations
from support.random_schemas import DEFINITION_NAMES, LEAVES, SCHEMAS, keywords

PLACE = Location(path="specs/orders.yaml")
RENDERER = Renderer()
DIALECTS = list(PROFILES)
REWRITING = ("gemini", "gemini-parameters", "cohere", "ollama")
KEEPING = [name for name in DIALECTS if name not in REWRITING]
"""Dialects that take all of JSON Schema below the root, as long as they are not strict."""
GEMINI = PROFILES["gemini"]
ROWS = {
    **PROFILES,
    "inlined": replace(GEMINI, dialect="inlined", references=False),
    **{f"{name} strict": strict_row(row) for name, row in PROFILES.items() if row.strict is not None},
}

Schema = dict[str, Any]


def closed(properties: Schema, required: list[str] | None = None, **more: Any) -> Schema:
    schema = {"type": "object", "properties": properties, "additionalProperties": False, **more}
    return schema if required is None else schema | {"required": required}


def tool(schema: Schema, name: str = "get_order", text: str = "Get.", **more: Any) -> ToolContract:
    return ToolContract(
        name=name,
        input_schema=schema,
        binding=HttpBinding(method="GET", path="/"),
        prose=Prose(verbatim=text),
        origin=PLACE.child(name),
        **more,
    )


def catalog(*contracts: ToolContract, definitions: Schema | None = None, language: str | None = None) -> Catalog:
    return Catalog(
        name="orders",
        contracts=contracts,
        origin=PLACE,
        language=language,
        definitions=Definitions(input=definitions or {}),
    )


def lowered(dialect: str, schema: Schema, definitions: Schema | None = None, **more: Any) -> Any:
    contract = tool(schema, **{"strict": False, **more})
    return lower(contract, catalog(contract, definitions=definitions), PROFILES[dialect]).input_schema


def node(schema: Any, definitions: Schema | None = None, *, language: str = "en", profile: Any = GEMINI) -> Any:
    return SchemaLowering(definitions or {}, profile, language).lower(schema).schema


def losses(schema: Any, definitions: Schema | None = None, profile: Any = GEMINI) -> set[tuple[str, str, str]]:
    found = SchemaLowering(definitions or {}, profile, "en").lower(schema).losses
    return {(loss.keyword, loss.effect.value, loss.pointer) for loss in found}


def diagnostics(dialect: str, subject: Catalog) -> tuple[Diagnostic, ...]:
    return lower_catalog(subject, PROFILES[dialect], RENDERER).diagnostics


# Definitions


def test_only_reachable_definitions_are_embedded_sorted() -> None:
    definitions = {
        "Z": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}},
        "Unused": {"type": "string"},
        "A": {"type": "object", "properties": {"z": {"$ref": "#/$defs/Z"}}},
    }
    schema = lowered("openai", closed({"z": {"$ref": "#/$defs/Z"}}), definitions)
    assert list(schema["$defs"]) == ["A", "Z"]
    assert list(schema) == ["type", "properties", "additionalProperties", "$defs"]
    assert "$defs" not in lowered("openai", closed({"a": {"type": "string"}}), definitions)


def test_definitions_that_lowering_writes_in_place_are_not_embedded() -> None:
    definitions = {
        "Entity": {"type": "object", "properties": {"id": {"type": "string"}}},
        "Order": {"allOf": [{"$ref": "#/$defs/Entity"}, {"properties": {"sku": {"type": "string"}}}]},
    }
    schema = lowered("gemini", closed({"order": {"$ref": "#/$defs/Order"}}), definitions)
    assert list(schema["$defs"]) == ["Order"]
    assert schema["$defs"]["Order"] == {
        "type": "object",
        "properties": {"id": {"type": "string"}, "sku": {"type": "string"}},
    }


def test_shared_definitions_are_lowered_once() -> None:
    definitions = {"A": {"type": "string", "pattern": "^a$"}}
    lowering = SchemaLowering(definitions, GEMINI, "en")
    first = lowering.lower({"$ref": "#/$defs/A"}).schema["$defs"]
    second = lowering.lower({"type": "array", "items": {"$ref": "#/$defs/A"}}).schema["$defs"]
    assert first["A"] is second["A"]  # type: ignore[index,call-overload]  # the identity is what is tested


@pytest.mark.parametrize("dialect", DIALECTS)
def test_no_annotation_of_our_own_is_shown(dialect: str) -> None:
    private = {"x-wire-name": "userId", "x-was": ["uid"]}
    definitions = {"A": closed({"id": {"type": "string", **private}}) | private}
    schema = lowered(dialect, closed({"a": {"$ref": "#/$defs/A"}, "b": {"type": "string", **private}}), definitions)
    assert "x-" not in json.dumps(schema)


def test_the_contract_is_not_changed() -> None:
    definitions = {"A": {"allOf": [{"type": "string", "pattern": "a"}], "x-was": ["b"]}}
    contract = tool(closed({"a": {"$ref": "#/$defs/A"}, "b": {"type": "array", "const": []}}), deprecated=True)
    subject = catalog(contract, definitions=definitions)
    before = json.dumps([definitions, contract.input_schema])
    for profile in ROWS.values():
        lower_catalog(subject, profile, RENDERER)
    assert json.dumps([definitions, contract.input_schema]) == before


# Floors


@pytest.mark.parametrize("dialect", [*KEEPING, "gemini"])
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"type": "array"}, {"type": "array", "items": {}}),
        ({"type": ["array", "null"]}, {"type": ["array", "null"], "items": {}}),
        ({"type": "array", "items": True}, {"type": "array", "items": {}}),
        (
            {"type": "array", "prefixItems": [{"type": "string"}], "items": False},
            {"type": "array", "prefixItems": [{"type": "string"}], "items": {}, "maxItems": 1},
        ),
        ({"type": "array", "items": False, "maxItems": 0}, {"type": "array", "items": {}, "maxItems": 0}),
        ({"type": "string"}, {"type": "string"}),
    ],
)
def test_every_array_has_items(dialect: str, written: Schema, expected: Schema) -> None:
    assert lowered(dialect, closed({"a": written}))["properties"]["a"] == expected


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_union_at_the_root_is_wrapped(dialect: str) -> None:
    variants = [{"required": ["a"]}, {"required": ["b"]}]
    root = closed({"a": {"type": "string"}, "b": {"type": "string"}}, anyOf=variants)
    contract = tool(root, strict=False)
    found = lower(contract, catalog(contract), PROFILES[dialect])
    assert found.wrapper == "arguments"
    schema: Any = found.input_schema
    assert (schema["type"], set(schema["properties"]), schema["required"]) == ("object", {"arguments"}, ["arguments"])
    if dialect in KEEPING:
        assert schema == closed({"arguments": {**root, "type": "object"}}, ["arguments"])
        assert found.losses == ()


def test_the_wrapper_has_a_name_of_its_own() -> None:
    root = closed({"arguments": {"type": "string"}}, anyOf=[{"properties": {"arguments_": {}}}])
    contract = tool(root)
    assert lower(contract, catalog(contract), PROFILES["mcp"]).wrapper == "arguments__"
    assert lower(tool(closed({})), catalog(), PROFILES["mcp"]).wrapper is None


@pytest.mark.parametrize("dialect", [*KEEPING, "gemini", "cohere"])
def test_a_reference_or_all_of_at_the_root_is_written_in_place(dialect: str) -> None:
    definitions = {"A": closed({"a": {"type": "integer"}}, ["a"])}
    expected = closed({"a": {"type": "integer"}}, ["a"])
    assert lowered(dialect, {"$ref": "#/$defs/A"}, definitions, strict=False) == expected
    assert lowered(dialect, {"allOf": [{"$ref": "#/$defs/A"}]}, definitions, strict=False) == expected


@pytest.mark.parametrize(
    ("dialect", "expected"),
    [
        ("openai", {"type": "object", "properties": {}, "additionalProperties": False, "required": []}),
        ("openai-responses", {"type": "object", "properties": {}, "additionalProperties": False, "required": []}),
        ("anthropic", {"type": "object", "additionalProperties": False}),
        ("gemini", None),
        ("bedrock", {"type": "object", "properties": {}, "additionalProperties": False}),
        ("mcp", {"type": "object", "additionalProperties": False}),
        ("gemini-parameters", None),
        ("openai-strict", {"type": "object", "properties": {}, "additionalProperties": False, "required": []}),
        ("cohere", {"type": "object", "properties": {}, "additionalProperties": False}),
        ("mistral", {"type": "object", "properties": {}, "additionalProperties": False}),
        ("ollama", {"type": "object", "properties": {}}),
    ],
)
def test_a_tool_without_arguments(dialect: str, expected: Schema | None) -> None:
    assert lowered(dialect, closed({}), strict=None) == expected
    assert lowered(dialect, {"type": "object", "additionalProperties": False}, strict=None) == expected


# What Gemini's dialect does to keywords


@pytest.mark.parametrize(
    ("written", "phrase"),
    [
        ({"minLength": 1, "maxLength": 10}, "1 to 10 characters"),
        ({"minLength": 1}, "at least 1 character"),
        ({"maxLength": 3}, "at most 3 characters"),
        ({"minLength": 4, "maxLength": 4}, "exactly 4 characters"),
        ({"minLength": 0, "maxLength": 9}, "at most 9 characters"),
        ({"exclusiveMinimum": 0}, "more than 0"),
        ({"exclusiveMinimum": 0, "exclusiveMaximum": 1.5}, "more than 0, less than 1.5"),
        ({"multipleOf": 5}, "a multiple of 5"),
        ({"pattern": "^A[0-9]+$"}, "matches ^A[0-9]+$"),
        ({"default": 20}, "default 20"),
        ({"default": "a"}, 'default "a"'),
        ({"default": None}, "default null"),
        ({"uniqueItems": True}, "no duplicates"),
        ({"deprecated": True}, "deprecated"),
        ({"examples": ["a", "b"]}, 'such as "a", "b"'),
        ({"minProperties": 1, "maxProperties": 2}, "1 to 2 keys"),
        ({"propertyNames": {"pattern": "^x"}}, "keys match ^x"),
        ({"propertyNames": {"enum": ["a", "b"]}}, 'keys are among "a", "b"'),
        ({"dependentRequired": {"a": ["b", "c"]}}, "`a` needs `b`, `c`"),
        ({"not": {"enum": ["x"]}}, 'none of "x"'),
        ({"contentEncoding": "base64"}, "encoded as base64"),
        ({"contentMediaType": "image/png"}, "media type image/png"),
        ({"const": True}, "one of true"),
        ({"enum": [{"a": 1}, "b"]}, 'one of {"a": 1}, "b"'),
        (
            {"discriminator": {"propertyName": "kind", "mapping": {"cat": "#/$defs/Cat", "dog": "Dog"}}},
            '`kind` selects the variant: "cat" for Cat, "dog" for Dog',
        ),
        ({"discriminator": {"propertyName": "kind"}}, "`kind` selects the variant"),
        ({"minLength": 2, "pattern": "^a", "default": "ab"}, 'at least 2 characters; matches ^a; default "ab"'),
    ],
)
def test_keywords_become_words(written: Schema, phrase: str) -> None:
    assert node(written) == {"description": phrase}
    assert node({"description": "What it is.", **written}) == {"description": f"What it is. ({phrase})"}
    assert {(keyword, effect) for keyword, effect, _ in losses(written)} == {(keyword, "said") for keyword in written}


def test_words_stand_on_a_line_of_their_own_after_a_text_of_several() -> None:
    assert node({"description": "One of:\n- a\n- b", "default": "a"}) == {
        "description": 'One of:\n- a\n- b\n(default "a")'
    }


@pytest.mark.parametrize(
    "written",
    [
        {"uniqueItems": False},
        {"deprecated": False},
        {"minLength": 0},
        {"propertyNames": {"type": "string"}},
        {"$comment": "x"},
        {"readOnly": False},
        {"writeOnly": True},
    ],
)
def test_what_says_nothing_is_no_loss(written: Schema) -> None:
    assert node(written) == {}
    assert losses(written) == set()


@pytest.mark.parametrize(
    "written",
    [
        {"if": {}, "then": {}},
        {"contains": {}},
        {"dependentSchemas": {}},
        {"unevaluatedProperties": False},
        {"not": {"type": "object", "required": ["a"]}},
        {"default": "x" * 500},
        {"examples": ["x" * 500]},
    ],
)
def test_what_words_cannot_say_is_lost_and_named(written: Schema) -> None:
    assert node({"type": "object", **written}) == {"type": "object"}
    assert losses(written) == {(keyword, "lost", "") for keyword in written}


@pytest.mark.parametrize(
    ("written", "phrase"),
    [
        ({"minLength": 1, "maxLength": 10}, "1 到 10 个字符"),
        ({"default": 20}, "默认 20"),
        ({"pattern": "^A"}, "匹配 ^A"),
        ({"exclusiveMinimum": 0, "multipleOf": 2}, "大于 0；2 的倍数"),
    ],
)
def test_words_in_chinese(written: Schema, phrase: str) -> None:
    assert node({"description": "数量", **written}, language="zh") == {"description": f"数量（{phrase}）"}


def test_the_language_is_the_tools() -> None:
    schema = closed({"a": {"type": "string", "default": "x"}})
    contracts = (tool(schema, "one"), tool(schema, "two", "查询"))
    lowering = CatalogLowering(catalog(*contracts), GEMINI)
    schemas: list[Any] = [lowering.lower(one).input_schema for one in contracts]
    texts = [one["properties"]["a"]["description"] for one in schemas]
    assert texts == ['default "x"', '默认 "x"']


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"const": "a"}, {"enum": ["a"]}),
        ({"type": "string", "const": "a"}, {"type": "string", "enum": ["a"]}),
        ({"const": None}, {"type": "null"}),
        ({"type": "boolean", "enum": [True, False]}, {"type": "boolean"}),
        (
            {"type": ["string", "null"], "enum": ["a", None], "description": "D"},
            {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}], "description": "D"},
        ),
        ({"enum": [None, 1]}, {"anyOf": [{"enum": [1]}, {"type": "null"}]}),
        ({"type": "string", "enum": ["a", None]}, {"type": "string", "enum": ["a"]}),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
        ({"allOf": [{"type": "string"}, {"minItems": 1}]}, {"type": "string", "minItems": 1}),
        (
            {"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": False},
            {"additionalProperties": {"type": "string"}, "description": "keys match ^x-"},
        ),
        (
            {"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": {"type": "integer"}},
            {"additionalProperties": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}
            | {"description": "keys match ^x-"},
        ),
        ({"patternProperties": {"^x-": {}}}, {"description": "keys match ^x-"}),
    ],
)
def test_rewriting(written: Schema, expected: Schema) -> None:
    assert node(written) == expected


def test_a_reference_has_no_siblings() -> None:
    definitions = {"A": {"type": "string"}}
    assert node({"$ref": "#/$defs/A", "description": "D", "default": "x"}, definitions) == {
        "anyOf": [{"$ref": "#/$defs/A"}],
        "description": 'D (default "x")',
        "$defs": definitions,
    }
    assert node({"allOf": [{"$ref": "#/$defs/A"}], "description": "D"}, definitions) == {
        "anyOf": [{"$ref": "#/$defs/A"}],
        "description": "D",
        "$defs": definitions,
    }
    kept = {"$ref": "#/$defs/A", "description": "D"}
    assert node(kept, definitions, profile=PROFILES["openai"]) == {**kept, "$defs": definitions}


@pytest.mark.parametrize("dialect", KEEPING)
def test_other_dialects_keep_every_keyword(dialect: str) -> None:
    property_schema = {
        "type": "string",
        "pattern": "^(?=a)",
        "default": "x",
        "examples": ["x"],
        "not": {"const": "y"},
        "allOf": [{"minLength": 1}],
        "oneOf": [{"const": "x"}, {"maxLength": 3}],
        "if": {"minLength": 2},
        "then": {"format": "uri"},
    }
    schema = closed({"a": property_schema}, ["a"])
    assert lowered(dialect, schema) == schema
    assert losses(property_schema, profile=PROFILES[dialect]) == set()


# Merging


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ([{"minimum": 1, "maximum": 9}, {"minimum": 3, "maximum": 12}], {"minimum": 3, "maximum": 9}),
        ([{"type": ["string", "integer"]}, {"type": "number"}], {"type": "integer"}),
        ([{"enum": [1, True, "a"]}, {"enum": [True, "a"]}], {"enum": [True, "a"]}),
        ([{"required": ["a"]}, {"required": ["b", "a"]}], {"required": ["a", "b"]}),
        ([{"description": "one"}, {"description": "two"}], {"description": "one"}),
        ([{"default": None}, {"default": None}], {"default": None}),
        ([{"uniqueItems": False}, {"uniqueItems": True}], {"uniqueItems": True}),
        (
            [closed({"a": {}, "b": {}}), {"properties": {"b": {"type": "string"}, "c": {}}}],
            closed({"a": {}, "b": {"type": "string"}}),
        ),
        (
            [{"properties": {"a": {"minLength": 1}}}, {"properties": {"a": {"maxLength": 2}}}],
            {"properties": {"a": {"allOf": [{"minLength": 1}, {"maxLength": 2}]}}},
        ),
        ([{"allOf": [{"type": "string"}]}, True], {"type": "string"}),
        ([{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/A"}, {"minLength": 2}], {"type": "string", "minLength": 2}),
        # No single schema says these.
        ([{"pattern": "a"}, {"pattern": "b"}], None),
        ([{"type": "string"}, {"type": "object"}], None),
        ([{"anyOf": [{}]}, {"anyOf": [{"type": "string"}]}], None),
        ([{"enum": [1]}, {"enum": [True]}], None),
        ([{"patternProperties": {"a": {}}}, {"properties": {"b": {}}}], None),
    ],
)
def test_merging(members: list[Any], expected: Schema | None) -> None:
    merged = merge_all_of({"allOf": members}, {"A": {"type": "string"}}.__getitem__)
    assert merged == expected


def test_a_definition_that_holds_itself_in_all_of_ends() -> None:
    definitions: Schema = {
        "A": {"allOf": [{"$ref": "#/$defs/A"}, {"type": "object", "properties": {"b": {"$ref": "#/$defs/A"}}}]},
        "L": {"properties": {"next": {"$ref": "#/$defs/L"}}},
        "R": {"properties": {"next": {"$ref": "#/$defs/R"}}},
    }
    assert node({"$ref": "#/$defs/A"}, definitions)["$defs"]["A"] == {
        "type": "object",
        "properties": {"b": {"$ref": "#/$defs/A"}},
    }
    both = {"allOf": [{"$ref": "#/$defs/L"}, {"$ref": "#/$defs/R"}]}
    assert ("allOf", "lost", "/properties/next/properties/next") in losses(both, definitions)


def test_definitions_written_in_place() -> None:
    definitions = {
        "Item": {"type": "object", "properties": {"sku": {"type": "string"}}},
        "Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}},
    }
    schema = {"type": "array", "items": {"$ref": "#/$defs/Item", "description": "An item."}}
    assert node(schema, definitions, profile=ROWS["inlined"]) == {
        "type": "array",
        "items": {"type": "object", "properties": {"sku": {"type": "string"}}, "description": "An item."},
    }
    found = node({"$ref": "#/$defs/Node"}, definitions, profile=ROWS["inlined"])
    assert "$ref" not in json.dumps(found)
    assert {keyword for keyword, _, _ in losses({"$ref": "#/$defs/Node"}, definitions, ROWS["inlined"])} == {"$ref"}


@settings(max_examples=100)
@given(
    schema=keywords(SCHEMAS),
    definitions=st.fixed_dictionaries(dict.fromkeys(DEFINITION_NAMES, LEAVES)),
    language=st.sampled_from(["en", "zh"]),
)
def test_no_dialect_gets_what_it_does_not_take(schema: Any, definitions: Any, language: str) -> None:
    contract = tool({**schema, "type": "object"}, strict=True)
    subject = catalog(contract, definitions=definitions, language=language)
    shared = SharedLowering()
    for dialect, profile in PROFILES.items():
        tools = lower_catalog(subject, profile, RENDERER, shared=shared).tools
        assert violations(dialect, json.loads(json.dumps(write_list(tools, profile)))) == {}, dialect


LISTED = (
    {"const": ""},
    {"const": None},
    {"const": [""]},
    {"enum": []},
    {"enum": ["", None]},
    {"enum": [1, ""]},
    {"enum": [{"a": ""}]},
    {"type": ["string", "null"], "enum": ["", None]},
    {"type": ["string", "integer"], "const": None},
    {"type": ["string", "integer"], "enum": []},
    {"type": ["string", "integer"], "enum": [True]},
    False,
)
AROUND: tuple[Callable[[Any], dict[str, Any]], ...] = (
    lambda listed: {**(listed or {"not": {}}), "type": "object"},
    lambda listed: {"type": "object", "anyOf": [listed, {"required": ["a"]}]},
    lambda listed: {"type": "object", "allOf": [listed, listed]},
    lambda listed: {"type": "object", "anyOf": [{"$ref": "#/$defs/A"}, listed]},
    lambda listed: {"type": "object", "properties": {"x": listed}},
    lambda listed: {"type": "object", "properties": {"x": {"type": "array", "items": listed}}},
    lambda listed: {"type": "object", "properties": {"x": {"anyOf": [{"anyOf": [listed]}, listed]}}},
    lambda listed: {"type": "object", "properties": {"x": {"oneOf": [listed, {"const": "b"}]}}},
    lambda listed: {"type": "object", "additionalProperties": listed, "patternProperties": {"^a": listed}},
    lambda listed: {"type": "object", "prefixItems": [{"allOf": [listed]}], "items": False},
)


@pytest.mark.parametrize("listed", LISTED, ids=str)
@pytest.mark.parametrize("around", AROUND)
def test_values_that_contradict_their_type(listed: Any, around: Callable[[Any], dict[str, Any]]) -> None:
    subject = catalog(tool(around(listed), strict=True), definitions={"A": listed})
    for dialect, profile in PROFILES.items():
        tools = lower_catalog(subject, profile, RENDERER).tools
        assert violations(dialect, json.loads(json.dumps(write_list(tools, profile)))) == {}, dialect


@settings(max_examples=100)
@given(schema=keywords(SCHEMAS), definitions=st.fixed_dictionaries(dict.fromkeys(DEFINITION_NAMES, LEAVES)))
def test_merging_is_exact(schema: Any, definitions: Any) -> None:
    merged = merge_all_of(schema, definitions.__getitem__)
    if merged is None or not isinstance(merged, dict):
        return
    # These look at what their siblings evaluate, so that a merge cannot keep them apart.
    if "unevaluated" in json.dumps([schema, definitions]):
        return
    before = jsonschema_rs.Draft202012Validator({**schema, "$defs": definitions})
    after = jsonschema_rs.Draft202012Validator({**merged, "$defs": definitions})
    for value in (None, True, 1, 2, "", "a", "b", [], [1], ["a", "a"], {}, {"a": 1}, {"x": "a"}, {"a": "b", "b": None}):
        assert before.is_valid(value) == after.is_valid(value), (value, merged)


# Strict mode

STRICT_SCHEMA = closed(
    {"a": {"type": "string", "description": "A."}, "b": {"type": ["integer", "null"], "minimum": 1}}, ["a", "b"]
)


def test_what_is_ready_for_strict_mode() -> None:
    for dialect in ("openai", "openai-responses"):
        assert strict_ready(STRICT_SCHEMA, {}, PROFILES[dialect])
    assert strict_ready(closed({"a": {"$ref": "#/$defs/N"}}, ["a"]), {"N": STRICT_SCHEMA}, PROFILES["openai"])
    assert strict_ready(closed({}), {}, PROFILES["openai"])
    assert strict_ready(closed({"a": {"type": "string"}}), {}, PROFILES["anthropic"])
    assert not strict_ready(STRICT_SCHEMA, {}, PROFILES["gemini"])


@pytest.mark.parametrize(
    ("written", "obstacle"),
    [
        ({"type": "string", "minLength": 1}, "`minLength` is not taken at `/properties/a`"),
        ({"oneOf": [{"type": "string"}, {"enum": ["a"]}]}, "`oneOf` is not taken at `/properties/a`"),
        ({}, "any value is allowed at `/properties/a`"),
        ({"description": "D"}, "any value is allowed at `/properties/a`"),
        ({"type": "object", "properties": {}}, "an object is open at `/properties/a`"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "an object is open at `/properties/a`"),
        (closed({"b": {"type": ["string", "null"]}}), "`b` is both optional and nullable at `/properties/a`"),
        (closed({"b": {}}, ["b"]), "any value is allowed at `/properties/a/properties/b`"),
        (closed({}, ["b"]), "`b` is required but not declared at `/properties/a`"),
        ({"type": "array"}, "any value is allowed at `/properties/a/items`"),
        ({"type": "string", "pattern": "(?=a)"}, "`pattern` is not taken at `/properties/a`"),
        ({"enum": [{"a": 1}]}, "an object is open at `/properties/a`"),
        (
            {"type": "object", "properties": {"b": {}}, "additionalProperties": True},
            "an object is open at `/properties/a`",
        ),
        (
            {
                "anyOf": [
                    closed({"kind": {"const": "x"}, "b": {"type": "string"}}, ["kind"]),
                    closed({"kind": {"const": "y"}, "b": {"type": "string"}}, ["kind", "b"]),
                ]
            },
            "`b` is optional in one variant and not in another at `/properties/a`",
        ),
        ({"enum": list(range(1001))}, "over 1,000 listed values"),
        ({"$ref": "#/$defs/B"}, "`c` is both optional and nullable at `/$defs/B`"),
    ],
)
def test_what_is_not_ready(written: Schema, obstacle: str) -> None:
    definitions = {"A": {"type": "string"}, "B": closed({"c": {"type": ["string", "null"]}})}
    schema = closed({"a": written}, ["a"])
    assert strict_obstacle(schema, definitions, PROFILES["openai"]) == obstacle
    assert not strict_ready(schema, definitions, PROFILES["openai"])


def test_nesting_is_bounded() -> None:
    schema: Schema = {"type": "string"}
    for _ in range(9):
        schema = closed({"a": schema}, ["a"])
    assert strict_ready(schema, {}, PROFILES["openai"])
    schema = closed({"a": schema}, ["a"])
    assert "over 10 levels" in str(strict_obstacle(schema, {}, PROFILES["openai"]))


def test_recursion_and_null_in_strict_mode() -> None:
    linked = {"N": closed({"next": {"anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]}}, ["next"])}
    schema = closed({"n": {"$ref": "#/$defs/N"}}, ["n"])
    assert strict_ready(schema, linked, PROFILES["openai"])
    assert strict_obstacle(schema, linked, PROFILES["anthropic"]) == "`N` holds itself"
    optional_null = closed({"a": {"type": ["string", "null"]}})
    assert strict_obstacle(optional_null, {}, PROFILES["anthropic"]) == "`a` is both optional and nullable at `/`"
    assert strict_ready(closed({"a": {"type": ["string", "null"]}}, ["a"]), {}, PROFILES["anthropic"])


@pytest.mark.parametrize(
    ("dialect", "asked", "expected"),
    [
        ("openai", None, True),
        ("openai", False, False),
        ("openai", True, True),
        ("anthropic", None, False),
        ("anthropic", True, True),
        ("bedrock", True, True),
        ("gemini", True, False),
        ("mcp", True, False),
    ],
)
def test_when_strict_is_asked_for(dialect: str, asked: bool | None, expected: bool) -> None:
    contract = tool(closed({"a": {"type": "string"}}, ["a"]), strict=asked)
    assert lower(contract, catalog(contract), PROFILES[dialect]).strict is expected


def test_asking_in_vain_is_reported() -> None:
    schema = closed({"a": {"type": "string", "minLength": 1}}, ["a"])
    contracts = [tool(schema, name, strict=True) for name in ("one", "two")]
    (found,) = [one for one in diagnostics("openai", catalog(*contracts)) if "strict" in one.message]
    assert (found.code, found.severity, found.tool) == ("PT-01", Severity.WARNING, "one")
    assert found.message == (
        "openai cannot enforce the schema of `one` as `strict` asks: `minLength` is not taken at `/properties/a`;"
        " also `two`"
    )
    assert diagnostics("openai", catalog(*[replace(one, strict=None) for one in contracts])) == ()


def test_strict_schemas_are_what_the_contract_says() -> None:
    assert lowered("openai", STRICT_SCHEMA) == STRICT_SCHEMA


# Diagnostics


def test_losses_are_counted_once_a_keyword() -> None:
    definitions = {"A": {"type": "string", "pattern": "^a$"}}
    contracts = [
        tool(closed({"a": {"$ref": "#/$defs/A"}, "b": {"type": "string", "pattern": "b"}}), f"tool_{index}")
        for index in range(5)
    ]
    (found,) = diagnostics("gemini", catalog(*contracts, definitions=definitions))
    # Once in the definition, once in each tool.
    assert found.message == (
        "gemini takes no `pattern`: it stands in words only at `/properties/b` of `tool_0` and in 5 other places"
    )
    assert (found.code, found.severity, found.tool) == ("PT-01", Severity.INFO, "tool_0")
    assert found.location == contracts[0].origin


def test_a_lost_constraint_is_a_warning() -> None:
    schema = closed({"a": {"type": "object", "if": {"required": ["x"]}}})
    (found,) = diagnostics("gemini", catalog(tool(schema)))
    assert (found.code, found.severity) == ("PT-01", Severity.WARNING)
    assert found.message == "gemini takes no `if`: it is lost at `/properties/a` of `get_order`"


@pytest.mark.parametrize("dialect", KEEPING)
def test_nothing_to_report(dialect: str) -> None:
    schema = closed({"a": {"type": "string", "default": "x", "pattern": "a"}}, ["a"])
    assert diagnostics(dialect, catalog(tool(schema, strict=False))) == ()


@pytest.mark.parametrize(
    ("dialect", "severity"),
    [
        ("openai", Severity.ERROR),
        ("openai-responses", Severity.WARNING),
        ("anthropic", Severity.ERROR),
        ("gemini", None),
        ("bedrock", Severity.ERROR),
        ("mcp", None),
    ],
)
def test_illegal_tool_names(dialect: str, severity: Severity | None) -> None:
    found = diagnostics(dialect, catalog(tool(closed({}), "orders.get"), tool(closed({}), "fine")))
    assert [(one.code, one.severity, one.tool) for one in found] == (
        [] if severity is None else [("PT-02", severity, "orders.get")]
    )


def test_a_name_is_reported_for_the_worst_limit_only() -> None:
    names = ["a" * 65, "b" * 129]
    found = diagnostics("anthropic", catalog(*[tool(closed({}), name) for name in names]))
    assert [(one.severity, one.tool) for one in found] == [(Severity.ERROR, "b" * 129), (Severity.WARNING, "a" * 65)]


def test_long_descriptions() -> None:
    contracts = [tool(closed({}), "short", "x" * 1024), tool(closed({}), "long", "x" * 1025)]
    contracts.append(tool(closed({}), "longer", "x" * 2100))
    (found,) = diagnostics("openai", catalog(*contracts))
    assert (found.code, found.severity, found.tool) == ("PT-02", Severity.WARNING, "longer")
    assert "`long`, `longer`" in found.message
    assert "`short`" not in found.message
    assert "2,100" in found.message
    assert [one.tool for one in diagnostics("mcp", catalog(*contracts))] == ["longer"]
    assert diagnostics("bedrock", catalog(*contracts)) == ()


def test_a_description_over_an_enforced_limit_is_an_error() -> None:
    (found,) = diagnostics("openai", catalog(tool(closed({}), "long", "x" * 1_048_577)))
    assert found.severity is Severity.ERROR


def test_descriptions_are_never_cut() -> None:
    text = "x" * 5000
    for profile in PROFILES.values():
        (one,) = lower_catalog(catalog(tool(closed({}), "long", text)), profile, RENDERER).tools
        assert one.description == text


def test_large_lists() -> None:
    contracts = [tool(closed({}), f"tool_{index}") for index in range(129)]
    (found,) = diagnostics("openai", catalog(*contracts))
    assert (found.code, found.severity, found.location) == ("PT-02", Severity.WARNING, PLACE)
    assert found.message == "openai takes 128 tools a request, this list has 129"
    assert found.hint is not None
    assert "`include`" in found.hint
    assert diagnostics("openai", catalog(*contracts[:128])) == ()
    assert diagnostics("anthropic", catalog(*contracts)) == ()


def test_property_keys() -> None:
    definitions = {"A": closed({"$id": {"type": "string"}})}
    subject = catalog(tool(closed({"a": {"$ref": "#/$defs/A"}, "b-c": {"type": "string"}})), definitions=definitions)
    found = {name: [one for one in diagnostics(name, subject) if "keys" in one.message] for name in DIALECTS}
    assert {name: one.severity for name, each in found.items() for one in each} == {
        "anthropic": Severity.ERROR,
        "anthropic-strict": Severity.ERROR,
        "gemini": Severity.ERROR,
        "gemini-parameters": Severity.ERROR,
        "bedrock": Severity.WARNING,
    }
    assert found["gemini"][0].message.endswith("found `$id`, `b-c`")
    assert found["anthropic"][0].message.endswith("found `$id`")


def test_limits_of_a_strict_request() -> None:
    schema = closed({"a": {"type": "string"}, "b": {"type": ["string", "integer"]}})
    contracts = [tool(schema, f"tool_{index}", strict=True) for index in range(21)]
    found = diagnostics("anthropic", catalog(*contracts))
    assert [one.message.split(",")[-1].strip() for one in found] == [
        "this list has 21",
        "this list has 42",
        "this list has 21",
    ]
    assert {one.code for one in found} == {"PT-02"}
    assert diagnostics("anthropic", catalog(*contracts[:12])) == ()


def test_circles() -> None:
    optional: Schema = {"N": {"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}}}}
    needed: Schema = {"N": {**optional["N"], "required": ["next"]}}
    listed: Schema = {"A": {"type": "array", "items": {"$ref": "#/$defs/B"}}, "B": {"anyOf": [{"$ref": "#/$defs/A"}]}}
    assert circles(optional, through_optional=False) == {}
    assert set(circles(optional, through_optional=True)) == {"N"}
    assert set(circles(needed, through_optional=False)) == {"N"}
    both = circles(listed | needed, through_optional=False)
    assert set(both) == {"A", "B", "N"}
    assert both["A"] == both["B"] != both["N"]
    chain: Schema = {f"L{n}": {"items": {"$ref": f"#/$defs/L{n + 1}"}} for n in range(5000)} | {"L5000": {}}
    assert circles(chain, through_optional=True) == {}


def test_circles_that_a_dialect_does_not_take_are_opened() -> None:
    optional: Schema = {"N": {"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}}}}
    needed: Schema = {"N": {**optional["N"], "required": ["next"]}}
    schema = closed({"n": {"$ref": "#/$defs/N"}})
    assert lowered("gemini", schema, optional)["$defs"] == optional
    assert lowered("gemini", schema, needed)["$defs"] == {
        "N": {**optional["N"], "required": [], "description": "`next` required"}
    }
    assert lowered("cohere", schema, optional)["$defs"] == {
        "N": {
            "type": "object",
            "properties": {"next": {"type": "object", "description": "of the same form as the `N` that holds it"}},
        }
    }
    (found,) = diagnostics("gemini", catalog(tool(schema), definitions=needed))
    assert (found.code, found.severity) == ("PT-01", Severity.INFO)
    assert found.message == "gemini takes no `required`: it stands in words only at `/$defs/N` of `get_order`"
    (found,) = diagnostics("cohere", catalog(tool(schema), definitions=optional))
    assert (
        found.message == "cohere takes no `$ref`: it stands in words only at `/$defs/N/properties/next` of `get_order`"
    )
    assert diagnostics("mcp", catalog(tool(schema), definitions=needed)) == ()


def test_a_deprecated_tool_is_marked_in_the_schema() -> None:
    schema = closed({"a": {"type": "string", "default": "x"}})
    assert lowered("mcp", schema, deprecated=True) == {**schema, "deprecated": True}
    # Strict mode and Gemini take no such keyword; the description says it.
    assert "deprecated" not in json.dumps(lowered("openai", STRICT_SCHEMA, deprecated=True, strict=None))
    assert "deprecated" not in json.dumps(lowered("gemini", schema, deprecated=True))


# Results


@pytest.mark.parametrize(
    ("schema", "wrapped"),
    [
        ({"type": "object"}, False),
        ({"$ref": "#/$defs/O"}, False),
        ({"$ref": "#/$defs/R"}, False),
        ({"anyOf": [{"$ref": "#/$defs/O"}, {"type": "object"}]}, False),
        ({"allOf": [{"$ref": "#/$defs/O"}, {"required": ["a"]}]}, False),
        ({"type": "array", "items": {}}, True),
        ({"type": ["object", "null"]}, True),
        ({"anyOf": [{"$ref": "#/$defs/O"}, {"type": "null"}]}, True),
        ({"$ref": "#/$defs/S"}, True),
        ({"properties": {}}, True),
        ({"$ref": "#/$defs/Loop"}, True),
        ({}, True),
        (True, True),
    ],
)
def test_results_are_objects(schema: Any, wrapped: bool) -> None:
    definitions: Schema = {
        "O": {"type": "object", "properties": {"o": {"$ref": "#/$defs/O"}}},
        "R": {"$ref": "#/$defs/O"},
        "S": {"type": "string"},
        "Loop": {"anyOf": [{"$ref": "#/$defs/Loop"}]},
    }
    assert is_wrapped(schema, definitions) is wrapped
    written = lower_output(schema, definitions, SchemaLowering(definitions, PROFILES["mcp"], "en"))
    assert written["type"] == "object"
    assert ("result" in written.get("properties", {})) is wrapped  # type: ignore[operator]
    jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **written})
    validator = jsonschema_rs.Draft202012Validator(written)
    plain = jsonschema_rs.Draft202012Validator({**schema, "$defs": definitions} if isinstance(schema, dict) else schema)
    values: tuple[Any, ...] = ({}, {"a": 1}, [], "text", None)
    for value in values:
        assert validator.is_valid({"result": value} if wrapped else value) == plain.is_valid(value)


def test_the_row_of_a_new_dialect_is_enough() -> None:
    rule = replace(GEMINI.unlisted, handling=Handling.PROSE)
    row = replace(GEMINI, keywords={**GEMINI.keywords, "minimum": rule, "maximum": rule})
    assert isinstance(row.keywords["minimum"], KeywordRule)
    assert node({"type": "integer", "minimum": 1, "maximum": 100}, profile=row) == {
        "type": "integer",
        "description": "1 to 100",
    }
