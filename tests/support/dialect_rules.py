"""What each dialect takes, written down a second time: from the survey, without the compiler's rows and walkers.

A finding is a sentence; a list without findings is one that the provider is believed to take.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import jsonschema_rs

__all__ = ["nodes", "plain_schema", "tools_of", "violations"]

Json = Any
META = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
ROOT = {"oneOf", "anyOf", "allOf", "enum", "const", "not", "$ref"}
KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
ANNOTATIONS = {"title", "description"}
OPENAI_STRICT = ANNOTATIONS | {
    *("type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "minimum"),
    *("maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "format", "minItems", "maxItems"),
}
ANTHROPIC_STRICT = ANNOTATIONS | {
    *("type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "$ref", "pattern"),
    *("format", "minItems"),
}
GEMINI = ANNOTATIONS | {
    *("$ref", "type", "format", "enum", "items", "prefixItems", "minItems", "maxItems", "minimum", "maximum", "anyOf"),
    *("oneOf", "properties", "additionalProperties", "required"),
}
GEMINI_PARAMETERS = ANNOTATIONS | {
    *("type", "format", "default", "enum", "items", "minItems", "maxItems", "minimum", "maximum", "minLength"),
    *("maxLength", "pattern", "minProperties", "maxProperties", "anyOf", "properties", "required", "nullable"),
}
COHERE = ANNOTATIONS | {
    *("$ref", "type", "enum", "const", "anyOf", "properties", "required", "additionalProperties", "items", "pattern"),
    "format",
}
STRICT_FORMATS = {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}


def tools_of(dialect: str, document: Json) -> list[tuple[str, str, Json, bool]]:
    """Take a list apart by the provider's own shape: name, description, input schema, whether strict."""
    if dialect.startswith("mcp"):
        assert set(document) == {"tools"}
        return [(tool["name"], tool["description"], tool["inputSchema"], False) for tool in document["tools"]]
    if dialect == "bedrock":
        specs = [tool["toolSpec"] for tool in document["tools"]]
        return [(one["name"], one["description"], one["inputSchema"]["json"], "strict" in one) for one in specs]
    if dialect.startswith("gemini"):
        (holder,) = document
        key = "parameters" if dialect == "gemini-parameters" else "parametersJsonSchema"
        declared = holder["functionDeclarations"]
        assert all(set(one) <= {"name", "description", key} for one in declared)
        return [(one["name"], one["description"], one.get(key), False) for one in declared]
    if dialect.startswith("anthropic"):
        return [(one["name"], one["description"], one["input_schema"], one.get("strict", False)) for one in document]
    if dialect == "openai-responses":
        assert all(one["type"] == "function" and isinstance(one["strict"], bool) for one in document)
        return [(one["name"], one["description"], one["parameters"], one["strict"]) for one in document]
    assert all(set(one) == {"type", "function"} and one["type"] == "function" for one in document)
    functions = [one["function"] for one in document]
    return [(one["name"], one["description"], one["parameters"], one.get("strict", False)) for one in functions]


def violations(dialect: str, document: Json) -> dict[str, list[str]]:
    """Judge a list.

    Args:
        dialect: a target's name.
        document: the list as it lies on disk.

    Returns:
        Tool to what is wrong with it; tools without findings are left out.
    """
    found: dict[str, list[str]] = {}
    for name, description, schema, strict in tools_of(dialect, document):
        wrong = [*_names(dialect, name, description), *_schema(dialect, schema, strict)]
        if wrong:
            found[name] = wrong
    return found


def _names(dialect: str, name: str, description: str) -> Iterator[str]:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", name):
        yield f"name {name!r}"
    if not description.strip():
        yield "no description"
    if dialect == "cohere" and not re.fullmatch("[A-Za-z_][A-Za-z0-9_]*", name):
        yield f"name {name!r} for Cohere"


def _schema(dialect: str, schema: Json, strict: bool) -> Iterator[str]:
    if schema is None:
        if not dialect.startswith("gemini"):
            yield "no schema"
        return
    yield from _floor(schema)
    own = {
        "gemini": _gemini,
        "gemini-parameters": _gemini_parameters,
        "cohere": _cohere,
        "ollama": _ollama,
    }.get(dialect)
    if own is not None:
        yield from own(schema)
    if strict:
        yield from (_openai_strict if dialect.startswith("openai") else _anthropic_strict)(schema)
    if not dialect.startswith(("anthropic", "gemini", "mcp")) and "properties" not in schema:
        yield "the root has no `properties`"


def _floor(schema: Json) -> Iterator[str]:
    try:
        jsonschema_rs.meta.validate(META | plain_schema(schema))
    except jsonschema_rs.ValidationError as error:
        yield f"no JSON Schema: {error.message}"
    if schema.get("type") != "object":
        yield "the root is no object"
    if ROOT & set(schema):
        yield f"at the root: {sorted(ROOT & set(schema))}"
    definitions = schema.get("$defs", {})
    named = {part["$ref"].removeprefix("#/$defs/") for _, part in nodes(schema) if "$ref" in part}
    if named != set(definitions):
        yield f"definitions {sorted(named ^ set(definitions))[:3]} are unused or missing"
    for path, part in nodes(schema):
        if any(keyword.startswith("x-") for keyword in part) or "discriminator" in part:
            yield f"{path}: a keyword that is no JSON Schema"
        if "array" in types(part) and not isinstance(part.get("items"), dict):
            yield f"{path}: an array without items"
        for key in part.get("properties", {}):
            if not KEY.fullmatch(key):
                yield f"{path}: key {key!r}"


def _openai_strict(schema: Json) -> Iterator[str]:
    yield from _strict(schema, OPENAI_STRICT, STRICT_FORMATS)
    properties = values = text = 0
    for path, part in nodes(schema):
        if set(part.get("required", [])) != set(part.get("properties", {})) and "object" in types(part):
            yield f"{path}: not everything is required"
        if re.search(r"\(\?<?[=!]", part.get("pattern", "")):
            yield f"{path}: lookaround"
        properties += len(part.get("properties", {}))
        values += len(part.get("enum", []))
        text += sum(map(len, part.get("properties", {}))) + sum(len(str(value)) for value in part.get("enum", []))
    if properties > 5000 or values > 1000 or text > 120_000:
        yield "too large"
    for root in [{**schema, "$defs": {}}, *schema.get("$defs", {}).values()]:
        if _depth(root) > 10:
            yield "too deep"


def _anthropic_strict(schema: Json) -> Iterator[str]:
    yield from _strict(schema, ANTHROPIC_STRICT, STRICT_FORMATS | {"uri"})
    if _circle(schema, lambda part, key: False):
        yield "recursion"
    for path, part in nodes(schema):
        if part.get("minItems", 0) not in (0, 1):
            yield f"{path}: minItems"
        if re.search(r"\(\?<?[=!]|\\[1-9bB]", part.get("pattern", "")):
            yield f"{path}: pattern"


def _strict(schema: Json, keywords: set[str], formats: set[str]) -> Iterator[str]:
    for path, part in nodes(schema):
        if extra := set(part) - keywords - {"$defs"}:
            yield f"{path}: {sorted(extra)}"
        if "$ref" in part and len(part) > 1:
            yield f"{path}: siblings of $ref"
        if not {"type", "$ref", "anyOf", "enum", "const"} & set(part):
            yield f"{path}: any value"
        if ("object" in types(part) or "properties" in part) and part.get("additionalProperties") is not False:
            yield f"{path}: open"
        if part.get("format", "date") not in formats:
            yield f"{path}: format"
        if any(isinstance(value, dict | list) for value in part.get("enum", [])):
            yield f"{path}: values"


def _gemini(schema: Json) -> Iterator[str]:
    for path, part in nodes(schema):
        if extra := set(part) - GEMINI - {"$defs"}:
            yield f"{path}: {sorted(extra)}"
        if "$ref" in part and len(part) > 1:
            yield f"{path}: siblings of $ref"
        if any(isinstance(value, bool) or not isinstance(value, str | int | float) for value in part.get("enum", [])):
            yield f"{path}: values"
    if _circle(schema, lambda part, key: key not in part.get("required", [])):
        yield "recursion other than through an optional property"


def _gemini_parameters(schema: Json) -> Iterator[str]:
    for path, part in nodes(schema):
        if extra := set(part) - GEMINI_PARAMETERS:
            yield f"{path}: {sorted(extra)}"
        if "anyOf" in part and len(part) > 1:
            yield f"{path}: siblings of anyOf"
        if "anyOf" not in part and not isinstance(part.get("type"), str):
            yield f"{path}: no single type"
        if "enum" in part and (part.get("type") != "string" or not all(isinstance(v, str) for v in part["enum"])):
            yield f"{path}: values"
        if not set(part.get("required", [])) <= set(part.get("properties", {})):
            yield f"{path}: required but not declared"
        if part.get("format", "date-time") not in {"date-time", "int32", "int64", "float", "double"}:
            yield f"{path}: format"
        if part.get("properties") == {}:
            yield f"{path}: empty properties"


def _cohere(schema: Json) -> Iterator[str]:
    for path, part in nodes(schema):
        if extra := set(part) - COHERE - {"$defs"}:
            yield f"{path}: {sorted(extra)}"
        if isinstance(part.get("type"), list):
            yield f"{path}: list of types"
        if re.search(r"[\^$]|\(\?[=!]", part.get("pattern", "")):
            yield f"{path}: pattern"
        if part.get("format", "date") not in {"date-time", "uuid", "date", "time"}:
            yield f"{path}: format"
    if _circle(schema, lambda part, key: False):
        yield "recursion"


def _ollama(schema: Json) -> Iterator[str]:
    if extra := set(schema) - {"type", "$defs", "items", "required", "properties"}:
        yield f"root: {sorted(extra)}"
    for key, part in schema.get("properties", {}).items():
        if extra := set(part) - {"type", "items", "description", "enum"}:
            yield f"{key}: {sorted(extra)}"
    for path, part in nodes(schema):
        if "$ref" in part:
            yield f"{path}: a reference, which the client drops"


def types(part: Json) -> list[str]:
    declared = part.get("type", [])
    return [declared] if isinstance(declared, str) else declared


def nodes(schema: Json, path: str = "") -> Iterator[tuple[str, Json]]:
    """Yield every subschema with a place, definitions too."""
    if not isinstance(schema, dict):
        return
    yield path or "/", schema
    for keyword, value in schema.items():
        if keyword in ("properties", "patternProperties", "$defs", "dependentSchemas"):
            for key, child in value.items():
                yield from nodes(child, f"{path}/{keyword}/{key}")
        elif keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
            for index, child in enumerate(value):
                yield from nodes(child, f"{path}/{keyword}/{index}")
        elif isinstance(value, dict) and keyword not in ("default", "enum", "const", "examples", "required"):
            yield from nodes(value, f"{path}/{keyword}")


def plain_schema(schema: Json) -> Json:
    """Write what `nullable` means in JSON Schema's own words, so that a validator can judge a lowered schema."""
    if not isinstance(schema, dict):
        return schema
    plain = {}
    for keyword, value in schema.items():
        if keyword in ("properties", "patternProperties", "$defs", "dependentSchemas"):
            plain[keyword] = {key: plain_schema(child) for key, child in value.items()}
        elif keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
            plain[keyword] = [plain_schema(child) for child in value]
        elif isinstance(value, dict) and keyword not in ("default", "const", "examples"):
            plain[keyword] = plain_schema(value)
        elif keyword != "nullable":
            plain[keyword] = value
    return {"anyOf": [plain, {"type": "null"}]} if schema.get("nullable") is True else plain


def _depth(schema: Json) -> int:
    deepest = 1
    for keyword, value in schema.items() if isinstance(schema, dict) else ():
        if keyword == "properties":
            deepest = max([deepest, *(1 + _depth(child) for child in value.values())])
        elif keyword == "items":
            deepest = max(deepest, 1 + _depth(value))
        elif keyword == "anyOf":
            deepest = max([deepest, *(_depth(child) for child in value)])
    return deepest


def _circle(schema: Json, leaves: Callable[[Json, str], bool]) -> bool:
    """Whether definitions lead back to themselves, not counting ways through properties that `leaves` lets out."""
    definitions = schema.get("$defs", {})

    def targets(part: Json) -> Iterator[str]:
        if not isinstance(part, dict):
            return
        if "$ref" in part:
            yield part["$ref"].removeprefix("#/$defs/")
        for keyword, value in part.items():
            if keyword == "properties":
                for key, child in value.items():
                    if not leaves(part, key):
                        yield from targets(child)
            elif keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
                for child in value:
                    yield from targets(child)
            elif isinstance(value, dict) and keyword not in ("default", "$defs"):
                yield from targets(value)

    below = {name: set(targets(part)) for name, part in definitions.items()}
    for _ in below:
        below = {name: found.union(*(below.get(other, set()) for other in found)) for name, found in below.items()}
        if any(name in found for name, found in below.items()):
            return True
    return any(name in found for name, found in below.items())
