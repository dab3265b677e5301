"""JSONPath queries (RFC 9535) over documents: what they select, and where one that selects nothing stops.

The library is imported when there is a query: most sources have no overlay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from toolmint.documents.faults import MAX_DEPTH
from toolmint.ir.schema import Json
from toolmint.text import comma_list, nearest, visible

if TYPE_CHECKING:
    from jsonpath_rfc9535 import JSONPathEnvironment

__all__ = ["DeadEnd", "InvalidQuery", "Match", "Tokens", "dead_end", "select"]

Tokens: TypeAlias = tuple[str | int, ...]
"""The way from the root to a value: keys and indexes."""

# A query in canonical form is `$` and segments in brackets; quotes and brackets nest inside of them.
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'")
_NAME_SEGMENT = re.compile(r"(\.\.)?\[('(?:[^'\\]|\\.)*')\]")
_SHORTHAND = re.compile(r"[A-Za-z_\u0080-\U0010ffff][\w\u0080-\U0010ffff]*")
# RFC 9535 section 2.5.1.1: a member name outside of brackets has no `-`, and extensions have one.
_DASHED_NAME = re.compile(r"\.([A-Za-z_]\w*(?:-\w+)+)")


class InvalidQuery(Exception):
    """A text that is no JSONPath query, or one that cannot be answered.

    Args:
        message: what is wrong; lower case, no full stop.
        hint: what to write.
    """

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A value that a query selects."""

    tokens: Tokens
    value: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadEnd:
    """The part of a query from which on nothing is selected."""

    reason: str
    """What is not there, for a message."""
    near: tuple[str, ...]
    """Keys that stand there and were probably meant, the best first."""

    @property
    def hint(self) -> str | None:
        """What was probably meant; None where nothing is near."""
        return f"the nearest keys there: {comma_list(self.near)}" if self.near else None


def select(query: str, value: Json) -> list[Match]:
    """Return what a query selects, each value once.

    Args:
        query: the text of the query.
        value: the root of the document.

    Raises:
        InvalidQuery: the text is no query of RFC 9535.
    """
    from jsonpath_rfc9535 import JSONPathError

    try:
        found: Any = _environment().find(query, value)  # type: ignore[arg-type]  # asks for mutable values, and changes none
    except JSONPathError as error:
        raise _invalid(query, str(error.args[0]) if error.args else "not understood") from error
    once = {node.location: node.value for node in found}
    return [Match(tokens=tokens, value=found_value) for tokens, found_value in once.items()]


def dead_end(query: str, value: Json) -> DeadEnd:
    """Say where a valid query that selects nothing stops.

    Args:
        query: selects nothing of `value`.
        value: the root of the document.
    """
    segments = list(_segments(str(_environment().compile(query))))
    reached, there = "$", [Match(tokens=(), value=value)]
    for count, segment in enumerate(segments, 1):
        found = select("$" + "".join(segments[:count]), value)
        if not found:
            return _explained(segment, reached, there)
        reached, there = reached + _readable(segment), found
    return DeadEnd(reason=f"`{visible(query)}` selects nothing", near=())


@cache
def _environment() -> JSONPathEnvironment:
    from jsonpath_rfc9535 import JSONPathEnvironment

    environment = JSONPathEnvironment()
    environment.max_recursion_depth = MAX_DEPTH  # a document that can be read can be searched
    return environment


def _invalid(query: str, reason: str) -> InvalidQuery:
    # The library's words change with its version, so they are no part of the message.
    hint = visible(" ".join(reason.split()))
    dashed = _DASHED_NAME.search(query)
    if not query.startswith("$"):
        hint = "a query begins with `$`, the root of the document"
    elif dashed is not None:
        hint = f"write `['{dashed[1]}']` in place of `.{dashed[1]}`"
    return InvalidQuery(f"`{visible(query)}` is no JSONPath query of RFC 9535", hint)


def _segments(canonical: str) -> Iterator[str]:
    """Take a query in canonical form apart."""
    start = position = 1
    depth = 0
    while position < len(canonical):
        letter = canonical[position]
        if letter == "'":
            quoted = _QUOTED.match(canonical, position)
            assert quoted is not None
            position = quoted.end()
            continue
        depth += (letter == "[") - (letter == "]")
        position += 1
        if letter == "]" and depth == 0:
            yield canonical[start:position]
            start = position


def _name(quoted: str) -> str:
    plain = quoted[1:-1].replace("\\'", "'").replace('"', '\\"')
    name: str = json.loads(f'"{plain}"')
    return name


def _readable(segment: str) -> str:
    """Write a segment as people do: `.paths` for `['paths']`."""
    found = _NAME_SEGMENT.fullmatch(segment)
    if found is None or not _SHORTHAND.fullmatch(_name(found[2])):
        return segment
    return f"{found[1] or '.'}{_name(found[2])}"


def _explained(segment: str, reached: str, there: list[Match]) -> DeadEnd:
    found = _NAME_SEGMENT.fullmatch(segment)
    holder = f"`{reached}`" if len(there) == 1 else f"nothing that `{reached}` selects"
    verb = "has" if len(there) > 1 else "has no"
    if found is None:
        return DeadEnd(reason=f"`{segment}` selects nothing of `{reached}`", near=())
    name = _name(found[2])
    below = " below it" if found[1] else ""
    values = [one.value for one in there]
    keys = {key for one in values for key in (_all_keys(one) if found[1] else _keys(one))}
    return DeadEnd(reason=f"{holder} {verb} `{visible(name)}`{below}", near=tuple(map(visible, nearest(name, keys))))


def _keys(value: Json) -> list[str]:
    return list(value) if isinstance(value, dict) else []


def _all_keys(value: Json) -> Iterator[str]:
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, dict | list) or id(one) in seen:
            continue
        seen.add(id(one))  # aliases repeat one object; once is enough
        if isinstance(one, dict):
            yield from one
            waiting.extend(one.values())
        else:
            waiting.extend(one)
