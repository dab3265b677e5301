"""Schemas of tool lists, written as JSON Schema 2020-12 in their place.

In a list, each schema is a resource of its own: `#/$defs/X` starts at the schema and not at the document. Lists also
hold older drafts and Gemini's spelling of types. What comes out has the same pointers, so that places stay right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import is_

from toolmint.ir.schema import Json

__all__ = ["modernised"]

_HOLDERS = (dict, list)
_VALUES = frozenset({"const", "default", "enum", "example", "examples"})
_NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
"""Keywords whose keys are names, not keywords."""
_REFERENCES = frozenset({"$ref", "$dynamicRef"})


def modernised(schema: Json, *, root: str) -> Json:
    """Rewrite one schema; what needs no change comes back itself.

    Args:
        schema: of any draft.
        root: pointer of the schema in its document, which local references start from then.
    """
    if isinstance(schema, list):
        # Mostly texts, as of `required`.
        parts = [modernised(part, root=root) if isinstance(part, _HOLDERS) else part for part in schema]
        return parts if _differ(parts, schema) else schema
    if not isinstance(schema, dict):
        return schema
    written: dict[str, Json] = {}
    for key, value in schema.items():
        if isinstance(value, _HOLDERS) and key not in _VALUES:
            changed = _named(value, root) if key in _NAMED and isinstance(value, dict) else modernised(value, root=root)
            if changed is not value:
                written[key] = changed
        elif key in _REFERENCES and isinstance(value, str) and value.startswith("#"):
            written[key] = _moved(value, root)
    if not written and not _is_old(schema):
        return schema
    modern = {**schema, **written}
    _rename_types(modern)
    _take_draft_7(modern)
    return modern


def _named(schemas: dict[str, Json], root: str) -> dict[str, Json]:
    parts = {name: modernised(part, root=root) for name, part in schemas.items()}
    return parts if _differ(parts.values(), schemas.values()) else schemas


def _differ(changed: Iterable[Json], parts: Iterable[Json]) -> bool:
    return not all(map(is_, changed, parts))


def _moved(reference: str, root: str) -> str:
    fragment = reference[1:]
    # An anchor is looked for in the whole document; only pointers depend on where the schema begins.
    return f"#{root}{fragment}" if fragment == "" or fragment.startswith("/") else reference


def _is_old(schema: dict[str, Json]) -> bool:
    """Say whether a schema has a keyword of its own that is written otherwise today."""
    kind = schema.get("type")
    return (
        (isinstance(kind, str) and kind.isupper())
        or "additionalItems" in schema
        or "dependencies" in schema
        or isinstance(schema.get("items"), list)
    )


def _rename_types(schema: dict[str, Json]) -> None:
    """Write `STRING` as `string`: Gemini's `Type` is an enum in upper case."""
    kind = schema.get("type")
    if isinstance(kind, str) and kind.isupper():
        schema["type"] = kind.lower()


def _take_draft_7(schema: dict[str, Json]) -> None:
    """Write what 2020-12 calls otherwise (JSON Schema 2020-12, release notes: `items`, `dependencies`)."""
    items = schema.get("items")
    if isinstance(items, list):
        schema["prefixItems"] = schema.pop("items")
        if "additionalItems" in schema:
            schema["items"] = schema.pop("additionalItems")
    schema.pop("additionalItems", None)
    dependencies = schema.pop("dependencies", None)
    if isinstance(dependencies, Mapping):
        for keyword in ("dependentRequired", "dependentSchemas"):
            if isinstance(held := schema.get(keyword), dict):
                schema[keyword] = dict(held)  # what stands there may be the document's own
        for key, needed in dependencies.items():
            keyword = "dependentRequired" if isinstance(needed, list) else "dependentSchemas"
            held = schema.setdefault(keyword, {})
            if isinstance(held, dict):
                held.setdefault(key, needed)
