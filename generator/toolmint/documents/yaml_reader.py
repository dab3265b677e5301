"""YAML to values in one pass over the parser's events, with the scalars of YAML 1.2.

PyYAML follows YAML 1.1, where `NO` is false, `12:30:45` is 45045, `017` is 15 and `2024-10-01` a date. Here the
core schema of YAML 1.2.2 (section 10.3.2) decides, so `on`, `NO`, dates and times stay the text that their author
wrote, `017` is seventeen and `0o17` fifteen. Three things differ from the core schema:

- `<<` merges, although YAML 1.2 dropped it: real documents are full of it.
- A key is its source text, since JSON knows no other: `200:` is `200`, `null:` is `null`.
- `.inf`, `.nan` and numbers that overflow stay text, since JSON has no such value. Whoever wants a number there
  reports the text at its place, and a document is not refused for an example that no tool uses.

No tag constructs anything. Values that an alias repeats are one object in memory, so nobody may mutate a document.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import yaml

from toolmint.documents.faults import MAX_DEPTH, MAX_DIGITS, Fault, too_deep, too_long
from toolmint.documents.yaml_events import event_parser, first_key

if TYPE_CHECKING:
    from toolmint.ir.schema import Json

__all__ = ["NODE_BUDGET", "read_yaml"]

NODE_BUDGET = 2_000_000
"""How many values a document may hold once its aliases are expanded. GitHub's REST document, 13 MB, has 0.7 million."""

_CHARACTERS_A_NODE = 40  # long text under an anchor weighs more than its one node

_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_OCTAL = re.compile(r"0o[0-7]+\Z")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_NOTHING = re.compile(r"(?m)^(?:---|\.\.\.)?[ \t]*(?:#.*)?$")
_NUMBER_STARTS = frozenset("-+.0123456789")
_CORE_TAG = "tag:yaml.org,2002:"

_ITEM: Final = object()  # the key of a sequence's next value
_MERGE: Final = object()  # the key `<<`
_OPEN: Final = object()  # an anchor whose node has not ended yet


class _PlainValues(dict[str, Any]):
    """What plain scalars mean, worked out once for each spelling."""

    def __missing__(self, text: str) -> Json:
        value = self[text] = _number(text) if text and text[0] in _NUMBER_STARTS else text
        return value


_CONSTANTS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


def _number(text: str) -> int | float | str:
    """Read a plain scalar that may be a number (YAML 1.2.2 section 10.3.2); text where it is none.

    Raises:
        OverflowError: an integer with more digits than are read.
    """
    if _INTEGER.match(text):
        if len(text) > MAX_DIGITS:
            raise OverflowError
        return int(text)
    if _FLOAT.match(text):
        number = float(text)
        return number if number - number == 0 else text
    if len(text) < MAX_DIGITS // 2:  # so that the decimal digits stay below the limit too
        if _OCTAL.match(text):
            return int(text[2:], 8)
        if _HEXADECIMAL.match(text):
            return int(text[2:], 16)
    return text


class _Frame:
    """A mapping or sequence that has begun and not ended."""

    __slots__ = ("anchor", "depth_below", "holder", "key", "merges", "nodes_before", "start")

    def __init__(self, holder: Any, key: object, event: Any, nodes_before: int) -> None:
        self.holder = holder
        self.key = key
        self.merges: list[dict[str, Json]] = []
        self.anchor: str | None = event.anchor
        self.start: int = event.start_mark.index
        self.nodes_before = nodes_before
        self.depth_below = 0


class _Anchored:
    """A finished node that aliases may repeat."""

    __slots__ = ("depth", "nodes", "text", "value")

    def __init__(self, value: Json, *, nodes: int, depth: int, text: str | None = None) -> None:
        self.value = value
        self.nodes = nodes
        self.depth = depth
        self.text = text


class _Reader:
    """One pass over one document. `frames[0]` is a list that receives the root."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.parser = event_parser(text)
        self.plain = _PlainValues(_CONSTANTS)
        self.anchors: dict[str, Any] = {}
        self.nodes = 0
        self.frames: list[_Frame] = []

    def read(self) -> Json:
        next_event = self.parser.get_event
        next_event()  # the start of the stream
        start = next_event()
        if isinstance(start, yaml.StreamEndEvent):
            raise Fault("the document is empty", 0)
        self.frames.append(_Frame([], _ITEM, yaml.NodeEvent(None, start.start_mark, None), 0))
        self._read_nodes(next_event)
        following = next_event()
        if not isinstance(following, yaml.StreamEndEvent):
            raise Fault(
                "a second YAML document begins here; one document a file is read",
                following.start_mark.index,
                hint="give each document a file of its own",
            )
        root: Json = self.frames[0].holder[0]
        if root is None and not _NOTHING.sub("", self.text).strip():
            raise Fault("the document is empty", 0)
        return root

    def _read_nodes(self, next_event: Any) -> None:
        # Scalars are handled in this loop without a call: they are nine events of ten.
        scalar_event, plain, item = yaml.ScalarEvent, self.plain, _ITEM
        frame = self.frames[-1]
        holder, key = frame.holder, frame.key
        while True:
            event = next_event()
            if event.__class__ is not scalar_event:
                frame.key = key
                if not self._read_structure(event):
                    return
                frame = self.frames[-1]
                holder, key = frame.holder, frame.key
                continue
            text = event.value
            if key is None:
                odd = text in holder or text == "<<" or event.anchor is not None or event.tag is not None
                key = self._odd_key(event, holder) if odd else text
                continue
            if event.anchor is not None or event.tag is not None or len(text) > MAX_DIGITS:
                value = self._odd_scalar(event)
            else:
                value = plain[text] if event.implicit[0] else text
            if key is item:
                holder.append(value)
            elif key is _MERGE:
                self._merge(frame, value, event)
                key = None
            else:
                holder[key] = value
                key = None

    def _read_structure(self, event: Any) -> bool:
        """Take an event that is no scalar; False at the end of the document."""
        if isinstance(event, yaml.CollectionEndEvent):
            self._end(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._begin(event)
        elif isinstance(event, yaml.AliasEvent):
            self._repeat(event)
        else:
            return False
        return True

    def _begin(self, event: Any) -> None:
        start = event.start_mark.index
        if self.frames[-1].key is None:
            raise Fault(
                "found a mapping or a list for a key, wanted text", start, width=1, hint=self._quote_hint(start)
            )
        if len(self.frames) > MAX_DEPTH:
            raise too_deep(start)
        is_mapping = event.__class__ is yaml.MappingStartEvent
        tag = event.tag
        if tag is not None and tag not in ("!", _CORE_TAG + ("map" if is_mapping else "seq")):
            raise _tag_fault(event)
        if event.anchor is not None:
            self.anchors[event.anchor] = _OPEN
        holder: Any = {} if is_mapping else []
        self.frames.append(_Frame(holder, None if is_mapping else _ITEM, event, self.nodes))

    def _end(self, event: Any) -> None:
        frame = self.frames.pop()
        self.nodes += len(frame.holder)
        value = frame.holder
        if frame.merges:
            # Merged keys first and the mapping's own last, so that its own win (yaml.org/type/merge.html).
            value = {key: held for merged in frame.merges for key, held in merged.items()} | value
        depth = frame.depth_below + 1
        if frame.anchor is not None:
            weight = self.nodes - frame.nodes_before + (event.end_mark.index - frame.start) // _CHARACTERS_A_NODE
            self.anchors[frame.anchor] = _Anchored(value, nodes=weight, depth=depth)
        self._put(value, depth, event)

    def _put(self, value: Json, depth: int, event: Any) -> None:
        frame = self.frames[-1]
        frame.depth_below = max(frame.depth_below, depth)
        if frame.key is _ITEM:
            frame.holder.append(value)
        elif frame.key is _MERGE:
            self._merge(frame, value, event)
            frame.key = None
        else:
            frame.holder[frame.key] = value
            frame.key = None

    def _repeat(self, event: Any) -> None:
        start, width = event.start_mark.index, len(event.anchor) + 1
        anchored = self.anchors.get(event.anchor)
        if anchored is None:
            raise Fault(
                f"alias `*{event.anchor}` names no anchor above it",
                start,
                width=width,
                hint="quote the text if no alias is meant",
            )
        if anchored is _OPEN:
            raise Fault(f"alias `*{event.anchor}` stands inside what it repeats", start, width=width, code="IN-03")
        self.nodes += anchored.nodes
        if self.nodes > NODE_BUDGET:
            message = f"aliases expand the document to more than {NODE_BUDGET:,} values"
            raise Fault(message, start, width=width, code="IN-03")
        if len(self.frames) + anchored.depth > MAX_DEPTH + 1:
            raise too_deep(start)
        frame = self.frames[-1]
        if frame.key is not None:
            self._put(anchored.value, anchored.depth, event)
        elif anchored.text is None:
            raise Fault("found a mapping or a list for a key, wanted text", start, width=width)
        else:
            frame.key = self._checked_key(anchored.text, frame.holder, event)

    def _odd_key(self, event: Any, holder: dict[str, Json]) -> object:
        """Read a key that is repeated, `<<`, tagged or anchored."""
        text: str = event.value
        if event.tag is not None or event.anchor is not None:
            self._odd_scalar(event)
        if text == "<<" and (event.tag == _CORE_TAG + "merge" or (event.implicit[0] and event.tag is None)):
            return _MERGE
        return self._checked_key(text, holder, event)

    def _checked_key(self, text: str, holder: dict[str, Json], event: Any) -> str:
        if text not in holder:
            return text
        start, width = event.start_mark.index, event.end_mark.index - event.start_mark.index
        raise Fault(
            f"key `{text[:60]}` stands twice in one mapping",
            start,
            width=width,
            hint="remove one of the two; only one value would be kept",
            code="IN-02",
            earlier=("first stands here", *first_key(self.text, text, start)),
        )

    def _odd_scalar(self, event: Any) -> Json:
        """Read a scalar that is tagged, anchored or very long."""
        text: str = event.value
        try:
            value = self._tagged(event) if event.tag is not None else self.plain[text] if event.implicit[0] else text
        except OverflowError:
            raise too_long(text, event.start_mark.index) from None
        if event.anchor is not None:
            nodes = 1 + len(text) // _CHARACTERS_A_NODE
            self.anchors[event.anchor] = _Anchored(value, nodes=nodes, depth=0, text=text)
        return value

    def _tagged(self, event: Any) -> Json:
        tag, text = event.tag, event.value
        if tag in ("!", _CORE_TAG + "str") or tag == _CORE_TAG + "merge":
            return str(text)
        value: Json = self.plain[text]
        kinds = {"null": type(None), "bool": bool, "int": int, "float": (int, float)}
        kind = kinds.get(tag.removeprefix(_CORE_TAG)) if tag.startswith(_CORE_TAG) else None
        if kind is None:
            raise _tag_fault(event)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):  # type: ignore[arg-type]  # mypy widens the table
            message = f"found `{text[:60]}`, wanted a value of tag `!!{tag.removeprefix(_CORE_TAG)}`"
            raise Fault(message, event.start_mark.index)
        return float(value) if tag == _CORE_TAG + "float" and isinstance(value, int) else value

    def _merge(self, frame: _Frame, value: Json, event: Any) -> None:
        sources = value if isinstance(value, list) else [value]
        mappings = [source for source in sources if isinstance(source, dict)]
        if len(mappings) < len(sources):
            raise Fault(
                "found something else than mappings for `<<`, wanted a mapping or a list of mappings",
                event.start_mark.index,
                hint='quote the key (`"<<"`) if no merge is meant',
            )
        # Within one list the earlier mapping wins.
        frame.merges.extend(reversed(mappings))

    def _quote_hint(self, start: int) -> str | None:
        return "quote the text that begins with a bracket" if self.text[start : start + 1] in ("{", "[") else None


def _tag_fault(event: Any) -> Fault:
    shown = event.tag
    if shown.startswith(_CORE_TAG):
        shown = "!!" + shown.removeprefix(_CORE_TAG)
    return Fault(
        f"tag `{shown[:60]}` is unknown; tags construct nothing here",
        event.start_mark.index,
        width=len(shown),
        hint="remove the tag, or quote the text if it begins with `!`",
    )


def read_yaml(text: str) -> Json:
    """Parse one YAML document.

    Args:
        text: the whole text, without a byte-order mark.

    Returns:
        Plain dicts, lists, str, int, float, bool and None.

    Raises:
        Fault: a defect that has a place of its own.
        yaml.YAMLError: the parser's own syntax error; `yaml_faults` explains it.
    """
    return _Reader(text).read()
