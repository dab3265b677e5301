"""The rows: one a dialect. Adding a dialect is adding one here and to `PROFILES`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Literal

from toolmint.profiles.profile import (
    Evidence,
    Handling,
    KeywordRule,
    Limit,
    NameRule,
    Profile,
    RequestLimits,
    StrictRules,
)

__all__ = ["PROFILES"]

_DAY = "2026-12-01"


def _said(kind: Literal["sdk", "documentation", "wire", "probe", "inference"], text: str) -> Evidence:
    return Evidence(kind=kind, text=text, recorded=_DAY)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _rules(handling: Handling, evidence: Evidence, keywords: str) -> dict[str, KeywordRule]:
    return {keyword: KeywordRule(handling=handling, evidence=evidence) for keyword in keywords.split()}


_ALL_VALUES = _words("string number integer boolean null array object")
_PRIMITIVES = _ALL_VALUES - {"array", "object"}
_COMBINATORS = _words("oneOf anyOf allOf not enum const $ref")

_NOT_JSON_SCHEMA = _rules(
    Handling.PROSE,
    _said("documentation", "OpenAPI's keyword, no JSON Schema; the mapping is said in words and kept in contract.json"),
    "discriminator",
)
_SAYS_NOTHING = _rules(
    Handling.OMITTED,
    _said("inference", "notes for maintainers and hints of direction; input schemas hold only what can be written"),
    "$comment readOnly writeOnly",
)
_FULL_SCHEMA = KeywordRule(
    handling=Handling.KEPT,
    evidence=_said("wire", "accepted while not strict: full 2020-12 except at the root"),
)

_OPENAI_NAME = "[A-Za-z0-9_-]+"
_OPENAI_ROOT = _said(
    "wire", "400: schema must have type 'object' and not have oneOf/anyOf/allOf/enum/not at the top level"
)
_OPENAI_DESCRIPTIONS = (
    Limit(maximum=1024, enforced=False, evidence=_said("wire", "error of older deployments and of Azure OpenAI")),
    Limit(maximum=1_048_576, enforced=True, evidence=_said("wire", "error of the API")),
)
_OPENAI_STRICT = StrictRules(
    by_default=True,
    stated=False,
    keywords=_words(
        "type properties required additionalProperties items enum const anyOf $ref title description"
        " minimum maximum exclusiveMinimum exclusiveMaximum multipleOf pattern format minItems maxItems"
    ),
    formats=_words("date-time time date duration email hostname ipv4 ipv6 uuid"),
    item_minima=None,
    all_required=True,
    enum_values=_PRIMITIVES,
    pattern_refused=r"\(\?<?[=!]",
    recursion=True,
    max_properties=5000,
    max_depth=10,
    max_enum_values=1000,
    max_text=120_000,
    request=RequestLimits(),
    evidence=_said("documentation", "structured outputs, supported schemas; depth and lookaround from live probes"),
)
_ANTHROPIC_STRICT = StrictRules(
    by_default=False,
    stated=False,
    keywords=_words(
        "type properties required additionalProperties items enum const anyOf $ref title description"
        " pattern format minItems"
    ),
    formats=_words("date-time time date duration email hostname uri ipv4 ipv6 uuid"),
    item_minima=frozenset({0, 1}),
    all_required=False,
    enum_values=_PRIMITIVES,
    pattern_refused=r"\(\?<?[=!]|\\[1-9bB]|\\k<|\(\?P=",
    recursion=False,
    max_properties=None,
    max_depth=None,
    max_enum_values=None,
    max_text=None,
    request=RequestLimits(tools=20, optional=24, unions=16),
    evidence=_said("documentation", "strict tool use, limitations"),
)

_OPENAI = Profile(
    dialect="openai",
    title="OpenAI Chat Completions",
    tool_names=(
        NameRule(pattern=_OPENAI_NAME, maximum=64, enforced=True, evidence=_said("documentation", "function.name")),
    ),
    property_keys=(),
    descriptions=_OPENAI_DESCRIPTIONS,
    tools=(Limit(maximum=128, enforced=False, evidence=_said("documentation", "at most 128 functions")),),
    root_refused=_COMBINATORS,
    root_evidence=_OPENAI_ROOT,
    no_arguments="properties",
    keywords=MappingProxyType(_NOT_JSON_SCHEMA | _SAYS_NOTHING),
    unlisted=_FULL_SCHEMA,
    references=True,
    reference_siblings=True,
    recursion="any",
    enum_values=_ALL_VALUES,
    strict=_OPENAI_STRICT,
)

_OPENAI_RESPONSES = replace(
    _OPENAI,
    dialect="openai-responses",
    title="OpenAI Responses",
    tool_names=(
        NameRule(
            pattern=_OPENAI_NAME,
            maximum=64,
            enforced=False,
            evidence=_said("inference", "documented for functions in a namespace alone; chat's rule is the safe one"),
        ),
    ),
    tools=(Limit(maximum=128, enforced=False, evidence=_said("inference", "chat's limit; none is documented here")),),
    # Where the flag is absent the API normalises a schema into strict mode: optional becomes mandatory.
    strict=replace(_OPENAI_STRICT, stated=True),
)

_ANTHROPIC = Profile(
    dialect="anthropic",
    title="Anthropic Messages",
    tool_names=(
        NameRule(
            pattern="[a-zA-Z0-9_-]+",
            maximum=64,
            enforced=False,
            evidence=_said("wire", "Claude Desktop, and the API formerly"),
        ),
        NameRule(
            pattern="[a-zA-Z0-9_-]+",
            maximum=128,
            enforced=True,
            evidence=_said("documentation", "^[a-zA-Z0-9_-]{1,128}$"),
        ),
    ),
    property_keys=(
        NameRule(
            pattern="[a-zA-Z0-9_.-]+",
            maximum=64,
            enforced=True,
            evidence=_said("wire", "400: property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$', strict or not"),
        ),
    ),
    descriptions=(),
    tools=(),
    root_refused=_COMBINATORS,
    root_evidence=_said("wire", "400: input_schema does not support oneOf, allOf, or anyOf at the top level"),
    no_arguments="closed",
    keywords=MappingProxyType(_NOT_JSON_SCHEMA | _SAYS_NOTHING),
    unlisted=_FULL_SCHEMA,
    references=True,
    reference_siblings=True,
    recursion="any",
    enum_values=_ALL_VALUES,
    strict=_ANTHROPIC_STRICT,
)

_GEMINI_LIST = _said("documentation", "response_json_schema's keyword list; that parameters follow it is concluded")
_GEMINI = Profile(
    dialect="gemini",
    title="Gemini, parametersJsonSchema",
    tool_names=(
        NameRule(
            pattern="[A-Za-z_][A-Za-z0-9_:.-]*",
            maximum=64,
            enforced=True,
            evidence=_said("documentation", "FunctionDeclaration.name; Vertex takes 128 characters"),
        ),
    ),
    property_keys=(
        NameRule(
            pattern="[A-Za-z_][A-Za-z0-9_]*",
            maximum=64,
            enforced=True,
            evidence=_said("documentation", "FunctionDeclaration.parameters"),
        ),
    ),
    descriptions=(),
    tools=(Limit(maximum=512, enforced=False, evidence=_said("documentation", "Vertex AI; was 64, then 128")),),
    root_refused=_COMBINATORS,
    root_evidence=_said("documentation", "the parameters of a function are an object"),
    no_arguments="omitted",
    keywords=MappingProxyType(
        _rules(
            Handling.KEPT,
            _GEMINI_LIST,
            "$ref type format title description enum items prefixItems minItems maxItems minimum maximum anyOf"
            " properties additionalProperties required",
        )
        | _rules(Handling.REWRITTEN, _GEMINI_LIST, "const allOf oneOf")
        | _rules(
            Handling.PROSE,
            _GEMINI_LIST,
            "default examples deprecated exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern"
            " uniqueItems minProperties maxProperties propertyNames patternProperties dependentRequired not"
            " contentEncoding contentMediaType",
        )
        | _NOT_JSON_SCHEMA
        | _SAYS_NOTHING
    ),
    unlisted=KeywordRule(handling=Handling.DROPPED, evidence=_GEMINI_LIST),
    references=True,
    reference_siblings=False,
    recursion="optional",
    enum_values=_words("string number integer"),
    strict=None,
)

_BEDROCK = replace(
    _ANTHROPIC,
    dialect="bedrock",
    title="Amazon Bedrock Converse",
    tool_names=(
        NameRule(pattern="[a-zA-Z0-9_-]+", maximum=64, enforced=True, evidence=_said("sdk", "service model: ToolName")),
    ),
    property_keys=(
        NameRule(
            pattern="[a-zA-Z0-9_.-]+",
            maximum=64,
            enforced=False,
            evidence=_said("inference", "Anthropic's rule, whose models Bedrock serves among others"),
        ),
    ),
    root_evidence=_said("wire", "top level schema type must be object"),
    no_arguments="properties",
    strict=replace(
        _ANTHROPIC_STRICT, evidence=_said("documentation", "toolSpec.strict; limits are those of Claude models")
    ),
)

_MCP = Profile(
    dialect="mcp",
    title="MCP 2025-06-18, 2025-11-25 and 2026-07-28",
    tool_names=(
        NameRule(
            pattern="[A-Za-z0-9_.-]+",
            maximum=128,
            enforced=False,
            evidence=_said("documentation", "2025-11-25: SHOULD; no rule in 2025-06-18"),
        ),
    ),
    property_keys=(),
    descriptions=(
        Limit(maximum=2048, enforced=False, evidence=_said("wire", "Claude Code cuts there: claude-code#41593")),
    ),
    tools=(),
    root_refused=_COMBINATORS,
    root_evidence=_said("sdk", "type 'object' is a literal; clients hand the schema on to providers, so their floor"),
    no_arguments="closed",
    keywords=MappingProxyType(_NOT_JSON_SCHEMA | _SAYS_NOTHING),
    unlisted=_FULL_SCHEMA,
    references=True,
    reference_siblings=True,
    recursion="any",
    enum_values=_ALL_VALUES,
    strict=None,
)

PROFILES: Mapping[str, Profile] = MappingProxyType(
    {row.dialect: row for row in (_OPENAI, _OPENAI_RESPONSES, _ANTHROPIC, _GEMINI, _BEDROCK, _MCP)}
)
"""Dialect to its row."""
