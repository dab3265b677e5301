"""OpenAI's rows: Chat Completions, Responses, and strict mode for its own sake."""

from __future__ import annotations

from dataclasses import replace

from toolmint.profiles.entries import (
    ANY_VALUE,
    COMBINATORS,
    EVERY_KEYWORD,
    FUNCTIONS,
    PRIMITIVES,
    cited,
    every_keyword_kept,
    words,
)
from toolmint.profiles.layout import Layout, Slot
from toolmint.profiles.profile import Limit, NameRule, Profile, RequestLimits, StrictRules, ValueRules

__all__ = ["OPENAI", "OPENAI_RESPONSES", "OPENAI_STRICT"]

_NAME = "[A-Za-z0-9_-]+"
_OUTPUTS = cited("documentation", "structured outputs, supported schemas; depth and lookaround from live probes")

_STRICT = StrictRules(
    asked="lossless",
    # minLength and maxLength: OpenAI itself took them in a live probe, its documents are silent, Azure refuses them.
    keywords=words(
        "type properties required additionalProperties items enum const anyOf $ref title description"
        " minimum maximum exclusiveMinimum exclusiveMaximum multipleOf pattern format minItems maxItems"
    ),
    values=ValueRules(
        enum=PRIMITIVES,
        formats=words("date-time time date duration email hostname ipv4 ipv6 uuid"),
        item_minima=None,
        pattern_refused=r"\(\?<?[=!]",
        evidence=_OUTPUTS,
    ),
    all_required=True,
    recursion=True,
    max_properties=5000,
    max_depth=10,
    max_enum_values=1000,
    max_text=120_000,
    request=RequestLimits(),
    evidence=_OUTPUTS,
)

OPENAI = Profile(
    dialect="openai",
    title="OpenAI Chat Completions",
    layout=FUNCTIONS,
    layout_evidence=cited("sdk", "openai 3.57: ChatCompletionFunctionToolParam"),
    tool_names=(NameRule(pattern=_NAME, maximum=64, enforced=True, evidence=cited("documentation", "function.name")),),
    property_keys=(),
    descriptions=(
        Limit(maximum=1024, enforced=False, evidence=cited("wire", "error of older deployments and of Azure OpenAI")),
        Limit(maximum=1_048_576, enforced=True, evidence=cited("wire", "error of the API")),
    ),
    tools=(Limit(maximum=128, enforced=False, evidence=cited("documentation", "at most 128 functions")),),
    fields=(),
    root_refused=COMBINATORS,
    root_evidence=cited(
        "wire", "400: schema must have type 'object' and not have oneOf/anyOf/allOf/enum/not at the top level"
    ),
    no_arguments="properties",
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
    form_evidence=cited("wire", "accepted while not strict; 400 for an array without items"),
    outputs="none",
    strict=_STRICT,
)

OPENAI_RESPONSES = replace(
    OPENAI,
    dialect="openai-responses",
    title="OpenAI Responses",
    layout=Layout(
        # Where the flag is absent the API normalises a schema into strict mode: optional becomes mandatory.
        tool={
            "type": "function",
            "name": Slot.NAME,
            "description": Slot.DESCRIPTION,
            "parameters": Slot.SCHEMA,
            "strict": Slot.STRICT_STATED,
        },
        document=Slot.TOOLS,
    ),
    layout_evidence=cited("sdk", "openai 3.57: responses.FunctionToolParam, where `strict` is required"),
    tool_names=(
        NameRule(
            pattern=_NAME,
            maximum=64,
            enforced=False,
            evidence=cited("inference", "documented for functions in a namespace alone; chat's rule is the safe one"),
        ),
    ),
    tools=(Limit(maximum=128, enforced=False, evidence=cited("inference", "chat's limit; none is documented here")),),
)

OPENAI_STRICT = replace(
    OPENAI,
    dialect="openai-strict",
    title="OpenAI Chat Completions, strict wherever it can be",
    layout=Layout(
        tool={
            "type": "function",
            "function": {
                "name": Slot.NAME,
                "description": Slot.DESCRIPTION,
                "parameters": Slot.SCHEMA,
                "strict": Slot.STRICT_STATED,
            },
        },
        document=Slot.TOOLS,
    ),
    strict=replace(_STRICT, asked="always"),
)
