"""Request bodies of every version, read into one form; one media type is chosen and the others recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolmint.documents import DocumentStore, Node, ReferenceProblem
from toolmint.ir.schema import Json
from toolmint.lifting.frame import Frame
from toolmint.sources.openapi.parameters import Parameter, examples_of
from toolmint.text import kind_of

__all__ = ["Body", "MediaKind", "chosen_media_type", "media_kind", "request_body", "swagger_body"]

MediaKind: TypeAlias = Literal["json", "lines", "form", "multipart", "text", "bytes"]
"""What a media type can carry: any value, any values one after the other, an object, an object, text, bytes."""

_ANYTHING = 2
_LINES = frozenset({"jsonl", "jsonlines", "ndjson", "x-jsonlines", "x-ndjson", "json-seq"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """What a request carries."""

    node: Node
    required: bool
    media_type: str
    alternatives: tuple[str, ...] = ()
    schema: Node | None = None
    sequence: bool = False
    """Whether `schema` says what each of many values is (3.2 section 4.14.3: `itemSchema`)."""
    fields: tuple[Parameter, ...] = ()
    """Swagger 2.0's `formData` parameters, where the body is made of these."""
    encoding: Node | None = None
    """The map of Encoding Objects (3.1 section 4.8.15)."""
    description: str | None = None
    examples: tuple[Json, ...] = ()


def media_kind(media_type: str) -> MediaKind:
    """Say what a media type can carry."""
    essence = media_type.partition(";")[0].strip().lower()
    kind, _, below = essence.partition("/")
    if _rank(media_type) <= _ANYTHING:
        return "json"
    if kind == "application" and (below in _LINES or below.endswith("+json-seq")):
        return "lines"
    if essence == "application/x-www-form-urlencoded":
        return "form"
    return "multipart" if kind == "multipart" else "text" if kind == "text" else "bytes"


def chosen_media_type(offered: Sequence[str]) -> str:
    """Choose the media type that is sent or read: JSON, `+json`, form, multipart, then any other.

    Within a rank the first in alphabetical order wins, so that the choice does not depend on document order.
    """
    return min(offered, key=lambda name: (_rank(name), name))


def _rank(media_type: str) -> int:
    essence = media_type.partition(";")[0].strip().lower()
    if essence == "application/json":
        return 0
    if essence.endswith("+json") or essence == "text/json":
        return 1
    if essence in ("*/*", "application/*"):
        return _ANYTHING  # so JSON is taken
    if essence == "application/x-www-form-urlencoded":
        return 3
    return 4 if essence.startswith("multipart/") else 5


def request_body(operation: Node, store: DocumentStore, frame: Frame) -> Body | None:
    """Read the Request Body Object of an operation (3.1 section 4.8.13); None when there is none."""
    holder = operation.get("requestBody")
    if holder is None or holder.value is None:
        return None
    try:
        node = store.resolve(holder)
    except ReferenceProblem as problem:
        frame.diagnostics.append(problem.diagnostic)
        return None
    if not isinstance(node.value, Mapping):
        frame.error("IN-06", f"found {kind_of(node.value)} for `requestBody`, wanted a mapping", node.location)
        return None
    content = node.get("content")
    if content is None or not isinstance(content.value, Mapping) or not content.value:
        frame.error("IN-06", "`requestBody` needs `content` with a media type", (content or node).location)
        return None
    required = node.get("required")
    media_type = chosen_media_type(list(content.value))
    media = content.child(media_type)
    try:
        media = store.resolve(media)
    except ReferenceProblem as problem:
        frame.diagnostics.append(problem.diagnostic)
        return None
    description = node.value.get("description")
    return Body(
        node=node,
        required=required is not None and required.value is True,
        media_type=media_type,
        alternatives=tuple(sorted(name for name in content.value if name != media_type)),
        schema=media.get("schema") or media.get("itemSchema"),
        sequence="schema" not in media and "itemSchema" in media,
        encoding=media.get("encoding"),
        description=description if isinstance(description, str) and description.strip() else None,
        examples=examples_of(media, store),
    )


def swagger_body(operation: Node, root: Node, listed: Sequence[Parameter], frame: Frame) -> Body | None:
    """Make a body of Swagger 2.0's `body` or `formData` parameters; None when there are none."""
    bodies = [parameter for parameter in listed if parameter.location == "body"]
    fields = tuple(parameter for parameter in listed if parameter.location == "formData")
    if not bodies and not fields:
        return None
    holder = bodies[0].node if bodies else fields[0].node
    if len(bodies) > 1 or (bodies and fields):
        message = "an operation has one `body` parameter, or `formData` parameters, not both (2.0 section 5.2.4)"
        frame.error("IN-06", message, holder.location)
        return None
    consumes = operation.get("consumes") or root.get("consumes")
    offered = [str(one.value) for one in consumes.elements()] if consumes is not None else []
    if bodies:
        body = bodies[0]
        media_type = chosen_media_type(offered) if offered else "application/json"
        if body.schema is None:
            frame.error("IN-06", f"body parameter `{body.name}` needs `schema`", body.node.location)
            return None
        return Body(
            node=body.node,
            required=body.required,
            media_type=media_type,
            alternatives=tuple(sorted(name for name in offered if name != media_type)),
            schema=body.schema,
            description=body.description,
        )
    forms = [name for name in offered if _rank(name) in (3, 4)]
    has_file = any(isinstance(one.node.value, Mapping) and one.node.value.get("type") == "file" for one in fields)
    default = "multipart/form-data" if has_file else "application/x-www-form-urlencoded"
    media_type = chosen_media_type(forms) if forms and not has_file else default
    return Body(
        node=holder,
        required=any(one.required for one in fields),
        media_type=media_type,
        alternatives=tuple(sorted(name for name in offered if name != media_type)),
        fields=fields,
    )
