"""pydantic-ai's `@agent.tool` and `@agent.tool_plain`, and those of its toolsets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from toolmint.ir.binding import PythonParameter
from toolmint.lifting.dialect import Direction
from toolmint.sources.python.calls import Arguments
from toolmint.sources.python.contexts import REFERENCE, Env
from toolmint.sources.python.docstrings import STYLES, ParsedDocstring, parse_docstring
from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.functions import Decoration, Function
from toolmint.sources.python.modules import PythonModule
from toolmint.sources.python.reading import Reading, Rules

__all__ = ["decorated", "registered"]

_OWNERS = (
    "pydantic_ai.Agent",
    "pydantic_ai.agent.Agent",
    "pydantic_ai.FunctionToolset",
    "pydantic_ai.toolsets.FunctionToolset",
    "pydantic_ai.toolsets.function.FunctionToolset",
)
_NAMES = frozenset(f"{owner}().{method}" for owner in _OWNERS for method in ("tool", "tool_plain"))
_CONTEXTS = frozenset({"pydantic_ai.RunContext", "pydantic_ai.tools.RunContext", "pydantic_ai._run_context.RunContext"})
_RULES = Rules(
    framework="pydantic-ai",
    plain_text=False,
    hidden_types=_CONTEXTS,
    hidden_first_only=True,
    variadic="argument",
)


def decorated(function: Function, decoration: Decoration, reading: Reading) -> Draft | None:
    """Read a function that an agent's or a toolset's `tool` decorates."""
    if decoration.name not in _NAMES:
        return None
    draft = reading.draft(function, "pydantic-ai")
    arguments = Arguments(decoration.call, draft, reading, function.scope)
    arguments.take_name()
    style = next((one for one in STYLES if one == arguments.value("docstring_format")), None)
    if style is not None:
        draft.docstring = parse_docstring(function.node, style)
    described = arguments.take_description()
    if not described:
        draft.verbatim = _description(draft.docstring)
    strict = arguments.value("strict")
    draft.strict = strict if isinstance(strict, bool) else None
    if arguments.value("requires_approval") is True:
        draft.marks.confirm = True
    reading.read_head(draft, _RULES)
    _flatten(draft, reading)
    return draft


def registered(module: PythonModule, reading: Reading) -> list[Draft]:
    """Return nothing: tools that are handed to `Agent(tools=[...])` carry no mark."""
    return []


def _description(docstring: ParsedDocstring | None) -> str:
    """Write a description as pydantic-ai does: with a result that is documented, in two elements."""
    if docstring is None:
        return ""
    summary = docstring.leading
    if docstring.result is None:
        return summary
    kind, text = docstring.result
    stated = f"<type>{kind}</type>\n" if kind else ""
    returns = f"<returns>\n{stated}<description>{text}</description>\n</returns>"
    return f"<summary>{summary}</summary>\n{returns}" if summary else returns


def _flatten(draft: Draft, reading: Reading) -> None:
    """Show the fields of a single model as the arguments, as pydantic-ai does."""
    shown = [
        one for one in draft.function.parameters() if not reading.is_hidden(one, draft.function, _RULES, first=True)
    ]
    if len(draft.arguments) != 1 or any(one.kind == "keywords" for one in draft.function.parameters()):
        return
    argument = draft.arguments[0]
    parameter = next((one for one in shown if one.name == argument.name), None)
    annotation = parameter.node.annotation if parameter is not None else None
    reference = str(argument.schema.get("$ref", ""))
    if annotation is None or not reference or (parameter is not None and parameter.kind == "variadic"):
        return
    types = reading.types[Direction.INPUT]
    if types.peel(annotation, Env(draft.function.scope)).metadata:
        return
    target = types.classes.definitions.get(reference.removeprefix(REFERENCE), {})
    if not _is_object(target):
        return
    draft.whole = argument.name
    draft.parameters = [_whole(one) if one.argument == argument.name else one for one in draft.parameters]
    if not draft.verbatim and isinstance(target.get("description"), str):
        draft.verbatim = target["description"]


def _is_object(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") == "object" and "properties" in schema


def _whole(parameter: PythonParameter) -> PythonParameter:
    return replace(parameter, argument=None, whole=True)
