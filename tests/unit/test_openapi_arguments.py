"""Parameters and bodies of every version, as one flat closed object with the way back to the wire."""

from __future__ import annotations

import json
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

from support.openapi import document, errors, extract, findings, tool

STRING = {"type": "string"}


def query(name: str, schema: Any = STRING, **more: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": schema, **more}


def json_body(schema: Any, *, required: bool = True, **more: Any) -> dict[str, Any]:
    return {"required": required, "content": {"application/json": {"schema": schema}}, **more}


def swagger(operation: dict[str, Any], **root: Any) -> str:
    operation = {"operationId": "doThing", "responses": {"204": {"description": "done"}}, **operation}
    whole = {"swagger": "2.0", "info": {"title": "T", "version": "1"}, "paths": {"/things": {"post": operation}}}
    return json.dumps({**whole, **root}, indent=2)


def properties(text: str) -> dict[str, Any]:
    found = tool(text).input_schema["properties"]
    assert isinstance(found, dict)
    return found


def test_arguments_are_one_flat_closed_object() -> None:
    body = {"type": "object", "required": ["name"], "properties": {"name": STRING, "age": {"type": "integer"}}}
    found = tool(
        document({"parameters": [query("dry", {"type": "boolean"}, required=True)], "requestBody": json_body(body)})
    )
    assert found.input_schema == {
        "type": "object",
        "properties": {"dry": {"type": "boolean"}, "name": STRING, "age": {"type": "integer"}},
        "additionalProperties": False,
        "required": ["dry", "name"],
    }
    assert found.binding.body == HttpBody(
        media_type="application/json",
        required=True,
        properties=(
            BodyProperty(name="name", value=ArgumentValue(argument="name")),
            BodyProperty(name="age", value=ArgumentValue(argument="age")),
        ),
    )


def test_an_operation_without_parameters_takes_an_empty_closed_object() -> None:
    assert tool(document({})).input_schema == {"type": "object", "properties": {}, "additionalProperties": False}


@pytest.mark.parametrize(
    ("body", "required"),
    [
        pytest.param({"type": "array", "items": STRING}, True, id="array"),
        pytest.param(STRING, True, id="scalar"),
        pytest.param({"oneOf": [{"type": "object", "properties": {"a": STRING}}, STRING]}, True, id="union"),
        pytest.param(
            {"type": "object", "properties": {"a": STRING}, "required": ["a"]}, False, id="optional-with-required"
        ),
        pytest.param({"type": "object", "additionalProperties": True, "properties": {"a": STRING}}, True, id="open"),
        pytest.param({"type": "object"}, True, id="free-form"),
        pytest.param({"type": "object", "properties": {"a": STRING}, "minProperties": 1}, True, id="counted"),
        pytest.param({"type": ["object", "null"], "properties": {"a": STRING}}, True, id="nullable"),
        pytest.param(
            {
                "allOf": [
                    {"type": "object", "additionalProperties": False, "properties": {"a": STRING}},
                    {"type": "object", "properties": {"b": STRING}},
                ]
            },
            True,
            id="closed-branch-of-a-wider-object",
        ),
    ],
)
def test_any_other_body_is_one_argument(body: Any, required: bool) -> None:
    found = tool(document({"requestBody": json_body(body, required=required)}))
    assert list(properties(document({"requestBody": json_body(body, required=required)}))) == ["body"]
    assert found.input_schema.get("required") == (["body"] if required else None)
    assert found.binding.body is not None
    assert found.binding.body.whole == ArgumentValue(argument="body")


def test_an_optional_object_that_requires_nothing_is_flattened() -> None:
    text = document({"requestBody": json_body({"type": "object", "properties": {"a": STRING}}, required=False)})
    assert list(properties(text)) == ["a"]


def test_the_same_name_in_several_places_is_qualified_by_place_and_each_reaches_its_own() -> None:
    body = {"type": "object", "required": ["id"], "properties": {"id": STRING}}
    operation = {
        "parameters": [
            {"name": "id", "in": "path", "required": True, "schema": STRING},
            query("id", {"type": "integer"}),
        ],
        "requestBody": json_body(body),
    }
    text = document(operation).replace("/things", "/things/{id}")
    found = tool(text)
    assert list(properties(text)) == ["path_id", "query_id", "body_id"]
    assert found.input_schema["required"] == ["path_id", "body_id"]
    assert [(one.name, one.location, one.value) for one in found.binding.parameters] == [
        ("id", "path", ArgumentValue(argument="path_id")),
        ("id", "query", ArgumentValue(argument="query_id")),
    ]
    assert found.binding.body is not None
    assert found.binding.body.properties == (BodyProperty(name="id", value=ArgumentValue(argument="body_id")),)


def test_a_whole_body_beside_a_parameter_called_body() -> None:
    text = document({"parameters": [query("body")], "requestBody": json_body({"type": "array", "items": STRING})})
    assert list(properties(text)) == ["query_body", "request_body"]


def test_illegal_names_become_legal_and_lead_back() -> None:
    names = ["filter[status]", "filter_status_", "StartTime<", "uids[]", "用户", "1st", "$top"]
    found = tool(document({"parameters": [query(name) for name in names]}))
    arguments = {one.name: one.value for one in found.binding.parameters}
    assert list(arguments) == names
    assert all(isinstance(value, ArgumentValue) for value in arguments.values())
    facing = [value.argument for value in arguments.values() if isinstance(value, ArgumentValue)]
    assert facing[1] == "filter_status_"  # legal as it stands, so it keeps its spelling
    assert facing[0].startswith("filter_status__")
    assert facing[2:4] == ["StartTime_", "uids__"]
    assert facing[4].startswith("key_")
    assert facing[5:] == ["_1st", "_top"]
    assert len(set(facing)) == len(names)


def test_names_do_not_depend_on_the_order_of_parameters() -> None:
    names = ["a-b", "a b", "a_b", "a.b"]

    def mapping(order: list[str]) -> dict[str, object]:
        binding = tool(document({"parameters": [query(name) for name in order]})).binding
        return {one.name: one.value for one in binding.parameters}

    assert mapping(names) == mapping(names[::-1])


def test_an_operations_parameter_overrides_the_paths_of_the_same_name_and_place_alone() -> None:
    text = document({"parameters": [query("q", {"type": "integer"})]})
    value = json.loads(text)
    value["paths"]["/things"]["parameters"] = [
        query("q"),
        {"name": "q", "in": "header", "schema": STRING},
        query("only_path"),
    ]
    found = properties(json.dumps(value))
    assert found == {"query_q": {"type": "integer"}, "header_q": STRING, "only_path": STRING}


def test_what_a_parameter_says_of_itself_is_nearer_than_its_schema() -> None:
    parameter = query("q", {"type": "string", "description": "of the schema"}, description="of the parameter")
    parameter |= {"deprecated": True, "example": "x"}
    assert properties(document({"parameters": [parameter]})) == {
        "q": {"type": "string", "description": "of the parameter", "deprecated": True, "examples": ["x"]}
    }


@pytest.mark.parametrize(
    ("parameter", "style", "explode"),
    [
        (query("q", {"type": "array", "items": STRING}), "form", True),
        (query("q", {"type": "array", "items": STRING}, explode=False), "form", False),
        (query("q", {"type": "array", "items": STRING}, style="pipeDelimited"), "pipeDelimited", False),
        (query("q", {"type": "object"}, style="deepObject"), "deepObject", True),
        ({"name": "q", "in": "header", "schema": STRING}, "simple", False),
        ({"name": "q", "in": "cookie", "schema": STRING}, "form", True),
    ],
)
def test_styles_and_their_defaults(parameter: Any, style: str, explode: bool) -> None:
    found = tool(document({"parameters": [parameter]})).binding.parameters[0]
    assert (found.style, found.explode) == (style, explode)


def test_a_content_parameter_keeps_its_media_type() -> None:
    parameter = {"name": "where", "in": "query", "content": {"application/json": {"schema": {"type": "object"}}}}
    found = tool(document({"parameters": [parameter]}))
    assert found.binding.parameters[0].media_type == "application/json"
    assert properties(document({"parameters": [parameter]})) == {"where": {"type": "object"}}


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["text/plain", "application/json", "multipart/form-data"], "application/json"),
        (["application/xml", "application/merge-patch+json"], "application/merge-patch+json"),
        (["multipart/form-data", "application/x-www-form-urlencoded"], "application/x-www-form-urlencoded"),
        (["text/plain", "multipart/form-data"], "multipart/form-data"),
        (["text/plain", "application/octet-stream"], "application/octet-stream"),
    ],
)
def test_one_media_type_is_chosen_whatever_the_order(offered: list[str], chosen: str) -> None:
    schema = STRING if chosen == "application/octet-stream" else {"type": "object", "properties": {"a": STRING}}
    for order in (offered, offered[::-1]):
        content = {name: {"schema": schema} for name in order}
        body = tool(document({"requestBody": {"required": True, "content": content}})).binding.body
        assert body is not None
        assert body.media_type == chosen
        assert set(body.alternatives) == set(offered) - {chosen}


def body_of(media_type: str, media: Any, version: str = "3.1.0") -> str:
    return document({"requestBody": {"required": True, "content": {media_type: media}}}, version=version)


@pytest.mark.parametrize(
    ("media_type", "schema", "carried"),
    [
        ("application/xml", {"type": "object", "properties": {"a": STRING}}, "text"),
        ("application/xml", {"$ref": "#/components/schemas/Thing"}, "text"),
        ("application/octet-stream", {"type": "integer"}, "text"),
        ("text/csv", {"type": "array", "items": STRING}, "text"),
        ("text/plain", {"allOf": [{"type": ["object", "string"]}, {"type": ["object", "array"]}]}, "text"),
        ("multipart/form-data", {"type": "array", "items": STRING}, "an object"),
        ("application/x-www-form-urlencoded", {"oneOf": [STRING, {"type": "integer"}]}, "an object"),
    ],
)
def test_a_body_that_its_media_type_cannot_carry_is_an_error(media_type: str, schema: Any, carried: str) -> None:
    value = json.loads(body_of(media_type, {"schema": schema}))
    value["components"] = {"schemas": {"Thing": {"type": "object", "properties": {"a": STRING}}}}
    message = f"IN-06 `{media_type}` carries {carried}, and the schema allows none"
    assert [one.split(" ", 1)[1] for one in errors(extract(json.dumps(value, indent=2)))] == [message]


@pytest.mark.parametrize(
    ("media_type", "schema"),
    [
        ("application/xml", STRING),
        ("application/xml", {}),
        ("text/plain", {"type": "integer"}),
        ("text/plain", {"anyOf": [{"type": "object"}, {"type": ["string", "null"]}]}),
        ("application/octet-stream", {"type": "string", "format": "binary"}),
        ("multipart/form-data", {"type": "object"}),
        ("application/x-ndjson", {"type": "array"}),
        ("text/json", {"type": "integer"}),
        ("application/vnd.x+json-seq", {"type": "object"}),
    ],
)
def test_a_body_that_its_media_type_can_carry_is_none(media_type: str, schema: Any) -> None:
    assert errors(extract(body_of(media_type, {"schema": schema}))) == []


@pytest.mark.parametrize(
    ("media_type", "media", "schema"),
    [
        ("application/octet-stream", {}, {"type": "string", "format": "binary"}),
        ("text/plain", {}, STRING),
        ("application/json", {}, {}),
        ("application/jsonl", {"itemSchema": {"type": "integer"}}, {"type": "array", "items": {"type": "integer"}}),
        ("application/jsonl", {"schema": {"type": "array"}, "itemSchema": {"type": "integer"}}, {"type": "array"}),
    ],
)
def test_what_a_body_is_where_the_document_says_little(media_type: str, media: Any, schema: Any) -> None:
    found = properties(body_of(media_type, media, version="3.2.0"))["body"]
    said = dict(found) if found is not True else {}
    said.pop("description", None)  # how bytes are written is another test's
    assert said == schema


@pytest.mark.parametrize(
    ("version", "media_type", "encoding", "style", "explode"),
    [
        ("3.1.0", "application/x-www-form-urlencoded", {"style": "pipeDelimited"}, "pipeDelimited", False),
        ("3.1.0", "application/x-www-form-urlencoded", {"style": "form"}, "form", True),
        ("3.1.0", "application/x-www-form-urlencoded", {"explode": False}, None, False),
        ("3.1.0", "multipart/form-data", {"style": "form"}, "form", True),
        # 3.0 ignores styles in multipart, and generators write the default for every part.
        ("3.0.3", "multipart/form-data", {"style": "form", "explode": False}, None, None),
        ("3.0.3", "multipart/form-data", {"style": "deepObject", "explode": True}, "deepObject", True),
        ("3.0.3", "application/x-www-form-urlencoded", {"style": "form", "explode": False}, "form", False),
    ],
)
def test_the_style_of_a_property(
    version: str, media_type: str, encoding: Any, style: str | None, explode: bool | None
) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "array", "items": STRING}}}
    body = tool(body_of(media_type, {"schema": schema, "encoding": {"a": encoding}}, version)).binding.body
    assert body is not None
    assert (body.properties[0].style, body.properties[0].explode) == (style, explode)


def test_headers_that_the_host_sets_are_no_arguments() -> None:
    headers = [{"name": name, "in": "header", "schema": STRING} for name in ("Accept", "content-type", "Authorization")]
    assert properties(document({"parameters": headers})) == {}


def test_a_credential_is_no_argument() -> None:
    parameters = [{"name": "x-key", "in": "header", "schema": STRING}, query("q")]
    schemes = {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}}
    text = document({"parameters": parameters, "security": [{"key": []}]}, components=schemes)
    assert list(properties(text)) == ["q"]
    assert tool(text).security[0].schemes == (("key", ()),)


def test_context_values_are_the_hosts_and_hidden_values_are_fixed() -> None:
    parameters = [
        {"name": "X-Tenant", "in": "header", "required": True, "schema": STRING, "x-tool": {"context": "tenant.id"}},
        query("v", STRING, **{"x-tool": {"hidden": True, "default": "2"}}),
        query("user"),
    ]
    body = {
        "type": "object",
        "required": ["actor"],
        "properties": {"actor": {**STRING, "x-tool": {"context": True}}, "note": STRING},
    }
    operation = {"parameters": parameters, "requestBody": json_body(body), "x-tool": {"context": {"user": "user.id"}}}
    found = tool(document(operation))
    assert list(properties(document(operation))) == ["note"]
    assert [(one.key, one.name, one.required) for one in found.context] == [
        ("tenant.id", "X-Tenant", True),
        ("user.id", "user", False),
        ("actor", "actor", True),
    ]
    assert [(one.name, one.value) for one in found.binding.parameters] == [
        ("X-Tenant", ContextReference(key="tenant.id")),
        ("v", ConstantValue(value="2")),
        ("user", ContextReference(key="user.id")),
    ]
    assert found.binding.body is not None
    assert found.binding.body.properties[0] == BodyProperty(name="actor", value=ContextReference(key="actor"))


def test_prose_that_names_a_hidden_value_is_an_error() -> None:
    operation = {
        "parameters": [{"name": "X-T", "in": "header", "schema": STRING, "x-tool": {"context": True}}],
        "x-tool": {"requires": "{X-T} is known"},
    }
    assert [one.split(" ", 1)[1] for one in errors(extract(document(operation)))] == [
        "RF-04 `{X-T}` is a context value and the model never sees it"
    ]


def test_a_name_of_the_authors_own_stands_before_the_wire_name() -> None:
    parameters = [query("acct", STRING, **{"x-tool": {"name": "account_id", "was": ["user_id"]}})]
    found = tool(document({"parameters": parameters, "x-tool": {"requires": "{acct} is known"}}))
    assert found.input_schema["properties"] == {"account_id": {"type": "string", "x-was": ["user_id"]}}
    assert found.binding.parameters[0].name == "acct"


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (
            {"parameters": [{"name": "a", "in": "quer", "schema": STRING}]},
            "IN-06 found `quer` for `in` of parameter `a`, wanted one of `path`, `query`, `header`, `cookie`",
        ),
        ({"parameters": [{"name": "a", "in": "query"}]}, "IN-06 parameter `a` has neither `schema` nor `content`"),
        ({"parameters": [{"in": "query", "schema": STRING}]}, "IN-06 found no `name` of a parameter"),
        (
            {"parameters": [query("a", STRING, style="matrix")]},
            "IN-06 found `matrix` for `style`, wanted one for query parameters",
        ),
        (
            {"parameters": [query("a"), query("a", {"type": "integer"})]},
            "IN-06 query parameter `a` is declared twice, and differently",
        ),
        (
            {"parameters": [{"name": "id", "in": "path", "required": True, "schema": STRING}]},
            "IN-12 path parameter `id` does not stand in `/things`",
        ),
        (
            {"requestBody": json_body({"type": "object", "required": ["a", "b"], "properties": {"a": STRING}})},
            "IN-07 `required` names `b`, which no property declares",
        ),
        ({"requestBody": {"content": {}}}, "IN-06 `requestBody` needs `content` with a media type"),
        (
            {"parameters": [query("a", STRING, **{"x-tool": {"name": "b"}}), query("b")]},
            None,
        ),
        (
            {
                "parameters": [
                    query("a", STRING, **{"x-tool": {"name": "x"}}),
                    query("b", STRING, **{"x-tool": {"name": "x"}}),
                ]
            },
            "NM-02 two arguments are called `x`",
        ),
        ({"x-tool": {"context": ["nope"]}}, "IN-13 `context` names `nope`, which this operation does not have"),
        ({"x-tool": {"wen": "x"}}, "IN-13 `x-tool` has no key `wen`"),
        ({"x-tool": {"when": {"the user": "asks"}}}, "IN-13 found a mapping for `when`, wanted a text"),
        ({"x-tool": {"read_only": "yes"}}, "IN-13 found a string for `read_only`, wanted true or false"),
        ({"x-tool": {"examples": [{"nope": 1}]}}, "IN-16 the example does not validate"),
        ({"parameters": [query("a", STRING, **{"x-tool": {"hidden": True}})]}, "IN-13 `hidden: true` needs `default`"),
    ],
)
def test_an_error_fails_the_operation_and_says_why(operation: dict[str, Any], message: str | None) -> None:
    extraction = extract(document(operation))
    found = [one.split(" ", 1)[1] for one in errors(extraction)]
    if message is None:
        assert found == []
        assert list(extraction.catalog.contracts[0].input_schema["properties"]) == ["b", "query_b"]  # type: ignore[call-overload]
        return
    assert found[0].startswith(message)
    assert extraction.catalog.contracts == ()
    assert extraction.catalog.left_out[0].what == "POST /things"


def test_one_bad_operation_does_not_stop_the_others() -> None:
    value = json.loads(document({}))
    value["paths"]["/bad"] = {
        "get": {"operationId": "bad", "parameters": [{"name": "a", "in": "query"}], "responses": {}}
    }
    extraction = extract(json.dumps(value))
    assert [one.name for one in extraction.catalog.contracts] == ["do_thing"]
    assert [(one.what, one.failed) for one in extraction.catalog.left_out] == [("GET /bad", True)]


def test_swagger_parameters_are_their_own_schemas() -> None:
    operation = {
        "parameters": [
            {
                "name": "ids",
                "in": "query",
                "type": "array",
                "items": {"type": "integer"},
                "collectionFormat": "multi",
                "required": True,
            },
            {"name": "tags", "in": "query", "type": "array", "items": STRING},
            {"name": "at", "in": "header", "type": "string", "format": "date", "x-example": "2024-10-01"},
        ]
    }
    found = tool(swagger(operation))
    assert found.input_schema["properties"] == {
        "ids": {"type": "array", "items": {"type": "integer"}},
        "tags": {"type": "array", "items": STRING},
        "at": {"type": "string", "format": "date", "examples": ["2024-10-01"]},
    }
    assert found.input_schema["required"] == ["ids"]
    assert [(one.style, one.explode) for one in found.binding.parameters] == [
        ("form", True),
        ("form", False),
        ("simple", False),
    ]


def test_swagger_bodies_and_forms() -> None:
    body = {"name": "payload", "in": "body", "required": True, "schema": {"$ref": "#/definitions/Thing"}}
    definitions = {"Thing": {"type": "object", "required": ["a"], "properties": {"a": STRING}}}
    found = tool(
        swagger({"parameters": [body]}, definitions=definitions, consumes=["application/xml", "application/json"])
    )
    assert found.input_schema["properties"] == {"a": STRING}
    assert found.binding.body is not None
    assert (found.binding.body.media_type, found.binding.body.alternatives) == (
        "application/json",
        ("application/xml",),
    )
    fields = [
        {"name": "f", "in": "formData", "type": "file", "required": True},
        {"name": "n", "in": "formData", "type": "string"},
    ]
    form = tool(swagger({"parameters": fields}))
    how = "give text as it is, bytes as `data:TYPE;base64,...`, a file of the host as `file:PATH`"
    file = {"type": "string", "format": "binary", "description": how}
    assert form.input_schema["properties"] == {"f": file, "n": STRING}
    assert form.binding.body is not None
    assert form.binding.body.media_type == "multipart/form-data"


def test_swagger_hosting() -> None:
    extraction = extract(
        swagger(
            {"security": [{"basic": []}]},
            host="api.example.com",
            basePath="/v1/",
            schemes=["http", "https"],
            securityDefinitions={"basic": {"type": "basic"}},
        )
    )
    assert [one.url for one in extraction.catalog.servers] == [
        "https://api.example.com/v1",
        "http://api.example.com/v1",
    ]
    assert [(one.kind, one.details) for one in extraction.catalog.security_schemes] == [("http", {"scheme": "basic"})]


@pytest.mark.parametrize(
    ("root", "own", "needed"),
    [
        ([{"a": []}], None, [(("a", ()),)]),
        ([{"a": []}], [], []),
        ([{"a": []}], [{"a": [], "b": ["read"]}], [(("a", ()), ("b", ("read",)))]),
        (None, [{"a": []}, {}], [(("a", ()),), ()]),
    ],
    ids=["root", "removed", "and", "or-nothing"],
)
def test_security_is_computed_per_operation(root: Any, own: Any, needed: Any) -> None:
    schemes = {name: {"type": "http", "scheme": "bearer"} for name in "ab"}
    more = {} if root is None else {"security": root}
    operation = {} if own is None else {"security": own}
    found = tool(document(operation, components={"securitySchemes": schemes}, **more))
    assert [one.schemes for one in found.security] == needed


@pytest.mark.parametrize(
    ("responses", "status", "schema"),
    [
        ({"200": {"description": "", "content": {"application/json": {"schema": STRING}}}}, "200", STRING),
        ({"204": {"description": ""}}, "204", None),
        (
            {
                "200": {"description": ""},
                "201": {"description": "", "content": {"application/json": {"schema": STRING}}},
            },
            "201",
            STRING,
        ),
        ({"2XX": {"description": "", "content": {"application/json": {"schema": STRING}}}}, "2XX", STRING),
        ({"default": {"description": "", "content": {"application/json": {"schema": STRING}}}}, "default", STRING),
        (
            {
                "204": {"description": ""},
                "default": {"description": "", "content": {"application/json": {"schema": STRING}}},
            },
            "204",
            None,
        ),
    ],
)
def test_the_successful_response(responses: Any, status: str, schema: Any) -> None:
    found = tool(document({"responses": responses}))
    assert found.binding.response is not None
    assert found.binding.response.status == status
    assert found.output_schema == schema


def test_a_defect_of_the_response_costs_the_output_schema_alone() -> None:
    responses = {
        "200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/No"}}}}
    }
    extraction = extract(document({"responses": responses}))
    assert [one.output_schema for one in extraction.catalog.contracts] == [None]
    assert [one.split(" ", 2)[1] for one in findings(extraction)] == ["IN-15"]


@pytest.mark.parametrize(
    ("method", "settings", "effects"),
    [
        ("get", {}, (True, False, True, False)),
        ("post", {}, (False, False, False, False)),
        ("put", {}, (False, False, True, False)),
        ("delete", {}, (False, True, True, True)),
        ("post", {"read_only": True}, (True, False, True, False)),
        ("post", {"destructive": True}, (False, True, False, True)),
        ("delete", {"confirm": False}, (False, True, True, False)),
        ("post", {"confirm": "Really?"}, (False, False, False, "Really?")),
    ],
)
def test_effects_come_from_the_method_unless_the_author_says_otherwise(
    method: str, settings: dict[str, Any], effects: tuple[Any, ...]
) -> None:
    found = tool(document({"x-tool": settings} if settings else {}, method=method)).annotations
    assert (found.read_only, found.destructive, found.idempotent, found.confirm) == effects


def test_defaults_of_root_tag_and_path_lie_under_the_operations_own() -> None:
    value = json.loads(document({"tags": ["t"], "x-tool": {"does": "Do it."}}))
    value["x-tool"] = {"never": "from the root", "notes": "from the root"}
    value["tags"] = [{"name": "t", "x-tool": {"never": "from the tag", "confirm": True}}]
    value["paths"]["/things"]["x-tool"] = {"confirm": False}
    found = tool(json.dumps(value))
    assert found.prose.never == (("from the tag",),)
    assert found.prose.notes == (("from the root",),)
    assert found.annotations.confirm is False


def test_an_operation_can_be_left_out_and_webhooks_and_callbacks_are_counted() -> None:
    value = json.loads(document({"callbacks": {"onDone": {"{$request.body#/url}": {"post": {}}}}}))
    value["paths"]["/hidden"] = {"get": {"x-tool": False, "responses": {}}}
    value["webhooks"] = {"newPet": {"post": {}}}
    extraction = extract(json.dumps(value))
    assert [(one.what, one.failed) for one in extraction.catalog.left_out] == [
        ("webhook newPet", False),
        ("callback onDone of POST /things", False),
        ("GET /hidden", False),
    ]


def test_path_items_and_components_behind_references_are_followed() -> None:
    value = json.loads(document({}))
    value["paths"]["/x/{id}"] = {"$ref": "item.yaml"}
    files = {
        "item.yaml": """
            parameters: [{$ref: 'shared.yaml#/Id'}]
            put:
              operationId: putIt
              requestBody: {$ref: 'shared.yaml#/Body'}
              responses: {"200": {$ref: 'shared.yaml#/Answer'}}
        """,
        "shared.yaml": """
            Id: {name: id, in: path, required: true, schema: {type: string}}
            Body: {required: true, content: {application/json: {schema: {$ref: '#/Thing'}}}}
            Thing: {type: object, properties: {a: {type: string}}}
            Answer: {description: ok, content: {application/json: {schema: {type: integer}}}}
        """,
    }
    found = tool(json.dumps(value), "put_it", files)
    assert found.input_schema["properties"] == {"id": STRING, "a": STRING}
    assert found.output_schema == {"type": "integer"}


def test_the_bodys_own_examples_are_kept_where_they_validate() -> None:
    body = {"type": "object", "required": ["a-b"], "properties": {"a-b": {"type": "integer"}}}
    content = {"schema": body, "examples": {"good": {"value": {"a-b": 1}}, "bad": {"value": {"a-b": "x"}}}}
    operation = {"requestBody": {"required": True, "content": {"application/json": content}}}
    assert tool(document(operation)).examples == ({"a_b": 1},)


def test_a_binding_is_http() -> None:
    assert tool(document({"parameters": [query("q")]})).binding == HttpBinding(
        method="POST",
        path="/things",
        operation_id="doThing",
        parameters=(HttpParameter(name="q", location="query", value=ArgumentValue(argument="q")),),
        response=tool(document({})).binding.response,
    )
