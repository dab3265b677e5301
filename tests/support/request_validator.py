"""A program for another environment: holds requests against an OpenAPI document.

OpenAPI 3 is openapi-core's to judge, Swagger 2.0 bravado-core's. This imports nothing of the repository, as toolmint
wants other releases of what they depend on. Standard input is one JSON value a line: first `{"document": PATH}`, then
requests. Standard output is one line a request: what is wrong with it, as a list of texts.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qsl, unquote

import yaml
from bravado_core.operation import Operation
from bravado_core.request import IncomingRequest, unmarshal_request
from bravado_core.spec import Spec
from jsonschema_path import SchemaPath
from openapi_core import (
    V30RequestValidator,
    V31RequestValidator,
    V32RequestValidator,
)
from openapi_core.testing import MockRequest
from werkzeug.datastructures import Headers, ImmutableMultiDict

HOST = "http://testserver"
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_VALIDATORS = {"3.0": V30RequestValidator, "3.1": V31RequestValidator, "3.2": V32RequestValidator}


class _Loader(yaml.CSafeLoader):
    """YAML without timestamps: JSON has none."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def load(path: str) -> Any:
    """Read a document, without what only the host of a client answers for: where the API is, and who may call it."""
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - nothing but a name comes in
        document = json.loads(json.dumps(yaml.load(file, _Loader)))
    document.pop("security", None)
    if "swagger" in document:
        document.pop("securityDefinitions", None)
        document["basePath"] = "/"
    else:
        document["servers"] = [{"url": HOST}]
    for item in document["paths"].values():
        item.pop("servers", None)
        for method in _METHODS:
            if method in item:
                item[method].pop("servers", None)
                item[method].pop("security", None)
    return document


def mock(request: dict[str, Any]) -> MockRequest:
    """Give a request in the form that openapi-core takes from a web framework."""
    path, _, query = request["target"].partition("?")
    cookies = [
        pair.split("=", 1) for name, value in request["headers"] if name == "Cookie" for pair in value.split("; ")
    ]
    content_type = next((value for name, value in request["headers"] if name.lower() == "content-type"), "")
    made = MockRequest(
        HOST,
        request["method"],
        unquote(path),
        data=base64.b64decode(request["body"]),
        content_type=content_type,
    )
    made.parameters.query = ImmutableMultiDict(parse_qsl(query, keep_blank_values=True))
    made.parameters.header = Headers([(name, value) for name, value in request["headers"]])
    made.parameters.cookie = ImmutableMultiDict([(name, unquote(value)) for name, value in cookies])
    return made


def causes(error: BaseException | None) -> Iterator[str]:
    """Yield what an error and those behind it say."""
    while error is not None:
        yield f"{type(error).__name__}: {error}"
        for one in getattr(error, "schema_errors", ()):
            yield f"at /{'/'.join(map(str, one.absolute_path))}: {one.message}"[:500]
        error = error.__cause__ or error.__context__


def openapi_check(document: dict[str, Any]) -> Callable[[dict[str, Any]], list[str]]:
    """Return what finds the faults of a request to an OpenAPI 3 document."""
    validator = _VALIDATORS[document["openapi"][:3]](SchemaPath.from_dict(document))
    return lambda request: [text for error in validator.iter_errors(mock(request)) for text in causes(error)]


class _SwaggerRequest(IncomingRequest):
    """A request in the form that bravado-core takes from a web framework."""

    def __init__(self, request: dict[str, Any], path: dict[str, str], query: str) -> None:
        self.path = path
        self.query = dict(parse_qsl(query, keep_blank_values=True))
        self.headers = dict(request["headers"])
        self.form = self.files = {}
        self.body = base64.b64decode(request["body"])

    def json(self, **options: Any) -> Any:
        """Return the body."""
        return json.loads(self.body, **options)


def swagger_check(document: dict[str, Any]) -> Callable[[dict[str, Any]], list[str]]:
    """Return what finds the faults of a request to a Swagger 2.0 document."""
    spec = Spec.from_dict(document, config={"validate_swagger_spec": False, "use_models": False})
    operations = [one for resource in spec.resources.values() for one in resource.operations.values()]

    def check(request: dict[str, Any]) -> list[str]:
        target, _, query = request["target"].partition("?")
        operation, path = _operation(operations, request["method"], target)
        try:
            unmarshal_request(_SwaggerRequest(request, path, query), operation)
        except Exception as error:
            return list(causes(error))
        return []

    return check


def _operation(operations: list[Operation], method: str, target: str) -> tuple[Operation, dict[str, str]]:
    """Find the operation of a request: of several templates that match, the one with the most literal text."""
    found: list[tuple[int, Operation, dict[str, str]]] = []
    for one in operations:
        names = re.findall(r"{([^}]+)}", one.path_name)
        matched = re.fullmatch(re.sub(r"\\{[^}]+\\}", "([^/]+)", re.escape(one.path_name)), target)
        if matched and one.http_method == method.lower():
            found.append((-len(names), one, dict(zip(names, map(unquote, matched.groups()), strict=True))))
    _, operation, path = max(found, key=lambda row: row[0])
    return operation, path


def main() -> None:
    """Answer line by line."""
    warnings.simplefilter("ignore")
    document = load(json.loads(sys.stdin.readline())["document"])
    check = swagger_check(document) if "swagger" in document else openapi_check(document)
    for line in sys.stdin:
        sys.stdout.write(json.dumps(check(json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
