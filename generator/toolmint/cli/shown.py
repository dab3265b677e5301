"""What `toolmint show` finds out: each tool of a source in every dialect, its losses and its size."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from toolmint.diagnostics import Diagnostic
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.ir.schema import Json
from toolmint.lowering.catalog import lower_catalog
from toolmint.lowering.listing import write_tool
from toolmint.lowering.losses import Effect, Loss
from toolmint.lowering.size import Size, size_of
from toolmint.profiles import PROFILES, Profile
from toolmint.prose.arguments import ArgumentTable, argument_table
from toolmint.prose.description import describe
from toolmint.rendering import Renderer

__all__ = ["Shown", "Source", "Tool", "tools_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One tool in one dialect."""

    profile: Profile
    definition: Json
    """The tool's entry in the provider's list."""
    size: Size
    strict: bool | None
    """Whether the provider is asked to enforce the schema; None where it cannot be asked."""
    refused: str | None
    """Why it is not asked, where the contract wants it."""
    wrapper: str | None
    """The property that holds the arguments, where the dialect takes no union of them."""
    losses: tuple[Loss, ...]
    problems: tuple[Diagnostic, ...]
    """What the dialect has against the list beside losses; of one tool, if it is shown alone."""

    def count(self, effect: Effect) -> int:
        """Count the losses of one kind."""
        return sum(loss.effect is effect for loss in self.losses)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool in every dialect that is shown."""

    name: str
    place: str
    """`path:line`, as seen from the current folder."""
    description: str
    arguments: ArgumentTable
    dialects: tuple[Shown, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A source whose tools are shown."""

    label: str
    """As it was named on the command line."""
    tools: tuple[Tool, ...]
    whole: bool
    """Whether these are all that it has, or the one that was asked for."""


def tools_of(
    catalog: Catalog, dialects: Sequence[str], renderer: Renderer, place: Callable[[ToolContract], str]
) -> tuple[Tool, ...]:
    """Lower a catalog into every dialect.

    Args:
        catalog: the tools.
        dialects: keys of `PROFILES`.
        renderer: for the descriptions.
        place: says where a tool stands.
    """
    columns = [_in_dialect(catalog, PROFILES[name], renderer) for name in dialects]
    return tuple(
        Tool(
            name=contract.name,
            place=place(contract),
            description=describe(contract, catalog, renderer),
            arguments=argument_table(contract.input_schema, catalog.definitions.input),
            dialects=tuple(column[index] for column in columns),
        )
        for index, contract in enumerate(catalog.contracts)
    )


def _in_dialect(catalog: Catalog, profile: Profile, renderer: Renderer) -> list[Shown]:
    lowered = lower_catalog(catalog, profile, renderer)
    # Losses and a refused `strict` are told apart from these, tool by tool.
    problems = tuple(one for one in lowered.diagnostics if one.code != "PT-01")
    found: list[Shown] = []
    for tool in lowered.tools:
        definition = write_tool(tool, profile)
        found.append(
            Shown(
                profile=profile,
                definition=definition,
                size=size_of(definition),
                strict=None if profile.strict is None else tool.strict,
                refused=tool.refused,
                wrapper=tool.wrapper,
                losses=tool.losses,
                problems=problems,
            )
        )
    return found
