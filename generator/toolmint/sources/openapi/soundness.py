"""Whether lifted schemas are schemas: a last look before anything is printed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from toolmint.ir.schema import Schema, definition_name

__all__ = ["unsound_schemas"]

_IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
_IN_PLACE_SINGLES = ("not", "if", "then", "else")


def unsound_schemas(schemas: Mapping[str, Schema], definitions: Mapping[str, Schema]) -> dict[str, str]:
    """Find what is no JSON Schema 2020-12, or applies to itself without end.

    Args:
        schemas: the schemas of tools by name.
        definitions: what their references lead to.

    Returns:
        Name of a schema or definition -> what is wrong with it, one phrase. Empty when all is well.
    """
    found = {name: f"`{name}` refers to itself without an end" for name in _endless(definitions)}
    import jsonschema_rs

    everything: dict[str, Schema] = {**definitions, **{f" {name}": schema for name, schema in schemas.items()}}
    if jsonschema_rs.meta.is_valid({"$schema": _DRAFT, "$defs": everything}):
        return found
    for name, schema in everything.items():
        whole = {"$schema": _DRAFT, **schema} if isinstance(schema, Mapping) else schema
        try:
            jsonschema_rs.meta.validate(whole)
        except jsonschema_rs.ValidationError as error:
            found[name.strip()] = error.message[:120]
    return found


_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def _endless(definitions: Mapping[str, Schema]) -> set[str]:
    """Return definitions that apply to the same value again through references alone: no value can be judged."""
    edges = {name: set(_in_place(schema)) for name, schema in definitions.items()}
    bad: set[str] = set()
    for start in edges:
        pending, seen = list(edges[start]), set()
        while pending:
            name = pending.pop()
            if name == start:
                bad.add(start)
                break
            if name not in seen:
                seen.add(name)
                pending += edges.get(name, ())
    return bad


def _in_place(schema: Schema) -> Iterator[str]:
    if isinstance(schema, bool):
        return
    if "$ref" in schema:
        yield definition_name(schema["$ref"])
    for keyword in _IN_PLACE_LISTS:
        branches = schema.get(keyword)
        if isinstance(branches, Sequence):
            for branch in branches:
                if isinstance(branch, Mapping):
                    yield from _in_place(branch)
    for keyword in _IN_PLACE_SINGLES:
        branch = schema.get(keyword)
        if isinstance(branch, Mapping):
            yield from _in_place(branch)
