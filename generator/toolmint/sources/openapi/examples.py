"""Example argument objects: the author's own must validate, the document's are taken where they do."""

from __future__ import annotations

from collections.abc import Mapping

from toolmint.ir.binding import ArgumentValue, HttpBody
from toolmint.ir.schema import Json, JsonObject, Schema
from toolmint.lifting.examples import checked_examples, example_validator
from toolmint.lifting.frame import Frame
from toolmint.sources.openapi.arguments import Arguments
from toolmint.sources.openapi.bodies import Body
from toolmint.sources.openapi.extension import ToolSettings

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
        return checked_examples(settings.examples, arguments.schema, definitions, frame)
    offered = body.examples if body is not None else ()
    candidates = [one for value in offered if (one := _from_body(value, arguments.body))]
    if not candidates:
        return ()
    validator = example_validator(arguments.schema, definitions)
    return tuple(one for one in candidates[:_MOST] if validator.is_valid(one))


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
