"""Where a docstring says of an argument what the signature does not."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from toolmint.lifting.dialect import Direction
from toolmint.location import Location
from toolmint.sources.python.contexts import REFERENCE, Env, UnknownType
from toolmint.sources.python.docstrings import Documented
from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.functions import Parameter
from toolmint.sources.python.reading import Reading
from toolmint.sources.python.syntax import parse_expression
from toolmint.text import comma_list, nearest

__all__ = ["report_disagreements"]

_WORDS: Mapping[str, str] = {
    "string": "str",
    "text": "str",
    "integer": "int",
    "boolean": "bool",
    "number": "float",
    "array": "list",
    "object": "dict",
    "mapping": "dict",
    "dictionary": "dict",
}
_LISTED = re.compile(r"(?:list|array|sequence|tuple|set)s?\s+of\s+(?P<each>.+)", re.IGNORECASE)

_Kinds: TypeAlias = dict[str, "_Kinds"]
"""JSON types, each with those of what it holds; empty where any is possible."""


def report_disagreements(draft: Draft, reading: Reading) -> None:
    """Report arguments that a docstring documents and the signature lacks (PY-03), and other types or defaults (PY-04).

    Args:
        draft: its head is read.
        reading: says where things stand.
    """
    docstring = draft.docstring
    if docstring is None or not docstring.parameters:
        return
    parameters = {one.name: one for one in draft.function.parameters()}
    takes_any = any(one.kind == "keywords" for one in parameters.values())
    for name, documented in docstring.parameters.items():
        parameter = parameters.get(name)
        if parameter is None:
            if not takes_any and name not in ("self", "cls"):
                _report_missing(draft, reading, name, list(parameters))
            continue
        _compare_type(draft, reading, parameter, documented)
        _compare_default(draft, reading, parameter, documented)


def _report_missing(draft: Draft, reading: Reading, name: str, known: list[str]) -> None:
    near = nearest(name, known)
    hint = f"did you mean {comma_list(near)}?" if near else "remove it from the docstring, or add the parameter"
    message = f"the docstring documents `{name}`, and `{draft.function.name}` has no such parameter"
    draft.frame.warning("PY-03", message, _place(draft, reading, name), hint)


def _compare_type(draft: Draft, reading: Reading, parameter: Parameter, documented: Documented) -> None:
    annotation = parameter.node.annotation
    if annotation is None or not documented.type or parameter.kind in ("variadic", "keywords"):
        return
    meant = _kinds(draft, reading, annotation)
    stated = _stated_kinds(draft, reading, documented.type, annotation)
    if _agree(meant, stated):
        return
    written = draft.function.module.tree.source(annotation)
    message = f"the docstring says that `{parameter.name}` is `{documented.type}`, and its annotation `{written}`"
    draft.frame.warning("PY-04", message, _place(draft, reading, parameter.name), "take the type out of the docstring")


def _compare_default(draft: Draft, reading: Reading, parameter: Parameter, documented: Documented) -> None:
    if documented.default is None:
        return
    node = parse_expression(documented.default, parameter.node)
    try:
        stated = ast.literal_eval(node) if node is not None else None
    except (ValueError, TypeError):
        return
    if node is None:
        return
    place = _place(draft, reading, parameter.name)
    said = f"the docstring says that `{parameter.name}` defaults to `{documented.default}`"
    if parameter.default is None:
        message = f"{said}, and it has no default"
        draft.frame.warning("PY-04", message, place, "give it the default, or take that out of the docstring")
        return
    actual = reading.types[Direction.INPUT].metadata.default(parameter.default, draft.function.scope)
    if not isinstance(actual, str | int | float | bool | type(None)):
        return
    if type(actual) is not type(stated) and not {type(actual), type(stated)} <= {int, float}:
        differs = True
    else:
        differs = actual != stated
    if differs:
        written = draft.function.module.tree.source(parameter.default)
        message = f"{said}, and it is `{written}`"
        draft.frame.warning("PY-04", message, place, "take the default out of the docstring")


def _agree(meant: _Kinds, stated: _Kinds) -> bool:
    if not meant or not stated:
        return True
    if stated.keys() == {"number"} and meant.keys() == {"integer"}:
        return True  # a whole number is a number: the docstring says less, and nothing wrong
    return meant.keys() == stated.keys() and all(_agree(meant[kind], stated[kind]) for kind in meant)


def _kinds(draft: Draft, reading: Reading, annotation: ast.expr) -> _Kinds:
    """Return the JSON types of an annotation, null left out."""
    types = reading.types[Direction.INPUT]
    try:
        schema = types.schema(annotation, Env(draft.function.scope))
    except (UnknownType, RecursionError):
        return {}
    return _of_schema(schema, types.classes.definitions, 0)


def _stated_kinds(draft: Draft, reading: Reading, text: str, at: ast.expr) -> _Kinds:
    """Return the JSON types that a docstring's words mean; empty where they are no type."""
    listed = _LISTED.fullmatch(text)
    if listed is not None:
        each = listed["each"].strip()
        singular = each.lower().removesuffix("s")
        return {"array": _stated_kinds(draft, reading, singular if singular in _WORDS else each, at)}
    node = parse_expression(_WORDS.get(text.lower(), text), at)
    return _kinds(draft, reading, node) if node is not None else {}


def _of_schema(schema: Mapping[str, Any], definitions: Mapping[str, Any], depth: int) -> _Kinds:
    found: _Kinds = {}
    if depth > 8:
        return found
    kind = schema.get("type")
    if isinstance(kind, str) and kind != "null":
        below = schema.get("items" if kind == "array" else "additionalProperties")
        in_parts = bool(schema.keys() & {"prefixItems", "properties"})
        found[kind] = _of_schema(below, definitions, depth + 1) if isinstance(below, Mapping) and not in_parts else {}
    target = definitions.get(str(schema.get("$ref", "")).removeprefix(REFERENCE))
    branches = [*([target] if target is not None else ()), *schema.get("anyOf", ()), *schema.get("oneOf", ())]
    for branch in branches:
        for one, below in _of_schema(branch, definitions, depth + 1).items():
            # Of two that hold different things the one that says less: a docstring names them in no certain way.
            found[one] = below if found.get(one, below) == below else {}
    return found


def _place(draft: Draft, reading: Reading, name: str) -> Location:
    """Return where a docstring documents an argument."""
    place = reading.docstring_place(draft)
    docstring = draft.docstring
    assert place is not None
    assert docstring is not None
    entry = re.compile(rf"^[ \t]*(?::\w+[ \t][^:\n]*?)?\*{{0,2}}(?P<name>{re.escape(name)})\b", re.MULTILINE)
    found = entry.search(docstring.text)
    if found is None:
        return place
    return place.of_text(name, within=docstring.text, offset=found.start("name"))
