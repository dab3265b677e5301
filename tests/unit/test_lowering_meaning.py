"""No dialect widens or narrows in silence: what it accepts is what the contract accepts, or a loss says how not."""

from __future__ import annotations

from typing import Any

from hypothesis import event, given
from hypothesis import strategies as st

from toolmint.lowering.schema import SchemaLowering
from toolmint.lowering.strict import StrictLowering
from toolmint.profiles import PROFILES, strict_row

from support.meaning import Comparison
from support.random_schemas import DEFINITION_NAMES, LEAVES, SCHEMAS, VALUES, keywords, roots

STRICT = [name for name, row in PROFILES.items() if row.strict is not None]
LAX = {name: row for name, row in PROFILES.items() if name not in ("openai-strict", "anthropic-strict")}
ARGUMENTS = st.dictionaries(st.sampled_from("abx"), VALUES, max_size=3)


def compared(schema: Any, definitions: Any, dialect: str, *, strict: bool) -> Comparison | None:
    """Lower an input; None where strict mode does not take it."""
    row = PROFILES[dialect]
    if not strict:
        lowered = SchemaLowering(definitions, row, "en").lower(schema, root=True)
        return Comparison(schema, definitions, lowered.schema, lowered.losses, wrapper=lowered.wrapper)
    lowered, obstacle = StrictLowering(definitions, row, "en").lower(schema)
    if obstacle is not None:
        return None
    return Comparison(
        schema,
        definitions,
        lowered.schema,
        lowered.losses,
        wrapper=lowered.wrapper,
        completes=strict_row(row).completes,
    )


def assert_means_the_same(comparison: Comparison, values: list[Any]) -> None:
    for value in values:
        assert not comparison.unsayable(value), value
        sent = value if comparison.wrapper is None else {comparison.wrapper: value}
        assert not comparison.wrongly_sayable(sent), value


@given(root=roots(), values=st.lists(ARGUMENTS, min_size=4, max_size=12), dialect=st.sampled_from(list(LAX)))
def test_typed_inputs(root: Any, values: list[Any], dialect: str) -> None:
    comparison = compared(*root, dialect, strict=False)
    assert comparison is not None
    assert_means_the_same(comparison, values)


@given(root=roots(), values=st.lists(ARGUMENTS, min_size=4, max_size=12), dialect=st.sampled_from(STRICT))
def test_typed_inputs_in_strict_mode(root: Any, values: list[Any], dialect: str) -> None:
    comparison = compared(*root, dialect, strict=True)
    event("strict" if comparison else "refused")
    if comparison is not None:
        assert_means_the_same(comparison, values)


@given(
    schema=keywords(SCHEMAS),
    definitions=st.fixed_dictionaries(dict.fromkeys(DEFINITION_NAMES, LEAVES)),
    values=st.lists(ARGUMENTS, min_size=4, max_size=12),
    dialect=st.sampled_from(list(PROFILES)),
    strict=st.booleans(),
)
def test_any_schema(schema: Any, definitions: Any, values: list[Any], dialect: str, strict: bool) -> None:
    # Arguments are an object, whatever else a source says of its root.
    schema = {**schema, "type": "object"}
    comparison = compared(schema, definitions, dialect, strict=strict and dialect in STRICT)
    if comparison is not None:
        assert_means_the_same(comparison, values)
