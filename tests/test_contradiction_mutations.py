"""A schema changes and the prose does not: a default, a limit, a list of values, what is required."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import toolmint
from toolmint.diagnostics import Severity
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.linting import lint_catalog
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings

from support.catalogs import catalog_of_tool_list

RENDERER = Renderer()
TOOL = {
    "name": "list_orders",
    "description": "List orders.\n\nArgs:\n    page (int): which page (default 1)",
    "inputSchema": {
        "type": "object",
        "properties": {
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": 100,
                "default": 20,
                "description": "How many to return, between 1 and 100. Defaults to 20.",
            },
            "status": {
                "type": "string",
                "enum": ["open", "closed", "archived"],
                "default": "open",
                "description": "One of `open`, `closed` or `archived` (default `open`).",
            },
            "city": {"type": "string", "maxLength": 64, "description": "城市名称，必填，不超过64个字符。"},  # noqa: RUF001
            "with_archived": {"type": "boolean", "default": False, "description": "是否包含已归档订单，默认为 false。"},  # noqa: RUF001
            "page": {"type": "integer", "default": 1},
        },
        "required": ["city"],
    },
}


def changed(change: Mapping[str, Mapping[str, Any]], required: list[str] | None = None) -> dict[str, Any]:
    schema: dict[str, Any] = TOOL["inputSchema"]  # type: ignore[assignment]
    properties = {name: {**part, **change.get(name, {})} for name, part in schema["properties"].items()}
    needed = schema["required"] if required is None else required
    return {**TOOL, "inputSchema": {**schema, "properties": properties, "required": needed}}


def found(tool: dict[str, Any]) -> set[tuple[str, str]]:
    return {(one.code, one.message) for one in toolmint.lint(tool) if one.code.startswith("CT-")}


def test_the_unchanged_tool_is_clean() -> None:
    assert found(changed({})) == set()


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"limit": {"default": 50}}, "CT-01", "`limit` defaults to `20`, its schema says `50`"),
        ({"status": {"default": "closed"}}, "CT-01", "`status` defaults to `open`"),
        ({"with_archived": {"default": True}}, "CT-01", "`with_archived` defaults to `false`"),
        ({"page": {"default": 0}}, "CT-01", "`page` defaults to `1`"),
        ({"limit": {"maximum": 50}}, "CT-02", "`between 1 and 100` of `limit`, its schema says `maximum` 50"),
        ({"limit": {"minimum": 10}}, "CT-02", "`minimum` 10"),
        ({"city": {"maxLength": 32}}, "CT-02", "`maxLength` 32"),
        ({"status": {"enum": ["open", "closed"]}}, "CT-03", "lists `archived` for `status`"),
        ({"status": {"enum": ["open", "shut", "archived"]}}, "CT-03", "lists `closed` for `status`"),
        ({"status": {"enum": ["open", "closed", "ARCHIVED"]}}, "CT-04", "spells it `ARCHIVED`"),
        ({"limit": {"type": "string"}}, "CT-08", "the default of `limit` does not fit"),
        ({"limit": {"maximum": 10}}, "CT-08", "the default of `limit` does not fit"),
    ],
)
def test_a_change_of_the_schema_alone_is_seen(change: dict[str, dict[str, Any]], code: str, words: str) -> None:
    assert any(rule == code and words in message for rule, message in found(changed(change)))


def test_a_requirement_that_is_gone_is_seen() -> None:
    messages = {message for rule, message in found(changed({}, required=[])) if rule == "CT-05"}
    assert messages == {"prose says that `city` is required, its schema says that it is optional"}


def mutations(of: Catalog, kind: Kind) -> Iterator[tuple[Catalog, str]]:
    """Yield catalogs of one tool in which one argument's schema was changed, with the argument."""
    for contract in of.contracts:
        properties: Mapping[str, Any] = contract.input_schema.get("properties", {})  # type: ignore[assignment]
        for name, schema in properties.items():
            other = kind(schema) if isinstance(schema, dict) and schema.get("description") else None
            if other is not None:
                yield replace(of, contracts=(_with(contract, {**properties, name: other}),)), name


def _with(contract: ToolContract, properties: Mapping[str, Any]) -> ToolContract:
    return replace(contract, input_schema={**contract.input_schema, "properties": properties})


def _says(schema: Mapping[str, Any], value: object, *words: str) -> bool:
    text = schema["description"].lower()
    return any(word in text for word in words) and str(value).lower() in text.replace(",", "")


def other_default(schema: Mapping[str, Any]) -> dict[str, Any] | None:
    value = schema.get("default")
    if isinstance(value, bool):
        return {**schema, "default": not value} if _says(schema, value, "default", "默认") else None
    if isinstance(value, int) and value > 1 and _says(schema, value, "default", "默认"):
        return {**schema, "default": value + 7}
    return None


def other_limit(schema: Mapping[str, Any]) -> dict[str, Any] | None:
    for keyword in ("maximum", "maxLength"):
        value = schema.get(keyword)
        if isinstance(value, int) and value > 1 and _says(schema, value, "max", "most", "up to", "between", "最大"):
            return {**schema, keyword: value + 3}
    return None


def fewer_values(schema: Mapping[str, Any]) -> dict[str, Any] | None:
    values = schema.get("enum")
    if isinstance(values, list) and len(values) > 2 and all(str(one) in schema["description"] for one in values):
        return {**schema, "enum": values[:-1]}
    return None


Kind = Callable[[Mapping[str, Any]], dict[str, Any] | None]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "least"), [(other_default, 0.9), (other_limit, 0.9), (fewer_values, 0.6)])
def test_changes_in_real_tools_are_seen(corpus: Path, kind: Kind, least: float) -> None:
    hits = total = 0
    for file in sorted((corpus / "mcp").glob("*.json")):
        for mutated, name in mutations(catalog_of_tool_list(file), kind):
            total += 1
            hits += any(
                one.code in ("CT-01", "CT-02", "CT-03") and f"`{name}`" in one.message
                for one in lint_catalog(mutated, LintSettings(), renderer=RENDERER)
                if one.severity is not Severity.INFO
            )
    print(f"{kind.__name__}: {hits} of {total}")  # noqa: T201 - the figure is the point
    assert hits >= least * total
