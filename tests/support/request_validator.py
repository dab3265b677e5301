"""A program for another environment: holds requests against an OpenAPI 3 document with openapi-core.

It imports nothing of the repository, as toolmint wants other releases of what openapi-core depends on. Standard input
is one JSON value a line: first `{"document": PATH}`, then requests. Standard output is one line a request: what is
wrong with it, as a list of texts.
"""

from __future__ import annotations

import base64
import json
import sys
import warnings
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, unquote

import yaml
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
    document["servers"] = [{"url": HOST}]
    document.pop("security", None)
    for item in document["paths"].values():
        item.pop("servers", None)
        for method in _METHODS:
            if method in item:
                item[method].pop("servers", None)
                item[method].pop("security", None)
    return document


def media_types(value: Any) -> Iterator[str]:
    """Yield the media types of every `content` in a document."""
    for key, below in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if key == "content" and isinstance(below, dict):
            yield from below
        yield from media_types(below)


def byte_media_types(document: dict[str, Any]) -> Iterator[str]:
    """Yield the media types of bodies that are `format: byte`: text (3.0.3 section 4.4), whatever the name says."""
    for item in document["paths"].values():
        for method in _METHODS:
            content = item.get(method, {}).get("requestBody", {}).get("content", {})
            for name, media in content.items():
                if media.get("schema", {}).get("format") == "byte":
                    yield name


def text(value: bytes, **_: str) -> str:
    """Read a body that is text."""
    return value.decode("utf-8")


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


def main() -> None:
    """Answer line by line."""
    warnings.simplefilter("ignore")
    document = load(json.loads(sys.stdin.readline())["document"])
    # openapi-core knows `+json` (RFC 6839 section 3.1) for one media type alone, and takes the others for bytes.
    suffixed = {name: json.loads for name in media_types(document) if name.partition(";")[0].endswith("+json")}
    # Where it is not told otherwise, it takes a body of such a type for bytes.
    encoded = dict.fromkeys(byte_media_types(document), text)
    validator = _VALIDATORS[document["openapi"][:3]](
        SchemaPath.from_dict(document), extra_media_type_deserializers={**suffixed, **encoded}
    )
    for line in sys.stdin:
        request = mock(json.loads(line))
        found = [said for error in validator.iter_errors(request) for said in causes(error)]
        sys.stdout.write(json.dumps(found) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
