"""Calls in data: an object that names a tool and holds its arguments, in whichever provider's shape.

| shape | name | arguments |
|---|---|---|
| MCP, Bedrock's `toolUse`, Anthropic's `tool_use` | `name` | `arguments`, `input` |
| OpenAI | `name`, perhaps in `function` | `arguments`, as text |
| Gemini's `functionCall` | `name` | `args` |
| evaluation sets, agents' logs | `tool`, `tool_name`, `function` | `args`, `parameters`, `tool_input` |
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolmint.ir.schema import Json

__all__ = ["DataString", "ShownCall", "Spot", "walk_data"]

_NAMES = (
    "name",
    "tool",
    "tool_name",
    "toolName",
    "function",
    "function_name",
    "functionName",
    "expected_tool",
    "expected_function",
    "action",
)
_ARGUMENTS = (
    "arguments",
    "args",
    "input",
    "parameters",
    "params",
    "kwargs",
    "tool_input",
    "tool_args",
    "tool_arguments",
    "toolInput",
    "toolArguments",
    "action_input",
    "expected_arguments",
    "expected_args",
)
_DEFINED = frozenset({"inputSchema", "input_schema", "parametersJsonSchema", "toolSpec", "description"})
"""Keys of what defines a tool, beside its name."""
_RESULT_ROLES = ("tool", "function")
_RESULT_TYPES = ("tool_result", "function_call_output", "functionResponse", "toolResult")
_LONGEST_NAME = 128
_Kind: TypeAlias = Literal["words", "name", "data"]


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a value stands in data."""

    at: tuple[str | int, ...] = ()
    """Reference tokens of the value, or of the text that it is written in."""
    in_text: tuple[str | int, ...] | None = None
    """Where the value is written as JSON in a string: its reference tokens in there."""

    def child(self, key: str | int) -> Spot:
        """Return where a value below this one stands."""
        if self.in_text is not None:
            return Spot(self.at, (*self.in_text, key))
        return Spot((*self.at, key))


@dataclass(frozen=True, slots=True)
class ShownCall:
    """A call in data."""

    tool: str
    arguments: Mapping[str, Json]
    name_spot: Spot
    arguments_spot: Spot


@dataclass(frozen=True, slots=True)
class DataString:
    """A string in data."""

    text: str
    spot: Spot
    called: bool
    """Whether it is the name of a tool in a call."""


def walk_data(value: Json) -> Iterator[ShownCall | DataString]:
    """Yield the calls in a JSON value and its strings, in reading order.

    What a call passes, and what one has returned, are no words of the prompt's author: their strings are left out.
    """
    pending: list[tuple[Spot, Json, _Kind]] = [(Spot(), value, "words")]
    while pending:
        spot, current, kind = pending.pop()
        if isinstance(current, str):
            if kind != "data" and current.strip():
                yield DataString(current, spot, kind == "name")
        elif isinstance(current, list):
            inside: _Kind = "data" if kind == "data" else "words"
            pending += [(spot.child(index), one, inside) for index, one in reversed(list(enumerate(current)))]
        elif isinstance(current, dict):
            if _is_result(current):
                kind = "data"
            call = _call(current, spot)
            if call is not None:
                yield call
            pending += reversed(list(_below(current, spot, kind, call)))


def _below(
    held: Mapping[str, Json], spot: Spot, kind: _Kind, call: ShownCall | None
) -> Iterator[tuple[Spot, Json, _Kind]]:
    for key, one in held.items():
        child = spot.child(str(key))
        if call is not None and child == call.name_spot:
            yield child, one, "name"
        elif call is not None and isinstance(one, str) and call.arguments_spot.at == child.at:
            yield call.arguments_spot, call.arguments, "data"
        elif call is not None and child == call.arguments_spot:
            yield child, one, "data"
        else:
            yield child, one, "data" if kind == "data" else "words"


def _is_result(held: Mapping[str, Json]) -> bool:
    """Whether an object of a conversation holds what a tool returned."""
    return held.get("role") in _RESULT_ROLES or held.get("type") in _RESULT_TYPES


def _call(held: Mapping[str, Json], spot: Spot) -> ShownCall | None:
    name_key = next((key for key in _NAMES if isinstance(held.get(key), str)), None)
    arguments_key = next((key for key in _ARGUMENTS if key in held), None)
    if name_key is None or arguments_key is None or not _DEFINED.isdisjoint(held):
        return None
    name, arguments = held[name_key], held[arguments_key]
    arguments_spot = spot.child(arguments_key)
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except (ValueError, RecursionError):
            return None
        arguments_spot = Spot(arguments_spot.at, arguments_spot.in_text or ())
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST_NAME or not isinstance(arguments, dict):
        return None
    if _is_schema(arguments):
        return None
    return ShownCall(name, arguments, spot.child(name_key), arguments_spot)


def _is_schema(arguments: Mapping[str, Json]) -> bool:
    """Whether what stands as `parameters` defines arguments and does not pass any."""
    return "$schema" in arguments or ("properties" in arguments and arguments.get("type") == "object")
