"""CF-03 keeps the uses of an argument only where its meaning has several names; that leaves no finding out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolmint.ir.binding import McpBinding
from toolmint.ir.contract import Catalog, Prose, ToolContract
from toolmint.linting import lint_catalog
from toolmint.location import Location
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings
from toolmint.rules.confusion import confusable_params

_NAMES = st.sampled_from(["user_id", "userId", "user-id", "limit", "per_page", "page_size", "town"])
_SCHEMAS = st.sampled_from(
    [True, {}, {"type": "string"}, {"type": "integer"}, {"type": "number"}, {"type": ["null", "integer"]}, {"type": []}]
)
_HERE = Location(path="tools.json")


def _catalog(schemas: list[dict[str, object]]) -> Catalog:
    return Catalog(
        name="shop",
        contracts=tuple(
            ToolContract(
                name=f"tool_{number}",
                input_schema={"type": "object", "properties": properties},  # type: ignore[dict-item]
                binding=McpBinding(tool=f"tool_{number}"),
                prose=Prose(verbatim="Look up an order."),
                origin=_HERE,
            )
            for number, properties in enumerate(schemas)
        ),
        origin=_HERE,
    )


@given(st.lists(st.dictionaries(_NAMES, _SCHEMAS, max_size=4), max_size=6))
def test_what_is_kept_is_all_that_is_found(schemas: list[dict[str, object]]) -> None:
    catalog, settings, renderer = _catalog(schemas), LintSettings(select=("CF-03",)), Renderer()
    found = lint_catalog(catalog, settings, renderer=renderer)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(confusable_params, "_of_several_names", lambda contracts: _Every())
        assert lint_catalog(catalog, settings, renderer=renderer) == found


class _Every:
    """What every argument means, whether it has several names or not."""

    def get(self, argument: tuple[str, str | tuple[str, ...]]) -> tuple[str, tuple[str, ...]]:
        name, declared = argument
        return confusable_params._meaning(name), confusable_params._types(declared)
