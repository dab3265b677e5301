"""PyYAML's events of a text, with offsets that are right, whatever the text escapes."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Any

import yaml

__all__ = ["event_parser", "first_key"]

# JSON, and so YAML 1.2, writes a character beyond U+FFFF as two escapes. YAML 1.1 parsers refuse them.
_PAIR = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
_PRIVATE_PAIR = re.compile("([\uf000-\uf3ff])([\uf400-\uf7ff])")
_TO_PRIVATE = 0xF000 - 0xD800


def event_parser(text: str) -> Any:
    """Return an event parser for a text: libyaml's where it is there, else the one in Python.

    Args:
        text: the whole text, without a byte-order mark.

    Returns:
        An object whose `get_event` gives the next event; offsets of its marks count characters of `text`.
    """
    return _PairParser(text) if _PAIR.search(text) else _shipped_parser(text)


def _shipped_parser(text: str) -> Any:
    if hasattr(yaml, "CSafeLoader"):
        # libyaml wants UTF-8; giving it bytes spares PyYAML a copy.
        return yaml.CSafeLoader(text.encode("utf-8"))
    return yaml.SafeLoader(text)


class _PairParser:
    """Hides pairs of escapes from the parser behind private characters of the same length, and puts them back."""

    def __init__(self, text: str) -> None:
        self._found = list(_PAIR.finditer(text))
        self._starts = [found.start(2) for found in self._found]
        self._parser = _shipped_parser(_PAIR.sub(_disguise, text))

    def get_event(self) -> Any:
        event: Any = self._parser.get_event()
        kind = event.__class__
        if kind is yaml.ScalarEvent:
            first = bisect_left(self._starts, event.start_mark.index)
            last = bisect_left(self._starts, event.end_mark.index)
            if first < last:
                event.value = self._restored(event, self._found[first:last])
        return event

    def _restored(self, event: Any, pairs: list[re.Match[str]]) -> str:
        value: str = event.value
        if event.style == '"':
            return _PRIVATE_PAIR.sub(_joined, value)
        for pair in pairs:  # outside double quotes a backslash is a backslash
            value = value.replace(_disguise(pair), pair.group(), 1)
        return value


def _disguise(pair: re.Match[str]) -> str:
    high, low = (int(pair.group(index), 16) + _TO_PRIVATE for index in (2, 3))
    return f"{pair.group(1)}\\u{high:04x}\\u{low:04x}"


def _joined(pair: re.Match[str]) -> str:
    high, low = ord(pair.group(1)) - 0xF000, ord(pair.group(2)) - 0xF400
    return chr(0x10000 + (high << 10) + low)


def _place(event: Any) -> tuple[int, int]:
    start: int = event.start_mark.index
    return start, event.end_mark.index - start


def first_key(text: str, name: str, second: int) -> tuple[int, int]:
    """Find where `name` stands first in the mapping that repeats it at offset `second`.

    Returns:
        The offset and the width of the first key.
    """
    parser = event_parser(text)
    # One entry a collection: whether the next node is a key (None in a sequence), and the keys so far.
    open_holders: list[tuple[list[bool], dict[str, tuple[int, int]]] | None] = [None]
    while True:
        event: Any = parser.get_event()
        if isinstance(event, yaml.CollectionEndEvent):
            open_holders.pop()
            continue
        if not isinstance(event, yaml.NodeEvent):
            continue
        place = _place(event)
        holder = open_holders[-1]
        if holder is not None:
            awaits_key, keys = holder
            if awaits_key[0] and place[0] == second:
                return keys.get(name, place)
            if awaits_key[0] and isinstance(event, yaml.ScalarEvent):
                keys[event.value] = place
            awaits_key[0] = not awaits_key[0]
        if isinstance(event, yaml.CollectionStartEvent):
            open_holders.append(([True], {}) if isinstance(event, yaml.MappingStartEvent) else None)
