"""CL-13: an input that takes anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolmint.diagnostics import Severity
from toolmint.prose.inputs import Input
from toolmint.rule import Finding, Rule, RuleContext, ToolView
from toolmint.text import word_set

_FREE = word_set(
    """
    annotations arguments args attributes config configuration context custom env environment extra extras filter
    filters headers labels meta metadata options params parameters preferences properties settings tags variables
    variant where
    """
)
"""Words of arguments that are free by their nature."""


class OpenInput(Rule):
    """An input takes anything.

    What it does:
        Reports an input schema that has no properties and is not closed, one that says `additionalProperties: true`
        although it names its arguments, and an argument that is an object without any fields. Arguments that are free
        by their nature (`metadata`, `filter`, `headers`, …) are left alone. A warning where the tool asks for strict
        schemas, which such an input rules out.

    Why is this bad?
        What a schema leaves open, a model fills with keys of its own, which nobody reads and nobody refuses.

    Example:
        ```json
        {
          "name": "get_parcel",
          "description": "Look up where a parcel is, and when it arrives. Returns a town and a date.",
          "inputSchema": {
            "type": "object",
            "properties": {"number": {"type": "string", "description": "From the mail of the shop."}},
            "additionalProperties": true
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "get_parcel",
          "description": "Look up where a parcel is, and when it arrives. Returns a town and a date.",
          "inputSchema": {
            "type": "object",
            "properties": {"number": {"type": "string", "description": "From the mail of the shop."}},
            "additionalProperties": false
          }
        }
        ```
    """

    code = "CL-13"
    name = "open-input"
    severity = Severity.INFO

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        schema = contract.input_schema
        severity = Severity.WARNING if contract.strict else None
        extra = schema.get("additionalProperties")
        free = extra is True or (isinstance(extra, Mapping) and bool(extra))
        properties = schema.get("properties")
        if free and properties:
            yield Finding(
                message=f"`{contract.name}` names its arguments and takes any other as well",
                place=contract.origin,
                hint="write `additionalProperties: false`",
                severity=severity,
            )
        elif properties is None and extra is not False and not _COMPOSED & schema.keys():
            yield Finding(
                message=f"`{contract.name}` names no argument and takes any",
                place=contract.origin,
                hint='write `{"type": "object", "additionalProperties": false}` where it takes none',
                severity=severity,
            )
        for argument in tool.inputs:
            if _is_free(argument) and _FREE.isdisjoint(argument.words):
                yield Finding(
                    message=f"argument `{argument.name}` is an object without any fields",
                    place=argument.place,
                    hint="name its fields, or say in its text which keys it takes",
                    severity=severity,
                )


_COMPOSED = frozenset({"$ref", "allOf", "anyOf", "oneOf"})
_OBJECT = frozenset({"object"})
_SHAPING = _COMPOSED | {"properties", "patternProperties", "enum", "const", "additionalProperties"}


def _is_free(argument: Input) -> bool:
    if argument.types != _OBJECT:
        return False
    return not any(
        schema.get("properties")
        or (_SHAPING - {"properties", "additionalProperties"}) & schema.keys()
        or isinstance(schema.get("additionalProperties"), Mapping)
        or schema.get("additionalProperties") is False
        for schema in argument.schemas
    )
