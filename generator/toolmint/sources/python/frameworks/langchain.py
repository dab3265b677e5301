"""LangChain's `@tool`."""

from __future__ import annotations

import ast
import inspect
from dataclasses import replace

from toolmint.sources.python.calls import Arguments
from toolmint.sources.python.docstrings import Documented
from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.functions import Decoration, Function
from toolmint.sources.python.modules import PythonModule
from toolmint.sources.python.reading import Reading, Rules

__all__ = ["decorated", "registered"]

_NAMES = frozenset(
    {
        "langchain_core.tools.tool",
        "langchain_core.tools.convert.tool",
        "langchain.tools.tool",
        "langchain.agents.tool",
    }
)
_MARKS = frozenset(
    {
        "langchain_core.tools.InjectedToolArg",
        "langchain_core.tools.InjectedToolCallId",
        "langchain_core.tools.base.InjectedToolArg",
        "langchain_core.tools.base.InjectedToolCallId",
        "langchain.tools.InjectedState",
        "langchain.tools.InjectedStore",
        "langchain.tools.InjectedToolArg",
        "langchain.tools.InjectedToolCallId",
        "langgraph.prebuilt.InjectedState",
        "langgraph.prebuilt.InjectedStore",
    }
)
_TYPES = frozenset(
    {
        "langchain_core.runnables.RunnableConfig",
        "langchain_core.runnables.config.RunnableConfig",
        "langchain.tools.ToolRuntime",
        "langgraph.prebuilt.ToolRuntime",
    }
)
_HIDDEN_NAMES = frozenset({"run_manager", "callbacks"})
_RULES = Rules(
    framework="langchain",
    docstring_sections=False,
    hidden_types=_TYPES,
    hidden_marks=_MARKS,
    hidden_names=_HIDDEN_NAMES,
)
_PARSED = Rules(
    framework="langchain",
    docstring_first=True,
    hidden_types=_TYPES,
    hidden_marks=_MARKS,
    hidden_names=_HIDDEN_NAMES,
)


def decorated(function: Function, decoration: Decoration, reading: Reading) -> Draft | None:
    """Read a function that `@tool` decorates."""
    if decoration.name not in _NAMES:
        return None
    draft = reading.draft(function, "langchain")
    arguments = Arguments(decoration.call, draft, reading, function.scope)
    arguments.take_name("name_or_callable", 0)
    parsed = arguments.value("parse_docstring") is True
    docstring = draft.docstring
    if not arguments.take_description():
        if docstring is None:
            message = f"LangChain refuses `{function.name}`: it has neither a docstring nor a `description`"
            draft.frame.error("PY-06", message, draft.place, "write a docstring")
        elif parsed:
            draft.verbatim = " ".join(_blocks(docstring.text)).strip()
        else:
            draft.verbatim = inspect.cleandoc(docstring.text)
    schema = arguments.node("args_schema")
    if schema is not None and not (isinstance(schema, ast.Constant) and schema.value is None):
        message = "`args_schema` takes the place of the signature, and is not read"
        draft.frame.error("PY-06", message, reading.place(function, schema, "args_schema"), "annotate the parameters")
    if parsed and docstring is not None:
        described = {name: replace(one, description=_one_line(one)) for name, one in docstring.parameters.items()}
        draft.docstring = replace(docstring, parameters=described)
    reading.read_head(draft, _PARSED if parsed else _RULES)
    return draft


def registered(module: PythonModule, reading: Reading) -> list[Draft]:
    """Return nothing: tools that `StructuredTool.from_function` makes are not read."""
    return []


def _one_line(documented: Documented) -> str:
    """Return the text of an argument as LangChain joins its lines."""
    return " ".join(line.strip() for line in documented.description.split("\n"))


def _blocks(text: str) -> list[str]:
    """Return the paragraphs that LangChain takes for the description, when it parses a docstring."""
    found: list[str] = []
    for block in text.split("\n\n"):
        if block.startswith(("Args:", "Returns:", "Example:")):
            break
        found.append(block)
    return found
