"""The description that a model reads, made of a contract's sentences by a template.

    Calculate the refundable amount for an existing order.
    Use this tool only when the user asks how much money can be refunded.
    Before calling: `order_id` is known.
    This tool does not submit, approve, cancel or modify a refund request.

Several texts of one field share a line. `when`: "Use this tool only when A, or when B.", one sentence, as two that
say "only" contradict each other. `requires`: "Before calling: A; B.". `never`: "This tool does not A. It does not
B.", as "A or B" might be read into a list that A already holds. `does`: one sentence after another. `notes`: a line
each, untouched. Former names of a tool are nothing that a model should see.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import assert_never

from toolmint.ir.binding import HttpBinding
from toolmint.ir.contract import (
    ArgumentReference,
    Catalog,
    Prose,
    Reference,
    ResultReference,
    Sentence,
    ToolContract,
    ToolReference,
    ValueReference,
)
from toolmint.location import Location
from toolmint.prose.clauses import GRAMMARS, fit, sentence
from toolmint.rendering import Renderer

__all__ = [
    "describe",
    "language_of",
    "language_of_prose",
    "purpose_of",
    "purpose_place",
    "reference_name",
    "render_sentence",
]

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_KANA = re.compile("[\u3040-\u30ff\u31f0-\u31ff]")
_TICKS = re.compile("`+")
_MARKED = re.compile(r"[\W_]*(?:deprecated\b|已弃用|已废弃|弃用|废弃)", re.IGNORECASE)


def describe(contract: ToolContract, catalog: Catalog, renderer: Renderer) -> str:
    """Render the model-facing description of a tool.

    Args:
        contract: the tool.
        catalog: what it belongs to, which may fix the language.
        renderer: finds `description/en.jinja` and `zh.jinja`, the project's own first.

    Returns:
        The text without a line end. An author's own description comes back unchanged, save for a mark on a
        deprecated or internal tool; a contract without any text gives `METHOD /path`.
    """
    prose = contract.prose
    written = any((prose.does, prose.when, prose.requires, prose.never, prose.notes))
    verbatim = None if written else prose.verbatim or contract.binding.call
    if verbatim is not None and not contract.deprecated and not contract.internal:
        return verbatim
    language = language_of(contract, catalog)
    grammar = GRAMMARS[language]
    does = [sentence(text, grammar) for text in _texts(prose.does, language)]
    opening = verbatim if verbatim is not None else next(iter(does), "")
    text = renderer.render(
        f"description/{language}.jinja",
        verbatim=verbatim,
        does=does,
        when=fit(_texts(prose.when, language), grammar.when, grammar),
        requires=fit(_texts(prose.requires, language), grammar.requires, grammar),
        never=fit(_texts(prose.never, language), grammar.never, grammar),
        notes=[note.strip() for note in _texts(prose.notes, language)],
        deprecated=contract.deprecated and not _MARKED.match(opening),
        internal=contract.internal,
    )
    return text.rstrip("\n")


def purpose_of(contract: ToolContract) -> str:
    """Return what an author wrote of what a tool does: `does`, or a description; empty where there is nothing.

    `METHOD /path`, which stands for a missing text, is nothing that an author wrote.
    """
    prose = contract.prose
    text = prose.verbatim if prose.verbatim is not None else " ".join(render_sentence(line) for line in prose.does)
    text = text.strip()
    return "" if isinstance(contract.binding, HttpBinding) and text == contract.binding.call else text


def purpose_place(contract: ToolContract) -> Location:
    """Return where the text stands that says what a tool does; the tool itself where there is none."""
    places = contract.places
    return next((places[key] for key in ("does/0", "description", "summary") if key in places), contract.origin)


def language_of(contract: ToolContract, catalog: Catalog) -> str:
    """Return the language of a tool's sentences, a key of `GRAMMARS`."""
    return language_of_prose(contract.prose, catalog.language)


def language_of_prose(prose: Prose, fixed: str | None) -> str:
    """Return the language of sentences, a key of `GRAMMARS`.

    Args:
        prose: the sentences.
        fixed: the language that the project asks for; without it Chinese where `does`, or the author's own
            description, is in Chinese characters and holds no Japanese kana.
    """
    if fixed in GRAMMARS:
        return fixed
    text = "".join(part for line in prose.does for part in line if isinstance(part, str)) or prose.verbatim or ""
    return "zh" if _HAN.search(text) and not _KANA.search(text) else "en"


def render_sentence(line: Sentence, language: str = "en") -> str:
    """Write a sentence with its references in backticks, save where the author opened a code span around them.

    Args:
        line: literal text and references.
        language: in Chinese a name is set off by a space from the ideograph beside it.
    """
    written: list[str] = []
    for index, part in enumerate(line):
        if isinstance(part, str):
            written.append(part)
            continue
        name = reference_name(part)
        if _in_code_span(line, index):
            written.append(name)
            continue
        before = "".join(written)[-1:]
        after = _first_character(line, index + 1)
        spaced = GRAMMARS[language].spaced
        written.append(" " if spaced and _HAN.match(before) else "")
        written.append(_code(name))
        written.append(" " if spaced and _HAN.match(after) else "")
    return "".join(written)


def reference_name(reference: Reference) -> str:
    """Write what a reference names as a model knows it, without backticks: `items[].sku`, `paid`, `get_order`."""
    match reference:
        case ArgumentReference(path=path) | ResultReference(path=path):
            return ".".join(path).replace(".[]", "[]")
        case ValueReference(value=value):
            return value if isinstance(value, str) and value else json.dumps(value, ensure_ascii=False)
        case ToolReference(tool=tool):
            return tool
        case _:
            assert_never(reference)


def _texts(lines: Iterable[Sentence], language: str) -> list[str]:
    return [text for line in lines if (text := render_sentence(line, language)).strip()]


def _code(name: str) -> str:
    if "`" not in name:
        return f"`{name}`"
    fence = "`" * (max(len(run) for run in _TICKS.findall(name)) + 1)
    return f"{fence} {name} {fence}"


def _in_code_span(line: Sentence, index: int) -> bool:
    """Whether a run of backticks before the segment is closed by an equal run after it (CommonMark 6.1)."""
    opened = 0
    for part in line[:index]:
        if isinstance(part, str):
            for run in _TICKS.findall(part):
                opened = 0 if opened == len(run) else opened or len(run)
    return any(
        len(run) == opened for part in line[index + 1 :] if isinstance(part, str) for run in _TICKS.findall(part)
    )


def _first_character(line: Sentence, index: int) -> str:
    following = line[index] if index < len(line) else ""
    return following[:1] if isinstance(following, str) else ""
