"""Where a framework's schema and the Java code part, as rules ask for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolmint.ir.binding import JavaBinding, RegisteredTool, SchemaGap, SchemaGapKind
from toolmint.ir.contract import ToolContract
from toolmint.ir.schema import Json, JsonObject, walk
from toolmint.location import Location

__all__ = ["argument_label", "gaps_of", "parts_of", "place_of", "registered_by_agentscope"]


def gaps_of(contract: ToolContract, kind: SchemaGapKind) -> Iterator[SchemaGap]:
    """Yield the gaps of one kind that a tool of Java code has; none for any other tool."""
    binding = contract.binding
    if isinstance(binding, JavaBinding):
        yield from (gap for gap in binding.gaps if gap.kind == kind)


def registered_by_agentscope(contract: ToolContract) -> RegisteredTool | None:
    """Return a tool as AgentScope itself describes it; None where it is no tool of AgentScope's."""
    binding = contract.binding
    if isinstance(binding, JavaBinding) and binding.framework == "agentscope":
        return binding.registered
    return None


def argument_label(gap: SchemaGap) -> str:
    """Write what a gap is about: `order.items[].note`."""
    return ".".join(gap.path).replace(".[]", "[]")


def parts_of(parameters: JsonObject) -> Iterator[tuple[str, Mapping[str, Json]]]:
    """Yield every schema of a tool with what it is about: `order.items[].note`; of a definition by its name."""
    for held in (parameters.get("properties"), parameters.get("$defs")):
        for name, schema in held.items() if isinstance(held, Mapping) else ():
            if not isinstance(schema, bool | Mapping):
                continue
            for tokens, part in walk(schema):
                if isinstance(part, Mapping):
                    yield name + "".join(_steps(tokens)), part


def place_of(contract: ToolContract, path: str) -> Location:
    """Return the place of the argument that a path begins with; of the tool where it begins with none."""
    first = path.partition(".")[0].removesuffix("[]")
    return contract.place_of(first)


def _steps(tokens: tuple[str | int, ...]) -> Iterator[str]:
    rest = list(tokens)
    while rest:
        token = rest.pop(0)
        if token == "properties" and rest:
            yield f".{rest.pop(0)}"
        elif token == "items":
            yield "[]"
