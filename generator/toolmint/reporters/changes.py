"""Graded changes, for people, for programs and for a changelog."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from toolmint.changes import Change, Grade, verdict
from toolmint.ir.schema import Json
from toolmint.reporters.report import Paint, Style
from toolmint.reporters.word_differences import marked_words, word_lines
from toolmint.text import plural, visible

__all__ = ["changes_json", "changes_markdown", "changes_text"]

_STYLES: Mapping[Grade, Style] = {
    Grade.BREAKING: "error",
    Grade.LOOSENED: "error",
    Grade.BEHAVIOUR: "warning",
    Grade.EXPANDED: "added",
    Grade.NOTATION: "quiet",
}
_HEADINGS: Mapping[Grade, str] = {
    Grade.BREAKING: "Breaking",
    Grade.LOOSENED: "Loosened",
    Grade.BEHAVIOUR: "Behaviour",
    Grade.EXPANDED: "Expanded",
    Grade.NOTATION: "Notation",
}
_TOLD = (
    "enum-",
    "argument-",
    "field-",
    "type-",
    "order-",
    "required-",
    "default-",
    "examples-",
    "tool-",
    "outputSchema-",
)
"""Kinds of changes whose reason says what changed."""
_PICTURE = 100
"""Characters of a picture inside a value that are shown."""
_MANY = 3
"""How many tools that changed alike are told as one."""


def changes_text(found: Mapping[str, Sequence[Change]], paint: Paint, width: int, *, verbose: bool) -> str:
    """Write changes for a terminal, the gravest first.

    Args:
        found: source to its changes.
        paint: colours pieces of text.
        width: columns of the terminal.
        verbose: show texts whole.
    """
    blocks = []
    for source, changes in found.items():
        if not changes:
            continue
        lines = [f"{source}: {plural(len(changes), 'change')}, version: {verdict(changes)}"]
        for change, tools in _grouped(_by_grade(changes)):
            lines.append("")
            lines += _change(change, tools, paint, width, verbose=verbose)
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def changes_json(found: Mapping[str, Sequence[Change]]) -> dict[str, Json]:
    """Write changes as one object."""
    everything = [change for changes in found.values() for change in changes]
    return {
        "changes": [
            {
                "source": source,
                "tool": change.tool,
                "side": change.side,
                "path": list(change.path),
                "kind": change.kind,
                "grade": change.grade.value,
                "reason": change.reason,
                "safety": change.safety,
                "before": change.before,
                "after": change.after,
                "texts": [{"place": place, "text": text} for place, text in change.texts],
            }
            for source, changes in found.items()
            for change in changes
        ],
        "summary": {
            "verdict": verdict(everything),
            **{grade.value: sum(one.grade is grade for one in everything) for grade in Grade},
        },
    }


def changes_markdown(found: Mapping[str, Sequence[Change]]) -> str:
    """Write a changelog: a heading a source and grade, an entry a change."""
    lines: list[str] = []
    for source, changes in found.items():
        if not changes:
            continue
        lines += [f"## {source} ({verdict(changes)})", ""]
        for grade in Grade:
            entries = [change for change in changes if change.grade is grade]
            if not entries:
                continue
            lines += [f"### {_HEADINGS[grade]}", ""]
            for change, tools in _grouped(entries):
                about = ", ".join(f"`{_code(name)}`" for name in tools) or "all tools"
                where = f" ({_escaped(change.place)})" if change.path else ""
                lines.append(f"- {about}{where}: {_escaped(change.reason, keep_code=True)}{' (LK-04)' * change.safety}")
                if change.prose and isinstance(change.before, str) and isinstance(change.after, str):
                    words = "".join(text for _, text in marked_words(change.before, change.after, whole=False))
                    lines.append(f"  {_escaped(words)}")
                lines += [f"  - {_escaped(place)}: {_escaped(text)}" for place, text in change.texts]
            lines.append("")
    return "\n".join(lines)


def _by_grade(changes: Sequence[Change]) -> list[Change]:
    return sorted(changes, key=lambda change: -change.grade.rank)


def _grouped(changes: Sequence[Change]) -> list[tuple[Change, tuple[str, ...]]]:
    """Put changes that say the same of many tools together, at the place of the first; each with its tools."""
    groups: dict[tuple[object, ...], list[Change]] = {}
    for index, change in enumerate(changes):
        alike = change.tool is not None and not change.prose and not change.texts
        key = (change.grade, change.place, change.reason, change.safety) if alike else (index,)
        groups.setdefault(key, []).append(change)
    found: list[tuple[Change, tuple[str, ...]]] = []
    for members in groups.values():
        named = [(one, (one.tool,) if one.tool is not None else ()) for one in members]
        if len(members) < _MANY:
            found += named
        else:
            found.append((members[0], tuple(name for _, names in named for name in names)))
    return found


def _change(change: Change, tools: Sequence[str], paint: Paint, width: int, *, verbose: bool) -> Iterator[str]:
    grade = paint(f"{change.grade.value:<9}", _STYLES[change.grade])
    mark = f"  {paint('LK-04', 'error')}" if change.safety else ""
    about = visible(tools[0]) if len(tools) == 1 else plural(len(tools), "tool") if tools else "all tools"
    place = "" if len(tools) > 1 and change.place == "tool" else f"  {visible(change.place)}"
    yield f"{grade}  {about}{place}{mark}"
    yield from _wrapped(visible(change.reason), width)
    if len(tools) > 1:
        yield from _wrapped(visible(", ".join(tools)), width)
    shown = [[(None, f"{visible(where)}: "), *marked_words("", text, whole=True)] for where, text in change.texts]
    if change.prose:
        before, after = (one if isinstance(one, str) else "" for one in (change.before, change.after))
        shown.append(marked_words(before, after, whole=verbose))
    elif _untold(change):
        before, after = (_compact(one) for one in (change.before, change.after))
        shown.append(marked_words(before, after, whole=verbose))
    for segments in shown:
        for line in word_lines(segments, paint, width - 13):
            yield f"{'':11}{paint('|', 'quiet')} {line}".rstrip()


def _untold(change: Change) -> bool:
    """Say whether the reason leaves out what a value was and is."""
    values = (change.before, change.after)
    if not change.kind.endswith(("-changed", "-removed", "-added")) or change.kind.startswith(_TOLD):
        return False
    return change.kind.startswith("pattern-") or any(isinstance(one, dict | list) for one in values)


def _compact(value: Json) -> str:
    """Write a value on one line; a long text in it, such as a picture, is cut as its start tells enough."""
    return "" if value is None else json.dumps(_cut(value), ensure_ascii=False)


def _cut(value: Json) -> Json:
    if isinstance(value, str) and value.startswith("data:") and len(value) > _PICTURE:
        return f"{value[:_PICTURE]}… ({len(value)} characters)"
    if isinstance(value, dict):
        return {key: _cut(part) for key, part in value.items()}
    return [_cut(part) for part in value] if isinstance(value, list) else value


def _wrapped(text: str, width: int) -> Iterator[str]:
    for line in wrap(text, max(width - 11, 30), break_long_words=False, break_on_hyphens=False):
        yield f"{'':11}{line}"


def _code(name: str) -> str:
    return visible(name).replace("`", "'")


def _escaped(text: str, *, keep_code: bool = False) -> str:
    """Take away what Markdown would read as markup; code spans of our own sentences may stay."""
    shown = visible(text).replace("\n", " ")
    letters = "<>*_[]#|" if not keep_code else "<>"
    return "".join(f"\\{letter}" if letter in letters else letter for letter in shown)
