"""AgentScope for Python: functions that calls hand to a toolkit, or wrap as `FunctionTool`."""

from __future__ import annotations

import ast
from dataclasses import replace

from toolmint.sources.python.calls import Arguments, Handing, handings
from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.functions import Decoration, Function
from toolmint.sources.python.modules import PythonModule
from toolmint.sources.python.reading import Reading, Rules

__all__ = ["decorated", "registered"]

_CALLS = frozenset(
    {
        "agentscope.tool.Toolkit().register_tool_function",
        "agentscope.tool._toolkit.Toolkit().register_tool_function",
        "agentscope.tool.FunctionTool",
        "agentscope.tool._adapters.FunctionTool",
    }
)
_RULES = Rules(
    framework="agentscope",
    docstring_first=True,
    plain_text=False,
    hidden_names=frozenset({"_agent_state"}),
)


def decorated(function: Function, decoration: Decoration, reading: Reading) -> Draft | None:
    """Return nothing: AgentScope has no decorator."""
    return None


def registered(module: PythonModule, reading: Reading) -> list[Draft]:
    """Read the functions that calls in a module hand to AgentScope; each once."""
    found: dict[str, Draft] = {}
    for handing in handings(module, reading, _CALLS):
        draft = _draft(handing, reading)
        found.setdefault(draft.name, draft)
    return list(found.values())


def _draft(handing: Handing, reading: Reading) -> Draft:
    draft = reading.draft(handing.function, "agentscope")
    arguments = Arguments(handing.call, draft, reading, handing.scope)
    arguments.take_name("func_name" if arguments.node("func_name") is not None else "name")
    if not any(arguments.take_description(name) for name in ("func_description", "description")):
        docstring = draft.docstring
        parts = (docstring.summary_lines, docstring.rest_before_sections) if docstring is not None else ()
        draft.verbatim = "\n".join(one for one in parts if one)
    if arguments.value("is_read_only") is True:
        draft.marks.flags["read_only"] = True
    reading.read_head(draft, _RULES)
    for name in _preset(arguments):
        _hide(draft, name)
    return draft


def _preset(arguments: Arguments) -> list[str]:
    """Return the arguments that the call fills in for good."""
    node = arguments.node("preset_kwargs")
    keys = node.keys if isinstance(node, ast.Dict) else []
    return [key.value for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]


def _hide(draft: Draft, name: str) -> None:
    draft.arguments = [one for one in draft.arguments if one.name != name]
    draft.parameters = [
        replace(one, argument=None, injected=True) if one.argument == name else one for one in draft.parameters
    ]
