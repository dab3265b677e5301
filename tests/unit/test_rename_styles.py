"""A rename of a random document in random YAML: the new text says what the old one said, with the new name."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolmint import sources as source_plugs
from toolmint.diagnostics import Severity
from toolmint.documents import DocumentStore
from toolmint.editing import edit_document
from toolmint.linting import lint_catalog
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings
from toolmint.source import ArgumentRename, Extraction, RenamePlan, SourceInput

from support.yaml_styles import written_in_some_style

KINDS = ("query", "path", "shared", "body", "nested", "header")
SENTENCES = (
    "Read by `{0}` and nothing else",
    "Pass the {0} of it, as {0}=1",
    "The `{0}` parameter: see {0}, then `{0}`.",
    "It's of no use without a `{0}`",
    "传入{0}字段",
    "No name at all",
)
RESPONSES = {"204": {"description": "done and over with"}}


def document(kind: str, name: str, was: list[str], texts: list[str], *, has_block: bool) -> dict[str, Any]:
    """Return a document in which one thing has a name, and once had others."""
    said = [text.format(name) for text in texts]
    facing = name.replace("-", "_")
    block: dict[str, Any] = {"was": was} if was else {}
    thing: dict[str, Any] = {"x-tool": block} if block and has_block else {}
    added: dict[str, Any] = {"x-tool": block} if block and not has_block else {}
    operation: dict[str, Any] = {"operationId": "readIt", "summary": said[0], "responses": RESPONSES}
    other: dict[str, Any] = {"operationId": "writeIt", "description": said[1], "responses": RESPONSES}
    path, components = "/it", {}
    if kind in ("query", "header", "path", "shared"):
        where = {"query": "query", "header": "header"}.get(kind, "path")
        parameter = {
            "name": name,
            "in": where,
            "required": True,
            **thing,
            "description": said[2],
            "schema": {"type": "string"},
            **added,
        }
        operation["x-tool"] = {"does": said[3], "requires": [f"{{{facing}}} is known", said[1]], "never": "fail"}
        listed = [parameter]
        if where == "path":
            path = f"/it/{{{name}}}"
        if kind == "shared":
            components = {"parameters": {"It": parameter}}
            listed = [{"$ref": "#/components/parameters/It"}]
            other["parameters"] = [
                {"$ref": "#/components/parameters/It"},
                {"name": "page", "in": "query", "description": said[2], "schema": {"type": "integer"}},
            ]
        operation["parameters"] = listed
        methods = {"get": operation, "put": other} if kind == "shared" else {"get": operation}
    else:
        held = {
            "type": "object",
            "required": [name, "count"],
            "properties": {
                name: {"type": "string", **thing, "description": said[2], **added},
                "count": {"type": "integer", "description": said[0]},
            },
            "example": {name: "x", "count": 1},
        }
        schema = (
            held if kind == "body" else {"type": "object", "properties": {"items": {"type": "array", "items": held}}}
        )
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
        methods = {"post": operation}
    return {
        "openapi": "3.1.0",
        "info": {"title": "It", "version": "1"},
        "paths": {path: methods},
        **({"components": components} if components else {}),
    }


def plan_of(text: str, request: ArgumentRename, *, name: str = "spec.yaml") -> tuple[DocumentStore, RenamePlan]:
    store = DocumentStore(Path("/work"), read=lambda file: text.encode())
    plug: Any = source_plugs.load_source("openapi")
    return store, plug.plan_rename(SourceInput(name="spec", kind="openapi", file=Path(name)), store, request)


def extracted(text: str, *, name: str = "spec.yaml") -> Extraction:
    store = DocumentStore(Path("/work"), read=lambda file: text.encode())
    return source_plugs.load_source("openapi").extract(SourceInput(name="spec", kind="openapi", file=Path(name)), store)


def comments(text: str) -> list[str]:
    return re.findall(r"# c\d+", text)


@settings(max_examples=150)
@given(
    kind=st.sampled_from(KINDS),
    names=st.sampled_from(
        [("order_id", "order_number"), ("id", "key"), ("userId", "on"), ("page-no", "true"), ("a", "b_c")]
    ),
    texts=st.lists(st.sampled_from(SENTENCES), min_size=4, max_size=4),
    was=st.sampled_from([[], ["long_ago"], ["one", "two"]]),
    has_block=st.booleans(),
    seed=st.integers(0, 2**32),
    as_json=st.booleans(),
)
def test_the_new_text_says_what_was_asked_for(
    kind: str, names: tuple[str, str], texts: list[str], was: list[str], has_block: bool, seed: int, as_json: bool
) -> None:
    old, new = names
    if "-" in old and kind != "header":
        old = "page_no"
    rng = random.Random(seed)
    has_block = has_block and bool(was)
    before = document(kind, old, was, texts, has_block=has_block)
    wanted = document(kind, new, [*was, old.replace("-", "_")], texts, has_block=has_block)
    text = (
        json.dumps(before, indent=rng.choice([None, 2, 4]), ensure_ascii=rng.random() < 0.5)
        if as_json
        else written_in_some_style(before, rng)
    )
    path = f"items[].{old}" if kind == "nested" else old
    tool = "read_it"
    store, plan = plan_of(text, ArgumentRename(tool=tool, old=path, new=new))
    edited = edit_document(store.load(Path("spec.yaml")), plan.edits).decode()
    held = DocumentStore(Path("/work"), read=lambda file: edited.encode()).load(Path("spec.yaml")).value
    if "x-tool" in json.dumps(wanted) and any("No name" not in one for one in texts) and not is_shaped(old):
        # A plain word stands where it is no name; then only what the structure says is certain.
        held, wanted = without_texts(held), without_texts(wanted)
    assert held == wanted
    assert comments(edited) == comments(text)
    assert ("\r\n" in text) == ("\r\n" in edited)
    after = extracted(edited)
    assert not [one for one in after.diagnostics if one.severity is Severity.ERROR]
    found = lint_catalog(
        after.catalog, LintSettings(select=("ID-02",)), earlier=extracted(text).catalog, renderer=Renderer()
    )
    assert [one.message for one in found] == []


def is_shaped(name: str) -> bool:
    return "_" in name or not name.islower()


def without_texts(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: without_texts(held)
            for key, held in value.items()
            if key not in ("summary", "description", "does", "requires")
        }
    return [without_texts(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("model_only", [True, False])
def test_a_rename_back_takes_the_former_name_up_again(model_only: bool) -> None:
    text = json.dumps(document("query", "order_id", [], list(SENTENCES[:4]), has_block=False), indent=2)
    store, plan = plan_of(text, ArgumentRename(tool="read_it", old="order_id", new="number", model_only=model_only))
    once = edit_document(store.load(Path("spec.yaml")), plan.edits).decode()
    store, plan = plan_of(once, ArgumentRename(tool="read_it", old="number", new="order_id", model_only=model_only))
    again = json.loads(edit_document(store.load(Path("spec.yaml")), plan.edits))
    parameter = again["paths"]["/it"]["get"]["parameters"][0]
    assert parameter["name"] == "order_id"
    assert parameter["x-tool"]["was"] == ["number"]
