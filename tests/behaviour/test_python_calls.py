"""Calls: what arguments are taken, what is said of those that are not, what the host must give."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toolmint.ir.binding import ArgumentValue, ContextReference, HttpBinding, HttpParameter
from toolmint.ir.contract import ContextValue

from support.importing import HERE, catalog, imported, json_body, tool

DEFINITIONS: dict[str, Any] = {
    "Address": {
        "type": "object",
        "properties": {
            "street": {"type": "string", "x-was": ["road"]},
            "zip_code": {"type": "string", "x-wire-name": "zip-code"},
            "next": {"$ref": "#/$defs/Address", "x-wire-name": "next!"},
        },
        "required": ["street"],
        "additionalProperties": False,
    },
    "Cat": {
        "type": "object",
        "properties": {"kind": {"const": "cat"}, "key": {"type": "string", "x-wire-name": "cat-key"}},
        "required": ["kind"],
    },
    "Dog": {
        "type": "object",
        "properties": {"kind": {"const": "dog"}, "key": {"type": "string", "x-wire-name": "dog-key"}},
        "required": ["kind"],
    },
}
TOOLS = [
    tool(
        "query_order",
        {
            "order_id": {"type": "string", "minLength": 1, "x-was": ["user_id"]},
            "limit": {"type": "integer", "maximum": 50, "default": 10},
            "note": {"type": ["string", "null"]},
            "class": {"type": "boolean"},
            "userId": {"type": "string"},
        },
        "order_id",
        was=("fetch_order",),
    ),
    tool("ping", {}),
    tool("nullable", {"value": {"type": ["integer", "null"]}}, "value"),
    tool("save", {"body": {"$ref": "#/$defs/Address"}}, "body", binding=json_body()),
    tool(
        "save_all",
        {
            "body": {
                "type": "object",
                "properties": {
                    "list_": {"type": "array", "items": {"$ref": "#/$defs/Address"}, "x-wire-name": "list[]"},
                    "pet": {"oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
                    "both": {
                        "allOf": [{"$ref": "#/$defs/Cat"}, {"properties": {"x_": {"x-wire-name": "x$"}}}],
                    },
                    "map": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Cat"}},
                    "note": {"type": ["string", "null"]},
                    "pattern": {"patternProperties": {"^p": {"$ref": "#/$defs/Dog"}}},
                    "pair": {"prefixItems": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}]},
                },
            }
        },
        binding=json_body(),
    ),
    tool("bad_pattern", {"code": {"type": "string", "pattern": "(", "maxLength": 3}}),
    tool(
        "tenants",
        {"q": {"type": "string"}},
        binding=HttpBinding(
            method="GET",
            path="/t",
            parameters=(
                HttpParameter(name="q", location="query", value=ArgumentValue(argument="q")),
                HttpParameter(name="X-T", location="header", style="simple", value=ContextReference(key="tenant.id")),
                HttpParameter(name="o", location="query", value=ContextReference(key="o")),
            ),
        ),
        context=(
            ContextValue(key="tenant.id", name="X-T", schema={"type": "integer"}, required=True, origin=HERE),
            ContextValue(key="o", name="o", schema={"$ref": "#/$defs/Address"}, origin=HERE),
        ),
    ),
]


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with imported(catalog(*TOOLS, definitions=DEFINITIONS), tmp_path_factory.mktemp("calls")) as module:
        yield module


def made(shop: ModuleType, name: str, arguments: Any, context: Any = None) -> Any:
    return shop.dispatch(name, arguments, lambda request: request, context=context)


def refused(shop: ModuleType, name: str, arguments: Any) -> list[tuple[str, str]]:
    with pytest.raises(shop.ArgumentError) as caught:
        made(shop, name, arguments)
    assert caught.value.tool == name
    assert str(caught.value).startswith(f"{name}: ")
    assert caught.value.argument == caught.value.problems[0].argument
    return [(problem.argument, problem.message) for problem in caught.value.problems]


def test_a_typed_function_and_dispatch_make_the_same_request(shop: ModuleType) -> None:
    typed = shop.tools.query_order(lambda request: request, order_id="A 1", limit=3, class_=False, userId="u")
    assert typed == made(shop, "query_order", {"order_id": "A 1", "limit": 3, "class": False, "userId": "u"})
    assert typed.target == "/query_order?order_id=A%201&limit=3&class=false&userId=u"
    assert typed == shop.Request(method="GET", path="/query_order", query=typed.query)


def test_omitted_null_and_default_are_three_things(shop: ModuleType) -> None:
    send = lambda request: request.query_string  # noqa: E731
    assert shop.tools.query_order(send, order_id="a") == "order_id=a"
    assert shop.tools.query_order(send, order_id="a", limit=10) == "order_id=a&limit=10"
    # `note` may be null, which a query cannot say (RFC 6570); a body can.
    assert shop.tools.query_order(send, order_id="a", note=None) == "order_id=a"
    assert made(shop, "save_all", {"body": {"map": None, "note": None}}).body == b'{"note":null}'
    assert made(shop, "save_all", {"body": {}}).body == b"{}"
    assert made(shop, "save_all", {}).body is None


def test_null_for_an_optional_argument_means_omitted(shop: ModuleType) -> None:
    assert made(shop, "query_order", {"order_id": "a", "limit": None, "class": None}).query_string == "order_id=a"
    assert made(shop, "save", {"body": {"street": "s", "next": None}}).body == b'{"street":"s"}'
    nested = {"street": "s", "next": {"street": "t", "zip_code": None}}
    assert json.loads(made(shop, "save", {"body": nested}).body) == {"street": "s", "next!": {"street": "t"}}


def test_null_for_a_required_argument_is_no_omission(shop: ModuleType) -> None:
    assert refused(shop, "query_order", {"order_id": None})[0][0] == "order_id"
    assert made(shop, "nullable", {"value": None}).query_string == ""
    assert refused(shop, "save", {"body": {"street": None}})[0][0] == "body.street"


def test_every_problem_is_named(shop: ModuleType) -> None:
    assert refused(shop, "query_order", {"limit": 51, "orderid": 1, "note": 3}) == [
        ("orderid", "argument `orderid` is unknown; did you mean `order_id`?"),
        ("limit", "argument `limit`: 51 is greater than the maximum of 50"),
        ("note", 'argument `note`: 3 is not of types "null", "string"'),
        ("order_id", "argument `order_id` is missing"),
    ]


def test_an_unknown_argument_is_refused(shop: ModuleType) -> None:
    assert refused(shop, "ping", {"zzz": 1}) == [("zzz", "argument `zzz` is unknown; known: none")]
    message = refused(shop, "query_order", {"order_id": "a", "zzz": 1})[0][1]
    assert message.endswith("is unknown; known: `order_id`, `limit`, `note`, `class`, `userId`")


def test_a_former_name_is_answered_with_the_new_one(shop: ModuleType) -> None:
    problems = refused(shop, "query_order", {"user_id": "a"})
    assert problems[0] == ("user_id", "argument `user_id` is unknown; it is now called `order_id`")
    nested = refused(shop, "save", {"body": {"street": "s", "next": {"road": "r"}}})
    assert ("body.next.road", "argument `body.next.road` is unknown; it is now called `street`") in nested


def test_a_former_name_of_a_tool(shop: ModuleType) -> None:
    with pytest.raises(shop.UnknownToolError, match="it is now called `query_order`"):
        made(shop, "fetch_order", {})
    with pytest.raises(shop.UnknownToolError, match="did you mean `query_order`"):
        made(shop, "query_orders", {})
    with pytest.raises(shop.UnknownToolError, match=r"zzz: there is no such tool$"):
        made(shop, "zzz", {})


class Loop(dict[str, Any]):
    """Holds itself."""


@pytest.mark.parametrize(
    "value", [object(), float("nan"), float("inf"), "\ud800", {1: 2}, b"bytes", {"a": {"b": object()}}, [{1, 2}]]
)
def test_what_json_cannot_hold_is_an_argument_error(shop: ModuleType, value: Any) -> None:
    refused(shop, "save", {"body": value})


def test_arguments_that_hold_themselves(shop: ModuleType) -> None:
    loop = Loop()
    loop["street"] = loop
    assert refused(shop, "save", {"body": loop}) == [("", "the arguments are too deep")]
    assert refused(shop, "save", ["body"]) == [("", "the arguments are no object")]


def test_a_long_value_does_not_fill_the_message(shop: ModuleType) -> None:
    ((_, message),) = refused(shop, "query_order", {"order_id": "a", "limit": "x" * 10_000})
    assert len(message) < 400


def test_models_become_plain_json(shop: ModuleType) -> None:
    from shop import models  # type: ignore[import-not-found]

    address = models.Address(street="s", zip_code="z", next=models.Address(street="t"))
    expected = {"street": "s", "zip-code": "z", "next!": {"street": "t"}}
    assert json.loads(shop.tools.save(lambda request: request.body, body=address)) == expected
    assert json.loads(made(shop, "save", {"body": address}).body) == expected


def test_keys_inside_arguments_get_their_wire_names(shop: ModuleType) -> None:
    given = {
        "list_": [{"street": "s", "zip_code": "1"}],
        "pet": {"kind": "dog", "key": "k"},
        "both": {"kind": "cat", "key": "k", "x_": 1},
        "map": {"m": {"kind": "cat", "key": "k"}},
        "pattern": {"p1": {"kind": "dog", "key": "k"}},
        "pair": [{"kind": "cat", "key": "k"}, {"kind": "dog", "key": "k"}],
        "zip_code": "not renamed here",
    }
    assert json.loads(made(shop, "save_all", {"body": given}).body) == {
        "list[]": [{"street": "s", "zip-code": "1"}],
        "pet": {"kind": "dog", "dog-key": "k"},
        "both": {"kind": "cat", "cat-key": "k", "x$": 1},
        "map": {"m": {"kind": "cat", "cat-key": "k"}},
        "pattern": {"p1": {"kind": "dog", "dog-key": "k"}},
        "pair": [{"kind": "cat", "cat-key": "k"}, {"kind": "dog", "dog-key": "k"}],
        "zip_code": "not renamed here",
    }


def test_a_pattern_of_another_language_constrains_nothing(shop: ModuleType) -> None:
    assert made(shop, "bad_pattern", {"code": "abc"}).query_string == "code=abc"
    assert refused(shop, "bad_pattern", {"code": "abcd"})[0][0] == "code"


def test_context(shop: ModuleType) -> None:
    request = made(shop, "tenants", {"q": "x"}, {"tenant": {"id": 7}, "unused": object()})
    assert (request.target, request.header("x-t")) == ("/t?q=x", "7")
    flat = shop.tools.tenants(lambda request: request, q="x", _context={"tenant.id": 7, "o": {"street": "s"}})
    assert flat.target == "/t?q=x&street=s"


@pytest.mark.parametrize(
    ("context", "key", "message"),
    [
        (None, "tenant.id", "the context has no `tenant.id`"),
        ({"tenant": 3}, "tenant.id", "the context has no `tenant.id`"),
        ({"tenant": {"id": "7"}}, "tenant.id", 'context `tenant.id`: "7" is not of type "integer"'),
        ({"tenant": {"id": object()}}, "tenant.id", "context `tenant.id`: a Python object is no JSON value"),
        ({"tenant": {"id": 7}, "o": {}}, "o", "context `o.street` is missing"),
    ],
)
def test_context_that_is_missing_or_wrong(shop: ModuleType, context: Any, key: str, message: str) -> None:
    with pytest.raises(shop.ContextError) as caught:
        made(shop, "tenants", {}, context)
    assert (caught.value.key, caught.value.message) == (key, message)
    assert not isinstance(caught.value, shop.ArgumentError)


def test_wrong_arguments_are_named_before_the_context(shop: ModuleType) -> None:
    assert refused(shop, "tenants", {"q": 1})[0][0] == "q"


def test_the_registry(shop: ModuleType) -> None:
    assert list(shop.TOOLS) == [contract.name for contract in TOOLS]
    assert len(shop.TOOLS) == len(TOOLS)
    entry = shop.TOOLS["query_order"]
    assert entry.function is shop.tools.query_order
    assert entry.input_schema["required"] == ["order_id"]
    assert entry.contract["binding"]["path"] == "/query_order"
    with pytest.raises(KeyError):
        shop.TOOLS["nothing"]
    with pytest.raises(TypeError):
        shop.TOOLS["new"] = entry
    with pytest.raises(AttributeError):
        entry.name = "other"


def test_the_registry_shows_itself_in_a_line(shop: ModuleType, tmp_path: Path) -> None:
    names = [contract.name for contract in TOOLS]
    assert repr(shop.TOOLS) == f"<{len(names)} tools of shop: {', '.join(names)}>"
    with imported(catalog(*(tool(f"t{n}", {}) for n in range(9))), tmp_path, "many") as many:
        assert repr(many.TOOLS) == "<9 tools of many: t0, t1, t2, t3, t4, t5, t6, t7, ...>"
    assert repr(shop.TOOLS["query_order"]) == "<Tool query_order>"
    with imported(catalog(tool("ping", {})), tmp_path, "one") as one:
        assert str(one.TOOLS) == "<1 tool of one: ping>"
    with imported(catalog(), tmp_path, "none") as none:
        assert repr(none.TOOLS) == "<0 tools of none>"


def test_the_table_is_read_when_the_first_tool_is_called(tmp_path: Path) -> None:
    with imported(catalog(tool("ping", {})), tmp_path, "lazy") as lazy:
        (tmp_path / "lazy/contract.json").write_text('{"format": 99}')
        with pytest.raises(lazy.ContractError, match="format 1"):
            lazy.dispatch("ping", {}, lambda request: request)


def test_what_send_returns_comes_back(shop: ModuleType) -> None:
    async def send(request: Any) -> str:
        return str(request.path)

    answer = shop.tools.ping(send)
    with pytest.raises(StopIteration) as caught:
        answer.send(None)
    assert caught.value.value == "/ping"
