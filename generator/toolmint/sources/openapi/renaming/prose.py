"""Texts that say the old name: references in braces, and words that are meant as the name.

A word is taken for the name on the same evidence on which the linter calls it one that is gone (ID-02). Where it may
mean something else that keeps the name, the text stays and the place is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from toolmint.documents import Node
from toolmint.edits import Edit, ReplaceText
from toolmint.ir.contract import Catalog
from toolmint.location import Location
from toolmint.prose.catalog_names import CatalogNames
from toolmint.prose.mentions import Mention, names_in, occurrences
from toolmint.prose.texts import Text
from toolmint.prose.tokens import candidates
from toolmint.sources.openapi.extension import SENTENCES
from toolmint.sources.openapi.operations import Operation
from toolmint.sources.openapi.renaming.closure import Renamed
from toolmint.sources.openapi.renaming.parts import Part, Parts, Side
from toolmint.sources.openapi.renaming.schemas import declared
from toolmint.sources.openapi.renaming.scopes import OperationScope, enclosing_objects
from toolmint.sources.openapi.renaming.subject import says

__all__ = ["Prose", "prose_edits", "reading_operations", "texts_of"]

_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_SHORTEST = 4
_BORDER = re.compile(r"[\s`\"'<>()]")
_TEXTS = ("title", "summary", "description")

_Verdict: TypeAlias = Literal["rename", "keep", "doubt"]


@dataclass(frozen=True, slots=True)
class Prose:
    """What becomes of the texts."""

    edits: list[Edit] = field(default_factory=list)
    left: list[Location] = field(default_factory=list)
    """Where the old name stands and may mean something else."""


@dataclass(frozen=True, slots=True)
class _Place:
    """One text with everything that tells what a name in it means."""

    node: Node
    part: Part
    authored: bool
    readers: tuple[tuple[OperationScope, Side], ...]
    objects: tuple[Node, ...]

    @property
    def text(self) -> str:
        return self.node.text or ""


def reading_operations(part: Part, parts: Parts) -> list[tuple[Operation, Side]]:
    """Return the operations whose tools read the texts of a part."""
    if part.kind == "root":
        return [(one, "tool") for one in parts.operations]
    if part.kind == "tag":
        name = part.node.get("name")
        return [(one, "tool") for one in parts.operations if name is not None and name.value in _tags(one)]
    return list(parts.readers(part.node))


def _tags(operation: Operation) -> list[object]:
    listed = operation.node.get("tags")
    return [one.value for one in listed.elements()] if listed is not None else []


def prose_edits(
    renamed: Renamed, parts: Parts, catalog: Catalog, scopes: Mapping[int, OperationScope], tools: Iterable[str]
) -> Prose:
    """Find what changes in texts.

    Args:
        renamed: what is renamed.
        parts: everything that the document is made of.
        catalog: the tools.
        scopes: identity of an operation to its names.
        tools: the tools that what is renamed belongs to.
    """
    writer = _Writer(renamed, parts, catalog, frozenset(tools))
    words = renamed.subject.words
    for part in parts.parts:
        for node, authored in texts_of(part):
            if node.text is None or not any(word in node.text for word in words):
                continue
            readers = [(scopes[id(one)], side) for one, side in reading_operations(part, parts)]
            objects = enclosing_objects(part.node, parts) if part.kind == "schema" else []
            place = _Place(node, part, authored, tuple(readers), tuple(objects))
            writer.write(place)
    return writer.prose


def texts_of(part: Part) -> Iterator[tuple[Node, bool]]:
    """Yield the texts of a part, and whether braces in them are references."""
    for key in _TEXTS:
        child = part.node.get(key)
        if child is not None and (key != "title" or part.kind in ("schema", "info")):
            yield child, False
    block = part.node.get("x-tool")
    for key, child in block.items() if block is not None else ():
        if key in SENTENCES or (key == "description" and part.kind in ("parameter", "schema")):
            for one in child.elements() if isinstance(child.value, list) else [child]:
                yield one, True
        elif key in ("title", "confirm"):
            yield child, False


class _Writer:
    """Decides on each place of the old name."""

    def __init__(self, renamed: Renamed, parts: Parts, catalog: Catalog, tools: frozenset[str]) -> None:
        self.prose = Prose()
        self._renamed = renamed
        self._words = renamed.subject.words
        self._parts = parts
        self._catalog = catalog
        self._names = CatalogNames(catalog)
        self._tools = tools
        self._homonyms, self._values = self._find_others()

    def _find_others(self) -> tuple[frozenset[str], frozenset[str]]:
        """Return the old names that a property keeps which is not renamed, and those that are values as well."""
        properties: set[str] = set()
        values: set[str] = set()
        for part in self._parts.parts:
            for word in self._words if part.kind == "schema" else ():
                if any(not self._renamed.is_property(one) for one in declared([part.node], word)):
                    properties.add(word)
                listed = part.node.get("enum")
                if says(part.node, "const") == word or (listed is not None and word in (listed.sequence or ())):
                    values.add(word)
        return frozenset(properties), frozenset(values)

    def write(self, place: _Place) -> None:
        braces: list[tuple[int, int]] = []
        for found in _BRACES.finditer(place.text) if place.authored else ():
            if found.group(1) is not None:
                braces.append(found.span())
                self._reference(place, found.group(1), found.start(1))
        for one in candidates(place.text):
            if one.kind == "path" and not _within(one.start, braces) and "\\" not in place.text[one.start : one.end]:
                self._reference(place, place.text[one.start : one.end], one.start)
        role: Literal["result", "description"] = "description"
        if place.readers and all(side == "output" for _, side in place.readers):
            role = "result"
        text = Text(text=place.text, where=place.node.location, role=role)
        for mention in occurrences(self._words, [text]):
            if _counts(mention) and not _within(mention.start, braces):
                self._mention(place, mention)

    def _reference(self, place: _Place, content: str, offset: int) -> None:
        """Decide on what leads to something by its path."""
        pieces: set[tuple[int, int]] = set()
        other = False
        for scope, _ in place.readers:
            found, means_something = scope.reference(content, place.objects)
            pieces.update(found)
            other = other or (means_something and not found)
        if pieces and other:
            self.prose.left.append(place.node.location.of_text(content, within=place.text, offset=offset))
            return
        for start, end in pieces:
            self._replace(place, offset + start, offset + end, content[start:end])

    def _mention(self, place: _Place, mention: Mention) -> None:
        verdict = self._verdict(place, mention)
        if verdict == "rename" and not self._is_excused(mention):
            self._replace(place, mention.start, mention.end, mention.token)
        elif verdict != "keep":
            self.prose.left.append(mention.place)

    def _replace(self, place: _Place, start: int, end: int, word: str) -> None:
        piece, new = place.text[start:end], self._words[word]
        if "\\_" in piece:
            new = new.replace("_", "\\_")
        where = place.node.location.of_text(piece, within=place.text, offset=start)
        self.prose.edits.append(ReplaceText(place=where, new=new))

    def _verdict(self, place: _Place, mention: Mention) -> _Verdict:
        word = mention.token
        template = self._template(place.text, mention)
        if template is not None:
            return template
        if self._renamed.is_parameter(place.part.node) or self._renamed.is_property(place.part.node):
            return "doubt" if word in self._homonyms and mention.speaks_of_result else "rename"
        for node in place.objects:
            own = declared([node], word)
            if own:
                return "rename" if any(map(self._renamed.is_property, own)) else "keep"
        verdicts = {one for scope, side in place.readers if (one := _of_reader(scope, side, mention)) is not None}
        if not verdicts:
            # A tool without the name speaks of another's.
            if names_in(mention.sentence, self._tools):
                return "rename"
            return "doubt" if mention.shaped else "keep"
        return verdicts.pop() if len(verdicts) == 1 else "doubt"

    def _template(self, text: str, mention: Mention) -> _Verdict | None:
        """Decide on a name in a path template; None where it stands in none that the document has."""
        if text[mention.start - 1 : mention.start] != "{" or text[mention.end : mention.end + 1] != "}":
            return None
        written = _BORDER.split(text[: mention.start])[-1] + mention.token + _BORDER.split(text[mention.end :])[0]
        known = [one.path for one in self._parts.operations if one.path in written]
        if not known:
            return None
        if self._renamed.subject.model_only:
            return "doubt"  # the request goes on to say the old name
        return "rename" if max(known, key=len) in self._renamed.paths else "keep"

    def _is_excused(self, mention: Mention) -> bool:
        """Whether the words around a name say that it is not, or not only, what is renamed."""
        if mention.kind == "entry":
            return False
        if mention.is_denied or mention.is_history:
            return True
        word = mention.token
        if mention.cue == "argument":
            return False
        if mention.cue == "field" and word in self._homonyms:
            return True
        if word in self._names.tools and (mention.is_called or not self._tools):
            return True
        owners = [name for name in self._names.owners.get(word, ()) if name not in self._tools]
        if mention.sentence_names(owners):
            return True
        return word in self._values


def _of_reader(scope: OperationScope, side: Side, mention: Mention) -> _Verdict | None:
    """Say what a name means to one tool that reads it; None where the tool has nothing of the name."""
    word = mention.token
    inputs, outputs = scope.input_states(word), scope.output_states(word)
    first, second = (outputs, inputs) if side == "output" or mention.speaks_of_result else (inputs, outputs)
    states = first or second
    if not states:
        return None
    return "doubt" if len(states) > 1 else "rename" if True in states else "keep"


def _counts(mention: Mention) -> bool:
    """Whether a word is meant as a name: letters alone may be a word of everyday prose (as ID-02 has it)."""
    if mention.marked or mention.shaped:
        return True
    return len(mention.token) >= _SHORTEST and not mention.token.isalpha()


def _within(offset: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start <= offset < end for start, end in spans)
