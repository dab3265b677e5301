"""Gemini's two rows: JSON Schema in `parametersJsonSchema`, and the older OpenAPI subset in `parameters`."""

from __future__ import annotations

from dataclasses import replace

from toolmint.profiles.entries import ANY_VALUE, COMBINATORS, NUMBER_FORMATS, SAYABLE, cited, table, words
from toolmint.profiles.layout import Layout, Slot
from toolmint.profiles.profile import Handling, KeywordRule, Limit, NameRule, Profile, ValueRules

__all__ = ["GEMINI", "GEMINI_PARAMETERS"]

_LIST = cited("documentation", "response_json_schema's keyword list; that parameters follow it is concluded")
_SCHEMA = cited("sdk", "google-genai 3.6: types.Schema, which forbids other keys; the wire answers `Unknown name`")

GEMINI = Profile(
    dialect="gemini",
    title="Gemini, parametersJsonSchema",
    layout=Layout(
        tool={"name": Slot.NAME, "description": Slot.DESCRIPTION, "parametersJsonSchema": Slot.SCHEMA},
        document=[{"functionDeclarations": Slot.TOOLS}],
    ),
    layout_evidence=cited("sdk", "google-genai 3.6: FunctionDeclaration.parameters_json_schema"),
    tool_names=(
        NameRule(
            pattern="[A-Za-z_][A-Za-z0-9_:.-]*",
            maximum=64,
            enforced=True,
            evidence=cited("documentation", "FunctionDeclaration.name; Vertex takes 128 characters"),
        ),
    ),
    property_keys=(
        NameRule(
            pattern="[A-Za-z_][A-Za-z0-9_]*",
            maximum=64,
            enforced=True,
            evidence=cited("documentation", "FunctionDeclaration.parameters"),
        ),
    ),
    descriptions=(),
    tools=(Limit(maximum=512, enforced=False, evidence=cited("documentation", "Vertex AI; was 64, then 128")),),
    fields=(),
    root_refused=COMBINATORS,
    root_evidence=cited("documentation", "the parameters of a function are an object"),
    no_arguments="omitted",
    keywords=table(
        (Handling.PROSE, SAYABLE),
        (
            Handling.KEPT,
            (
                "$ref type format title description enum items prefixItems minItems maxItems minimum maximum anyOf"
                " properties additionalProperties required"
            ),
        ),
        (Handling.REWRITTEN, "const allOf oneOf"),
        evidence=_LIST,
    ),
    unlisted=KeywordRule(handling=Handling.DROPPED, evidence=_LIST),
    values=replace(ANY_VALUE, enum=words("string number integer"), evidence=_LIST),
    shallow=None,
    types="listed",
    typed="as written",
    union_siblings="any",
    references=True,
    reference_siblings=False,
    recursion="optional",
    unrolled=2,
    closes=False,
    completes=False,
    form_evidence=cited("documentation", "no siblings of $ref; circles only in properties that are not required"),
    outputs="none",
    strict=None,
)

GEMINI_PARAMETERS = replace(
    GEMINI,
    dialect="gemini-parameters",
    title="Gemini, parameters",
    layout=Layout(
        tool={"name": Slot.NAME, "description": Slot.DESCRIPTION, "parameters": Slot.SCHEMA},
        document=[{"functionDeclarations": Slot.TOOLS}],
    ),
    layout_evidence=cited("sdk", "google-genai 3.6: FunctionDeclaration.parameters; the Live API knows no other"),
    root_evidence=cited("wire", "400: parameters schema should be of type OBJECT; properties should be non-empty"),
    keywords=table(
        (Handling.PROSE, SAYABLE),
        (
            Handling.KEPT,
            (
                "type format title description default enum items minItems maxItems minimum maximum minLength maxLength"
                " pattern minProperties maxProperties anyOf properties required"
            ),
        ),
        (Handling.PROSE, "additionalProperties"),
        (Handling.REWRITTEN, "const allOf oneOf prefixItems"),
        evidence=_SCHEMA,
    ),
    unlisted=KeywordRule(handling=Handling.DROPPED, evidence=_SCHEMA),
    values=ValueRules(
        enum=words("string"),
        formats=NUMBER_FORMATS | {"date-time"},
        item_minima=None,
        pattern_refused="",
        evidence=cited(
            "wire",
            "400: only 'enum' and 'date-time' are supported for STRING type (gemini-cli#3178);"
            " enum only allowed for STRING type (9router#359)",
        ),
    ),
    types="nullable",
    typed="everywhere",
    union_siblings="none",
    references=False,
    recursion="none",
    form_evidence=cited(
        "wire",
        "400: type must be specified when not using any_of (LibreChat#6971); any_of must be the only field set"
        " (Graphenium#37); items: missing field (cline#7339); `type` is no list; required must be in properties"
        " (kilocode#11955)",
    ),
)
