"""What a tool is, apart from any source and any provider. Words are MCP's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from toolmint.ir.binding import Binding, SecurityRequirement, Server
from toolmint.ir.schema import Json, JsonObject, Schema
from toolmint.location import Location

__all__ = [
    "ArgumentReference",
    "Catalog",
    "ContextValue",
    "Definitions",
    "LeftOut",
    "Prose",
    "Reference",
    "ResultReference",
    "SecurityScheme",
    "Segment",
    "Sentence",
    "ToolAnnotations",
    "ToolContract",
    "ToolReference",
    "ValueReference",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentReference:
    """Names an argument or something inside one."""

    KIND: ClassVar[str] = "argument"

    path: tuple[str, ...]
    """Model-facing keys from the argument down; `[]` stands for any element of an array."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueReference:
    """Names a value that an argument may take."""

    KIND: ClassVar[str] = "value"

    path: tuple[str, ...]
    value: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolReference:
    """Names another tool of the catalog."""

    KIND: ClassVar[str] = "tool"

    tool: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultReference:
    """Names a field of the tool's result."""

    KIND: ClassVar[str] = "result"

    path: tuple[str, ...]


Reference: TypeAlias = ArgumentReference | ValueReference | ToolReference | ResultReference
Segment: TypeAlias = str | Reference
Sentence: TypeAlias = tuple[Segment, ...]
"""Literal text and references in reading order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    """The sentences of a description; references in them are resolved, not text."""

    does: tuple[Sentence, ...] = ()
    """What the tool does: one concrete verb and object."""
    when: tuple[Sentence, ...] = ()
    """When to use it."""
    requires: tuple[Sentence, ...] = ()
    """What must be known or true before the call."""
    never: tuple[Sentence, ...] = ()
    """What it does not do."""
    notes: tuple[Sentence, ...] = ()
    """Further teaching text."""
    verbatim: str | None = None
    """The author's own description, unchanged in wording, where no sentence field is written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolAnnotations:
    """Effects of a call; None means that the source does not say."""

    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None
    confirm: bool | str = False
    """A person must agree before the call is made; a string is the question to show them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextValue:
    """A value that the host supplies and the model never sees."""

    key: str
    """Dotted path into the host's context mapping."""
    name: str
    """The wire name."""
    schema: Schema
    required: bool = False
    origin: Location = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContract:
    """One tool: what a model may know of it, and how a call is made."""

    name: str
    input_schema: JsonObject
    """A closed object; `$ref` leads to `Catalog.definitions.input`."""
    binding: Binding
    prose: Prose
    origin: Location = field(compare=False)
    title: str | None = None
    output_schema: Schema | None = None
    """`$ref` leads to `Catalog.definitions.output`."""
    annotations: ToolAnnotations = ToolAnnotations()
    context: tuple[ContextValue, ...] = ()
    security: tuple[SecurityRequirement, ...] = ()
    """Alternatives; one of them must be satisfied. Empty: nothing is needed."""
    examples: tuple[JsonObject, ...] = ()
    """Argument objects that validate."""
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    internal: bool = False
    """Marked `x-internal` by the source."""
    strict: bool | None = None
    """Whether providers that can should enforce the schema; None leaves it to the dialect."""
    was: tuple[str, ...] = ()
    """Former names of the tool."""
    ignore: Mapping[str, str] = field(default_factory=dict)
    """Suppressed rule codes with their reasons."""
    places: Mapping[str, Location] = field(default_factory=dict, compare=False)
    """Where its texts stand: `summary`, `description`, `title`, `does/0` and so on for each sentence,
    `argument/NAME` for what an argument is made of, `argument/NAME/text` where its text stands elsewhere."""
    unseen: tuple[tuple[Location, str], ...] | None = field(default=None, compare=False)
    """Keys and texts of the tool's own object in a list that hold what a reader does not see, each with its place: a
    client hands the whole object on, also what no contract holds. None: there is no such object."""

    def place_of(self, argument: str) -> Location:
        """Return where an argument is made."""
        return self.places.get(f"argument/{argument}", self.origin)

    def place_of_text(self, argument: str) -> Location:
        """Return where the text of an argument stands."""
        place = self.places.get(f"argument/{argument}/text")
        return place if place is not None else self.place_of(argument)


@dataclass(frozen=True, slots=True, kw_only=True)
class Definitions:
    """Shared schemas by name, one namespace a direction.

    A `readOnly` property is absent from what the model writes, a `writeOnly` one from what it reads; so the same
    component may differ between the two.
    """

    input: Mapping[str, Schema] = field(default_factory=dict)
    output: Mapping[str, Schema] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityScheme:
    """A way to authenticate, for the host alone (OpenAPI 3.1 section 4.8.27)."""

    name: str
    kind: str
    """`apiKey`, `http`, `mutualTLS`, `oauth2` or `openIdConnect`."""
    details: JsonObject = field(default_factory=dict)
    """What the document says of it, by OpenAPI's own keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Something of the source that did not become a tool."""

    what: str
    """Such as `GET /users/{id}` or `webhook newPet`."""
    reason: str
    failed: bool
    """True where an error kept it out, False where the source or the selection says so."""
    binding: Binding | None = None
    """How it is called all the same: a framework may offer to a model what toolmint refuses."""
    origin: Location = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalog:
    """Everything that one source says."""

    name: str
    """A Python identifier; the name of the generated package."""
    contracts: tuple[ToolContract, ...]
    """In document order; names are unique."""
    origin: Location = field(compare=False)
    title: str | None = None
    version: str | None = None
    """The source's own version of its API."""
    language: str | None = None
    """`en` or `zh` where the project fixes the language of the sentences; None: by the script of `does`."""
    definitions: Definitions = field(default_factory=Definitions)
    servers: tuple[Server, ...] = ()
    security_schemes: tuple[SecurityScheme, ...] = ()
    left_out: tuple[LeftOut, ...] = field(default=(), compare=False)
    places: Mapping[str, Location] = field(default_factory=dict, compare=False)
    """Where shared schemas stand: `input/NAME` and `output/NAME`."""

    def contract(self, name: str) -> ToolContract | None:
        """Return the tool of that name, None when there is none."""
        return next((contract for contract in self.contracts if contract.name == name), None)
