"""Example argument objects that an author writes: each must validate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from toolmint.ir.schema import Json, JsonObject, Schema, reachable_definitions
from toolmint.lifting.frame import Frame
from toolmint.lifting.violations import flatten_rust_error
from toolmint.location import Location
from toolmint.text import kind_of, visible

if TYPE_CHECKING:
    import jsonschema_rs

__all__ = ["checked_examples", "example_validator"]


def checked_examples(
    written: Iterable[tuple[Json, Location]], schema: JsonObject, definitions: Mapping[str, Schema], frame: Frame
) -> tuple[JsonObject, ...]:
    """Return an author's examples; one that does not validate is an error (IN-16) and left out.

    Args:
        written: each example with the place where it stands.
        schema: the tool's input schema.
        definitions: what its references lead to.
        frame: where problems go.
    """
    validator = example_validator(schema, definitions)
    checked = [_checked(value, place, validator, frame) for value, place in written]
    return tuple(one for one in checked if one is not None)


def example_validator(schema: JsonObject, definitions: Mapping[str, Schema]) -> jsonschema_rs.Draft202012Validator:
    """Return what says whether an object of arguments validates."""
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
