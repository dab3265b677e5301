"""`tools.md`: what a model reads of each tool, for people who review it.

Values that the host supplies are not listed: no model sees them, and this file shows what a model sees.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from toolmint.ir.contract import ToolAnnotations, ToolContract
from toolmint.prose.arguments import ArgumentTable, argument_table
from toolmint.prose.description import describe
from toolmint.target import Printout, TargetInput
from toolmint.text import visible

__all__ = ["TARGET", "MarkdownTarget"]

_CONTENTS_FROM = 10
_PUNCTUATION = re.compile(r"[^\w\- ]")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tool:
    """A tool as the template sees it."""

    name: str
    anchor: str
    title: str | None
    description: str
    hidden: tuple[str, ...]
    """Code points of the description that no reader sees, such as `U+202E`."""
    effects: tuple[str, ...]
    question: str | None
    """What a person is asked before the call, where the contract words it."""
    arguments: ArgumentTable


class MarkdownTarget:
    """Prints one section a tool: each description verbatim in a fence, its effects, its arguments."""

    name = "markdown"
    requires: tuple[str, ...] = ()

    def render(self, request: TargetInput) -> Printout:
        """Print the catalog."""
        catalog = request.catalog
        title = catalog.title or catalog.name
        anchors = _anchors([title, *(contract.name for contract in catalog.contracts)])
        tools = [
            _view(contract, anchor, request) for contract, anchor in zip(catalog.contracts, anchors[1:], strict=True)
        ]
        text = request.renderer.render(
            "markdown/tools.md.jinja",
            source=request.source_label,
            title=title,
            version=catalog.version,
            tools=tools,
            contents=len(tools) >= _CONTENTS_FROM,
        )
        return Printout(files={"tools.md": text.encode()})


def _anchors(headings: Sequence[str]) -> list[str]:
    """Name the places that GitHub links headings by: lower case, no punctuation, a number where it is taken."""
    taken: Counter[str] = Counter()
    anchors: list[str] = []
    for heading in headings:
        anchor = _PUNCTUATION.sub("", heading.lower()).replace(" ", "-")
        anchors.append(f"{anchor}-{taken[anchor]}" if taken[anchor] else anchor)
        taken[anchor] += 1
    return anchors


def _view(contract: ToolContract, anchor: str, request: TargetInput) -> _Tool:
    description = describe(contract, request.catalog, request.renderer)
    confirm = contract.annotations.confirm
    return _Tool(
        name=contract.name,
        anchor=anchor,
        title=contract.title,
        description=description,
        # A carriage return shows as the end of its line.
        hidden=tuple(f"U+{ord(c):04X}" for c in sorted(set(description)) if c != "\r" and visible(c) != c),
        effects=tuple(_effects(contract.annotations)),
        question=confirm if isinstance(confirm, str) else None,
        arguments=argument_table(contract.input_schema, request.catalog.definitions.input),
    )


def _effects(effects: ToolAnnotations) -> Iterator[str]:
    if effects.read_only is None:
        yield "effects not stated"
    else:
        yield "read-only" if effects.read_only else "writes"
    if effects.destructive and not effects.read_only:
        yield "destructive"
    if effects.idempotent and not effects.read_only:
        yield "repeating it changes nothing more"
    if effects.open_world:
        yield "reaches outside systems"
    if effects.confirm:
        yield "asks a person first"


TARGET = MarkdownTarget()
