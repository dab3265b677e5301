"""Objects of a server's lists as entries of the lock: their names, digests, texts and fields.

Values come from the JSON reader, so that every object is a `dict`: asking for `Mapping` costs ten times as much.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

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
_MAPS = frozenset({*SUBSCHEMA_MAPS, "$defs", "definitions"})
_SINGLES = frozenset({*SUBSCHEMA_SINGLES, "json"})  # Bedrock writes a schema below `json`
_LISTS = frozenset({*SUBSCHEMA_LISTS, "items"})


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
    texts: dict[str, str] = {}
    for key, part in inner.items():
        place = pointer + join_pointer([key])
        if key in _SCHEMAS:
            said: dict[str, str] = {}
            part = _divided(part, place, said)
            parts |= {where: rfc8785_digest(held) for where, held in said.items()}
            texts |= {where: held for where, held in said.items() if not where.endswith(f"/{MCP_HEADER}")}
        elif key in _TEXTS and isinstance(part, str):
            texts[place] = part
        parts[place] = rfc8785_digest(part)
    arguments = inner.get("arguments")  # of a prompt
    if isinstance(arguments, list):
        for index, argument in enumerate(arguments):
            if isinstance(argument, dict):
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
    for key, part in value.items() if isinstance(value, dict) else ():
        below = part if isinstance(part, dict) and key in ("paths", "components", "webhooks") else None
        if below is None:
            parts[join_pointer([key])] = rfc8785_digest(part)
            continue
        for name, held in below.items():
            if key == "components" or not isinstance(held, dict):
                parts[join_pointer([key, name])] = rfc8785_digest(held)
                continue
            parts |= {join_pointer([key, name, one]): rfc8785_digest(operation) for one, operation in held.items()}
    return Entry(sha256=rfc8785_digest(value), parts=parts)


def _inside(value: Mapping[str, Json]) -> tuple[str, Mapping[str, Json]]:
    """Step into the object that has the name: OpenAI's `function`, Bedrock's `toolSpec`."""
    for key in _WRAPPERS:
        inner = value.get(key)
        if isinstance(inner, dict):
            return join_pointer([key]), inner
    return "", value


def _divided(schema: Json, pointer: str, said: dict[str, str]) -> Json:
    """Take the texts out of a schema, at any depth.

    Args:
        schema: what to divide.
        pointer: where it stands.
        said: takes the texts up by their pointers, and headers too, which stay in the schema.

    Returns:
        What is left of the schema.
    """
    if not isinstance(schema, dict):
        return schema
    left: dict[str, Json] = {}
    for key, part in schema.items():
        if isinstance(part, str):
            if key in _TEXTS or key == MCP_HEADER:
                said[f"{pointer}/{key}"] = part
            if key not in _TEXTS:
                left[key] = part
        elif key in _MAPS and isinstance(part, dict):
            below = f"{pointer}/{key}"
            left[key] = {name: _divided(held, below + join_pointer([name]), said) for name, held in part.items()}
        elif key in _SINGLES and isinstance(part, dict):
            left[key] = _divided(part, f"{pointer}/{key}", said)
        elif key in _LISTS and isinstance(part, list):
            left[key] = [_divided(held, f"{pointer}/{key}/{index}", said) for index, held in enumerate(part)]
        else:
            left[key] = part
    return left


def _fields(schema: Json, root: Json, path: str, seen: frozenset[str]) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/") and reference not in seen:
        yield from _fields(_target(root, reference), root, path, seen | {reference})
    properties = schema.get("properties")
    for name, part in properties.items() if isinstance(properties, dict) else ():
        below = f"{path}.{name}" if path else name
        yield below
        yield from _fields(part, root, below, seen)
    if isinstance(schema.get("items"), dict):
        yield from _fields(schema["items"], root, f"{path}[]", seen)
    if isinstance(schema.get("json"), dict):
        yield from _fields(schema["json"], schema["json"], path, seen)
    for keyword in ("allOf", "anyOf", "oneOf"):
        branches = schema.get(keyword)
        for branch in branches if isinstance(branches, list) else ():
            yield from _fields(branch, root, path, seen)


def _target(root: Json, reference: str) -> Json:
    name = definition_name(reference)
    for key in ("$defs", "definitions"):
        held = root.get(key) if isinstance(root, dict) else None
        if isinstance(held, dict) and name in held:
            found: Json = held[name]
            return found
    return None
