"""References in prose: `{order_id}` names a thing, not a spelling.

Grammar: `{name}`, `{a.b[].c}`, `{tool:name}`, `{name=value}`, `{result.field}`; `{{` and `}}` are literal braces; any
other brace is an error. A name is looked for as an argument, then as a wire name, then as a component key; the first
step that finds something decides, and two things found at one step are an error.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import (
    ArgumentReference,
    Definitions,
    Reference,
    ResultReference,
    Segment,
    Sentence,
    ToolReference,
    ValueReference,
)
from toolmint.ir.paths import element_schemas, fixed_values, is_open, property_names, property_schemas
from toolmint.ir.schema import JsonObject, Schema
from toolmint.location import Location
from toolmint.text import comma_list, nearest

__all__ = ["Scope", "resolve_text"]

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_NAMES_SHOWN = 10
_BRACE_SHOWN = 20
"""Characters that are underlined from a brace that nothing closes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What prose may name: the things that one tool has."""

    schema: JsonObject
    """An object schema; its properties are the arguments."""
    definitions: Definitions = field(default_factory=Definitions)
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Component key -> arguments that are made from that component."""
    wire: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Wire name -> arguments, where the two differ."""
    hidden: Mapping[str, str] = field(default_factory=dict)
    """Name that the model never sees -> what it is, such as `a context value`."""
    former: Mapping[str, str] = field(default_factory=dict)
    """Former name of an argument -> its name now."""
    tools: frozenset[str] = frozenset()
    former_tools: Mapping[str, str] = field(default_factory=dict)
    result: Schema | None = None
    """The output schema; None when the tool declares none."""


class _Problem(Exception):
    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


def resolve_text(text: str, scope: Scope, place: Location, *, tool: str | None) -> tuple[Sentence, list[Diagnostic]]:
    """Take prose apart into literal text and references.

    Args:
        text: prose as the author wrote it.
        scope: what it may name.
        place: where the text stands; a diagnostic points at the brace inside it.
        tool: the tool that the prose is about.

    Returns:
        The sentence, and what is wrong in it. A reference that does not resolve stays in the sentence as text.
    """
    segments: list[Segment] = []
    problems: list[Diagnostic] = []
    literal = ""
    end = 0
    for found in _TOKEN.finditer(text):
        literal += text[end : found.start()]
        end = found.end()
        token = found.group()
        if token in ("{{", "}}"):
            literal += token[0]
            continue
        try:
            reference = _resolve(found.group(1), scope)
        except _Problem as problem:
            literal += token
            problems.append(
                Diagnostic(
                    code=problem.code,
                    severity=Severity.ERROR,
                    message=problem.message,
                    location=place.of_text(
                        token if len(token) > 1 else text[found.start() : found.start() + _BRACE_SHOWN],
                        within=text,
                        offset=found.start(),
                    ),
                    hint=problem.hint,
                    tool=tool,
                )
            )
            continue
        if literal:
            segments.append(literal)
            literal = ""
        segments.append(reference)
    literal += text[end:]
    if literal:
        segments.append(literal)
    return tuple(segments), problems


def _resolve(content: str | None, scope: Scope) -> Reference:
    if content is None or not content.strip():
        found = "a single brace" if content is None else "empty braces"
        raise _Problem("RF-03", f"{found} in prose", "write `{{` and `}}` for literal braces, `{name}` for a reference")
    if content.startswith("tool:"):
        return _resolve_tool(content[5:], scope)
    name, equals, value = content.partition("=")
    if not equals or property_schemas(scope.schema, content, scope.definitions.input):
        return _resolve_path(content, scope)
    reference = _resolve_path(name, scope)
    if not isinstance(reference, ArgumentReference):
        raise _Problem("RF-03", f"found a value in `{{{content}}}`, wanted an argument before `=`")
    return _resolve_value(reference, value, scope)


def _resolve_tool(name: str, scope: Scope) -> ToolReference:
    if name in scope.tools:
        return ToolReference(tool=name)
    if name in scope.former_tools:
        now = scope.former_tools[name]
        raise _Problem("RF-01", f"tool `{name}` is called `{now}` now", f"write `{{tool:{now}}}`")
    raise _Problem("RF-01", f"there is no tool `{name}`", _did_you_mean(name, {"tools": sorted(scope.tools)}))


def _resolve_path(content: str, scope: Scope) -> Reference:
    whole = _lookup(content, scope)
    if whole is not None:
        return ArgumentReference(path=(whole,))
    head, *rest = _split_path(content)
    argument = _lookup(head, scope)
    if argument is not None:
        return ArgumentReference(path=(argument, *_walk(argument, rest, content, scope)))
    if head == "result":
        return ResultReference(path=_walk_result(rest, content, scope))
    if content in scope.hidden or head in scope.hidden:
        what = scope.hidden.get(content) or scope.hidden[head]
        raise _Problem(
            "RF-04",
            f"`{{{content}}}` is {what} and the model never sees it",
            "say it without naming the value, or let the model supply it",
        )
    if head in scope.former:
        now = scope.former[head]
        raise _Problem("RF-01", f"`{{{content}}}` is called `{now}` now", f"write `{{{now}}}`")
    names = property_names(scope.schema, scope.definitions.input)
    hint = _did_you_mean(head, {"arguments": names, "wire names": scope.wire, "component keys": scope.keys})
    raise _Problem("RF-01", f"`{{{content}}}` names nothing that this tool has", hint)


def _lookup(name: str, scope: Scope) -> str | None:
    """Find an argument by name, wire name or component key; the first step that finds something decides."""
    properties = scope.schema.get("properties")
    if isinstance(properties, Mapping) and name in properties:
        return name
    for step, found in (("wire name", scope.wire.get(name, ())), ("component", scope.keys.get(name, ()))):
        if len(found) > 1:
            raise _Problem(
                "RF-02",
                f"`{{{name}}}` is the {step} of {comma_list(found)}",
                f"name one of them: `{{{found[0]}}}`",
            )
        if found:
            return found[0]
    return None


def _split_path(content: str) -> list[str]:
    """Split `a.b[].c` into `a`, `b`, `[]`, `c`."""
    tokens: list[str] = []
    for part in content.split("."):
        name = part
        depth = 0
        while name.endswith("[]"):
            name = name[:-2]
            depth += 1
        if not name or name != name.strip():
            raise _Problem(
                "RF-03",
                f"found `{{{content}}}`, wanted a reference",
                "write `{name}`, `{a.b[].c}`, `{tool:name}`, `{name=value}` or `{result.field}`, "
                "and `{{` for a literal brace",
            )
        tokens += [name, *["[]"] * depth]
    return tokens


def _walk(argument: str, rest: list[str], content: str, scope: Scope) -> list[str]:
    declared = property_schemas(scope.schema, argument, scope.definitions.input)
    return _descend([schema for _, schema in declared], rest, content, scope.definitions.input)


def _walk_result(rest: list[str], content: str, scope: Scope) -> tuple[str, ...]:
    if scope.result is None:
        raise _Problem(
            "RF-01",
            f"`{{{content}}}` speaks of the result, and this tool declares none",
            "give the successful response a schema, or write the name as plain text",
        )
    return tuple(_descend([scope.result], rest, content, scope.definitions.output))


def _descend(schemas: list[Schema], rest: list[str], content: str, definitions: Mapping[str, Schema]) -> list[str]:
    walked: list[str] = []
    for token in rest:
        if token == "[]":
            below = [one for schema in schemas for one in element_schemas(schema, definitions)]
            name = token
        else:
            found = [one for schema in schemas for one in property_schemas(schema, token, definitions)]
            below = [schema for _, schema in found]
            name = found[0][0] if found else token
        if not below:
            if any(is_open(schema, definitions) for schema in schemas):
                return [*walked, *rest[len(walked) :]]
            names = [name for schema in schemas for name in property_names(schema, definitions)]
            elements = [one for schema in schemas for one in element_schemas(schema, definitions)]
            if token != "[]" and any(property_schemas(one, token, definitions) for one in elements):
                dotted = content.replace(f".{token}", f"[].{token}", 1)
                raise _Problem("RF-01", f"`{{{content}}}` goes through an array", f"write `{{{dotted}}}`")
            what = "no elements" if token == "[]" else f"no `{token}`"
            hint = _did_you_mean(token, {"properties": names})
            raise _Problem("RF-01", f"`{{{content}}}`: there is {what} there", hint)
        walked.append(name)
        schemas = below
    return walked


def _resolve_value(reference: ArgumentReference, text: str, scope: Scope) -> ValueReference:
    schemas: list[Schema] = [scope.schema]
    for token in reference.path:
        if token == "[]":
            schemas = [one for schema in schemas for one in element_schemas(schema, scope.definitions.input)]
        else:
            schemas = [s for schema in schemas for _, s in property_schemas(schema, token, scope.definitions.input)]
    values = [value for schema in schemas for value in fixed_values(schema, scope.definitions.input)]
    name = ".".join(reference.path).replace(".[]", "[]")
    for value in values:
        spelt = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        if spelt == text:
            return ValueReference(path=reference.path, value=value)
    if not values:
        raise _Problem("RF-01", f"`{name}` lists no values, so `{text}` cannot be one of them", "add an `enum`")
    spellings = [value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in values]
    raise _Problem("RF-01", f"found `{text}`, wanted a value of `{name}`", _did_you_mean(text, {"values": spellings}))


def _did_you_mean(name: str, candidates: Mapping[str, Iterable[str]]) -> str:
    """Name the nearest first and then every other by what it is, ten at most."""
    known: dict[str, str] = {}
    for what, names in candidates.items():
        for one in names:
            known.setdefault(one, what)
    if not known:
        return f"there are no {next(iter(candidates))} to name; write `{{{{` for a literal brace"
    near = nearest(name, list(known))
    others = [one for one in known if one not in near]
    shown = others[: _NAMES_SHOWN - len(near)]
    parts = [f"did you mean {comma_list(near)}?"] if near else []
    for what in candidates:
        listed = [one for one in shown if known[one] == what]
        if listed:
            label = f"other {what}" if any(known[one] == what for one in near) else what
            more = len([one for one in others if known[one] == what]) - len(listed)
            parts.append(f"{label}: {comma_list(listed)}{f' and {more} more' if more else ''};")
    return " ".join(parts).rstrip(";")
