"""What changed in an object as it was sent, beside what the contract made of it holds.

A client shows a model the object, or parts of it, and nobody knows which: a key that toolmint does not read is no
reason to call two objects the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from toolmint.changes import Change, Grade
from toolmint.changes.change import Side
from toolmint.digest import rfc8785_json
from toolmint.ir.schema import MCP_HEADER, Json
from toolmint.listing import parse_text
from toolmint.lock import same_spelling

__all__ = ["raw_changes", "respelt"]

_Path: TypeAlias = tuple[str, ...]
_TEXTS = ("description", "title")
_INPUTS = ("inputSchema", "input_schema", "parametersJsonSchema", "parameters_json_schema", "parameters")
_OUTPUTS = ("outputSchema", "responseJsonSchema", "response_json_schema", "response")
_HINTS = frozenset({"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"})
_SETS = frozenset({"required", "enum", "type"})
"""Keywords whose lists are sets (JSON Schema validation sections 6.1.1, 6.1.2, 6.5.3)."""
_REASONS = {
    "icons": "people know a tool by its picture, and may trust it for that",
    "_meta": "hosts read `_meta` and act on it, each in its own way",
    "execution": "how the tool is run, and whether as a task, is another matter now",
}


def raw_changes(tool: str, old: Json, new: Json, known: Sequence[Change]) -> Iterator[Change]:
    """Yield what differs in two objects of one tool and is not told yet.

    Args:
        tool: its name in the list.
        old: the object that was accepted.
        new: the object that is there now.
        known: what the comparison of the contracts told of this tool.
    """
    before, after = _inside(old), _inside(new)
    told = {change.path[:1] for change in known if change.side == "tool"}
    sides = {change.side for change in known}
    for key in (*before, *(key for key in after if key not in before)):
        one, other = before.get(key), after.get(key)
        if key in before and key in after and _equal(one, other):
            continue
        if key in (*_INPUTS, *_OUTPUTS):
            side: Side = "input" if key in _INPUTS else "output"
            if key in _OUTPUTS and (one is None or other is None) and ("outputSchema",) in told:
                continue
            yield from _schema(tool, side, one, other, explained=side in sides)
        elif key == "annotations":
            yield from _annotations(tool, one, other, titled=("title",) in told)
        elif key in _TEXTS:
            if (key,) not in told:
                yield _text(tool, "tool", (key,), one, other)
        else:
            reason = _REASONS.get(key, "nobody here knows the key, and a host may show it to the model")
            yield _made(tool, "tool", (key,), f"`{key}` {_happened(one, other)}: {reason}", one, other)


def respelt(tool: str | None, old: str, new: str, path: _Path = ()) -> Change | None:
    """Return the change of an object that means the same and is written otherwise; None where it is not.

    Args:
        tool: the tool; None for another object.
        old: the object's text that was accepted.
        new: the object's text now.
        path: which object, where it is no tool.
    """
    if same_spelling(old, new):
        return None
    ordered = [json.dumps(parse_text(text, what="the object")) for text in (old, new)]
    in_order = [json.dumps(_numbers(parse_text(text, what="the object"))) for text in (old, new)]
    if in_order[0] != in_order[1]:
        kind, reason = "key-order-changed", "the keys stand in another order"
    else:
        what = "numbers are" if ordered[0] != ordered[1] else "texts or numbers are"
        kind, reason = "spelling-changed", f"{what} spelt in another way, such as `1` and `1.0`"
    return Change(
        tool=tool,
        side="tool" if tool is not None else "server",
        path=path,
        kind=kind,
        grade=Grade.NOTATION,
        reason=f"{reason}: the value is the same by RFC 8785",
    )


def _numbers(value: Json) -> Json:
    """Write each number as RFC 8785 does, key order kept."""
    if isinstance(value, Mapping):
        return {key: _numbers(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_numbers(part) for part in value]
    return rfc8785_json(value).decode() if isinstance(value, float | int) else value


def _inside(value: Json) -> Mapping[str, Json]:
    """Write an object and what its wrapper holds as one, as `function` of OpenAI's."""
    if not isinstance(value, Mapping):
        return {}
    inner = next((held for key in ("function", "toolSpec") if isinstance(held := value.get(key), Mapping)), {})
    return {**{key: part for key, part in value.items() if part is not inner}, **inner}


def _equal(one: Json, other: Json) -> bool:
    return rfc8785_json(one) == rfc8785_json(other)


def _schema(tool: str, side: Side, old: Json, new: Json, *, explained: bool) -> Iterator[Change]:
    """Yield what the comparison of schemas leaves out, or all of it where that found no difference."""
    for path, before, after in _leaves(old, new, ()):
        keyword = next((step for step in reversed(path) if step.startswith("x-")), None)
        if keyword is not None:
            why = (
                "clients repeat the argument in a header, which others on the way can read"
                if keyword == MCP_HEADER
                else "it stands in the schema that a model may be shown"
            )
            yield _made(tool, side, path, f"`{keyword}` {_happened(before, after)}: {why}", before, after)
        elif _is_set(path) and _as_set(before) == _as_set(after):
            reason = "listed in another order, which no rule of JSON Schema looks at"
            yield _made(tool, side, path, reason, before, after, grade=Grade.NOTATION, kind="list-order-changed")
        elif not explained and (path[-1:] == ("$schema",) or not _holds_text(before, after)):
            reason = "written in another way: the same arguments are valid" if side == "input" else "the same results"
            yield _made(tool, side, path, reason, before, after, grade=Grade.NOTATION, kind="schema-respelt")
        elif not explained:
            reason = f"{_happened(before, after)}: it refuses nothing, and a model may be shown it"
            yield _made(tool, side, path, reason, before, after)


def _annotations(tool: str, old: Json, new: Json, *, titled: bool) -> Iterator[Change]:
    before, after = (value if isinstance(value, Mapping) else {} for value in (old, new))
    for key in (*before, *(key for key in after if key not in before)):
        one, other = before.get(key), after.get(key)
        if key in _HINTS or _equal(one, other) or (key == "title" and titled):
            continue
        if key == "title":
            yield _text(tool, "annotations", (key,), one, other)
        else:
            reason = f"`{key}` {_happened(one, other)}: hosts that know it act on it"
            yield _made(tool, "annotations", (key,), reason, one, other)


def _leaves(old: Json, new: Json, path: _Path) -> Iterator[tuple[_Path, Json, Json]]:
    """Yield the smallest parts that differ."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in (*old, *(key for key in new if key not in old)):
            if key not in old or key not in new:
                yield (*path, key), old.get(key), new.get(key)
            elif not _equal(old[key], new[key]):
                yield from _leaves(old[key], new[key], (*path, key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and not _is_set(path):
        for index, (one, other) in enumerate(zip(old, new, strict=True)):
            if not _equal(one, other):
                yield from _leaves(one, other, (*path, f"[{index}]"))
    else:
        yield path, old, new


def _is_set(path: _Path) -> bool:
    return path[-1:] != () and path[-1] in _SETS and path[-2:-1] != ("properties",)


def _as_set(value: Json) -> set[bytes]:
    listed = value if isinstance(value, list) else [] if value is None else [value]
    return {rfc8785_json(one) for one in listed}


def _holds_text(*values: Json) -> bool:
    pending = list(values)
    while pending:
        one = pending.pop()
        if isinstance(one, Mapping):
            pending += one.values()
        elif isinstance(one, list):
            pending += one
        elif isinstance(one, str):
            return True
    return False


def _happened(before: Json, after: Json) -> str:
    return "is new" if before is None else "is gone" if after is None else "is another"


def _text(tool: str, side: Side, path: _Path, before: Json, after: Json) -> Change:
    return Change(
        tool=tool,
        side=side,
        path=path,
        kind=f"{path[-1]}-changed",
        grade=Grade.BEHAVIOUR,
        reason=f"the {path[-1]} {_happened(before, after)} text, by which a model chooses".replace(
            "new text", "new"
        ).replace("gone text", "gone"),
        before=before,
        after=after,
        prose=True,
    )


def _made(
    tool: str,
    side: Side,
    path: _Path,
    reason: str,
    before: Json,
    after: Json,
    *,
    grade: Grade = Grade.BEHAVIOUR,
    kind: str | None = None,
) -> Change:
    name = kind or f"{next((step for step in reversed(path) if not step.startswith('[')), 'object')}-changed"
    return Change(tool=tool, side=side, path=path, kind=name, grade=grade, reason=reason, before=before, after=after)
