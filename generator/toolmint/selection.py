"""Which tools of a source are wanted: the patterns of `include` and `exclude` in the project file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol, TypeVar

from toolmint.diagnostics import Diagnostic
from toolmint.ir.contract import LeftOut
from toolmint.lifting.frame import Frame
from toolmint.lifting.keys import legal_tool_name
from toolmint.location import Location
from toolmint.source import SourceInput
from toolmint.text import comma_list, nearest, visible

__all__ = [
    "FORMS",
    "Candidate",
    "CodeDraft",
    "Forms",
    "InvalidPattern",
    "NamedTool",
    "Pattern",
    "Selectable",
    "not_selected",
    "parse_pattern",
    "select_drafts",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """The patterns that a kind of source has."""

    kinds: tuple[str, ...]
    """What stands before the colon."""
    flags: tuple[str, ...] = ()
    """Patterns that are a word alone."""
    bare: str | None = None
    """The kind of a pattern without a colon; None where there is no such pattern."""
    noun: str = "tool"
    """What is selected."""

    @property
    def written(self) -> list[str]:
        """Every form, as people write it."""
        plain = ["NAME"] if self.bare is not None else []
        return [*(f"{kind}:…" for kind in self.kinds), *plain, *self.flags]


_NAMED = Forms(kinds=("tool",), flags=("deprecated",), bare="tool")
FORMS: Mapping[str, Forms] = MappingProxyType(
    {
        "openapi": Forms(
            kinds=("tag", "path", "method", "operation"), flags=("deprecated", "x-internal"), noun="operation"
        ),
        "tool-list": Forms(kinds=("tool",), bare="tool"),
        "java": _NAMED,
        "python": _NAMED,
    }
)
"""Kind of source to its patterns."""
_OPENAPI = FORMS["openapi"]


class Selectable(Protocol):
    """Something that may become a tool."""

    def values(self, kind: str) -> tuple[str, ...]:
        """Return what a pattern of a kind is held against; a flag gives its own name where it is set."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An operation of an OpenAPI document."""

    method: str
    path: str
    tool: str
    """The tool's name."""
    operation_id: str | None = None
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    internal: bool = False
    """Whether it has `x-internal: true`."""

    def values(self, kind: str) -> tuple[str, ...]:
        """Return what a pattern of a kind is held against; a flag gives its own name where it is set."""
        match kind:
            case "tag":
                return self.tags
            case "path":
                return (self.path,)
            case "method":
                return (self.method,)
            case "operation":
                # Either is what people see and copy: one in the document, one in the tool list.
                return (self.tool,) if self.operation_id is None else (self.operation_id, self.tool)
            case "deprecated":
                return (kind,) if self.deprecated else ()
            case _:
                return (kind,) if self.internal else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTool:
    """A tool of code or of a list."""

    names: tuple[str, ...]
    """As its framework or its list calls it, and as a provider does."""
    deprecated: bool = False

    def values(self, kind: str) -> tuple[str, ...]:
        """Return what a pattern of a kind is held against; a flag gives its own name where it is set."""
        if kind == "tool":
            return self.names
        return (kind,) if self.deprecated else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """One entry of `include` or `exclude`."""

    text: str
    """As it is written."""
    kind: str
    """One of its `Forms`: `tag`, `path`, `method`, `operation`, `tool`, `deprecated` or `x-internal`."""
    glob: str
    """`*` stands for any run of characters, `/` among them, and `?` for one; the rest for itself."""

    def matcher(self) -> Callable[[Selectable], bool]:
        """Return a function that says whether a candidate is meant."""
        parts = {"*": ".*", "?": "."}
        written = "".join(parts.get(letter, re.escape(letter)) for letter in self.glob)
        expression = re.compile(written, re.DOTALL | (re.IGNORECASE if self.kind == "method" else 0))
        return lambda candidate: any(expression.fullmatch(value) for value in candidate.values(self.kind))


class InvalidPattern(Exception):
    """An entry that is no pattern.

    Args:
        message: what was found and what was wanted; lower case, no full stop.
        hint: what was probably meant, else every form there is.
    """

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def parse_pattern(text: str, forms: Forms = _OPENAPI) -> Pattern:
    """Read one entry of `include` or `exclude`.

    Args:
        text: of an OpenAPI document `tag:GLOB`, `path:GLOB`, `method:GLOB`, `operation:GLOB` (the operationId or the
            tool's name), `deprecated` or `x-internal`; of any other source `tool:GLOB`, a name or `deprecated`.
        forms: those of the kind of source.

    Raises:
        InvalidPattern: another form.
    """
    kind, colon, glob = (part.strip() for part in text.partition(":"))
    shown = visible(text)
    if kind in forms.flags:
        if colon:
            raise InvalidPattern(f"`{shown}` gives `{kind}` a value", f"write `{kind}`")
        return Pattern(text=text, kind=kind, glob=kind)
    if not colon and forms.bare is not None and kind and kind not in forms.kinds:
        return Pattern(text=text, kind=forms.bare, glob=kind)
    if kind not in forms.kinds:
        near = nearest(kind, (*forms.kinds, *forms.flags), limit=1)
        if near:
            meant = near[0] if near[0] in forms.flags else f"{near[0]}:{visible(glob) or '…'}"
            raise InvalidPattern(f"found `{shown}`, wanted a selection pattern", f"did you mean `{meant}`?")
        raise InvalidPattern(
            f"found `{shown}`, wanted a selection pattern", f"a pattern is one of {comma_list(forms.written)}"
        )
    if not glob:
        raise InvalidPattern(f"`{shown}` says nothing behind `{kind}:`", f"write `{kind}:GLOB`, such as `{kind}:*`")
    return Pattern(text=text, kind=kind, glob=glob)


def not_selected(
    source: SourceInput, candidates: Sequence[Selectable], place: Location, frame: Frame
) -> list[str | None]:
    """Say of each candidate why it is left out.

    What `exclude` matches is left out, whatever `include` says. An empty `include` takes everything. Where a pattern
    cannot be read nothing is selected: a tool that was to be kept out must not slip in through a typo.

    Args:
        source: has the patterns, as written, and the kind that says which there are.
        candidates: everything of the source that may become a tool.
        place: where problems are reported (SL-01, a pattern that matches nothing, and SL-02) unless the source knows
            where its patterns stand.
        frame: where they go.

    Returns:
        The reason, or None where it is selected; one a candidate.
    """
    places = source.pattern_places
    lists = {
        key: [(text, places.get(f"{key}/{index}", place)) for index, text in enumerate(texts)]
        for key, texts in (("include", source.include), ("exclude", source.exclude))
    }
    forms = FORMS.get(source.kind, _NAMED)
    wanted = _parsed("include", lists["include"], forms, frame)
    unwanted = _parsed("exclude", lists["exclude"], forms, frame)
    if wanted is None or unwanted is None:
        return ["not selected: a pattern cannot be read"] * len(candidates)
    included = _matches("include", wanted, candidates, forms, frame)
    excluded = _matches("exclude", unwanted, candidates, forms, frame)
    reasons: list[str | None] = []
    for taken, left in zip(included, excluded, strict=True):
        if left is not None:
            reasons.append(f"not selected: `exclude` has `{visible(left.text)}`")
        elif wanted and taken is None:
            reasons.append("not selected: nothing in `include` matches")
        else:
            reasons.append(None)
    return reasons


class CodeDraft(Protocol):
    """A function or method of which a tool is made."""

    @property
    def name(self) -> str:
        """The tool's name, before it is made legal for every provider."""
        ...

    @property
    def called(self) -> str:
        """What people call it: the name, or where it has none, the code."""
        ...

    @property
    def deprecated(self) -> bool:
        """Whether its author says so."""
        ...

    @property
    def place(self) -> Location:
        """Where it stands."""
        ...


D = TypeVar("D", bound=CodeDraft)


def select_drafts(
    source: SourceInput, drafts: Sequence[D], place: Location, findings: list[Diagnostic]
) -> tuple[list[D], list[LeftOut]]:
    """Take the tools of code that `include` and `exclude` want, and say of the others why they are left out.

    Args:
        source: has the patterns.
        drafts: every tool of the source.
        place: where problems of patterns are reported, as `not_selected` has it.
        findings: where they go.
    """
    frame = Frame()
    names = [NamedTool(names=(one.name, legal_tool_name(one.name)), deprecated=one.deprecated) for one in drafts]
    reasons = not_selected(source, names, place, frame)
    findings += frame.diagnostics
    taken: list[D] = []
    others: list[LeftOut] = []
    for draft, reason in zip(drafts, reasons, strict=True):
        if reason is None:
            taken.append(draft)
        else:
            others.append(LeftOut(what=f"tool `{draft.called}`", reason=reason, failed=False, origin=draft.place))
    return taken, others


def _parsed(
    key: str, texts: Sequence[tuple[str, Location]], forms: Forms, frame: Frame
) -> list[tuple[Pattern, Location]] | None:
    patterns: list[tuple[Pattern, Location]] = []
    for text, place in texts:
        try:
            patterns.append((parse_pattern(text, forms), place))
        except InvalidPattern as problem:
            frame.error("SL-02", f"{problem.message}, in `{key}`", place, problem.hint)
    return patterns if len(patterns) == len(texts) else None


def _matches(
    key: str,
    patterns: Sequence[tuple[Pattern, Location]],
    candidates: Sequence[Selectable],
    forms: Forms,
    frame: Frame,
) -> list[Pattern | None]:
    """Return the first pattern that matches each candidate, and report patterns that match none."""
    first: list[Pattern | None] = [None] * len(candidates)
    for pattern, place in patterns:
        matches = pattern.matcher()
        hits = [index for index, candidate in enumerate(candidates) if matches(candidate)]
        for index in hits:
            first[index] = first[index] or pattern
        if not hits:
            message = f"`{visible(pattern.text)}` in `{key}` matches no {forms.noun}"
            frame.warning("SL-01", message, place, _meant(pattern, candidates, forms))
    return first


def _meant(pattern: Pattern, candidates: Iterable[Selectable], forms: Forms) -> str | None:
    if pattern.kind in forms.flags:
        return None
    known = list(dict.fromkeys(value for candidate in candidates for value in candidate.values(pattern.kind)))
    near = nearest(pattern.glob.replace("*", ""), known)
    if near:
        return f"did you mean {comma_list([f'{pattern.kind}:{visible(name)}' for name in near])}?"
    return f"there are {comma_list([visible(name) for name in known])}" if known else None
