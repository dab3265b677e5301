"""The lock: what it holds of an object, that it reads back, and what is said of one that is damaged."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolmint import digest
from toolmint.digest import rfc8785_json
from toolmint.errors import ConfigError, SourceError
from toolmint.listing import Listing
from toolmint.lock import (
    Approval,
    Lock,
    document_entry,
    entry_of,
    listing_of_text,
    lock_bytes,
    named_objects,
    parse_lock,
    parse_spec,
    same_spelling,
    spec_text,
)
from toolmint.pins.acceptance import first_lock

TOOL: dict[str, Any] = {
    "name": "find_orders",
    "title": "Orders",
    "description": "Find orders.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}, "description": "Which."},
            "region": {"type": "string", "x-mcp-header": "Region"},
        },
        "$defs": {"Item": {"type": "object", "properties": {"sku": {"type": "string", "description": "The unit."}}}},
    },
    "annotations": {"readOnlyHint": True},
    "icons": [{"src": "https://example.com/i.png"}],
    "_meta": {"vendor/x": 1},
    "vendorKey": [1],
}


def changed(**parts: Any) -> dict[str, Any]:
    return {**TOOL, **parts}


def differing(other: dict[str, Any]) -> set[str]:
    one, two = entry_of(TOOL), entry_of(other)
    assert one.sha256 != two.sha256
    return {key for key in one.parts.keys() | two.parts.keys() if one.parts.get(key) != two.parts.get(key)}


def schema(**parts: Any) -> dict[str, Any]:
    return changed(inputSchema={**TOOL["inputSchema"], **parts})


def test_parts_of_a_tool() -> None:
    entry = entry_of(TOOL)
    assert entry.fields == ("items", "items[].sku", "region")
    assert entry.texts == {
        "/description": "Find orders.",
        "/title": "Orders",
        "/inputSchema/properties/items/description": "Which.",
        "/inputSchema/$defs/Item/properties/sku/description": "The unit.",
    }


@pytest.mark.parametrize(
    ("other", "parts"),
    [
        (changed(title="Order"), {"/title"}),
        (changed(description="Look up orders."), {"/description"}),
        (changed(annotations={}), {"/annotations"}),
        (changed(icons=[]), {"/icons"}),
        (changed(_meta={}), {"/_meta"}),
        (changed(vendorKey=[2]), {"/vendorKey"}),
        (changed(outputSchema={"type": "object"}), {"/outputSchema"}),
        (schema(required=["items"]), {"/inputSchema"}),
        (schema(title="Input"), {"/inputSchema/title"}),
        (
            schema(properties={**TOOL["inputSchema"]["properties"], "region": {"type": "string"}}),
            {"/inputSchema", "/inputSchema/properties/region/x-mcp-header"},
        ),
    ],
)
def test_a_change_is_in_its_part_alone(other: dict[str, Any], parts: set[str]) -> None:
    assert differing(other) == parts


def test_prose_and_constraints_of_one_argument_are_two_parts() -> None:
    items = {**TOOL["inputSchema"]["properties"]["items"], "description": "Which ones."}
    rest = {"region": TOOL["inputSchema"]["properties"]["region"]}
    assert differing(schema(properties={"items": items, **rest})) == {"/inputSchema/properties/items/description"}
    assert differing(schema(properties={"items": {**items, "maxItems": 3}, **rest})) == {
        "/inputSchema/properties/items/description",
        "/inputSchema",
    }


def test_a_property_called_description_is_no_prose() -> None:
    one = entry_of({"name": "t", "inputSchema": {"properties": {"description": {"type": "string"}}}})
    assert one.texts == {}
    assert one.fields == ("description",)


def test_providers_wrap_their_tools() -> None:
    inner = {"name": "t", "description": "D.", "parameters": {"properties": {"a": {"description": "A."}}}}
    named = named_objects(Listing(tools=(json.dumps({"type": "function", "function": inner}),)), "tools", what="it")
    entry = entry_of(named["t"].value)
    assert entry.fields == ("a",)
    assert entry.texts == {
        "/function/description": "D.",
        "/function/parameters/properties/a/description": "A.",
    }
    assert "/type" in entry.parts


def lock() -> Lock:
    text = "Orders \U000e0041 of \u8ba2\u5355."
    pin = first_lock(Listing(tools=(json.dumps(TOOL),), instructions=text), what="it")
    entry = pin.tools["find_orders"]
    approvals = (Approval(before="0" * 64, after=entry.sha256, by="Ada", reason="r", grade="BEHAVIOUR"),)
    return Lock(pins={"orders": replace(pin, tools={"find_orders": replace(entry, approvals=approvals)})})


def test_a_lock_reads_back() -> None:
    content = lock_bytes(lock())
    assert parse_lock(content) == lock()
    assert lock_bytes(parse_lock(content)) == content
    assert "\\udb40\\udc41" in content.decode(), "a hidden character is to be seen in a review"
    assert "订单" in content.decode()
    keys = list(json.loads(content)["pins"]["orders"])
    assert keys == sorted(keys)


def test_a_document_has_a_part_an_operation() -> None:
    entry = document_entry(
        {"openapi": "3.1.0", "paths": {"/a": {"get": {}, "post": {}}}, "components": {"schemas": {"A": {}}}}
    )
    assert set(entry.parts) == {"/openapi", "/paths/~1a/get", "/paths/~1a/post", "/components/schemas"}


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('"version": 1', '"version": 2', "found version 2 of the lock; this toolmint reads 1"),
        ('"version": 1', '"version": "1"', "found `1` for `version`, wanted `1`"),
        ('"kind": "mcp"', '"kind": "mcq"', "found `mcq` for `kind`, wanted `mcp` or `openapi`"),
        ('"kind": "mcp"', '"kind": "mcp", "kind": "mcp"', "key `kind` stands twice in one mapping"),
        ('      "kind": "mcp",\n', "<<<<<<< HEAD\n", "a merge conflict is not resolved here"),
        ('"/title": "', '"/title": "x', "found `x"),
        ('"approvals"', '"aprovals"', "nobody reads the key `aprovals`; did you mean `approvals`?"),
        ('"order": [', '"order": ["b",', "`order` does not list the names of `tools`, each once"),
        ('"grade": "BEHAVIOUR"', '"grade": null', "found null, wanted text"),
    ],
)
def test_what_is_damaged(before: str, after: str, said: str) -> None:
    text = lock_bytes(lock()).decode()
    damaged = text.replace(before, after, 1)
    assert damaged != text
    with pytest.raises(ConfigError) as caught:
        parse_lock(damaged.encode())
    finding = caught.value.diagnostic
    assert finding is not None
    assert finding.code == "PF-06"
    assert said in finding.message
    assert after.strip() in damaged.splitlines()[finding.location.line - 1]
    assert finding.hint


def test_a_key_that_is_missing() -> None:
    damaged = lock_bytes(lock()).decode().replace('"by": "Ada",', "")
    with pytest.raises(ConfigError, match="found no `by`"):
        parse_lock(damaged.encode())


def test_a_lock_that_is_cut_off() -> None:
    with pytest.raises(ConfigError, match="never closed"):
        parse_lock(lock_bytes(lock())[:300])
    with pytest.raises(ConfigError):
        parse_lock(b"")
    with pytest.raises(ConfigError):
        parse_lock(b"\xff\xfe")


@pytest.mark.parametrize(
    ("approvals", "said"),
    [
        ((), None),
        (((None, "b"), ("b", "end")), None),
        (((None, "b"), ("c", "end")), "approval 2 is for another state than the one before it led to"),
        (((None, "b"),), "the last approval is for another digest"),
    ],
)
def test_approvals_are_a_chain(approvals: tuple[tuple[str | None, str], ...], said: str | None) -> None:
    entry = replace(
        entry_of(TOOL),
        sha256="end",
        approvals=tuple(
            Approval(before=one, after=two, by="A", reason="r", grade="NOTATION") for one, two in approvals
        ),
    )
    assert entry.unbound == said


@pytest.mark.parametrize(("by", "reason"), [(" ", "r"), ("A", "")])
def test_an_approval_says_who_and_why(by: str, reason: str) -> None:
    entry = entry_of(TOOL)
    given = Approval(before=None, after=entry.sha256, by=by, reason=reason, grade="NOTATION")
    assert "approval 1 does not say" in (replace(entry, approvals=(given,)).unbound or "")


SPELT = '{"z":1.0,"name":"t","inputSchema":{"b":[ ],"a":{},"e":"\\u00e9","n":[1,-0,1E2]}}'


def test_a_file_keeps_the_spelling() -> None:
    written = spec_text(Listing(tools=(SPELT,), instructions="Hi\u200b"))
    assert '"z": 1.0,' in written
    assert '"e": "\\u00e9"' in written
    assert "-0," in written
    assert "1E2" in written
    assert '"b": []' in written
    assert '"Hi\\u200b"' in written
    again = parse_spec(written, what="it")
    assert spec_text(again) == written


@pytest.mark.parametrize(
    "text",
    [
        f"[{SPELT}]",
        f'{{"tools": [{SPELT}]}}',
        f'{{"jsonrpc": "2.0", "result": {{"tools": [{SPELT}]}}}}',
        f'[{{"functionDeclarations": [{SPELT}]}}]',
        f'{{"functionDeclarations": [{SPELT}]}}',
        SPELT,
    ],
)
def test_lists_of_every_shape(text: str) -> None:
    assert listing_of_text(text, what="it").tools == (SPELT,)


@pytest.mark.parametrize(
    ("tools", "said"),
    [
        ('[{"name": "a", "inputSchema": {}}, {"name": "a", "inputSchema": {}}]', "it lists two tools of the name `a`"),
        ('[{"title": "a"}]', "it: tool 1 has no `name`"),
        ('[{"name": 3}]', "it: tool 1 has a number as `name`"),
        ("[1]", "it: tool 1 is a number; wanted an object"),
        ('[{"name": "a"}]', "it: tool 1, `a`, has no `inputSchema`, which MCP requires"),
    ],
)
def test_what_nobody_can_pin(tools: str, said: str) -> None:
    with pytest.raises(SourceError) as caught:
        first_lock(listing_of_text(tools, what="it"), what="it", strict=True)
    assert caught.value.message.startswith(said)


@pytest.mark.parametrize("text", ["{}", "3", '{"paths": {}}', '{"tools": 1}'])
def test_what_is_no_list(text: str) -> None:
    with pytest.raises(SourceError, match="found no tool list"):
        listing_of_text(text, what="it")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@given(value=VALUES, ascii_only=st.booleans(), indent=st.sampled_from([None, 0, 3]))
def test_any_object_survives_being_laid_out(value: Any, ascii_only: bool, indent: int | None) -> None:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return
    text = json.dumps({"name": "t", "x": value}, ensure_ascii=ascii_only, indent=indent)
    written = spec_text(Listing(tools=(text,)))
    (again,) = parse_spec(written, what="it").tools
    assert same_spelling(text, again)
    assert spec_text(Listing(tools=(again,))) == written


@given(value=VALUES)
def test_both_ways_of_writing_by_rfc_8785_agree(value: Any) -> None:
    try:
        assert rfc8785_json(value) == "".join(digest._pieces(value)).encode()
    except UnicodeEncodeError:
        return
