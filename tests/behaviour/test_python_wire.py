"""The request that a call becomes, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from toolmint.ir.binding import (
    ArgumentValue,
    BodyProperty,
    ConstantValue,
    ContextReference,
    HttpBinding,
    HttpBody,
    HttpParameter,
)
from toolmint.ir.contract import ContextValue, ToolContract

from support.importing import HERE, catalog, imported, json_body, tool

ARRAY = ["blue", "black", "brown"]
OBJECT = {"R": 100, "G": 200, "B": 150}
ANY: dict[str, Any] = {"color": {}}

# OpenAPI 3.1.1 section 4.8.12.4 (style examples), for path parameters as they stand in the path.
PATH_ROWS = [
    ("matrix", False, "blue", ";color=blue"),
    ("matrix", False, "", ";color"),
    ("matrix", False, ARRAY, ";color=blue,black,brown"),
    ("matrix", False, OBJECT, ";color=R,100,G,200,B,150"),
    ("matrix", True, "blue", ";color=blue"),
    ("matrix", True, "", ";color"),
    ("matrix", True, ARRAY, ";color=blue;color=black;color=brown"),
    ("matrix", True, OBJECT, ";R=100;G=200;B=150"),
    ("label", False, "blue", ".blue"),
    ("label", False, "", "."),
    ("label", False, ARRAY, ".blue,black,brown"),
    ("label", False, OBJECT, ".R,100,G,200,B,150"),
    ("label", True, "blue", ".blue"),
    ("label", True, "", "."),
    ("label", True, ARRAY, ".blue.black.brown"),
    ("label", True, OBJECT, ".R=100.G=200.B=150"),
    ("simple", False, "blue", "blue"),
    ("simple", False, ARRAY, "blue,black,brown"),
    ("simple", False, OBJECT, "R,100,G,200,B,150"),
    ("simple", True, "blue", "blue"),
    ("simple", True, ARRAY, "blue,black,brown"),
    ("simple", True, OBJECT, "R=100,G=200,B=150"),
]
QUERY_ROWS = [
    ("form", False, "blue", "color=blue"),
    ("form", False, "", "color="),
    ("form", False, ARRAY, "color=blue,black,brown"),
    ("form", False, OBJECT, "color=R,100,G,200,B,150"),
    ("form", True, "blue", "color=blue"),
    ("form", True, "", "color="),
    ("form", True, ARRAY, "color=blue&color=black&color=brown"),
    ("form", True, OBJECT, "R=100&G=200&B=150"),
    ("spaceDelimited", False, ARRAY, "color=blue%20black%20brown"),
    ("spaceDelimited", False, OBJECT, "color=R%20100%20G%20200%20B%20150"),
    ("pipeDelimited", False, ARRAY, "color=blue%7Cblack%7Cbrown"),
    ("pipeDelimited", False, OBJECT, "color=R%7C100%7CG%7C200%7CB%7C150"),
    ("deepObject", True, OBJECT, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    # Beyond the table.
    ("form", True, True, "color=true"),
    ("form", True, 1.5, "color=1.5"),
    ("form", True, 3.0, "color=3"),
    ("form", True, "a&b=c d+é/?", "color=a%26b%3Dc%20d%2B%C3%A9%2F%3F"),
    ("form", True, None, ""),
    ("form", True, ["a", None], "color=a"),
    ("form", True, [{"x": 1}], "color=%7B%22x%22%3A1%7D"),
    ("deepObject", True, {"a": {"b": [1, 2.0]}, "c": None}, "color%5Ba%5D%5Bb%5D=1&color%5Ba%5D%5Bb%5D=2"),
]


def parameter(location: Any, **fields: Any) -> HttpParameter:
    return HttpParameter(
        name=fields.pop("name", "color"), location=location, value=ArgumentValue(argument="color"), **fields
    )


def binding(*parameters: HttpParameter, path: str = "/things", **fields: Any) -> HttpBinding:
    return HttpBinding(method=fields.pop("method", "GET"), path=path, parameters=parameters, **fields)


def styled() -> Iterator[ToolContract]:
    for style in ("matrix", "label", "simple"):
        for explode in (True, False):
            one = parameter("path", style=style, explode=explode)
            # An empty label alone in its segment would be a step of the path.
            path = "/x/v{color}/y" if style == "label" else "/x/{color}/y"
            yield tool(f"path_{style}_{explode}", ANY, binding=binding(one, path=path))
    for style in ("form", "spaceDelimited", "pipeDelimited", "deepObject"):
        for explode in (True, False):
            yield tool(
                f"query_{style}_{explode}", ANY, binding=binding(parameter("query", style=style, explode=explode))
            )
    for location in ("header", "cookie"):
        for style in ("simple", "form", "cookie"):
            for explode in (True, False):
                one = parameter(location, style=style, explode=explode)
                yield tool(f"{location}_{style}_{explode}", ANY, binding=binding(one))
    yield tool("reserved", ANY, binding=binding(parameter("query", allow_reserved=True)))
    yield tool("reserved_joined", ANY, binding=binding(parameter("query", allow_reserved=True, explode=False)))
    yield tool("required", ANY, binding=binding(parameter("query", required=True)))
    for location in ("query", "header", "cookie", "path"):
        one = parameter(location, media_type="application/json")
        yield tool(f"content_{location}", ANY, binding=binding(one, path="/x/{color}"))
    yield tool("bracket", ANY, binding=binding(parameter("query", name="filter[status]")))
    for short, media_type in (("form", "application/x-www-form-urlencoded"), ("json", "application/json")):
        yield tool(f"whole_{short}", ANY, binding=binding(parameter("querystring", media_type=media_type)))
    two = [
        HttpParameter(name=name, location="path", style="simple", explode=False, value=ArgumentValue(argument=name))
        for name in ("a", "b")
    ]
    yield tool("two", {"a": {}, "b": {}}, binding=binding(*two, path="/x/{a}{b}"))


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    with imported(catalog(*styled()), tmp_path_factory.mktemp("wire")) as module:
        yield module


def request(shop: ModuleType, name: str, value: Any) -> Any:
    return shop.dispatch(name, {"color": value}, lambda made: made)


@pytest.mark.parametrize(("style", "explode", "value", "expected"), PATH_ROWS)
def test_path_styles(shop: ModuleType, style: str, explode: bool, value: Any, expected: str) -> None:
    assert request(shop, f"path_{style}_{explode}", value).target == f"/x/{'v' * (style == 'label')}{expected}/y"


@pytest.mark.parametrize(("style", "explode", "value", "expected"), QUERY_ROWS)
def test_query_styles(shop: ModuleType, style: str, explode: bool, value: Any, expected: str) -> None:
    assert request(shop, f"query_{style}_{explode}", value).query_string == expected


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("header_simple_False", ARRAY, (("color", "blue,black,brown"),)),
        ("header_simple_False", OBJECT, (("color", "R,100,G,200,B,150"),)),
        ("header_simple_True", OBJECT, (("color", "R=100,G=200,B=150"),)),
        ("header_simple_False", "a b/ü", (("color", "a b/ü"),)),
        ("header_simple_False", None, ()),
        ("content_header", {"a": "ü"}, (("color", '{"a": "\\u00fc"}'.replace(" ", "")),)),
    ],
)
def test_headers(shop: ModuleType, name: str, value: Any, expected: Any) -> None:
    assert request(shop, name, value).headers == expected


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("cookie_form_True", "a;b", (("color", "a%3Bb"),)),
        ("cookie_form_True", ARRAY, (("color", "blue"), ("color", "black"), ("color", "brown"))),
        ("cookie_form_False", ARRAY, (("color", "blue,black,brown"),)),
        ("cookie_cookie_True", "a%b", (("color", "a%b"),)),
        ("cookie_cookie_True", OBJECT, (("R", "100"), ("G", "200"), ("B", "150"))),
        ("cookie_cookie_False", ARRAY, (("color", "blue,black,brown"),)),
        ("content_cookie", [1], (("color", "%5B1%5D"),)),
    ],
)
def test_cookies(shop: ModuleType, name: str, value: Any, expected: Any) -> None:
    assert request(shop, name, value).cookies == expected


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("content_query", {"a": [1, "ü"]}, "/x/{color}?color=%7B%22a%22%3A%5B1%2C%22%C3%BC%22%5D%7D"),
        ("content_path", {"a": 1}, "/x/%7B%22a%22%3A1%7D"),
        ("reserved", "a/b:c?d=e&f#g+h[i]%41%zz", "/things?color=a/b:c?d=e%26f%23g%2Bh%5Bi%5D%41%25zz"),
        ("bracket", "open", "/things?filter%5Bstatus%5D=open"),
        ("whole_form", {"a b": "1&2", "c": [1, 2]}, "/things?a%20b=1%262&c=1&c=2"),
        ("whole_json", {"a": 1}, "/things?%7B%22a%22%3A1%7D"),
    ],
)
def test_targets(shop: ModuleType, name: str, value: Any, expected: str) -> None:
    assert request(shop, name, value).target == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a/b", "/x/a%2Fb/y"),
        ("%2e%2e", "/x/%252e%252e/y"),
        ("a b;c=d", "/x/a%20b%3Bc%3Dd/y"),
        ("...", "/x/.../y"),
        ("a.b", "/x/a.b/y"),
        ("\r\n", "/x/%0D%0A/y"),
        ("{color}", "/x/%7Bcolor%7D/y"),
        (r"\1", "/x/%5C1/y"),
        (7, "/x/7/y"),
    ],
)
def test_a_path_argument_stays_in_its_segment(shop: ModuleType, value: Any, expected: str) -> None:
    assert request(shop, "path_simple_False", value).path == expected


@pytest.mark.parametrize("value", [".", "..", "../x", "a/../b", "..\\x", "", None, [], {}, ["..", "x"]])
def test_a_path_argument_that_would_leave_is_refused(shop: ModuleType, value: Any) -> None:
    with pytest.raises(shop.ArgumentError) as caught:
        request(shop, "path_simple_False", value)
    assert caught.value.argument == "color"


def test_two_arguments_cannot_make_a_step_together(shop: ModuleType) -> None:
    with pytest.raises(shop.ArgumentError, match="steps of a path"):
        shop.dispatch("two", {"a": ".", "b": "."}, lambda made: made)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("header_simple_False", "a\r\nX-Evil: 1"),
        ("header_simple_False", "a\0"),
        ("cookie_cookie_True", "a; b=c"),
        ("cookie_cookie_True", "é"),
        ("cookie_cookie_True", {"a=b": "c"}),
    ],
)
def test_values_cannot_break_out(shop: ModuleType, name: str, value: Any) -> None:
    with pytest.raises(shop.ArgumentError) as caught:
        request(shop, name, value)
    assert caught.value.argument == "color"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("query_form_True", [], "an empty list cannot be sent here; leave it out"),
        ("query_form_False", {}, "an empty object cannot be sent here; leave it out"),
        ("query_form_True", [None], "an empty list cannot be sent here; leave it out"),
        ("query_deepObject_True", {"a": []}, "an empty list cannot be sent here; leave it out"),
        ("query_deepObject_True", {"a][b": 1}, "the key `a][b` cannot hold brackets here"),
        ("query_spaceDelimited_False", ["a b"], "a space divides values here, so no value can hold it"),
        ("query_pipeDelimited_False", {"a|b": 1}, "`|` divides values here, so no value can hold it"),
        ("path_label_True", ["1.5", "2"], "`.` divides values here, so no value can hold it"),
        ("path_label_True", [1.5], "`.` divides values here, so no value can hold it"),
        ("header_simple_False", ["a,b"], "`,` divides values here, so no value can hold it"),
        ("header_simple_True", {"a=b": "c"}, "`=` divides values here, so no value can hold it"),
        ("header_simple_False", [], "an empty list cannot be sent here; leave it out"),
        ("header_simple_False", " a", "a value in a header cannot begin or end with a blank"),
        ("header_simple_False", ["a", "b "], "a value in a header cannot begin or end with a blank"),
        ("cookie_cookie_False", ["a,b"], "`,` divides values here, so no value can hold it"),
        ("cookie_form_True", [], "an empty list cannot be sent here; leave it out"),
        ("required", None, "null cannot be sent here"),
    ],
)
def test_what_nobody_could_read_back_is_refused(shop: ModuleType, name: str, value: Any, message: str) -> None:
    with pytest.raises(shop.ArgumentError) as caught:
        request(shop, name, value)
    assert caught.value.message == f"argument `color`: {message}"


def test_what_only_some_styles_cannot_tell_apart_is_sent_by_the_others(shop: ModuleType) -> None:
    assert request(shop, "path_label_False", ["1.5", "2"]).path == "/x/v.1.5,2/y"
    assert request(shop, "query_form_False", ["a,b", "c"]).query_string == "color=a%2Cb,c"
    assert request(shop, "reserved_joined", ["a,b", "c:d"]).query_string == "color=a%2Cb,c:d"
    assert request(shop, "query_spaceDelimited_True", ["a b"]).query_string == "color=a%20b"


def test_no_key_takes_the_place_of_another_parameter(tmp_path: Path) -> None:
    places: Any = {"open": "query", "tenant": "query", "jar": "cookie", "session": "cookie"}
    one = tool(
        "find",
        {name: {} for name in places},
        binding=binding(
            *(HttpParameter(name=n, location=p, value=ArgumentValue(argument=n)) for n, p in places.items()),
            body=HttpBody(
                media_type="application/x-www-form-urlencoded",
                properties=(
                    BodyProperty(name="tags", value=ArgumentValue(argument="open"), style="form", explode=True),
                    BodyProperty(name="admin", value=ArgumentValue(argument="session")),
                ),
            ),
        ),
    )
    made = sent(one, {"open": {"a": "b", "open": "c"}, "tenant": 1}, tmp_path)
    assert (made.query_string, made.body) == ("a=b&open=c&tenant=1", b"a=b&open=c")
    with imported(catalog(one), tmp_path, "outbox") as outbox:
        for argument, key in (("open", "tenant"), ("open", "admin"), ("jar", "session")):
            with pytest.raises(outbox.ArgumentError, match=f"the key `{key}` is the name of another value"):
                outbox.dispatch("find", {argument: {key: "7"}}, lambda made: made)


def test_a_path_template_is_percent_encoded(tmp_path: Path) -> None:
    one = tool("paths", ANY, binding=binding(parameter("path", style="simple"), path="/订单/a b%20c/{color}"))
    assert sent(one, {"color": "x"}, tmp_path).path == "/%E8%AE%A2%E5%8D%95/a%20b%20c/x"


# --- bodies


def body_tool(media_type: str, *properties: str, **fields: Any) -> ToolContract:
    made = tuple(BodyProperty(name=f"{p}-wire", value=ArgumentValue(argument=p)) for p in properties)
    body = HttpBody(media_type=media_type, properties=fields.pop("made", made), **fields)
    return tool("send", {p: {} for p in properties}, binding=HttpBinding(method="POST", path="/s", body=body))


def sent(contract: ToolContract, arguments: Any, folder: Path, context: Any = None) -> Any:
    with imported(catalog(contract), folder, "outbox") as outbox:
        return outbox.dispatch(contract.name, arguments, lambda made: made, context=context)


def test_json_body(tmp_path: Path) -> None:
    made = sent(body_tool("application/json", "a", "b", "c"), {"a": "ü", "b": None}, tmp_path)
    assert made.body == '{"a-wire":"ü","b-wire":null}'.encode()
    assert made.headers == (("Content-Type", "application/json"),)
    assert made.method == "POST"


@pytest.mark.parametrize(("required", "expected"), [(True, b"{}"), (False, None)])
def test_a_body_of_nothing(tmp_path: Path, required: bool, expected: bytes | None) -> None:
    assert sent(body_tool("application/merge-patch+json", "a", required=required), {}, tmp_path).body == expected


def test_form_body(tmp_path: Path) -> None:
    made = sent(
        body_tool("application/x-www-form-urlencoded", "a", "b", "c"),
        {"a": "1 & 2", "b": ["x", "y"], "c": {"k": 1}},
        tmp_path,
    )
    assert made.body == b"a-wire=1%20%26%202&b-wire=x&b-wire=y&c-wire=%7B%22k%22%3A1%7D"
    assert made.header("content-type") == "application/x-www-form-urlencoded"


def test_form_body_with_a_style(tmp_path: Path) -> None:
    one = BodyProperty(name="f", value=ArgumentValue(argument="a"), style="deepObject", explode=True)
    made = sent(body_tool("application/x-www-form-urlencoded", "a", made=(one,)), {"a": {"k": 1}}, tmp_path)
    assert made.body == b"f%5Bk%5D=1"


def test_multipart_body(tmp_path: Path) -> None:
    properties = (
        BodyProperty(name="text", value=ArgumentValue(argument="text")),
        BodyProperty(name="meta", value=ArgumentValue(argument="meta")),
        BodyProperty(name='fi"le', value=ArgumentValue(argument="file"), content_type="image/png"),
        BodyProperty(name="tags", value=ArgumentValue(argument="tags")),
    )
    contract = body_tool("multipart/form-data", "text", "meta", "file", "tags", made=properties)
    given = {"text": "ü", "meta": {"a": 1}, "file": "data:image/png;base64,AAEC", "tags": ["x", 2]}
    first, second = (sent(contract, given, tmp_path / str(n)) for n in range(2))
    assert (first.headers, first.body) == (second.headers, second.body)
    kind, _, boundary = first.header("Content-Type").partition("; boundary=")
    assert kind == "multipart/form-data"
    parts = first.body.split(f"--{boundary}".encode())
    assert parts[-1] == b"--\r\n"
    assert parts[1:-1] == [
        b'\r\nContent-Disposition: form-data; name="text"\r\n\r\n\xc3\xbc\r\n',
        b'\r\nContent-Disposition: form-data; name="meta"\r\nContent-Type: application/json\r\n\r\n{"a":1}\r\n',
        (
            b'\r\nContent-Disposition: form-data; name="fi%22le"; filename="fi%22le"\r\n'
            b"Content-Type: image/png\r\n\r\n\x00\x01\x02\r\n"
        ),
        b'\r\nContent-Disposition: form-data; name="tags"\r\n\r\nx\r\n',
        b'\r\nContent-Disposition: form-data; name="tags"\r\n\r\n2\r\n',
    ]


@pytest.mark.parametrize(
    ("allowed", "value", "sent_as"),
    [
        (None, "a", "application/octet-stream"),
        (None, "data:image/gif;base64,AAEC", "image/gif"),
        ("image/png", "data:;base64,AAEC", "image/png"),
        ("image/png", "data:application/octet-stream;base64,AAEC", "image/png"),
        ("image/png", "data:image/gif;base64,AAEC", None),
        ("image/*, text/csv", "data:image/gif;base64,AAEC", "image/gif"),
        ("image/*, text/csv", "a", "text/csv"),
        ("image/*", "a", None),
        ("application/octet-stream", "data:image/gif;base64,AAEC", "application/octet-stream"),
        (None, "data:image/gif\r\nX-Evil: 1;base64,AAEC", None),
        (None, "data:image/png;base64,%%%", None),
    ],
)
def test_a_file_is_of_a_media_type_that_the_document_wants(
    tmp_path: Path, allowed: str | None, value: str, sent_as: str | None
) -> None:
    one = BodyProperty(name="f", value=ArgumentValue(argument="f"), content_type=allowed)
    body = HttpBody(media_type="multipart/form-data", properties=(one,))
    schema = {"f": {"type": "string", "format": "binary"}}
    contract = tool("send", schema, binding=HttpBinding(method="POST", path="/s", body=body))
    with imported(catalog(contract), tmp_path, "outbox") as outbox:
        if sent_as is None:
            with pytest.raises(outbox.ArgumentError) as caught:
                outbox.dispatch("send", {"f": value}, lambda made: made)
            assert caught.value.argument == "f"
        else:
            made = outbox.dispatch("send", {"f": value}, lambda made: made)
            assert f"\r\nContent-Type: {sent_as}\r\n\r\n".encode() in made.body


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "format": "binary"}, b"application/octet-stream\r\n\r\nab"),
        ({"type": "string", "contentMediaType": "image/png"}, b"application/octet-stream\r\n\r\nab"),
        ({"type": "array", "items": {"type": "string", "format": "binary"}}, b"application/octet-stream\r\n\r\nab"),
        ({"type": "string", "contentEncoding": "base64"}, b'name="f"\r\n\r\nab'),
    ],
)
def test_the_schema_says_what_is_binary(tmp_path: Path, schema: Any, expected: bytes) -> None:
    one = BodyProperty(name="f", value=ArgumentValue(argument="f"))
    body = HttpBody(media_type="multipart/form-data", properties=(one,))
    contract = tool("send", {"f": schema}, binding=HttpBinding(method="POST", path="/s", body=body))
    value = ["ab"] if schema["type"] == "array" else "ab"
    assert expected in sent(contract, {"f": value}, tmp_path).body


BASE64 = {"type": "string", "contentEncoding": "base64", "contentMediaType": "image/png"}


@pytest.mark.parametrize(
    ("schema", "content_type", "value", "expected"),
    [
        (BASE64, None, "AAEC", b'name="f"\r\n\r\nAAEC\r\n'),
        (BASE64, None, "data:image/png;base64,AAEC", b'name="f"\r\n\r\nAAEC\r\n'),
        (BASE64, "image/png", "data:image/png;base64,AAEC", b"Content-Type: image/png\r\n\r\nAAEC\r\n"),
        ({"type": "string", "format": "byte"}, None, "data:;base64,AAEC", b'name="f"\r\n\r\nAAEC\r\n'),
        (
            {"type": "string", "contentEncoding": "quoted-printable"},
            None,
            "data:;base64,AAEC",
            b'name="f"\r\n\r\ndata:;base64,AAEC\r\n',
        ),
    ],
)
def test_base64_on_the_wire_stays_base64(
    tmp_path: Path, schema: Any, content_type: str | None, value: str, expected: bytes
) -> None:
    one = BodyProperty(name="f", value=ArgumentValue(argument="f"), content_type=content_type)
    body = HttpBody(media_type="multipart/form-data", properties=(one,))
    contract = tool("send", {"f": schema}, binding=HttpBinding(method="POST", path="/s", body=body))
    assert expected in sent(contract, {"f": value}, tmp_path).body


@pytest.mark.parametrize("value", ["AAEC", "data:image/jpeg;base64,AAEC"])
def test_a_body_in_base64_stays_base64(tmp_path: Path, value: str) -> None:
    contract = tool("send", {"body": {"type": "string", "format": "byte"}}, binding=json_body(media_type="image/jpeg"))
    made = sent(contract, {"body": value}, tmp_path)
    assert (made.body, made.header("content-type")) == (b"AAEC", "image/jpeg")


@pytest.mark.parametrize(
    ("media_type", "value", "content_type", "body"),
    [
        ("application/json", [1, {"a": "x"}], "application/json", b'[1,{"a":"x"}]'),
        ("application/json", None, "application/json", b"null"),
        ("application/json", "text", "application/json", b'"text"'),
        ("*/*", 3, "application/json", b"3"),
        ("text/plain", "ü", "text/plain", b"\xc3\xbc"),
        ("text/plain", 3, "text/plain", b"3"),
        ("text/*", "a", "text/plain", b"a"),
        ("application/xml", "<a/>", "application/xml", b"<a/>"),
        ("application/json", {"a": [3.0, 1.5, True]}, "application/json", b'{"a":[3,1.5,true]}'),
        ("text/json", {"a": 1}, "text/json", b'{"a":1}'),
        ("application/x-ndjson", [{"a": 1}, "b"], "application/x-ndjson", b'{"a":1}\n"b"\n'),
        ("application/x-ndjson", '{"a":1}\n', "application/x-ndjson", b'{"a":1}\n'),
        ("application/json-seq", [{"a": 1}], "application/json-seq", b'\x1e{"a":1}\n'),
        ("application/octet-stream", "plain", "application/octet-stream", b"plain"),
        ("application/octet-stream", "data:;base64,AAEC", "application/octet-stream", b"\x00\x01\x02"),
        ("image/*", "data:image/png;base64,AAEC", "image/png", b"\x00\x01\x02"),
        ("application/x-www-form-urlencoded", {"a": [1, 2]}, "application/x-www-form-urlencoded", b"a=1&a=2"),
    ],
)
def test_a_body_that_is_one_argument(
    tmp_path: Path, media_type: str, value: Any, content_type: str, body: bytes
) -> None:
    made = sent(tool("send", {"body": {}}, binding=json_body(media_type=media_type)), {"body": value}, tmp_path)
    assert (made.header("Content-Type"), made.body) == (content_type, body)


@pytest.mark.parametrize(
    ("media_type", "value"),
    [("application/xml", {"a": 1}), ("text/plain", {"a": 1}), ("application/octet-stream", "data:;base64,%%%")],
)
def test_a_body_without_a_form_is_refused(tmp_path: Path, media_type: str, value: Any) -> None:
    contract = tool("send", {"body": {}}, binding=json_body(media_type=media_type))
    with imported(catalog(contract), tmp_path, "outbox") as outbox:
        with pytest.raises(outbox.ArgumentError) as caught:
            outbox.dispatch("send", {"body": value}, lambda made: made)
        assert caught.value.argument == "body"


def test_constants_context_and_accept(tmp_path: Path) -> None:
    contract = tool(
        "send",
        {"a": {}},
        binding=HttpBinding(
            method="PATCH",
            path="/t/{tenant}/s",
            parameters=(
                HttpParameter(
                    name="tenant",
                    location="path",
                    style="simple",
                    explode=False,
                    value=ContextReference(key="tenant.id"),
                ),
                HttpParameter(name="X-Trace", location="header", style="simple", value=ContextReference(key="X-Trace")),
                HttpParameter(name="v", location="query", value=ConstantValue(value=2)),
            ),
            body=HttpBody(
                media_type="application/json",
                properties=(
                    BodyProperty(name="a", value=ArgumentValue(argument="a")),
                    BodyProperty(name="by", value=ConstantValue(value=["bot"])),
                ),
            ),
            accept=("application/json", "text/plain"),
        ),
        context=(
            ContextValue(key="tenant.id", name="tenant", schema={"type": "integer"}, required=True, origin=HERE),
            ContextValue(key="X-Trace", name="X-Trace", schema={"type": "string"}, origin=HERE),
        ),
    )
    made = sent(contract, {"a": 1}, tmp_path, context={"tenant": {"id": 7}, "X-Trace": "t"})
    assert made.target == "/t/7/s?v=2"
    assert json.loads(made.body) == {"a": 1, "by": ["bot"]}
    assert made.headers == (
        ("X-Trace", "t"),
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/plain"),
    )
