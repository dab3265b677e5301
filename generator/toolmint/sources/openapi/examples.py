"""Example argument objects: the author's own must validate, the document's are taken where they do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from toolmint.ir.binding import ArgumentValue, HttpBody
from toolmint.ir.schema import Json, JsonObject, Schema, reachable_definitions
from toolmint.lifting.frame import Frame
from toolmint.location import Location
from toolmint.sources.openapi.arguments import Arguments
from toolmint.sources.openapi.bodies import Body
from toolmint.sources.openapi.extension import ToolSettings
from toolmint.sources.openapi.violations import flatten_rust_error
from toolmint.text import kind_of, visible

if TYPE_CHECKING:
    import jsonschema_rs

__all__ = ["argument_examples"]

_MOST = 3
"""Examples of the document's own that a tool keeps: more teach nothing and cost tokens."""


def argument_examples(
    settings: ToolSettings,
    arguments: Arguments,
    body: Body | None,
    definitions: Mapping[str, Schema],
    frame: Frame,
) -> tuple[JsonObject, ...]:
    """Return the examples of one tool.

    Args:
        settings: `x-tool.examples`; one that does not validate is an error (IN-16).
        arguments: the tool's arguments.
        body: its body, whose examples are used where the author wrote none and they validate.
        definitions: shared input schemas.
        frame: where problems go.
    """
    if settings.examples:
        validator = _validator(arguments.schema, definitions)
        checked = [_checked(value, place, validator, frame) for value, place in settings.examples]
        return tuple(one for one in checked if one is not None)
    offered = body.examples if body is not None else ()
    candidates = [one for value in offered if (one := _from_body(value, arguments.body))]
    if not candidates:
        return ()
    validator = _validator(arguments.schema, definitions)
    return tuple(one for one in candidates[:_MOST] if validator.is_valid(one))


def _validator(schema: JsonObject, definitions: Mapping[str, Schema]) -> jsonschema_rs.Draft202012Validator:
    import jsonschema_rs

    return jsonschema_rs.Draft202012Validator({**schema, "$defs": reachable_definitions(schema, definitions)})


def _checked(
    value: Json, place: Location, validator: jsonschema_rs.Draft202012Validator, frame: Frame
) -> JsonObject | None:
    if not isinstance(value, Mapping):
        frame.error("IN-16", f"found {kind_of(value)} for an example, wanted an object of arguments", place)
        return None
    problem = next(iter(validator.iter_errors(value)), None)
    if problem is None:
        return value
    violation = next(flatten_rust_error(problem))
    where = (
        place.child(*violation.tokens)
        if violation.keyword != "unknown"
        else place.child(*violation.tokens, violation.names[0], at="key")
    )
    frame.error("IN-16", visible(f"the example does not validate: {violation.sentence}"), where)
    return None


def _from_body(value: Json, body: HttpBody | None) -> JsonObject | None:
    """Write a body's example as arguments; None where it holds what is no argument."""
    if body is None:
        return None
    if body.whole is not None:
        return {body.whole.argument: value} if isinstance(body.whole, ArgumentValue) else None
    if not isinstance(value, Mapping):
        return None
    facing = {one.name: one.value for one in body.properties}
    found: dict[str, Json] = {}
    for key, part in value.items():
        source = facing.get(key)
        if isinstance(source, ArgumentValue):
            found[source.argument] = part
        elif source is None:
            return None
    return found
