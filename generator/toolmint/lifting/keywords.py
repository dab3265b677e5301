"""The table of schema keywords: how each, of every dialect, is written in the IR.

The order of the table is the order in which keywords come out, so that re-ordering a schema's keys in a source
changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from toolmint.documents import Node
from toolmint.ir.schema import MCP_HEADER, Json
from toolmint.lifting import structure_keywords as structure
from toolmint.lifting import value_keywords as values
from toolmint.lifting.frame import Frame
from toolmint.lifting.keyword import Handler, KeywordAt, Lifting

__all__ = ["LIFTED_KEYWORDS", "SILENT_KEYWORDS", "lift_keyword"]

SILENT_KEYWORDS = frozenset(
    {
        "$ref",
        "$id",
        "id",
        "$schema",
        "$anchor",
        "$dynamicAnchor",
        "$comment",
        "$defs",
        "definitions",
        "$vocabulary",
        "xml",
        "externalDocs",
        "collectionFormat",
        "allowEmptyValue",
        "<<",
    }
)
"""Keywords that say nothing about a value, or that whoever reads the parameter has read already."""

_HANDLERS: dict[str, Handler] = {
    "type": values.lift_type,
    "title": values.lift_text,
    "description": values.lift_text,
    "deprecated": values.lift_flag,
    "enum": values.lift_enum,
    "const": values.lift_value,
    "default": values.lift_value,
    "format": values.lift_text,
    "contentEncoding": values.lift_text,
    "contentMediaType": values.lift_text,
    "contentSchema": structure.lift_single,
    "minimum": values.lift_bound,
    "maximum": values.lift_bound,
    "exclusiveMinimum": values.lift_exclusive,
    "exclusiveMaximum": values.lift_exclusive,
    "multipleOf": values.lift_multiple,
    "minLength": values.lift_count,
    "maxLength": values.lift_count,
    "pattern": values.lift_pattern,
    "items": structure.lift_items,
    "prefixItems": structure.lift_composition,
    "contains": structure.lift_single,
    "minContains": values.lift_count,
    "maxContains": values.lift_count,
    "minItems": values.lift_count,
    "maxItems": values.lift_count,
    "uniqueItems": values.lift_flag,
    "unevaluatedItems": structure.lift_single,
    "properties": structure.lift_properties,
    "required": structure.lift_required,
    "patternProperties": structure.lift_pattern_properties,
    "additionalProperties": structure.lift_single,
    "unevaluatedProperties": structure.lift_single,
    "propertyNames": structure.lift_single,
    "minProperties": values.lift_count,
    "maxProperties": values.lift_count,
    "dependentRequired": structure.lift_dependent_required,
    "dependentSchemas": structure.lift_dependent_schemas,
    "allOf": structure.lift_composition,
    "anyOf": structure.lift_composition,
    "oneOf": structure.lift_composition,
    "not": structure.lift_single,
    "if": structure.lift_single,
    "then": structure.lift_single,
    "else": structure.lift_single,
    "discriminator": structure.lift_discriminator,
    "example": values.lift_example,
    "examples": values.lift_examples,
    "nullable": values.lift_nullable,
    MCP_HEADER: values.lift_value,
}

LIFTED_KEYWORDS: tuple[str, ...] = (*_HANDLERS, "readOnly", "writeOnly")
_HANDLERS["readOnly"] = _HANDLERS["writeOnly"] = lambda at: None
"""In the direction that has such a property the flag tells a model nothing; in the other there is no property."""


def lift_keyword(
    lifter: Lifting,
    keyword: str,
    node: Node,
    lifted: dict[str, Json],
    frame: Frame,
    hidden: frozenset[str],
) -> None:
    """Lift one keyword of the schema at `node` into `lifted`; problems go into `frame`.

    Args:
        lifter: lifts what lies below.
        keyword: one of `LIFTED_KEYWORDS`.
        node: the schema that holds it.
        lifted: the schema made so far, in the order of `LIFTED_KEYWORDS`.
        frame: where problems go.
        hidden: properties that this direction does not have.
    """
    value = node.value
    assert isinstance(value, Mapping)
    _HANDLERS[keyword](KeywordAt(lifter, node, keyword, value[keyword], lifted, frame, hidden))
