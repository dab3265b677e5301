"""What a successful call answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from toolmint.documents import DocumentStore, Node, ReferenceProblem
from toolmint.ir.binding import HttpResponse
from toolmint.lifting.frame import Frame
from toolmint.sources.openapi.bodies import chosen_media_type
from toolmint.sources.openapi.version import SpecVersion

__all__ = ["Success", "successful_response"]

_SUCCESS = re.compile(r"2[0-9][0-9]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Success:
    """The response that stands for success."""

    response: HttpResponse
    accept: tuple[str, ...]
    """Media types that the document offers for it."""
    schema: Node | None


def successful_response(
    operation: Node, root: Node, version: SpecVersion, store: DocumentStore, frame: Frame
) -> Success | None:
    """Choose the response that a successful call gives.

    The lowest 2xx code that has content wins, then the lowest 2xx code, then `2XX`, then `default` where the document
    names no other success (3.1 section 4.8.16).

    Args:
        operation: the Operation Object.
        root: the document's root, for Swagger 2.0's `produces`.
        version: decides where the schema stands.
        store: follows references.
        frame: problems; they cost the output schema alone.
    """
    responses = operation.get("responses")
    if responses is None or not isinstance(responses.value, Mapping):
        return None
    found: list[Success] = []
    for code in _candidates(list(responses.value)):
        try:
            node = store.resolve(responses.child(code))
        except ReferenceProblem as problem:
            frame.diagnostics.append(problem.diagnostic)
            continue
        if isinstance(node.value, Mapping):
            found.append(_success(code, node, operation, root, version))
    with_content = [one for one in found if one.response.media_type is not None]
    return next(iter(with_content or found), None)


def _candidates(codes: list[str]) -> list[str]:
    exact = sorted(code for code in codes if _SUCCESS.fullmatch(code))
    ranges = [code for code in codes if code.upper() == "2XX"]
    return exact + ranges or [code for code in codes if code == "default"]


def _success(code: str, node: Node, operation: Node, root: Node, version: SpecVersion) -> Success:
    if version == "2.0":
        schema = node.get("schema")
        produces = operation.get("produces") or root.get("produces")
        offered = [str(one.value) for one in produces.elements()] if produces is not None else []
        media_type = None if schema is None else chosen_media_type(offered) if offered else "application/json"
        return Success(
            response=HttpResponse(status=code, media_type=media_type),
            accept=tuple(offered) if schema is not None else (),
            schema=schema,
        )
    content = node.get("content")
    if content is None or not isinstance(content.value, Mapping) or not content.value:
        return Success(response=HttpResponse(status=code), accept=(), schema=None)
    media_type = chosen_media_type(list(content.value))
    media = content.child(media_type)
    return Success(
        response=HttpResponse(status=code, media_type=media_type),
        accept=tuple(content.value),
        schema=media.get("schema"),
    )
