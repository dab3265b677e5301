"""`@tool` of `toolmint.annotations`, and plain functions that the project file lists."""

from __future__ import annotations

from toolmint.sources.python.canonical import canonical
from toolmint.sources.python.disagreements import report_disagreements
from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.functions import Decoration, Function
from toolmint.sources.python.marks import read_marks
from toolmint.sources.python.modules import PythonModule
from toolmint.sources.python.reading import Reading, Rules

__all__ = ["decorated", "read_listed", "registered"]

_RULES = Rules(framework="toolmint", output=True)
_PLAIN = Rules(framework="plain", output=True)


def decorated(function: Function, decoration: Decoration, reading: Reading) -> Draft | None:
    """Read a function that `@tool` marks."""
    if canonical(decoration.name) != "toolmint.annotations.tool":
        return None
    draft = reading.draft(function, "toolmint")
    draft.marks = read_marks(decoration.call, function, reading.program, reading.constants, draft.frame)
    if draft.marks.name is not None:
        draft.name = draft.marks.name[0]
    reading.read_head(draft, _RULES)
    report_disagreements(draft, reading)
    return draft


def registered(module: PythonModule, reading: Reading) -> list[Draft]:
    """Return nothing: a mark is all that there is."""
    return []


def read_listed(function: Function, reading: Reading) -> Draft:
    """Read a function that only the project file makes a tool."""
    draft = reading.draft(function, "plain")
    reading.read_head(draft, _PLAIN)
    report_disagreements(draft, reading)
    return draft
