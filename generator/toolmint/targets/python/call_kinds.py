"""Where the calls of a package go, and which modules of the runtime that takes.

A new kind is a folder of templates and an entry of `_KINDS`; what the folder has to give: docs/decisions/0011.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from toolmint.ir.binding import HttpBinding, McpBinding, PythonBinding
from toolmint.ir.contract import Catalog

__all__ = ["CallKind", "calls_of"]

_SHARED = (
    "arguments.py",
    "callers.py",
    "calls.py",
    "descent.py",
    "errors.py",
    "outputs.py",
    "plans.py",
    "progress.py",
    "provider_lists.py",
    "results.py",
    "runtime.py",
    "server.py",
    "settings.py",
    "steps.py",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallKind:
    """One way in which tools are called."""

    folder: str
    """Of the templates, below `templates/python/`."""
    files: tuple[str, ...]
    """The modules in it."""
    tools: str
    """What `tools.py` says of itself; `{title}` is the catalog's."""
    toolset: str
    """What `toolset.py` says of itself."""

    @property
    def runtime_files(self) -> tuple[tuple[str, str], ...]:
        """Each module of the runtime, and its template without `.jinja`."""
        own = [(name, f"{self.folder}/{name}") for name in self.files]
        return tuple(sorted([*((name, name) for name in _SHARED), *own]))


_HTTP_TOOLS = """The tools of {title}, one typed function each.

The first argument of every function makes the call: it gets a `Request` and returns whatever the function is to
return. `_context` holds what the host knows and the model does not. Arguments that are left out are not sent; None is
sent as null.
"""
_HTTP_TOOLSET = """The tools of {title} over HTTP, one typed method each.

`async with Toolset(...) as tools` and then `await tools.call(name, arguments)` for what a model asks, or a method for
what a program does. `SyncToolset` is the same without `await`. Arguments that are left out are not sent; None is sent
as null.
"""
_FUNCTION_TOOLS = """The tools of {title}, one typed function each.

The first argument of every function makes the call: it gets a `Request`, whose `call` calls what the tool stands for,
and returns whatever the function is to return. `_context` holds what the host knows and the model does not. Arguments
that are left out are not passed on.
"""
_FUNCTION_TOOLSET = """The tools of {title}, one typed method each.

`async with Toolset(...) as tools` and then `await tools.call(name, arguments)` for what a model asks, or a method for
what a program does. `SyncToolset` is the same without `await`. Arguments that are left out are not passed on.
"""
_MCP_TOOLS = """The tools of {title}, one typed function each.

The first argument of every function makes the call: it gets a `Request`, the name and arguments of a `tools/call`, and
returns whatever the function is to return. Only `Toolset` looks whether the tool is still the one that was accepted.
Arguments that are left out are not sent; None is sent as null.
"""
_MCP_TOOLSET = """The tools of {title} on their MCP server, one typed method each.

`async with Toolset.stdio(command, ...) as tools`, `Toolset.http(url)` or `Toolset(session)`, and then
`await tools.call(name, arguments)` for what a model asks, or a method for what a program does. A tool is called only
while its definition on the server is the one that was accepted. `SyncToolset` is the same without `await`. Arguments
that are left out are not sent; None is sent as null.
"""
_HTTP = CallKind(
    folder="http",
    files=(
        "answers.py",
        "auth.py",
        "base_urls.py",
        "binding.py",
        "bodies.py",
        "client.py",
        "exchange.py",
        "hosting.py",
        "operation_plans.py",
        "operations.py",
        "request.py",
        "retries.py",
        "wire.py",
    ),
    tools=_HTTP_TOOLS,
    toolset=_HTTP_TOOLSET,
)
_FUNCTIONS = CallKind(
    folder="functions",
    files=(
        "binding.py",
        "client.py",
        "exchange.py",
        "function_calls.py",
        "functions.py",
        "hosting.py",
        "request.py",
    ),
    tools=_FUNCTION_TOOLS,
    toolset=_FUNCTION_TOOLSET,
)
_MCP = CallKind(
    folder="mcp",
    files=(
        "answers.py",
        "binding.py",
        "client.py",
        "connection.py",
        "definitions.py",
        "exchange.py",
        "hosting.py",
        "request.py",
        "tool_calls.py",
        "tool_plans.py",
        "transports.py",
    ),
    tools=_MCP_TOOLS,
    toolset=_MCP_TOOLSET,
)
_KINDS: Mapping[type, CallKind] = MappingProxyType({HttpBinding: _HTTP, McpBinding: _MCP, PythonBinding: _FUNCTIONS})


def calls_of(catalog: Catalog) -> CallKind:
    """Say how the tools of a catalog are called; a package without tools is one of HTTP calls.

    Args:
        catalog: its tools are all of one kind, as they come from one source.
    """
    kinds = (_KINDS.get(type(contract.binding)) for contract in catalog.contracts)
    return next((kind for kind in kinds if kind is not None), _HTTP)
