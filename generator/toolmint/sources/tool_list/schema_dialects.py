"""Schemas of tool lists, written as JSON Schema 2020-12 in their place.

In a list, each schema is a resource of its own: `#/$defs/X` starts at the schema and not at the document. Lists also
hold older drafts and Gemini's spelling of types. What comes out has the same pointers, so that places stay right.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolmint.ir.schema import Json

__all__ = ["modernised"]

_VALUES = frozenset({"const", "default", "enum", "example", "examples"})
_NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
"""Keywords whose keys are names, not keywords."""


def modernised(schema: Json, *, root: str) -> Json:
    """Rewrite one schema.

    Args:
        schema: of any draft.
        root: pointer of the schema in its document, which local references start from then.
    """
    if isinstance(schema, list):
        return [modernised(part, root=root) for part in schema]
    if not isinstance(schema, dict):
        return schema
    written: dict[str, Json] = {}
    for key, value in schema.items():
        if key in _VALUES:
            written[key] = value
        elif key in _NAMED and isinstance(value, Mapping):
            written[key] = {name: modernised(part, root=root) for name, part in value.items()}
        elif key in ("$ref", "$dynamicRef") and isinstance(value, str) and value.startswith("#"):
            written[key] = _moved(value, root)
        elif isinstance(value, dict | list):
            written[key] = modernised(value, root=root)
        else:
            written[key] = value
    _rename_types(written)
    _take_draft_7(written)
    return written


def _moved(reference: str, root: str) -> str:
    fragment = reference[1:]
    # An anchor is looked for in the whole document; only pointers depend on where the schema begins.
    return f"#{root}{fragment}" if fragment == "" or fragment.startswith("/") else reference


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
        for key, needed in dependencies.items():
            keyword = "dependentRequired" if isinstance(needed, list) else "dependentSchemas"
            held = schema.setdefault(keyword, {})
            if isinstance(held, dict):
                held.setdefault(key, needed)
