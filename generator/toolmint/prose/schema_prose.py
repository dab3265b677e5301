"""Texts of a schema whose references wait to be resolved: `x-prose` to descriptions."""

from __future__ import annotations

import re

from toolmint.ir.schema import OBJECT_TYPES, PROSE, Json, Schema, map_subschemas
from toolmint.lifting.frame import Frame
from toolmint.location import Location
from toolmint.prose.description import render_sentence
from toolmint.prose.references import Scope, resolve_text

__all__ = ["resolve_schema_prose"]

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")


def resolve_schema_prose(schema: Schema, scope: Scope, frame: Frame, *, tool: str | None) -> Schema:
    """Replace each unresolved text below a schema by a description with its references resolved.

    Args:
        schema: a lifted schema; texts wait under `x-prose`.
        scope: what the texts may name; inside a nested object its own properties come first.
        frame: where unresolved references go.
        tool: the tool's name, for messages; None inside a shared schema.
    """
    if isinstance(schema, bool):
        return schema
    own = schema.get("properties")
    inner = scope
    if isinstance(own, OBJECT_TYPES) and schema is not scope.schema:
        outer = scope.schema.get("properties")
        merged = {**(outer if isinstance(outer, OBJECT_TYPES) else {}), **own}
        inner = Scope(schema={"type": "object", "properties": merged}, definitions=scope.definitions)
    changed = map_subschemas(schema, lambda part: resolve_schema_prose(part, inner, frame, tool=tool))
    waiting = schema.get(PROSE)
    if not isinstance(waiting, OBJECT_TYPES) or not isinstance(changed, OBJECT_TYPES):
        return changed
    place = Location(path=str(waiting["path"]), pointer=str(waiting["pointer"]))
    sentence, problems = resolve_text(str(waiting["text"]), scope, place, tool=tool)
    frame.diagnostics += problems
    kept: dict[str, Json] = {key: value for key, value in changed.items() if key != PROSE}
    kept["description"] = render_sentence(sentence, "zh" if _HAN.search(str(waiting["text"])) else "en")
    return kept
