"""Definitions that lead back to themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from toolmint.ir.schema import Schema, definition_name, subschemas

__all__ = ["first_circle"]


def first_circle(definitions: Mapping[str, Schema], *, through_optional: bool) -> tuple[str, ...]:
    """Find a circle among definitions.

    Args:
        definitions: by name.
        through_optional: whether a circle counts that can be left by omitting an optional property.

    Returns:
        The names in order, the first one again at the end; empty when there is no circle.
    """
    targets = {name: tuple(dict.fromkeys(_targets(schema, through_optional))) for name, schema in definitions.items()}
    finished: set[str] = set()
    for start in definitions:
        trail: list[str] = []
        pending: list[tuple[str, Iterator[str]]] = []
        _enter(start, targets, finished, trail, pending)
        while pending:
            name, rest = pending[-1]
            following = next(rest, None)
            if following is None:
                pending.pop()
                trail.pop()
                finished.add(name)
            elif following in trail:
                return (*trail[trail.index(following) :], following)
            else:
                _enter(following, targets, finished, trail, pending)
    return ()


def _enter(
    name: str,
    targets: Mapping[str, tuple[str, ...]],
    finished: set[str],
    trail: list[str],
    pending: list[tuple[str, Iterator[str]]],
) -> None:
    if name not in finished:
        trail.append(name)
        pending.append((name, iter(targets.get(name, ()))))


def _targets(schema: Schema, through_optional: bool) -> Iterator[str]:
    if isinstance(schema, bool):
        return
    if "$ref" in schema:
        yield definition_name(schema["$ref"])
    required = schema.get("required", ())
    for tokens, child in subschemas(schema):
        optional = tokens[0] == "properties" and not (isinstance(required, Sequence) and tokens[1] in required)
        if through_optional or not optional:
            yield from _targets(child, through_optional)
