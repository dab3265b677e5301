"""Values inside schemas: equal or not, and how people read them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from toolmint.ir.schema import ANNOTATIONS, PRIVATE_KEYWORDS, Json, JsonObject, Schema, definition_name

__all__ = [
    "SAYINGS",
    "TEXTS",
    "as_schema",
    "be",
    "holds",
    "listed",
    "listed_values",
    "mapping",
    "names",
    "number",
    "plain",
    "reference_of",
    "said_before_and_after",
    "same",
    "sequence",
    "shown",
    "takes_anything",
    "written_out",
]

TEXTS = ("title", "description")
SAYINGS = ("default", "examples", "format", "contentEncoding", "contentMediaType", "contentSchema", "deprecated")
"""Keywords that refuse nothing (JSON Schema validation sections 7 to 9), yet tell a model what to write."""
_LONGEST_SHOWN = 60
"""Characters of a value that a reason quotes."""
UNCONSTRAINING = frozenset({*TEXTS, *SAYINGS, *ANNOTATIONS, *PRIVATE_KEYWORDS})


def canonical(value: Json) -> str:
    """Write a value so that equal values are written alike (JSON Schema core section 4.2.2)."""
    return json.dumps(_numbers(value), sort_keys=True, ensure_ascii=False)


def _numbers(value: Json) -> Json:
    """Write numbers that are equal alike (JSON Schema core section 4.2.1: 1 and 1.0 are one value)."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, Mapping):
        return {key: _numbers(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_numbers(part) for part in value]
    return value


def same(one: Json, other: Json) -> bool:
    """Say whether two JSON values are equal."""
    return one is other or canonical(one) == canonical(other)


def holds(values: Sequence[Json], value: Json) -> bool:
    """Say whether a value is among others."""
    wanted = canonical(value)
    return any(canonical(one) == wanted for one in values)


def reference_of(schema: Schema) -> str:
    """Return the name of the definition that a schema refers to; empty where it refers to none."""
    found = schema.get("$ref") if isinstance(schema, Mapping) else None
    return definition_name(found) if isinstance(found, str) else ""


def written_out(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """Write a reference out, with what stands beside it; a circle of references alone is cut."""
    seen: set[str] = set()
    while isinstance(schema, Mapping) and (name := reference_of(schema)) and name not in seen:
        seen.add(name)
        target = definitions.get(name, True)
        beside = {key: part for key, part in schema.items() if key != "$ref"}
        if isinstance(target, bool):
            return beside or target
        schema = {**target, **beside}
    return schema


def takes_anything(schema: Schema) -> bool:
    """Say whether a schema refuses nothing."""
    return schema is True or (isinstance(schema, Mapping) and not (schema.keys() - UNCONSTRAINING))


def listed_values(schema: JsonObject) -> list[Json] | None:
    """Return the values of `enum` or `const`; None where any is valid."""
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return list(values) if isinstance(values, list | tuple) else None


def number(value: Json) -> float | None:
    """Return a number, None for anything else."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def plain(value: float | None) -> str:
    """Write a number for people."""
    return "none" if value is None else f"{value:g}" if abs(value) < 1e15 else str(value)


def mapping(value: Json) -> Mapping[str, Json]:
    """Return a mapping, an empty one for anything else."""
    return value if isinstance(value, Mapping) else {}


def sequence(value: Json) -> Sequence[Json]:
    """Return a sequence, an empty one for anything else."""
    return value if isinstance(value, list | tuple) else ()


def names(value: Json) -> set[str]:
    """Return the names in a list."""
    return {str(name) for name in sequence(value)}


def as_schema(value: Json) -> Schema:
    """Return a schema, True for anything else."""
    return value if isinstance(value, bool | Mapping) else True


def listed(names: set[str]) -> str:
    """Write names for people, sorted."""
    return ", ".join(f"`{name}`" if " " not in name else name for name in sorted(names))


def shown(values: Sequence[Json] | None) -> str:
    """Write the first values for people."""
    shown = [f"`{json.dumps(value, ensure_ascii=False)}`" for value in list(values or ())[:5]]
    more = len(values or ()) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def be(values: Sequence[Json] | None) -> str:
    """Return the verb that goes with so many values."""
    return "is" if len(values or ()) == 1 else "are"


def said_before_and_after(keyword: str, before: Json, after: Json) -> str:
    """Say what a keyword says and said, where that is short."""
    one, other = (_short(value) for value in (before, after))
    if before is None:
        return f"`{keyword}` is {other}, and nothing was stated" if other else f"`{keyword}` is new"
    if after is None:
        return f"`{keyword}` is gone, which was {one}" if one else f"`{keyword}` is gone"
    return f"`{keyword}` is {other}, was {one}" if one and other else f"`{keyword}` is another"


def _short(value: Json) -> str:
    written = json.dumps(value, ensure_ascii=False)
    return f"`{written}`" if len(written) <= _LONGEST_SHOWN else ""
