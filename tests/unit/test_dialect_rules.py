"""The rules that tests hold lists against find what they should."""

from __future__ import annotations

from typing import Any

import pytest

from support.dialect_rules import plain_schema, violations

CLOSED = {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"], "additionalProperties": False}


def listed(dialect: str, schema: Any, *, strict: bool = False) -> Any:
    more = {"strict": True} if strict else {}
    if dialect.startswith("mcp"):
        return {"tools": [{"name": "one", "description": "D", "inputSchema": schema}]}
    if dialect.startswith("gemini"):
        key = "parameters" if dialect == "gemini-parameters" else "parametersJsonSchema"
        return [{"functionDeclarations": [{"name": "one", "description": "D", key: schema}]}]
    if dialect.startswith("anthropic"):
        return [{"name": "one", "description": "D", "input_schema": schema, **more}]
    return [{"type": "function", "function": {"name": "one", "description": "D", "parameters": schema, **more}}]


def inside(schema: Any, **more: Any) -> Any:
    return {**CLOSED, "properties": {"a": schema}, **more}


@pytest.mark.parametrize("dialect", ["openai", "anthropic", "gemini", "mcp", "mistral", "cohere", "dashscope"])
def test_a_good_list_has_no_findings(dialect: str) -> None:
    assert violations(dialect, listed(dialect, CLOSED, strict=dialect in ("openai", "anthropic"))) == {}


@pytest.mark.parametrize(
    ("dialect", "schema", "strict", "found"),
    [
        ("mistral", {"anyOf": [CLOSED], "type": "object", "properties": {}}, False, "at the root"),
        ("mistral", {"properties": {}}, False, "the root is no object"),
        ("mistral", inside({"type": "array"}), False, "without items"),
        ("mistral", inside({"type": "nothing"}), False, "no JSON Schema"),
        ("mistral", inside({"$ref": "#/$defs/B"}), False, "unused or missing"),
        ("mistral", inside({"x-was": ["b"]}), False, "no JSON Schema"),
        ("mistral", {**CLOSED, "properties": {"a-b": {}}}, False, "key 'a-b'"),
        ("openai", {**CLOSED, "required": []}, True, "not everything is required"),
        ("openai", inside({"type": "string", "minLength": 1}), True, "minLength"),
        ("openai", inside({"type": "object"}), True, "open"),
        ("openai", inside({}), True, "any value"),
        ("openai", inside({"type": "string", "format": "uri"}), True, "format"),
        ("openai", inside({"type": "string", "pattern": "(?=a)"}), True, "lookaround"),
        ("anthropic", inside({"type": "integer", "minimum": 1}), True, "minimum"),
        ("anthropic", inside({"type": "array", "items": {"type": "string"}, "minItems": 2}), True, "minItems"),
        ("gemini", inside({"type": "string", "minLength": 1}), False, "minLength"),
        ("gemini", inside({"enum": [True]}), False, "values"),
        (
            "gemini",
            inside({"$ref": "#/$defs/B"}, **{"$defs": {"B": {"type": "array", "items": {"$ref": "#/$defs/B"}}}}),
            False,
            "recursion",
        ),
        ("gemini-parameters", {"type": "object", "properties": {"a": {}}}, False, "no single type"),
        ("gemini-parameters", {"type": "object", "properties": {"a": {"type": ["string"]}}}, False, "no single type"),
        ("gemini-parameters", {"type": "object", "required": ["a"]}, False, "required but not declared"),
        (
            "gemini-parameters",
            {"type": "object", "properties": {"a": {"anyOf": [{"type": "string"}], "title": "T"}}},
            False,
            "siblings of anyOf",
        ),
        ("cohere", inside({"type": ["string", "null"]}), False, "list of types"),
        ("cohere", inside({"type": "string", "pattern": "^a"}), False, "pattern"),
        ("ollama", CLOSED, False, "root: ['additionalProperties']"),
        ("ollama", {"type": "object", "properties": {"a": {"minimum": 1}}}, False, "a: ['minimum']"),
    ],
)
def test_a_bad_list_is_found(dialect: str, schema: Any, strict: bool, found: str) -> None:
    (wrong,) = violations(dialect, listed(dialect, schema, strict=strict)).values()
    assert any(found in one for one in wrong), wrong


def test_nullable_is_written_as_json_schema() -> None:
    assert plain_schema({"type": "object", "properties": {"nullable": {"type": "string", "nullable": True}}}) == {
        "type": "object",
        "properties": {"nullable": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
    }
