"""What each dialect makes of typical arguments, spelt out; the property tests say that nothing else is meant."""

from __future__ import annotations

from typing import Any

import pytest

from toolmint.ir.binding import HttpBinding
from toolmint.ir.contract import Catalog, Definitions, Prose, ToolAnnotations, ToolContract
from toolmint.location import Location
from toolmint.lowering.catalog import lower, lower_catalog
from toolmint.lowering.findings import grouped_findings
from toolmint.lowering.listing import write_list
from toolmint.lowering.losses import Effect, LossFinding
from toolmint.lowering.shared import SharedLowering
from toolmint.lowering.size import Budget, count_tokens, estimate_tokens, size_of
from toolmint.profiles import PROFILES
from toolmint.rendering import Renderer

PLACE = Location(path="specs/orders.yaml")
RENDERER = Renderer()

Schema = dict[str, Any]

NODE: Schema = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "id": {"type": "string"}}}
MONEY: Schema = {"type": "object", "properties": {"amount": {"type": "number"}, "note": {"type": "string"}}}
DEFINITIONS: Schema = {
    "Node": NODE,
    "Money": {**MONEY, "required": ["amount"]},
    "Cat": {
        "type": "object",
        "properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}},
        "required": ["kind"],
    },
    "Dog": {"type": "object", "properties": {"kind": {"const": "dog"}}, "required": ["kind"]},
}


def tool(schema: Schema, name: str = "get_order", **more: Any) -> ToolContract:
    return ToolContract(
        name=name,
        input_schema=schema,
        binding=more.pop("binding", HttpBinding(method="GET", path=f"/{name}")),
        prose=Prose(verbatim=more.pop("text", "Get.")),
        origin=PLACE.child(name),
        **more,
    )


def catalog(*contracts: ToolContract) -> Catalog:
    return Catalog(name="orders", contracts=contracts, origin=PLACE, definitions=Definitions(input=DEFINITIONS))


def argument(dialect: str, schema: Any, *, required: bool = True, **more: Any) -> Any:
    """Lower one argument, and return the root and the losses at the argument or below a definition."""
    root: Schema = {"type": "object", "properties": {"a": schema}, "additionalProperties": False}
    contract = tool(root | ({"required": ["a"]} if required else {}), **more)
    found = lower(contract, catalog(contract), PROFILES[dialect])
    assert found.input_schema is not None
    places = {(loss.keyword, loss.effect.value, loss.pointer) for loss in found.losses}
    return found, {one for one in places if one[2] != ""}


def shown(dialect: str, schema: Any, **more: Any) -> Any:
    return argument(dialect, schema, **more)[0].input_schema["properties"]["a"]


# OpenAI in strict mode


@pytest.mark.parametrize("dialect", ["openai", "openai-responses", "openai-strict"])
@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"type": "string"}, {"type": ["string", "null"]}),
        ({"type": "string", "enum": ["x"]}, {"type": ["string", "null"], "enum": ["x", None]}),
        ({"type": "string", "const": "x"}, {"type": ["string", "null"], "enum": ["x", None]}),
        ({"$ref": "#/$defs/Money"}, {"anyOf": [{"$ref": "#/$defs/Money"}, {"type": "null"}]}),
        (
            {"$ref": "#/$defs/Money", "description": "D"},
            {"anyOf": [{"$ref": "#/$defs/Money"}, {"type": "null"}], "description": "D"},
        ),
        (
            {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
        ),
        ({"type": "string", "default": "x"}, {"type": ["string", "null"], "description": 'default "x"'}),
        ({"type": "string", "format": "uri"}, {"type": ["string", "null"], "description": "format uri"}),
        ({"type": "integer", "format": "int64"}, {"type": ["integer", "null"]}),
        ({"type": "string", "format": "date"}, {"type": ["string", "null"], "format": "date"}),
    ],
)
def test_an_optional_argument_takes_null_where_it_is_required(dialect: str, written: Schema, expected: Schema) -> None:
    found, _ = argument(dialect, written, required=False)
    assert found.strict
    assert found.input_schema["required"] == ["a"]
    assert found.input_schema["properties"]["a"] == expected


def test_objects_are_closed_and_completed_at_every_depth() -> None:
    found, losses = argument("openai", {"type": "array", "items": {"$ref": "#/$defs/Money"}})
    assert found.input_schema["$defs"]["Money"] == {
        "type": "object",
        "properties": {"amount": {"type": "number"}, "note": {"type": ["string", "null"]}},
        "required": ["amount", "note"],
        "additionalProperties": False,
    }
    assert losses == {("additionalProperties", "narrowed", "/$defs/Money")}
    # A description in an object without `type` says what is meant.
    found, losses = argument("openai", {"properties": {"b": {"type": "string"}}, "required": ["b"]})
    assert found.strict
    assert found.input_schema["properties"]["a"]["type"] == "object"
    assert losses == {
        ("type", "narrowed", "/properties/a"),
        ("additionalProperties", "narrowed", "/properties/a"),
    }


def test_a_union_with_siblings_has_them_in_each_branch() -> None:
    union = {
        "type": "object",
        "properties": {"b": {"type": "string"}},
        "required": ["b"],
        "anyOf": [{"properties": {"c": {"type": "integer"}}, "required": ["c"]}, {"required": ["b"]}],
    }
    assert shown("openai", union)["anyOf"] == [
        {
            "type": "object",
            "properties": {"b": {"type": "string"}, "c": {"type": "integer"}},
            "required": ["b", "c"],
            "additionalProperties": False,
        },
        {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"], "additionalProperties": False},
    ]


@pytest.mark.parametrize(
    "written",
    [
        {"type": ["string", "null"]},
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "array"},
        {"type": "object"},
        {},
    ],
)
@pytest.mark.parametrize("dialect", ["openai", "openai-strict", "anthropic-strict"])
def test_what_strict_mode_cannot_hold_is_sent_without_it(dialect: str, written: Schema) -> None:
    found, _ = argument(dialect, written, required=False)
    assert not found.strict
    assert "required" not in found.input_schema
    assert (found.refused is not None) is (dialect != "openai")


def test_constraints_stand_in_words_where_strict_mode_is_wanted_for_its_own_sake() -> None:
    written = {"type": "string", "minLength": 2, "description": "D"}
    assert shown("openai", written) == written
    found, losses = argument("openai-strict", written)
    assert found.strict
    assert found.input_schema["properties"]["a"] == {"type": "string", "description": "D (at least 2 characters)"}
    assert losses == {("minLength", "said", "/properties/a")}
    numbers = {"type": "integer", "minimum": 1, "maximum": 9}
    assert shown("openai-strict", numbers) == numbers
    assert shown("anthropic-strict", numbers) == {"type": "integer", "description": "1 to 9"}
    assert shown("anthropic", numbers) == numbers


def test_anthropic_leaves_optional_arguments_optional() -> None:
    found, _ = argument("anthropic-strict", {"type": "string"}, required=False)
    assert found.strict
    assert "required" not in found.input_schema or found.input_schema["required"] == []
    found, _ = argument("anthropic-strict", {"$ref": "#/$defs/Node"}, required=False)
    assert (found.strict, found.refused) == (False, "`Node` holds itself")


def test_strict_is_never_asked_for_against_the_contract() -> None:
    for dialect in PROFILES:
        assert not argument(dialect, {"type": "string"}, strict=False)[0].strict


# Gemini's parameters


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"type": ["string", "null"]}, {"type": "string", "nullable": True}),
        (
            {"type": ["string", "null"], "enum": ["x", None], "description": "D"},
            {"type": "string", "enum": ["x"], "description": "D", "nullable": True},
        ),
        ({"type": ["string", "null"], "enum": ["x"]}, {"type": "string", "enum": ["x"]}),
        (
            {"type": ["string", "integer"], "minLength": 1, "minimum": 2, "description": "D"},
            {"anyOf": [{"type": "string", "minLength": 1, "description": "D"}, {"type": "integer", "minimum": 2}]},
        ),
        (
            {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}], "default": 1},
            {"anyOf": [{"type": "string", "nullable": True, "description": "default 1"}, {"type": "integer"}]},
        ),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": "string", "nullable": True}),
        (
            {"anyOf": [{"oneOf": [{"type": "string"}, {"type": "integer"}]}, {"type": "null"}]},
            {"anyOf": [{"type": "string", "nullable": True}, {"type": "integer"}]},
        ),
        ({"const": "x"}, {"type": "string", "enum": ["x"]}),
        ({"const": 5}, {"type": "integer", "description": "one of 5"}),
        ({"type": "integer", "enum": [1, 2]}, {"type": "integer", "description": "one of 1, 2"}),
        ({"type": "string", "format": "uri"}, {"type": "string", "description": "format uri"}),
        ({"type": "string", "format": "date-time"}, {"type": "string", "format": "date-time"}),
        ({"type": "number", "exclusiveMinimum": 0}, {"type": "number", "description": "more than 0"}),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            {"type": "object", "description": "other keys hold integer"},
        ),
        (
            {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
            {
                "type": "array",
                "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                "maxItems": 2,
                "description": "in this order: string, integer",
            },
        ),
        ({"properties": {"b": {"type": "string"}}}, {"type": "object", "properties": {"b": {"type": "string"}}}),
        (
            {
                "type": "object",
                "properties": {"b": {"type": "string"}},
                "anyOf": [{"required": ["b"]}, {"minProperties": 2}],
            },
            {
                "anyOf": [
                    {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"]},
                    {"type": "object", "properties": {"b": {"type": "string"}}, "minProperties": 2},
                ]
            },
        ),
        (
            {"$ref": "#/$defs/Node"},
            {
                "type": "object",
                "properties": {
                    "next": {
                        "type": "object",
                        "properties": {
                            "next": {"type": "object", "description": "of the same form as the `Node` that holds it"},
                            "id": {"type": "string"},
                        },
                    },
                    "id": {"type": "string"},
                },
            },
        ),
    ],
)
def test_gemini_parameters(written: Schema, expected: Schema) -> None:
    assert shown("gemini-parameters", written) == expected


def test_any_value_is_spelt_out_for_gemini_parameters() -> None:
    found, losses = argument("gemini-parameters", {"type": "array"})
    scalars = [{"type": name} for name in ("string", "number", "boolean", "object")]
    assert found.input_schema["properties"]["a"] == {
        "type": "array",
        "items": {"anyOf": [*scalars, {"type": "array", "items": {"anyOf": scalars}}]},
    }
    assert losses == {("type", "narrowed", "/properties/a/items")}


# Cohere


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"type": ["string", "null"]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        ({"type": "integer", "minimum": 1, "maximum": 9}, {"type": "integer", "description": "1 to 9"}),
        ({"type": "string", "pattern": "^a$"}, {"type": "string", "description": "matches ^a$"}),
        ({"type": "string", "pattern": "a+"}, {"type": "string", "pattern": "a+"}),
        ({"type": "string", "format": "uuid"}, {"type": "string", "format": "uuid"}),
        (
            {"type": "number", "maximum": 9, "exclusiveMinimum": 0},
            {"type": "number", "description": "more than 0, at most 9"},
        ),
        ({"type": "string", "format": "email"}, {"type": "string", "description": "format email"}),
        ({"oneOf": [{"type": "string"}, {"type": "boolean"}]}, {"anyOf": [{"type": "string"}, {"type": "boolean"}]}),
        (
            {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
            {"anyOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
        ),
        (
            {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Money"}]},
            {"anyOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Money"}], "description": "exactly one variant"},
        ),
    ],
)
def test_cohere(written: Schema, expected: Schema) -> None:
    assert shown("cohere", written) == expected


# Ollama


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"type": "string", "enum": ["x"], "description": "D"}, {"type": "string", "enum": ["x"], "description": "D"}),
        ({"const": 5}, {"type": "integer", "enum": [5]}),
        ({"type": "integer", "minimum": 1}, {"type": "integer", "description": "at least 1"}),
        (
            {"$ref": "#/$defs/Money", "description": "The price."},
            {"type": "object", "description": "The price. ({amount: number, note?: string})"},
        ),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"type": ["string", "null"]}),
        (
            {"anyOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
            {"type": "object", "description": '{kind: "cat", lives?: integer} | {kind: "dog"}'},
        ),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            {"type": "object", "description": "{[key]: integer}"},
        ),
        # What stands below `items` is sent as it is.
        (
            {"type": "array", "items": {"$ref": "#/$defs/Money"}, "minItems": 1},
            {"type": "array", "items": DEFINITIONS["Money"], "description": "at least 1 item"},
        ),
        ({"type": "array"}, {"type": "array", "items": {}}),
    ],
)
def test_ollama(written: Schema, expected: Schema) -> None:
    assert shown("ollama", written) == expected


def test_the_second_of_two_bounds_is_a_loss_too() -> None:
    _, losses = argument("cohere", {"type": "number", "maximum": 9, "exclusiveMinimum": 0})
    assert {(keyword, effect) for keyword, effect, _ in losses} == {("maximum", "said"), ("exclusiveMinimum", "said")}
    _, losses = argument("cohere", {"type": "string", "maxLength": 9, "minLength": 0})
    assert {(keyword, effect) for keyword, effect, _ in losses} == {("maxLength", "said")}


def test_what_ollamas_words_do_not_say_is_named() -> None:
    written = {"type": "object", "properties": {"b": {"type": "string", "pattern": "^x"}, "c": {"type": "integer"}}}
    _, losses = argument("ollama", written)
    assert losses == {
        ("properties", "said", "/properties/a"),
        ("pattern", "lost", "/properties/a/properties/b"),
    }


# MCP


def test_results_are_objects_save_in_the_newest_revision() -> None:
    contract = tool({"type": "object", "additionalProperties": False}, output_schema={"type": "array", "items": {}})
    for dialect, row in PROFILES.items():
        (found,) = lower_catalog(catalog(contract), row, RENDERER).tools
        expected: Any = None
        if dialect.startswith("mcp"):
            expected = {
                "type": "object",
                "properties": {"result": {"type": "array", "items": {}}},
                "required": ["result"],
                "additionalProperties": False,
            }
        assert found.output_schema == ({"type": "array", "items": {}} if dialect == "mcp-2026-07-28" else expected)


# Lists


def test_a_slot_with_nothing_in_it_is_left_out() -> None:
    contract = tool({"type": "object", "additionalProperties": False}, annotations=ToolAnnotations(read_only=True))
    expected = {
        "openai-strict": {"type": "function", "function": {"strict": True}},
        "mistral": {"type": "function", "function": {}},
        "mcp": {"annotations": {"readOnlyHint": True}},
    }
    for dialect, more in expected.items():
        row = PROFILES[dialect]
        written: Any = write_list(lower_catalog(catalog(contract), row, RENDERER).tools, row)
        (one,) = written["tools"] if dialect == "mcp" else written
        inside = one.get("function", one)
        assert {**one, **({"function": {}} if "function" in one else {})}.items() >= {
            key: value for key, value in more.items() if key != "function"
        }.items()
        assert {"name": "get_order", "description": "Get."}.items() <= inside.items()
        assert inside.get("strict") == more.get("function", {}).get("strict")
        assert "title" not in one


def test_examples_are_not_shown_where_a_wrapper_makes_them_wrong() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": False}
    row = PROFILES["anthropic"]
    plain = tool(schema, examples=({"a": "x"},))
    union = tool({**schema, "anyOf": [{"required": ["a"]}, {}]}, "other", examples=({"a": "x"},))
    first, second = write_list(lower_catalog(catalog(plain, union), row, RENDERER).tools, row)  # type: ignore[misc,union-attr]
    assert first["input_examples"] == [{"a": "x"}]
    assert "input_examples" not in second


def test_dialects_share_what_they_lower_alike() -> None:
    contract = tool({"type": "object", "properties": {"a": {"$ref": "#/$defs/Node"}}, "additionalProperties": False})
    subject, shared = catalog(contract), SharedLowering()
    found = {
        name: lower_catalog(subject, PROFILES[name], RENDERER, shared=shared).tools[0]
        for name in ("anthropic", "mcp", "gemini", "gemini-parameters")
    }
    definitions = {name: (one.input_schema or {}).get("$defs") for name, one in found.items()}
    assert definitions["anthropic"]["Node"] is definitions["mcp"]["Node"]  # type: ignore[index,call-overload]
    assert definitions["gemini"]["Node"] is not definitions["mcp"]["Node"]  # type: ignore[index,call-overload]
    # What is kept of one catalog is not taken for another's.
    other = catalog(tool({"type": "object", "additionalProperties": False}))
    (changed,) = lower_catalog(other, PROFILES["mcp"], RENDERER, shared=shared).tools
    assert changed.input_schema == {"type": "object", "additionalProperties": False}


# Losses of several dialects


def test_losses_of_several_dialects_are_one_finding() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "default": "x"}}, "additionalProperties": False}
    other = {**schema, "properties": {"b": {"type": "integer", "default": 1, "multipleOf": 2}}}
    subject = catalog(tool(schema), tool(other, "other"))
    rows = ("gemini", "mcp", "cohere", "openai")
    found = [one for name in rows for one in lower_catalog(subject, PROFILES[name], RENDERER).diagnostics]
    assert all(isinstance(one, LossFinding) for one in found)
    grouped = grouped_findings([*found, *found])
    default, multiple = (one.message for one in grouped)
    assert default == (
        "gemini, cohere and openai in strict mode take no `default`: it stands in words only at `/properties/a` of"
        " `get_order` and in 1 other place"
    )
    assert multiple == "gemini and cohere take no `multipleOf`: it stands in words only at `/properties/b` of `other`"
    assert {one.severity.value for one in grouped} == {"info"}
    assert grouped_findings(grouped) == grouped
    assert {one.effect for one in grouped if isinstance(one, LossFinding)} == {Effect.SAID}


def test_other_findings_of_several_dialects_are_one_too() -> None:
    contracts = [*tagged(129, "files"), *tagged(1, "users", 900)]
    found = [
        one
        for name in PROFILES
        for one in lower_catalog(catalog(*contracts), PROFILES[name], RENDERER, Budget(tokens_per_tool=200)).diagnostics
    ]
    messages = [one.message for one in grouped_findings(found) if one.code != "PT-01"]
    assert len(messages) == 3
    assert messages[0] == "openai, openai-responses and openai-strict take 128 tools a request, this list has 130"
    assert messages[1].startswith(
        "openai, openai-responses, anthropic and 13 other dialects spend up to about 255 tokens on `users_0`"
    )
    assert messages[2] == "anthropic-strict takes 20 strict tools over all strict tools of a request, this list has 130"


# Sizes and budgets


def test_sizes() -> None:
    size = size_of({"a": "中", "b": [1, 2]})
    assert size.bytes == len('{"a":"中","b":[1,2]}'.encode())
    assert size.tokens == estimate_tokens('{"a":"中","b":[1,2]}')
    assert estimate_tokens("") == 0
    assert estimate_tokens("x" * 420) == 100
    assert estimate_tokens("x" * 421) == 101
    assert estimate_tokens("中" * 105) == 100


def test_the_estimate_is_near_the_count() -> None:
    text = '{"name":"get_order","description":"Get an order by its id, with its lines and its state."}'
    exact = count_tokens(text)
    if exact is None:
        pytest.skip("the extra `tokens` is not installed")
    assert abs(estimate_tokens(text) - exact) <= 0.35 * exact


def tagged(count: int, tag: str, size: int = 10) -> list[ToolContract]:
    schema = {"type": "object", "additionalProperties": False}
    return [tool(schema, f"{tag}_{index}", tags=(tag,), text="x" * size) for index in range(count)]


def findings(dialect: str, contracts: list[ToolContract], budget: Budget | None = None) -> list[tuple[str, str, str]]:
    found = lower_catalog(catalog(*contracts), PROFILES[dialect], RENDERER, budget or Budget()).diagnostics
    return [(one.code, one.message, one.hint or "") for one in found if one.code != "PT-01"]


def test_a_long_list_names_its_largest_tools_and_a_selection() -> None:
    contracts = [*tagged(60, "files"), *tagged(50, "users"), *tagged(30, "tasks", 500)]
    ((code, message, hint),) = findings("openai", contracts)
    assert (code, message) == ("PT-02", "openai takes 128 tools a request, this list has 140")
    assert hint.startswith("the largest: `tasks_0` (about ")
    assert 'include = ["tag:files", "tag:users"]` would keep 110 tools of about ' in hint
    assert findings("openai", contracts[:128]) == []


def test_untagged_tools_are_selected_by_path() -> None:
    schema = {"type": "object", "additionalProperties": False}
    contracts = [
        tool(
            schema,
            f"t{index}",
            binding=HttpBinding(method="GET", path=f"/{'files' if index < 100 else 'users'}/{index}"),
        )
        for index in range(150)
    ]
    ((_, _, hint),) = findings("openai", contracts)
    assert 'include = ["path:/files*"]` would keep 100 tools' in hint
    ((_, _, hint),) = findings("openai", [tool(schema, f"t{index}", tags=("x",)) for index in range(150)])
    assert hint.endswith("; choose with `include`")


def test_budgets() -> None:
    contracts = [*tagged(3, "files"), *tagged(1, "users", 900)]
    assert findings("mcp", contracts, Budget(tokens_per_tool=1000, tokens_per_list=1000)) == []
    ((code, message, _),) = findings("mcp", contracts, Budget(tokens_per_tool=200))
    assert code == "PT-03"
    assert message.startswith("mcp spends about 2")
    assert message.endswith(" tokens on `users_0`, `tokens_per_tool` is 200")
    ((code, message, hint),) = findings("mcp", contracts, Budget(tokens_per_list=200))
    assert code == "PT-03"
    assert message.endswith(" tokens on this list, `tokens_per_list` is 200")
    assert "`users_0`" in hint
    assert 'include = ["tag:files"]' in hint
    assert "would keep 3 tools" in hint


def test_cohere_counts_properties() -> None:
    schema = {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(101)}}
    closed = {**schema, "additionalProperties": False}
    found = findings("cohere", [tool(closed, "one"), tool(closed, "two")])
    assert [message for _, message, _ in found] == [
        "cohere takes 200 properties of a request's tools together, this list has 202"
    ]
