"""Where each provider's list keeps name, texts and schemas of a tool.

Nothing here judges: an entry without what a tool needs comes out as it is, and extraction says what is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolmint.documents import Node
from toolmint.ir.schema import Json

__all__ = ["Entry", "entries", "is_list"]

_HOLDERS = ("tools", "functionDeclarations", "function_declarations")
_SCHEMA_KEYS = (
    "inputSchema",  # MCP
    "input_schema",  # Anthropic
    "parametersJsonSchema",  # Gemini, a JSON Schema
    "parameters_json_schema",
    "parameters",  # OpenAI; Gemini, its own dialect
)
_OUTPUT_KEYS = ("outputSchema", "responseJsonSchema", "response_json_schema", "response")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One tool of a list, in place."""

    node: Node
    """The object that has the tool's name."""
    input_schema: Node | None
    output_schema: Node | None
    annotations: Mapping[str, Json]
    """MCP's behaviour hints, by their own keys."""
    served_by: str | None = None
    """The `type` of a tool that the provider itself runs, such as `web_search`: it has no schema to judge."""

    @property
    def is_mcp(self) -> bool:
        """Whether it is an entry of `tools/list`, so that a server can be asked for it."""
        schema, node = self.input_schema, self.node
        if schema is None or node.token == "toolSpec":
            return False
        return schema.parent is node and schema.token == "inputSchema"


def is_list(value: Json) -> bool:
    """Say whether a document's root is a tool, a list of tools, or an object that holds one."""
    return any(True for _ in entries(_Root(value)))


class _Root(Node):
    """A cursor on a bare value, for a look at its shape alone."""

    __slots__ = ()

    def __init__(self, value: Json) -> None:
        super().__init__(None, None, "", value)  # type: ignore[arg-type]  # nothing asks for its place


def entries(root: Node) -> Iterator[Entry]:
    """Yield the tools of a list, in its order.

    Taken are a list, one tool, `{"tools": …}`, a JSON-RPC answer (`{"result": {"tools": …}}`), Gemini's
    `functionDeclarations` and Bedrock's `toolSpec`.
    """
    value = root.value
    if isinstance(value, list):
        for node in root.elements():
            yield from _entry(node)
    elif isinstance(value, Mapping):
        result = root.get("result")
        if result is not None and isinstance(result.value, Mapping) and "tools" in result.value:
            root = result
        held = next((child for key in _HOLDERS if (child := root.get(key)) is not None), None)
        if held is not None and isinstance(held.value, list):
            for node in held.elements():
                yield from _entry(node)
        elif "name" in value or "toolSpec" in value or value.get("type") == "function":
            yield from _entry(root)


def _entry(node: Node) -> Iterator[Entry]:
    value = node.value
    if not isinstance(value, Mapping):
        yield Entry(node=node, input_schema=None, output_schema=None, annotations={})
        return
    declared = next((child for key in _HOLDERS[1:] if (child := node.get(key)) is not None), None)
    if declared is not None and isinstance(declared.value, list):
        for one in declared.elements():
            yield from _entry(one)
        return
    tool = _tool(node)
    keys = tool.value if isinstance(tool.value, Mapping) else {}
    yield Entry(
        node=tool,
        input_schema=_schema(tool, _SCHEMA_KEYS),
        output_schema=_schema(tool, _OUTPUT_KEYS),
        annotations=_mapping(tool, "annotations"),
        served_by=_served_by(keys),
    )


def _tool(node: Node) -> Node:
    """Step into the object that has the name: OpenAI's `function`, Bedrock's `toolSpec`."""
    for key in ("function", "toolSpec"):
        inner = node.get(key)
        if inner is not None and isinstance(inner.value, Mapping):
            return inner
    return node


def _schema(tool: Node, keys: tuple[str, ...]) -> Node | None:
    found = next((child for key in keys if (child := tool.get(key)) is not None), None)
    if found is None or not isinstance(found.value, Mapping):
        return found
    wrapped = found.get("json")  # Bedrock
    return wrapped if wrapped is not None and set(found.value) == {"json"} else found


def _mapping(tool: Node, key: str) -> Mapping[str, Json]:
    found = tool.get(key)
    return found.value if found is not None and isinstance(found.value, Mapping) else {}


def _served_by(keys: Mapping[str, Json]) -> str | None:
    kind = keys.get("type")
    own = isinstance(kind, str) and kind not in ("function", "custom") and not any(key in keys for key in _SCHEMA_KEYS)
    return str(kind) if own else None
