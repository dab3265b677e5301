"""Objects of a server's lists as entries of the lock: their names, digests, texts and fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from toolmint.digest import rfc8785_digest
from toolmint.errors import SourceError
from toolmint.ir.schema import (
    MCP_HEADER,
    SUBSCHEMA_LISTS,
    SUBSCHEMA_MAPS,
    SUBSCHEMA_SINGLES,
    Json,
    definition_name,
)
from toolmint.listing import Listing, parse_text
from toolmint.location import join_pointer
from toolmint.lock.model import Entry, Group
from toolmint.text import kind_of, visible

__all__ = ["GROUPS", "INPUT_SCHEMAS", "Named", "document_entry", "entry_of", "named_objects", "text_entry"]

GROUPS: Mapping[Group, tuple[str, str]] = {
    "tools": ("tool", "name"),
    "prompts": ("prompt", "name"),
    "resourceTemplates": ("resource template", "uriTemplate"),
}
"""The lists of a server: what an object of each is called, and the key that names it."""
INPUT_SCHEMAS = ("inputSchema", "input_schema", "parametersJsonSchema", "parameters_json_schema", "parameters")
"""Keys of a tool's input schema, as MCP and the providers call it."""
_SCHEMAS = (*INPUT_SCHEMAS, "outputSchema", "responseJsonSchema", "response_json_schema", "response")
_WRAPPERS = ("function", "toolSpec")
_TEXTS = ("title", "description")
_MAPS = (*SUBSCHEMA_MAPS, "$defs", "definitions")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """An object of a list."""

    name: str
    text: str
    """As it was sent."""
    value: Mapping[str, Json]


def named_objects(listing: Listing, group: Group, *, what: str, strict: bool = False) -> dict[str, Named]:
    """Name the objects of a list.

    Args:
        listing: what a server listed, or a file.
        group: which list.
        what: where it comes from, for messages: `the server`, `specs/weather.mcp.json`.
        strict: whether a tool must have an input schema, as MCP wants it.

    Raises:
        SourceError: an object is no object, has no name, shares it with another, or a schema is missing.
    """
    noun, key = GROUPS[group]
    texts = {"tools": listing.tools, "prompts": listing.prompts, "resourceTemplates": listing.resource_templates}
    found: dict[str, Named] = {}
    for number, text in enumerate(texts[group], 1):
        about = f"{what}: {noun} {number}"
        value = parse_text(text, what=about)
        if not isinstance(value, Mapping):
            raise SourceError(f"{about} is {kind_of(value)}; wanted an object")
        inner = _inside(value)[1]
        name = inner.get(key)
        if not isinstance(name, str) or not name:
            state = f"has no `{key}`" if name is None else f"has {kind_of(name)} as `{key}`"
            raise SourceError(f"{about} {state}; wanted text that names it")
        if name in found:
            hint = "a model could call only one of them; tell the vendor"
            raise SourceError(f"{what} lists two {noun}s of the name `{visible(name)}`", hint=hint)
        if strict and group == "tools" and not isinstance(inner.get("inputSchema"), Mapping):
            raise SourceError(f"{about}, `{visible(name)}`, has no `inputSchema`, which MCP requires")
        found[name] = Named(name=name, text=text, value=value)
    return found


def entry_of(value: Mapping[str, Json]) -> Entry:
    """Make the entry of one object, without approvals.

    A schema's digest is of the schema without its titles and descriptions, whose digests stand beside it: so the lock
    alone tells a change of prose from a change of what is valid.
    """
    pointer, inner = _inside(value)
    parts = {join_pointer([key]): rfc8785_digest(part) for key, part in value.items() if join_pointer([key]) != pointer}
    parts |= {
        pointer + join_pointer([key]): rfc8785_digest(_without_texts(part) if key in _SCHEMAS else part)
        for key, part in inner.items()
    }
    texts = {f"{pointer}/{key}": text for key in _TEXTS if isinstance(text := inner.get(key), str)}
    for key in _SCHEMAS:
        schema = inner.get(key)
        for where, keyword, held in _sayings(schema, f"{pointer}/{key}"):
            place = where + join_pointer([keyword])
            parts[place] = rfc8785_digest(held)
            if keyword in _TEXTS:
                texts[place] = cast(str, held)
    arguments = inner.get("arguments")  # of a prompt
    if isinstance(arguments, list):
        for index, argument in enumerate(arguments):
            if isinstance(argument, Mapping):
                texts |= {
                    f"{pointer}/arguments/{index}/{key}": text
                    for key in _TEXTS
                    if isinstance(text := argument.get(key), str)
                }
    schema = next((inner[key] for key in INPUT_SCHEMAS if key in inner), None)
    fields = tuple(sorted(set(_fields(schema, schema, "", frozenset()))))
    return Entry(sha256=rfc8785_digest(value), parts=parts, texts=texts, fields=fields)


def text_entry(text: str) -> Entry:
    """Make the entry of a server's instructions."""
    return Entry(sha256=rfc8785_digest(text), texts={"": text})


def document_entry(value: Json) -> Entry:
    """Make the entry of an OpenAPI document: a part an operation, a kind of component, and any other root key."""
    parts: dict[str, str] = {}
    for key, part in value.items() if isinstance(value, Mapping) else ():
        below = part if isinstance(part, Mapping) and key in ("paths", "components", "webhooks") else None
        if below is None:
            parts[join_pointer([key])] = rfc8785_digest(part)
            continue
        for name, held in below.items():
            if key == "components" or not isinstance(held, Mapping):
                parts[join_pointer([key, name])] = rfc8785_digest(held)
                continue
            parts |= {join_pointer([key, name, one]): rfc8785_digest(operation) for one, operation in held.items()}
    return Entry(sha256=rfc8785_digest(value), parts=parts)


def _inside(value: Mapping[str, Json]) -> tuple[str, Mapping[str, Json]]:
    """Step into the object that has the name: OpenAI's `function`, Bedrock's `toolSpec`."""
    for key in _WRAPPERS:
        inner = value.get(key)
        if isinstance(inner, Mapping):
            return join_pointer([key]), inner
    return "", value


def _sayings(schema: Json, pointer: str) -> Iterator[tuple[str, str, Json]]:
    """Yield pointer, keyword and value of what a schema says beside its constraints, at any depth."""
    if not isinstance(schema, Mapping):
        return
    for keyword in (*_TEXTS, MCP_HEADER):
        held = schema.get(keyword)
        if isinstance(held, str):
            yield pointer, keyword, held
    for steps, part in _below(schema):
        yield from _sayings(part, pointer + join_pointer(steps))


def _without_texts(schema: Json) -> Json:
    if not isinstance(schema, Mapping):
        return schema
    left = {key: part for key, part in schema.items() if not (key in _TEXTS and isinstance(part, str))}
    for keyword in (*SUBSCHEMA_SINGLES, "json"):
        if isinstance(left.get(keyword), Mapping):
            left[keyword] = _without_texts(left[keyword])
    for keyword in (*SUBSCHEMA_LISTS, "items"):
        if isinstance(held := left.get(keyword), list):
            left[keyword] = [_without_texts(part) for part in held]
    for keyword in _MAPS:
        if isinstance(held := left.get(keyword), Mapping):
            left[keyword] = {name: _without_texts(part) for name, part in held.items()}
    return left


def _below(schema: Mapping[str, Json]) -> Iterator[tuple[tuple[str, ...], Json]]:
    for keyword in (*SUBSCHEMA_SINGLES, "json"):  # Bedrock writes a schema below `json`
        if isinstance(schema.get(keyword), Mapping):
            yield (keyword,), schema[keyword]
    for keyword in (*SUBSCHEMA_LISTS, "items"):
        held = schema.get(keyword)
        for index, part in enumerate(held if isinstance(held, list) else ()):
            yield (keyword, str(index)), part
    for keyword in _MAPS:
        held = schema.get(keyword)
        for name, part in held.items() if isinstance(held, Mapping) else ():
            yield (keyword, name), part


def _fields(schema: Json, root: Json, path: str, seen: frozenset[str]) -> Iterator[str]:
    if not isinstance(schema, Mapping):
        return
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/") and reference not in seen:
        yield from _fields(_target(root, reference), root, path, seen | {reference})
    properties = schema.get("properties")
    for name, part in properties.items() if isinstance(properties, Mapping) else ():
        below = f"{path}.{name}" if path else name
        yield below
        yield from _fields(part, root, below, seen)
    if isinstance(schema.get("items"), Mapping):
        yield from _fields(schema["items"], root, f"{path}[]", seen)
    if isinstance(schema.get("json"), Mapping):
        yield from _fields(schema["json"], schema["json"], path, seen)
    for keyword in ("allOf", "anyOf", "oneOf"):
        branches = schema.get(keyword)
        for branch in branches if isinstance(branches, list) else ():
            yield from _fields(branch, root, path, seen)


def _target(root: Json, reference: str) -> Json:
    name = definition_name(reference)
    for key in ("$defs", "definitions"):
        held = root.get(key) if isinstance(root, Mapping) else None
        if isinstance(held, Mapping) and name in held:
            return held[name]
    return None
