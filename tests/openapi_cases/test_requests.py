"""Cases 6, 7, 10, 11, 12, 14, 16, 17, 28 and 30: the request that a call becomes, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
import yaml

from toolmint.ir.binding import SecurityRequirement, Server, ServerVariable

from support.openapi import catalog
from support.openapi_case import SPECS, Case, lint_findings

Cases = Callable[[int], Case]


def shown_to_a_model(one: Case) -> str:
    """Return everything generated that a model may read."""
    names = ("contract.json", "tools.py")
    files = {path.rpartition("/")[2]: content.decode() for path, content in one.result.files.items()}
    contracts = json.loads(files["contract.json"])["contracts"]
    facing = [{key: contract.get(key) for key in ("name", "prose", "inputSchema")} for contract in contracts]
    return json.dumps(facing) + files[names[1]]


# --- 6: headers that are ignored


def test_case_06_accept_content_type_and_authorization_are_no_arguments(case: Cases) -> None:
    assert list(case(6).properties("add_note")) == ["Accept_Language", "Content_Type", "text"]
    assert "required" not in case(6).schema("add_note")
    assert "bearer" not in shown_to_a_model(case(6))


@pytest.mark.parametrize("header", ["Authorization", "Accept"])
def test_case_06_prose_that_names_one_as_a_header_is_an_error(case: Cases, header: str) -> None:
    assert case(6).lint() == []
    text = (SPECS / "06-ignored-headers.yaml").read_text(encoding="utf-8")
    summary = f"operationId: addNote\n      summary: Send the `{header}` header too."
    message = f"the description names `{header}`, a header of the host's that no model sees"
    assert lint_findings(catalog(text.replace("operationId: addNote", summary))) == [f"ID-13 error {message}"]


def test_case_06_they_are_what_the_document_says_of_bodies_and_answers(case: Cases) -> None:
    received = case(6).send("add_note", {"Accept_Language": "it", "Content_Type": "query", "text": "x"})
    assert received.target == b"/notes?Content-Type=query"
    assert received.header("Accept-Language") == b"it"
    assert received.header("Accept") == b"application/json"
    assert received.header("Content-Type") == b"application/json"
    assert received.header("Authorization") is None


# --- 7: credentials and what the host knows


def test_case_07_neither_credential_nor_tenant_reaches_a_model(case: Cases) -> None:
    assert case(7).properties("list_invoices") == {"year": {"type": "integer"}}
    shown = shown_to_a_model(case(7)).lower().replace("_", "-")
    assert "api-key" not in shown
    assert "tenant" not in shown
    assert '"token"' not in shown


@pytest.mark.parametrize(
    ("prose", "names"),
    [
        ("List the invoices of X-Tenant-Id.", "`X-Tenant-Id`, a context value"),
        ("List the invoices. Needs X-Api-Key.", "`X-Api-Key`, a credential"),
        ("List the invoices of a tenant.", None),
    ],
)
def test_case_07_prose_that_names_one_is_an_error(prose: str, names: str | None) -> None:
    text = (SPECS / "07-credentials-and-context.yaml").read_text(encoding="utf-8")
    found = lint_findings(catalog(text.replace("List the invoices.", prose)))
    assert found == ([] if names is None else [f"ID-13 error the description names {names} that no model sees"])


def test_case_07_the_tenant_comes_from_the_context_and_the_credential_from_nobody_here(case: Cases) -> None:
    (tenant,) = case(7).tool("list_invoices").context
    assert (tenant.key, tenant.name, tenant.required, tenant.schema) == (
        "tenant.id",
        "X-Tenant-Id",
        True,
        {"type": "integer"},
    )
    received = case(7).send("list_invoices", {"year": 2026}, context={"tenant": {"id": 7}})
    assert received.target == b"/invoices?year=2026"
    assert received.header("X-Tenant-Id") == b"7"
    assert received.header("X-Api-Key") is None


@pytest.mark.parametrize("context", [None, {}, {"tenant": {}}, {"tenant": {"id": "seven"}}])
def test_case_07_without_its_context_nothing_is_sent(case: Cases, context: Any) -> None:
    with pytest.raises(case(7).package.ContextError) as caught:
        case(7).send("list_invoices", {}, context=context)
    assert caught.value.key == "tenant.id"


def test_case_07_a_model_cannot_give_them(case: Cases) -> None:
    for name in ("X-Tenant-Id", "X_Tenant_Id", "x-api-key", "token"):
        assert case(7).refusal("list_invoices", {name: "1"}) == f"argument `{name}` is unknown; known: `year`"


# --- 10: parameters with `content`


def test_case_10_a_content_parameter_is_typed(case: Cases) -> None:
    assert case(10).properties("search")["where"] == {
        "type": "object",
        "properties": {"field": {"type": "string"}, "max_age": {"type": "number", "x-wire-name": "max-age"}},
        "required": ["field"],
        "additionalProperties": False,
    }


def test_case_10_it_is_sent_as_one_text_of_json(case: Cases) -> None:
    received = case(10).send("search", {"where": {"field": "a&b ü", "max_age": 1.5}, "X_Filter": ["a,b", "ü"]})
    assert received.target == b"/search?where=%7B%22field%22%3A%22a%26b%20%C3%BC%22%2C%22max-age%22%3A1.5%7D"
    assert received.header("X-Filter") == b'["a,b","\\u00fc"]'
    assert case(10).refusal("search", {"where": {}}) == "argument `where.field` is missing"


# --- 11: the style table

LIST = ["blue", "black", "brown"]
PAIRS = {"R": 100, "G": 200, "B": 150}
COLORS = ";color=blue;color=black;color=brown"


@pytest.mark.parametrize(
    ("tool", "arguments", "target"),
    [
        (
            "simple",
            {"one": "blue", "list": LIST, "pairs": PAIRS, "exploded": PAIRS},
            "/simple/blue/blue,black,brown/R,100,G,200,B,150/R=100,G=200,B=150",
        ),
        (
            "label",
            {"one": "blue", "list": LIST, "dots": LIST, "pairs": PAIRS, "exploded": PAIRS},
            "/label/.blue/.blue,black,brown/.blue.black.brown/.R,100,G,200,B,150/.R=100.G=200.B=150",
        ),
        (
            "matrix",
            {"one": "blue", "list": LIST, "color": LIST, "pairs": PAIRS, "exploded": PAIRS},
            f"/matrix/;one=blue/;list=blue,black,brown/{COLORS}/;pairs=R,100,G,200,B,150/;R=100;G=200;B=150",
        ),
        ("query", {"one": "blue"}, "/query?one=blue"),
        ("query", {"one": ""}, "/query?one="),
        ("query", {"many": LIST}, "/query?many=blue&many=black&many=brown"),
        ("query", {"list": LIST}, "/query?list=blue,black,brown"),
        ("query", {"list": ["a,b", "c&d"]}, "/query?list=a%2Cb,c%26d"),
        ("query", {"pairs": PAIRS}, "/query?pairs=R,100,G,200,B,150"),
        ("query", {"exploded": PAIRS}, "/query?R=100&G=200&B=150"),
        ("query", {"spaced": LIST}, "/query?spaced=blue%20black%20brown"),
        ("query", {"spacedPairs": PAIRS}, "/query?spacedPairs=R%20100%20G%20200%20B%20150"),
        ("query", {"piped": LIST}, "/query?piped=blue%7Cblack%7Cbrown"),
        ("query", {"pipedPairs": PAIRS}, "/query?pipedPairs=R%7C100%7CG%7C200%7CB%7C150"),
        ("query", {"deep": PAIRS}, "/query?deep%5BR%5D=100&deep%5BG%5D=200&deep%5BB%5D=150"),
        ("query", {"free": "a/b:c?d=e&f#g+h [i]%41"}, "/query?free=a/b:c?d=e%26f%23g%2Bh%20%5Bi%5D%41"),
        ("query", {"one": "a/b:c?d=e&f#g+h [i]%41"}, "/query?one=a%2Fb%3Ac%3Fd%3De%26f%23g%2Bh%20%5Bi%5D%2541"),
    ],
)
def test_case_11_every_row_of_the_style_table(case: Cases, tool: str, arguments: Any, target: str) -> None:
    assert case(11).send(tool, arguments).target.decode() == target


def test_case_11_the_binding_records_style_and_explode(case: Cases) -> None:
    document = yaml.safe_load((SPECS / "11-styles.yaml").read_text(encoding="utf-8"))
    stated = {}
    for item in document["paths"].values():
        for operation in (value for key, value in item.items() if key in ("get", "post")):
            for one in operation.get("parameters", ()):
                if "style" in one:
                    explode = one.get("explode", one["style"] in ("form", "cookie"))
                    stated[operation["operationId"], one["name"]] = (one["style"], explode)
    recorded = {
        (str(contract.binding.operation_id), one.name): (one.style, one.explode)
        for contract in case(11).catalog.contracts
        for one in contract.binding.parameters
    }
    assert len(stated) >= 7
    assert {key: recorded[key] for key in stated} == stated


def test_case_11_headers_and_cookies(case: Cases) -> None:
    arguments = {"X_List": LIST, "X_Pairs": PAIRS, "X_Exploded": PAIRS, "one": "a;b", "list": LIST}
    received = case(11).send("headers", arguments)
    assert received.header("X-List") == b"blue,black,brown"
    assert received.header("X-Pairs") == b"R,100,G,200,B,150"
    assert received.header("X-Exploded") == b"R=100,G=200,B=150"
    assert received.header("Cookie") == b"one=a%3Bb; list=blue,black,brown"


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("query", {"spaced": ["light blue", "black"]}),
        ("query", {"piped": ["a|b"]}),
        ("query", {"many": []}),
        ("headers", {"X_List": ["a,b"]}),
        ("headers", {"X_List": []}),
    ],
)
def test_case_11_what_a_style_could_not_tell_apart_is_refused(case: Cases, tool: str, arguments: Any) -> None:
    (name,) = arguments
    assert case(11).refusal(tool, arguments).startswith(f"argument `{name}`: ")


# --- 12: media types


def test_case_12_one_media_type_is_chosen_by_rule_and_the_others_are_recorded(case: Cases) -> None:
    body = case(12).binding("everything").body
    assert body is not None
    assert body.media_type == "application/json"
    assert body.alternatives == ("application/x-www-form-urlencoded", "multipart/form-data")
    assert case(12).properties("everything") == {"key": {"type": "integer"}}
    assert case(12).send("everything", {"key": 1}).body == b'{"key":1}'


def test_case_12_a_form(case: Cases) -> None:
    arguments = {"name": "a & b+c=ü", "tags": ["x,y", "z"], "address": {"zip": "20 100"}, "spaced": [1, 2]}
    received = case(12).send("form", arguments)
    assert received.header("Content-Type") == b"application/x-www-form-urlencoded"
    assert received.body == (
        b"name=a%20%26%20b%2Bc%3D%C3%BC&tags=x%2Cy&tags=z&address=%7B%22zip%22%3A%2220%20100%22%7D&spaced=1%202"
    )


def test_case_12_bytes(case: Cases) -> None:
    how = "give text as it is, bytes as `data:image/png;base64,...`, a file of the host as `file:PATH`"
    assert case(12).properties("avatar") == {"body": {"type": "string", "format": "binary", "description": how}}
    received = case(12).send("avatar", {"body": "data:image/png;base64,iVBORw0KGgo="})
    assert received.header("Content-Type") == b"image/png"
    assert received.body == b"\x89PNG\r\n\x1a\n"
    assert case(12).send("avatar", {"body": "plain"}).body == b"plain"
    assert "image/gif" in case(12).refusal("avatar", {"body": "data:image/gif;base64,AAEC"})


def test_case_12_multipart(case: Cases) -> None:
    arguments = {"file": "data:image/jpeg;base64,/9j/4A==", "caption": "Zürich", "place": {"lat": 47.5}}
    received = case(12).send("photo", arguments)
    kind, _, boundary = (received.header("Content-Type") or b"").partition(b"; boundary=")
    assert kind == b"multipart/form-data"
    assert received.body.split(b"--" + boundary) == [
        b"",
        (
            b'\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n'
            b"Content-Type: image/jpeg\r\n\r\n\xff\xd8\xff\xe0\r\n"
        ),
        b'\r\nContent-Disposition: form-data; name="caption"\r\n\r\nZ\xc3\xbcrich\r\n',
        # In 3.0 the style of a part is ignored (3.0.3 section 4.7.15.1), and an object is JSON.
        b'\r\nContent-Disposition: form-data; name="place"\r\nContent-Type: application/json\r\n\r\n{"lat":47.5}\r\n',
        b"--\r\n",
    ]


def test_case_12_what_no_media_type_can_carry_is_an_error_and_no_string(case: Cases) -> None:
    assert "xml" not in case(12).tools
    (found,) = case(12).errors
    assert (found.code, found.message) == ("IN-06", "`application/xml` carries text, and the schema allows none")


# --- 14: left out, null, default


def test_case_14_defaults_are_said_and_never_filled_in(case: Cases) -> None:
    properties = case(14).properties("change_settings")
    assert properties["dry"] == {"type": "boolean", "default": True}
    assert properties["loud"] == {"type": "boolean", "default": True}
    assert case(14).schema("change_settings")["required"] == ["id"]


@pytest.mark.parametrize(
    ("arguments", "target", "body"),
    [
        ({"id": 1}, b"/settings", b'{"id":1}'),
        ({"id": None}, b"/settings", b'{"id":null}'),
        ({"id": 1, "nickname": None}, b"/settings", b'{"id":1,"nickname":null}'),
        ({"id": 1, "dry": False, "loud": False}, b"/settings?dry=false", b'{"id":1,"loud":false}'),
        ({"id": 1, "dry": True, "limit": 0}, b"/settings?dry=true&limit=0", b'{"id":1}'),
        # Null where the schema takes none is what strict modes send for an argument that is left out.
        ({"id": 1, "dry": None, "limit": None, "email": None}, b"/settings", b'{"id":1}'),
    ],
)
def test_case_14_left_out_null_and_given_are_three_things(
    case: Cases, arguments: Any, target: bytes, body: bytes
) -> None:
    received = case(14).send("change_settings", arguments)
    assert (received.target, received.body) == (target, body)


# --- 16: unknown arguments


def test_case_16_unknown_arguments_are_refused_by_schema_and_by_the_package(case: Cases) -> None:
    schema = case(16).schema("order")
    assert schema["additionalProperties"] is False
    assert schema["properties"]["item"]["additionalProperties"] is False
    refusal = case(16).refusal
    assert refusal("order", {"q": 1}) == "argument `q` is unknown; known: `item`, `labels`"
    assert refusal("order", {"lables": {}}) == "argument `lables` is unknown; did you mean `labels`?"
    assert refusal("order", {"item": {"skuu": "x"}}) == "argument `item.skuu` is unknown; did you mean `sku`?"
    assert case(16).send("order", {"labels": {"anything": "goes"}}).body == b'{"labels":{"anything":"goes"}}'


def test_case_16_the_typed_function_takes_no_unknown_argument(case: Cases) -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument"):
        case(16).package.tools.order(lambda made: made, q=1)


# --- 17: security


@pytest.mark.parametrize(
    ("tool", "alternatives"),
    [
        ("both", [(("key", ()), ("oauth", ("read",)))]),
        ("either", [(("key", ()),), (("oauth", ("read", "write")),)]),
        ("none", []),
        ("perhaps", [(), (("bearer", ()),)]),
    ],
)
def test_case_17_what_is_needed_is_computed_for_each_operation(case: Cases, tool: str, alternatives: Any) -> None:
    assert case(17).tool(tool).security == tuple(SecurityRequirement(schemes=one) for one in alternatives)
    assert [(one.name, one.kind) for one in case(17).catalog.security_schemes] == [
        ("key", "apiKey"),
        ("bearer", "http"),
        ("oauth", "oauth2"),
    ]
    assert case(17).properties(tool) == {}


# --- 28: servers


def test_case_28_servers_keep_their_variables_and_the_nearest_counts(case: Cases) -> None:
    region = ServerVariable(name="region", default="eu", enum=("eu", "us"))
    base = ServerVariable(name="base", default="v2")
    assert case(28).catalog.servers == (Server(url="https://{region}.example.com/{base}", variables=(region, base)),)
    assert {one.name: [server.url for server in one.binding.servers] for one in case(28).catalog.contracts} == {
        "a": [],
        "b": ["/relative"],
        "c": ["https://upload.example.com"],
    }


# --- 30: path arguments


@pytest.mark.parametrize(
    ("value", "target"),
    [
        ("a/b", b"/files/a%2Fb/content"),
        ("%2e%2e", b"/files/%252e%252e/content"),
        ("a b?c#d", b"/files/a%20b%3Fc%23d/content"),
        ("..a", b"/files/..a/content"),
        ("a;b=c", b"/files/a%3Bb%3Dc/content"),
        ("用户", b"/files/%E7%94%A8%E6%88%B7/content"),
        ("a\r\nHost: evil", b"/files/a%0D%0AHost%3A%20evil/content"),
    ],
)
def test_case_30_a_path_argument_stays_in_its_segment(case: Cases, value: str, target: bytes) -> None:
    assert case(30).send("read", {"name": value}).target == target


@pytest.mark.parametrize("value", ["../x", "..", ".", "a/../b", "a/..", "..\\x", ""])
def test_case_30_a_path_argument_that_would_leave_is_refused(case: Cases, value: str) -> None:
    assert case(30).refusal("read", {"name": value}).startswith("argument `name`: ")


def test_case_30_the_template_is_kept_and_every_name_in_it_is_an_argument(case: Cases) -> None:
    assert case(30).binding("read").path == "/files/{name}/content"
    assert case(30).schema("read")["required"] == ["name"]
    path = [one.name for one in case(30).binding("order").parameters if one.location == "path"]
    assert path == case(30).schema("order")["required"] == ["id", "rest"]


def test_case_30_the_template_itself_is_encoded(case: Cases) -> None:
    received = case(30).send("order", {"id": ["a/b", "c"], "rest": {"a": "d;e"}})
    assert received.target == b"/%E8%AE%A2%E5%8D%95/a%2Fb,c/;a=d%3Be"
    assert case(30).refusal("order", {"id": ["..", "x"], "rest": {"a": "b"}}).startswith("argument `id`: ")
    assert case(30).refusal("order", {"id": ["x"], "rest": {}}).startswith("argument `rest`: ")
