"""What the texts of a tool state of its arguments, each statement beside the schema of the argument.

An argument is spoken of in its own description, and in the section of arguments of the tool's description.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolmint.ir.facets import Facets, facets
from toolmint.ir.paths import property_schemas
from toolmint.ir.schema import OBJECT_TYPES, Schema
from toolmint.location import Location
from toolmint.prose.constraints import Constraint, stated
from toolmint.prose.lazy import lazy_property
from toolmint.prose.sections import Section, argument_sections
from toolmint.prose.texts import Text

__all__ = ["Claim", "Subject", "claims"]


@dataclass(frozen=True, kw_only=True)
class Subject:
    """The argument, or what is inside one, that statements are about."""

    path: tuple[str, ...]
    schema: Schema
    definitions: Mapping[str, Schema]
    required: bool | None
    """Whether its object lists it as required; None where it is no property."""

    @lazy_property
    def facets(self) -> Facets:
        """What its schema says of it."""
        return facets(self.schema, self.definitions)

    @property
    def name(self) -> str:
        """Its path, for messages: `items[].sku`."""
        return ".".join(self.path).replace(".[]", "[]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One statement about one argument."""

    subject: Subject
    constraint: Constraint
    text: Text
    offset: int = 0
    """Where in the text the piece begins that was read, which the constraint's offsets count from."""

    @property
    def words(self) -> str:
        """The statement as the text says it."""
        return self.piece(self.constraint.start, self.constraint.end)

    @property
    def place(self) -> Location:
        """Where it stands in the source."""
        return self.place_of(self.constraint.start, self.constraint.end)

    def piece(self, start: int, end: int) -> str:
        """Return a piece of what was read."""
        return self.text.text[self.offset + start : self.offset + end]

    def place_of(self, start: int, end: int) -> Location:
        """Return the place of a piece of what was read."""
        # A place in a source is found by its words, which must stand on one line there.
        line = self.piece(start, end).strip().split("\n")[0]
        return self.text.at(line, self.offset + start)


def claims(texts: Iterable[Text], root: Schema, definitions: Mapping[str, Schema]) -> tuple[Claim, ...]:
    """Gather what texts state of arguments.

    Args:
        texts: those of one tool, or of one shared schema.
        root: its input schema.
        definitions: what references lead to.
    """
    found: list[Claim] = []
    for text in texts:
        if text.role == "argument":
            if constraints := stated(text.text):
                found += _of_argument(text, constraints, definitions)
        elif text.role == "description" and (sections := argument_sections(text.text)):
            found += _of_sections(text, sections, root, definitions)
    return tuple(found)


def _of_argument(text: Text, constraints: Iterable[Constraint], definitions: Mapping[str, Schema]) -> Iterator[Claim]:
    schema = text.schema
    if isinstance(schema, OBJECT_TYPES) and text.text != schema.get("description"):
        return  # a title repeats the name, in words that can look like a statement: "Optional Uuid"
    subject = Subject(path=text.path, schema=text.whole, definitions=definitions, required=text.required)
    for constraint in constraints:
        yield Claim(subject=subject, constraint=constraint, text=text)


def _of_sections(
    text: Text, sections: Iterable[Section], root: Schema, definitions: Mapping[str, Schema]
) -> Iterator[Claim]:
    listed = root.get("required") if isinstance(root, OBJECT_TYPES) else None
    required = listed if isinstance(listed, Sequence) else ()
    for section in sections:
        ends = [entry.start for entry in section.entries[1:]] + [section.end]
        for entry, end in zip(section.entries, ends, strict=True):
            constraints = stated(text.text[entry.end : end])
            declared = property_schemas(root, entry.name, definitions) if constraints else []
            if not declared:
                continue
            name, schema = declared[0]
            subject = Subject(path=(name,), schema=schema, definitions=definitions, required=name in required)
            for constraint in constraints:
                yield Claim(subject=subject, constraint=constraint, text=text, offset=entry.end)
