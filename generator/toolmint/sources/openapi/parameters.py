"""Parameter Objects of every version, read into one form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from toolmint.documents import DocumentStore, Node, ReferenceProblem
from toolmint.ir.binding import ParameterLocation, Style
from toolmint.ir.schema import Json
from toolmint.lifting.frame import Frame, PropertySettings
from toolmint.sources.openapi.extension import property_settings
from toolmint.sources.openapi.version import SpecVersion
from toolmint.text import comma_list, kind_of, nearest, shown_value

__all__ = ["IGNORED_HEADERS", "SWAGGER_PARAMETER_KEYS", "Parameter", "examples_of", "parameters", "template_names"]

IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization"})
"""Header parameters of these names are ignored (3.1 section 4.8.12.1): the host sets them."""

SWAGGER_PARAMETER_KEYS = frozenset(
    {"name", "in", "description", "required", "allowEmptyValue", "collectionFormat", "x-tool", "x-example"}
)
"""Keys of a Swagger 2.0 parameter that are no schema keywords; the rest of it is its schema."""

_STYLES: Mapping[str, tuple[str, ...]] = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "header": ("simple",),
    "cookie": ("form", "cookie"),
}
_COLLECTION_FORMATS: Mapping[str, tuple[str | None, bool]] = {
    "csv": (None, False),
    "ssv": ("spaceDelimited", False),
    "pipes": ("pipeDelimited", False),
    "multi": ("form", True),
}
_TEMPLATE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter, whatever the version spells."""

    node: Node
    name: str
    """The wire name."""
    location: ParameterLocation | str
    """Swagger's `body` and `formData` come through here too."""
    required: bool
    schema: Node | None
    """What to lift; in Swagger 2.0 the parameter itself."""
    style: Style = "form"
    explode: bool = True
    allow_reserved: bool = False
    allow_empty: bool = False
    media_type: str | None = None
    description: str | None = None
    deprecated: bool = False
    examples: tuple[Json, ...] = ()
    component: str | None = None
    """The component key, where the operation refers to a shared parameter."""
    settings: PropertySettings = field(default_factory=PropertySettings)

    @property
    def identity(self) -> tuple[str, str]:
        """What an operation's parameter overrides (3.1 section 4.8.10): name and location."""
        name = self.name.lower() if self.location == "header" else self.name
        return name, self.location


def template_names(path: str) -> list[str]:
    """Return the names in a path template, in order."""
    return _TEMPLATE.findall(path)


def parameters(
    path_item: Node, operation: Node, version: SpecVersion, store: DocumentStore, frame: Frame
) -> list[Parameter]:
    """Read the parameters of an operation: its own override the path's of the same name and location.

    Args:
        path_item: the Path Item Object.
        operation: the Operation Object.
        version: decides the form of a parameter.
        store: follows references.
        frame: where problems go.

    Returns:
        The path's parameters in order, overridden ones replaced, then the operation's others.
    """
    found: dict[tuple[str, str], Parameter] = {}
    for holder in (path_item, operation):
        own: dict[tuple[str, str], Parameter] = {}
        listed = holder.get("parameters")
        if listed is None or listed.value is None:
            continue
        if not isinstance(listed.value, list):
            frame.error("IN-06", f"found {kind_of(listed.value)} for `parameters`, wanted a list", listed.location)
            continue
        for node in listed.elements():
            parameter = _parameter(node, version, store, frame)
            if parameter is None:
                continue
            twin = own.get(parameter.identity)
            if twin is None:
                own[parameter.identity] = parameter
            elif twin.node.value != parameter.node.value:
                message = f"{parameter.location} parameter `{parameter.name}` is declared twice, and differently"
                frame.error("IN-06", message, node.location)
            else:
                message = f"{parameter.location} parameter `{parameter.name}` is declared twice"
                frame.warning("IN-05", message, node.location)
        found.update(own)
    whole = next((one for one in found.values() if one.location == "querystring"), None)
    if whole is not None and any(one.location == "query" for one in found.values()):
        message = "a `querystring` parameter is the whole query, so no `query` parameter can stand beside it"
        frame.error("IN-06", message, whole.node.location)
    return list(found.values())


def _parameter(node: Node, version: SpecVersion, store: DocumentStore, frame: Frame) -> Parameter | None:
    component = None
    resolved = node
    if isinstance(node.value, Mapping) and "$ref" in node.value:
        if "x-tool" in node.value:
            frame.error(
                "IN-13",
                "`x-tool` beside a parameter `$ref` is ignored by the standard",
                node.child("x-tool").key_location,
                "put it on the shared parameter, or use an overlay for this operation",
            )
        try:
            resolved = store.resolve(node)
        except ReferenceProblem as problem:
            frame.diagnostics.append(problem.diagnostic)
            return None
        if resolved.parent is not None and resolved.parent.token == "parameters":
            component = resolved.token
    value = resolved.value
    if not isinstance(value, Mapping):
        frame.error("IN-06", f"found {kind_of(value)} for a parameter, wanted a mapping", resolved.location)
        return None
    name, location = value.get("name"), value.get("in")
    if location == "querystring" and version == "3.2":
        name = name if isinstance(name, str) else "querystring"
    if not isinstance(name, str) or not name:
        found = "no `name`" if name is None else "an empty `name`" if name == "" else f"{shown_value(name)} for `name`"
        frame.error("IN-06", f"found {found} of a parameter, wanted its name on the wire", resolved.location)
        return None
    if not _known_location(location, name, version, resolved, frame):
        return None
    description = value.get("description")
    common = Parameter(
        node=resolved,
        name=name,
        location=str(location),
        required=_required(resolved, frame) or location == "path",
        schema=None,
        description=description if isinstance(description, str) and description.strip() else None,
        deprecated=value.get("deprecated") is True,
        allow_empty=value.get("allowEmptyValue") is True,
        component=component,
        settings=property_settings(resolved, frame),
    )
    return _swagger_form(common, frame) if version == "2.0" else _openapi_form(common, store, frame)


def _known_location(location: Json, name: str, version: SpecVersion, node: Node, frame: Frame) -> bool:
    known: tuple[str, ...] = ("path", "query", "header", "cookie")
    if version == "2.0":
        known = ("path", "query", "header", "body", "formData")
    elif version == "3.2":
        known = (*known, "querystring")
    if location in known:
        return True
    near = nearest(str(location), known, limit=1)
    hint = f"did you mean `{near[0]}`?" if near else None
    found = "no `in`" if location is None else f"{shown_value(location)} for `in`"
    message = f"found {found} of parameter `{name}`, wanted one of {comma_list(known)}"
    frame.error("IN-06", message, node.location.child("in"), hint)
    return False


def _required(node: Node, frame: Frame) -> bool:
    required = node.get("required")
    if required is None or isinstance(required.value, bool):
        return required is not None and required.value is True
    frame.error("IN-06", f"found {kind_of(required.value)} for `required`, wanted true or false", required.location)
    return False


def _swagger_form(parameter: Parameter, frame: Frame) -> Parameter:
    node = parameter.node
    if parameter.location == "body":
        return replace(parameter, schema=node.get("schema"))
    declared = node.get("collectionFormat")
    form = declared.value if declared is not None else "csv"
    base: Style = "simple" if parameter.location in ("path", "header") else "form"
    if not isinstance(form, str) or form not in _COLLECTION_FORMATS:
        assert declared is not None
        hint = f"one of {comma_list(list(_COLLECTION_FORMATS))}"
        frame.error("IN-06", f"`collectionFormat: {form}` cannot be sent", declared.location, hint)
        return replace(parameter, schema=node)
    style, explode = _COLLECTION_FORMATS[form]
    example = node.get("x-example")
    return replace(
        parameter,
        schema=node,
        style=cast(Style, style or base),
        explode=explode,
        examples=(example.value,) if example is not None else (),
    )


def _openapi_form(parameter: Parameter, store: DocumentStore, frame: Frame) -> Parameter:
    node = parameter.node
    content = node.get("content")
    examples = examples_of(node, store)
    if content is not None and isinstance(content.value, Mapping) and content.value:
        media_types = list(content.items())
        if len(media_types) > 1:
            frame.warning("IN-05", "`content` of a parameter holds one media type; the first is used", content.location)
        media_type, holder = media_types[0]
        examples = examples or examples_of(holder, store)
        return replace(parameter, media_type=media_type, schema=holder.get("schema"), examples=examples)
    if parameter.location == "querystring":
        message = "a `querystring` parameter needs `content` (3.2 section 4.12.1)"
        frame.error("IN-06", message, node.location)
        return parameter
    style = _style(parameter, frame)
    explode = node.get("explode")
    exploded = style in ("form", "cookie") if explode is None else explode.value is True
    return replace(
        parameter,
        schema=node.get("schema"),
        style=style,
        explode=exploded or style == "deepObject",
        allow_reserved=node.get("allowReserved") is not None and node.child("allowReserved").value is True,
        examples=examples,
    )


def _style(parameter: Parameter, frame: Frame) -> Style:
    allowed = _STYLES[parameter.location]
    declared = parameter.node.get("style")
    if declared is None:
        return cast(Style, allowed[0])
    if declared.value in allowed:
        return cast(Style, declared.value)
    frame.error(
        "IN-06",
        f"found {shown_value(declared.value)} for `style`, wanted one for {parameter.location} parameters",
        declared.location,
        f"one of {comma_list(allowed)}",
    )
    return cast(Style, allowed[0])


def examples_of(node: Node, store: DocumentStore) -> tuple[Json, ...]:
    """Return `example`, or the values of `examples`, of a parameter or media type; references are followed."""
    single = node.get("example")
    if single is not None:
        return (single.value,)
    found: list[Json] = []
    many = node.get("examples")
    for _, child in many.items() if many is not None else ():
        try:
            holder = store.resolve(child)
        except ReferenceProblem:
            continue  # an example is ornament: a broken one costs nothing but itself
        for key in ("value", "dataValue"):
            value = holder.get(key)
            if value is not None:
                found.append(value.value)
                break
    return tuple(found)
