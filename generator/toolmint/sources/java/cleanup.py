"""What victools tidies up once a schema is complete (`SchemaCleanUpUtils` 4.38.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from toolmint.ir.schema import SUBSCHEMA_LISTS, SUBSCHEMA_MAPS, SUBSCHEMA_SINGLES

__all__ = ["clean"]

_MERGED_SCHEMAS = frozenset({"items", "unevaluatedItems", "additionalProperties", "unevaluatedProperties"})
_KNOWN = frozenset(
    {
        *SUBSCHEMA_SINGLES,
        *SUBSCHEMA_LISTS,
        *SUBSCHEMA_MAPS,
        *("$ref", "$defs", "type", "enum", "const", "required", "title", "description", "format"),
        *("readOnly", "writeOnly"),
    }
)


def clean(nodes: Sequence[dict[str, Any]], definitions: Mapping[str, Any]) -> None:
    """Merge what stands in `allOf`, flatten `anyOf`, drop what a definition says already; in place.

    Args:
        nodes: the schema, and each definition.
        definitions: the definitions by name.
    """
    _everywhere(nodes, _merge_all_of)
    _everywhere(nodes, _flatten_any_of)
    attributes = {f"#/$defs/{name}": dict(one) for name, one in definitions.items()}
    _everywhere(nodes, lambda node: _drop_redundant(node, attributes))


def _everywhere(nodes: Iterable[dict[str, Any]], change: Callable[[dict[str, Any]], None]) -> None:
    pending, seen = list(nodes), set()
    while pending:
        level, pending = pending, []
        for node in level:
            # Nodes are shared; a second visit would change nothing.
            if id(node) not in seen:
                seen.add(id(node))
                change(node)
                pending += _below(node)


def _below(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for keyword, value in node.items():
        if keyword in SUBSCHEMA_SINGLES and isinstance(value, dict):
            yield value
        elif keyword in SUBSCHEMA_LISTS and isinstance(value, list):
            yield from (part for part in value if isinstance(part, dict))
        elif (keyword in SUBSCHEMA_MAPS or keyword == "$defs") and isinstance(value, dict):
            yield from (part for part in value.values() if isinstance(part, dict))


def _merge_all_of(node: dict[str, Any]) -> None:
    parts = node.get("allOf")
    if not isinstance(parts, list):
        return
    for part in parts:
        if isinstance(part, dict):
            _merge_all_of(part)
    merged = _merged([node, *parts], main=True)
    if merged is not None:
        del node["allOf"]
        node.update(merged)


def _merged(nodes: Sequence[Any], *, main: bool) -> dict[str, Any] | None:
    """Return one schema that says what several say; None where they cannot be joined."""
    if any(part is False for part in nodes):
        return None
    gathered: dict[str, list[Any]] = {}
    for part in nodes:
        if isinstance(part, dict):
            for keyword, value in part.items():
                gathered.setdefault(keyword, []).append(value)
    if any(keyword not in _KNOWN and len(values) > 1 for keyword, values in gathered.items()):
        return None
    result: dict[str, Any] = {}
    for keyword, values in gathered.items():
        if keyword == "allOf" and main:
            values = values[1:]
            if not values:
                continue
        joined = _joined(keyword, values)
        if joined is None:
            return None
        result[keyword] = joined[0]
    return result


def _joined(keyword: str, values: list[Any]) -> tuple[Any] | None:
    if len(values) == 1:
        return (values[0],)
    if keyword in ("allOf", "required"):
        return _joined_lists(values)
    if keyword in ("properties", "dependentSchemas"):
        return _joined_properties(values)
    if keyword in _MERGED_SCHEMAS:
        merged = _merged(values, main=False)
        return None if merged is None else (merged,)
    if keyword == "type":
        return _common_types(values)
    return (values[0],) if all(value == values[0] for value in values[1:]) else None


def _joined_lists(values: list[Any]) -> tuple[Any] | None:
    if not all(isinstance(value, list) for value in values):
        return None
    items: list[Any] = []
    for value in values:
        items += [item for item in value if item not in items]
    return (items,)


def _joined_properties(values: list[Any]) -> tuple[Any] | None:
    result: dict[str, Any] = {}
    for value in values:
        for name, schema in value.items():
            if name in result and result[name] != schema:
                return None
            result.setdefault(name, schema)
    return (result,)


def _common_types(values: list[Any]) -> tuple[Any] | None:
    common = [values[0]] if isinstance(values[0], str) else list(values[0])
    for value in values[1:]:
        listed = [value] if isinstance(value, str) else value
        common = [one for one in common if one in listed]
    if not common:
        return None
    return (common[0] if len(common) == 1 else common,)


def _flatten_any_of(node: dict[str, Any]) -> None:
    parts = node.get("anyOf")
    if not isinstance(parts, list):
        return
    for part in parts:
        if isinstance(part, dict):
            _flatten_any_of(part)
    flat: list[Any] = []
    for part in parts:
        inner = part.get("anyOf") if isinstance(part, dict) and len(part) == 1 else None
        flat += inner if isinstance(inner, list) else [part]
    parts[:] = flat


def _drop_redundant(node: dict[str, Any], definitions: Mapping[str, Mapping[str, Any]]) -> None:
    properties = node.get("properties")
    if not isinstance(properties, dict):
        return
    for schema in properties.values():
        reference = schema.get("$ref") if isinstance(schema, dict) else None
        held = definitions.get(reference) if isinstance(reference, str) else None
        if held is not None:
            for keyword in [one for one, value in schema.items() if one in held and held[one] == value]:
                del schema[keyword]
