"""Slots: the places on the wire that want a value, before and after they have their model-facing names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from toolmint.documents import Node, ReferenceProblem
from toolmint.ir.binding import ArgumentValue, ConstantValue, ContextReference, Style, ValueSource
from toolmint.ir.schema import CONSTANT, CONTEXT, WIRE_NAME, Json, Schema, definition_name
from toolmint.lifting.dialect import SchemaDialect
from toolmint.lifting.frame import Frame
from toolmint.lifting.keys import KEY, digest_suffix, legal_key, model_facing_keys
from toolmint.lifting.schema import SchemaLifter
from toolmint.lifting.shape import object_shape, possible_types
from toolmint.location import Location
from toolmint.sources.openapi.bodies import Body, MediaKind, media_kind
from toolmint.sources.openapi.parameters import SWAGGER_PARAMETER_KEYS, Parameter
from toolmint.text import comma_list, nearest

__all__ = ["Encoding", "Slot", "apply_context", "body_slots", "name_slots", "parameter_slot"]

_SCALARS = frozenset({"string", "integer", "number", "boolean"})
_CARRIED: Mapping[MediaKind, frozenset[str]] = {
    "form": frozenset({"object"}),
    "multipart": frozenset({"object"}),
    "text": _SCALARS,
    "bytes": frozenset({"string"}),
}
"""Types of which a media type of a kind can carry a value; of the other kinds all."""
_MOST_PARTS = 64
"""Parts of a composition that are searched for a property's place: it may be cyclic, and it is for a message only."""


@dataclass(slots=True, kw_only=True)
class Slot:
    """One place on the wire that wants a value."""

    wire: str
    area: str
    """`path`, `query`, `header`, `cookie`, `querystring` or `body`: what qualifies a colliding name."""
    schema: Schema
    required: bool
    place: Location
    explicit: str | None = None
    facing: str = ""
    """Model-facing name; the wire name made legal until collisions are known."""
    components: tuple[str, ...] = ()
    """Keys of the components that it is made from."""
    context: str | None = None
    constant: tuple[Json, ...] = ()
    parameter: Parameter | None = None
    whole_body: bool = False

    @property
    def source(self) -> ValueSource:
        """Who supplies the value."""
        if self.constant:
            return ConstantValue(value=self.constant[0])
        if self.context is not None:
            return ContextReference(key=self.context)
        return ArgumentValue(argument=self.facing)

    @property
    def is_argument(self) -> bool:
        """Whether the model supplies the value."""
        return not self.constant and self.context is None


def parameter_slot(parameter: Parameter, lifter: SchemaLifter, frame: Frame) -> Slot:
    """Make the slot of one parameter; its wire name stands for its model-facing one until `name_slots`."""
    schema: Schema = True
    if parameter.schema is not None:
        own = parameter.schema is parameter.node
        schema = lifter.lift(parameter.schema, frame, ignored=SWAGGER_PARAMETER_KEYS if own else frozenset())
    elif parameter.media_type is None:
        frame.error(
            "IN-06",
            f"parameter `{parameter.name}` has neither `schema` nor `content`",
            parameter.node.location,
            "add `schema: {type: …}`",
        )
    settings = parameter.settings
    return Slot(
        wire=parameter.name,
        area=parameter.location,
        schema=_described(schema, parameter, settings.keywords()),
        required=parameter.required,
        place=parameter.node.location,
        explicit=settings.name,
        components=_components(parameter.component, schema, lifter),
        context=settings.context,
        constant=settings.constant,
        parameter=parameter,
    )


def _described(schema: Schema, parameter: Parameter, marks: Mapping[str, Json]) -> Schema:
    """Lay what the parameter says of itself over its schema: its text is nearer to the use."""
    added: dict[str, Json] = {}
    if parameter.description is not None:
        added["description"] = parameter.description
    if parameter.deprecated:
        added["deprecated"] = True
    if parameter.examples:
        added["examples"] = list(parameter.examples)
    kept = {key: value for key, value in marks.items() if key not in (CONTEXT, CONSTANT)}
    added.update(kept)
    if not added:
        return schema
    if isinstance(schema, bool):
        return added if schema else {"not": {}, **added}
    return {**schema, **added}


def body_slots(body: Body | None, lifter: SchemaLifter, frame: Frame) -> tuple[list[Slot], dict[str, Encoding]]:
    """Make the slots of a body: one a property where the body is one plain object, else one for all of it.

    A required object is flattened, and an optional one that requires nothing; an optional body that requires
    something stays whole, since flattened it could no longer be left out.

    Returns:
        The slots, and the Encoding Object of each property by its wire name.
    """
    if body is None:
        return [], {}
    if body.fields:
        return [_field_slot(one, lifter, frame) for one in body.fields], {
            one.name: Encoding(style=one.style, explode=one.explode) for one in body.fields
        }
    kind = media_kind(body.media_type)
    schema = _body_schema(body, kind, lifter, frame)
    encodings = _encodings(body.encoding, kind, lifter.dialect)
    carried = _CARRIED.get(kind)
    if carried is not None and not carried & possible_types(schema, lifter.definitions):
        place = (body.schema or body.node).location
        what = "an object" if "object" in carried else "text"
        message = f"`{body.media_type}` carries {what}, and the schema allows none"
        frame.error("IN-06", message, place, "offer `application/json` beside it")
        return [], encodings
    shape = object_shape(schema, lifter.definitions)
    if shape is None or ((shape.required or shape.undeclared) and not body.required):
        return [_whole_slot(schema, body)], encodings
    if shape.undeclared:
        # The arguments are a closed object, so what no property declares could never be given.
        place = (body.schema.get("required") or body.schema if body.schema else body.node).location
        near = nearest(shape.undeclared[0], shape.properties, limit=1)
        hint = f"did you mean `{near[0]}`?" if near else "declare the property"
        message = f"`required` names {comma_list(shape.undeclared)}, which no property declares"
        frame.error("IN-07", message, place, hint)
        return [], encodings
    slots = []
    for key, declared in shape.properties.items():
        slots.append(_property_slot(key, declared, key in shape.required, body, lifter))
    return slots, encodings


def _body_schema(body: Body, kind: MediaKind, lifter: SchemaLifter, frame: Frame) -> Schema:
    """Lift what the body may be; where the document says nothing, what the media type carries."""
    if body.schema is None:
        return {"bytes": {"type": "string", "format": "binary"}, "text": {"type": "string"}}.get(kind, True)
    schema = lifter.lift(body.schema, frame)
    return {"type": "array", "items": schema} if body.sequence else schema


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """An Encoding Object (3.1 section 4.8.15), as far as it says anything."""

    content_type: str | None = None
    style: Style | None = None
    explode: bool | None = None
    allow_reserved: bool = False


def _encodings(node: Node | None, kind: MediaKind, dialect: SchemaDialect) -> dict[str, Encoding]:
    found: dict[str, Encoding] = {}
    # Of any other media type an encoding means nothing (3.1 section 4.8.14).
    for key, child in node.items() if node is not None and kind in ("form", "multipart") else ():
        value = child.value
        if not isinstance(value, Mapping):
            continue
        style, explode, content_type = value.get("style"), value.get("explode"), value.get("contentType")
        if kind == "multipart" and dialect is SchemaDialect.OPENAPI_3_0 and style in (None, "form"):
            # Ignored there (3.0.3 section 4.7.15.1), and generators write the default for every part.
            style = explode = None
        if isinstance(style, str) and not isinstance(explode, bool):
            explode = style == "form"
        found[key] = Encoding(
            content_type=content_type if isinstance(content_type, str) else None,
            style=cast(Style, style) if isinstance(style, str) else None,
            explode=explode if isinstance(explode, bool) else None,
            allow_reserved=value.get("allowReserved") is True,
        )
    return found


def _field_slot(one: Parameter, lifter: SchemaLifter, frame: Frame) -> Slot:
    slot = parameter_slot(one, lifter, frame)
    slot.area = "body"
    slot.parameter = None
    return slot


def _whole_slot(schema: Schema, body: Body) -> Slot:
    marks: dict[str, Json] = {}
    if body.description is not None:
        marks["description"] = body.description
    if body.examples:
        marks["examples"] = list(body.examples)
    described: Schema = schema
    if marks:
        described = {**(schema if isinstance(schema, Mapping) else {}), **marks}
    return Slot(
        wire="body",
        area="body",
        schema=described,
        required=body.required,
        place=body.node.location,
        whole_body=True,
    )


def _components(shared: str | None, schema: Schema, lifter: SchemaLifter) -> tuple[str, ...]:
    """Return the keys of the shared parameter and of the shared schema that an argument is made from."""
    found = [shared] if shared is not None else []
    reference = schema.get("$ref") if isinstance(schema, Mapping) else None
    if reference is not None:
        key = lifter.names.component_key(definition_name(reference))
        found += [key] if key is not None and key != shared else []
    return tuple(found)


def _property_slot(key: str, declared: Schema, required: bool, body: Body, lifter: SchemaLifter) -> Slot:
    """Take a property's private marks apart: the binding says the wire name from here on."""
    marks = declared if isinstance(declared, Mapping) else {}
    wire = marks.get(WIRE_NAME)
    context = marks.get(CONTEXT)
    schema: Schema = declared
    if isinstance(declared, Mapping):
        schema = {k: v for k, v in declared.items() if k not in (WIRE_NAME, CONTEXT, CONSTANT)}
    return Slot(
        wire=str(wire) if wire is not None else key,
        area="body",
        schema=schema,
        required=required,
        place=_property_place(body.schema or body.node, str(wire) if wire is not None else key, lifter),
        # A key that is no legal form of its wire key was chosen by the author.
        explicit=key if wire is not None and key != legal_key(str(wire)) else None,
        components=_components(None, declared, lifter),
        context=str(context) if context is not None else None,
        constant=(marks[CONSTANT],) if CONSTANT in marks else (),
    )


def _property_place(node: Node, wire: str, lifter: SchemaLifter) -> Location:
    """Find where a property of a body is declared, through references and `allOf`; the body itself where that fails."""
    pending, seen = [node], 0
    while pending and seen < _MOST_PARTS:
        part = pending.pop(0)
        seen += 1
        try:
            part = lifter.store.resolve(part)
        except ReferenceProblem:
            continue
        declared = part.get("properties")
        child = declared.get(wire) if declared is not None else None
        if child is not None:
            return child.location
        branches = part.get("allOf")
        pending += branches.elements() if branches is not None else ()
    return node.location


def apply_context(slots: list[Slot], context: Mapping[str, tuple[str, Location]], frame: Frame) -> None:
    """Give to the host what a tool's `x-tool.context` names; a name that the operation lacks is an error."""
    for name, (key, place) in context.items():
        matching = [slot for slot in slots if slot.wire == name]
        for slot in matching:
            slot.context = slot.context or key
        if not matching:
            known = comma_list([slot.wire for slot in slots]) or "none"
            message = f"`context` names `{name}`, which this operation does not have"
            frame.error("IN-13", message, place, f"it has: {known}")


def name_slots(slots: list[Slot], frame: Frame) -> None:
    """Give each slot its model-facing name; members of a collision are qualified by where they go."""
    by_area: dict[str, list[Slot]] = {}
    for slot in slots:
        by_area.setdefault(slot.area, []).append(slot)
    for area in by_area.values():
        keys = model_facing_keys(slot.wire for slot in area)
        for slot in area:
            slot.facing = slot.explicit or keys[slot.wire]
    arguments = [slot for slot in slots if slot.is_argument]
    for qualify in (_by_area, _by_digest):
        counts: dict[str, int] = {}
        for slot in arguments:
            counts[slot.facing] = counts.get(slot.facing, 0) + 1
        for slot in arguments:
            if counts[slot.facing] > 1 and slot.explicit is None:
                slot.facing = qualify(slot)
    _check_names(arguments, frame)


def _by_area(slot: Slot) -> str:
    if slot.whole_body:
        return "request_body"
    # The `_` before a digit makes a name legal that stands alone.
    name = slot.facing if slot.facing == slot.wire else slot.facing.removeprefix("_")
    return f"{slot.area}_{name}"[:64]


def _by_digest(slot: Slot) -> str:
    return f"{slot.facing[:57]}_{digest_suffix(slot.area + ' ' + slot.wire)}"


def _check_names(arguments: list[Slot], frame: Frame) -> None:
    seen: dict[str, Slot] = {}
    for slot in arguments:
        if not KEY.fullmatch(slot.facing):
            frame.error(
                "NM-05",
                f"found `{slot.facing}` for an argument's name, wanted one that every provider takes",
                slot.place,
                "a letter or `_` first, then letters, digits and `_`, 64 characters at most",
            )
        twin = seen.setdefault(slot.facing, slot)
        if twin is not slot:
            hint = "give one of them another `x-tool: {name: …}`"
            frame.error("NM-02", f"two arguments are called `{slot.facing}`", slot.place, hint)
