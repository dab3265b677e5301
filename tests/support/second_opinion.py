"""A program for another environment: holds JSON bodies against an OpenAPI document with schemathesis.

It imports nothing of the repository. Standard input is one JSON value a line: first `{"document": PATH}`, then requests
with their `operation`, path template and method. Standard output is one line a request: what is wrong with its body.
"""

from __future__ import annotations

import base64
import json
import sys
from typing import Any

import schemathesis
import yaml
from schemathesis.core.jsonschema import make_validator


class _Loader(yaml.CSafeLoader):
    """YAML without timestamps: JSON has none."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def problems(schema: Any, request: dict[str, Any]) -> list[str]:
    """Return what is wrong with the body of a request."""
    path, method = request["operation"]
    stated = next(value for name, value in request["headers"] if name.lower() == "content-type")
    body = schema[path][method].get_body_for_media_type(stated)
    if body is None:
        return [f"there is no body of {stated}"]
    validator = make_validator(body.validation_schema, schema.adapter.jsonschema_validator_cls)
    value = json.loads(base64.b64decode(request["body"]))
    return [f"at {list(error.instance_path)}: {error.message}"[:500] for error in validator.iter_errors(value)]


def main() -> None:
    """Answer line by line."""
    with open(json.loads(sys.stdin.readline())["document"], encoding="utf-8") as file:  # noqa: PTH123 - only a name
        document = json.loads(json.dumps(yaml.load(file, _Loader)))
    schema = schemathesis.openapi.from_dict(document)
    for line in sys.stdin:
        sys.stdout.write(json.dumps(problems(schema, json.loads(line))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
