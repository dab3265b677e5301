"""Texts inside a schema that came as a whole, so that no comparison shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolmint.changes.values import TEXTS, as_schema, mapping, reference_of, sequence, written_out
from toolmint.ir.schema import Schema

__all__ = ["Texts", "schema_texts"]

Texts = tuple[tuple[str, str], ...]
"""Pairs of a place and the text that stands there."""


def schema_texts(schema: Schema, definitions: Mapping[str, Schema], place: str = "") -> Texts:
    """Return what a schema says to a model, itself and what is below it.

    Args:
        schema: a schema that is new.
        definitions: shared schemas that it may refer to; each is followed once on a way down.
        place: where it stands, in dots; empty for the schema asked about.
    """
    return tuple(_texts(schema, definitions, place, frozenset()))


def _texts(
    schema: Schema, definitions: Mapping[str, Schema], place: str, seen: frozenset[str]
) -> Iterator[tuple[str, str]]:
    name = reference_of(schema)
    if name in seen:
        return
    full = written_out(schema, definitions)
    if isinstance(full, bool):
        return
    below = seen | {name} if name else seen
    prefix = f"{place}." if place else ""
    for key in TEXTS:
        text = full.get(key)
        if isinstance(text, str):
            yield f"{prefix}{key}", text
    for key, part in mapping(full.get("properties")).items():
        yield from _texts(as_schema(part), definitions, f"{prefix}{key}", below)
    for key in ("items", "additionalProperties"):
        yield from _texts(as_schema(full.get(key, True)), definitions, f"{place}[]", below)
    for key in ("anyOf", "prefixItems"):
        for part in sequence(full.get(key)):
            yield from _texts(as_schema(part), definitions, place, below)
