"""What a YAML syntax error means to the person who wrote the file.

The parser says where it gave up, in its own words. Most such errors in real documents are one of a few: a tab, text
that ought to be quoted, an indentation that fits nothing, a quote or bracket left open.
"""

from __future__ import annotations

import re

import yaml

from toolmint.documents.faults import Fault, too_deep
from toolmint.documents.lines import LineTable

__all__ = ["explain_yaml_error"]

# YAML 1.2.2 section 5.1, as PyYAML has it.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTRY = re.compile(r"""^(?P<indent>\s*(?:-\s+)*)(?P<key>[^\s#'"\[{][^#]*?):\s+(?P<value>\S.*)$""")
_SHOWN = 60


def explain_yaml_error(text: str, error: yaml.YAMLError) -> Fault:
    """Turn the parser's error into a fault with a place and, where the cause is known, a hint.

    Args:
        text: the whole text, without a byte-order mark.
        error: what PyYAML or libyaml raised on it.
    """
    if isinstance(error, yaml.reader.ReaderError):
        found = _UNPRINTABLE.search(text)
        offset = found.start() if found else 0
        shown = f"character U+{ord(found.group()):04X}" if found else "a control character"
        return Fault(
            f"found {shown}, which YAML does not allow",
            offset,
            width=1,
            hint="remove it, or escape it in double quotes",
        )
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return Fault(f"the YAML cannot be read: {str(error).splitlines()[0].lower()}", 0)
    lines = LineTable(text)
    offset = error.problem_mark.index
    problem = error.problem or ""
    context = error.context or ""
    opened = error.context_mark.index if error.context_mark is not None else offset
    if "nesting depth" in problem:  # libyaml looks ahead of the reader, which refuses less
        return too_deep(offset)
    return (
        _tab(lines, offset, problem)
        or _bad_start(text, offset, opened, problem, context)
        or _colon_in_text(lines, offset, problem)
        or _scalar_fault(text, offset, opened, problem, context)
        or _structure_fault(lines, offset, opened, problem, context)
        or Fault(f"the YAML cannot be read: {f'{context}, {problem}'.strip(', ')}", offset, width=1)
    )


def _tab(lines: LineTable, offset: int, problem: str) -> Fault | None:
    number, column = lines.position(offset)
    line = lines.line(number) or ""
    before = line[: column - 1]
    if "tab character" not in problem and line[column - 1 : column] != "\t" and ("\t" not in before or before.strip()):
        return None
    indent = line[: len(line) - len(line.lstrip())]
    if "\t" in indent:
        offset += indent.index("\t") - (column - 1)
    return Fault("found a tab, wanted spaces", offset, width=1, hint="YAML is indented with spaces alone")


def _bad_start(text: str, offset: int, opened: int, problem: str, context: str) -> Fault | None:
    character = text[offset : offset + 1]
    if "cannot start any token" in problem and character:
        shown = "a backtick" if character == "`" else f"`{character}`"
        return Fault(f"{shown} cannot begin unquoted text", offset, width=1, hint="quote the text")
    if "node content" in problem and character in set(",]}"):
        return Fault(f"`{character}` cannot begin unquoted text", offset, width=1, hint="quote the text")
    if "scanning an alias" in context or "scanning an anchor" in context:
        mark = text[opened : opened + 1]
        means = "an alias" if mark == "*" else "an anchor"
        return Fault(f"`{mark}` begins {means}, and no name follows", opened, width=1, hint="quote the text")
    if "tag" in problem or "tag" in context:
        return Fault("`!` begins a tag, and no known one follows", opened, width=1, hint="quote the text")
    return None


def _colon_in_text(lines: LineTable, offset: int, problem: str) -> Fault | None:
    if not problem.startswith("mapping values are not allowed"):
        return None
    number, column = lines.position(offset)
    line = lines.line(number) or ""
    entry = _ENTRY.match(line[: column - 1])
    if entry:
        whole = line[entry.start("value") :].strip()
        quoted = whole if len(whole) <= _SHOWN else whole[: _SHOWN - 1] + "…"
        mark = "'" if '"' in quoted else '"'
        hint = f"quote the text: `{entry['key'].strip()}: {mark}{quoted}{mark}`"
        return Fault("a `:` inside unquoted text, where no mapping can begin", offset, width=1, hint=hint)
    return Fault(
        "a key where the text of the line above goes on",
        offset,
        width=1,
        hint="align the key with its mapping, or quote the text if the `:` belongs to it",
    )


def _scalar_fault(text: str, offset: int, opened: int, problem: str, context: str) -> Fault | None:
    if "scanning a quoted scalar" in context and "end of" in problem:
        return Fault("the quote that opens here is never closed", opened, width=1)
    if "block scalar" in context:
        mark = text[opened : opened + 1]
        hint = f"put the text on the lines below `{mark}`, indented; or quote text that begins with `{mark}`"
        return Fault(f"text on the same line as `{mark}`", offset, width=1, hint=hint)
    if "escape" in problem:
        # The parser in C points at or behind the backslash, the one in Python behind it.
        offset = text.rfind("\\", opened, offset + 1) if "\\" in text[opened : offset + 1] else offset
        if "Unicode" in problem:
            return Fault("an escape that stands for no character", offset, width=6)
        shown = text[offset : offset + 2]
        return Fault(
            f"found `{shown}` in double quotes, wanted an escape that YAML knows",
            offset,
            width=2,
            hint="use single quotes, or write `\\\\`",
        )
    if "sequence entries are not allowed" in problem:
        return Fault(
            "a `-` where no list can begin",
            offset,
            width=1,
            hint="put the list on the line below the key, or quote the text",
        )
    return None


def _structure_fault(lines: LineTable, offset: int, opened: int, problem: str, context: str) -> Fault | None:
    number, column = lines.position(offset)
    line = lines.line(number) or ""
    if "flow" in context:
        if opened >= len(lines.text.rstrip()):
            # At the end of the file the parser names the end as the place where the bracket was opened.
            opened = _last_unclosed(lines.text)
        mark = lines.text[opened : opened + 1]
        where = f"the `{mark}` of line {lines.position(opened)[0]}"
        hint = f"close {where}, or quote the text that begins with it"
        found = f"`{line[column - 1]}`" if column <= len(line) else "a line end"
        return Fault(f"found {found}, wanted `,` or the closing bracket of {where}", offset, width=1, hint=hint)
    entry = _ENTRY.match(line)
    if entry and entry["value"][0] in "{[\"'" and entry.start("value") < column - 1:
        mark = entry["value"][0]
        closing = {"{": "}", "[": "]"}.get(mark, mark)
        hint = (
            f"quote the text; unquoted, a `{mark}` at its beginning opens a {'mapping' if mark == '{' else 'list'}"
            if mark in "{["
            else f"double the `{mark}` inside the text, or put the whole text into the other quotes"
        )
        return Fault(f"text after the closing `{closing}`", offset, width=1, hint=hint)
    if "block" in context or "expected <document start>" in problem or "document start" in problem:
        start = lines.position(opened)[0]
        return Fault(
            "an indentation that fits no mapping or list above",
            offset,
            width=1,
            hint=f"align the line with the entries that begin on line {start}" if opened != offset else None,
        )
    return None


def _last_unclosed(text: str) -> int:
    """Return the offset of the last `{` or `[` that nothing closes; brackets inside quotes are few enough to ignore."""
    open_at: list[int] = []
    for offset, character in enumerate(text):
        if character in "{[":
            open_at.append(offset)
        elif character in "}]" and open_at:
            open_at.pop()
    return open_at[-1] if open_at else max(len(text) - 1, 0)
