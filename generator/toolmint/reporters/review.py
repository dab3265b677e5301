"""A review of a pin: the changes, and what is said of them as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.schema import Json
from toolmint.pins.review import Note
from toolmint.reporters.report import Paint, Style
from toolmint.text import visible

__all__ = ["findings_text", "notes_text", "review_json"]

_STYLES: Mapping[Severity, Style] = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "info",
}


def notes_text(notes: Sequence[Note], paint: Paint, width: int) -> str:
    """Write what is said of tools as a whole, one paragraph each."""
    return "".join(f"{line}\n" for note in notes for line in _note(note, paint, width))


def findings_text(findings: Sequence[Diagnostic], paint: Paint, width: int) -> str:
    """Write what the rules say that is new; there is no file yet to point into."""
    lines: list[str] = []
    for one in findings:
        word = paint(f"{one.severity.value}[{one.code}]", _STYLES[one.severity])
        about = f" {visible(one.tool)}" if one.tool else ""
        lines.append(f"{word}{about}")
        lines += _wrapped(visible(one.message), width)
    return "".join(f"{line}\n" for line in lines)


def review_json(notes: Sequence[Note], findings: Sequence[Diagnostic]) -> dict[str, Json]:
    """Write both for programs."""
    return {
        "notes": [
            {"tool": one.tool, "code": one.code, "message": one.message, "sentences": list(one.sentences)}
            for one in notes
        ],
        "findings": [
            {"code": one.code, "severity": one.severity.value, "tool": one.tool, "message": one.message}
            for one in findings
        ],
    }


def _note(note: Note, paint: Paint, width: int) -> Iterator[str]:
    yield f"{paint(f'warning[{note.code}]', 'warning')} {visible(note.tool)}"
    yield from _wrapped(visible(note.message), width)
    for sentence in note.sentences:
        yield from (f"  {paint('|', 'quiet')} {line}" for line in visible(sentence).split("\n"))


def _wrapped(text: str, width: int) -> list[str]:
    return [f"  {line}" for line in wrap(text, max(width - 2, 30), break_long_words=False, break_on_hyphens=False)]
