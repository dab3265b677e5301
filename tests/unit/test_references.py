"""References in prose: what braces may name, and what is said when they name nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolmint.ir.contract import (
    ArgumentReference,
    Definitions,
    ResultReference,
    ToolReference,
    ValueReference,
)
from toolmint.location import Location
from toolmint.prose.references import Scope, resolve_text

ITEM = {"type": "object", "properties": {"sku": {"type": "string"}, "meta": {"type": "object"}}}
SCOPE = Scope(
    schema={
        "type": "object",
        "properties": {
            "account_id": {"type": "string"},
            "status": {"type": "string", "enum": ["open", "closed", 3, None]},
            "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
            "filter_status_": {"type": "string"},
            "first": {"$ref": "#/$defs/Shared"},
            "second": {"$ref": "#/$defs/Shared"},
        },
    },
    definitions=Definitions(input={"Item": ITEM, "Shared": {"type": "string"}}, output={"Order": ITEM}),
    keys={"Account": ("account_id",), "Shared": ("first", "second")},
    wire={"filter[status]": ("filter_status_",)},
    hidden={"X-Tenant-Id": "a context value"},
    former={"user_id": "account_id"},
    tools=frozenset({"list_orders", "get_order"}),
    former_tools={"find_orders": "list_orders"},
    result={"type": "array", "items": {"$ref": "#/$defs/Order"}},
)
PLACE = Location(path="specs/a.yaml", pointer="/paths/~1a/get/x-tool/requires")


def argument(*path: str) -> ArgumentReference:
    return ArgumentReference(path=path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no braces at all", ("no braces at all",)),
        ("{account_id} is known", (argument("account_id"), " is known")),
        ("{Account}", (argument("account_id"),)),
        ("by {filter[status]}.", ("by ", argument("filter_status_"), ".")),
        ("{items[].sku}", (argument("items", "[]", "sku"),)),
        ("{result[].sku}", (ResultReference(path=("[]", "sku")),)),
        ("{items[].meta.anything}", (argument("items", "[]", "meta", "anything"),)),
        ("{tool:get_order}", (ToolReference(tool="get_order"),)),
        ("{status=open}", (ValueReference(path=("status",), value="open"),)),
        ("{status=3}", (ValueReference(path=("status",), value=3),)),
        ("{status=null}", (ValueReference(path=("status",), value=None),)),
        ("{{literal}} {{", ("{literal} {",)),
        ("{{{account_id}}}", ("{", argument("account_id"), "}")),
        ("`{account_id}` 已知", ("`", argument("account_id"), "` 已知")),
    ],
)
def test_text_becomes(text: str, sentence: tuple[object, ...]) -> None:
    found, problems = resolve_text(text, SCOPE, PLACE, tool="t")
    assert problems == []
    assert found == sentence


@pytest.mark.parametrize(
    ("text", "code", "message", "hint"),
    [
        (
            "{user_id} is known",
            "RF-01",
            "`{user_id}` is called `account_id` now",
            "write `{account_id}`",
        ),
        (
            "{acount_id}",
            "RF-01",
            "`{acount_id}` names nothing that this tool has",
            (
                "did you mean `account_id`, `Account`? other arguments: `status`, `items`, `filter_status_`, `first`, "
                "`second`; wire names: `filter[status]`; other component keys: `Shared`"
            ),
        ),
        ("{Shared}", "RF-02", "`{Shared}` is the component of `first`, `second`", "name one of them: `{first}`"),
        (
            "{X-Tenant-Id}",
            "RF-04",
            "`{X-Tenant-Id}` is a context value and the model never sees it",
            "say it without naming the value, or let the model supply it",
        ),
        ("{tool:get_orders}", "RF-01", "there is no tool `get_orders`", None),
        ("{tool:find_orders}", "RF-01", "tool `find_orders` is called `list_orders` now", "write `{tool:list_orders}`"),
        ("{status=opened}", "RF-01", "found `opened`, wanted a value of `status`", None),
        ("{account_id=1}", "RF-01", "`account_id` lists no values, so `1` cannot be one of them", "add an `enum`"),
        ("{items.sku}", "RF-01", "`{items.sku}` goes through an array", "write `{items[].sku}`"),
        ("{items[].sko}", "RF-01", "`{items[].sko}`: there is no `sko` there", None),
        ("{account_id.x}", "RF-01", "`{account_id.x}`: there is no `x` there", None),
        ("a } b", "RF-03", "a single brace in prose", None),
        ("a {", "RF-03", "a single brace in prose", None),
        ("{}", "RF-03", "empty braces in prose", None),
        ("{ account_id }", "RF-03", "found `{ account_id }`, wanted a reference", None),
        ("{result.id}", "RF-01", "`{result.id}`: there is no `id` there", None),
    ],
)
def test_what_names_nothing_is_an_error(text: str, code: str, message: str, hint: str | None) -> None:
    sentence, problems = resolve_text(text, SCOPE, PLACE, tool="t")
    assert [(one.code, one.message) for one in problems] == [(code, message)]
    if hint is not None:
        assert problems[0].hint == hint
    assert "".join(part for part in sentence if isinstance(part, str)).count("{") == text.count("{")


def test_an_error_points_at_its_own_braces() -> None:
    _, problems = resolve_text("{account_id} and {user_id}", SCOPE, PLACE, tool="t")
    assert [one.location.needle for one in problems] == ["{user_id}"]


def test_a_result_is_walked_through_its_own_definitions() -> None:
    scope = Scope(schema={"type": "object"}, definitions=SCOPE.definitions, result={"$ref": "#/$defs/Order"})
    assert resolve_text("{result.sku}", scope, PLACE, tool="t") == ((ResultReference(path=("sku",)),), [])


def test_a_tool_without_output_schema_has_no_result_to_name() -> None:
    scope = Scope(schema={"type": "object"})
    _, problems = resolve_text("{result.sku}", scope, PLACE, tool="t")
    assert [one.message for one in problems] == ["`{result.sku}` speaks of the result, and this tool declares none"]


def test_at_most_ten_names_are_offered() -> None:
    scope = Scope(schema={"type": "object", "properties": {f"field_{n}": {} for n in range(30)}})
    _, problems = resolve_text("{zzz}", scope, PLACE, tool="t")
    assert problems[0].hint is not None
    assert problems[0].hint.count("`") == 20


@given(st.text())
def test_any_text_comes_back_whole_when_its_braces_are_doubled(text: str) -> None:
    sentence, problems = resolve_text(text.replace("{", "{{").replace("}", "}}"), SCOPE, PLACE, tool="t")
    assert problems == []
    assert "".join(str(part) for part in sentence) == text


@given(st.text("{}ab=.[]: tool`", max_size=30))
def test_no_text_makes_it_fail(text: str) -> None:
    sentence, _ = resolve_text(text, SCOPE, PLACE, tool="t")
    assert isinstance(sentence, tuple)
