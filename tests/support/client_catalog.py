"""A catalog with something of everything that a client has to do, and both twins of the client behind one face."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import ModuleType
from typing import Any, Literal

from toolmint.ir.binding import (
    ArgumentValue,
    BodyProperty,
    ContextReference,
    HttpBinding,
    HttpBody,
    HttpParameter,
    HttpResponse,
    PropertyEncoding,
    SecurityRequirement,
    Server,
    ServerVariable,
)
from toolmint.ir.contract import Catalog, ContextValue, Definitions, SecurityScheme, ToolAnnotations

from support.importing import HERE, catalog, json_body, tool

__all__ = ["SCHEMES", "Twin", "TwinName", "client_catalog", "given", "secured_catalog"]

TwinName = Literal["async", "sync"]
JSON = HttpResponse(status="200", media_type="application/json")

OUTPUT: dict[str, Any] = {
    "Thing": {
        "type": "object",
        "properties": {
            "thing_id": {"type": "string", "x-wire-name": "thing-id"},
            "parts": {"type": "array", "items": {"$ref": "#/$defs/Part"}, "x-wire-name": "parts[]"},
            "by_name": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Part"}},
            "owner": {"oneOf": [{"$ref": "#/$defs/Person"}, {"$ref": "#/$defs/Firm"}]},
        },
        "required": ["thing_id"],
    },
    "Part": {"type": "object", "properties": {"part_no": {"type": "integer", "x-wire-name": "part.no"}}},
    "Person": {
        "type": "object",
        "properties": {"kind": {"const": "person"}, "full_name": {"type": "string", "x-wire-name": "name"}},
        "required": ["kind"],
    },
    "Firm": {
        "type": "object",
        "properties": {"kind": {"const": "firm"}, "firm_name": {"type": "string", "x-wire-name": "name"}},
        "required": ["kind"],
    },
}


def parameter(name: str, location: Any = "query", **fields: Any) -> HttpParameter:
    style = "form" if location in ("query", "cookie") else "simple"
    fields = {"value": ArgumentValue(argument=name), "style": style, "explode": False, **fields}
    return HttpParameter(name=name, location=location, **fields)


def body_of(*names: str, media_type: str = "application/json", **fields: Any) -> HttpBody:
    properties = tuple(BodyProperty(name=name, value=ArgumentValue(argument=name)) for name in names)
    return HttpBody(media_type=media_type, properties=properties, **fields)


def client_catalog() -> Catalog:
    """A catalog named `shop`; nothing in it needs credentials."""
    by_id = (parameter("id", "path"), parameter("limit"), parameter("note"))
    things = {
        "id": {"type": "string", "x-was": ["thing"]},
        "limit": {"type": "integer", "default": 10},
        "note": {"type": ["string", "null"]},
    }
    writes = ToolAnnotations(read_only=False, destructive=False, idempotent=False)
    destroys = ToolAnnotations(read_only=False, destructive=True, idempotent=True, confirm=True)
    binary = {"type": "string", "format": "binary"}
    tools = [
        tool(
            "get_thing",
            things,
            "id",
            binding=HttpBinding(method="GET", path="/things/{id}", parameters=by_id, response=JSON),
            output_schema={"$ref": "#/$defs/Thing"},
            annotations=ToolAnnotations(read_only=True, destructive=False, idempotent=True),
            was=("fetch_thing",),
        ),
        tool(
            "save_thing",
            {"name": {"type": "string"}, "note": {"type": ["string", "null"]}, "size": {"type": "integer"}},
            "name",
            binding=HttpBinding(method="POST", path="/things", body=body_of("name", "note", "size"), response=JSON),
            annotations=writes,
        ),
        tool(
            "put_thing",
            {"id": {"type": "string"}, "name": {"type": "string"}},
            "id",
            binding=HttpBinding(
                method="PUT", path="/things/{id}", parameters=(parameter("id", "path"),), body=body_of("name")
            ),
        ),
        tool(
            "delete_thing",
            {"id": {"type": "string"}},
            "id",
            title="Delete a thing",
            binding=HttpBinding(method="DELETE", path="/things/{id}", parameters=(parameter("id", "path"),)),
            annotations=destroys,
        ),
        tool(
            "pay",
            {"amount": {"type": "integer"}},
            "amount",
            binding=HttpBinding(method="POST", path="/payments", body=body_of("amount")),
            annotations=replace(writes, confirm="Pay this amount?"),
        ),
        tool("search", {"q": {"type": "string"}}, binding=HttpBinding(method="GET", path="/search", response=JSON)),
        tool(
            "tenants",
            {"q": {"type": "string"}},
            binding=HttpBinding(
                method="GET",
                path="/tenants",
                parameters=(
                    parameter("q"),
                    parameter("X-Tenant", "header", value=ContextReference(key="tenant.id")),
                    parameter("X-Name", "header", value=ContextReference(key="name")),
                ),
            ),
            context=(
                ContextValue(key="tenant.id", name="X-Tenant", schema={"type": "integer"}, required=True, origin=HERE),
                ContextValue(key="name", name="X-Name", schema={"type": "string"}, origin=HERE),
            ),
        ),
        tool(
            "upload",
            {"file": binary, "files": {"type": "array", "items": binary}, "label": {"type": "string"}},
            binding=HttpBinding(
                method="POST", path="/files", body=body_of("file", "files", "label", media_type="multipart/form-data")
            ),
        ),
        tool("upload_raw", {"body": {"type": "string"}}, binding=json_body(media_type="application/octet-stream")),
        tool(
            "upload_whole",
            {
                "body": {
                    "type": "object",
                    "properties": {
                        "scan": {**binary, "x-wire-name": "scan (1)"},
                        "scans": {"type": "array", "items": binary},
                        "report": {"type": "string"},
                        "label": {"type": "string"},
                    },
                    "required": ["label"],
                }
            },
            binding=json_body(
                media_type="multipart/form-data",
                encodings=(PropertyEncoding(name="report", content_type="application/pdf"),),
            ),
        ),
        tool("call", {}),
        tool("close", {"self": {"type": "string"}}),
    ]
    made = catalog(*tools, servers=(Server(url="https://api.example.com/v1/"),), title="Shop")
    return replace(made, definitions=Definitions(output=OUTPUT))


SCHEMES = (
    SecurityScheme(name="header", kind="apiKey", details={"in": "header", "name": "X-Key"}),
    SecurityScheme(name="query", kind="apiKey", details={"in": "query", "name": "api key"}),
    SecurityScheme(name="cookie", kind="apiKey", details={"in": "cookie", "name": "session"}),
    SecurityScheme(name="bearer", kind="http", details={"scheme": "bearer"}),
    SecurityScheme(name="basic", kind="http", details={"scheme": "Basic"}),
    SecurityScheme(name="oauth", kind="oauth2", details={"flows": {}}),
    SecurityScheme(name="openid", kind="openIdConnect", details={"openIdConnectUrl": "https://id.example.com"}),
    SecurityScheme(name="certificate", kind="mutualTLS"),
    SecurityScheme(name="digest", kind="http", details={"scheme": "digest"}),
)


def needs(*alternatives: tuple[str, ...]) -> tuple[SecurityRequirement, ...]:
    return tuple(SecurityRequirement(schemes=tuple((name, ()) for name in names)) for names in alternatives)


def secured_catalog() -> Catalog:
    """A catalog of tools that are named after the credentials that they need."""
    session = (parameter("session", "cookie"), parameter("X-Key", "header"))
    alone = [tool(f"by_{scheme.name}", {}, security=needs((scheme.name,))) for scheme in SCHEMES]
    return catalog(
        *alone,
        tool("by_both", {}, security=needs(("header", "bearer"))),
        tool("by_either", {}, security=needs(("header", "query"), ("basic",))),
        tool("by_any", {}, security=needs((), ("bearer",))),
        tool("by_none", {}),
        tool(
            "by_place",
            {"session": {"type": "string"}, "X-Key": {"type": "string"}},
            binding=HttpBinding(method="GET", path="/by_place", parameters=session),
            security=needs(("header", "cookie")),
        ),
        tool(
            "elsewhere",
            {},
            binding=HttpBinding(method="GET", path="/e", servers=(Server(url="https://else.example.com"),)),
        ),
        servers=(
            Server(
                url="https://{region}.example.com/{base}",
                variables=(
                    ServerVariable(name="region", default="eu", enum=("eu", "us")),
                    ServerVariable(name="base", default="v1"),
                ),
            ),
        ),
        security_schemes=SCHEMES,
    )


class Twin:
    """One of the two toolsets of a package, called without `await` either way."""

    def __init__(self, package: ModuleType, name: TwinName, **options: Any) -> None:
        self.name = name
        self._runner = asyncio.Runner() if name == "async" else None
        self.tools: Any = (package.Toolset if name == "async" else package.SyncToolset)(**options)

    def call(self, name: str, arguments: Any = (), **options: Any) -> Any:
        return self.run(self.tools.call(name, {} if arguments == () else arguments, **options))

    def method(self, name: str, /, **arguments: Any) -> Any:
        return self.run(getattr(self.tools, name)(**arguments))

    def run(self, answer: Any) -> Any:
        return answer if self._runner is None else self._runner.run(answer)

    def close(self) -> None:
        if self._runner is None:
            self.tools.close()
        else:
            self._runner.run(self.tools.aclose())
            self._runner.close()


def given(twin: TwinName, function: Any) -> Any:
    """Make a host's function as the twin may have it: async for the async one."""
    if twin == "sync":
        return function

    async def later(*arguments: Any) -> Any:
        await asyncio.sleep(0)
        return function(*arguments)

    return later
