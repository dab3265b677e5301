"""Arguments go out as a request, over a socket, and a second reader finds the same values in its bytes.

`support.wire_decoder` reads by the letter of the standards and shares no code with what writes. A value that a style
has no form for must be refused: `is_refused` says which, and everything else must arrive.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from toolmint.ir.binding import ArgumentValue
from toolmint.ir.contract import ToolContract

from support.compiling import compile_text, import_package
from support.values import Values
from support.wire_decoder import Decoded, Document
from support.wire_server import Wire, wire

HERE = Path(__file__).parent / "specs"
EXAMPLES = 12
"""Of each parameter; there are some two hundred."""
SCALARS: dict[str, Any] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
}
ARRAYS: dict[str, Any] = {
    "texts": {"type": "array", "items": {"type": "string"}},
    "numbers": {"type": "array", "items": {"type": "number"}},
    "lists": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
}
OBJECTS: dict[str, Any] = {
    "pairs": {
        "type": "object",
        "additionalProperties": False,
        "properties": {"R": {"type": "integer"}, "G": {"type": "string"}, "a.b[c] d": {"type": "boolean"}},
    },
    "open": {"type": "object", "additionalProperties": {"type": "string"}},
}
TREE: dict[str, Any] = {
    "tree": {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "a": {"type": "string"},
            "list": {"type": "array", "items": {"type": "string"}},
            "below": {"type": "object", "additionalProperties": False, "properties": {"b": {"type": "integer"}}},
        },
    },
}
ALL = SCALARS | ARRAYS | OBJECTS

# Characters that end, divide or change something in one style or another.
TEXT = st.one_of(
    st.sampled_from(
        [
            "",
            "a",
            " a",
            "a ",
            "a,b",
            "a b",
            "a|b",
            "a.b",
            ".",
            "..",
            "a/b",
            "../x",
            "100%",
            "%41",
            "true",
            "null",
            "é用😀",
        ]
    ),
    st.text(st.sampled_from(list(" ,.;=|%&+/#?[]{}()<>\"'\\~-_!$*:@`^aZ09é用\t\r\n\x00\x7f")), max_size=6),
    st.text(st.characters(codec="utf-8"), max_size=4),
)
# Keys of open objects become names of their own in exploded styles; those of other parameters are another test's.
KEYS = st.one_of(
    st.sampled_from(["x", "a b", "a=b", "a,b", "a.b", "a[b]", "a&b", "用"]), st.text("xyz", min_size=1, max_size=3)
)


def operations() -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    """Yield operationId, place and common keys of every style and explode, with the schemas of its parameters."""
    for explode in (True, False):
        word = "exploded" if explode else "joined"
        for style in ("simple", "label", "matrix"):
            yield f"path_{style}_{word}", "path", {"style": style, "explode": explode}, ALL
        yield f"query_form_{word}", "query", {"style": "form", "explode": explode}, ALL
        yield f"query_reserved_{word}", "query", {"style": "form", "explode": explode, "allowReserved": True}, ALL
        for short, style in (("space", "spaceDelimited"), ("pipe", "pipeDelimited")):
            kinds = ARRAYS if explode else ARRAYS | OBJECTS  # the table has no exploded objects here
            yield f"query_{short}_{word}", "query", {"style": style, "explode": explode}, kinds
        yield f"query_deep_{word}", "query", {"style": "deepObject", "explode": explode}, OBJECTS | TREE
        yield f"header_simple_{word}", "header", {"style": "simple", "explode": explode}, ALL
        yield f"cookie_form_{word}", "cookie", {"style": "form", "explode": explode}, ALL
        kinds = SCALARS | ARRAYS | {"pairs": OBJECTS["pairs"]}
        yield f"cookie_cookie_{word}", "cookie", {"style": "cookie", "explode": explode}, kinds
    for place in ("path", "query", "header", "cookie"):
        yield f"{place}_json", place, {"content": "application/json"}, ALL | TREE
        yield f"{place}_plain", place, {"content": "text/plain"}, {"string": SCALARS["string"]}


def parameter(place: str, fields: Mapping[str, Any], name: str, schema: Any) -> dict[str, Any]:
    shape = (
        {"content": {fields["content"]: {"schema": schema}}} if "content" in fields else {**fields, "schema": schema}
    )
    return {"name": name, "in": place, "required": place == "path", **shape}


def styles() -> str:
    """Return a document with one operation a style."""
    paths: dict[str, Any] = {}
    for operation_id, place, fields, schemas in operations():
        # What is empty alone in its segment could become a step of the path, which is refused.
        path = "".join(f"/v{{{name}}}" for name in schemas) if place == "path" else ""
        listed = [parameter(place, fields, name, schema) for name, schema in schemas.items()]
        paths[f"/{operation_id}{path}"] = {"get": operation(operation_id, listed)}
    for short, media_type, schema in (
        ("form", "application/x-www-form-urlencoded", {"type": "object", "properties": ALL | TREE}),
        ("json", "application/json", TREE["tree"]),
    ):
        whole = {"in": "querystring", "name": "whole", "content": {media_type: {"schema": schema}}}
        paths[f"/{short}"] = {"get": operation(f"whole_{short}", [whole])}
    root = {"openapi": "3.2.0", "info": {"title": "Styles", "version": "1"}, "paths": paths}
    return yaml.safe_dump(root, sort_keys=False)


def operation(operation_id: str, listed: list[Any]) -> dict[str, Any]:
    return {"operationId": operation_id, "parameters": listed, "responses": {"204": {"description": "done"}}}


@dataclass(frozen=True, kw_only=True)
class Shop:
    """A compiled document: the package, what its tools accept, and the document itself."""

    package: ModuleType
    contracts: Mapping[str, ToolContract]
    """By operationId."""
    definitions: Mapping[str, Any]
    document: Document
    wire: Wire

    def __repr__(self) -> str:
        return f"<{self.package.__name__}>"

    def draw(self, operation_id: str, data: st.DataObject, *names: str) -> dict[str, Any]:
        """Draw arguments that the tool's schema allows: all, or those of these names."""
        schema = self.contracts[operation_id].input_schema
        if names:
            properties = {name: self.properties(operation_id)[name] for name in names}
            schema = {**schema, "properties": properties, "required": names}
        return Values(data=data, definitions=self.definitions, text=TEXT, keys=KEYS).arguments(schema)

    def properties(self, operation_id: str) -> Any:
        """Return the schemas of a tool's arguments."""
        return self.contracts[operation_id].input_schema["properties"]

    def send(self, operation_id: str, arguments: Mapping[str, Any]) -> Decoded:
        """Call a tool over the socket and give what the second reader finds."""
        received = self.package.dispatch(self.contracts[operation_id].name, arguments, self.wire)
        return self.document.decode(operation_id, received)

    def on_the_wire(self, value: Any, schema: Any) -> Any:
        """Give the keys inside a value the names that the document has for them."""
        while isinstance(schema, Mapping) and "$ref" in schema:
            schema = self.definitions[schema["$ref"].removeprefix("#/$defs/")]
        if isinstance(value, list):
            return [self.on_the_wire(one, schema.get("items", {})) for one in value]
        if not isinstance(value, dict) or not isinstance(schema, Mapping):
            return value
        declared = schema.get("properties", {})
        return {
            declared.get(key, {}).get("x-wire-name", key): self.on_the_wire(below, declared.get(key, {}))
            for key, below in value.items()
        }


@contextmanager
def shop(text: str, name: str, folder: Path) -> Iterator[Shop]:
    result = compile_text(text, folder, name=name, targets=("contract", "python"))
    catalog = result.catalogs[name]
    with import_package(result, name, folder) as package, wire() as connection:
        yield Shop(
            package=package,
            contracts={str(contract.binding.operation_id): contract for contract in catalog.contracts},
            definitions=catalog.definitions.input,
            document=Document(yaml.safe_load(text)),
            wire=connection,
        )


@pytest.fixture(scope="module")
def parameters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    with shop(styles(), "round_trip_styles", tmp_path_factory.mktemp("styles")) as made:
        yield made


@pytest.fixture(scope="module")
def bodies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    text = (HERE / "bodies.yaml").read_text(encoding="utf-8")
    with shop(text, "round_trip_bodies", tmp_path_factory.mktemp("bodies")) as made:
        yield made


# --- which values have no form


def text_of(value: Any) -> str:
    """Write one value as a style does: text as it is, `3` for 3.0, `true`, and JSON for what is deeper."""
    if isinstance(value, str):
        return value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def pieces(value: Any) -> list[str]:
    """Return the texts that a style puts side by side: elements, or keys and values, or the one text."""
    if isinstance(value, dict):
        return [text for key, below in value.items() for text in (key, text_of(below))]
    return [text_of(one) for one in value] if isinstance(value, list) else [text_of(value)]


def fits_a_header(text: str) -> bool:
    # Blanks at the ends are not part of a value (RFC 9110 section 5.5).
    return text == text.strip(" ") and not any(character < " " or character == "\x7f" for character in text)


def fits_a_cookie(text: str) -> bool:
    return not any(character <= " " or character > "~" or character == ";" for character in text)


def is_a_step(text: str) -> bool:
    return not {".", ".."}.isdisjoint(re.split(r"[/\\]", text))


def is_refused(place: str, fields: Mapping[str, Any], value: Any) -> bool:
    """Say whether no bytes of a parameter's style lead back to a value, so that it must be refused."""
    if "content" in fields:
        plain = fields["content"] == "text/plain"
        written = value if plain else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        if place == "path":
            return is_a_step(written) or not written
        return place == "header" and plain and not fits_a_header(written)
    if isinstance(value, list | dict):
        # An empty list is as if it were not there (RFC 6570 section 2.3).
        return not value or divided_is_refused(place, fields["style"], fields["explode"], value)
    text = text_of(value)
    if place == "path":
        return is_a_step(text) or (fields["style"] == "simple" and text == "")
    if place == "header":
        return not fits_a_header(text)
    return fields["style"] == "cookie" and not fits_a_cookie(text)


def divided_is_refused(place: str, style: str, explode: bool, value: Any) -> bool:
    """Say whether the parts of a list or an object could not be told apart again."""
    texts = pieces(value)
    keys = list(value) if isinstance(value, dict) else []
    match place, style:
        case "path", "label" if explode:
            return any("." in text or is_a_step(text) for text in texts)
        case "path", "simple":
            return texts == [""] or any(is_a_step(text) for text in texts)
        case "path", _:
            return any(is_a_step(text) for text in texts)
        case "header", _:
            broken = any("," in text or not fits_a_header(text) for text in texts)
            return broken or (explode and any("=" in key for key in keys))
        case _, "spaceDelimited" if not explode:
            return any(" " in text for text in texts)
        case _, "pipeDelimited" if not explode:
            return any("|" in text for text in texts)
        case _, "deepObject":
            return deep_is_refused(value)
        case _, "cookie":
            joined = not explode and any("," in text for text in texts)
            return joined or not all(map(fits_a_cookie, texts)) or (explode and any("=" in key for key in keys))
        case _:
            return False


def deep_is_refused(value: Any) -> bool:
    if isinstance(value, dict):
        return not value or any("[" in key or "]" in key or deep_is_refused(below) for key, below in value.items())
    return isinstance(value, list) and not value


def past_triplets(value: Any) -> Any:
    """Return what an `allowReserved` value arrives as: triplets pass (RFC 6570 section 3.2.3), so `%41` is `A` too."""
    assume("%" not in json.dumps(value) or value == "%41")
    return "A" if value == "%41" else value


# --- parameters

# Values that every style has a form for, for the parameters that a path cannot do without.
FILLING = {
    "string": "s",
    "integer": 1,
    "number": 2,
    "boolean": True,
    "texts": ["t", "u"],
    "numbers": [3],
    "lists": [[4]],
}
FILLING |= {"pairs": {"R": 5}, "open": {"x": "y"}, "tree": {"a": "b"}}


@pytest.mark.parametrize(
    ("operation_id", "name"), [(row[0], name) for row in operations() for name in row[3]], ids=lambda part: part
)
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_a_parameter_arrives_or_is_refused(operation_id: str, name: str, parameters: Shop, data: st.DataObject) -> None:
    _, place, fields, schemas = next(row for row in operations() if row[0] == operation_id)
    properties = parameters.properties(operation_id)
    drawn = parameters.draw(operation_id, data, name)
    arguments = {**({key: FILLING[key] for key in schemas} if place == "path" else {}), **drawn}
    expected = {(place, key): parameters.on_the_wire(value, properties[key]) for key, value in arguments.items()}
    value = expected[place, name]
    if fields.get("allowReserved"):
        expected[place, name] = past_triplets(value)
    if is_refused(place, fields, value):
        with pytest.raises(parameters.package.ArgumentError) as caught:
            parameters.send(operation_id, arguments)
        assert caught.value.argument == name
    else:
        assert parameters.send(operation_id, arguments).parameters == expected


@pytest.mark.parametrize("short", ["form", "json"])
@settings(max_examples=EXAMPLES * 4)
@given(data=st.data())
def test_a_whole_query_arrives_or_is_refused(short: str, parameters: Shop, data: st.DataObject) -> None:
    arguments = parameters.draw(f"whole_{short}", data)
    schema = parameters.properties(f"whole_{short}")["whole"]
    value = parameters.on_the_wire(arguments.get("whole", {}), schema)
    if short == "form" and [] in value.values():
        with pytest.raises(parameters.package.ArgumentError):
            parameters.send("whole_form", arguments)
        return
    found = parameters.send(f"whole_{short}", arguments).parameters
    # An empty form and no query at all are the same bytes.
    assert found.get(("querystring", "whole"), {}) == value


# --- bodies


def content_of(value: str) -> bytes:
    """Return the bytes that a file argument stands for: a `data:` URL in base64, or its own UTF-8."""
    if matched := re.fullmatch(r"data:[^,]*;base64,(.*)", value):
        return base64.b64decode(matched[1])
    return value.encode("utf-8")


FILES = {"file", "image", "files", "report (1)"}
FORMS = ("form", "form_whole")
MULTIPARTS = ("parts", "parts_whole")


def expected_body(shop: Shop, operation_id: str, arguments: Mapping[str, Any]) -> Any:
    """Return what the second reader should find in the body of a call."""
    contract = shop.contracts[operation_id]
    body = contract.binding.body
    assert body is not None
    schemas = shop.properties(operation_id)
    if body.whole is not None:
        value = shop.on_the_wire(arguments.get("body", {}), schemas["body"])
        if operation_id in FORMS + MULTIPARTS:
            return {name: expected_field(operation_id, name, below) for name, below in value.items()}
        return content_of(value) if body.media_type in ("application/octet-stream", "image/*") else value
    made = {}
    for one in body.properties:
        assert isinstance(one.value, ArgumentValue)
        name = one.value.argument
        if name in arguments:
            value = shop.on_the_wire(arguments[name], schemas[name])
            made[one.name] = expected_field(operation_id, one.name, value)
    return made


def expected_field(operation_id: str, name: str, value: Any) -> Any:
    """Return what the second reader should find of one property."""
    if operation_id in MULTIPARTS and name in FILES:
        return [content_of(below) for below in value] if isinstance(value, list) else content_of(value)
    return past_triplets(value) if operation_id in FORMS and name == "raw" else value


def field_is_refused(operation_id: str, encoding: Mapping[str, Any], value: Any) -> bool:
    """Say whether a form or multipart body cannot carry the value of one property."""
    if not isinstance(value, list | dict):
        return False
    if not {"style", "explode"} & set(encoding):
        return value == [] and encoding.get("contentType") != "application/json"
    if not value:
        return True
    style = encoding.get("style", "form")
    explode = encoding.get("explode", style == "form")
    joined_raw = operation_id in MULTIPARTS and style == "form" and not explode
    return divided_is_refused("body", style, explode, value) or (
        joined_raw and any("," in one for one in pieces(value))
    )


def a_file_is_refused(operation_id: str, arguments: Mapping[str, Any]) -> bool:
    """Say whether a file is of another media type than the document wants, or of one that nobody says."""
    if operation_id == "image":
        return not str(arguments["body"]).startswith("data:image/")
    if operation_id not in MULTIPARTS:
        return False
    given = arguments.get("body", {}) if operation_id == "parts_whole" else arguments
    wrong_report = re.match("data:[a-z]", str(given.get("report__1_", ""))) is not None
    return wrong_report or str(given.get("image", "")).startswith("data:text/")


@pytest.mark.parametrize(
    "operation_id",
    [
        *("json", "merge_patch", "json_patch", "json_of_any_kind"),
        *FORMS,
        *MULTIPARTS,
        *("bytes", "image", "text", "number", "lines", "sequence"),
    ],
)
@settings(max_examples=EXAMPLES * 4)
@given(data=st.data())
def test_a_body_arrives_or_is_refused(operation_id: str, bodies: Shop, data: st.DataObject) -> None:
    arguments = bodies.draw(operation_id, data)
    expected = expected_body(bodies, operation_id, arguments)
    operation = bodies.document.operations[operation_id]
    assert operation.body is not None
    ((_, media),) = operation.body["content"].items()
    encodings = media.get("encoding", {})
    fields = expected if operation_id in FORMS + MULTIPARTS else {}
    refused = [name for name in fields if field_is_refused(operation_id, encodings.get(name, {}), fields[name])]
    if refused or a_file_is_refused(operation_id, arguments):
        with pytest.raises(bodies.package.ToolError):
            bodies.send(operation_id, arguments)
        return
    found = bodies.send(operation_id, arguments)
    assert (found.body if found.has_body else {}) == expected


def test_the_parts_of_a_union_go_by_the_branch_that_fits(bodies: Shop) -> None:
    def parts(body: Mapping[str, Any]) -> list[list[bytes]]:
        sent = bodies.package.dispatch("parts_of_either_kind", {"body": body}, bodies.wire)
        boundary = sent.header("content-type").partition(b"boundary=")[2]
        return [part.strip(b"\r\n").split(b"\r\n") for part in sent.body.split(b"--" + boundary)[1:-1]]

    scan = parts({"scan": "data:image/png;base64,AAEC"})
    disposition = b'Content-Disposition: form-data; name="scan"; filename="scan"'
    assert scan == [[disposition, b"Content-Type: image/png", b"", b"\x00\x01\x02"]]
    text, note = parts({"text": "data:;base64,AAEC", "note": "# n"})
    assert text == [b'Content-Disposition: form-data; name="text"', b"", b"data:;base64,AAEC"]
    assert note == [b'Content-Disposition: form-data; name="note"', b"Content-Type: text/markdown", b"", b"# n"]


def test_what_a_part_cannot_carry_is_named_by_the_way_to_it(bodies: Shop) -> None:
    with pytest.raises(bodies.package.ArgumentError) as caught:
        bodies.package.dispatch("parts_whole", {"body": {"file": "f", "image": "data:text/a;base64,QQ=="}}, bodies.wire)
    assert caught.value.argument == "body.image"
