"""Every text of a tool that a model reads, with its place: what rules judge.

A description that was made of sentences is taken apart into them again, since each stands somewhere in a source; what
a template adds is toolmint's own and nothing to judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

from toolmint.ir.contract import Catalog, Prose, ToolContract
from toolmint.ir.schema import OBJECT_TYPES, Json, Schema, subschemas
from toolmint.location import Location
from toolmint.prose.description import render_sentence

__all__ = ["Role", "Text", "definition_texts", "tool_texts"]

_LEAF = frozenset({"type", "title", "description", "format", "enum", "default", "examples", "pattern", "$ref"})
"""Keywords with no schema below them; most schemas have no others."""

Role: TypeAlias = Literal["title", "description", "argument", "result", "prompt"]


# Not frozen: that sets each field by a call of its own, and a list of ten thousand tools has fifty thousand texts.
@dataclass(slots=True, kw_only=True)
class Text:
    """One text that a model reads; nobody changes it."""

    text: str
    """As the model reads it; references are names in backticks."""
    where: Location | Callable[[], Location]
    """Its `place`, or what finds it: of most texts nobody ever asks for it."""
    heading: Location | None = None
    """Where its first paragraph stands, where that is another place: a `summary` above a `description`."""
    role: Role
    path: tuple[str, ...] = ()
    """Model-facing keys down to what the text is about; empty for the tool itself."""
    field: str | None = None
    """`does`, `when`, `requires`, `never` or `notes`; None for an author's own description."""
    authored: bool = False
    """Whether the text stands where braces are references, so that a bare name is a choice of the author's."""
    schema: Schema = True
    """The schema that the text stands in; True for the tool itself."""
    whole: Schema = True
    """The schema of the value that it describes: of a branch of a composition, the whole of it."""
    required: bool | None = None
    """Whether its object lists what the text is about as required; None where that is no property."""
    called: bool = False
    """Whether the text is nothing but the name of a tool, in a call that is written down."""

    @property
    def place(self) -> Location:
        """Where it stands in the source."""
        return self.where if isinstance(self.where, Location) else self.where()

    @property
    def label(self) -> str:
        """What the text is about, for messages: `the description`, `argument items[].sku`."""
        if self.role in ("title", "description", "prompt"):
            return f"`{self.field}`" if self.field else f"the {self.role}"
        return f"{self.role} `{self.subject}`"

    @property
    def subject(self) -> str:
        """The path of what the text is about: `items[].sku`."""
        return ".".join(self.path).replace(".[]", "[]")

    def at(self, needle: str, offset: int = 0) -> Location:
        """Return the place of a piece of the text, which begins at an offset."""
        if self.heading is None:
            return self.place.of_text(needle, within=self.text, offset=offset)
        above, border, below = self.text.partition("\n\n")
        start = len(above) + len(border)
        if offset < start:
            return self.heading.of_text(needle, within=above, offset=offset)
        return self.place.of_text(needle, within=below, offset=offset - start)


def tool_texts(contract: ToolContract, catalog: Catalog) -> Iterator[Text]:
    """Yield the texts of one tool: title, description, and every argument that is its own.

    Texts of shared schemas come from `definition_texts`, once and not once a tool.
    """
    if contract.title:
        yield Text(text=contract.title, where=contract.places.get("title", contract.origin), role="title")
    yield from _prose_texts(contract)
    properties = contract.input_schema.get("properties")
    required = _required(contract.input_schema)
    for name, schema in properties.items() if isinstance(properties, OBJECT_TYPES) else ():
        if isinstance(schema, OBJECT_TYPES):
            where, needed = partial(contract.place_of_text, name), name in required
            if _LEAF.issuperset(schema):  # as nearly all are
                yield from _own_texts(schema, (name,), schema, where, "argument", needed)
            else:
                yield from _schema_texts(schema, (name,), where, "argument", required=needed)
    if contract.output_schema is not None:
        yield from _schema_texts(contract.output_schema, (), contract.origin, "result")


def definition_texts(catalog: Catalog, direction: Literal["input", "output"]) -> Iterator[tuple[str, Text]]:
    """Yield the texts of the shared schemas of a direction, each with the schema's name."""
    definitions = catalog.definitions.input if direction == "input" else catalog.definitions.output
    role: Role = "argument" if direction == "input" else "result"
    for name, schema in definitions.items():
        place = catalog.places.get(f"{direction}/{name}", catalog.origin)
        for text in _schema_texts(schema, (name,), place, role):
            yield name, text


def _prose_texts(contract: ToolContract) -> Iterator[Text]:
    prose: Prose = contract.prose
    if prose.verbatim is not None:
        summary, description = contract.places.get("summary"), contract.places.get("description")
        verbatim_place = description or summary or contract.origin
        heading = summary if description is not None else None
        yield Text(text=prose.verbatim, where=verbatim_place, heading=heading, role="description")
        return
    for field in ("does", "when", "requires", "never", "notes"):
        for index, sentence in enumerate(getattr(prose, field)):
            place = contract.places.get(f"{field}/{index}")
            own = contract.places.get("summary") or contract.places.get("description", contract.origin)
            yield Text(
                text=render_sentence(sentence),
                where=place or own,
                role="description",
                field=field,
                authored=place is not None,
            )


def _schema_texts(
    schema: Schema,
    path: tuple[str, ...],
    where: Location | Callable[[], Location],
    role: Role,
    *,
    required: bool | None = None,
) -> Iterator[Text]:
    pending: list[tuple[tuple[str, ...], Schema, Schema, bool | None]] = [(path, schema, schema, required)]
    while pending:
        here, current, whole, needed = pending.pop()
        if isinstance(current, bool):
            continue
        yield from _own_texts(current, here, whole, where, role, needed)
        if _LEAF.issuperset(current):
            continue
        listed = _required(current)
        below: list[tuple[tuple[str, ...], Schema, Schema, bool | None]] = []
        for tokens, child in subschemas(current):
            if tokens[0] in ("allOf", "anyOf", "oneOf"):  # a branch is about the same value as the whole
                below.append((here, child, whole, needed))
            else:
                own = str(tokens[1]) in listed if tokens[0] == "properties" else None
                below.append((here + _step(tokens), child, child, own))
        pending += reversed(below)


def _own_texts(
    schema: Mapping[str, Json],
    path: tuple[str, ...],
    whole: Schema,
    where: Location | Callable[[], Location],
    role: Role,
    required: bool | None,
) -> Iterator[Text]:
    for keyword in ("title", "description"):
        text = schema.get(keyword)
        if isinstance(text, str) and text:
            yield Text(text=text, where=where, role=role, path=path, schema=schema, whole=whole, required=required)


def _required(schema: Schema) -> frozenset[str]:
    listed = schema.get("required") if isinstance(schema, OBJECT_TYPES) else None
    return frozenset(map(str, listed)) if isinstance(listed, Sequence) and not isinstance(listed, str) else frozenset()


def _step(tokens: tuple[str | int, ...]) -> tuple[str, ...]:
    if tokens[0] == "properties":
        return (str(tokens[1]),)
    return ("[]",) if tokens[0] in ("items", "prefixItems", "contains") else ()
