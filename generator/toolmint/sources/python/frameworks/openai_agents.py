"""OpenAI Agents' `@function_tool`."""

from __future__ import annotations

from dataclasses import replace

from toolmint.sources.python.calls import Arguments
from toolmint.sources.python.docstrings import STYLES, parse_docstring
from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.functions import Decoration, Function
from toolmint.sources.python.modules import PythonModule
from toolmint.sources.python.reading import Reading, Rules

__all__ = ["decorated", "registered"]

_NAMES = frozenset({"agents.function_tool", "agents.tool.function_tool"})
_CONTEXTS = frozenset(
    {
        "agents.RunContextWrapper",
        "agents.run_context.RunContextWrapper",
        "agents.ToolContext",
        "agents.tool_context.ToolContext",
    }
)
_RULES = Rules(
    framework="openai-agents",
    docstring_first=True,
    hidden_types=_CONTEXTS,
    hidden_first_only=True,
    variadic="argument",
    variadic_required=False,
)


def decorated(function: Function, decoration: Decoration, reading: Reading) -> Draft | None:
    """Read a function that `@function_tool` decorates."""
    if decoration.name not in _NAMES:
        return None
    draft = reading.draft(function, "openai-agents")
    arguments = Arguments(decoration.call, draft, reading, function.scope)
    arguments.take_name("name_override")
    style = next((one for one in STYLES if one == arguments.value("docstring_style")), None)
    if style is not None:
        draft.docstring = parse_docstring(function.node, style)
    if not arguments.take_description("description_override"):
        draft.verbatim = draft.docstring.leading if draft.docstring is not None else ""
    uses_docstring = arguments.value("use_docstring_info") is not False
    if not uses_docstring and draft.described_at is None:
        draft.verbatim = ""
    strict = arguments.value("strict_mode") is not False
    draft.strict = strict
    keywords = next((one for one in function.parameters() if one.kind == "keywords"), None)
    if strict and keywords is not None:
        message = f"`**{keywords.name}`: OpenAI Agents refuses it in a strict tool"
        place = reading.place(function, keywords.node, keywords.name)
        draft.frame.error("PY-05", message, place, "name each argument, or state `strict_mode=False`")
    reading.read_head(draft, replace(_RULES, docstring_sections=uses_docstring))
    return draft


def registered(module: PythonModule, reading: Reading) -> list[Draft]:
    """Return nothing: the decorator is all that there is."""
    return []
