"""Files of prompts: Markdown and other text, JSON, JSON lines, YAML."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

from toolmint.documents import DocumentStore, locate, parse_document
from toolmint.documents.lines import LineTable
from toolmint.errors import SourceError
from toolmint.ir.schema import Json
from toolmint.location import Location, join_pointer
from toolmint.prose.prompts.blocks import Block, split_blocks
from toolmint.prose.prompts.calls import DataString, ShownCall, Spot, walk_data
from toolmint.prose.prompts.embedded import Embedded, embedded_objects
from toolmint.prose.prompts.expressions import Expression, expressions
from toolmint.prose.prompts.texts import Call, Keys, Locate, Prompt, PromptText

__all__ = ["read_prompt"]

_At: TypeAlias = Callable[[tuple[str | int, ...], str | None, bool], Location]
"""Returns the place of a value in data: by its reference tokens, words in it, and whether its key is meant."""

_DATA = (".json", ".yaml", ".yml")
_LINES = (".jsonl", ".ndjson")
_ITEM = re.compile(r"\s*(?:[-*+•]|[0-9]+[.)])\s")
_INTRODUCES = re.compile(r"(?:[:：]|\*\*)\s*$")
_WRONG = re.compile(
    r"(?i:(?<![a-z])(?:wrong|incorrect|invalid|bad|don't|do not|never|mistake)(?![a-z]))|❌|✗|错误|不要|禁止|不正确|誤"
)
_WIDEST = 160
"""Characters before a call that are read for a word that calls it wrong."""


@dataclass(frozen=True, slots=True)
class _Reader:
    """What reading one file needs to know."""

    path: str
    is_tool: Callable[[str], bool]


def read_prompt(file: Path, store: DocumentStore, is_tool: Callable[[str], bool]) -> Prompt:
    """Read a file of prompts.

    Args:
        file: absolute. `.json`, `.yaml`, `.yml` and `.jsonl` are data, everything else is text.
        store: reads it.
        is_tool: whether a name is a tool's.

    Raises:
        SourceError: it cannot be read, decoded or, where it is data, parsed.
    """
    ending = file.suffix.lower()
    if ending in _DATA:
        document = store.load(file)
        reader = _Reader(document.path, is_tool)
        read = list(_of_value(document.value, _in_document(document.path), reader))
    else:
        path, text = store.text(file)
        reader = _Reader(path, is_tool)
        read = list(_of_lines(text, reader) if ending in _LINES else _of_text(text, _in_text(path, text), reader))
    return Prompt(
        path=reader.path,
        texts=tuple(one for one in read if isinstance(one, PromptText)),
        calls=tuple(one for one in read if isinstance(one, Call)),
    )


def _in_document(path: str) -> _At:
    def at(tokens: tuple[str | int, ...], needle: str | None, key: bool) -> Location:
        place = Location(path=path, pointer=join_pointer(tokens), at="key" if key else "value")
        return place.of_text(needle) if needle is not None else place

    return at


def _in_line(path: str, line: str, number: int) -> _At:
    def at(tokens: tuple[str | int, ...], needle: str | None, key: bool) -> Location:
        document = parse_document(line.encode(), path=path, file=Path("line.json"))
        return replace(locate(document, _in_document(path)(tokens, needle, key)), line=number)

    return at


def _in_text(path: str, text: str) -> Locate:
    lines = LineTable(text)

    def at(offset: int, needle: str) -> Location:
        line, column = lines.position(offset)
        width = max(1, min(len(needle), lines.line_end(offset) - offset))
        return Location(path=path, line=line, column=column, width=width)

    return at


def _of_lines(text: str, reader: _Reader) -> Iterator[PromptText | Call]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            document = parse_document(line.encode(), path=reader.path, file=Path("line.json"))
        except SourceError as error:
            found = error.diagnostic
            if found is not None:
                found = replace(found, location=replace(found.location, line=number), related=())
            raise SourceError(error.message, hint=error.hint, diagnostic=found) from None
        yield from _of_value(document.value, _in_line(reader.path, line, number), reader)


def _of_value(value: Json, at: _At, reader: _Reader) -> Iterator[PromptText | Call]:
    for one in walk_data(value):
        if isinstance(one, ShownCall):
            yield _call_in_data(one, at)
        else:
            yield from _of_string(one, at, reader)


def _of_string(one: DataString, at: _At, reader: _Reader) -> Iterator[PromptText | Call]:
    def found(offset: int, needle: str) -> Location:
        return at(one.spot.at, needle or None, False)

    if one.called:
        yield _name_in_call(one.text, reader.path, lambda offset, needle: _in_data(one.spot, at, one.text))
    else:
        yield from _of_text(one.text, found, reader)


def _call_in_data(one: ShownCall, at: _At) -> Call:
    def place(keys: Keys) -> Location:
        if not keys:
            return _in_data(one.name_spot, at, one.tool)
        if one.arguments_spot.in_text is not None:
            return at(one.arguments_spot.at, str(keys[-1]), False)
        return at((*one.arguments_spot.at, *keys), None, isinstance(keys[-1], str))

    return Call(tool=one.tool, arguments=one.arguments, form="json", whole=True, place=place)


def _in_data(spot: Spot, at: _At, text: str) -> Location:
    return at(spot.at, text if spot.in_text is not None else None, False)


def _of_text(text: str, at: Locate, reader: _Reader) -> Iterator[PromptText | Call]:
    """Yield what a text holds: paragraphs with what stands above each, and calls, code included.

    A call that the words before it show as one not to make is blotted out.
    """
    objects = list(embedded_objects(text)) if "{" in text else []
    written = list(expressions(text, is_tool=reader.is_tool)) if "(" in text else []
    spans = [*((one.start, one.end) for one in objects), *((one.start, one.end) for one in written)]
    wrong = sorted(span for span in spans if _is_called_wrong(text, span[0]))
    blocks = list(split_blocks(text))
    yield from _paragraphs(_blotted(text, wrong), blocks, at, reader.path)
    starts = {start for start, _ in wrong}
    for one in objects:
        if one.start not in starts:
            for shown in walk_data(one.value):
                if isinstance(shown, ShownCall):
                    yield _call_in_text(shown, one, at)
                    yield _name_in_call(shown.tool, reader.path, _at_name(shown, one, at))
    code = [(block.start, block.end) for block in blocks if block.kind == "code"]
    for call in written:
        if call.start not in starts:
            yield _call_as_expression(call, at, in_code=_holds(code, call.start))


def _blotted(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Replace spans, which are in order, by spaces."""
    pieces: list[str] = []
    position = 0
    for start, end in spans:
        if end > position:
            begin = max(start, position)
            pieces += [text[position:begin], " " * (end - begin)]
            position = end
    return "".join([*pieces, text[position:]])


def _paragraphs(text: str, blocks: Sequence[Block], at: Locate, path: str) -> Iterator[PromptText]:
    headings: list[tuple[int, PromptText]] = []
    before: PromptText | None = None
    for block in blocks:
        if block.kind == "code":
            continue
        content = text[block.start : block.end]
        if block.kind == "heading":
            headings = [(level, one) for level, one in headings if level < block.level]
            above = _inner_first(headings)
        else:
            above = _inner_first(headings)
            if before is not None and _ITEM.match(content) and _INTRODUCES.search(before.text):
                above = (before, *before.above)
        one = PromptText(
            text=content,
            where=Location(path=path),
            role="prompt",
            locate=_shifted(at, block.start),
            above=above,
        )
        yield one
        if block.kind == "heading":
            headings.append((block.level, one))
            before = None
        else:
            before = one


def _inner_first(headings: Iterable[tuple[int, PromptText]]) -> tuple[PromptText, ...]:
    return tuple(one for _, one in reversed(list(headings)))


def _shifted(at: Locate, start: int) -> Locate:
    return lambda offset, needle: at(start + offset, needle)


def _call_in_text(shown: ShownCall, one: Embedded, at: Locate) -> Call:
    def place(keys: Keys) -> Location:
        if not keys:
            return _at_name(shown, one, at)(0, shown.tool)
        spot = shown.arguments_spot
        if spot.in_text is not None:
            return at(one.offset_of_word(str(keys[-1]), spot.at), str(keys[-1]))
        key = isinstance(keys[-1], str)
        return at(one.offset((*spot.at, *keys), key=key) + key, str(keys[-1]) if key else "")

    return Call(tool=shown.tool, arguments=shown.arguments, form="json", whole=True, place=place)


def _at_name(shown: ShownCall, one: Embedded, at: Locate) -> Locate:
    return lambda offset, needle: at(one.offset_of_word(shown.tool, shown.name_spot.at), shown.tool)


def _name_in_call(name: str, path: str, locate: Locate) -> PromptText:
    return PromptText(text=name, where=Location(path=path), role="prompt", called=True, locate=locate)


def _call_as_expression(one: Expression, at: Locate, *, in_code: bool) -> Call:
    def place(keys: Keys) -> Location:
        name = str(keys[0]) if keys else one.tool
        return at(one.offsets.get(name, one.start) if keys else one.start, name)

    return Call(
        tool=one.tool,
        arguments=one.arguments,
        others=one.others,
        form="expression",
        whole=one.whole,
        in_code=in_code,
        place=place,
    )


def _holds(spans: Sequence[tuple[int, int]], offset: int) -> bool:
    """Whether one of the spans, which are in order, holds an offset."""
    index = bisect_right(spans, (offset, offset)) - 1
    return any(start <= offset < end for start, end in spans[max(0, index) : index + 2])


def _is_called_wrong(text: str, start: int) -> bool:
    """Whether the line before a call, or the words before it on its own line, show it as one not to make."""
    before = text[max(0, start - _WIDEST) : start]
    lines = [
        line for line in before.split("\n") if line.strip(" \t`~>") and not line.lstrip().startswith(("```", "~~~"))
    ]
    own = before.rsplit("\n", 1)[-1].strip(" \t`")
    near = [own] if own else lines[-1:]
    return any(_WRONG.search(line) for line in near)
