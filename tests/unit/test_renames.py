"""What was renamed since a contract was checked in."""

from __future__ import annotations

from typing import Any

import pytest

from toolmint.ir.contract import Catalog
from toolmint.renames import find_renames

from support.openapi import catalog, document

STRING = {"type": "string"}


def state(operation: dict[str, Any]) -> Catalog:
    return catalog(document(operation, method="get"))


def query(name: str, schema: Any = STRING, **more: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": schema, **more}


def body(**properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


@pytest.mark.parametrize(
    ("before", "after", "messages"),
    [
        pytest.param({"operationId": "a"}, {"operationId": "a", "summary": "new text"}, [], id="nothing"),
        pytest.param({"operationId": "a"}, {"operationId": "b"}, ["NM-04 tool `a` is called `b` now"], id="tool"),
        pytest.param(
            {"parameters": [query("acct")]},
            {"parameters": [query("acct", **{"x-tool": {"name": "account"}})]},
            ["NM-06 argument `acct` of `do_thing` is called `account` now"],
            id="same-wire-name",
        ),
        pytest.param(
            {"parameters": [query("user_id"), query("q")]},
            {"parameters": [query("account_id", description="other text"), query("q")]},
            ["NM-06 argument `user_id` of `do_thing` is called `account_id` now"],
            id="same-position-and-schema",
        ),
        pytest.param(
            {"parameters": [query("q"), query("user_id")]},
            {"parameters": [query("account_id", {"type": "integer"}, **{"x-tool": {"was": ["user_id"]}}), query("q")]},
            ["NM-06 argument `user_id` of `do_thing` is called `account_id` now"],
            id="was",
        ),
        pytest.param(
            {"parameters": [query("user_id")]},
            {"parameters": [query("limit", {"type": "integer"})]},
            [],
            id="another-argument",
        ),
        pytest.param(
            {"requestBody": body(a=STRING, b={"type": "integer"})},
            {"requestBody": body(a=STRING, c={"type": "integer"})},
            ["NM-06 argument `b` of `do_thing` is called `c` now"],
            id="body-property",
        ),
        pytest.param(
            {"parameters": [query("id")]},
            {"parameters": [query("id")], "requestBody": body(id=STRING)},
            ["NM-06 argument `id` of `do_thing` is called `query_id` now"],
            id="a-collision-renames",
        ),
    ],
)
def test_renames(before: dict[str, Any], after: dict[str, Any], messages: list[str]) -> None:
    found = find_renames(state(before), state(after))
    assert [f"{one.code} {one.message}" for one in found] == messages


def test_a_former_name_that_is_recorded_needs_no_advice() -> None:
    before = {"parameters": [query("user_id")]}
    after = {"parameters": [query("account_id", **{"x-tool": {"was": ["user_id"]}})]}
    (found,) = find_renames(state(before), state(after))
    assert found.hint == "calls that still say the old name are told the new one"
    (bare,) = find_renames(state(before), state({"parameters": [query("account_id")]}))
    assert bare.hint is not None
    assert bare.hint.startswith("say `x-tool: {was: [user_id]}` on the parameter")
