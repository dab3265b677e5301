"""What a SARIF log of toolmint may hold: the parts of SARIF 2.1.0 that it writes, each closed.

Written after the OASIS Standard (sections in comments), and stricter: what the standard leaves open and no reader of
ours needs is not allowed here.
"""

from __future__ import annotations

from typing import Any

__all__ = ["SARIF"]


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required.split(),
        "additionalProperties": False,
    }


_LEVEL = {"enum": ["error", "warning", "note"]}
_TEXT = {"type": "string", "minLength": 1}
_MESSAGE = _object("text", text={**_TEXT, "not": {"pattern": r"(?<!\{)\{[0-9]+\}(?!\})|\]\("}})  # 3.11
_LINE = {"type": "integer", "minimum": 1}
# 3.4: a relative reference goes with its base, an absolute one without.
_ARTIFACT = {
    "oneOf": [
        _object(
            "uri uriBaseId",
            uri={"type": "string", "format": "uri-reference", "not": {"pattern": "^(?:/|[A-Za-z][A-Za-z0-9+.-]*:)"}},
            uriBaseId={"const": "%SRCROOT%"},
        ),
        _object("uri", uri={"type": "string", "format": "uri", "pattern": "^file:///"}),
    ]
}
# 3.30: columns only where both are known.
_REGION = {
    "oneOf": [
        _object("startLine", startLine=_LINE),
        _object("startLine startColumn endColumn", startLine=_LINE, startColumn=_LINE, endColumn=_LINE),
    ]
}
_PHYSICAL = _object("artifactLocation region", artifactLocation=_ARTIFACT, region=_REGION)  # 3.29
_LOGICAL = _object("fullyQualifiedName kind", fullyQualifiedName=_TEXT, kind={"const": "function"})  # 3.33
_RULE = _object(  # 3.49
    "id",
    id={"type": "string", "pattern": "^(?:[A-Z]{2,3}-[0-9]{2}|drift/[a-z-]+)$"},
    name={"type": "string", "pattern": "^[a-z0-9-]+$"},
    shortDescription=_object("text", text=_TEXT),
    help=_object("text markdown", text=_TEXT, markdown=_TEXT),
    defaultConfiguration=_object("level", level=_LEVEL),
)
_RESULT = _object(  # 3.27
    "ruleId ruleIndex level message locations partialFingerprints",
    ruleId=_TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level=_LEVEL,
    message=_MESSAGE,
    locations={
        "type": "array",
        "minItems": 1,
        "maxItems": 1,
        "items": _object(
            "physicalLocation",
            physicalLocation=_PHYSICAL,
            logicalLocations={"type": "array", "minItems": 1, "maxItems": 1, "items": _LOGICAL},
        ),
    },
    relatedLocations={
        "type": "array",
        "minItems": 1,
        "uniqueItems": True,
        "items": _object(
            "id message physicalLocation",
            id={"type": "integer", "minimum": 0},
            message=_MESSAGE,
            physicalLocation=_PHYSICAL,
        ),
    },
    # 3.5.4: a versioned hierarchical string.
    partialFingerprints=_object(
        "toolmintFinding/v1", **{"toolmintFinding/v1": {"type": "string", "pattern": "^[0-9a-f]{32}$"}}
    ),
)
_NOTIFICATION = _object("level message", level={"const": "error"}, message=_MESSAGE)  # 3.58
_INVOCATION = {  # 3.20
    "oneOf": [
        _object("executionSuccessful", executionSuccessful={"const": True}),
        _object(
            "executionSuccessful toolExecutionNotifications",
            executionSuccessful={"const": False},
            toolExecutionNotifications={"type": "array", "minItems": 1, "items": _NOTIFICATION},
        ),
    ]
}
_DRIVER = _object(  # 3.19
    "name version rules",
    name={"const": "toolmint"},
    version={"type": "string", "pattern": r"^[0-9]+\.[0-9]+"},
    rules={"type": "array", "uniqueItems": True, "items": _RULE},
)
_RUN = _object(  # 3.14
    "tool invocations originalUriBaseIds columnKind results",
    tool=_object("driver", driver=_DRIVER),
    invocations={"type": "array", "minItems": 1, "maxItems": 1, "items": _INVOCATION},
    originalUriBaseIds=_object(
        "%SRCROOT%", **{"%SRCROOT%": _object("description", description=_object("text", text=_TEXT))}
    ),
    columnKind={"const": "utf16CodeUnits"},
    results={"type": "array", "items": _RESULT},
)
SARIF: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **_object(
        "$schema version runs",
        **{
            "$schema": {"type": "string", "pattern": r"sarif-schema-2\.1\.0\.json$"},
            "version": {"const": "2.1.0"},
            "runs": {"type": "array", "minItems": 1, "maxItems": 1, "items": _RUN},
        },
    ),
}
