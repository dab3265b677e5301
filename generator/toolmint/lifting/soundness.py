"""Whether lifted schemas are schemas: a last look before anything is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolmint.ir.schema import Schema, definition_name
from toolmint.lifting.violations import flatten_rust_error
from toolmint.text import visible

__all__ = ["Unsound", "unsound_schemas"]

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_TOGETHER = 256
_IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
_IN_PLACE_SINGLES = ("not", "if", "then", "else")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsound:
    """What is wrong with schemas, one phrase each, by name; a tool may be called like a definition."""

    tools: Mapping[str, str]
    definitions: Mapping[str, str]

    @property
    def any(self) -> bool:
        """Whether anything is wrong."""
        return bool(self.tools or self.definitions)

    def of_tool(self, name: str, reached: Iterable[str]) -> list[str]:
        """Return what is wrong with a tool's schema and with the definitions that it reaches."""
        own = [self.tools[name]] if name in self.tools else []
        return own + [self.definitions[one] for one in sorted(reached) if one in self.definitions]


def unsound_schemas(schemas: Mapping[str, Schema], definitions: Mapping[str, Schema]) -> Unsound:
    """Find what is no JSON Schema 2020-12, or applies to itself without end.

    Args:
        schemas: the schemas of tools by name.
        definitions: what their references lead to.
    """
    endless = {name: f"`{name}` refers to itself without an end" for name in _endless(definitions)}
    return Unsound(tools=_no_schemas(schemas), definitions=endless | _no_schemas(definitions))


def _no_schemas(schemas: Mapping[str, Schema]) -> dict[str, str]:
    import jsonschema_rs

    found: dict[str, str] = {}
    names = list(schemas)
    # Judged together, which is quicker, and not all at once, since the judge copies what it is given.
    for start in range(0, len(names), _TOGETHER):
        some = {name: schemas[name] for name in names[start : start + _TOGETHER]}
        if not jsonschema_rs.meta.is_valid({"$schema": _DRAFT, "$defs": some}):
            found.update(_named_faults(some))
    return found


def _named_faults(schemas: Mapping[str, Schema]) -> dict[str, str]:
    import jsonschema_rs

    found: dict[str, str] = {}
    for name, schema in schemas.items():
        whole = {"$schema": _DRAFT, **schema} if isinstance(schema, Mapping) else schema
        try:
            jsonschema_rs.meta.validate(whole)
        except jsonschema_rs.ValidationError as error:
            violation = next(flatten_rust_error(error))
            found[name] = visible(f"`{name}` is no JSON Schema: {violation.sentence}")
    return found


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
