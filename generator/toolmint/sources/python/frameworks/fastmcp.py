"""FastMCP's `@mcp.tool`, and that of the MCP SDK (`FastMCP`, `MCPServer`), each by its own rules."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from typing import Any

from toolmint.sources.python.calls import Arguments, handings
from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.functions import Decoration, Function
from toolmint.sources.python.modules import PythonModule
from toolmint.sources.python.reading import Reading, Rules

__all__ = ["decorated", "registered"]

_SERVERS = ("fastmcp.FastMCP", "fastmcp.server.FastMCP", "fastmcp.server.server.FastMCP")
_SDK = (
    "mcp.server.fastmcp.FastMCP",
    "mcp.server.fastmcp.server.FastMCP",
    "mcp.server.mcpserver.MCPServer",
    "mcp.server.mcpserver.server.MCPServer",
    "mcp.server.MCPServer",
)
_METHODS = frozenset({*(f"{one}().tool" for one in _SERVERS), "fastmcp.tools.tool"})
_SDK_METHODS = frozenset(f"{one}().tool" for one in _SDK)
_ADDING = frozenset(f"{one}().add_tool" for one in _SDK)
_CONTEXTS = frozenset(
    {
        "fastmcp.Context",
        "fastmcp.server.Context",
        "fastmcp.server.context.Context",
        "fastmcp.server.sessions.UserSession",
        "mcp.server.fastmcp.Context",
        "mcp.server.fastmcp.server.Context",
        "mcp.server.mcpserver.Context",
        "mcp.server.mcpserver.context.Context",
        "mcp.server.mcpserver.server.Context",
    }
)
_DEPENDENCIES = frozenset(
    {
        *(f"fastmcp.dependencies.{name}" for name in ("Depends", "CurrentContext", "CurrentFastMCP", "CurrentRequest")),
        "fastmcp.server.dependencies.Depends",
        "fastmcp.server.dependencies.CurrentContext",
        "docket.Depends",
        "mcp.server.mcpserver.Resolve",
    }
)
_RULES = Rules(
    framework="fastmcp",
    hidden_types=_CONTEXTS,
    hidden_defaults=_DEPENDENCIES,
    variadic="refuse",
    positional="refuse",
    output=True,
)
_SDK_RULES = Rules(
    framework="fastmcp",
    docstring_sections=False,
    plain_text=False,
    hidden_types=_CONTEXTS,
    hidden_defaults=_DEPENDENCIES,
    output=True,
)
_HINTS = {
    "readOnlyHint": "read_only",
    "destructiveHint": "destructive",
    "idempotentHint": "idempotent",
    "openWorldHint": "open_world",
}


def decorated(function: Function, decoration: Decoration, reading: Reading) -> Draft | None:
    """Read a function that a server's `tool` decorates."""
    if decoration.name in _METHODS:
        draft = _draft(function, decoration.call, reading, named="name", position=0)
        if draft.verbatim is None and draft.docstring is not None:
            draft.verbatim = _text_before_sections(draft)
        reading.read_head(draft, _RULES)
        if draft.output is not None and _says_nothing(draft.output):
            draft.output = None
        return draft
    if decoration.name in _SDK_METHODS:
        return _of_sdk(function, decoration.call, reading, 0)
    return None


def registered(module: PythonModule, reading: Reading) -> list[Draft]:
    """Read the functions that are handed to `add_tool` of the SDK's server."""
    return [_of_sdk(one.function, one.call, reading, 1) for one in handings(module, reading, _ADDING)]


def _of_sdk(function: Function, call: ast.Call | None, reading: Reading, position: int) -> Draft:
    draft = _draft(function, call, reading, named="name", position=position)
    if draft.verbatim is None and draft.docstring is not None:
        # The SDK sends the docstring as it stands in the file; only its margin is taken away here.
        draft.verbatim = inspect.cleandoc(draft.docstring.text)
    reading.read_head(draft, _SDK_RULES)
    for argument in draft.arguments:
        parameter = next(one for one in function.parameters() if one.name == argument.name)
        if parameter.node.annotation is None:
            argument.schema["type"] = "string"  # an argument without annotation is a text there
    return draft


def _draft(function: Function, call: ast.Call | None, reading: Reading, *, named: str, position: int) -> Draft:
    draft = reading.draft(function, "fastmcp")
    arguments = Arguments(call, draft, reading, function.scope)
    arguments.take_name(named, position)
    arguments.take_description()
    title = arguments.text("title")
    node = arguments.node("title")
    if title and node is not None:
        draft.marks.title = (title, reading.place(function, node, "title"))
    _take_hints(arguments, draft, reading, function)
    tags = arguments.value("tags")
    if isinstance(tags, list | tuple):
        draft.tags = tuple(sorted(str(one) for one in tags))
    return draft


def _take_hints(arguments: Arguments, draft: Draft, reading: Reading, function: Function) -> None:
    """Take MCP's hints, from a mapping or from `ToolAnnotations(...)`."""
    node = arguments.node("annotations")
    given: dict[str, object] = {}
    if isinstance(node, ast.Call):
        held = Arguments(node, draft, reading, function.scope)
        given = {one.arg: held.value(one.arg) for one in node.keywords if one.arg is not None}
    elif node is not None:
        value = arguments.value("annotations")
        given = dict(value) if isinstance(value, Mapping) else {}
    for name, flag in _HINTS.items():
        value = given.get(name, given.get(_snake(name)))
        if isinstance(value, bool):
            draft.marks.flags[flag] = value
    title = given.get("title")
    if isinstance(title, str) and draft.marks.title is None and node is not None:
        draft.marks.title = (title, reading.place(function, node, "annotations"))


def _snake(name: str) -> str:
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)


def _says_nothing(schema: Mapping[str, Any]) -> bool:
    """Whether FastMCP tells no schema of a result: bytes, and arrays of anything."""
    branches = [schema, *schema.get("anyOf", ())]
    if any(one.get("format") == "binary" for one in branches):
        return True
    return schema.get("type") == "array" and schema.get("items") == {}


def _text_before_sections(draft: Draft) -> str:
    docstring = draft.docstring
    assert docstring is not None
    return docstring.leading if docstring.style is not None else docstring.text
