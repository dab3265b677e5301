"""Lowered tools in the form that a provider's list has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolmint.ir.contract import ToolAnnotations, ToolContract
from toolmint.ir.schema import Json
from toolmint.lowering.losses import Loss
from toolmint.profiles import Profile, Slot, Template

__all__ = ["LoweredTool", "write_list", "write_tool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoweredTool:
    """A tool as a provider's list holds it."""

    contract: ToolContract
    description: str
    input_schema: dict[str, Json] | None
    strict: bool
    output_schema: dict[str, Json] | None = None
    """None where the dialect's lists hold none, or the contract states none."""
    wrapper: str | None = None
    """The property that holds the arguments, where the dialect takes no union at the root."""
    losses: tuple[Loss, ...] = ()
    refused: str | None = None
    """Why strict mode, which the contract or the dialect asks for, is not used; None where it does not or is."""


def write_tool(tool: LoweredTool, profile: Profile) -> dict[str, Json]:
    """Write a tool as an element of the dialect's list."""
    contract = tool.contract
    # A model would copy an example in the form that it sees; in a wrapper no example is of that form.
    examples = [] if tool.wrapper else list(contract.examples)
    held: dict[Slot, Json] = {
        Slot.NAME: contract.name,
        Slot.TITLE: contract.title,
        Slot.DESCRIPTION: tool.description,
        Slot.SCHEMA: tool.input_schema,
        Slot.OUTPUT: tool.output_schema,
        Slot.STRICT: True if tool.strict else None,
        Slot.STRICT_STATED: tool.strict,
        Slot.EXAMPLES: examples or None,
        Slot.HINTS: _hints(contract.annotations, contract.title) or None,
    }
    written = _filled(profile.layout.tool, held)
    return dict(written) if isinstance(written, Mapping) else {}


def write_list(tools: Sequence[LoweredTool], profile: Profile) -> Json:
    """Write the dialect's whole list, as it is passed to the provider or lies on disk."""
    return _filled(profile.layout.document, {Slot.TOOLS: [write_tool(tool, profile) for tool in tools]})


def _filled(template: Template, held: Mapping[Slot, Json]) -> Json:
    match template:
        case Slot():
            return held[template]
        case str():
            return template
        case Mapping():
            filled = {key: _filled(part, held) for key, part in template.items()}
            return {key: value for key, value in filled.items() if value is not None}
        case _:
            return [_filled(part, held) for part in template]


def _hints(effects: ToolAnnotations, title: str | None) -> dict[str, Json]:
    # `title` stands in both places: MCP clients of before 2025-06-18 know only the one among the annotations.
    stated: dict[str, Json] = {
        "title": title,
        "readOnlyHint": effects.read_only,
        "destructiveHint": effects.destructive,
        "idempotentHint": effects.idempotent,
        "openWorldHint": effects.open_world,
    }
    return {key: value for key, value in stated.items() if value is not None}
