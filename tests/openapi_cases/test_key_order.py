"""Which orders in a document are the author's, and which say nothing (docs/decisions/0001)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from toolmint.build import build
from toolmint.config import Project
from toolmint.documents import DocumentStore, parse_document
from toolmint.ir.schema import Json
from toolmint.source import SourceInput

SPECS = [
    *sorted((Path(__file__).parent / "specs").glob("*.yaml")),
    *sorted((Path(__file__).parent.parent / "golden").glob("*/specs/torture.yaml")),
]
TARGETS = ("contract", "markdown", "openai")
"""All others are printed from the same contracts."""
DATA = frozenset({"example", "examples", "default", "const", "enum"})
"""What stands below these keys is a value, which is printed as it is."""
IN_ORDER = frozenset(
    {
        *("paths", "properties", "patternProperties", "content", "responses", "callbacks", "webhooks"),
        *("security", "securitySchemes", "securityDefinitions", "variables", "mapping", "x-tool"),
    }
)
"""The keys below these are names in an order that an author chose, or are printed as they stand."""


def turned(value: Json, key: str = "") -> Json:
    """Reverse the keys of every object whose keys are the standard's own, and of the shared parts."""
    if key in DATA or key.startswith("x-"):
        return value
    if isinstance(value, list):
        return [turned(one) for one in value] if key != "security" else value
    if not isinstance(value, dict):
        return value
    is_named = key in ("properties", "schemas", "parameters", "responses", "headers", "definitions")
    below = {name: turned(child, "" if is_named else name) for name, child in value.items()}
    if key in ("securitySchemes", "securityDefinitions"):
        return value
    kept = key in IN_ORDER or key.startswith("/")  # the methods of a path
    return below if kept else dict(reversed(below.items()))


def compiled(value: Json, root: Path = Path("/nowhere")) -> dict[str, bytes]:
    file = Path("spec.json")
    root = root.absolute()
    store = DocumentStore(root)
    store.add(parse_document(json.dumps(value).encode(), path="spec.json", file=file))
    source = SourceInput(name="spec", kind="openapi", file=file)
    project = Project(root=root, out=root / "out", sources=(source,))
    return dict(build(project, store=store, targets=TARGETS, keep_going=True).files)


@pytest.mark.parametrize("spec", SPECS, ids=lambda path: path.stem)
def test_the_order_of_the_standards_own_keys_says_nothing(spec: Path) -> None:
    value = parse_document(spec.read_bytes(), path="spec.yaml", file=spec).value
    other = turned(value)
    assert list(other) != list(value)  # type: ignore[call-overload,arg-type]  # a document is a mapping
    assert compiled(other, spec.parent) == compiled(value, spec.parent)


def document(**operation: Any) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"post": {"operationId": "a", "responses": {"204": {"description": "done"}}, **operation}}},
    }


def body(example: Json, *properties: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {name: {"type": "integer"} for name in properties}}
    return {"required": True, "content": {"application/json": {"schema": schema, "example": example}}}


def test_the_order_of_an_example_is_the_authors() -> None:
    one = compiled(document(requestBody=body({"x": 1, "y": 2}, "x", "y")))
    other = compiled(document(requestBody=body({"y": 2, "x": 1}, "x", "y")))
    assert {path for path in one if one[path] != other[path]} >= {"spec/contract.json", "spec/manifest.json"}


def test_the_order_of_arguments_is_the_authors() -> None:
    one = compiled(document(requestBody=body({}, "x", "y")))
    other = compiled(document(requestBody=body({}, "y", "x")))
    assert one["spec/openai.json"] != other["spec/openai.json"]
