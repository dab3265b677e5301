"""How a call reaches what it calls: the arguments' way back to the wire.

Words are OpenAPI's for HTTP, Java's for Java, Python's for Python. A new kind of source adds its own to the closed
union `Binding`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from toolmint.ir.schema import Json, JsonObject
from toolmint.location import Location

__all__ = [
    "ArgumentValue",
    "Binding",
    "BodyProperty",
    "ConstantValue",
    "ContextReference",
    "HttpBinding",
    "HttpBody",
    "HttpParameter",
    "HttpResponse",
    "JavaBinding",
    "JavaFramework",
    "JavaParameter",
    "McpBinding",
    "ParameterLocation",
    "PropertyEncoding",
    "PythonBinding",
    "PythonFramework",
    "PythonOwner",
    "PythonParameter",
    "PythonParameterKind",
    "RegisteredTool",
    "SchemaGap",
    "SchemaGapKind",
    "SecurityRequirement",
    "Server",
    "ServerVariable",
    "Style",
    "ValueSource",
]

ParameterLocation: TypeAlias = Literal["path", "query", "header", "cookie", "querystring"]
Style: TypeAlias = Literal[
    "form", "simple", "label", "matrix", "spaceDelimited", "pipeDelimited", "deepObject", "cookie"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentValue:
    """The value comes from the model: the argument of this name."""

    KIND: ClassVar[str] = "argument"

    argument: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextReference:
    """The value comes from the host: the context value of this key."""

    KIND: ClassVar[str] = "context"

    key: str
    """Dotted path into the host's context mapping, such as `tenant.id`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConstantValue:
    """The value is fixed by the source (`x-tool: {hidden: true}`) and always sent."""

    KIND: ClassVar[str] = "constant"

    value: Json


ValueSource: TypeAlias = ArgumentValue | ContextReference | ConstantValue


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpParameter:
    """One parameter on the wire (OpenAPI 3.1 section 4.8.12)."""

    name: str
    """The wire name, never re-cased."""
    location: ParameterLocation
    value: ValueSource
    required: bool = False
    style: Style = "form"
    explode: bool = True
    allow_reserved: bool = False
    media_type: str | None = None
    """Set where the parameter has `content` instead of `schema`: the value is serialised as this media type."""
    allow_empty: bool = False
    """`allowEmptyValue` of a query parameter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyProperty:
    """One top-level property of a flattened body."""

    name: str
    """The key on the wire."""
    value: ValueSource
    content_type: str | None = None
    """Media type of the part, for multipart and form bodies (Encoding Object)."""
    style: Style | None = None
    """Style of the property in a form body, where the Encoding Object states one."""
    explode: bool | None = None
    allow_reserved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyEncoding:
    """What the source states of one property of a body that is one value (Encoding Object)."""

    name: str
    """The key on the wire."""
    content_type: str | None = None
    style: Style | None = None
    explode: bool | None = None
    allow_reserved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpBody:
    """The request body: one media type chosen, the others recorded."""

    media_type: str
    """The media type that is sent, as the document spells it."""
    required: bool = False
    whole: ValueSource | None = None
    """Set where the body is one value; None where it is flattened into `properties`."""
    properties: tuple[BodyProperty, ...] = ()
    encodings: tuple[PropertyEncoding, ...] = ()
    """Of a form or multipart body that is one value: the properties of which the source states something."""
    alternatives: tuple[str, ...] = ()
    """Media types that the document offers and toolmint does not use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpResponse:
    """The response that a successful call gives, where the document tells."""

    status: str
    """`200`, `2XX` or `default`, as the document spells it."""
    media_type: str | None = None
    """None where the response has no content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVariable:
    """A variable of a server URL template (OpenAPI 3.1 section 4.8.6)."""

    name: str
    default: str
    enum: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """Where the API answers (OpenAPI 3.1 section 4.8.5)."""

    url: str
    """May be relative and may hold `{variables}`."""
    variables: tuple[ServerVariable, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityRequirement:
    """Schemes that must all be satisfied; a tool lists alternatives of these (OpenAPI 3.1 section 4.8.30)."""

    schemes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Scheme name and scopes; empty means that no credentials are needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpBinding:
    """An HTTP operation."""

    KIND: ClassVar[str] = "http"

    method: str
    """Upper case."""
    path: str
    """The path template, `{name}` where a path parameter goes."""
    parameters: tuple[HttpParameter, ...] = ()
    body: HttpBody | None = None
    response: HttpResponse | None = None
    accept: tuple[str, ...] = ()
    """Media types of the successful response, in document order."""
    servers: tuple[Server, ...] = ()
    """Set only where the operation or its path overrides the catalog's servers."""
    operation_id: str | None = None
    """The source's own name of the operation."""

    @property
    def call(self) -> str:
        """What is called, whatever the tool's name: `METHOD path`."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class McpBinding:
    """A tool that a server lists and calls by its name (MCP 2025-11-25, `tools/call`)."""

    KIND: ClassVar[str] = "mcp"

    tool: str
    """The name in the server's list."""
    definition: str | None = None
    """sha256 of the entry in that list, written by RFC 8785; None where the list is no server's."""

    @property
    def call(self) -> str:
        """What is called: the tool's name on its server."""
        return self.tool


JavaFramework: TypeAlias = Literal["agentscope", "spring-ai", "langchain4j"]
SchemaGapKind: TypeAlias = Literal[
    "bare-object",
    "bridge",
    "byte",
    "dropped-field",
    "enum-spelling",
    "inherited",
    "library-fields",
    "map-values",
    "optional-parameter",
    "optional-primitive",
    "self-reference",
    "unfed-parameter",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaGap:
    """Where what a framework tells the model and what the Java code means are not the same."""

    kind: SchemaGapKind
    path: tuple[str, ...] = ()
    """Model-facing keys from the argument down; `[]` stands for any element of an array."""
    java: str = ""
    """The Java declaration that it is about: a type, a field, a method."""
    origin: Location = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class JavaParameter:
    """One parameter of a method, in the order in which it is declared."""

    java_name: str
    type: str
    """As a person writes it: `List<Item>`."""
    argument: str | None = None
    """The argument that it takes; None for a value that the framework fills in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredTool:
    """A tool as its framework itself describes it to a model."""

    name: str
    description: str
    parameters: JsonObject
    """The framework's own JSON Schema, unchanged: its references lead to its own `$defs`, or to `#`."""
    strict: bool = False
    """Whether it asks providers to enforce the schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JavaBinding:
    """An annotated Java method."""

    KIND: ClassVar[str] = "java"

    framework: JavaFramework
    class_name: str
    """As the class file has it, `$` before a nested class."""
    method: str
    registered: RegisteredTool | None = None
    """None where a framework's own description is not known word for word."""
    parameters: tuple[JavaParameter, ...] = ()
    external: bool = False
    """Whether the framework hands the call out in place of running the method."""
    gaps: tuple[SchemaGap, ...] = field(default=(), compare=False)
    """Where the framework's description and the code part."""

    @property
    def call(self) -> str:
        """What is called, whatever the tool's name: `CLASS.METHOD`."""
        return f"{self.class_name}.{self.method}"


PythonFramework: TypeAlias = Literal[
    "toolmint", "fastmcp", "langchain", "openai-agents", "pydantic-ai", "agentscope", "plain"
]
"""Whose rules a function was read by; `plain`: the project file lists it, and nothing marks it."""
PythonOwner: TypeAlias = Literal["function", "static", "class", "instance"]
PythonParameterKind: TypeAlias = Literal["keyword", "positional", "variadic"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonParameter:
    """One parameter of a function, in the order in which it is declared; `self` and `cls` are none of them."""

    name: str
    """As Python knows it."""
    kind: PythonParameterKind = "keyword"
    """How a value is passed: by name wherever Python allows it, by position alone (before `/`), or, of `*args`, each
    element of an array by position."""
    argument: str | None = None
    """The argument that it takes; None for a value that the model does not give."""
    context: str | None = None
    """Dotted key of the host's value (`FromContext`)."""
    injected: bool = False
    """Whether its framework fills it in: `Context`, `RunContext`, `InjectedToolArg`."""
    whole: bool = False
    """Whether it takes all arguments as one object: pydantic-ai shows the fields of a single model as arguments."""
    type: str = ""
    """The annotation as it is written; empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonBinding:
    """A Python function or method.

    A parameter that is not `whole` and has neither argument, context nor injection is not passed: it has a default.
    """

    KIND: ClassVar[str] = "python"

    framework: PythonFramework
    module: str
    """Dotted name by which the module is imported at run time."""
    qualname: str
    """`find`, or `Warehouse.find` for a method."""
    owner: PythonOwner = "function"
    """What the function is called on: nothing, the class (`static`, `class`) or an object of it (`instance`)."""
    is_async: bool = False
    parameters: tuple[PythonParameter, ...] = ()
    returns: str = ""
    """The annotation as it is written; empty where there is none."""

    @property
    def call(self) -> str:
        """What is called, whatever the tool's name: `MODULE.QUALNAME`."""
        return f"{self.module}.{self.qualname}"


Binding: TypeAlias = HttpBinding | JavaBinding | McpBinding | PythonBinding
"""A closed union; `match` it and end in `assert_never`."""
