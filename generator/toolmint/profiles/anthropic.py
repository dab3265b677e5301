"""Rows of Anthropic's API, and of Amazon Bedrock, which has its shape of schema."""

from __future__ import annotations

from dataclasses import replace

from toolmint.profiles.entries import (
    ANY_VALUE,
    COMBINATORS,
    EVERY_KEYWORD,
    PRIMITIVES,
    cited,
    every_keyword_kept,
    words,
)
from toolmint.profiles.layout import Layout, Slot
from toolmint.profiles.profile import NameRule, Profile, RequestLimits, StrictRules, ValueRules

__all__ = ["ANTHROPIC", "ANTHROPIC_STRICT", "BEDROCK"]

_NAME = "[a-zA-Z0-9_-]+"
_LIMITATIONS = cited("documentation", "strict tool use, limitations")

_STRICT = StrictRules(
    asked="on request",
    keywords=words(
        "type properties required additionalProperties items enum const anyOf $ref title description"
        " pattern format minItems"
    ),
    values=ValueRules(
        enum=PRIMITIVES,
        formats=words("date-time time date duration email hostname uri ipv4 ipv6 uuid"),
        item_minima=frozenset({0, 1}),
        pattern_refused=r"\(\?<?[=!]|\\[1-9bB]|\\k<|\(\?P=",
        evidence=_LIMITATIONS,
    ),
    all_required=False,
    recursion=False,
    max_properties=None,
    max_depth=None,
    max_enum_values=None,
    max_text=None,
    request=RequestLimits(tools=20, optional=24, unions=16),
    evidence=_LIMITATIONS,
)

ANTHROPIC = Profile(
    dialect="anthropic",
    title="Anthropic Messages",
    layout=Layout(
        tool={
            "name": Slot.NAME,
            "description": Slot.DESCRIPTION,
            "input_schema": Slot.SCHEMA,
            "input_examples": Slot.EXAMPLES,
            "strict": Slot.STRICT,
        },
        document=Slot.TOOLS,
    ),
    layout_evidence=cited("sdk", "anthropic 2.14: ToolParam"),
    tool_names=(
        NameRule(
            pattern=_NAME, maximum=64, enforced=False, evidence=cited("wire", "Claude Desktop, and the API formerly")
        ),
        NameRule(pattern=_NAME, maximum=128, enforced=True, evidence=cited("documentation", "^[a-zA-Z0-9_-]{1,128}$")),
    ),
    property_keys=(
        NameRule(
            pattern="[a-zA-Z0-9_.-]+",
            maximum=64,
            enforced=True,
            evidence=cited("wire", "400: property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$', strict or not"),
        ),
    ),
    descriptions=(),
    tools=(),
    fields=(),
    root_refused=COMBINATORS,
    root_evidence=cited("wire", "400: input_schema does not support oneOf, allOf, or anyOf at the top level"),
    no_arguments="closed",
    keywords=EVERY_KEYWORD,
    unlisted=every_keyword_kept(ANY_VALUE.evidence),
    values=ANY_VALUE,
    shallow=None,
    types="listed",
    typed="as written",
    union_siblings="any",
    references=True,
    reference_siblings=True,
    recursion="any",
    unrolled=2,
    closes=False,
    completes=False,
    form_evidence=cited("wire", "accepted while not strict"),
    outputs="none",
    strict=_STRICT,
)

ANTHROPIC_STRICT = replace(
    ANTHROPIC,
    dialect="anthropic-strict",
    title="Anthropic Messages, strict wherever it can be",
    strict=replace(_STRICT, asked="always"),
)

BEDROCK = replace(
    ANTHROPIC,
    dialect="bedrock",
    title="Amazon Bedrock Converse",
    layout=Layout(
        tool={
            "toolSpec": {
                "name": Slot.NAME,
                "description": Slot.DESCRIPTION,
                "inputSchema": {"json": Slot.SCHEMA},
                "strict": Slot.STRICT,
            }
        },
        document={"tools": Slot.TOOLS},
    ),
    layout_evidence=cited("sdk", "boto3 1.44: service model, ToolSpecification"),
    tool_names=(NameRule(pattern=_NAME, maximum=64, enforced=True, evidence=cited("sdk", "service model: ToolName")),),
    property_keys=(
        NameRule(
            pattern="[a-zA-Z0-9_.-]+",
            maximum=64,
            enforced=False,
            evidence=cited("inference", "Anthropic's rule, whose models Bedrock serves among others"),
        ),
    ),
    root_evidence=cited("wire", "top level schema type must be object"),
    no_arguments="properties",
    strict=replace(_STRICT, evidence=cited("documentation", "toolSpec.strict; limits are those of Claude models")),
)
