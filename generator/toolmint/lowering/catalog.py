"""A catalog in a dialect: each tool's schema and description, what was lost, and what is over a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from toolmint.diagnostics import Diagnostic
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.ir.schema import Json, Schema
from toolmint.lowering.budget import budget_diagnostics, count_diagnostics
from toolmint.lowering.findings import dialect_finding
from toolmint.lowering.limits import description_diagnostics, key_diagnostics, name_diagnostics
from toolmint.lowering.listing import LoweredTool
from toolmint.lowering.losses import Loss, loss_diagnostics
from toolmint.lowering.shared import SharedLowering
from toolmint.lowering.size import Budget
from toolmint.lowering.strict import constraint_lost, optional_count, union_count
from toolmint.profiles import Handling, Profile
from toolmint.prose.description import language_of
from toolmint.rendering import Renderer
from toolmint.text import comma_list, plural

__all__ = ["CatalogLowering", "Lowered", "LoweredCatalog", "lower", "lower_catalog"]

_NO_BUDGET = Budget()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lowered:
    """A tool's input in a dialect."""

    input_schema: dict[str, Json] | None
    """The root is an object. None for a tool without arguments, where the dialect wants no schema then."""
    strict: bool
    """Whether the provider is asked to enforce the schema."""
    losses: tuple[Loss, ...]
    refused: str | None = None
    """Why strict mode, which the contract or the dialect asks for, is not used; None where it does not or is."""
    wrapper: str | None = None
    """The property that holds the arguments, where the dialect takes no union at the root."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoweredCatalog:
    """A provider's list, before it takes the provider's shape."""

    tools: tuple[LoweredTool, ...]
    """In catalog order."""
    diagnostics: tuple[Diagnostic, ...]
    """`PT-01` for losses, `PT-02` for what is over a provider's limit, `PT-03` for what is over the project's budget;
    not more than one a keyword or limit."""


class CatalogLowering:
    """Lowers the tools of one catalog into one dialect; what they share is lowered once a language.

    Args:
        catalog: the tools.
        profile: the dialect.
        shared: what other dialects of the catalog have lowered.
    """

    def __init__(self, catalog: Catalog, profile: Profile, shared: SharedLowering | None = None) -> None:
        self._catalog = catalog
        self._profile = profile
        self._parts = (shared or SharedLowering()).dialect(catalog, profile)

    @property
    def keys(self) -> Callable[[str, Schema], frozenset[str]]:
        """Collects the property keys of a schema, remembered by the name of what it belongs to."""
        return self._parts.keys

    def lower_tool(self, contract: ToolContract, renderer: Renderer) -> LoweredTool:
        """Lower all that a list holds of one tool."""
        lowered = self.lower(contract)
        return LoweredTool(
            contract=contract,
            description=self._parts.description(contract, renderer),
            input_schema=lowered.input_schema,
            strict=lowered.strict,
            output_schema=self._parts.output(contract),
            wrapper=lowered.wrapper,
            losses=lowered.losses,
            refused=lowered.refused,
        )

    def lower(self, contract: ToolContract) -> Lowered:
        """Lower one tool's input.

        Raises:
            KeyError: a reference leads to no definition of the catalog.
        """
        language = language_of(contract, self._catalog)
        refused = None
        rules = self._profile.strict
        if rules is not None and contract.strict is not False and (contract.strict or rules.asked != "on request"):
            lowered, obstacle = self._parts.strict(contract, language)
            if obstacle is None and rules.asked != "always":
                obstacle = constraint_lost(lowered)
            if obstacle is None:
                schema = self._root(lowered.schema, contract, strict=True)
                return Lowered(input_schema=schema, strict=True, losses=lowered.losses, wrapper=lowered.wrapper)
            refused = obstacle if contract.strict or rules.asked == "always" else None
        lowered = self._parts.input(contract, language)
        return Lowered(
            input_schema=self._root(lowered.schema, contract, strict=False),
            strict=False,
            losses=lowered.losses,
            refused=refused,
            wrapper=lowered.wrapper,
        )

    def _root(self, lowered: dict[str, Json], contract: ToolContract, *, strict: bool) -> dict[str, Json] | None:
        schema = dict(lowered)
        if not schema.get("properties"):
            if self._profile.no_arguments == "omitted" and _is_closed(contract.input_schema):
                return None
            schema.pop("properties", None)
            if self._profile.no_arguments == "properties" or strict:
                schema = {"type": "object", "properties": {}, **schema}
        if strict:
            schema.setdefault("required", [])
        # Not in strict mode, which takes no such keyword; the description says it in any case.
        elif contract.deprecated and self._marks_deprecated():
            schema["deprecated"] = True
        if "$defs" in schema:
            schema["$defs"] = schema.pop("$defs")
        return schema

    def _marks_deprecated(self) -> bool:
        return self._profile.shallow is None and self._profile.handling("deprecated") is Handling.KEPT


def lower(contract: ToolContract, catalog: Catalog, profile: Profile) -> Lowered:
    """Lower one tool's input into a dialect. For many tools, one `CatalogLowering` shares what they share."""
    return CatalogLowering(catalog, profile).lower(contract)


def lower_catalog(
    catalog: Catalog,
    profile: Profile,
    renderer: Renderer,
    budget: Budget = _NO_BUDGET,
    shared: SharedLowering | None = None,
) -> LoweredCatalog:
    """Lower a catalog into a dialect.

    Args:
        catalog: what to lower.
        profile: the dialect.
        renderer: for the descriptions.
        budget: what the project wants its lists to keep to.
        shared: keeps what dialects of the catalog have in common; the same for each of them.
    """
    lowering = CatalogLowering(catalog, profile, shared)
    tools = tuple(lowering.lower_tool(contract, renderer) for contract in catalog.contracts)
    described = [(tool.contract, tool.description) for tool in tools]
    diagnostics = (
        *_loss_diagnostics(tools, profile),
        *_strict_diagnostics(tools, profile),
        *_request_diagnostics(tools, profile),
        *name_diagnostics(catalog.contracts, profile),
        *key_diagnostics(catalog.contracts, lowering.keys, catalog.definitions.input, profile),
        *description_diagnostics(described, profile),
        *count_diagnostics(tools, catalog.origin, profile),
        *budget_diagnostics(tools, catalog.origin, profile, budget),
    )
    return LoweredCatalog(tools=tools, diagnostics=diagnostics)


def _is_closed(schema: Mapping[str, Json]) -> bool:
    return not schema.get("properties") and schema.get("additionalProperties") is False


def _loss_diagnostics(tools: Sequence[LoweredTool], profile: Profile) -> Iterator[Diagnostic]:
    """Report what strict mode lost apart from what the dialect loses without it."""
    always = profile.strict is not None and profile.strict.asked == "always"
    for strict in (False, True):
        losses = ((tool.contract, loss) for tool in tools if tool.strict is strict for loss in tool.losses)
        yield from loss_diagnostics(
            losses, f"{profile.dialect} in strict mode" if strict and not always else profile.dialect
        )


def _strict_diagnostics(tools: Sequence[LoweredTool], profile: Profile) -> Iterator[Diagnostic]:
    refused = [tool for tool in tools if tool.refused is not None]
    if refused:
        first, rest = refused[0].contract, [tool.contract.name for tool in refused[1:]]
        asks = "as `strict` asks" if first.strict else "so its `strict` is not set"
        also = f"; also {comma_list(rest)}" if rest else ""
        yield dialect_finding(
            profile.dialect,
            ("cannot", "cannot"),
            f"enforce the schema of `{first.name}` {asks}: {refused[0].refused}{also}",
            code="PT-01",
            location=first.origin,
            tool=first.name,
        )


def _request_diagnostics(tools: Sequence[LoweredTool], profile: Profile) -> Iterator[Diagnostic]:
    strict = [tool for tool in tools if tool.strict]
    if profile.strict is None or not strict:
        return
    request = profile.strict.request
    schemas = [tool.input_schema or {} for tool in strict]
    for limit, total, noun, nouns in (
        (request.tools, len(strict), "strict tool", "strict tools"),
        (request.optional, sum(map(optional_count, schemas)), "optional property", "optional properties"),
        (request.unions, sum(map(union_count, schemas)), "union", "unions"),
    ):
        if limit is not None and total > limit:
            yield dialect_finding(
                profile.dialect,
                ("takes", "take"),
                f"{plural(limit, noun, nouns)} over all strict tools of a request, this list has {total:,}",
                code="PT-02",
                location=strict[0].contract.origin,
                hint="ask for `strict` on fewer tools, or choose with `include`",
            )
