"""Rows of providers that have copied OpenAI's list of functions."""

from __future__ import annotations

from dataclasses import replace

from toolmint.profiles.entries import ANY_VALUE, FUNCTIONS, PRIMITIVES, SAYABLE, cited, every_keyword_kept, table, words
from toolmint.profiles.openai import OPENAI
from toolmint.profiles.profile import Handling, KeywordRule, Limit, NameRule, ValueRules

__all__ = ["COHERE", "DASHSCOPE", "MISTRAL", "OLLAMA"]

_ROOT = cited("inference", "none is documented; OpenAI's floor, whose shape this is")
_MISTRAL = cited("sdk", "mistralai 3.7 sends the schema unchanged; no keyword list is documented")
_COHERE = cited("documentation", "strict_tools, supported schema; taken for every request, as the flag is a request's")
_OLLAMA_ITEMS = cited("sdk", "ollama 0.6: `items` is Any and sent as it is; $defs do not reach the template")
_OLLAMA = cited("sdk", "ollama 0.6: a property keeps type, items, description, enum (ollama-python#724)")
_DASHSCOPE = cited("documentation", "parameters: any valid JSON Schema")

MISTRAL = replace(
    OPENAI,
    dialect="mistral",
    title="Mistral",
    layout_evidence=cited("sdk", "mistralai 3.7: Function, where `parameters` is required; other keys are dropped"),
    tool_names=(
        NameRule(
            pattern="[A-Za-z0-9_-]+",
            maximum=64,
            enforced=False,
            evidence=cited("documentation", "guide to function calling; the API's own document has no rule"),
        ),
    ),
    descriptions=(),
    tools=(),
    root_evidence=_ROOT,
    unlisted=every_keyword_kept(_MISTRAL),
    values=replace(ANY_VALUE, evidence=_MISTRAL),
    form_evidence=_MISTRAL,
    # `strict` exists, what a schema must be then is documented nowhere.
    strict=None,
)

COHERE = replace(
    OPENAI,
    dialect="cohere",
    title="Cohere v2",
    layout=FUNCTIONS,
    layout_evidence=cited("sdk", "cohere 7.3: ToolV2, where `parameters` is required; strict is `strict_tools`"),
    tool_names=(
        NameRule(
            pattern="[A-Za-z_][A-Za-z0-9_]*",
            maximum=64,
            enforced=False,
            evidence=cited("inference", "v1's rule, v2 states none; the length is that of the others"),
        ),
    ),
    descriptions=(),
    tools=(),
    fields=(Limit(maximum=200, enforced=False, evidence=cited("documentation", "strict_tools: fields of all tools")),),
    root_evidence=_ROOT,
    keywords=table(
        (Handling.PROSE, SAYABLE),
        (
            Handling.KEPT,
            (
                "$ref type title description enum const anyOf properties required additionalProperties items pattern"
                " format"
            ),
        ),
        (Handling.REWRITTEN, "oneOf allOf prefixItems"),
        evidence=_COHERE,
    ),
    unlisted=KeywordRule(handling=Handling.DROPPED, evidence=_COHERE),
    values=ValueRules(
        enum=PRIMITIVES,
        formats=words("date-time uuid date time"),
        item_minima=None,
        pattern_refused=r"[\^$]|\(\?[=!<]",
        evidence=_COHERE,
    ),
    # A list of types is documented nowhere, a union is.
    types="single",
    union_siblings="annotations",
    reference_siblings=False,
    recursion="none",
    form_evidence=_COHERE,
    strict=None,
)

OLLAMA = replace(
    OPENAI,
    dialect="ollama",
    title="Ollama, as its Python client sends it",
    layout_evidence=cited("sdk", "ollama 0.6: Tool, extras ignored"),
    tool_names=(),
    descriptions=(),
    tools=(),
    root_evidence=cited("sdk", "ollama 0.6: the root keeps type, $defs, items, required, properties"),
    keywords=table((Handling.REWRITTEN, "const"), evidence=_OLLAMA_ITEMS),
    unlisted=every_keyword_kept(_OLLAMA_ITEMS),
    values=replace(ANY_VALUE, evidence=_OLLAMA_ITEMS),
    shallow=words("type items description enum"),
    references=False,
    reference_siblings=False,
    recursion="none",
    form_evidence=_OLLAMA,
    strict=None,
)

DASHSCOPE = replace(
    OPENAI,
    dialect="dashscope",
    title="DashScope (Qwen)",
    layout_evidence=cited("documentation", "tools, with result_format='message'; the description is required"),
    tool_names=(
        NameRule(
            pattern="[A-Za-z0-9_-]+",
            maximum=64,
            enforced=True,
            evidence=cited("documentation", "letters, digits, _ and -, at most 64"),
        ),
    ),
    descriptions=(),
    tools=(),
    root_evidence=_ROOT,
    unlisted=every_keyword_kept(_DASHSCOPE),
    values=replace(ANY_VALUE, evidence=_DASHSCOPE),
    form_evidence=cited("documentation", "arrays must have items"),
    strict=None,
)
