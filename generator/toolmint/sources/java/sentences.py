"""A description as the four sentences of a contract, where it has exactly their shape."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from toolmint.ir.contract import Catalog, Prose, Sentence, ToolContract
from toolmint.prose.description import describe, language_of
from toolmint.rendering import Renderer

__all__ = ["with_sentences"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """How the shipped template writes each field."""

    when: re.Pattern[str]
    requires: re.Pattern[str]
    never: re.Pattern[str]
    between: str
    """What stands between two requirements."""


_SHAPES = {
    "en": _Shape(
        when=re.compile(r"Use this tool only when (.+)\."),
        requires=re.compile(r"Before calling: (.+)\."),
        never=re.compile(r"This tool does not (.+)\."),
        between="; ",
    ),
    "zh": _Shape(
        when=re.compile("仅当(.+)时使用本工具。"),
        requires=re.compile("调用前须知：(.+)。"),  # noqa: RUF001
        never=re.compile("本工具不会(.+)。"),
        between="；",  # noqa: RUF001
    ),
}


@cache
def _renderer() -> Renderer:
    return Renderer()


def with_sentences(contract: ToolContract, catalog: Catalog) -> ToolContract:
    """Return a contract whose description is taken apart into its sentences, if it has their shape; else as it is.

    An author who writes the sentences of a contract gets the fields of one, and no word is ever changed: the shipped
    template must make the very same text of the parts.

    Args:
        contract: its prose is the author's text.
        catalog: may fix the language.
    """
    text = contract.prose.verbatim or ""
    first, *rest = text.split("\n")
    prose = _taken_apart(first, rest, _SHAPES[language_of(contract, catalog)]) if rest else None
    if prose is None:
        return contract
    apart = replace(contract, prose=prose, deprecated=False)
    if describe(apart, catalog, _renderer()) != text:
        return contract
    # Not the places of the sentences: these are for prose in which braces refer.
    return replace(contract, prose=prose, places={**contract.places, "summary": contract.places["description"]})


def _taken_apart(first: str, rest: list[str], shape: _Shape) -> Prose | None:
    found: dict[str, tuple[Sentence, ...]] = {}
    for line in rest:
        for name, pattern in (("when", shape.when), ("requires", shape.requires), ("never", shape.never)):
            match = pattern.fullmatch(line)
            if match is not None and name not in found:
                parts = match[1].split(shape.between) if name == "requires" else [match[1]]
                found[name] = tuple((part,) for part in parts)
                break
        else:
            return None
    return Prose(
        does=((first,),),
        when=found.get("when", ()),
        requires=found.get("requires", ()),
        never=found.get("never", ()),
    )
