"""What `toolmint show` finds out, laid out for a terminal of any width."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from toolmint.cli.shown import Shown, Source, Tool
from toolmint.diagnostics import Severity
from toolmint.location import split_pointer
from toolmint.lowering.losses import Effect
from toolmint.lowering.size import Size
from toolmint.reporters.report import Layout
from toolmint.text import plural, visible

__all__ = ["source_text", "tool_text"]

_NAMES_SHARE = 0.45
"""Of the width, that names of tools may take beside numbers; longer ones stand on a line of their own."""
_LEAST_ROOM = 12
"""Cells that a line of text has at least, however narrow the terminal."""
_LOST_MARK = "*"
_HOLDS_TOGETHER = "\u00a0"
"""A space that no line breaks at."""
_EFFECTS: Mapping[Effect, tuple[str, str]] = {
    Effect.LOST: ("lost", "Lost: the model does not learn of it; calls are checked all the same"),
    Effect.NARROWED: ("narrowed", "Narrowed: what the source leaves open cannot be written"),
    Effect.SAID: ("in words", "In words: the model reads it in a description, the provider enforces nothing"),
    Effect.IMPLIED: ("implied", "Implied by what is declared; the provider enforces nothing"),
}
"""What became of a keyword, in a table and as a heading; the worst first."""
_LEGEND = "~ is an estimate. strict: the provider makes the model keep to the schema; - where it cannot be asked to."


def source_text(source: Source, layout: Layout) -> str:
    """Write a table of tools: the estimated tokens of each in every dialect."""
    if not source.tools:
        return f"no tools in {visible(source.label)}\n"
    head = f"{plural(len(source.tools), 'tool')} of {visible(source.label)}: estimated tokens of each definition"
    parts = [*_heading(head, layout), ""]
    for columns in _fitting(_columns(source), layout.width - _name_width(source, layout)):
        parts += [*_table(source, columns, layout), ""]
    if any(shown.count(Effect.LOST) for tool in source.tools for shown in tool.dialects):
        parts += _wrap(f"{_LOST_MARK} Something of the schema is lost there.", layout.width)
    return "\n".join(line.rstrip() for line in parts).rstrip("\n") + "\n"


def tool_text(tool: Tool, layout: Layout) -> str:
    """Write all about one tool: its text, its arguments, and what becomes of it in every dialect."""
    blocks = [
        [f"{layout.paint(visible(tool.name), 'place')}  {layout.paint(visible(tool.place), 'quiet')}"],
        [line for text in tool.description.splitlines() for line in _wrap(text, layout.width)],
        list(_arguments(tool, layout)),
        list(_providers(tool, layout)),
        *(list(_losses(tool, effect, layout)) for effect in _EFFECTS),
        list(_problems(tool, layout)),
    ]
    return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks if block) + "\n"


def _arguments(tool: Tool, layout: Layout) -> Iterator[str]:
    if not tool.arguments.rows:
        yield from _heading("No arguments", layout)
        return
    yield from _heading("Arguments", layout)
    needed = {"yes": "required", "no": "optional", "sometimes": "required at times"}
    for row in tool.arguments.rows:
        yield from _wrap(f"{row.path}  {needed[row.required]}, {row.type}", layout.width, indent=2, hang=6)
        yield from _wrap(" ".join(row.text.split()), layout.width, indent=6)
    if tool.arguments.cut:
        yield "  … and what lies deeper"


def _providers(tool: Tool, layout: Layout) -> Iterator[str]:
    rows = [("", "tokens", "bytes", "strict", "losses")]
    for shown in tool.dialects:
        strict = {True: "yes", False: "no", None: "-"}[shown.strict]
        size = shown.size
        rows.append((shown.profile.dialect, f"~{size.tokens:,}", f"{size.bytes:,}", strict, _lost_words(shown)))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    yield from _heading("What each provider gets", layout)
    for index, (name, tokens, length, strict, lost) in enumerate(rows):
        start = f"  {name:<{widths[0]}}  {tokens:>{widths[1]}}  {length:>{widths[2]}}  {strict:<{widths[3]}}  "
        for line in _wrap(lost, layout.width, indent=len(start)):
            line = (start + line[len(start) :]).replace(_HOLDS_TOGETHER, " ")
            yield layout.paint(line, "quiet") if index == 0 else line
            start = " " * len(start)
    for line in _wrap(_LEGEND, layout.width, indent=2):
        yield layout.paint(line, "quiet")
    for shown in tool.dialects:
        if shown.refused is not None:
            text = f"{shown.profile.dialect} cannot be strict here: {shown.refused}"
            yield from _wrap(text, layout.width, indent=2, hang=4)
        if shown.wrapper is not None:
            text = f"{shown.profile.dialect} has the arguments inside `{shown.wrapper}`"
            yield from _wrap(text, layout.width, indent=2, hang=4)


def _lost_words(shown: Shown) -> str:
    counted = {word: shown.count(effect) for effect, (word, _) in _EFFECTS.items()}
    parts = [f"{count} {word}".replace(" ", _HOLDS_TOGETHER) for word, count in counted.items() if count]
    return ", ".join(parts) or "nothing"


def _losses(tool: Tool, effect: Effect, layout: Layout) -> Iterator[str]:
    """Write the losses of one kind, dialects that lose the same together."""
    losers: dict[tuple[str, str], dict[str, None]] = {}
    for shown in tool.dialects:
        for loss in shown.losses:
            if loss.effect is effect:
                losers.setdefault((_in_words(loss.pointer), loss.keyword), {})[shown.profile.dialect] = None
    groups: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for (place, keyword), names in losers.items():
        groups.setdefault(tuple(names), {}).setdefault(place, []).append(keyword)
    if groups:
        yield from _heading(_EFFECTS[effect][1], layout)
    for dialects, places in groups.items():
        yield from _wrap(", ".join(dialects), layout.width, indent=2)
        limit = len(places) if layout.limit is None else layout.limit
        width = min(max(map(_cells, list(places)[:limit])), layout.width // 2)
        for place, keywords in list(places.items())[:limit]:
            padded = visible(place) + " " * (width - _cells(visible(place)))
            yield from _wrap(f"{padded}  {', '.join(keywords)}", layout.width, indent=6, hang=8 + width)
        if len(places) > limit:
            yield f"      … and {plural(len(places) - limit, 'more place')} (`--verbose` shows all)"


def _problems(tool: Tool, layout: Layout) -> Iterator[str]:
    for shown in tool.dialects:
        for one in shown.problems:
            hint = f" (hint: {one.hint})" if one.hint else ""
            lines = _wrap(f"{one.severity.value}[{one.code}] {one.message}{hint}", layout.width, hang=4)
            label, space, rest = next(lines).partition(" ")
            yield layout.paint(label, "error" if one.severity is Severity.ERROR else "warning") + space + rest
            yield from lines


def _in_words(pointer: str) -> str:
    """Write a JSON pointer into a schema as people name the place: `items[].sku`, `Money.amount`."""
    place = ""
    tokens = split_pointer(pointer)
    while tokens:
        match tokens:
            case [("properties" | "$defs") as below, name, *rest]:
                place += f".{name}" if place and below == "properties" else name
            case ["items", *rest]:
                place += "[]"
            case [("anyOf" | "oneOf" | "allOf" | "prefixItems") as keyword, index, *rest]:
                place += f"[{index}]" if keyword == "prefixItems" else f" ({keyword} {int(index) + 1})"
            case [keyword, *rest]:
                place += f" ({keyword})"
            case _:
                rest = []
        tokens = rest
    return place.strip() or "the whole"


def _columns(source: Source) -> list[tuple[list[str], list[str], Size]]:
    """Return names, cells and total of each column; dialects whose cells are the same share one."""
    columns: dict[tuple[tuple[Size, bool], ...], list[str]] = {}
    for index, shown in enumerate(source.tools[0].dialects):
        cells = tuple((t.dialects[index].size, t.dialects[index].count(Effect.LOST) > 0) for t in source.tools)
        columns.setdefault(cells, []).append(shown.profile.dialect)
    return [
        (
            names,
            [f"{size.tokens:,}{_LOST_MARK if lost else ' '}" for size, lost in cells],
            Size(bytes=sum(size.bytes for size, _ in cells), tokens=sum(size.tokens for size, _ in cells)),
        )
        for cells, names in columns.items()
    ]


_Column = tuple[list[str], list[str], Size]


def _width(column: _Column) -> int:
    names, cells, total = column
    return max(*(len(name) + 1 for name in names), *map(len, cells), len(f"{total.bytes:,} ")) + 2


def _fitting(columns: Sequence[_Column], room: int) -> Iterator[list[_Column]]:
    """Split columns into tables that fit, each of one column at least."""
    table: list[_Column] = []
    used = 0
    for column in columns:
        width = _width(column)
        if table and used + width > room:
            yield table
            table, used = [], 0
        table.append(column)
        used += width
    if table:
        yield table


def _name_width(source: Source, layout: Layout) -> int:
    longest = max(_cells(tool.name) for tool in source.tools)
    return min(max(longest, len("together, bytes")), max(int(layout.width * _NAMES_SHARE), len("together, bytes")))


def _table(source: Source, columns: Sequence[_Column], layout: Layout) -> Iterator[str]:
    name_width = _name_width(source, layout)
    widths = [_width(column) for column in columns]
    height = max(len(names) for names, _, _ in columns)
    for level in range(height):
        shown = [names[level - height + len(names)] if level >= height - len(names) else "" for names, _, _ in columns]
        heads = "".join(f"{f'{name} ':>{width}}" for name, width in zip(shown, widths, strict=True))
        yield layout.paint(f"{' ' * name_width}{heads}".rstrip(), "quiet")
    for index, tool in enumerate(source.tools):
        row = "".join(f"{cells[index]:>{width}}" for (_, cells, _), width in zip(columns, widths, strict=True))
        name = visible(tool.name)
        if _cells(name) > name_width:
            yield name
            name = ""
        yield name + " " * (name_width - _cells(name)) + row
    for label, unit in (("together", "tokens"), ("together, bytes", "bytes")):
        totals = [f"{getattr(total, unit):,} " for _, _, total in columns]
        row = "".join(f"{text:>{width}}" for text, width in zip(totals, widths, strict=True))
        yield layout.paint(f"{label:<{name_width}}{row}".rstrip(), "quiet")


def _heading(text: str, layout: Layout) -> Iterator[str]:
    for line in _wrap(text, layout.width):
        yield layout.paint(line, "place")


def _wrap(text: str, width: int, *, indent: int = 0, hang: int | None = None) -> Iterator[str]:
    """Break a text at spaces, and inside words that no line holds, so that it fits; wide characters take two cells."""
    text = visible(text.expandtabs(4))
    hang = indent if hang is None else hang
    line, room, lead = "", max(width - indent, _LEAST_ROOM), indent
    for piece in _pieces(text, max(width - max(indent, hang), _LEAST_ROOM)):
        if line and _cells(line) + _cells(piece.rstrip()) > room:
            yield " " * lead + line.rstrip()
            line, room, lead = "", max(width - hang, _LEAST_ROOM), hang
            piece = piece.lstrip()
        line += piece
    if line.strip():
        yield " " * lead + line.rstrip()


def _pieces(text: str, longest: int) -> Iterator[str]:
    """Yield words with the space after them; of words that are too long, parts."""
    word = ""
    for letter in text:
        if (word.endswith(" ") and letter != " ") or _cells(word + letter) > longest:
            yield word
            word = ""
        word += letter
    if word:
        yield word


def _cells(text: str) -> int:
    return sum(_cell(letter) for letter in text)


def _cell(letter: str) -> int:
    return 0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
