"""One flat closed object of arguments, made of parameters and body, with each argument's way back to the wire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from toolmint.ir.binding import (
    BodyProperty,
    HttpBody,
    HttpParameter,
    ParameterLocation,
    PropertyEncoding,
)
from toolmint.ir.contract import ContextValue
from toolmint.ir.schema import (
    PROSE,
    WAS,
    Json,
    JsonObject,
)
from toolmint.lifting.frame import Frame
from toolmint.lifting.keys import says_wire_key
from toolmint.lifting.schema import SchemaLifter
from toolmint.location import Location
from toolmint.sources.openapi.bodies import Body
from toolmint.sources.openapi.parameters import Parameter
from toolmint.sources.openapi.slots import Encoding, Slot, apply_context, body_slots, name_slots, parameter_slot

__all__ = ["Arguments", "assemble"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arguments:
    """What a model fills in, what the host supplies, and where each value goes."""

    schema: JsonObject
    parameters: tuple[HttpParameter, ...]
    body: HttpBody | None
    context: tuple[ContextValue, ...]
    wire: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Wire name -> arguments, where the two differ."""
    components: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Component key -> arguments made from it."""
    former: Mapping[str, str] = field(default_factory=dict)
    """Former name -> argument."""
    hidden: Mapping[str, str] = field(default_factory=dict)
    """Name that the model never sees -> what it is."""
    places: Mapping[str, Location] = field(default_factory=dict)
    """Argument -> where what it is made of stands."""


def assemble(
    listed: Iterable[Parameter],
    body: Body | None,
    context: Mapping[str, tuple[str, Location]],
    lifter: SchemaLifter,
    frame: Frame,
) -> Arguments:
    """Flatten parameters and body into one closed object (docs/x-tool.md, "Arguments").

    Args:
        listed: the operation's parameters, credentials and ignored headers taken out.
        body: what the request carries.
        context: wire name -> dotted key, of values that the tool's `x-tool.context` gives to the host.
        lifter: lifts the schemas, in the input direction.
        frame: where problems go.
    """
    slots = [parameter_slot(parameter, lifter, frame) for parameter in listed]
    of_body, encodings = body_slots(body, lifter, frame)
    slots += of_body
    apply_context(slots, context, frame)
    name_slots(slots, frame)
    return _assembled(slots, body, encodings)


def _assembled(slots: list[Slot], body: Body | None, encodings: dict[str, Encoding]) -> Arguments:
    arguments = [slot for slot in slots if slot.is_argument]
    schema: dict[str, Json] = {
        "type": "object",
        "properties": {slot.facing: says_wire_key(slot.schema, slot.wire, slot.facing) for slot in arguments},
        "additionalProperties": False,
    }
    required = [slot.facing for slot in arguments if slot.required]
    if required:
        schema["required"] = required
    return Arguments(
        schema=schema,
        parameters=tuple(_http_parameter(slot) for slot in slots if slot.parameter is not None),
        body=_http_body(slots, body, encodings),
        context=_context_values(slots),
        wire=_index((slot.wire, slot.facing) for slot in arguments if slot.wire != slot.facing),
        components=_index((key, slot.facing) for slot in arguments for key in slot.components),
        places={slot.facing: slot.place for slot in arguments},
        former={former: slot.facing for slot in arguments for former in _former(slot)},
        hidden={
            slot.wire: "a context value" if slot.context is not None else "a fixed value"
            for slot in slots
            if not slot.is_argument
        },
    )


def _former(slot: Slot) -> list[str]:
    was = slot.schema.get(WAS) if isinstance(slot.schema, Mapping) else None
    return [str(name) for name in was] if isinstance(was, list) else []


def _index(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key, value in pairs:
        found[key] = (*found.get(key, ()), value)
    return found


def _http_parameter(slot: Slot) -> HttpParameter:
    parameter = slot.parameter
    assert parameter is not None
    return HttpParameter(
        name=slot.wire,
        location=cast(ParameterLocation, parameter.location),
        value=slot.source,
        required=slot.required,
        style=parameter.style,
        explode=parameter.explode,
        allow_reserved=parameter.allow_reserved,
        media_type=parameter.media_type,
        allow_empty=parameter.allow_empty,
    )


def _http_body(slots: list[Slot], body: Body | None, encodings: dict[str, Encoding]) -> HttpBody | None:
    if body is None:
        return None
    whole = next((slot for slot in slots if slot.whole_body), None)
    properties = []
    for slot in slots:
        if slot.area == "body" and not slot.whole_body:
            encoding = encodings.get(slot.wire, Encoding())
            properties.append(
                BodyProperty(
                    name=slot.wire,
                    value=slot.source,
                    content_type=encoding.content_type,
                    style=encoding.style,
                    explode=encoding.explode,
                    allow_reserved=encoding.allow_reserved,
                )
            )
    return HttpBody(
        media_type=body.media_type,
        required=body.required,
        whole=whole.source if whole is not None else None,
        properties=tuple(properties),
        encodings=_property_encodings(encodings) if whole is not None else (),
        alternatives=body.alternatives,
    )


def _property_encodings(encodings: Mapping[str, Encoding]) -> tuple[PropertyEncoding, ...]:
    return tuple(
        PropertyEncoding(
            name=name,
            content_type=encoding.content_type,
            style=encoding.style,
            explode=encoding.explode,
            allow_reserved=encoding.allow_reserved,
        )
        for name, encoding in encodings.items()
        if encoding != Encoding()
    )


def _context_values(slots: list[Slot]) -> tuple[ContextValue, ...]:
    found: dict[str, ContextValue] = {}
    for slot in slots:
        if slot.context is None or slot.constant:
            continue
        schema = slot.schema
        if isinstance(schema, Mapping):
            schema = {key: value for key, value in schema.items() if key not in (PROSE, WAS)}
        known = found.get(slot.context)
        found[slot.context] = ContextValue(
            key=slot.context,
            name=slot.wire,
            schema=schema,
            required=slot.required or (known is not None and known.required),
            origin=slot.place,
        )
    return tuple(found.values())
