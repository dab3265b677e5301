"""What dialects of one catalog share: a schema is lowered once for all rows that say the same of schemas."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TypeVar

from toolmint.ir.contract import Catalog, ToolContract
from toolmint.ir.schema import Json, Schema
from toolmint.lowering.limits import property_keys
from toolmint.lowering.output import lower_output
from toolmint.lowering.schema import LoweredSchema, SchemaLowering
from toolmint.lowering.strict import StrictLowering
from toolmint.profiles import Profile, StrictRules
from toolmint.prose.description import describe
from toolmint.rendering import Renderer

__all__ = ["DialectLowering", "SharedLowering"]

_T = TypeVar("_T")


@dataclass(slots=True)
class SharedLowering:
    """Keeps what was lowered of one catalog, for the next dialect; of another catalog it knows nothing."""

    _catalog: Catalog | None = None
    _made: dict[Hashable, object] = field(default_factory=dict)
    _rows: dict[Hashable, int] = field(default_factory=dict)

    def dialect(self, catalog: Catalog, profile: Profile) -> DialectLowering:
        """Return the lowering into one dialect."""
        if self._catalog is not catalog:
            self._catalog = catalog
            self._made.clear()
        row = self._number(_row_key(profile))
        strict = self._number(_strict_key(profile.strict))
        return DialectLowering(catalog=catalog, profile=profile, made=self._made, row=row, strict_row=strict)

    def _number(self, key: Hashable) -> int:
        return self._rows.setdefault(key, len(self._rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class DialectLowering:
    """Lowers the parts of a catalog's tools into one dialect, each only if no dialect like it did."""

    catalog: Catalog
    profile: Profile
    made: dict[Hashable, object]
    """By what it is and by row."""
    row: int
    """Rows with one number lower schemas alike."""
    strict_row: int

    def input(self, contract: ToolContract, language: str) -> LoweredSchema:
        """Lower a tool's input without strict mode."""
        key = ("input", self.row, language)
        lowering = self._once(key, lambda: SchemaLowering(self.catalog.definitions.input, self.profile, language))
        return self._once((*key, contract.name), lambda: lowering.lower(contract.input_schema, root=True))

    def strict(self, contract: ToolContract, language: str) -> tuple[LoweredSchema, str | None]:
        """Lower a tool's input into strict mode, with what stands against it."""
        key = ("strict", self.row, self.strict_row, language)
        lowering = self._once(key, lambda: StrictLowering(self.catalog.definitions.input, self.profile, language))
        return self._once((*key, contract.name), lambda: lowering.lower(contract.input_schema))

    def output(self, contract: ToolContract) -> dict[str, Json] | None:
        """Lower the schema of a tool's result; None where the dialect holds none, or the contract has none."""
        schema, form = contract.output_schema, self.profile.outputs
        if form == "none" or schema is None:
            return None
        definitions = self.catalog.definitions.output
        key = ("output", self.row)
        # Phrases in a result's schema are for programs; English will do.
        lowering = self._once(key, lambda: SchemaLowering(definitions, self.profile, "en"))
        if form == "any":
            return self._once((*key, form, contract.name), lambda: lowering.lower(schema).schema)
        return self._once((*key, form, contract.name), lambda: lower_output(schema, definitions, lowering))

    def description(self, contract: ToolContract, renderer: Renderer) -> str:
        """Render a tool's description."""
        key = ("description", id(renderer), contract.name)
        return self._once(key, lambda: describe(contract, self.catalog, renderer))

    def keys(self, name: str, schema: Schema) -> frozenset[str]:
        """Collect the property keys of a schema, remembered by its name."""
        return self._once(("keys", name), lambda: frozenset(property_keys(schema)))

    def _once(self, key: Hashable, make: Callable[[], _T]) -> _T:
        if key not in self.made:
            self.made[key] = make()
        made: _T = self.made[key]  # type: ignore[assignment]  # each key has values of one type
        return made


def _row_key(profile: Profile) -> Hashable:
    """Return what a row says of schemas."""
    handled = frozenset((keyword, rule.handling) for keyword, rule in profile.keywords.items())
    values = profile.values
    return (
        (handled, profile.unlisted.handling, profile.root_refused),
        (values.enum, values.formats, values.item_minima, values.pattern_refused),
        (profile.shallow, profile.types, profile.typed, profile.union_siblings, profile.references),
        (profile.reference_siblings, profile.recursion, profile.unrolled, profile.closes, profile.completes),
    )


def _strict_key(rules: StrictRules | None) -> Hashable:
    """Return what strict rules say of schemas, however they are asked for."""
    if rules is None:
        return None
    values = rules.values
    return (
        (rules.keywords, values.enum, values.formats, values.item_minima, values.pattern_refused),
        (rules.all_required, rules.recursion),
        (rules.max_properties, rules.max_depth, rules.max_enum_values, rules.max_text),
    )
