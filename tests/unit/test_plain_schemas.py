"""Schemas that are lifted straight from their values come out as the keywords' handlers write them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolmint.documents import DocumentStore, Node
from toolmint.documents.load import Document
from toolmint.lifting.definitions import DefinitionNames
from toolmint.lifting.dialect import Direction, SchemaDialect
from toolmint.lifting.frame import Frame, PropertySettings
from toolmint.lifting.keywords import LIFTED_KEYWORDS, SILENT_KEYWORDS
from toolmint.lifting.plain import PlainSchemas
from toolmint.lifting.schema import SchemaLifter

ODD_NAMES = ["a-b", "a_b", "größe", "用户", "1st", "key_d31e3d", "x" * 70, "", "x-tool", "type"]
NAMES = st.sampled_from(["id", "name", "limit", "open"]) | st.sampled_from(ODD_NAMES)
SCALARS = st.sampled_from(
    [
        None,
        True,
        False,
        0,
        1,
        -1,
        7,
        0.5,
        1.0,
        -2.5,
        "",
        " ",
        "a",
        "A",
        "string",
        "object",
        "file",
        "[a",
        "^a+$",
        "(?i)a",
    ]
)
DATA = st.recursive(SCALARS, lambda below: st.lists(below, max_size=3) | st.dictionaries(NAMES, below, max_size=2))
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "array", "object", "null", "file", "String", None])
HOLDERS = ("properties", "patternProperties", "dependentSchemas", "$defs")
SINGLES = ("items", "additionalProperties", "not", "if", "then", "contains", "propertyNames", "contentSchema")
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems", "items")
REFERENCES = ["#/$defs/plain", "#/$defs/hidden", "#/$defs/nowhere", "other.json"]


def fitting(keyword: str) -> st.SearchStrategy[Any]:
    """Values that a keyword may have; wrong ones come from elsewhere."""
    if keyword == "type":
        return st.sampled_from(["string", "object"]) | TYPES | st.lists(TYPES, max_size=3)
    if keyword in ("enum", "examples", "required"):
        return st.lists(NAMES, max_size=4) | st.lists(SCALARS, max_size=4)
    if keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
        return st.sampled_from([0, 1, 2.5, -1, True, 1e300])
    if keyword.startswith(("min", "max")):
        return st.sampled_from([0, 1, 3, 2.0, -1])
    if keyword in ("nullable", "deprecated", "readOnly", "writeOnly", "uniqueItems"):
        return st.booleans()
    if keyword == "x-tool":
        return st.fixed_dictionaries({"name": NAMES})
    return SCALARS


def mappings(below: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Schemas whose parts are of a strategy."""
    keywords = sorted({*LIFTED_KEYWORDS, *SILENT_KEYWORDS, "x-tool", "x-other", "odd"} - {"$ref"})
    pairs = [st.tuples(st.just(keyword), fitting(keyword)) for keyword in keywords]
    pairs += [st.tuples(st.just(keyword), st.dictionaries(NAMES, below, max_size=3)) for keyword in HOLDERS] * 4
    pairs += [st.tuples(st.just(keyword), below) for keyword in SINGLES]
    pairs += [st.tuples(st.just(keyword), st.lists(below, max_size=2)) for keyword in LISTS]
    pairs.append(st.tuples(st.sampled_from(keywords), DATA))
    pairs.append(st.tuples(st.just("$ref"), st.sampled_from(REFERENCES)))
    return st.lists(st.one_of(pairs), max_size=6).map(dict)


SCHEMAS = st.recursive(st.booleans() | mappings(st.booleans()) | SCALARS, mappings, max_leaves=8)


def property_settings(node: Node, frame: Frame) -> PropertySettings:
    """Take a property's name as its author says, and say something each time."""
    frame.info("IN-13", "read", node.location)
    value = node.value["x-tool"]
    return PropertySettings(name=value.get("name") if isinstance(value, dict) else None)


def outcome(schema: Any, dialect: SchemaDialect, direction: Direction) -> list[str]:
    """Lift a schema, and write all that comes of it."""
    shared = {"plain": {"type": "string"}, "hidden": {"type": "string", "readOnly": True}}
    value = {"schema": schema, "$defs": shared}
    document = Document(path="a.json", file=Path("a.json"), syntax="json", value=value, content=b"{}")
    store = DocumentStore(Path("/project"))
    store.add(document)
    root = store.root_node(Path("a.json"))
    frame = Frame()
    lifter = SchemaLifter(
        store, DefinitionNames(root, store), dialect=dialect, direction=direction, property_settings=property_settings
    )
    lifted = lifter.lift(root.child("schema"), frame)
    return [json.dumps(lifted), json.dumps(lifter.definitions), repr(frame.diagnostics), repr(lifter.problems(lifted))]


def assert_lifted_as_the_handlers_do(schema: Any, dialect: SchemaDialect, direction: Direction) -> None:
    before = json.dumps(schema)
    quick = outcome(schema, dialect, direction)
    assert json.dumps(schema) == before  # a source's values are shared, and nobody's to change
    with patch.object(PlainSchemas, "lifted", lambda self, schema: None):
        assert outcome(schema, dialect, direction) == quick


@settings(max_examples=300)
@given(schema=SCHEMAS, dialect=st.sampled_from(SchemaDialect), direction=st.sampled_from(Direction))
def test_a_plain_schema_is_lifted_as_the_handlers_do(schema: Any, dialect: SchemaDialect, direction: Direction) -> None:
    assert_lifted_as_the_handlers_do(schema, dialect, direction)


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("dialect", SchemaDialect)
@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"examples": [2], "example": 1}, id="example-beside-examples"),
        pytest.param({"example": 1, "examples": []}, id="example-beside-no-examples"),
        pytest.param({"example": 1, "default": 0}, id="example"),
        pytest.param({"properties": {"a": {"x-tool": {"name": "b"}}}}, id="author's-settings"),
        pytest.param({"x-tool": {}}, id="author's-settings-of-no-property"),
        pytest.param({"properties": {"a-b": {}, "用户": {"type": "string"}}}, id="name-of-no-provider"),
        pytest.param({"properties": {"a": True}, "required": ["a-b", "a"]}, id="required-of-no-provider"),
        pytest.param({"required": ["b", "a", "b"]}, id="required-twice"),
        pytest.param({"required": [], "properties": {}, "patternProperties": {}}, id="empty"),
        pytest.param({"properties": {"a": {"readOnly": True}, "b": {"writeOnly": True}}}, id="hidden"),
        pytest.param({"properties": {"a": {"readOnly": False, "writeOnly": "true"}}}, id="not-hidden"),
        pytest.param({"oneOf": [{"properties": {"a": {"readOnly": True}}}, {"required": ["a"]}]}, id="hidden-in-one"),
        pytest.param(
            {"allOf": [{"properties": {"a": {"readOnly": True}}}, {"required": ["a"], "type": "object"}]},
            id="hidden-by-a-part-beside",
        ),
        pytest.param({"allOf": [{"type": "string"}], "title": "a"}, id="all-of-one"),
        pytest.param({"type": "strin"}, id="no-type"),
        pytest.param({"type": ["string", "null", "string"]}, id="types-twice"),
        pytest.param({"type": "string", "nullable": True}, id="nullable"),
        pytest.param({"patternProperties": {"[a": {"type": "string"}, "^a": {}}}, id="key-of-no-pattern"),
        pytest.param({"pattern": "[a"}, id="no-pattern"),
        pytest.param({"enum": ["b", "a", "b"]}, id="enum-twice"),
        pytest.param({"enum": [1, True, 1.0, None]}, id="enum-of-several-kinds"),
        pytest.param({"minimum": 1, "exclusiveMinimum": True, "multipleOf": 0}, id="older-bounds"),
        pytest.param({"maxLength": 3.0, "minLength": -1, "maximum": "1"}, id="odd-counts"),
        pytest.param({"description": "b", "type": "string", "title": " ", "format": None}, id="other-order"),
        pytest.param({"items": [{"type": "string"}], "prefixItems": [], "not": {"$ref": "#/$defs/plain"}}, id="items"),
    ],
)
def test_each_limit_of_what_is_plain(schema: Any, dialect: SchemaDialect, direction: Direction) -> None:
    assert_lifted_as_the_handlers_do(schema, dialect, direction)


def test_a_schema_that_lifting_does_not_change_comes_back_itself() -> None:
    schema = {
        "type": "object",
        "description": "what is sought",
        "properties": {"limit": {"type": "integer", "minimum": 1}, "open": True},
        "required": ["limit"],
        "additionalProperties": False,
    }
    assert PlainSchemas().lifted(schema) is schema


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"$ref": "#/$defs/a"}, id="reference"),
        pytest.param({"properties": {"a": {"items": {"$ref": "#/$defs/a"}}}}, id="reference-below"),
        pytest.param({"allOf": [{"type": "string"}]}, id="all-of"),
        pytest.param({"properties": {"a-b": {}}}, id="name-of-no-provider"),
        pytest.param({"properties": {"a": {"readOnly": True}}}, id="hidden"),
        pytest.param({"properties": {"a": {"x-tool": {}}}}, id="author's-settings"),
        pytest.param({"type": "strin"}, id="fault"),
        pytest.param({"odd": 1}, id="unknown-keyword"),
    ],
)
def test_what_is_not_plain_is_left_to_the_handlers(schema: Any) -> None:
    plain = PlainSchemas()
    assert plain.lifted(schema) is None
    assert plain.lifted(schema) is None  # remembered
