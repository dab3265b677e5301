"""A catalog in a dialect: each tool's schema and description, what was lost, and what is over a limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from toolmint.diagnostics import Diagnostic, Severity
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.ir.schema import Json
from toolmint.lowering.limits import description_diagnostics, key_diagnostics, name_diagnostics, size_diagnostics
from toolmint.lowering.losses import Loss, loss_diagnostics
from toolmint.lowering.recursion import first_circle
from toolmint.lowering.schema import SchemaLowering
from toolmint.lowering.strict import StrictCheck, optional_count, union_count
from toolmint.profiles import Handling, Profile
from toolmint.prose.description import describe, language_of
from toolmint.rendering import Renderer
from toolmint.text import comma_list, plural

__all__ = ["CatalogLowering", "Lowered", "LoweredCatalog", "LoweredTool", "lower", "lower_catalog"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lowered:
    """A tool's input in a dialect."""

    input_schema: dict[str, Json] | None
    """The root is an object. None for a tool without arguments, where the dialect wants no schema then."""
    strict: bool
    """Whether the provider is asked to enforce the schema, which then loses nothing."""
    losses: tuple[Loss, ...]
    refused: str | None = None
    """Why strict mode, which the contract asks for, is not used; None where it does not or is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoweredTool:
    """A tool as a provider's list holds it."""

    contract: ToolContract
    description: str
    input_schema: dict[str, Json] | None
    strict: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LoweredCatalog:
    """A provider's list, before it takes the provider's shape."""

    tools: tuple[LoweredTool, ...]
    """In catalog order."""
    diagnostics: tuple[Diagnostic, ...]
    """`PT-01` for losses, `PT-02` for what is over a limit; not more than one a keyword or limit."""


@dataclass(slots=True)
class CatalogLowering:
    """Lowers the tools of one catalog into one dialect; what they share is lowered once a language."""

    catalog: Catalog
    profile: Profile
    _schemas: dict[str, SchemaLowering] = field(default_factory=dict)
    _strict: StrictCheck | None = None

    def lower(self, contract: ToolContract) -> Lowered:
        """Lower one tool's input.

        Raises:
            KeyError: a reference leads to no definition of the catalog.
        """
        strict, refused = self._strictness(contract)
        language = language_of(contract, self.catalog)
        if language not in self._schemas:
            self._schemas[language] = SchemaLowering(self.catalog.definitions.input, self.profile, language)
        lowered = self._schemas[language].lower(contract.input_schema, root=True)
        schema = self._root(lowered.schema, contract, strict=strict)
        return Lowered(input_schema=schema, strict=strict, losses=lowered.losses, refused=refused)

    def _strictness(self, contract: ToolContract) -> tuple[bool, str | None]:
        rules = self.profile.strict
        if rules is None or not (contract.strict or (contract.strict is None and rules.by_default)):
            return False, None
        if self._strict is None:
            self._strict = StrictCheck(self.catalog.definitions.input, self.profile)
        obstacle = self._strict.obstacle(contract.input_schema)
        return obstacle is None, obstacle if contract.strict else None

    def _root(self, schema: dict[str, Json], contract: ToolContract, *, strict: bool) -> dict[str, Json] | None:
        if not schema.get("properties"):
            if self.profile.no_arguments == "omitted" and schema.get("additionalProperties") is False:
                return None
            schema.pop("properties", None)
            if self.profile.no_arguments == "properties" or strict:
                schema = {"type": "object", "properties": {}, **schema}
        if strict:
            schema.setdefault("required", [])
        # Not in strict mode, which takes no such keyword; the description says it in any case.
        elif contract.deprecated and self.profile.handling("deprecated") is Handling.KEPT:
            schema["deprecated"] = True
        if "$defs" in schema:
            schema["$defs"] = schema.pop("$defs")
        return schema


def lower(contract: ToolContract, catalog: Catalog, profile: Profile) -> Lowered:
    """Lower one tool's input into a dialect. For many tools, one `CatalogLowering` shares what they share."""
    return CatalogLowering(catalog, profile).lower(contract)


def lower_catalog(catalog: Catalog, profile: Profile, renderer: Renderer) -> LoweredCatalog:
    """Lower a catalog into a dialect.

    Args:
        catalog: what to lower.
        profile: the dialect.
        renderer: for the descriptions.
    """
    lowering = CatalogLowering(catalog, profile)
    lowered = [(contract, lowering.lower(contract)) for contract in catalog.contracts]
    described = [(contract, describe(contract, catalog, renderer)) for contract in catalog.contracts]
    tools = tuple(
        LoweredTool(contract=contract, description=text, input_schema=one.input_schema, strict=one.strict)
        for (contract, one), (_, text) in zip(lowered, described, strict=True)
    )
    losses = ((contract, loss) for contract, one in lowered for loss in one.losses)
    diagnostics = (
        *loss_diagnostics(losses, profile),
        *_strict_diagnostics(lowered, profile),
        *_request_diagnostics(lowered, profile),
        *_recursion_diagnostics(catalog, profile),
        *name_diagnostics(catalog.contracts, profile),
        *key_diagnostics(catalog.contracts, catalog.definitions.input, profile),
        *description_diagnostics(described, profile),
        *size_diagnostics(catalog, profile),
    )
    return LoweredCatalog(tools=tools, diagnostics=diagnostics)


def _strict_diagnostics(lowered: Sequence[tuple[ToolContract, Lowered]], profile: Profile) -> Iterator[Diagnostic]:
    refused = [(contract, one.refused) for contract, one in lowered if one.refused is not None]
    if refused:
        first, reason = refused[0]
        others = f"; also {comma_list([contract.name for contract, _ in refused[1:]])}" if len(refused) > 1 else ""
        yield Diagnostic(
            code="PT-01",
            severity=Severity.WARNING,
            message=f"{profile.dialect} cannot enforce the schema of `{first.name}` as `strict` asks: {reason}{others}",
            location=first.origin,
            tool=first.name,
        )


def _request_diagnostics(lowered: Sequence[tuple[ToolContract, Lowered]], profile: Profile) -> Iterator[Diagnostic]:
    strict = [contract for contract, one in lowered if one.strict]
    if profile.strict is None or not strict:
        return
    request = profile.strict.request
    schemas = [contract.input_schema for contract in strict]
    for limit, total, noun, nouns in (
        (request.tools, len(strict), "strict tool", "strict tools"),
        (request.optional, sum(map(optional_count, schemas)), "optional property", "optional properties"),
        (request.unions, sum(map(union_count, schemas)), "union", "unions"),
    ):
        if limit is not None and total > limit:
            yield Diagnostic(
                code="PT-02",
                severity=Severity.WARNING,
                message=f"{profile.dialect} takes {plural(limit, noun, nouns)} over all strict tools of a request,"
                f" this list has {total:,}",
                location=strict[0].origin,
                hint="ask for `strict` on fewer tools, or choose with `include`",
            )


def _recursion_diagnostics(catalog: Catalog, profile: Profile) -> Iterator[Diagnostic]:
    if profile.recursion == "any":
        return
    circle = first_circle(catalog.definitions.input, through_optional=profile.recursion == "none")
    if circle and catalog.contracts:
        where = "" if profile.recursion == "none" else " other than through an optional property"
        yield Diagnostic(
            code="PT-01",
            severity=Severity.WARNING,
            message=f"{profile.dialect} takes no schema that leads back to itself{where}: "
            + " -> ".join(f"`{name}`" for name in circle),
            location=catalog.origin,
        )
