"""Types that no source declares: the JDK's, and those of the frameworks whose annotations are read.

`jdk.json` holds the public types of Java 17's common packages: for each a letter (`c` class, `i` interface, `e` enum,
`a` annotation), how many type parameters it has, and what matters to a schema: what a collection's `items` are, a
map's `values`, what a supplier is `supplied` with (an index is the type's own parameter), an enum's constants, and the
`fields` that Jackson's and victools' rules let through, since private fields of JDK classes leak.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from toolmint.sources.java.declarations import TypeName

__all__ = ["LibraryType", "find", "written_type"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryType:
    """A type of a library."""

    qualified: str
    kind: str
    """`c`, `i`, `e` or `a`, as in `jdk.json`."""
    parameters: int = 0
    items: str | None = None
    """The element type of a collection: an index of its own parameters, or a type as written."""
    values: str | None = None
    """The value type of a map, likewise."""
    supplied: str | None = None
    """What a supplier gives, likewise."""
    fields: tuple[tuple[str, str], ...] = ()
    """Name and type of each field that reaches a schema."""
    constants: tuple[str, ...] = ()
    """Of an enum, in order."""

    @property
    def simple(self) -> str:
        """The name without package and without the class around it."""
        return self.qualified.rpartition(".")[2]

    @property
    def is_jdk(self) -> bool:
        """Whether it belongs to Java itself."""
        return self.qualified.startswith(("java.", "javax."))


_FRAMEWORKS: dict[str, str] = {
    "io.agentscope.core.tool": (
        "a:Tool a:ToolParam i:ToolEmitter i:AgentTool ToolBase Toolkit ToolkitConfig i:ToolResultConverter "
        "DefaultToolResultConverter ToolCallParam ToolExecutionContext ToolGroup ToolSuspendException i:ExtendedModel"
    ),
    "io.agentscope.core.agent": "i:Agent AgentBase RuntimeContext",
    "io.agentscope.core.state": "AgentState",
    "io.agentscope.core.message": "Msg ContentBlock ToolResultBlock ToolUseBlock TextBlock",
    "org.springframework.ai.tool.annotation": "a:Tool a:ToolParam",
    "org.springframework.ai.chat.model": "ToolContext",
    "org.springframework.lang": "a:Nullable a:NonNull",
    "org.jspecify.annotations": "a:Nullable a:NonNull",
    "dev.langchain4j.agent.tool": "a:Tool a:P a:ToolMemoryId ToolSpecification ReturnBehavior",
    "dev.langchain4j.model.output.structured": "a:Description",
    "dev.langchain4j.invocation": "InvocationContext InvocationParameters i:LangChain4jManaged",
    "dev.langchain4j.service": "a:MemoryId a:V a:UserMessage a:SystemMessage",
    "io.quarkiverse.mcp.server": "a:Tool a:ToolArg",
    "org.apache.flink.agents.api.annotation": "a:Tool a:ToolParam",
    "com.fasterxml.jackson.annotation": (
        "a:JacksonAnnotationsInside a:JacksonInject a:JsonAlias a:JsonAnyGetter a:JsonAnySetter a:JsonAutoDetect "
        "a:JsonBackReference a:JsonClassDescription a:JsonCreator a:JsonEnumDefaultValue a:JsonFilter a:JsonFormat "
        "a:JsonGetter a:JsonIdentityInfo a:JsonIdentityReference a:JsonIgnore a:JsonIgnoreProperties a:JsonIgnoreType "
        "a:JsonInclude a:JsonIncludeProperties a:JsonKey a:JsonManagedReference a:JsonMerge a:JsonProperty "
        "a:JsonPropertyDescription a:JsonPropertyOrder a:JsonRawValue a:JsonRootName a:JsonSetter a:JsonSubTypes "
        "a:JsonTypeId a:JsonTypeInfo a:JsonTypeName a:JsonUnwrapped a:JsonValue a:JsonView "
        "a:JsonSubTypes.Type e:JsonProperty.Access e:JsonAutoDetect.Visibility e:JsonTypeInfo.Id e:JsonTypeInfo.As "
        "e:JsonCreator.Mode e:JsonFormat.Shape e:JsonInclude.Include e:PropertyAccessor e:Nulls e:OptBoolean"
    ),
    "com.fasterxml.jackson.databind": (
        "JsonNode ObjectMapper PropertyNamingStrategies PropertyNamingStrategies.LowerCamelCaseStrategy "
        "PropertyNamingStrategies.UpperCamelCaseStrategy PropertyNamingStrategies.SnakeCaseStrategy "
        "PropertyNamingStrategies.UpperSnakeCaseStrategy PropertyNamingStrategies.LowerCaseStrategy "
        "PropertyNamingStrategies.KebabCaseStrategy PropertyNamingStrategies.LowerDotCaseStrategy "
        "PropertyNamingStrategy PropertyNamingStrategy.SnakeCaseStrategy PropertyNamingStrategy.KebabCaseStrategy "
        "PropertyNamingStrategy.UpperCamelCaseStrategy PropertyNamingStrategy.LowerCaseStrategy "
        "PropertyNamingStrategy.LowerDotCaseStrategy PropertyNamingStrategy.LowerCamelCaseStrategy"
    ),
    "com.fasterxml.jackson.databind.annotation": (
        "a:EnumNaming a:JsonAppend a:JsonDeserialize a:JsonNaming a:JsonPOJOBuilder a:JsonSerialize "
        "a:JsonTypeIdResolver a:JsonTypeResolver a:JsonValueInstantiator"
    ),
    "com.fasterxml.jackson.databind.node": (
        "ArrayNode BaseJsonNode BigIntegerNode BinaryNode BooleanNode ContainerNode DecimalNode DoubleNode FloatNode "
        "IntNode LongNode MissingNode NullNode NumericNode ObjectNode POJONode ShortNode TextNode ValueNode"
    ),
    "java.beans": "a:ConstructorProperties a:Transient",
    "lombok": (
        "e:AccessLevel a:AllArgsConstructor a:Builder a:Data a:EqualsAndHashCode a:Generated a:Getter "
        "a:NoArgsConstructor a:NonNull a:RequiredArgsConstructor a:Setter a:Singular a:SneakyThrows a:Synchronized "
        "a:ToString a:Value a:With"
    ),
    "lombok.experimental": "a:Accessors a:FieldDefaults a:SuperBuilder a:UtilityClass a:NonFinal a:PackagePrivate",
    "lombok.extern.jackson": "a:Jacksonized",
    "io.swagger.v3.oas.annotations.media": "a:Schema",
    "jakarta.annotation": "a:Nullable a:Nonnull",
    "javax.annotation": "a:Nullable a:Nonnull",
    "reactor.core.publisher": "Mono<1> Flux<1>",
}


@cache
def _jdk() -> dict[str, dict[str, str]]:
    loaded: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("jdk.json").read_bytes())
    return loaded


@cache
def find(package: str, name: str) -> LibraryType | None:
    """Return a type by its package and its name inside it, `Map.Entry` for a nested one; None where none is known."""
    described = _jdk().get(package, {}).get(name)
    if described is not None:
        return _of_jdk(f"{package}.{name}", described)
    for entry in _FRAMEWORKS.get(package, "").split():
        kind, _, known = entry.rpartition(":")
        bare, _, parameters = known.partition("<")
        if bare == name:
            count = int(parameters.rstrip(">")) if parameters else 0
            return LibraryType(qualified=f"{package}.{name}", kind=kind or "c", parameters=count)
    return None


def _of_jdk(qualified: str, described: str) -> LibraryType:
    head, *rest = described.split(" ")
    kind, parameters = head[0], int(head[1:])
    if kind == "e":
        return LibraryType(qualified=qualified, kind=kind, constants=tuple(rest))
    found = dict(part.split("=", 1) for part in rest)
    fields = tuple(
        (name, written)
        for name, _, written in (entry.partition(":") for entry in found.get("fields", "").split(";"))
        if name
    )
    return LibraryType(
        qualified=qualified,
        kind=kind,
        parameters=parameters,
        items=found.get("items"),
        values=found.get("values"),
        supplied=found.get("supplied"),
        fields=fields,
    )


def written_type(text: str) -> TypeName:
    """Read a type as `jdk.json` writes it: `java.util.Map<java.lang.String,?>[]`."""
    dimensions = 0
    while text.endswith("[]"):
        text, dimensions = text[:-2], dimensions + 1
    name, opened, rest = text.partition("<")
    arguments: list[TypeName] = []
    if opened:
        depth, begin, inner = 0, 0, rest[:-1]
        for index, letter in enumerate(f"{inner},"):
            depth += (letter == "<") - (letter == ">")
            if letter == "," and depth == 0:
                arguments.append(written_type(inner[begin:index].strip()))
                begin = index + 1
    if name.startswith("? extends "):
        return TypeName(name="?", bound=written_type(text.removeprefix("? extends ")))
    if name.startswith("?"):
        return TypeName(name="?")
    return TypeName(name=name, arguments=tuple(arguments), dimensions=dimensions)
